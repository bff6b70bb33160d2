/**
 * A board that is drawn from a diagram and answers to mouse, touch and keyboard.
 *
 * The drawing is one SVG that screen readers skip. Above it lies a grid of transparent buttons, one per cell: they bring
 * focus, labels and activation of the browser's own.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Diagram } from "./types";
import { CELL, cellAt, frameOf, isLight, labelOf, place } from "./geometry";
import { Arrow, Badge, Coordinates, Highlights, Offers, Pieces, Surface, type ValueMark } from "./layers";
import { PieceDrawing } from "./pieces";
import { candidates, click, targets as targetsOf } from "./selection";

export interface BoardProps {
  diagram: Diagram;
  /** Which player is to move: colours the offers of boards with one-cell moves. */
  firstMoves: boolean;
  flip: boolean;
  label: string;
  /** Null while moves are not accepted: the board can still be read cell by cell. */
  onMove: ((move: string) => void) | null;
  onAsk: (moves: string[]) => void;
  /** In set-up mode every click goes here instead. */
  onCell?: ((cell: number) => void) | null;
  marks: ValueMark[];
  /** Moves drawn as arrows: a subset of the marks, or a hint. */
  arrows: ValueMark[];
}

export function Board(props: BoardProps) {
  const { diagram, flip } = props;
  const [path, setPath] = useState<number[]>([]);
  const [focus, setFocus] = useState(0);
  const [drag, setDrag] = useState<{ cell: number; x: number; y: number } | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  // A new position ends the selection that belonged to the old one.
  useEffect(() => { setPath([]); setDrag(null); }, [diagram]);
  useEffect(() => {
    if (diagram.cells[focus]?.name) return;
    setFocus(Math.max(0, diagram.cells.findIndex((cell) => cell.name !== "")));
  }, [diagram, focus]);

  const editing = props.onCell != null;
  const activate = (cell: number, from: number[] = path) => {
    if (props.onCell) return props.onCell(cell);
    if (props.onMove === null) return;
    const result = click(diagram, from, cell);
    setPath(result.kind === "select" ? result.path : []);
    if (result.kind === "play") props.onMove(result.move);
    if (result.kind === "ask") props.onAsk(result.moves);
  };
  const moveFocus = (cell: number) => {
    setFocus(cell);
    grid.current?.querySelector<HTMLElement>(`[data-index="${cell}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && path.length > 0) {
      setPath([]);
      event.stopPropagation();
      return;
    }
    const next = neighbour(diagram, focus, event.key, flip);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // The page uses the arrow keys for the game record as well: on the board they belong to the cells.
    event.stopPropagation();
    moveFocus(next);
  };

  const drop = usePointerDrag(props, path, { setPath, setDrag, activate });
  const { left, top, width, height } = frameOf(diagram);
  const open = editing ? new Set<number>() : targetsOf(diagram, path);
  const choice = new Set(candidates(diagram, path).map((m) => m.name));
  // With a piece selected, the values of its moves; otherwise those of one-cell moves and of the arrows.
  const arrows = choice.size > 0 || editing ? [] : props.arrows.filter((m) => m.cells.length > 1);
  const badges = onePerCell([
    ...props.marks.filter((m) => m.cells.length > 0 && (choice.size > 0 ? choice.has(m.move) : m.cells.length === 1)),
    ...arrows,
  ]);
  const offered = !editing && props.onMove !== null && badges.length === 0;
  return (
    <div class={`board ${diagram.look}`} style={{ aspectRatio: `${width} / ${height}`, "--aspect": width / height }}>
      <svg viewBox={`${-left} ${-top} ${width} ${height}`} aria-hidden="true" focusable="false">
        <Surface diagram={diagram} flip={flip} />
        <Coordinates diagram={diagram} flip={flip} />
        <Highlights diagram={diagram} flip={flip} path={path} targets={open} />
        {offered && <Offers diagram={diagram} flip={flip} light={moverIsLight(diagram, props.firstMoves)} />}
        <Pieces diagram={diagram} flip={flip} lifted={drag?.cell ?? null} />
        {[...arrows].reverse().map((mark) => <Arrow diagram={diagram} flip={flip} mark={mark} key={mark.move} />)}
        {!editing && badges.map((mark) => <Badge diagram={diagram} flip={flip} mark={mark} beyond={arrows.includes(mark)} key={mark.move} />)}
        {drag !== null && <Dragged diagram={diagram} cell={drag.cell} x={drag.x} y={drag.y} />}
      </svg>
      <div class="cells" role="grid" aria-label={props.label} ref={grid} onKeyDown={onKeyDown} {...drop}>
        {Array.from({ length: diagram.rows }, (_, row) => (
          <div role="row" key={row}>
            {Array.from({ length: diagram.columns }, (_, column) => {
              const cell = cellAt(diagram, column, row, flip);
              if (diagram.cells[cell]!.name === "") return <span role="gridcell" key={cell} />;
              return (
                <button
                  type="button" role="gridcell" key={cell} data-index={cell} data-cell={diagram.cells[cell]!.name}
                  tabIndex={cell === focus ? 0 : -1} aria-selected={path.includes(cell)}
                  aria-label={labelOf(diagram, cell) + (open.has(cell) ? ", legal target" : "")}
                  style={cellStyle(diagram, column, row)}
                  onFocus={() => setFocus(cell)} onClick={() => activate(cell)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Keeps the best mark of each target cell: several moves may end there. */
function onePerCell(marks: ValueMark[]): ValueMark[] {
  const end = (mark: ValueMark) => mark.cells[mark.cells.length - 1];
  return marks.filter((mark, i) => marks.findIndex((other) => end(other) === end(mark)) === i);
}

function cellStyle(diagram: Diagram, column: number, row: number) {
  const frame = frameOf(diagram);
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return {
    left: percent(frame.left + column * CELL, frame.width), top: percent(frame.top + row * CELL, frame.height),
    width: percent(CELL, frame.width), height: percent(CELL, frame.height),
  };
}

function moverIsLight(diagram: Diagram, firstMoves: boolean): boolean {
  const piece = diagram.pieces.find((p) => p.first === firstMoves);
  return piece !== undefined && isLight(diagram, piece);
}

/** Returns the cell that a key leads to, in the directions of the drawing; null for other keys. */
function neighbour(diagram: Diagram, cell: number, key: string, flip: boolean): number | null {
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-diagram.columns, 0], End: [diagram.columns, 0],
  };
  const step = steps[key];
  if (step === undefined) return null;
  let [column, row] = place(diagram, cell, flip);
  // Cells that are no part of the board are skipped.
  for (;;) {
    const inRow = Math.min(Math.max(column + step[0], 0), diagram.columns - 1);
    const inColumn = Math.min(Math.max(row + step[1], 0), diagram.rows - 1);
    if (inRow === column && inColumn === row) return cell;
    [column, row] = [inRow, inColumn];
    const next = cellAt(diagram, column, row, flip);
    if (diagram.cells[next]!.name !== "") return next;
  }
}

function Dragged({ diagram, cell, x, y }: { diagram: Diagram; cell: number; x: number; y: number }) {
  const piece = diagram.cells[cell]!.piece;
  if (piece === null) return null;
  return (
    <g class="dragged" transform={`translate(${x - CELL / 2} ${y - CELL / 2})`}>
      <PieceDrawing shape={piece.shape} light={isLight(diagram, piece)} coloured={diagram.look === "slots"} />
    </g>
  );
}

interface DragActions {
  setPath: (path: number[]) => void;
  setDrag: (drag: { cell: number; x: number; y: number } | null) => void;
  activate: (cell: number, from?: number[]) => void;
}

/** Pointer handlers for dragging a piece: a drag is a click on its source and a click on its target. */
function usePointerDrag({ diagram, onMove, onCell }: BoardProps, path: number[], actions: DragActions) {
  const start = useRef<{ cell: number; x: number; y: number; dragging: boolean } | null>(null);
  if (onMove === null || onCell) return {};
  return {
    onPointerDown: (event: PointerEvent) => {
      const cell = indexOf(event.target);
      const movable = cell !== null && diagram.moves.some((m) => m.cells.length > 1 && m.cells[0] === cell);
      start.current = movable && event.isPrimary ? { cell, x: event.clientX, y: event.clientY, dragging: false } : null;
    },
    onPointerMove: (event: PointerEvent) => {
      const from = start.current;
      if (from === null || event.buttons === 0) return;
      // A few pixels of tremble are still a click.
      if (!from.dragging && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 6) return;
      if (!from.dragging) {
        from.dragging = true;
        actions.setPath([from.cell]);
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      }
      const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const { left, top, width } = frameOf(diagram);
      const unit = width / box.width;
      actions.setDrag({ cell: from.cell, x: (event.clientX - box.left) * unit - left, y: (event.clientY - box.top) * unit - top });
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (from === null || !from.dragging) return;
      actions.setDrag(null);
      const target = document.elementsFromPoint(event.clientX, event.clientY).map(indexOf).find((cell) => cell !== null);
      if (target !== undefined && target !== null && target !== from.cell) actions.activate(target, [from.cell]);
      else actions.setPath(path.length > 0 ? path : [from.cell]);
    },
    onPointerCancel: () => {
      start.current = null;
      actions.setDrag(null);
    },
  };
}

function indexOf(target: EventTarget | null): number | null {
  const index = (target as HTMLElement | null)?.dataset?.index;
  return index === undefined ? null : Number(index);
}
