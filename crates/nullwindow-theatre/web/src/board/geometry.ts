/** Positions of cells on the drawn board, and names for screen readers. */
import type { Diagram, NamedPiece, Piece } from "./types";

/** Units per cell in the drawing. */
export const CELL = 100;

/** Room around the cells: for coordinates left and below, for outlines elsewhere. */
export interface Frame { left: number; top: number; width: number; height: number }

export function frameOf({ columns, rows, files, ranks }: Diagram): Frame {
  const edge = 6;
  const left = ranks.length > 0 ? 46 : edge;
  const bottom = files.length > 0 ? 42 : edge;
  return { left, top: edge, width: left + columns * CELL + edge, height: edge + rows * CELL + bottom };
}

/** Returns the column and row at which a cell is drawn. A flipped board is turned by 180 degrees, except that stones
 * always fall down: `slots` are mirrored from left to right only. */
export function place(diagram: Diagram, cell: number, flip: boolean): [column: number, row: number] {
  const column = cell % diagram.columns;
  const row = Math.floor(cell / diagram.columns);
  if (!flip) return [column, row];
  return [diagram.columns - 1 - column, diagram.look === "slots" ? row : diagram.rows - 1 - row];
}

/** Returns the cell drawn at a column and row: the inverse of {@link place}. */
export function cellAt(diagram: Diagram, column: number, row: number, flip: boolean): number {
  const c = flip ? diagram.columns - 1 - column : column;
  const r = flip && diagram.look !== "slots" ? diagram.rows - 1 - row : row;
  return r * diagram.columns + c;
}

/** Returns the centre of a cell in drawing units. */
export function centre(diagram: Diagram, cell: number, flip: boolean): [x: number, y: number] {
  const [column, row] = place(diagram, cell, flip);
  return [(column + 0.5) * CELL, (row + 0.5) * CELL];
}

export function nameOf(diagram: Diagram, piece: Piece): string {
  const named = diagram.pieces.find((p) => p.shape === piece.shape && p.first === piece.first);
  return named?.name ?? piece.shape;
}

/**
 * Returns whether a side's pieces are drawn light. Which player has which colour differs between games, and the names of
 * the pieces tell; where they do not, the first player is light on squares and dark on felt.
 */
export function isLight(diagram: Diagram, piece: Piece): boolean {
  const name = nameOf(diagram, piece);
  if (/\b(white|light|yellow)\b/i.test(name)) return true;
  if (/\b(black|dark|red)\b/i.test(name)) return false;
  return diagram.look === "felt" ? !piece.first : piece.first;
}

export function labelOf(diagram: Diagram, cell: number): string {
  const { name, piece } = diagram.cells[cell]!;
  return piece === null ? `${name}, empty` : `${name}, ${nameOf(diagram, piece)}`;
}

export function samePiece(a: Piece | null, b: Piece | null): boolean {
  return a === b || (a !== null && b !== null && a.shape === b.shape && a.first === b.first);
}

/** Returns the pieces of the palette, those of the first player before the others. */
export function palette(diagram: Diagram): NamedPiece[] {
  return [...diagram.pieces].sort((a, b) => Number(b.first) - Number(a.first));
}
