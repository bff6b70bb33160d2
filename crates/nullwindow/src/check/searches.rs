//! The law of values: every algorithm, with every memory, returns the value of minimax and a move of that value. If the game
//! has rules of selective search, the algorithms that follow them return the value of minimax on the selective tree.

use super::flaw::Breach;
use super::law::Law;
use super::numbered::{AnyGame, NumberedGame, Rules, START};
use super::oracle::Oracle;
use super::sample::{NodeId, PositionSample, ROOT};
use super::shrink::{Counterexample, shrink};
use super::{Check, Verdict};
use crate::distance::bounds_at_node;
use crate::memory::{AnyMemory, Table};
use crate::outcome::Outcome;
use crate::selective::SelectiveTree;
use crate::{AnyAlgorithm, Bounds, Depth, Evaluator, Game, Keyed, Limits, Order, Score, Search};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The number of positions tried to shorten a counterexample. It is small, because each is searched.
const SHRINK: usize = 300;
/// The node limit of a search, as a multiple of the nodes of minimax.
const NODE_FACTOR: u64 = 500;

/// The results of minimax at one depth.
struct Truth {
    depth: Depth,
    value: Score,
    /// Every move with its value.
    moves: Vec<(u16, Score)>,
    /// The nodes that minimax took.
    nodes: usize,
}

/// The memory and move order of a trial.
#[derive(Clone, Copy)]
enum TrialMemory {
    Nothing,
    Everything,
    FourEntries,
}

impl TrialMemory {
    const ALL: [TrialMemory; 3] = [TrialMemory::Nothing, TrialMemory::Everything, TrialMemory::FourEntries];

    const fn description(self) -> &'static str {
        match self {
            TrialMemory::Nothing => "without memory",
            TrialMemory::Everything => "with an exact map as memory (right without memory: look at the key)",
            TrialMemory::FourEntries => {
                "with a table of four entries as memory (right without memory: look at the key)"
            }
        }
    }
}

/// The number of searches run, and the number of those abandoned.
#[derive(Default)]
pub(super) struct SearchCount {
    pub(super) run: usize,
    pub(super) stopped: usize,
}

/// The settings of a [`Check`] that the trials need.
struct TrialSettings<'a> {
    /// Ends the searches early when set.
    stop: Option<&'a AtomicBool>,
    depths: Vec<Depth>,
    nodes: usize,
    except: Vec<Law>,
}

/// Searches the chosen positions by every algorithm with every memory.
pub(super) fn check<G: Evaluator + Keyed>(
    kit: &Check<'_, G>,
    sample: &PositionSample<G::Position, G::Move>,
    chosen: &[NodeId],
) -> Verdict<G, SearchCount> {
    let settings =
        TrialSettings { stop: kit.stop, depths: kit.depths().collect(), nodes: kit.nodes, except: kit.except.clone() };
    let root = &sample.nodes[ROOT].position;
    let mut count = SearchCount::default();
    for &id in chosen.iter().take_while(|_| !kit.is_stopped()) {
        let position = &sample.nodes[id].position;
        if let Some((failed, evidence)) = trials(&settings, &NumberedGame::new(kit.game, position), None, &mut count) {
            let law = evidence.law;
            let found = Counterexample { witness: sample.witness(id), evidence };
            let found = shrink(kit.game, root, found, SHRINK, &mut |position| {
                let rules = NumberedGame::new(kit.game, position);
                let (_, breach) = trials(&settings, &rules, Some(failed), &mut SearchCount::default())?;
                (breach.law == law).then_some(breach)
            });
            return Err(found.evidence.flaw(found.witness));
        }
    }
    Ok(count)
}

/// The algorithm and the memory of a search with a wrong result.
type FailedTrial = (TrialMemory, AnyAlgorithm);

/// Searches one position by all trials, or by the one that failed before.
///
/// From here on the types of the game are erased.
// Inlined, so that it is compiled where a game is checked and nowhere else.
#[inline]
fn trials(
    settings: &TrialSettings<'_>,
    rules: &dyn Rules,
    suspect: Option<FailedTrial>,
    count: &mut SearchCount,
) -> Option<(FailedTrial, Breach)> {
    let games = [Some(AnyGame::new(rules)), AnyGame::selective(rules)];
    games.iter().flatten().find_map(|game| trials_of(settings, game, suspect, count))
}

/// Searches one position in full width, or by the rules of selective search.
fn trials_of(
    settings: &TrialSettings<'_>,
    game: &AnyGame<'_>,
    suspect: Option<FailedTrial>,
    count: &mut SearchCount,
) -> Option<(FailedTrial, Breach)> {
    let truths = if game.is_selective() { selective_truths(settings, game) } else { truths(settings, game) };
    if let Some((kind, algorithm)) = suspect {
        return Some(((kind, algorithm), trial(settings, algorithm, kind, game, &truths, count)?));
    }
    let follows = |algorithm: &AnyAlgorithm| !game.is_selective() || algorithm.follows_rules();
    TrialMemory::ALL.into_iter().find_map(|kind| {
        AnyAlgorithm::all()
            .into_iter()
            .filter(follows)
            .find_map(|algorithm| Some(((kind, algorithm), trial(settings, algorithm, kind, game, &truths, count)?)))
    })
}

/// Returns the results of minimax on the selective tree. Moves are not compared: at the root there are no rules.
fn selective_truths(settings: &TrialSettings<'_>, game: &AnyGame<'_>) -> Vec<Truth> {
    let tree = SelectiveTree::new(game);
    let truth = |&depth: &Depth| {
        let mut oracle = Oracle::new(&tree, settings.nodes);
        let value = oracle.value(&tree.root(START, depth), Depth::END)?;
        Some(Truth { depth, value, moves: Vec::new(), nodes: settings.nodes - oracle.left() })
    };
    // To the end of the game there are no rules.
    settings.depths.iter().filter(|&&depth| depth != Depth::END).map_while(truth).collect()
}

