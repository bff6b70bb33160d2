//! The choice of the next job: the most proving position of a world in which the jobs in flight are already answered.
//!
//! **Source.** Proof numbers as in \[AMH94\]; several jobs at once as in job-level proof-number search \[Wu13\],
//! which assumes an outcome for each job in flight ("virtual loss" assumes the bad one). Here the assumed outcomes are
//! drawn at random with the probabilities that the estimates give.
//!
//! ```text
//! at the frontier, with p the probability that the value is at least gamma:
//!     proof number = 1 / p        the expected jobs until the test is proven
//!     disproof number = 1 / (1 - p)
//! where MAX moves:   proof = min over the moves, disproof = sum
//! where MIN moves:   proof = sum, disproof = min
//! ```
//!
//! The first world takes the more probable outcome for each job. Its most proving position belongs to the proof that is
//! expected, and is needed unless an estimate was wrong. If that world decides the test, the expected proof is complete
//! apart from answers; further workers prepare for wrong estimates, in worlds drawn at random: a position is chosen about
//! as often as it would be needed. A fixed virtual loss has all jobs fail at once, which is the least probable world.
//!
//! **Cost.** Every world keeps its numbers. A change computes those of the changed position and of the positions above it
//! again, as far as they change. Computing the open tree for each job took most of the time of a manager with 70,000
//! positions.

use super::graph::{NodeNumber, UpperGraph};
use nullwindow::Score;
use std::collections::BinaryHeap;

/// The worlds that are kept: the expected one and those drawn at random.
const WORLDS: usize = 12;

/// The proof number and the disproof number of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
struct ProofNumbers {
    proof: f64,
    disproof: f64,
}

impl ProofNumbers {
    /// The numbers before the first computation, which equal no computed ones.
    const UNKNOWN: ProofNumbers = ProofNumbers { proof: -1.0, disproof: -1.0 };

    fn decided(outcome: bool) -> ProofNumbers {
        if outcome {
            ProofNumbers { proof: 0.0, disproof: f64::INFINITY }
        } else {
            ProofNumbers { proof: f64::INFINITY, disproof: 0.0 }
        }
    }

    fn is_decided(self) -> bool {
        self.proof == 0.0 || self.disproof == 0.0
    }
}

/// The test and the jobs that the numbers of all worlds are about.
pub(crate) struct OpenTest<'a> {
    pub(crate) graph: &'a UpperGraph,
    pub(crate) root: NodeNumber,
    pub(crate) gamma: Score,
    pub(crate) in_flight: &'a dyn Fn(NodeNumber) -> bool,
    /// The error of estimates, in points: about one standard deviation.
    pub(crate) spread: f64,
}

impl OpenTest<'_> {
    /// Returns the probability that the value of a node is at least gamma: a logistic curve around the estimate.
    fn probability(&self, node: NodeNumber) -> f64 {
        // Half a point: the value is an integer, and a value of exactly gamma passes.
        let margin = f64::from(self.graph.nodes[node].estimate) - f64::from(self.gamma.get()) + 0.5;
        // The logistic curve with this scale has nearly the spread of a normal one.
        let p = 1.0 / (1.0 + (-margin / (0.6 * self.spread)).exp());
        p.clamp(0.02, 0.98)
    }
}

/// The proof numbers of all nodes, with an assumed outcome for each job in flight.
#[derive(Debug)]
struct World {
    /// The random numbers of the outcomes; `None` for the more probable ones.
    seed: Option<u64>,
    numbers: Vec<ProofNumbers>,
}

