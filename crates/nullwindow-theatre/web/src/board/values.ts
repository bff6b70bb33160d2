// The values of the root moves that the board shows: those of the exact result, or else of the latest iteration.

import { toneOf } from "./format";
import type { ValueMark } from "./layers";
import type { Theatre } from "./model/theatre";
import type { Diagram, Game, MoveValue } from "./types";

/** Arrows drawn at once: more would hide the board. */
const ARROWS = 3;

export function marksOf(game: Game, diagram: Diagram, values: MoveValue[]): ValueMark[] {
  const best = Math.max(...values.map((v) => v.value));
  return values.flatMap((v) => {
    const move = diagram.moves.find((m) => m.name === v.move);
    return move ? [{ move: v.move, cells: move.cells, text: v.text, tone: toneOf(game, best, v.value) }] : [];
  });
}

/** Returns what is drawn on the board of the position shown. */
export function boardMarks(theatre: Theatre): { marks: ValueMark[]; arrows: ValueMark[] } {
  const { record, solver, first, second, opponent } = theatre;
  const diagram = record.board?.diagram;
  if (!diagram || record.preview) return { marks: [], arrows: [] };
  const hint = opponent.hint;
  if (hint) {
    const cells = diagram.moves.find((m) => m.name === hint.move)?.cells ?? [];
    const mark: ValueMark = { move: hint.move, cells, text: hint.text, tone: "best" };
    return { marks: [mark], arrows: [mark] };
  }
  if (theatre.tool !== "analyse") return { marks: [], arrows: [] };
  const latest = first.latest ?? (theatre.compare ? second.latest : null);
  const values = solver.result?.solved ? solver.result.moves : latest === null ? [] : valuesOf(latest);
  const marks = marksOf(record.game, diagram, values);
  return { marks, arrows: marks.slice(0, ARROWS) };
}

/** The values of an iteration; of the best move alone where the others were not searched for their values. */
export function valuesOf(iteration: { best: string | null; value: number; text: string; line: string[]; moves: MoveValue[] }): MoveValue[] {
  const { best, value, text, line, moves } = iteration;
  if (moves?.length) return moves;
  return best === null ? [] : [{ move: best, value, text, line }];
}
