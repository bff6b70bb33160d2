// A position that the user puts together, cell by cell.

import type { Reply } from "../../protocol";
import { samePiece } from "../geometry";
import type { Diagram, Piece } from "../types";
import { boardOf } from "./positions";
import type { GameRecord } from "./record";
import { Task } from "./task";

export class Setup extends Task {
  /** The diagram with the cells as they are set up; null while the user plays. */
  diagram: Diagram | null = null;
  firstMoves = true;
  /** The piece that a click places; null removes. */
  brush: Piece | null = null;

  constructor(private readonly record: GameRecord) {
    super("compose");
  }

  begin() {
    const { board } = this.record;
    if (!board?.diagram) return;
    this.error = null;
    this.firstMoves = board.first_moves;
    this.take(board.diagram);
    this.brush = this.diagram!.pieces[0] ?? null;
  }

  end() {
    this.diagram = null;
    this.error = null;
    this.changed();
  }

  /** Places the chosen piece; a click on the same piece removes it. */
  put(cell: number) {
    const { diagram, brush } = this;
    if (!diagram) return;
    const cells = diagram.cells.slice();
    const old = cells[cell]!;
    const piece = samePiece(old.piece, brush) || brush === null ? null : { shape: brush.shape, first: brush.first };
    cells[cell] = { ...old, piece };
    this.diagram = { ...diagram, cells };
    this.error = null;
    this.changed();
  }

  clear() {
    if (!this.diagram) return;
    this.diagram = { ...this.diagram, cells: this.diagram.cells.map((cell) => ({ ...cell, piece: null })) };
    this.changed();
  }

  async toStart() {
    const board = await boardOf({ game: this.record.game.name, position: null, moves: [] });
    if (!board.diagram) return;
    this.firstMoves = board.first_moves;
    this.take(board.diagram);
  }

  setBrush(brush: Piece | null) {
    this.brush = brush;
    this.changed();
  }

  setMover(firstMoves: boolean) {
    this.firstMoves = firstMoves;
    this.changed();
  }

  /** Turns the cells into a position and puts it on the board. */
  async finish() {
    const { diagram, record } = this;
    if (!diagram) return;
    const cells = diagram.cells.map((cell) => cell.piece);
    const message = { type: "compose", game: record.game.name, cells, first_moves: this.firstMoves };
    const reply = await this.run<Reply & { position: string }>(message);
    if (!reply) return;
    if (await record.load(record.game, reply.position, [])) this.end();
    else this.error = record.positionError ?? record.boardError;
    this.changed();
  }

  private take(diagram: Diagram) {
    this.diagram = { ...diagram, moves: [], last: [] };
    this.changed();
  }
}