impl World {
    /// Computes the numbers of a node from those of its children.
    fn computed(&self, test: &OpenTest<'_>, node: NodeNumber) -> ProofNumbers {
        let at = &test.graph.nodes[node];
        if let Some(outcome) = at.test(test.gamma) {
            return ProofNumbers::decided(outcome);
        }
        let Some(children) = &at.children else {
            let p = test.probability(node);
            return match (test.in_flight)(node) {
                true => ProofNumbers::decided(self.seed.map_or(p >= 0.5, |seed| random(seed, node) < p)),
                false => ProofNumbers { proof: 1.0 / p, disproof: 1.0 / (1.0 - p) },
            };
        };
        // The sum is exact for trees; a position that is reached twice is counted twice.
        let (mut least, mut sum) = (f64::INFINITY, 0.0);
        for &(_, child) in children {
            let child = self.numbers[child];
            let (one, all) = if at.is_max { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
            (least, sum) = (least.min(one), sum + all);
        }
        if at.is_max {
            ProofNumbers { proof: least, disproof: sum }
        } else {
            ProofNumbers { proof: sum, disproof: least }
        }
    }

    /// Computes the numbers of these nodes again, and of all nodes above them that change.
    fn update(&mut self, test: &OpenTest<'_>, changed: impl Iterator<Item = NodeNumber>) {
        self.numbers.resize(test.graph.nodes.len(), ProofNumbers::UNKNOWN);
        // The deepest node first, so that a node is computed after all of its children. A position that lines with and
        // without passes reach may be no deeper than its parent; the parent is then computed again.
        let mut pending: BinaryHeap<(u32, NodeNumber)> =
            changed.map(|node| (test.graph.nodes[node].ply, node)).collect();
        let mut last = None;
        while let Some(next @ (_, node)) = pending.pop() {
            if last == Some(next) {
                continue;
            }
            last = Some(next);
            let numbers = self.computed(test, node);
            if numbers != self.numbers[node] {
                self.numbers[node] = numbers;
                pending.extend(test.graph.nodes[node].parents.iter().map(|&up| (test.graph.nodes[up].ply, up)));
            }
        }
    }

    /// Returns the frontier position that follows the least numbers from the root; `None` if the root is decided.
    fn most_proving(&self, test: &OpenTest<'_>) -> Option<NodeNumber> {
        if self.numbers[test.root].is_decided() {
            return None;
        }
        let mut node = test.root;
        while let Some(children) = &test.graph.nodes[node].children {
            let is_max = test.graph.nodes[node].is_max;
            let number = |child: NodeNumber| {
                let numbers = self.numbers[child];
                if is_max { numbers.proof } else { numbers.disproof }
            };
            // An undecided node has a child with a finite number above 0.
            let open = children.iter().map(|&(_, child)| child);
            let Some(next) = open.min_by(|&a, &b| number(a).total_cmp(&number(b))) else { break };
            node = next;
        }
        Some(node)
    }
}

/// Chooses frontier positions for jobs.
#[derive(Debug)]
pub(crate) struct JobChoice {
    worlds: Vec<World>,
    /// The test that the numbers are about.
    gamma: Option<Score>,
    /// The number of worlds drawn so far: the state of the random numbers.
    drawn: u64,
    /// The world that is drawn next.
    next: usize,
}

impl JobChoice {
    pub(crate) fn new() -> JobChoice {
        let worlds = (0..WORLDS as u64).map(|drawn| World { seed: (drawn > 0).then_some(drawn), numbers: Vec::new() });
        JobChoice { worlds: worlds.collect(), gamma: None, drawn: WORLDS as u64 - 1, next: 0 }
    }

