//! Proofs: extraction of solution trees from a table, and their replay by the rules.

use super::search::{Deadline, StopFlags};
use super::solve::{Solver, finds_value};
use super::{GameSource, RootPosition, TypedEngine, moves};
use crate::announcer::{Announce, Announcer};
use crate::clock::SearchClock;
use crate::engine::{EngineError, FalseProof};
use crate::request::{Control, DistinctLeaves, ProofRequest};
use nullwindow::memory::AnyMemory;
use nullwindow::solution::{ExtractError, Fault, Proof, ProofFlaw, SolutionTree, verify};
use nullwindow::{Depth, Outcome, Score, Stopped};
use nullwindow_games::{Playable, Purpose, Solving};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A value, and the depth at which it holds.
#[derive(Clone, Copy)]
struct ExactValue {
    value: Score,
    depth: Depth,
}

impl<S: GameSource> TypedEngine<S> {
    pub(super) fn prove(&self, request: &ProofRequest, control: &mut Control<'_>) -> Result<Vec<Proof>, EngineError> {
        finds_value(&request.algorithm)?;
        let stop = control.stop;
        let announcer = Announcer::of(control);
        let clock = SearchClock::of_wall();
        let solver = ProofContext { request, stop, announcer: &announcer, clock: &clock };
        // The value is found with all knowledge of the game; the entries that this leaves in the table are true by the
        // rules, too.
        let exact = if request.depth.is_none_or(|depth| depth == Depth::END) {
            let root = self.root(Purpose::Solve, &request.position)?;
            let solution = solver.on(&root, root.game.profile().solving).solve(DistinctLeaves::No);
            let depth = solution.depth.map_or(Depth::END, Depth::plies);
            let value = solution.value().ok_or(EngineError::Stopped(Stopped::Flag))?;
            Some(ExactValue { value, depth })
        } else {
            None
        };
        // The trees are extracted by the rules alone; lost entries are searched again.
        let root = self.root(Purpose::Proof, &request.position)?;
        let profile = root.game.profile();
        let text = self.0.certificate_text(&root.game, &request.position, &root.text);
        let about = format!("{}: {text}", self.0.certificate_name());
        let solver = solver.on(&root, Solving::ToTheEnd { guess: 0, order: profile.order });
        solver.extract(request, exact, &about)
    }
}

/// The common parameters of the two searches of a proof.
struct ProofContext<'w> {
    request: &'w ProofRequest,
    stop: &'w AtomicBool,
    announcer: &'w dyn Announce,
    clock: &'w SearchClock,
}

impl<'w> ProofContext<'w> {
    fn on<'s, 'e, G: Playable>(&self, root: &'s RootPosition<'e, G>, solving: Solving) -> Solver<'s, 'e, G>
    where
        'w: 's,
    {
        Solver {
            root,
            algorithm: &self.request.algorithm,
            memory: AnyMemory::table(Arc::clone(&self.request.table)),
            threads: 1,
            stop: self.stop,
            flags: StopFlags::default(),
            announcer: self.announcer,
            deadline: Deadline::after(None),
            nodes: None,
            solving,
            order: solving.order(),
            clock: self.clock,
        }
    }
}

impl<'s, G: Playable> Solver<'s, '_, G> {
    fn extract(
        &'s self,
        request: &ProofRequest,
        exact: Option<ExactValue>,
        about: &str,
    ) -> Result<Vec<Proof>, EngineError> {
        self.with_search(self.observer_parts(), |search| {
            let root = &self.root.position;
            let ExactValue { value, depth } = match exact {
                Some(exact) => exact,
                None => {
                    let depth = request.depth.unwrap_or(Depth::END);
                    let deepened = search.deepen(self.algorithm, root, super::request(&*self.root.game, root, depth));
                    match deepened.last().and_then(Outcome::value) {
                        Some(value) if deepened.stopped().is_none() => ExactValue { value, depth },
                        _ => return Err(EngineError::Stopped(deepened.stopped().unwrap_or(Stopped::Flag))),
                    }
                }
            };
            self.announcer.stage("the solution tree");
            let refused = |error| match error {
                ExtractError::Stopped { reason, .. } => EngineError::Stopped(reason),
                other => EngineError::Extract(other),
            };
            let mut proofs = Vec::new();
            if request.upper {
                let tree = search.solution(root, depth).limit(request.limit).complete().max(value).map_err(refused)?;
                proofs.push(Proof::new(about, tree));
            }
            if request.lower {
                let tree = search.solution(root, depth).limit(request.limit).complete().min(value).map_err(refused)?;
                proofs.push(Proof::new(about, tree));
            }
            Ok(proofs)
        })
    }
}

impl<G: Playable> RootPosition<'_, G> {
    pub(super) fn verify(&self, tree: &SolutionTree) -> Result<(), FalseProof> {
        let wrong = |flaw: ProofFlaw| FalseProof { path: self.path(&flaw.path), reason: reason(&flaw) };
        verify(&*self.game, &self.position, tree).map(|_| ()).map_err(wrong)
    }

    /// Returns the names of the moves along a path of indices; an index without a move is named by its number.
    fn path(&self, places: &[u16]) -> Vec<String> {
        let mut position = self.position.clone();
        let mut names = Vec::new();
        for &place in places {
            let Some(&play) = moves(&*self.game, &position).get(usize::from(place)) else {
                names.push(format!("(move number {place})"));
                return names;
            };
            names.push(self.game.format_move(&position, play));
            position = self.game.play(&position, play);
        }
        names
    }
}

/// Describes a fault of a tree, without its path.
fn reason(flaw: &ProofFlaw) -> String {
    match flaw.fault {
        Fault::Unfinished { moves } => format!("the tree ends, but there are {moves} moves"),
        Fault::PastTheEnd { sons } => format!("nothing follows here, but the tree has {sons} moves"),
        Fault::NotAll { moves, sons } => format!("all {moves} moves are needed, but the tree has {sons}"),
        Fault::NotOne { sons } => format!("one move is needed, but the tree has {sons}"),
        Fault::WrongPlace { expected } => format!("move number {expected} was expected here, and this is another"),
        Fault::NoSuchMove { moves } => format!("there is no such move, only {moves}, numbered from 0"),
        Fault::Value { stated, actual } => {
            format!("the value is {actual}, not {stated} (for the player to move at the root)")
        }
        _ => flaw.to_string(),
    }
}
