// The bounds of the root against calls, for several drivers, as in [PSPB96] Fig. 12: f- rises, f+
// falls, and where they meet the value is proven.

import { useEffect, useState } from "preact/hooks";
import type { Hello, Stage, TreeSource } from "../protocol";
import { Chart, type ChartSeries } from "../ui";
import { algorithmTitle } from "./labels";
import { requestStage } from "./stages";

const COLORS = ["--max", "--min", "--both", "--good", "--bad", "--text"];

interface BoundsProps {
  hello: Hello;
  tree: TreeSource;
  /** The stages that the page shows: always in the chart. */
  shown: Stage[];
  /** The pass that the first of them is in, counted from 1. */
  call: number;
}

export function BoundsChart({ hello, tree, shown, call }: BoundsProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [more, setMore] = useState<Stage[]>([]);
  const others = hello.algorithms.filter((algorithm) => !shown.some((stage) => stage.algorithm === algorithm.name));
  const wanted = chosen.filter((name) => others.some((algorithm) => algorithm.name === name));
  const key = JSON.stringify([tree, wanted]);
  useEffect(() => {
    let gone = false;
    const requests = wanted.map((algorithm) => requestStage({ tree, algorithm, guess: null }, "chart").catch(() => null));
    void Promise.all(requests).then((stages) => {
      if (!gone) setMore(stages.filter((stage): stage is Stage => stage !== null));
    });
    return () => void (gone = true);
  }, [key]);

  const drivers = [...shown, ...more];
  const calls = Math.max(...drivers.map((stage) => stage.passes.length));
  const title = (stage: Stage) => algorithmTitle(hello.algorithms, stage.algorithm);
  const series = drivers.flatMap((stage, i): ChartSeries[] => {
    const color = COLORS[i % COLORS.length]!;
    const values = (side: "lower" | "upper") =>
      Array.from({ length: calls }, (_, k) => stage.passes[k]?.[side] ?? null);
    // Drivers that agree lie on each other: the lower line is wider, so that both are seen.
    const width = 2 + 3 * Math.min(drivers.length - 1 - i, 2);
    return [
      { label: `${title(stage)} f+`, color, width, values: values("upper") },
      { label: `${title(stage)} f−`, color, width, values: values("lower"), dash: [6, 4] },
    ];
  });
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  const summary = drivers.map((stage) =>
    `${title(stage)}: ${stage.passes.map((pass) => `call ${pass.lower ?? "−∞"} to ${pass.upper ?? "+∞"}`).slice(0, 30).join(", ")}`).join(". ");
  return (
    <section class="panel" aria-label="Bounds against calls">
      <h2>Bounds of the root against calls <span class="note">as in [PSPB96] Fig. 12</span></h2>
      <Chart x={Array.from({ length: calls }, (_, k) => k + 1)} series={series.filter((line) => line.values.some((v) => v !== null))}
        xLabel="call" yLabel="bound" summary={`Bounds after each call. ${summary}`} mark={call} height={240} />
      <details class="drivers">
        <summary>More algorithms in this chart</summary>
        <div class="checks">
          {others.map((algorithm) => (
            <label key={algorithm.name}>
              <input type="checkbox" checked={chosen.includes(algorithm.name)} onChange={() => toggle(algorithm.name)} /> {algorithmTitle(hello.algorithms, algorithm.name)}
            </label>
          ))}
        </div>
      </details>
    </section>
  );
}