/// Returns the results of minimax at increasing depths, as far as the node budget allows.
fn truths(settings: &TrialSettings<'_>, game: &AnyGame<'_>) -> Vec<Truth> {
    let truth = |&depth: &Depth| {
        let mut oracle = Oracle::new(game, settings.nodes);
        let value = oracle.value(&START, depth)?;
        let nodes = settings.nodes - oracle.left();
        let moves = Oracle::new(game, settings.nodes).moves(&START, depth)?;
        Some(Truth { depth, value, moves, nodes })
    };
    let mut truths: Vec<Truth> = settings.depths.iter().map_while(truth).collect();
    // If the game ends earlier, one more ply tests nothing new.
    truths.dedup_by(|deeper, shallower| deeper.nodes == shallower.nodes && deeper.depth != Depth::END);
    truths
}

/// Runs one algorithm with one memory to all depths.
#[inline]
fn trial<'s>(
    settings: &TrialSettings<'s>,
    algorithm: AnyAlgorithm,
    kind: TrialMemory,
    game: &'s AnyGame<'s>,
    truths: &[Truth],
    count: &mut SearchCount,
) -> Option<Breach> {
    let (memory, order) = match kind {
        TrialMemory::Nothing => (AnyMemory::none(), Order::GENERATED),
        TrialMemory::Everything => (AnyMemory::exact(), Order { transpositions: true, ..Order::ALL }),
        TrialMemory::FourEntries => {
            // A single bucket: nearly every store replaces an entry.
            let table = Table::with_bytes(4 * Table::ENTRY_BYTES).ok()?;
            (AnyMemory::table(Arc::new(table)), Order::default())
        }
    };
    let breach = runs(settings, algorithm, Search::new(game).with_memory(memory).with_order(order), truths, count);
    let width = if game.is_selective() { ", a selective search" } else { "" };
    breach
        .map(|breach| Breach { seen: format!("{algorithm} {}{width}: {}", kind.description(), breach.seen), ..breach })
}

/// Runs a search to all depths and compares the results.
fn runs<'s>(
    settings: &TrialSettings<'s>,
    algorithm: AnyAlgorithm,
    mut search: Search<'s, AnyGame<'_>, AnyMemory>,
    truths: &[Truth],
    count: &mut SearchCount,
) -> Option<Breach> {
    truths.iter().find_map(|truth| {
        let limits = Limits::none().with_nodes(NODE_FACTOR * truth.nodes as u64);
        search.set_limits(match settings.stop {
            Some(flag) => limits.with_flag(flag),
            None => limits,
        });
        let outcome = search.run(&algorithm, &START, truth.depth);
        count.run += 1;
        if outcome.stopped.is_some() {
            count.stopped += 1;
            return None;
        }
        let game = search.worker.game;
        let named = if game.is_selective() { None } else { named(settings, game, &outcome, truth) };
        [value(&algorithm, &outcome, truth), named]
            .into_iter()
            .flatten()
            .find(|breach| !settings.except.contains(&breach.law))
    })
}

/// Returns a violation if the value is not that of minimax.
fn value(algorithm: &AnyAlgorithm, outcome: &Outcome<u16>, truth: &Truth) -> Option<Breach> {
    let right = match algorithm.finds_value() {
        true => outcome.value() == Some(truth.value),
        false => outcome.bounds.contains(truth.value),
    };
    let (depth, bounds) = (truth.depth, outcome.bounds);
    (!right).then(|| Breach::at(Law::Value, depth, format!("to depth {depth}, {bounds}; minimax {}", truth.value)))
}

/// Returns a violation if the best move or the principal variation does not have the reported value.
fn named(settings: &TrialSettings<'_>, game: &AnyGame<'_>, outcome: &Outcome<u16>, truth: &Truth) -> Option<Breach> {
    let depth = truth.depth;
    let breach = |seen: String| Some(Breach::at(Law::Move, depth, format!("to depth {depth}, {seen}")));
    let Some(best) = outcome.best else {
        let silent = outcome.value().is_some() && !truth.moves.is_empty();
        return if silent { breach("a value and no move".to_owned()) } else { None };
    };
    let name = game.name(START, best);
    let Some(&(_, worth)) = truth.moves.iter().find(|&&(play, _)| play == best) else {
        return breach(format!("{name}, which is not a move"));
    };
    let least = if outcome.best_is_proven { truth.value } else { outcome.bounds.lower };
    if worth < least {
        return breach(format!("{name} as worth {least}; minimax {worth}"));
    }
    line(settings, game, outcome, truth).and_then(breach)
}

/// Describes the first move of the principal variation that does not keep the value.
fn line(settings: &TrialSettings<'_>, game: &AnyGame<'_>, outcome: &Outcome<u16>, truth: &Truth) -> Option<String> {
    let (mut here, mut depth, mut value) = (START, truth.depth, truth.value);
    for (place, &play) in outcome.line.iter().enumerate() {
        let moves = Oracle::new(game, settings.nodes).moves(&here, depth)?;
        let worth = moves.iter().find(|&&(legal, _)| legal == play).map(|&(_, worth)| worth);
        if worth != Some(value) {
            let (name, worth) =
                (game.name(here, play), worth.map_or("not a move".to_owned(), |worth| worth.to_string()));
            return Some(format!("{name} at place {place} of its line as worth {value}; minimax {worth}"));
        }
        let next = game.play(&here, play);
        let later = bounds_at_node(game, Bounds::exactly(value), 1).lower;
        value = later.flip_if(game.mover(&next) != game.mover(&here));
        depth = depth.child();
        here = next;
    }
    None
}
