// Boards by game, start and moves. Previews and navigation ask for the same boards again and again.

import { engine } from "../../engine";
import type { Reply } from "../../protocol";
import type { BoardReply } from "../types";

/** Names a position: the start and the moves played from it. */
export interface Place {
  game: string;
  position: string | null;
  moves: string[];
}

const KEPT = 300;
const boards = new Map<string, Promise<BoardReply>>();

export function keyOf({ game, position, moves }: Place): string {
  return JSON.stringify([game, position, moves]);
}

/** Returns the board of a position. Errors are not kept. */
export function boardOf(place: Place): Promise<BoardReply> {
  const key = keyOf(place);
  const known = boards.get(key);
  if (known) return known;
  const { game, position, moves } = place;
  const asked = engine.request<Reply & BoardReply>({ type: "board", game, position, moves }, undefined, "board").promise;
  boards.set(key, asked);
  asked.catch(() => boards.delete(key));
  // The oldest entry goes first: a map keeps the order of insertion.
  if (boards.size > KEPT) boards.delete(boards.keys().next().value!);
  return asked;
}
