//! Shortens a counterexample: searches for shorter lines, and leaves moves out of a long one.

use super::flaw::Witness;
use crate::{Game, MoveBuf};

/// A position that violates a law, and the evidence.
pub(super) struct Counterexample<P, M, E> {
    pub(super) witness: Witness<P, M>,
    pub(super) evidence: E,
}

/// Returns the shortest line found on which `fails` still returns evidence. It tries up to `budget` positions twice.
///
/// `fails` is called through a pointer: compiled for the closure of every law, this was 5 % of the code of the tests.
pub(super) fn shrink<G: Game, E>(
    game: &G,
    root: &G::Position,
    found: Counterexample<G::Position, G::Move, E>,
    budget: usize,
    fails: &mut dyn FnMut(&G::Position) -> Option<E>,
) -> Counterexample<G::Position, G::Move, E> {
    match breadth_first(game, root, found.witness.line.len(), budget, fails) {
        Some(shortest) => shortest,
        None => leave_out(game, root, found, budget, fails),
    }
}

/// A position in the queue, with the index of its parent and the move.
struct QueuedPosition<G: Game> {
    position: G::Position,
    ply: usize,
    from: Option<(usize, G::Move)>,
}

/// Returns the first failing position on lines shorter than `shorter_than`.
fn breadth_first<G: Game, E>(
    game: &G,
    root: &G::Position,
    shorter_than: usize,
    budget: usize,
    fails: &mut dyn FnMut(&G::Position) -> Option<E>,
) -> Option<Counterexample<G::Position, G::Move, E>> {
    // `steps` is in the order of plies: a queue that keeps the parent of each position.
    let mut steps = vec![QueuedPosition::<G> { position: root.clone(), ply: 0, from: None }];
    let mut next = 0;
    while next < steps.len() {
        let (position, ply) = (steps[next].position.clone(), steps[next].ply);
        if ply >= shorter_than {
            return None;
        }
        if let Some(evidence) = fails(&position) {
            let back = std::iter::successors(steps[next].from, |&(before, _)| steps[before].from);
            let mut line: Vec<G::Move> = back.map(|(_, play)| play).collect();
            line.reverse();
            return Some(Counterexample { witness: Witness { line, position }, evidence });
        }
        let mut moves = MoveBuf::new();
        if ply + 1 < shorter_than && game.moves(&position, &mut moves).is_none() {
            let room = budget.saturating_sub(steps.len());
            let son =
                |play| QueuedPosition { position: game.play(&position, play), ply: ply + 1, from: Some((next, play)) };
            steps.extend(moves.iter().take(room).map(son));
        }
        next += 1;
    }
    None
}

/// Leaves out runs of moves, long ones first, while the rest can be played and still fails.
fn leave_out<G: Game, E>(
    game: &G,
    root: &G::Position,
    mut found: Counterexample<G::Position, G::Move, E>,
    mut budget: usize,
    fails: &mut dyn FnMut(&G::Position) -> Option<E>,
) -> Counterexample<G::Position, G::Move, E> {
    let mut run = found.witness.line.len() / 2;
    while run > 0 {
        let mut start = 0;
        let before = found.witness.line.len();
        while start + run <= found.witness.line.len() {
            let Some(left) = budget.checked_sub(1) else { return found };
            budget = left;
            let mut line = found.witness.line.clone();
            line.drain(start..start + run);
            let shorter = replay(game, root, &line).and_then(|position| Some((fails(&position)?, position)));
            match shorter {
                Some((evidence, position)) => found = Counterexample { witness: Witness { line, position }, evidence },
                None => start += 1,
            }
        }
        // A shorter line may allow leaving out moves that an earlier round had to keep.
        let again = run == 1 && found.witness.line.len() < before;
        run = if again { found.witness.line.len() / 2 } else { run / 2 };
    }
    found
}

/// Returns the position after a line, if every move of it is legal.
fn replay<G: Game>(game: &G, root: &G::Position, line: &[G::Move]) -> Option<G::Position> {
    line.iter().try_fold(root.clone(), |position, &play| {
        let mut moves = MoveBuf::new();
        let over = game.moves(&position, &mut moves);
        (over.is_none() && moves.iter().any(|legal| legal == play)).then(|| game.play(&position, play))
    })
}
