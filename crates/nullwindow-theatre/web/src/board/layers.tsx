/** The layers of a drawn board, from the surface up: squares, highlights, pieces, values. */
import type { Diagram } from "./types";
import { CELL, centre, isLight, place } from "./geometry";
import { PieceDrawing } from "./pieces";

/** How good a move is, as a class of colours. */
export type Tone = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** The value of a root move, as drawn on the board. */
export interface ValueMark { move: string; cells: number[]; text: string; tone: Tone }

interface LayerProps { diagram: Diagram; flip: boolean }

export function Surface({ diagram, flip }: LayerProps) {
  const { columns, rows, look } = diagram;
  return (
    <g class={`surface ${look}`}>
      {look !== "lines" && <rect class="plate" x={0} y={0} width={columns * CELL} height={rows * CELL} rx={look === "slots" ? 24 : 3} />}
      {diagram.cells.map((cell, i) => {
        if (cell.name === "") return null;
        const [column, row] = place(diagram, i, flip);
        const [x, y] = [column * CELL, row * CELL];
        if (look === "slots") return <circle class="hole" cx={x + 50} cy={y + 50} r={41} key={i} />;
        return <rect class={cell.shade ? "square shade" : "square"} x={x} y={y} width={CELL} height={CELL} key={i} />;
      })}
      {look === "lines" && <Lines diagram={diagram} flip={flip} />}
    </g>
  );
}

/** Lines between cells, none around them. */
function Lines({ diagram: { columns, rows } }: LayerProps) {
  const inner = (n: number) => Array.from({ length: n - 1 }, (_, i) => (i + 1) * CELL);
  const upright = inner(columns).map((x) => `M${x} 6V${rows * CELL - 6}`);
  const level = inner(rows).map((y) => `M6 ${y}H${columns * CELL - 6}`);
  return <path class="rule" d={[...upright, ...level].join("")} />;
}

export function Coordinates({ diagram, flip }: LayerProps) {
  const { columns, rows, files, ranks } = diagram;
  const bottom = rows * CELL + 34;
  return (
    <g class="coordinates">
      {files.map((file, i) => (
        <text x={(flip ? columns - 1 - i : i) * CELL + 50} y={bottom} text-anchor="middle" key={`f${i}`}>{file}</text>
      ))}
      {ranks.map((rank, i) => {
        const [, row] = place(diagram, i * columns, flip);
        return <text x={-14} y={row * CELL + 60} text-anchor="end" key={`r${i}`}>{rank}</text>;
      })}
      {/* Boards whose cells are numbered have no files: the numbers stand in the cells. */}
      {files.length === 0 && diagram.cells.map((cell, i) => {
        const [column, row] = place(diagram, i, flip);
        return cell.name && <text class="in-cell" x={column * CELL + 6} y={row * CELL + 24} key={`c${i}`}>{cell.name}</text>;
      })}
    </g>
  );
}

export interface HighlightProps extends LayerProps { path: number[]; targets: Set<number> }

export function Highlights({ diagram, flip, path, targets }: HighlightProps) {
  const square = (cell: number, kind: string) => {
    const [column, row] = place(diagram, cell, flip);
    if (diagram.look === "slots") return <circle class={kind} cx={column * CELL + 50} cy={row * CELL + 50} r={49} key={`${kind}${cell}`} />;
    return <rect class={kind} x={column * CELL} y={row * CELL} width={CELL} height={CELL} key={`${kind}${cell}`} />;
  };
  return (
    <g class="highlights">
      {diagram.last.map((cell) => square(cell, "last"))}
      {path.map((cell) => square(cell, "selected"))}
      {[...targets].map((cell) => {
        const [x, y] = centre(diagram, cell, flip);
        const taken = diagram.cells[cell]!.piece !== null;
        return <circle class={taken ? "target taken" : "target"} cx={x} cy={y} r={taken ? 44 : 15} key={`t${cell}`} />;
      })}
    </g>
  );
}

/** Dots on the cells where a stone may be set: boards of one-cell moves show them without a selection. */
export function Offers({ diagram, flip, light }: LayerProps & { light: boolean }) {
  return (
    <g class={`offers ${light ? "light" : "dark"}`}>
      {diagram.moves.filter((m) => m.cells.length === 1).map((m) => {
        const [x, y] = centre(diagram, m.cells[0]!, flip);
        return <circle class="offer" cx={x} cy={y} r={11} key={m.name} />;
      })}
    </g>
  );
}

export function Pieces({ diagram, flip, lifted }: LayerProps & { lifted: number | null }) {
  return (
    <g class="pieces">
      {diagram.cells.map((cell, i) => {
        if (cell.piece === null || cell.name === "") return null;
        const [column, row] = place(diagram, i, flip);
        return (
          <g transform={`translate(${column * CELL} ${row * CELL})`} class={i === lifted ? "lifted" : undefined} key={i}>
            <PieceDrawing shape={cell.piece.shape} light={isLight(diagram, cell.piece)} coloured={diagram.look === "slots"} />
          </g>
        );
      })}
    </g>
  );
}

/** A value on its target cell: in the middle of an empty cell, at the foot of a taken one, beyond the head of an arrow. */
export function Badge({ diagram, flip, mark, beyond }: LayerProps & { mark: ValueMark; beyond: boolean }) {
  const cell = mark.cells[mark.cells.length - 1]!;
  const [x, y] = centre(diagram, cell, flip);
  // Long texts shrink, so that badges of neighbours do not meet.
  const size = Math.min(28, 126 / mark.text.length);
  const width = Math.min(96, Math.max(46, 18 + mark.text.length * size * 0.64));
  const [, fromY] = centre(diagram, mark.cells[mark.cells.length - 2] ?? cell, flip);
  const free = diagram.cells[cell]!.piece === null && !beyond;
  const top = free ? y - 19 : beyond && fromY > y ? y - 49 : y + 11;
  return (
    <g class={`badge ${mark.tone}`}>
      <rect x={x - width / 2} y={top} width={width} height={38} rx={10} />
      <text x={x} y={top + 19 + size * 0.35} font-size={size} text-anchor="middle">{mark.text}</text>
    </g>
  );
}

/** An arrow along the cells of a move. It ends before the centre, so that the head does not hide the piece. */
export function Arrow({ diagram, flip, mark }: LayerProps & { mark: ValueMark }) {
  const points = mark.cells.map((cell) => centre(diagram, cell, flip));
  const [x, y] = points[points.length - 1]!;
  const [fromX, fromY] = points[points.length - 2]!;
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
  const [headX, headY] = [x - dx * 12, y - dy * 12];
  const [neckX, neckY] = [headX - dx * 34, headY - dy * 34];
  const shaft = [...points.slice(0, -1), [neckX, neckY]].map(([px, py], i) => `${i === 0 ? "M" : "L"}${px} ${py}`).join("");
  const head = `M${headX} ${headY}L${neckX - dy * 22} ${neckY + dx * 22}L${neckX + dy * 22} ${neckY - dx * 22}Z`;
  return (
    <g class={`arrow ${mark.tone}`}>
      <path class="shaft" d={shaft} />
      <path class="head" d={head} />
    </g>
  );
}
