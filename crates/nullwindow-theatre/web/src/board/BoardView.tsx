// The board with what belongs to it: the choice of game, the state of play, passes, and the position as text.

import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Field, Select } from "../ui";
import { Board } from "./Board";
import { useModels } from "./model/emitter";
import type { GameRecord } from "./model/record";
import type { Theatre } from "./model/theatre";
import { cellless } from "./selection";
import type { BoardReply } from "./types";
import { boardMarks } from "./values";

export function BoardView({ theatre }: { theatre: Theatre }) {
  const { record, opponent, setup, first, second, solver } = theatre;
  useModels(theatre, record, opponent, setup, first, second, solver);
  const [choice, setChoice] = useState<string[]>([]);
  const { game } = record;
  const shown = record.preview?.board ?? record.board;
  const open = record.preview === null && record.board?.over === null && !opponent.toMove;
  const play = open ? (move: string) => void record.play(move) : null;
  return (
    <section class="board-view" aria-label="Board">
      <div class="toolbar game-bar">
        <Select
          label="Game" value={game.name} options={theatre.games.map((g) => ({ value: g.name, title: g.title }))}
          onChange={(name) => void theatre.newGame(theatre.games.find((g) => g.name === name)!)}
        />
        <Button onClick={() => void theatre.newGame(game)}>New game</Button>
        <Button label="Flip the board" keys="f" pressed={record.flip} onClick={() => record.setFlip(!record.flip)}>Flip</Button>
      </div>
      {shown && <Status theatre={theatre} board={shown} />}
      {shown && <Surface theatre={theatre} board={shown} play={play} ask={setChoice} />}
      {shown && !setup.diagram && <MoveButtons board={shown} play={play} />}
      {record.boardError && <p class="error" role="alert">{record.boardError}</p>}
      {/* The panel announces it; here it stands beside the cells. */}
      {setup.error && <p class="error">{setup.error}</p>}
      <PositionField record={record} />
      <Choice moves={choice} onChoose={(move) => { setChoice([]); if (move) void record.play(move); }} />
    </section>
  );
}

function Status({ theatre, board }: { theatre: Theatre; board: BoardReply }) {
  const { record, opponent, setup } = theatre;
  const end = board.over === null ? null : board.result ?? (board.drawn ? "Draw" : "The game is over.");
  let text = end ?? `${board.mover} to move`;
  if (setup.diagram) text = "Setting up a position";
  else if (record.preview) text = `Preview: ${record.preview.line.join(" ")}`;
  else if (opponent.running) text = `${board.mover} is thinking…`;
  return (
    <>
      <p class={record.preview ? "status preview" : end ? "status over" : "status"}>{text}</p>
      <p class="hidden" aria-live="polite">{record.preview ? "" : `${opponent.announcement} ${end ?? ""}`}</p>
    </>
  );
}

interface SurfaceProps { theatre: Theatre; board: BoardReply; play: ((move: string) => void) | null; ask: (moves: string[]) => void }

/** The board as its game describes it: a diagram, a picture, or text. */
function Surface({ theatre, board, play, ask }: SurfaceProps) {
  const { record, setup } = theatre;
  const label = `${record.game.title}, ${board.mover} to move`;
  if (setup.diagram) {
    return (
      <Board
        diagram={setup.diagram} firstMoves={setup.firstMoves} flip={record.flip} label={`${record.game.title}, setting up`}
        onMove={null} onAsk={ask} onCell={(cell) => setup.put(cell)} marks={[]} arrows={[]}
      />
    );
  }
  if (board.diagram) {
    const { marks, arrows } = boardMarks(theatre);
    return (
      <Board
        diagram={board.diagram} firstMoves={board.first_moves} flip={record.flip} label={label}
        onMove={play} onAsk={ask} marks={marks} arrows={arrows}
      />
    );
  }
  // A picture of a game's author is shown as an image: markup inside it can neither run nor load anything.
  if (board.svg) return <img class="picture" src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(board.svg)}`} alt={board.picture} />;
  return <pre class="picture" aria-label={label}>{board.picture}</pre>;
}

/** Moves that no click on a cell can make: passes, or all moves of a game without a diagram. */
function MoveButtons({ board, play }: { board: BoardReply; play: ((move: string) => void) | null }) {
  const moves = board.diagram ? cellless(board.diagram) : board.moves;
  if (moves.length === 0 || board.over !== null) return null;
  return (
    <div class="toolbar legal" role="group" aria-label="Moves">
      {moves.map((move) => <Button key={move} disabled={play === null} onClick={() => play?.(move)}>{move}</Button>)}
    </div>
  );
}

function PositionField({ record }: { record: GameRecord }) {
  const notation = record.board?.notation ?? "";
  const [text, setText] = useState(notation);
  useEffect(() => setText(notation), [notation, record.game]);
  const load = () => {
    if (text.trim() !== notation) void record.load(record.game, text.trim() === "" ? null : text.trim(), []);
  };
  return (
    <form class="position" onSubmit={(event) => { event.preventDefault(); load(); }}>
      <Field
        label="Position" value={text} onInput={setText} error={record.positionError} wide
        hint={`For example ${record.game.example}`}
      />
      <Button type="submit">Set</Button>
    </form>
  );
}

/** Asks which of several moves with the same cells is meant, such as a promotion. */
function Choice({ moves, onChoose }: { moves: string[]; onChoose: (move: string | null) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (moves.length > 0) dialog.current?.showModal();
    else dialog.current?.close();
  }, [moves]);
  return (
    <dialog ref={dialog} aria-label="Choose a move" onClose={() => moves.length > 0 && onChoose(null)}>
      <p>Which move?</p>
      <div class="toolbar">
        {moves.map((move) => <Button key={move} onClick={() => onChoose(move)}>{move}</Button>)}
        <Button onClick={() => onChoose(null)}>Cancel</Button>
      </div>
    </dialog>
  );
}
