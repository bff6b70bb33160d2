// The game on the board: where it started, the moves, and the ply that is shown.

import { EngineError } from "../../engine";
import type { BoardReply, Game } from "../types";
import { Emitter } from "./emitter";
import { boardOf, keyOf, type Place } from "./positions";

/** A position that is shown for a moment instead of the game's: one of a line that the user points at. */
export interface Preview { board: BoardReply; line: string[] }

export class GameRecord extends Emitter {
  game: Game;
  position: string | null = null;
  moves: string[] = [];
  ply = 0;
  flip = false;
  /** The board of the ply shown; null until the first answer. */
  board: BoardReply | null = null;
  preview: Preview | null = null;
  /** The board of the ply shown is still on its way. */
  waiting = false;
  /** The names of the players of a pasted game. */
  players: [string | null, string | null] = [null, null];
  /** A message that belongs to the position field, or to the board. */
  positionError: string | null = null;
  boardError: string | null = null;
  /** Called after another position has appeared on the board. */
  onPosition: () => void = () => {};
  private previewKey = "";

  constructor(game: Game) {
    super();
    this.game = game;
  }

  /** Names the position shown. */
  place(): Place {
    return { game: this.game.name, position: this.position, moves: this.moves.slice(0, this.ply) };
  }

  /** Whether the last position of the game is shown. */
  get atEnd(): boolean {
    return this.ply === this.moves.length;
  }

  /** Replaces the whole game, and keeps the old one if the new one is wrong. Returns whether it was accepted. */
  async load(game: Game, position: string | null, moves: string[], ply = moves.length): Promise<boolean> {
    this.positionError = this.boardError = null;
    try {
      const end = await boardOf({ game: game.name, position, moves });
      this.game = game;
      this.position = position;
      this.moves = end.played.length === moves.length ? end.played : moves;
      this.players = [null, null];
      await this.goTo(Math.min(Math.max(ply, 0), moves.length), true);
      return true;
    } catch (error) {
      const message = error instanceof EngineError ? error.message : String(error);
      if (error instanceof EngineError && error.field !== "position") this.boardError = message;
      else this.positionError = message;
      this.changed();
      return false;
    }
  }

  /** Shows another ply. A later call wins over an earlier one that is still waiting. */
  async goTo(ply: number, force = false) {
    const wanted = Math.min(Math.max(ply, 0), this.moves.length);
    if (wanted === this.ply && !force) return;
    this.ply = wanted;
    this.preview = null;
    this.previewKey = "";
    const place = this.place();
    const current = () => keyOf(place) === keyOf(this.place());
    this.waiting = true;
    const board = await boardOf(place).finally(() => {
      if (current()) this.waiting = false;
    });
    if (!current()) return;
    this.board = board;
    this.boardError = this.positionError = null;
    this.changed();
    this.onPosition();
  }

  /**
   * Plays a move in the position shown. What followed it in the record is replaced, unless it is the same move.
   *
   * Does nothing while the board is on its way: the move was meant for another position. The second click of a double
   * click would otherwise play for the opponent.
   */
  async play(move: string) {
    if (this.waiting) return;
    const before = { moves: this.moves, ply: this.ply };
    if (this.moves[this.ply] !== move) this.moves = [...this.moves.slice(0, this.ply), move];
    try {
      await this.goTo(this.ply + 1);
    } catch (error) {
      this.moves = before.moves;
      this.ply = before.ply;
      this.boardError = error instanceof Error ? error.message : String(error);
      this.changed();
    }
  }

  /** Removes the last moves of the game. */
  async takeBack(plies: number) {
    this.moves = this.moves.slice(0, Math.max(0, this.moves.length - plies));
    await this.goTo(this.moves.length, true);
  }

  /** Shows the position after a line from a ply of the game; an empty line ends the preview. */
  async show(line: string[], from = this.ply) {
    const place = { ...this.place(), moves: [...this.moves.slice(0, from), ...line] };
    const key = line.length > 0 ? keyOf(place) : "";
    this.previewKey = key;
    if (key === "") {
      if (this.preview !== null) this.changed();
      this.preview = null;
      return;
    }
    const board = await boardOf(place).catch(() => null);
    // The pointer may have left in the meantime.
    if (board === null || this.previewKey !== key) return;
    this.preview = { board, line };
    this.changed();
  }

  /** Plays a line from a ply of the game. What followed is replaced. */
  async playLine(line: string[], from = this.ply) {
    await this.load(this.game, this.position, [...this.moves.slice(0, from), ...line]);
  }

  /** Whether the first player made the move of a ply. */
  firstMoved(ply: number): boolean {
    return this.firstStarts === (ply % 2 === 0);
  }

  /** Whether the first player moves at an even ply: a pass is a move, so that the players alternate. */
  get firstStarts(): boolean {
    return this.board === null || this.board.first_moves === (this.ply % 2 === 0);
  }

  setFlip(flip: boolean) {
    this.flip = flip;
    this.changed();
  }
}
