// A performance: one or two searches, the moment that is shown, and the clock that plays them.
// Moving is synchronous, so a caller that goes to a moment can read its state at once.

import { useEffect, useReducer } from "preact/hooks";
import type { Stage } from "../protocol";
import { Player, type Mark } from "./player";
import { findMark, timeline, type Timeline } from "./timeline";

/** Receives the nodes that each search touched; null if only the clock changed. */
export type ShowListener = (touched: Set<number>[] | null) => void;

let shows = 0;

export class Show {
  /** Tells performances apart: a page that gets a new one starts from scratch. */
  readonly id = shows++;
  readonly players: Player[];
  readonly moments: Timeline;
  at = 0;
  playing = false;
  /** Steps per second. */
  speed = 3;
  private readonly listeners = new Set<ShowListener>();
  private frame = 0;

  constructor(readonly stages: Stage[]) {
    this.players = stages.map((stage) => new Player(stage));
    this.moments = timeline(stages);
  }

  get last(): number {
    return this.moments.length - 1;
  }

  goto(moment: number) {
    const to = Math.max(0, Math.min(this.last, Math.trunc(moment)));
    if (to === this.at) return;
    this.at = to;
    const touched = this.players.map((player, i) => player.goto(this.moments[to]![i]!));
    for (const listener of this.listeners) listener(touched);
  }

  /** Goes to the next or previous marked step; to the end or the start if there is none. */
  jump(mark: Mark, back: boolean) {
    const found = findMark(this.moments, this.stages, this.at, mark, back);
    this.goto(found ?? (back ? 0 : this.last));
  }

  toggle() {
    if (this.playing) return this.pause();
    if (this.at === this.last) this.goto(0);
    this.playing = true;
    let before = performance.now();
    let due = 0;
    const tick = (now: number) => {
      if (!this.playing) return;
      // A page in the background gets no frames: do not rush through what was missed.
      due += (Math.min(now - before, 250) / 1000) * this.speed;
      before = now;
      const steps = Math.floor(due);
      due -= steps;
      if (steps > 0) this.goto(this.at + steps);
      if (this.at === this.last) this.pause();
      else this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
    this.notify();
  }

  pause() {
    cancelAnimationFrame(this.frame);
    if (!this.playing) return;
    this.playing = false;
    this.notify();
  }

  setSpeed(speed: number) {
    this.speed = speed;
    this.notify();
  }

  subscribe(listener: ShowListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private notify() {
    for (const listener of this.listeners) listener(null);
  }
}

/** Renders again whenever the show moves. */
export function useShow(show: Show | null) {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => show?.subscribe(() => render(null as never)), [show]);
}
