// The messages between the page and the engine. A null bound is infinite.

export interface Reply {
  id: number;
  type: string;
  last?: boolean;
}

export interface GameInfo {
  name: string;
  title: string;
  players: [string, string];
  unit: string;
  scale: number;
  usual_depth: number;
  deepest: number;
  selective: boolean;
  solvable: { moves_left: number; unit: string } | null;
  levels: { elo: number }[];
  has_diagram: boolean;
  can_compose: boolean;
  example: string;
  extension: string;
}

export interface AlgorithmInfo {
  name: string;
  title: string;
  source: string;
  finds_value: boolean;
  finds_move: boolean;
  takes_guess: boolean;
  has_list: boolean;
  follows_rules: boolean;
  uses_memory: boolean;
}

export interface NamedTree {
  name: string;
  title: string;
  text: string;
}

export interface Hello extends Reply {
  version: string;
  native: boolean;
  games: GameInfo[];
  algorithms: AlgorithmInfo[];
  trees: NamedTree[];
  limits: { depth: number; seconds: number; table: number; nodes_of_tree: number };
  lab: boolean;
}

/** A tree to search: written out, one of the papers', or generated from a seed. */
export type TreeSource =
  | { text: string }
  | { name: string }
  | { kind: string; size: string; seed: number };

/** The state of one node at one step. An absent field is null or false. */
export interface NodeView {
  /** The last pass that visited the node. Absent: never visited. */
  pass?: number;
  /** Skipped by the last cutoff at its parent. */
  cut?: boolean;
  /** The last window as text, e.g. "(40, 41)"; it holds only in the pass that visited the node. */
  window?: string;
  alpha?: number;
  beta?: number;
  /** Present while the node is in OPEN: true is live, false is solved. */
  live?: boolean;
  merit?: Merit;
  /** In the solution tree G of SSS-2. */
  g?: boolean;
  /** Present while the node is in BACKUP. */
  backup?: { last: number; low?: number; high?: number };
  /** The bounds f- and f+ found so far, for MAX. */
  lower?: number;
  upper?: number;
  /** Member of the max or min solution tree that proves the root's present bound. */
  max?: boolean;
  min?: boolean;
}

export type Merit = number | "inf" | "-inf";

export interface StageNode {
  name: string;
  kind: "max" | "min" | "leaf";
  value: number | null;
  parent: number | null;
  sons: number[];
}

export interface StagePass {
  question: string;
  reply: string;
  alpha: number | null;
  beta: number | null;
  answer: number | null;
  lower: number | null;
  upper: number | null;
  leaves: number;
  new_leaves: number;
  first_step: number;
  last_step: number;
}

export interface OpenEntry {
  node: number;
  solved: boolean;
  merit: Merit;
}

export interface BackupEntry {
  node: number;
  last: number;
  low: number | null;
  high: number | null;
}

export interface NodeChange {
  node: number;
  before: NodeView;
  after: NodeView;
}

export interface StageStep {
  pass: number;
  event: string;
  node: number;
  text: string;
  /** 0-based line of the pseudo-code. */
  line?: number;
  /** The node whose bound decided. */
  from?: number;
  /** The case of Gamma; 0: the root is solved. */
  case?: number;
  leaves: number;
  visits: number;
  probes: number;
  hits: number;
  changes: NodeChange[];
}

/** A whole search as steps with reversible state changes. */
export interface Stage extends Reply {
  algorithm: string;
  title: string;
  position: string;
  depth: number | null;
  value: number | null;
  lower: number | null;
  upper: number | null;
  best: number | null;
  leaves: number;
  leaf_visits: number;
  interior: number;
  total: number;
  all_leaves: number;
  passes: StagePass[];
  nodes: StageNode[];
  code: { title: string; source: string; lines: string[] };
  /** Absent or null: the algorithm has no OPEN list. */
  open_order?: "falling" | "rising" | null;
  initial: NodeView[];
  steps: StageStep[];
}

export interface TraceReply extends Reply {
  text: string;
}
