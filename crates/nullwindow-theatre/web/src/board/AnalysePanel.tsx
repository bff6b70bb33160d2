// Live analysis: one engine or two side by side, charts, and exact results near the end.

import { Button, Chart, Select } from "../ui";
import { BoundsChart } from "./BoundsChart";
import { AlgorithmSelect, Check, Line, NumberField, WidthSelect } from "./fields";
import { bounds, count, judgingOf, speed, time, toneOf } from "./format";
import type { Analysis } from "./model/analysis";
import { useModels } from "./model/emitter";
import type { Solver } from "./model/solver";
import type { Theatre } from "./model/theatre";
import type { GameRecord } from "./model/record";
import type { MoveValue } from "./types";
import { valuesOf } from "./values";

export function AnalysePanel({ theatre }: { theatre: Theatre }) {
  const { first, second, record, solver } = theatre;
  useModels(theatre, first, second, record, solver);
  return (
    <div class="analyse">
      <div class="toolbar">
        <Check label="Two engines side by side" checked={theatre.compare} onChange={(on) => theatre.setCompare(on)} />
        {record.game.solvable !== null && (
          <Check label="Exact results near the end" checked={theatre.solveAlways} onChange={(on) => theatre.setSolveAlways(on)} />
        )}
      </div>
      {record.game.solvable !== null && <Exact solver={solver} record={record} />}
      <div class={theatre.compare ? "engines two" : "engines"}>
        <EnginePanel theatre={theatre} analysis={first} title={theatre.compare ? "Engine A" : "Engine"} />
        {theatre.compare && <EnginePanel theatre={theatre} analysis={second} title="Engine B" />}
      </div>
      <DepthChart theatre={theatre} />
    </div>
  );
}

function EnginePanel({ theatre, analysis, title }: { theatre: Theatre; analysis: Analysis; title: string }) {
  const { record, error, settings } = analysis;
  const algorithm = theatre.algorithms.find((a) => a.name === settings.algorithm);
  const of = (field: string) => (error?.field === field ? error.message : null);
  const shown = ["algorithm", "depth", "seconds"];
  return (
    <section class="engine" aria-label={title} data-panel={analysis.panel}>
      <div class="head">
        <h3>{title}</h3>
        {analysis.wanted
          ? <Button onClick={() => analysis.stop()}>{analysis.running ? "Stop" : "Turn off"}</Button>
          : <Button kind="primary" onClick={() => theatre.startAnalysis(analysis)}>Analyse</Button>}
      </div>
      <div class="settings">
        <AlgorithmSelect algorithms={theatre.algorithms} value={settings.algorithm} error={of("algorithm")} onChange={(name) => analysis.set({ algorithm: name })} />
        {record.game.selective && (
          <WidthSelect selective={settings.selective} possible={algorithm?.follows_rules ?? true} onChange={(selective) => analysis.set({ selective })} />
        )}
        <Select
          label="Values" value={settings.values} onChange={(values) => analysis.set({ values: values as "best" | "all" })}
          options={[{ value: "all", title: "of all moves" }, { value: "best", title: "of the best move" }]}
        />
        <NumberField label="Depth" value={settings.depth} min={1} max={Math.min(record.game.deepest, theatre.hello.limits.depth)} empty="any" error={of("depth")} onChange={(depth) => analysis.set({ depth })} />
        <NumberField label="Seconds" value={settings.seconds} min={0.1} max={theatre.hello.limits.seconds} step={0.1} empty="any" error={of("seconds")} onChange={(seconds) => analysis.set({ seconds })} />
      </div>
      {error && !shown.includes(error.field ?? "") && <p class="error" role="alert">{error.message}</p>}
      <Outcome analysis={analysis} />
    </section>
  );
}

