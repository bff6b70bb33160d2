// A game against the engine.

import { Button, Select } from "../ui";
import { count, time } from "./format";
import { useModels } from "./model/emitter";
import type { Sides, Strength } from "./model/opponent";
import type { Theatre } from "./model/theatre";

const SECONDS = [0.1, 0.5, 1, 3, 10, 30];

export function PlayPanel({ theatre }: { theatre: Theatre }) {
  const { opponent, record } = theatre;
  useModels(theatre, opponent, record);
  const { game, board } = record;
  const [first, second] = game.players;
  const sides = [
    { value: "none", title: "no side" },
    { value: "first", title: first },
    { value: "second", title: second },
    { value: "both", title: "both sides" },
  ];
  return (
    <div class="play">
      <div class="settings">
        <Select label="The engine plays" value={opponent.sides} options={sides} onChange={(value) => opponent.setSides(value as Sides)} />
        <Select label="Level" value={write(opponent.strength)} options={levels(theatre)} onChange={(value) => opponent.setStrength(read(value))} />
      </div>
      <div class="toolbar">
        <Button kind="primary" onClick={() => void theatre.newGame(game)}>New game</Button>
        <Button onClick={() => void opponent.takeBack()} disabled={record.moves.length === 0}>Take back</Button>
        {opponent.hints.running
          ? <Button onClick={() => opponent.hints.cancel()}>Stop the hint</Button>
          : <Button onClick={() => void opponent.suggest()} disabled={board === null || board.over !== null || opponent.toMove}>Hint</Button>}
        {opponent.running && <Button onClick={() => opponent.cancel()}>Move now</Button>}
      </div>
      <p class="state" role="status">
        {opponent.running && `${board?.mover} is thinking…`}
        {opponent.hints.running && "Looking for a hint…"}
        {!opponent.hints.running && opponent.hint && `Hint: ${opponent.hint.move} (${opponent.hint.text})`}
      </p>
      {(opponent.error ?? opponent.hints.error) && <p class="error" role="alert">{opponent.error ?? opponent.hints.error}</p>}
      {opponent.info && (
        <dl class="facts">
          <div><dt>Depth</dt><dd>{opponent.info.depth}</dd></div>
          <div><dt>Score</dt><dd>{opponent.info.text}</dd></div>
          <div><dt>Nodes</dt><dd>{count(opponent.info.nodes)}</dd></div>
          <div><dt>Time</dt><dd>{time(opponent.info.seconds)}</dd></div>
        </dl>
      )}
      <p class="note">Click a piece and its target, or use the arrow keys and Enter. A move made at an earlier point of the game replaces what followed.</p>
    </div>
  );
}

function levels({ record, hello }: Theatre) {
  const elo = record.game.levels.map((elo) => ({ value: `elo${elo}`, title: `Elo ${elo}`, group: "Strength" }));
  const seconds = SECONDS.filter((s) => s <= hello.limits.seconds)
    .map((s) => ({ value: `${s}s`, title: s === 1 ? "1 second" : `${s} seconds`, group: "Time for a move" }));
  return [...elo, ...seconds];
}

function write(strength: Strength): string {
  return "elo" in strength ? `elo${strength.elo}` : `${strength.seconds}s`;
}

function read(text: string): Strength {
  return text.startsWith("elo") ? { elo: Number(text.slice(3)) } : { seconds: parseFloat(text) };
}
