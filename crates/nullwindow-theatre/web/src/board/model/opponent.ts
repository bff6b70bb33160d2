// The engine as an opponent, and as an adviser.

import type { Reply } from "../../protocol";
import type { ChosenReply, InfoReply, IterationReply } from "../types";
import { TABLE } from "./analysis";
import type { GameRecord } from "./record";
import { Task } from "./task";

/** The sides that the engine plays. */
export type Sides = "none" | "first" | "second" | "both";
export type Strength = { elo: number } | { seconds: number };

/** Time of a hint: long enough for a sound move, short enough to wait for. */
const HINT_SECONDS = 1;

export class Opponent extends Task {
  sides: Sides = "none";
  strength: Strength = { seconds: 1 };
  info: InfoReply | null = null;
  /** The latest move of the engine, for screen readers. */
  announcement = "";
  hint: { move: string; text: string } | null = null;
  readonly hints = new Task("hint");

  constructor(private readonly record: GameRecord, private readonly algorithm: string) {
    super("play");
    this.hints.subscribe(() => this.changed());
  }

  /** Whether the engine is to move in the position shown. */
  get toMove(): boolean {
    const { board } = this.record;
    if (board === null || board.over !== null || !this.record.atEnd || this.sides === "none") return false;
    return this.sides === "both" || (this.sides === "first") === board.first_moves;
  }

  setSides(sides: Sides) {
    this.sides = sides;
    this.positionChanged();
  }

  setStrength(strength: Strength) {
    this.strength = strength;
    // A move that is being thought about is chosen anew with the new strength.
    if (this.running) this.positionChanged();
    this.changed();
  }

  positionChanged() {
    this.abandon();
    this.hints.abandon();
    this.hint = null;
    this.info = null;
    if (this.toMove) void this.think();
    this.changed();
  }

  private async think() {
    const { record, strength } = this;
    const mover = record.board!.mover;
    const limits = "elo" in strength ? { elo: strength.elo, seconds: null } : { elo: null, seconds: strength.seconds };
    const reply = await this.run<Reply & ChosenReply>(
      // A weaker level varies its play; the seed follows the game so that a reload repeats it.
      { type: "play", ...record.place(), ...limits, depth: null, algorithm: this.algorithm, selective: record.game.selective, seed: record.moves.length + 1 },
      (part: InfoReply | ChosenReply) => {
        if (part.type === "info") this.info = part;
      },
    );
    if (reply?.type !== "chosen") return;
    this.announcement = `${mover} plays ${reply.move}.`;
    await record.play(reply.move);
  }

  /** Removes the last move of the user, and the engine's answer to it. */
  async takeBack() {
    const { record } = this;
    this.abandon();
    const both = this.sides === "both" || this.sides === "none";
    await record.takeBack(both || this.toMove || record.moves.length < 2 ? 1 : 2);
  }

  async suggest() {
    const { record } = this;
    this.hint = null;
    const message = {
      type: "analyze", ...record.place(), algorithm: this.algorithm, depth: null, seconds: HINT_SECONDS, nodes: null,
      selective: record.game.selective, values: "best", table: TABLE, threads: 1,
    };
    await this.hints.run(message, (part: IterationReply) => {
      if (part.type === "iteration" && part.best !== null) this.hint = { move: part.best, text: part.text };
    });
    this.changed();
  }
}
