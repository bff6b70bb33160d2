/** From clicks on cells to moves: pure, so that mouse, keyboard and drag share one behaviour. */
import type { Diagram, DiagramMove } from "./types";

export type Click =
  | { kind: "play"; move: string }
  /** Several moves have these cells: ask by name. */
  | { kind: "ask"; moves: string[] }
  /** The cells chosen so far, from the source on; empty if nothing is selected. */
  | { kind: "select"; path: number[] };

function startsWith(cells: number[], path: number[]): boolean {
  return path.every((cell, i) => cells[i] === cell);
}

function choose(moves: DiagramMove[]): Click {
  const names = [...new Set(moves.map((m) => m.name))];
  return names.length === 1 ? { kind: "play", move: names[0]! } : { kind: "ask", moves: names };
}

/** Returns the cell that a click means: in `slots`, anywhere in a column is the cell where the stone lands. */
function meant(diagram: Diagram, cell: number): number {
  if (diagram.look !== "slots") return cell;
  const landing = diagram.moves.find((m) => m.cells.length === 1 && m.cells[0]! % diagram.columns === cell % diagram.columns);
  return landing?.cells[0] ?? cell;
}

/** Returns what a click on `cell` does after the cells of `path` were chosen. */
export function click(diagram: Diagram, path: number[], cell: number): Click {
  const target = meant(diagram, cell);
  if (path.length > 0) {
    const open = diagram.moves.filter((m) => m.cells.length > path.length && startsWith(m.cells, path));
    const ends = open.filter((m) => m.cells[m.cells.length - 1] === target);
    if (ends.length > 0) return choose(ends);
    // A step on the way of a multiple jump narrows the choice.
    if (open.some((m) => m.cells[path.length] === target)) return { kind: "select", path: [...path, target] };
    if (path[0] === target) return { kind: "select", path: [] };
  }
  const single = diagram.moves.filter((m) => m.cells.length === 1 && m.cells[0] === target);
  if (single.length > 0) return choose(single);
  const isSource = diagram.moves.some((m) => m.cells.length > 1 && m.cells[0] === target);
  return { kind: "select", path: isSource ? [target] : [] };
}

/** Returns the moves that begin with the chosen cells. */
export function candidates(diagram: Diagram, path: number[]): DiagramMove[] {
  return path.length === 0 ? [] : diagram.moves.filter((m) => m.cells.length > 1 && startsWith(m.cells, path));
}

/** Returns the cells to mark as targets: the ends of all candidates, and the next steps of multiple jumps. */
export function targets(diagram: Diagram, path: number[]): Set<number> {
  const cells = new Set<number>();
  for (const { cells: way } of candidates(diagram, path)) {
    cells.add(way[way.length - 1]!);
    if (way.length > path.length) cells.add(way[path.length]!);
  }
  return cells;
}

/** Returns the moves without cells, such as passes: they are buttons. */
export function cellless(diagram: Diagram): string[] {
  return diagram.moves.filter((m) => m.cells.length === 0).map((m) => m.name);
}
