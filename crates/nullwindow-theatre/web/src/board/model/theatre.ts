// The board theatre as a whole: one game record, and the tools that work on the position shown.

import { engine } from "../../engine";
import type { Hello } from "../../protocol";
import { replaceAddress } from "../../router";
import type { Algorithm, Game } from "../types";
import { Analysis, type AnalysisSettings } from "./analysis";
import { readLimits, readSettings, readSides, readStrength, readTool, writeAddress, type Tool } from "./address";
import { Emitter } from "./emitter";
import { Judge } from "./judge";
import { Opponent } from "./opponent";
import { GameRecord } from "./record";
import { Setup } from "./setup";
import { Solver } from "./solver";
import { Upper } from "./upper";

/** The latest address: the page returns to it when the user comes back without one. */
let remembered: string | null = null;

export class Theatre extends Emitter {
  readonly games: Game[];
  readonly algorithms: Algorithm[];
  readonly record: GameRecord;
  readonly first: Analysis;
  readonly second: Analysis;
  readonly solver: Solver;
  readonly opponent: Opponent;
  readonly judge: Judge;
  readonly upper: Upper;
  readonly setup: Setup;
  tool: Tool = "analyse";
  /** A second engine analyses beside the first. */
  compare = false;
  /** Exact results are asked for while an analysis runs, where the position is near enough to the end. */
  solveAlways = true;
  private readonly ends: (() => void)[] = [];

  constructor(readonly hello: Hello) {
    super();
    this.games = hello.games as unknown as Game[];
    this.algorithms = hello.algorithms.filter((algorithm) => algorithm.finds_value);
    this.record = new GameRecord(this.games[0]!);
    const settings = this.standardAnalysis();
    this.first = new Analysis("first", this.record, settings);
    this.second = new Analysis("second", this.record, settings);
    this.solver = new Solver(this.record);
    this.opponent = new Opponent(this.record, settings.algorithm);
    this.judge = new Judge(this.record, { ...settings, seconds: 0.5 });
    this.upper = new Upper(this.record, { algorithm: settings.algorithm, depth: this.standardDepth(), selective: false });
    this.setup = new Setup(this.record);
    this.record.onPosition = () => this.positionChanged();
    for (const part of [this, this.record, this.first, this.second, this.opponent, this.judge, this.upper]) {
      this.ends.push(part.subscribe(() => this.writeAddress()));
    }
    this.ends.push(engine.subscribe((state) => state === "ready" && this.ready()));
  }

  /** The settings of an analysis that nobody has changed. */
  standardAnalysis(): AnalysisSettings {
    const usual = this.algorithms.find((a) => a.name === "mtd-f") ?? this.algorithms[0];
    return {
      algorithm: usual?.name ?? "", depth: null, seconds: Math.min(10, this.hello.limits.seconds),
      selective: this.record.game.selective, values: "all",
    };
  }

  standardDepth(): number {
    return usualDepth(this.record.game);
  }

  /** Restores a state from an address. */
  async restore(asked: URLSearchParams) {
    const params = remembered !== null && [...asked.keys()].length === 0 ? new URLSearchParams(remembered) : asked;
    const game = this.games.find((g) => g.name === params.get("game")) ?? this.games[0]!;
    this.stopAll();
    this.tool = readTool(params.get("tool"));
    this.record.game = game;
    this.record.flip = params.get("flip") === "1";
    const standard = this.standardAnalysis();
    const [a, b] = [params.get("a"), params.get("b")];
    this.first.settings = a === null ? standard : readSettings(a, standard);
    this.second.settings = b === null ? standard : readSettings(b, standard);
    this.compare = b !== null;
    const judge = params.get("judge");
    this.judge.settings = { ...standard, depth: null, seconds: 0.5, ...(judge === null ? {} : readLimits(judge.split(","))) };
    this.restoreUpper(params.get("upper"), standard.algorithm);
    this.opponent.strength = readStrength(params.get("level"));
    this.opponent.sides = readSides(params.get("engine"));
    const on = params.get("on") ?? "";
    this.first.wanted = on.includes("a");
    this.second.wanted = this.compare && on.includes("b");
    const moves = (params.get("moves") ?? "").split(" ").filter((move) => move !== "");
    const ply = params.get("ply");
    const loaded = await this.record.load(game, params.get("position"), moves, ply === null ? moves.length : Number(ply) || 0);
    // A broken link still shows a board, with the message beside the field.
    if (!loaded) await this.startAfterError(game);
    this.changed();
  }

  /** Begins a new game from its usual start. */
  async newGame(game: Game) {
    if (game !== this.record.game) {
      this.stopAll();
      const selective = game.selective;
      for (const part of [this.first, this.second]) part.settings = { ...part.settings, selective };
      this.judge.settings = { ...this.judge.settings, selective };
      this.upper.settings = { ...this.upper.settings, depth: usualDepth(game), selective: false };
      // The levels of another game mean nothing here.
      if ("elo" in this.opponent.strength) this.opponent.strength = { seconds: 1 };
      this.setup.end();
    }
    await this.record.load(game, null, []);
    this.changed();
  }

  setTool(tool: Tool) {
    if (this.tool === "setup" && tool !== "setup") this.setup.end();
    this.tool = tool;
    this.changed();
  }

  setCompare(compare: boolean) {
    this.compare = compare;
    if (!compare) this.second.stop();
    else if (this.first.wanted) this.second.start();
    this.changed();
  }

  setSolveAlways(always: boolean) {
    this.solveAlways = always;
    this.solveIfWanted();
    this.changed();
  }

  startAnalysis(part: Analysis) {
    part.start();
    this.solveIfWanted();
  }

  dispose() {
    this.stopAll();
    for (const end of this.ends) end();
  }

  private solveIfWanted() {
    const wanted = this.first.wanted || (this.compare && this.second.wanted);
    if (this.solveAlways && wanted && this.solver.possible && !this.solver.running && !this.solver.result) void this.solver.start();
  }

  private positionChanged() {
    this.first.positionChanged();
    if (this.compare) this.second.positionChanged();
    this.solver.forget();
    this.solveIfWanted();
    this.opponent.positionChanged();
    this.changed();
  }

  private ready() {
    this.first.ready();
    this.second.ready();
    if (this.opponent.toMove && !this.opponent.running) this.opponent.positionChanged();
  }

  private stopAll() {
    for (const part of [this.first, this.second]) {
      part.wanted = false;
      part.abandon();
    }
    this.opponent.sides = "none";
    for (const task of [this.solver, this.opponent, this.opponent.hints, this.judge, this.upper]) task.abandon();
  }

  private restoreUpper(text: string | null, algorithm: string) {
    const [name = algorithm, depth = "", selective = ""] = text?.split(",") ?? [];
    this.upper.settings = { algorithm: name, depth: Number(depth) || this.standardDepth(), selective: selective === "selective" };
  }

  private async startAfterError(game: Game) {
    const { positionError, boardError } = this.record;
    await this.record.load(game, null, []);
    Object.assign(this.record, { positionError, boardError });
  }

  private writeAddress() {
    // Nothing is written before the first state is restored.
    if (this.record.board === null || !location.hash.startsWith("#/board")) return;
    const hash = writeAddress(this);
    remembered = hash.slice(hash.indexOf("?") + 1);
    replaceAddress(hash);
  }
}

/** A depth that takes seconds at most. */
function usualDepth({ usual_depth, deepest }: Game): number {
  return Math.max(1, Math.min(usual_depth ?? 6, deepest));
}
