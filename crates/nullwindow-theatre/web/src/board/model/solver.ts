// Exact results near the end of a game.

import type { Reply } from "../../protocol";
import type { ProgressReply, SolvedReply } from "../types";
import { TABLE } from "./analysis";
import type { GameRecord } from "./record";
import { Task } from "./task";

export class Solver extends Task {
  result: SolvedReply | null = null;
  progress: ProgressReply | null = null;
  seconds = 30;

  constructor(private readonly record: GameRecord) {
    super("solve");
  }

  /** Whether the position is near enough to the end of its game. */
  get possible(): boolean {
    const { board, game } = this.record;
    if (board === null || board.over !== null || game.solvable === null || board.moves_left === null) return false;
    return board.moves_left <= game.solvable.moves_left;
  }

  async start() {
    this.forget();
    const message = { type: "solve", ...this.record.place(), seconds: this.seconds, table: TABLE };
    const reply = await this.run<Reply & SolvedReply>(message, (part: ProgressReply | SolvedReply) => {
      if (part.type === "progress") this.progress = part;
    });
    if (reply?.type === "solved") this.result = reply;
    this.changed();
  }

  forget() {
    this.abandon();
    this.result = null;
    this.progress = null;
    this.error = null;
  }
}
