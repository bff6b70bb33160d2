// The judgement of a whole game, move by move.

import type { Judgement } from "../types";
import type { GameRecord } from "./record";
import { keyOf } from "./positions";
import { Task } from "./task";

export interface JudgeSettings { algorithm: string; depth: number | null; seconds: number | null; selective: boolean }

export class Judge extends Task {
  /** By ply: the move that leads from this ply to the next. */
  judgements: Judgement[] = [];
  /** The game that was judged. */
  private of: string[] = [];
  private start = "";

  constructor(private readonly record: GameRecord, public settings: JudgeSettings) {
    super("judge");
  }

  async judge() {
    const { record } = this;
    this.judgements = [];
    this.of = record.moves;
    this.start = this.startKey();
    const { algorithm, depth, seconds, selective } = this.settings;
    const whole = { ...record.place(), moves: record.moves };
    await this.run({ type: "judge", ...whole, algorithm, depth, seconds, selective }, (part: Judgement) => {
      if (part.type === "judgement") this.judgements[part.ply] = part;
    });
  }

  /** Returns the judgement of a move of the game as it is now; null if the game went another way before it. */
  at(ply: number): Judgement | null {
    const judgement = this.judgements[ply];
    if (!judgement || this.start !== this.startKey()) return null;
    for (let i = 0; i <= ply; i++) if (this.of[i] !== this.record.moves[i]) return null;
    return judgement;
  }

  /** The moves judged so far, and all of them. */
  get progress(): [done: number, all: number] {
    return [this.judgements.filter(Boolean).length, this.of.length];
  }

  set(change: Partial<JudgeSettings>) {
    this.settings = { ...this.settings, ...change };
    this.changed();
  }

  private startKey(): string {
    return keyOf({ ...this.record.place(), moves: [] });
  }
}
