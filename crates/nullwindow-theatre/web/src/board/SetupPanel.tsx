// Setting up a position by clicking, and reading a pasted game.

import { useState } from "preact/hooks";
import { Button, Field, Select } from "../ui";
import type { Reply } from "../protocol";
import { isLight, palette, samePiece } from "./geometry";
import { useModels } from "./model/emitter";
import { boardOf } from "./model/positions";
import type { Setup } from "./model/setup";
import { Task } from "./model/task";
import type { Theatre } from "./model/theatre";
import { PieceDrawing } from "./pieces";
import type { Diagram, Piece, ReadGame } from "./types";

export function SetupPanel({ theatre }: { theatre: Theatre }) {
  const { setup, record } = theatre;
  useModels(theatre, setup, record);
  const { game } = record;
  return (
    <div class="setup">
      {game.can_compose && record.board?.diagram && (
        <section aria-label="Set up by clicking">
          <h3>Set up by clicking</h3>
          {setup.diagram
            ? <Composer setup={setup} diagram={setup.diagram} players={game.players} />
            : <Button kind="primary" onClick={() => setup.begin()}>Set up a position</Button>}
        </section>
      )}
      <Paste theatre={theatre} />
    </div>
  );
}

function Composer({ setup, diagram, players }: { setup: Setup; diagram: Diagram; players: [string, string] }) {
  const pieces: (Piece & { name: string } | null)[] = [...palette(diagram), null];
  return (
    <>
      <p class="note">Choose a piece, then click cells. A click on the same piece removes it.</p>
      <div class="palette" role="radiogroup" aria-label="Piece to place">
        {pieces.map((piece) => (
          <label key={piece?.name ?? "none"} title={piece?.name ?? "remove"}>
            <input
              type="radio" name="brush" checked={samePiece(setup.brush, piece)} aria-label={piece?.name ?? "remove a piece"}
              onChange={() => setup.setBrush(piece === null ? null : { shape: piece.shape, first: piece.first })}
            />
            <svg viewBox="0 0 100 100" aria-hidden="true">
              {piece === null
                ? <path class="eraser" d="M28 28L72 72M72 28L28 72" />
                : <PieceDrawing shape={piece.shape} light={isLight(diagram, piece)} coloured={diagram.look === "slots"} />}
            </svg>
          </label>
        ))}
      </div>
      <div class="settings">
        <Select
          label="To move" value={setup.firstMoves ? "first" : "second"} onChange={(value) => setup.setMover(value === "first")}
          options={[{ value: "first", title: players[0] }, { value: "second", title: players[1] }]}
        />
      </div>
      <div class="toolbar">
        <Button kind="primary" onClick={() => void setup.finish()} disabled={setup.running}>Use this position</Button>
        <Button onClick={() => setup.clear()}>Clear</Button>
        <Button onClick={() => void setup.toStart()}>Start position</Button>
        <Button onClick={() => setup.end()}>Cancel</Button>
      </div>
      {setup.error && <p class="error" role="alert">{setup.error}</p>}
    </>
  );
}

function Paste({ theatre }: { theatre: Theatre }) {
  const { record } = theatre;
  const [text, setText] = useState("");
  const [games, setGames] = useState<ReadGame[]>([]);
  const [reader] = useState(() => new Task("read"));
  useModels(reader);
  const put = async (read: ReadGame) => {
    const { game } = record;
    const usual = await boardOf({ game: game.name, position: null, moves: [] });
    // A short address: the usual start needs no words.
    await record.load(game, read.start === usual.notation ? null : read.start, read.moves);
    record.players = read.players;
    record.changed();
  };
  const read = async () => {
    setGames([]);
    const reply = await reader.run<Reply & { games: ReadGame[] }>({ type: "read", game: record.game.name, text });
    if (!reply?.games) return;
    if (reply.games.length === 1) await put(reply.games[0]!);
    else setGames(reply.games);
  };
  return (
    <section aria-label="Paste a game">
      <h3>Paste a game</h3>
      <Field
        label={`A game or a position (${record.game.extension || "text"})`} value={text} onInput={setText} rows={5} wide
        error={reader.error ?? record.boardError}
      />
      <div class="toolbar">
        <Button onClick={() => void read()} disabled={text.trim() === "" || reader.running}>Read</Button>
      </div>
      {games.length > 1 && (
        <>
          <p role="status">{games.length} games:</p>
          <ol class="games">
            {games.map((game, i) => (
              <li key={i}>
                <button type="button" class="link" onClick={() => void put(game)}>
                  {game.players.some(Boolean) ? `${game.players[0] ?? "?"} – ${game.players[1] ?? "?"}` : `Game ${i + 1}`}
                </button>{" "}
                {game.result ?? ""} <span class="note">{game.moves.length} moves</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
