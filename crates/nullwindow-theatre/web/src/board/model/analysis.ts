// A running analysis: the stream of passes and iterations of one engine.

import { engine, EngineError, type Running } from "../../engine";
import type { Reply } from "../../protocol";
import type { BoardReply, IterationReply, PassReply, ProgressReply } from "../types";
import { Emitter } from "./emitter";
import type { GameRecord } from "./record";

export interface AnalysisSettings {
  algorithm: string;
  /** Null: no limit of depth. */
  depth: number | null;
  /** Null: no limit of time. */
  seconds: number | null;
  selective: boolean;
  values: "best" | "all";
}

/** Size of the table in MiB. */
export const TABLE = 64;

/** Passes kept for the chart of one iteration: more would be less than a pixel apart. */
const PASSES_KEPT = 400;

export class Analysis extends Emitter {
  /** The user wants every position shown to be analysed. */
  wanted = false;
  /** A request is under way. */
  running = false;
  iterations: IterationReply[] = [];
  /** The passes of the latest iteration that has any. */
  passes: PassReply[] = [];
  progress: ProgressReply | null = null;
  /** Why the analysis ended. */
  ended: string | null = null;
  error: { message: string; field: string | null } | null = null;
  /** Seconds from the request to its latest reply. */
  elapsed = 0;
  private startedAt = 0;
  private request: Running<Reply> | null = null;
  private restartWhenReady = false;

  constructor(readonly panel: string, readonly record: GameRecord, public settings: AnalysisSettings) {
    super();
  }

  get latest(): IterationReply | null {
    return this.iterations[this.iterations.length - 1] ?? null;
  }

  /** Nodes of all iterations, the unfinished one included. */
  get nodes(): number {
    return Math.max(this.progress?.nodes ?? 0, this.iterations.reduce((sum, { nodes }) => sum + nodes, 0));
  }

  start() {
    this.wanted = true;
    this.restart();
  }

  stop() {
    this.wanted = false;
    this.restartWhenReady = false;
    this.request?.cancel();
    this.changed();
  }

  /** Changes settings; a running analysis starts again with them. */
  set(change: Partial<AnalysisSettings>) {
    this.settings = { ...this.settings, ...change };
    this.error = null;
    if (this.wanted) this.restart();
    this.changed();
  }

  /** Another position is shown. */
  positionChanged() {
    this.abandon();
    this.clear();
    if (this.wanted) this.restart();
    this.changed();
  }

  /** The connection is back. */
  ready() {
    if (!this.restartWhenReady) return;
    this.restartWhenReady = false;
    if (this.wanted) this.restart();
  }

  /** Ends the request without waiting for its last reply. */
  abandon() {
    this.request?.cancel();
    this.request = null;
    this.running = false;
  }

  private clear() {
    this.iterations = [];
    this.passes = [];
    this.progress = null;
    this.ended = null;
    this.error = null;
  }

  private restart() {
    this.abandon();
    this.clear();
    this.changed();
    const board: BoardReply | null = this.record.board;
    if (board === null || board.over !== null || board.moves.length === 0) {
      this.ended = board === null ? null : "The game is over.";
      return;
    }
    const { algorithm, depth, seconds, selective, values } = this.settings;
    const request: Running<Reply> = engine.request(
      { type: "analyze", ...this.record.place(), algorithm, depth, seconds, nodes: null, selective, values, table: TABLE, threads: 1 },
      (reply) => this.request === request && this.receive(reply),
      this.panel,
    );
    this.request = request;
    this.startedAt = performance.now();
    this.elapsed = 0;
    this.running = true;
    request.promise.then(
      (reply) => this.end(request, reply as Reply & { stopped?: boolean; reason?: string | null }),
      (error: EngineError) => this.fail(request, error),
    );
  }

  private receive(reply: PassReply | IterationReply | ProgressReply) {
    this.elapsed = (performance.now() - this.startedAt) / 1000;
    // Bounds of unnamed root moves say nothing about the root.
    if (reply.type === "pass" && this.settings.values === "all" && !reply.move) return;
    if (reply.type === "pass") {
      // The passes of a finished search stay until those of the next one arrive.
      const before = this.passes[this.passes.length - 1];
      if (before && !continues(before, reply)) this.passes = [];
      if (this.passes.length < PASSES_KEPT) this.passes.push(reply);
    } else if (reply.type === "iteration") {
      this.iterations.push(reply);
    } else if (reply.type === "progress") {
      this.progress = reply;
    }
    this.changed();
  }

  private end(request: Running<Reply>, reply: { stopped?: boolean; reason?: string | null }) {
    if (this.request !== request) return;
    this.request = null;
    this.running = false;
    this.ended = reply.reason ? `Ended: ${reply.reason}.` : reply.stopped ? "Stopped." : "Finished.";
    this.changed();
  }

  private fail(request: Running<Reply>, error: EngineError) {
    if (this.request !== request) return;
    this.request = null;
    this.running = false;
    if (error.lost) {
      this.restartWhenReady = this.wanted;
      this.ended = "The connection was lost; the analysis starts again when it is back.";
      if (engine.state === "ready") this.ready();
    } else {
      this.wanted = false;
      this.error = { message: error.message, field: error.field };
    }
    this.changed();
  }
}

/** Whether a pass belongs to the same search as the one before it: there bounds only narrow. */
function continues(before: PassReply, after: PassReply): boolean {
  const narrower = (before.lower ?? -Infinity) <= (after.lower ?? -Infinity) && (after.upper ?? Infinity) <= (before.upper ?? Infinity);
  return before.depth === after.depth && (before.move ?? null) === (after.move ?? null) && narrower
    && (after.lower ?? -Infinity) <= (after.upper ?? Infinity);
}
