// The state of the board theatre as an address, and back.

import { address } from "../../router";
import type { AnalysisSettings } from "./analysis";
import type { Sides, Strength } from "./opponent";
import type { Theatre } from "./theatre";

export const TOOLS = ["analyse", "play", "judge", "tree", "setup"] as const;
export type Tool = (typeof TOOLS)[number];

/** Writes the address. Values that are the default stay out of it, so that short states have short links. */
export function writeAddress(theatre: Theatre): string {
  const { record, first, second, opponent, judge, upper } = theatre;
  const standard = theatre.standardAnalysis();
  return address("board", {
    game: record.game.name,
    position: record.position,
    moves: record.moves.join(" "),
    ply: record.atEnd ? null : record.ply,
    flip: record.flip ? 1 : null,
    tool: theatre.tool === "analyse" ? null : theatre.tool,
    a: writeSettings(first.settings, standard),
    b: theatre.compare ? writeSettings(second.settings, null) : null,
    on: `${first.wanted ? "a" : ""}${second.wanted && theatre.compare ? "b" : ""}`,
    engine: opponent.sides === "none" ? null : opponent.sides,
    level: writeStrength(opponent.strength),
    judge: writeLimits(judge.settings) === "0.5s" ? null : writeLimits(judge.settings),
    upper: upper.settings.depth === theatre.standardDepth() && upper.settings.algorithm === standard.algorithm
      ? null
      : `${upper.settings.algorithm},${upper.settings.depth}${upper.settings.selective ? ",selective" : ""}`,
  });
}

/** `mtd-f,8d,10s,selective,all`: algorithm, limits and switches, in any order after the first. */
function writeSettings(settings: AnalysisSettings, standard: AnalysisSettings | null): string | null {
  const text = [
    settings.algorithm, writeLimits(settings), settings.selective ? "selective" : "full", settings.values,
  ].filter((part) => part !== "").join(",");
  return standard !== null && text === writeSettings(standard, null) ? null : text;
}

export function readSettings(text: string, standard: AnalysisSettings): AnalysisSettings {
  const [algorithm = standard.algorithm, ...parts] = text.split(",");
  return {
    algorithm,
    ...readLimits(parts),
    selective: parts.includes("selective"),
    values: parts.includes("best") ? "best" : "all",
  };
}

function writeLimits({ depth, seconds }: { depth: number | null; seconds: number | null }): string {
  return [depth === null ? "" : `${depth}d`, seconds === null ? "" : `${seconds}s`].filter((part) => part !== "").join(",");
}

export function readLimits(parts: string[]): { depth: number | null; seconds: number | null } {
  const find = (suffix: string) => {
    const part = parts.find((text) => text.endsWith(suffix) && Number.isFinite(parseFloat(text)));
    return part === undefined ? null : parseFloat(part);
  };
  return { depth: find("d"), seconds: find("s") };
}

function writeStrength(strength: Strength): string | null {
  if ("elo" in strength) return `elo${strength.elo}`;
  return strength.seconds === 1 ? null : `${strength.seconds}s`;
}

export function readStrength(text: string | null): Strength {
  const number = parseFloat((text ?? "1s").replace("elo", ""));
  if (!Number.isFinite(number) || number <= 0) return { seconds: 1 };
  return text?.startsWith("elo") ? { elo: number } : { seconds: number };
}

export function readSides(text: string | null): Sides {
  return text === "first" || text === "second" || text === "both" ? text : "none";
}

export function readTool(text: string | null): Tool {
  return TOOLS.find((tool) => tool === text) ?? "analyse";
}
