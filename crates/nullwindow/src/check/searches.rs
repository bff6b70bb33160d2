//! The law of values: every algorithm, with every memory, has the value of minimax and a move of that value.

use super::flaw::Breach;
use super::law::Law;
use super::oracle::Oracle;
use super::sample::{NodeId, ROOT, Sample};
use super::shrink::{Found, shrink};
use super::{Check, Verdict};
use crate::memory::{ExactMap, Memory, NoMemory, Table};
use crate::outcome::Outcome;
use crate::{AnyAlgorithm, Depth, Evaluator, Keyed, Limits, Order, Score, Search};

/// Positions looked at to make a counterexample shorter: each is searched.
const SHRINK: usize = 300;
/// How many times the nodes of minimax a search may take.
const PATIENCE: u64 = 500;

/// What minimax says of a position.
struct Truth<M> {
    depth: Depth,
    value: Score,
    /// Every move with its value.
    moves: Vec<(M, Score)>,
    /// What minimax took.
    nodes: usize,
}

/// What a search remembers, and in which order it tries moves.
#[derive(Clone, Copy)]
enum Kind {
    Nothing,
    Everything,
    FourEntries,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Nothing, Kind::Everything, Kind::FourEntries];

    const fn words(self) -> &'static str {
        match self {
            Kind::Nothing => "without memory",
            Kind::Everything => "with an exact map as memory (right without memory: look at the key)",
            Kind::FourEntries => "with a table of four entries as memory (right without memory: look at the key)",
        }
    }
}

/// How many searches were run, and how many of them given up.
#[derive(Default)]
pub(super) struct Count {
    pub(super) run: usize,
    pub(super) stopped: usize,
}

/// Searches the chosen positions by everything.
pub(super) fn check<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &Sample<G::Position, G::Move>,
    chosen: &[NodeId],
) -> Verdict<G, Count> {
    let root = &sample.nodes[ROOT].position;
    let mut count = Count::default();
    for &id in chosen {
        let position = &sample.nodes[id].position;
        let truths = truths(kit, position);
        for kind in Kind::ALL {
            for algorithm in AnyAlgorithm::all() {
                let Some(evidence) = trial(kit, algorithm, kind, position, &truths, &mut count) else { continue };
                let law = evidence.law;
                let found = Found { witness: sample.witness(id), evidence };
                let found = shrink(kit.game, root, found, SHRINK, |position| {
                    let truths = self::truths(kit, position);
                    let breach = trial(kit, algorithm, kind, position, &truths, &mut Count::default())?;
                    (breach.law == law).then_some(breach)
                });
                return Err(found.evidence.flaw(found.witness));
            }
        }
    }
    Ok(count)
}

/// Minimax at rising depths, as far as the budget of nodes allows.
fn truths<G: Evaluator + Keyed>(kit: &Check<'_, G>, position: &G::Position) -> Vec<Truth<G::Move>> {
    let truth = |depth| {
        let mut oracle = Oracle::new(kit.game, kit.nodes);
        let value = oracle.value(position, depth)?;
        let nodes = kit.nodes - oracle.left();
        let moves = Oracle::new(kit.game, kit.nodes).moves(position, depth)?;
        Some(Truth { depth, value, moves, nodes })
    };
    let mut truths: Vec<Truth<G::Move>> = kit.depths().map_while(truth).collect();
    // Where the game ends sooner, one more ply asks nothing new.
    truths.dedup_by(|deeper, shallower| deeper.nodes == shallower.nodes && deeper.depth != Depth::END);
    truths
}

