// One or two searches on one time line. Two searches are synchronised by leaf count: both visit
// their n-th leaf at the same moment. Between two leaves each makes its own steps, and the one that
// has fewer waits.

import type { Stage } from "../protocol";
import { isMark, type Mark } from "./player";

/** For each moment, the number of steps applied in each search. Moment 0 is the start. */
export type Timeline = number[][];

export function timeline(stages: Stage[]): Timeline {
  if (stages.length === 1) return Array.from({ length: stages[0]!.steps.length + 1 }, (_, k) => [k]);
  const segments = stages.map(byLeafCount);
  const most = Math.max(...segments.map((lengths) => lengths.length));
  const at = stages.map(() => 0);
  const moments: Timeline = [at.slice()];
  for (let leaves = 0; leaves < most; leaves++) {
    const start = at.slice();
    const ticks = Math.max(...segments.map((lengths) => lengths[leaves] ?? 0));
    for (let tick = 1; tick <= ticks; tick++) {
      segments.forEach((lengths, i) => (at[i] = start[i]! + Math.min(tick, lengths[leaves] ?? 0)));
      moments.push(at.slice());
    }
  }
  return moments;
}

/** Returns the next or previous moment at which a search makes a marked step, or null. */
export function findMark(moments: Timeline, stages: Stage[], from: number, mark: Mark, back: boolean): number | null {
  const delta = back ? -1 : 1;
  for (let t = from + delta; t > 0 && t < moments.length; t += delta) {
    const hit = stages.some((stage, i) => {
      const at = moments[t]![i]!;
      return at > moments[t - 1]![i]! && isMark(stage, at - 1, mark);
    });
    if (hit) return t;
  }
  return null;
}

/** Returns the first moment at which search `which` has made at least `at` steps. */
export function momentOf(moments: Timeline, which: number, at: number): number {
  const found = moments.findIndex((moment) => moment[which]! >= at);
  return found < 0 ? moments.length - 1 : found;
}

// How many steps a search makes at each value of its leaf counter.
function byLeafCount(stage: Stage): number[] {
  const lengths: number[] = [];
  for (const step of stage.steps) {
    while (lengths.length <= step.leaves) lengths.push(0);
    lengths[step.leaves]! += 1;
  }
  return lengths;
}
