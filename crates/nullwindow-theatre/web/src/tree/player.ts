// The state of a search at any step. Pure: it knows nothing of the page.
//
// `at` counts the steps applied: 0 is the state before the first step, `steps.length` the state
// after the last. A step changes few nodes, so moving by one step costs what those nodes cost.

import type { BackupEntry, Merit, NodeView, OpenEntry, Stage, StageStep } from "../protocol";

export type Mark = "pass" | "leaf" | "cutoff";

export class Player {
  readonly stage: Stage;
  readonly views: NodeView[];
  at = 0;
  // Kept up to date by `goto`: finding them anew costs a pass over the whole tree at every step.
  private readonly openNodes = new Set<number>();
  private readonly backupNodes = new Set<number>();

  constructor(stage: Stage) {
    this.stage = stage;
    this.views = stage.initial.slice();
    for (let node = 0; node < this.views.length; node++) this.set(node, this.views[node]!);
  }

  get length(): number {
    return this.stage.steps.length;
  }

  /** The step that led to this state; null before the first. */
  get step(): StageStep | null {
    return this.stage.steps[this.at - 1] ?? null;
  }

  /** The pass of this state, counted from 0. */
  get pass(): number {
    return this.step?.pass ?? 0;
  }

  /** The OPEN list, best state first; null if the algorithm has none. */
  get open(): OpenEntry[] | null {
    const order = this.stage.open_order;
    if (!order) return null;
    const sign = order === "falling" ? 1 : -1;
    return [...this.openNodes]
      .map((node) => ({ node, solved: !this.views[node]!.live, merit: this.views[node]!.merit! }))
      .sort((a, b) => sign * (size(b.merit, sign) - size(a.merit, sign)) || a.node - b.node);
  }

  /** The BACKUP list of PS*, in the order of the nodes. */
  get backup(): BackupEntry[] {
    return [...this.backupNodes].sort((a, b) => a - b).map((node) => {
      const { last, low, high } = this.views[node]!.backup!;
      return { node, last, low: low ?? null, high: high ?? null };
    });
  }

  /** Moves to a state. Returns the nodes whose views may differ from those before. */
  goto(target: number): Set<number> {
    const to = Math.max(0, Math.min(this.length, Math.trunc(target)));
    const touched = new Set<number>();
    while (this.at < to) {
      for (const change of this.stage.steps[this.at]!.changes) {
        this.set(change.node, change.after);
        touched.add(change.node);
      }
      this.at += 1;
    }
    while (this.at > to) {
      this.at -= 1;
      const changes = this.stage.steps[this.at]!.changes;
      // A node may change twice in one step: the first `before` is the one that holds.
      for (let i = changes.length - 1; i >= 0; i--) {
        this.set(changes[i]!.node, changes[i]!.before);
        touched.add(changes[i]!.node);
      }
    }
    return touched;
  }

  /** Everything the state consists of, for comparison with the library's own replay. */
  state() {
    const step = this.step;
    return {
      step: this.at,
      nodes: this.views,
      open: this.open,
      backup: this.backup,
      pass: this.pass,
      leaves: step?.leaves ?? 0,
      visits: step?.visits ?? 0,
      probes: step?.probes ?? 0,
      hits: step?.hits ?? 0,
    };
  }

  private set(node: number, view: NodeView) {
    this.views[node] = view;
    if (view.live === undefined) this.openNodes.delete(node);
    else this.openNodes.add(node);
    if (view.backup) this.backupNodes.add(node);
    else this.backupNodes.delete(node);
  }
}

/** Tells whether the step with this index is what a jump looks for. */
export function isMark(stage: Stage, index: number, mark: Mark): boolean {
  const step = stage.steps[index];
  if (!step) return false;
  switch (mark) {
    case "pass":
      return stage.passes.some((pass) => pass.first_step === index);
    case "leaf":
      // By the counter: a list algorithm evaluates a leaf in a step of another name.
      return step.visits > (stage.steps[index - 1]?.visits ?? 0);
    case "cutoff":
      return step.event === "cutoff" || step.changes.some((change) => change.after.cut && !change.before.cut);
  }
}

/** The nodes of the leaves visited so far, in order of the first visit. */
export function leavesVisited(stage: Stage, at: number): number[] {
  const leaves: number[] = [];
  for (let i = 0; i < at; i++) {
    const step = stage.steps[i]!;
    if (step.leaves > (stage.steps[i - 1]?.leaves ?? 0)) leaves.push(step.node);
  }
  return leaves;
}

// A merit as a number. Infinite merits stand first in either order.
function size(merit: Merit, sign: number): number {
  return typeof merit === "number" ? merit : sign * Infinity;
}
