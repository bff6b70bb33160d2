// A whole game judged move by move: progress, graph, and the moves that lost something.

import { Button, Chart } from "../ui";
import { AlgorithmSelect, Line, NumberField, WidthSelect } from "./fields";
import { judgingOf, negated, score } from "./format";
import { useModels } from "./model/emitter";
import type { Judge } from "./model/judge";
import type { GameRecord } from "./model/record";
import type { Theatre } from "./model/theatre";
import { moveNumber } from "./MoveList";
import type { Judgement } from "./types";

const NAMES: Record<string, string> = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

export function JudgePanel({ theatre }: { theatre: Theatre }) {
  const { judge, record } = theatre;
  useModels(theatre, judge, record);
  const { settings } = judge;
  const [done, all] = judge.progress;
  const algorithm = theatre.algorithms.find((a) => a.name === settings.algorithm);
  const current = record.moves.map((_, ply) => judge.at(ply));
  return (
    <div class="judge">
      <div class="settings">
        <AlgorithmSelect algorithms={theatre.algorithms} value={settings.algorithm} onChange={(name) => judge.set({ algorithm: name })} />
        {record.game.selective && (
          <WidthSelect selective={settings.selective} possible={algorithm?.follows_rules ?? true} onChange={(selective) => judge.set({ selective })} />
        )}
        <NumberField label="Depth" value={settings.depth} min={1} max={Math.min(record.game.deepest, theatre.hello.limits.depth)} empty="any" onChange={(depth) => judge.set({ depth })} />
        <NumberField label="Seconds a move" value={settings.seconds} min={0.05} max={60} step={0.05} empty="any" onChange={(seconds) => judge.set({ seconds })} />
        {judge.running
          ? <Button onClick={() => judge.cancel()}>Cancel</Button>
          : <Button kind="primary" onClick={() => void judge.judge()} disabled={record.moves.length === 0}>Judge the game</Button>}
      </div>
      {record.moves.length === 0 && <p class="note">Play some moves, or paste a game under “Set up”.</p>}
      {judge.error && <p class="error" role="alert">{judge.error}</p>}
      {judge.running && <progress max={all} value={done} aria-label={`${done} of ${all} moves judged`} />}
      <p class="state" role="status">{done > 0 && !judge.running ? `${done} of ${all} moves judged.` : ""}</p>
      <ValueGraph record={record} judgements={current} />
      <Marked record={record} judgements={current} judge={judge} />
    </div>
  );
}

function ValueGraph({ record, judgements }: { record: GameRecord; judgements: (Judgement | null)[] }) {
  const known = judgements.filter((j) => j !== null);
  if (known.length === 0) return null;
  const { game } = record;
  const { enough } = judgingOf(game);
  const cut = (value: number) => Math.min(Math.max(value, -enough), enough) / game.scale;
  const values = judgements.map((j) => (j ? cut(j.value_first) : null));
  const marked = judgements.map((j) => (j && j.mark !== "" ? cut(j.value_first) : null));
  const first = game.players[0];
  return (
    <section aria-label="Value graph">
      <h3>Value for {first} after each move</h3>
      <Chart
        x={judgements.map((_, i) => i + 1)} xLabel="Ply" yLabel={game.unit} height={190} mark={record.ply > 0 ? record.ply : null}
        series={[
          { label: `Value for ${first}`, color: "--max", values, points: false },
          // Its line would join marks that have nothing to do with each other: the dash draws none.
          { label: "Marked moves", color: "--bad", values: marked, dash: [0, 100000] },
        ]}
        summary={`Value for ${first} after each move: ${known.map((j) => `${j.move} ${record.firstMoved(j.ply) ? j.text : negated(j.text)}`).join(", ")}`}
        onPick={(index) => void record.goTo(index + 1)}
      />
    </section>
  );
}

function Marked({ record, judgements, judge }: { record: GameRecord; judgements: (Judgement | null)[]; judge: Judge }) {
  const marked = judgements.filter((j) => j !== null && j.mark !== "") as Judgement[];
  if (marked.length === 0) {
    return judge.progress[0] > 0 && !judge.running ? <p class="note">No move lost enough to be marked.</p> : null;
  }
  // Texts of judgements are the mover's; the list, like the graph, takes the first player's view.
  const view = (j: Judgement, text: string) => (record.firstMoved(j.ply) ? text : negated(text));
  return (
    <ol class="marked" aria-label="Marked moves">
      {marked.map((j) => (
        <li key={j.ply}>
          <button type="button" class="ply" onClick={() => void record.goTo(j.ply + 1)}>
            {moveNumber(record, j.ply)} {j.move}
            <span class={`mark ${NAMES[j.mark]}`} role="img" aria-label={NAMES[j.mark]}>{j.mark}</span>
          </button>{" "}
          <span class="note">{view(j, j.text)}, loses {score(record.game, j.loss).replace("+", "")}</span>
          {j.best && (
            <div>
              better {view(j, j.best_text ?? "")}: <Line record={record} moves={j.line.length > 0 ? j.line : [j.best]} from={j.ply} label={`Better line instead of ${j.move}`} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