/// Runs one algorithm with one memory to all depths.
fn trial<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    algorithm: AnyAlgorithm,
    kind: Kind,
    position: &G::Position,
    truths: &[Truth<G::Move>],
    count: &mut Count,
) -> Option<Breach> {
    let search = Search::new(kit.game);
    let breach = match kind {
        Kind::Nothing => runs(kit, algorithm, search.memory(NoMemory).order(Order::GENERATED), position, truths, count),
        Kind::Everything => {
            let order = Order { transpositions: true, ..Order::ALL };
            runs(kit, algorithm, search.memory(ExactMap::new()).order(order), position, truths, count)
        }
        Kind::FourEntries => {
            let table = Table::with_bytes(4 * Table::ENTRY_BYTES).ok()?;
            runs(kit, algorithm, search.memory(table), position, truths, count)
        }
    };
    breach.map(|breach| Breach { seen: format!("{algorithm} {}: {}", kind.words(), breach.seen), ..breach })
}

fn runs<G: Evaluator + Keyed, M: Memory<G>>(
    kit: &Check<'_, G>,
    algorithm: AnyAlgorithm,
    mut search: Search<'_, G, M>,
    position: &G::Position,
    truths: &[Truth<G::Move>],
    count: &mut Count,
) -> Option<Breach> {
    truths.iter().find_map(|truth| {
        search.set_limits(Limits::none().nodes(PATIENCE * truth.nodes as u64));
        let outcome = search.run(&algorithm, position, truth.depth);
        count.run += 1;
        if outcome.stopped.is_some() {
            count.stopped += 1;
            return None;
        }
        let breaches = [value(&algorithm, &outcome, truth), named(kit, position, &outcome, truth)];
        breaches.into_iter().flatten().find(|breach| kit.holds(breach.law))
    })
}

fn value<M: Copy>(algorithm: &AnyAlgorithm, outcome: &Outcome<M>, truth: &Truth<M>) -> Option<Breach> {
    let asks_less = matches!(algorithm, AnyAlgorithm::Mt(_) | AnyAlgorithm::MtdBest(_));
    let right = if asks_less { outcome.bounds.contains(truth.value) } else { outcome.value() == Some(truth.value) };
    let (depth, bounds) = (truth.depth, outcome.bounds);
    (!right).then(|| Breach::at(Law::Value, depth, format!("to depth {depth}, {bounds}; minimax {}", truth.value)))
}

/// Whether the best move and the line have the value that is said of them.
fn named<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    position: &G::Position,
    outcome: &Outcome<G::Move>,
    truth: &Truth<G::Move>,
) -> Option<Breach> {
    let depth = truth.depth;
    let breach = |seen: String| Some(Breach::at(Law::Move, depth, format!("to depth {depth}, {seen}")));
    let Some(best) = outcome.best else {
        let silent = outcome.value().is_some() && !truth.moves.is_empty();
        return if silent { breach("a value and no move".to_owned()) } else { None };
    };
    let Some(&(_, worth)) = truth.moves.iter().find(|&&(play, _)| play == best) else {
        return breach(format!("{best:?}, which is not a move"));
    };
    let least = if outcome.best_is_proven { truth.value } else { outcome.bounds.lower };
    if worth < least {
        return breach(format!("{best:?} as worth {least}; minimax {worth}"));
    }
    line(kit, position, outcome, truth).and_then(breach)
}

/// The first move of the line that does not keep the value.
fn line<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    position: &G::Position,
    outcome: &Outcome<G::Move>,
    truth: &Truth<G::Move>,
) -> Option<String> {
    let (mut here, mut depth, mut value) = (position.clone(), truth.depth, truth.value);
    for (place, &play) in outcome.line.iter().enumerate() {
        let moves = Oracle::new(kit.game, kit.nodes).moves(&here, depth)?;
        let worth = moves.iter().find(|&&(legal, _)| legal == play).map(|&(_, worth)| worth);
        if worth != Some(value) {
            let worth = worth.map_or("not a move".to_owned(), |worth| worth.to_string());
            return Some(format!("{play:?} at place {place} of its line as worth {value}; minimax {worth}"));
        }
        let next = kit.game.play(&here, play);
        value = value.flip_if(kit.game.mover(&next) != kit.game.mover(&here));
        depth = depth.child();
        here = next;
    }
    None
}
