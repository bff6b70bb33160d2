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

use super::graph::{NodeNumber, UpperGraph};
use nullwindow::Score;

/// The worlds that are drawn before a worker is left idle.
const WORLDS: u64 = 12;

/// The proof number and the disproof number of a node.
#[derive(Clone, Copy, Debug)]
struct ProofNumbers {
    proof: f64,
    disproof: f64,
}

impl ProofNumbers {
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

/// Chooses frontier positions for jobs.
#[derive(Debug)]
pub(crate) struct JobChoice {
    /// The error of estimates, in points: about one standard deviation.
    pub(crate) spread: f64,
    /// The number of worlds drawn so far: the state of the random numbers.
    drawn: u64,
    /// The numbers of the current world, by node, with the world they belong to.
    numbers: Vec<(u64, ProofNumbers)>,
    /// The current world.
    world: u64,
}

impl JobChoice {
    pub(crate) fn new(spread: f64) -> JobChoice {
        JobChoice { spread, drawn: 0, numbers: Vec::new(), world: 0 }
    }

    /// Returns the frontier position whose answer is most useful for the test, or `None` if every drawn world needs
    /// nothing but the jobs in flight.
    pub(crate) fn choose(
        &mut self,
        graph: &UpperGraph,
        root: NodeNumber,
        gamma: Score,
        in_flight: &dyn Fn(NodeNumber) -> bool,
    ) -> Option<NodeNumber> {
        self.numbers.resize(graph.nodes.len(), (0, ProofNumbers::decided(true)));
        for attempt in 0..WORLDS {
            self.world += 1;
            // The first world needs no random numbers: it takes the more probable outcome.
            let seed = (attempt > 0).then(|| {
                self.drawn += 1;
                self.drawn
            });
            if !self.compute(graph, root, gamma, in_flight, seed).is_decided() {
                return Some(self.most_proving(graph, root));
            }
        }
        None
    }

    /// Computes the numbers of a node and of the open nodes below it.
    fn compute(
        &mut self,
        graph: &UpperGraph,
        node: NodeNumber,
        gamma: Score,
        in_flight: &dyn Fn(NodeNumber) -> bool,
        seed: Option<u64>,
    ) -> ProofNumbers {
        let (world, known) = self.numbers[node];
        if world == self.world {
            return known;
        }
        let at = &graph.nodes[node];
        let numbers = match (at.test(gamma), &at.children) {
            (Some(outcome), _) => ProofNumbers::decided(outcome),
            (None, Some(children)) => {
                // The sum is exact for trees; a position that is reached twice is counted twice.
                let (mut least, mut sum) = (f64::INFINITY, 0.0);
                for &(_, child) in children {
                    let child = self.compute(graph, child, gamma, in_flight, seed);
                    let (one, all) =
                        if at.is_max { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
                    (least, sum) = (least.min(one), sum + all);
                }
                if at.is_max {
                    ProofNumbers { proof: least, disproof: sum }
                } else {
                    ProofNumbers { proof: sum, disproof: least }
                }
            }
            (None, None) => {
                let p = self.probability(at.estimate, gamma);
                match in_flight(node) {
                    true => ProofNumbers::decided(seed.map_or(p >= 0.5, |seed| random(seed, node) < p)),
                    false => ProofNumbers { proof: 1.0 / p, disproof: 1.0 / (1.0 - p) },
                }
            }
        };
        self.numbers[node] = (self.world, numbers);
        numbers
    }

    /// Follows the least numbers from an undecided node to the frontier.
    fn most_proving(&self, graph: &UpperGraph, root: NodeNumber) -> NodeNumber {
        let mut node = root;
        while let Some(children) = &graph.nodes[node].children {
            let is_max = graph.nodes[node].is_max;
            let number = |child: NodeNumber| {
                let numbers = self.numbers[child].1;
                if is_max { numbers.proof } else { numbers.disproof }
            };
            // An undecided node has a child with a finite number above 0.
            let open = children.iter().map(|&(_, child)| child);
            let Some(next) = open.min_by(|&a, &b| number(a).total_cmp(&number(b))) else { break };
            node = next;
        }
        node
    }

    /// Returns the probability that the value is at least `gamma`: a logistic curve around the estimate.
    pub(crate) fn probability(&self, estimate: i32, gamma: Score) -> f64 {
        // Half a point: the value is an integer, and a value of exactly gamma passes.
        let margin = f64::from(estimate) - f64::from(gamma.get()) + 0.5;
        // The logistic curve with this scale has nearly the spread of a normal one.
        let p = 1.0 / (1.0 + (-margin / (0.6 * self.spread)).exp());
        p.clamp(0.02, 0.98)
    }
}

/// Returns a random number from 0 to 1 that depends on both numbers only (`SplitMix64`).
fn random(seed: u64, node: NodeNumber) -> f64 {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (node as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x ^ x >> 31) >> 11) as f64 / (1_u64 << 53) as f64
}