    /// Returns the frontier position whose answer is most useful for the test, or `None` if every world needs nothing but
    /// the jobs in flight. `changed` has all nodes that changed since the last call: new ones, and those whose bounds,
    /// children or jobs are others. `jobs` has the nodes of the jobs in flight.
    pub(crate) fn choose(
        &mut self,
        test: &OpenTest<'_>,
        changed: &[NodeNumber],
        jobs: impl Iterator<Item = NodeNumber>,
    ) -> Option<NodeNumber> {
        let is_another_test = self.gamma != Some(test.gamma);
        self.gamma = Some(test.gamma);
        for world in &mut self.worlds {
            if is_another_test {
                world.update(test, 0..test.graph.nodes.len());
            } else {
                world.update(test, changed.iter().copied());
            }
        }
        if let Some(chosen) = self.worlds.iter().find_map(|world| world.most_proving(test)) {
            return Some(chosen);
        }
        // The jobs in flight decide all of them. One is drawn anew each time, so that a position that is needed in few
        // worlds is chosen in the end.
        self.drawn += 1;
        // Not the first one, which is the expected one.
        self.next = self.next % (WORLDS - 1) + 1;
        let again = &mut self.worlds[self.next];
        again.seed = Some(self.drawn);
        again.update(test, jobs);
        again.most_proving(test)
    }
}

/// Returns a random number from 0 to 1 that depends on both numbers only (`SplitMix64`).
fn random(seed: u64, node: NodeNumber) -> f64 {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (node as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x ^ x >> 31) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::super::graph::GraphNode;
    use super::*;
    use nullwindow::Bounds;
    use nullwindow_engine::PositionText;
    use std::collections::BTreeSet;

    /// Random numbers below a bound.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: usize) -> usize {
            self.0 += 1;
            let drawn = (0..bound).map(|number| random(self.0, number));
            drawn.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(number, _)| number)
        }

        /// Returns few distinct points, so that ties occur.
        fn points(&mut self) -> i32 {
            i32::try_from(self.below(9)).unwrap() - 4
        }
    }

    fn frontier_node(ply: u32, estimate: i32) -> GraphNode {
        GraphNode {
            position: PositionText::new(None::<String>),
            notation: String::new(),
            is_max: ply.is_multiple_of(2),
            ply,
            is_over: false,
            bounds: Bounds::UNKNOWN,
            estimate,
            children: None,
            parents: Vec::new(),
            results: Vec::new(),
            is_hard: false,
        }
    }

    /// Gives a frontier node some children, new ones or positions that are known.
    fn expand(graph: &mut UpperGraph, node: NodeNumber, dice: &mut Dice) {
        let ply = graph.nodes[node].ply + 1;
        let mut children = Vec::new();
        for _ in 0..1 + dice.below(4) {
            let known: Vec<NodeNumber> =
                (0..graph.nodes.len()).filter(|&other| graph.nodes[other].ply == ply).collect();
            let child = match known.get(dice.below(2 * known.len() + 1)) {
                Some(&child) => child,
                None => graph.add(graph.nodes.len().to_string(), frontier_node(ply, dice.points())),
            };
            children.push((String::new(), child));
        }
        graph.expand(node, children);
        let _ = graph.back_up(node);
    }

    #[test]
    fn kept_numbers_are_those_of_a_new_computation() {
        let mut nodes = 0;
        for seed in 0..60 {
            let mut dice = Dice(seed * 1_000);
            let mut graph = UpperGraph::default();
            graph.add("root".to_owned(), frontier_node(0, 0));
            let (mut kept, mut jobs, mut gamma) = (JobChoice::new(), BTreeSet::new(), Score::ZERO);
            for _ in 0..150 {
                let node = dice.below(graph.nodes.len());
                match dice.below(6) {
                    _ if graph.nodes[node].children.is_some() => {}
                    0 | 1 => expand(&mut graph, node, &mut dice),
                    2 if graph.nodes.len() > 10 => {
                        let value = Score::new(dice.points());
                        let upper = Bounds { lower: Score::NEG_INFINITY, upper: value };
                        let lower = Bounds { lower: value, upper: Score::INFINITY };
                        let _ = graph.narrow(node, if dice.below(2) == 0 { upper } else { lower });
                    }
                    3 if dice.below(8) == 0 => gamma = Score::new(dice.points()),
                    _ => {
                        if !jobs.remove(&node) {
                            jobs.insert(node);
                        }
                        graph.mark(node);
                    }
                }
                let changed = graph.drain_changed();
                let in_flight = |node: NodeNumber| jobs.contains(&node);
                let test = OpenTest { graph: &graph, root: 0, gamma, in_flight: &in_flight, spread: 2.0 };
                kept.choose(&test, &changed, jobs.iter().copied());
                for world in &kept.worlds {
                    let mut new = World { seed: world.seed, numbers: Vec::new() };
                    new.update(&test, 0..graph.nodes.len());
                    assert_eq!(world.numbers, new.numbers, "seed {seed}");
                }
            }
            nodes += graph.nodes.len();
        }
        assert!(nodes > 60 * 20, "the graphs stayed small: {nodes} nodes");
    }
}
