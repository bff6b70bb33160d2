/** Messages of the board theatre. Scores are for the player to move unless a name says otherwise. */

import type { AlgorithmInfo, GameInfo } from "../protocol";

/** Losses from which a move is marked, in scores of the game. */
export interface Judging { inaccuracy: number; mistake: number; blunder: number; enough?: number }

export type Game = Omit<GameInfo, "usual_depth" | "levels"> & {
  /** Null where any depth is quick. */
  usual_depth: number | null;
  /** Elo numbers. */
  levels: number[];
  judging?: Judging | null;
};
export type Algorithm = AlgorithmInfo;

export interface Piece { shape: string; first: boolean }
export interface NamedPiece extends Piece { name: string }
export interface Cell { name: string; piece: Piece | null; shade: boolean }
export interface DiagramMove { name: string; cells: number[] }
export type Look = "chequered" | "felt" | "slots" | "lines";

export interface Diagram {
  columns: number;
  rows: number;
  look: Look;
  cells: Cell[];
  moves: DiagramMove[];
  files: string[];
  ranks: string[];
  pieces: NamedPiece[];
  last: number[];
}

export interface BoardReply {
  type: "board";
  notation: string;
  mover: string;
  first_moves: boolean;
  over: number | null;
  drawn: boolean;
  result: string | null;
  evaluation: number;
  evaluation_text: string;
  moves: string[];
  picture: string;
  svg?: string | null;
  diagram?: Diagram | null;
  moves_left: number | null;
  played: string[];
}

export interface MoveValue { move: string; value: number; text: string; line: string[] }

export interface PassReply {
  type: "pass";
  depth: number;
  /** The root move whose value the pass searches; absent where it is the root's. */
  move?: string | null;
  alpha: number | null;
  beta: number | null;
  lower: number | null;
  upper: number | null;
}

export interface IterationReply {
  type: "iteration";
  depth: number;
  value: number;
  text: string;
  lower: number | null;
  upper: number | null;
  best: string | null;
  line: string[];
  moves: MoveValue[];
  /** Of this iteration alone. */
  nodes: number;
  leaves: number | null;
  interior: number;
  passes: number;
  seconds: number;
  settled: boolean;
  exact: boolean;
  words: string | null;
}

export interface ProgressReply {
  type: "progress";
  depth: number;
  /** Since the request. */
  nodes: number;
  seconds?: number;
  lower: number | null;
  upper: number | null;
}

export interface SolvedReply {
  type: "solved";
  solved: boolean;
  value: number;
  text: string;
  words: string | null;
  best: string | null;
  line: string[];
  moves: MoveValue[];
  nodes: number;
  seconds: number;
}

export interface InfoReply {
  type: "info";
  depth: number;
  score: number;
  text: string;
  line: string[];
  nodes: number;
  seconds: number;
}

export interface ChosenReply { type: "chosen"; move: string; ponder: string | null }

export interface Judgement {
  type: "judgement";
  ply: number;
  move: string;
  value_first: number;
  text: string;
  best: string | null;
  best_text: string | null;
  line: string[];
  loss: number;
  mark: "" | "?!" | "?" | "??";
}

export interface ReadGame {
  start: string | null;
  moves: string[];
  players: [string | null, string | null];
  result: string | null;
}

export interface UpperNode {
  move: string | null;
  lower: number | null;
  upper: number | null;
  best: string | null;
  below: number;
  visits: number;
  answered: "search" | "table" | "leaf" | "rule" | "none";
  cut: boolean;
  moves: number;
  children: UpperNode[] | null;
}

export interface UpperReply { type: "upper"; root: UpperNode; nodes: number; seconds: number }
