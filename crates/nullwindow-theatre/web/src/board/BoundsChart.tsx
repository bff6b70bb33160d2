// The bounds on the root's value, pass by pass, within one iteration. Drawn by hand: it changes with every pass, and a
// few path commands cost less than a new canvas.

import { bounds as boundsText, score } from "./format";
import type { Game, PassReply } from "./types";

const WIDTH = 340;
const HEIGHT = 120;
const LEFT = 52;
const TOP = 10;
const BOTTOM = 22;

export function BoundsChart({ game, passes }: { game: Game; passes: PassReply[] }) {
  const finite = passes.flatMap((p) => [p.lower, p.upper]).filter((v): v is number => v !== null);
  if (passes.length === 0 || finite.length === 0) return null;
  const spread = Math.max(...finite) - Math.min(...finite);
  const pad = Math.max(spread * 0.35, game.scale / 10, 1);
  const [low, high] = [Math.min(...finite) - pad, Math.max(...finite) + pad];
  const x = (pass: number) => LEFT + (pass / passes.length) * (WIDTH - LEFT - 8);
  const y = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  // An infinite bound lies on the edge.
  const upper = passes.map((p) => y(p.upper ?? high));
  const lower = passes.map((p) => y(p.lower ?? low));
  const steps = (values: number[]) => values.map((v, i) => `${i === 0 ? "M" : "L"}${x(i)} ${v}H${x(i + 1)}`).join("");
  const area = `${steps(upper)}${lower.map((v, i) => `L${x(i + 1)} ${v}H${x(i)}`).reverse().join("")}Z`;
  const last = passes[passes.length - 1]!;
  const labels = spread === 0 ? [finite[0]!] : [Math.max(...finite), Math.min(...finite)];
  const summary = `Bounds at depth ${last.depth} after ${passes.length} passes: ${boundsText(game, last.lower, last.upper)}`;
  return (
    <figure class="bounds-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
        {labels.map((v) => (
          <g key={v}>
            <path class="guide" d={`M${LEFT} ${y(v)}H${WIDTH - 8}`} />
            <text x={LEFT - 6} y={y(v) + 4} text-anchor="end">{score(game, v)}</text>
          </g>
        ))}
        {passes.some((p) => p.upper === null) && <text x={LEFT - 6} y={TOP + 4} text-anchor="end">+∞</text>}
        {passes.some((p) => p.lower === null) && <text x={LEFT - 6} y={HEIGHT - BOTTOM + 2} text-anchor="end">-∞</text>}
        <path class="between" d={area} />
        <path class="upper" d={steps(upper)} />
        <path class="lower" d={steps(lower)} />
        <path class="axis" d={`M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - 8}`} />
        <text x={LEFT} y={HEIGHT - 6}>1</text>
        <text x={WIDTH - 8} y={HEIGHT - 6} text-anchor="end">pass {passes.length}</text>
      </svg>
      <figcaption>
        {last.move ? `${last.move}, depth` : "Depth"} {last.depth}: <span class="key upper">upper</span> and <span class="key lower">lower</span> bound after each pass
      </figcaption>
    </figure>
  );
}