function Outcome({ analysis }: { analysis: Analysis }) {
  const { latest, record, running } = analysis;
  const values = latest ? valuesOf(latest) : [];
  const { nodes, elapsed } = analysis;
  const pass = analysis.passes[analysis.passes.length - 1];
  return (
    <>
      <p class="state">{running ? `Searching depth ${(latest?.depth ?? 0) + 1}…` : analysis.ended ?? ""}</p>
      {/* Screen readers hear the end of an analysis, not each of its depths. */}
      <p class="hidden" role="status">
        {running ? "" : `${analysis.ended ?? ""} ${latest?.best ? `Best move ${latest.best}, ${latest.text}, depth ${latest.depth}.` : ""}`}
      </p>
      {latest && (
        <dl class="facts">
          <div class="value"><dt>Value for {record.board?.mover}</dt><dd>{latest.text}{latest.exact && <small> exact</small>}</dd></div>
          <div><dt>Best move</dt><dd>{latest.best ?? "–"}</dd></div>
          <div><dt>Depth</dt><dd>{latest.depth}</dd></div>
          <div><dt>Nodes</dt><dd title={`${latest.nodes} nodes at depth ${latest.depth}`}>{count(nodes)}</dd></div>
          <div><dt>Speed</dt><dd>{speed(nodes, elapsed)}</dd></div>
          <div><dt>Time</dt><dd>{time(elapsed)}</dd></div>
          {pass && <div class="wide"><dt>Bounds{pass.move ? ` of ${pass.move}` : ""} at depth {pass.depth}</dt><dd>{bounds(record.game, pass.lower, pass.upper)}</dd></div>}
        </dl>
      )}
      {latest?.words && <p class="words">{latest.words}</p>}
      {analysis.settings.values === "all" && running && (
        <p class="note">With values “of the best move”, the bounds are shown as they converge pass by pass.</p>
      )}
      <BoundsChart game={record.game} passes={analysis.passes} />
      <ValueList record={record} values={values} />
    </>
  );
}

/** Root moves with their values and lines, best first. */
export function ValueList({ record, values }: { record: GameRecord; values: MoveValue[] }) {
  if (values.length === 0) return null;
  const best = Math.max(...values.map((v) => v.value));
  return (
    <ol class="values" aria-label="Values of moves, best first">
      {values.map((v) => (
        <li key={v.move}>
          <span class={`chip ${toneOf(record.game, best, v.value)}`}>{v.text}</span>
          <Line record={record} moves={v.line.length > 0 ? v.line : [v.move]} label={`Line of ${v.move}`} />
        </li>
      ))}
    </ol>
  );
}

function Exact({ solver, record }: { solver: Solver; record: GameRecord }) {
  const { solvable } = record.game;
  const { result, progress } = solver;
  if (!solver.possible) {
    const left = record.board?.moves_left;
    if (left === null || left === undefined || record.board?.over !== null) return null;
    return <p class="note">Exact results from {solvable!.moves_left} {solvable!.unit} on; now there are {left}.</p>;
  }
  return (
    <section class="exact" aria-label="Exact result">
      <div class="head">
        <h3>Exact result</h3>
        {solver.running
          ? <Button onClick={() => solver.cancel()}>Stop</Button>
          : <Button onClick={() => void solver.start()}>{result ? "Solve again" : "Solve exactly"}</Button>}
      </div>
      <div role="status">
        {solver.running && <p class="state">Solving{progress ? `: ${count(progress.nodes)} nodes` : "…"}</p>}
        {solver.error && <p class="error">{solver.error}</p>}
        {result && (result.solved
          ? <p class="words">{result.words}<small> {count(result.nodes)} nodes, {time(result.seconds)}</small></p>
          : <p class="state">Not solved within {solver.seconds} seconds.</p>)}
      </div>
      {result?.solved && <ValueList record={record} values={result.moves?.length ? result.moves : valuesOf(result)} />}
    </section>
  );
}

function DepthChart({ theatre }: { theatre: Theatre }) {
  const { first, second, record } = theatre;
  const parts = theatre.compare ? [first, second] : [first];
  const deepest = Math.max(0, ...parts.flatMap((part) => part.iterations.map((i) => i.depth)));
  if (parts.every((part) => part.iterations.length < 2)) return null;
  const { scale, unit } = record.game;
  const { enough } = judgingOf(record.game);
  // A mate far beyond the other values would flatten them.
  const cut = (value: number) => Math.min(Math.max(value, -2 * enough), 2 * enough) / scale;
  const depths = Array.from({ length: deepest }, (_, i) => i + 1);
  const series = parts.map((part, i) => ({
    label: theatre.compare ? `Engine ${i === 0 ? "A" : "B"}` : "Value",
    color: i === 0 ? "--max" : "--min",
    dash: i === 0 ? undefined : [6, 4],
    values: depths.map((depth) => {
      const found = part.iterations.find((iteration) => iteration.depth === depth);
      return found ? cut(found.value) : null;
    }),
  }));
  const words = first.iterations.map((i) => `depth ${i.depth}: ${i.text}`).join(", ");
  return (
    <section class="depth-chart" aria-label="Value by depth">
      <h3>Value by depth</h3>
      <Chart x={depths} series={series} xLabel="Depth" yLabel={unit} height={170} summary={`Value by depth. ${words}`} />
    </section>
  );
}
