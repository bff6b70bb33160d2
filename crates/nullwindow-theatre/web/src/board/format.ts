// Scores, counts and times as text.

import type { Game, Judging } from "./types";
import type { Tone } from "./layers";

/** Writes a score in units of the game: `+0.35`, `-6`. A null bound is infinite; `sign` says which way. */
export function score(game: Game, value: number | null, infinity = "∞"): string {
  if (value === null) return infinity;
  const decimals = game.scale > 1 ? Math.floor(Math.log10(game.scale)) : 0;
  const text = (Math.abs(value) / game.scale).toFixed(decimals);
  if (value === 0 && game.scale === 1) return "0";
  return (value < 0 ? "-" : "+") + text;
}

/** Writes bounds: one number if they meet. */
export function bounds(game: Game, lower: number | null, upper: number | null): string {
  if (lower === null && upper === null) return "unknown";
  if (lower === upper) return score(game, lower);
  if (lower === null) return `≤ ${score(game, upper)}`;
  if (upper === null) return `≥ ${score(game, lower)}`;
  return `${score(game, lower)} … ${score(game, upper)}`;
}

/** Writes a count with a short suffix: `12.3 k`, `4.56 M`. */
export function count(n: number): string {
  if (n < 1000) return String(Math.round(n));
  if (n < 1e6) return `${(n / 1e3).toPrecision(3)} k`;
  if (n < 1e9) return `${(n / 1e6).toPrecision(3)} M`;
  return `${(n / 1e9).toPrecision(3)} G`;
}

export function speed(nodes: number, seconds: number): string {
  return seconds > 0.001 ? `${count(nodes / seconds)}/s` : "–";
}

export function time(seconds: number): string {
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}

/** The thresholds of a game: its own, or half a unit, one unit and three units. */
export function judgingOf({ scale, judging }: Game): Required<Judging> {
  const usual = { inaccuracy: scale > 1 ? scale / 2 : 1, mistake: scale, blunder: 3 * scale, enough: 10 * scale };
  return { ...usual, ...judging };
}

/** Classifies a move by what it loses. The best moves have a class of their own. */
export function toneOf(game: Game, best: number, value: number): Tone {
  if (value >= best) return "best";
  const { inaccuracy, mistake, blunder, enough } = judgingOf(game);
  const cut = (n: number) => Math.min(Math.max(n, -enough), enough);
  const loss = cut(best) - cut(value);
  if (loss >= blunder) return "blunder";
  if (loss >= mistake) return "mistake";
  return loss >= inaccuracy ? "inaccuracy" : "good";
}

/** Turns a score's text to the other player's view: `+0.32` becomes `-0.32`, `#2` becomes `#-2`. */
export function negated(text: string): string {
  const [, mate, sign, rest] = /^(#?)([+-]?)(.*)$/.exec(text)!;
  if (mate) return sign === "-" ? `#${rest}` : `#-${rest}`;
  if (sign === "" || /^[0.]*$/.test(rest!)) return text;
  return `${sign === "-" ? "+" : "-"}${rest}`;
}
