//! The upper tree of a search.

use super::{GameSource, RootPosition, TypedEngine, moves};
use crate::engine::EngineError;
use crate::request::{Control, DistinctLeaves, SearchRequest};
use crate::upper_recorder::{UpperRecord, UpperRecorder, UpperScope};
use crate::{AnsweredBy, UpperNode, UpperTree, finite};
use nullwindow::{AnyAlgorithm, Bounds, Game};
use nullwindow_games::Playable;

impl<S: GameSource> TypedEngine<S> {
    /// Searches and returns the tree of `plies` plies below `path`.
    pub(super) fn upper_of(
        &self,
        request: &SearchRequest,
        path: &[String],
        plies: u32,
        control: &mut Control<'_>,
    ) -> Result<UpperTree, EngineError> {
        if !can_be_watched(&request.algorithm) {
            let known =
                AnyAlgorithm::all().iter().filter(|each| can_be_watched(each)).map(ToString::to_string).collect();
            return Err(EngineError::CannotBeWatched { algorithm: request.algorithm, known });
        }
        let root = self.requested_root(request)?;
        let (game, mut position, mut places) = (&*root.game, root.position.clone(), Vec::new());
        for name in path {
            let play = self.legal_move(game, &position, name)?;
            places.extend(place_of(&moves(game, &position), &play));
            position = game.play(&position, play);
        }
        root.upper(self.0.name(), request, &places, plies, control)
    }
}

/// Returns whether the algorithm walks from the root to every node. The list algorithms do not, and MTD-best tests root
/// moves one by one.
fn can_be_watched(algorithm: &AnyAlgorithm) -> bool {
    use AnyAlgorithm as Any;
    let walks = algorithm.follows_rules() || matches!(algorithm, Any::Minimax(_) | Any::Scout(_));
    walks && !matches!(algorithm, Any::MtdBest(_))
}

/// Returns the index of a move.
fn place_of<M: PartialEq>(moves: &[M], play: &M) -> Option<u16> {
    moves.iter().position(|other| other == play).and_then(|place| u16::try_from(place).ok())
}

impl<G: Playable> RootPosition<'_, G> {
    fn upper(
        &self,
        subject: &str,
        request: &SearchRequest,
        path: &[u16],
        plies: u32,
        control: &mut Control<'_>,
    ) -> Result<UpperTree, EngineError> {
        let mut request = request.clone();
        // Only the search of the whole position by one thread is a tree that an observer can see.
        (request.threads, request.multi_pv, request.only, request.trace) = (1, 1, Vec::new(), None);
        request.distinct = DistinctLeaves::No;
        let plies = usize::try_from(plies).unwrap_or(usize::MAX);
        let scope = UpperScope {
            path,
            // One ply more: best replies are found where moves are searched.
            plies: plies.saturating_add(1),
            selective: self.game.is_selective(),
            exact_leaves: request.exact_leaves || !G::USES_WINDOW,
            turns: &|path| self.turns(path),
        };
        let (answer, nodes) = self.search_recorded(subject, &request, control, Some(UpperRecorder::new(scope)))?;
        let record = match (answer.stopped, answer.records.last()) {
            (None, Some(record)) => record,
            (reason, _) => return Err(EngineError::Stopped(reason.unwrap_or(nullwindow::Stopped::Flag))),
        };
        let reader = UpperReader { root: self, nodes: &nodes };
        Ok(UpperTree {
            root: reader.at(path, plies),
            depth: record.depth,
            value: record.value,
            nodes: record.total,
            seconds: record.seconds,
        })
    }

    /// Returns whether the player to move changes with the last move of a path.
    fn turns(&self, path: &[u16]) -> bool {
        let Some((last, before)) = path.split_last() else { return false };
        let parent = self.after(before);
        self.game.mover(&parent) != self.game.mover(&step(&*self.game, &parent, *last))
    }

    /// Returns the position at the end of a path.
    fn after(&self, path: &[u16]) -> G::Position {
        path.iter().fold(self.position.clone(), |position, &place| step(&*self.game, &position, place))
    }
}

/// Returns the position after the move with this index.
fn step<G: Game>(game: &G, position: &G::Position, place: u16) -> G::Position {
    let play = moves(game, position).get(usize::from(place)).copied();
    play.map_or_else(|| position.clone(), |play| game.play(position, play))
}

/// Turns records into nodes with names.
struct UpperReader<'r, 'e, G: Playable> {
    root: &'r RootPosition<'e, G>,
    nodes: &'r [UpperRecord],
}

impl<G: Playable> UpperReader<'_, '_, G> {
    /// Returns the node at the end of a path, with `plies` plies below it.
    fn at(&self, path: &[u16], plies: usize) -> UpperNode {
        let mut found = self.nodes.first();
        for &place in path {
            found = found.and_then(|node| self.child(node, place));
        }
        let position = self.root.after(path);
        let name = path.split_last().map(|(&last, before)| self.name(&self.root.after(before), last));
        match found {
            Some(record) => self.node(record, &position, name, plies),
            None => unvisited(name, moves(&*self.root.game, &position).len()),
        }
    }

    fn child(&self, node: &UpperRecord, place: u16) -> Option<&UpperRecord> {
        self.children(node).find(|child| child.place == place)
    }

    fn children(&self, node: &UpperRecord) -> impl Iterator<Item = &UpperRecord> {
        node.children.iter().map(|&child| &self.nodes[child])
    }

    fn name(&self, position: &G::Position, place: u16) -> String {
        let play = moves(&*self.root.game, position).get(usize::from(place)).copied();
        play.map(|play| self.root.move_name(position, play)).unwrap_or_default()
    }

    fn node(&self, record: &UpperRecord, position: &G::Position, name: Option<String>, plies: usize) -> UpperNode {
        let Bounds { lower, upper } = record.bounds.flip_if(record.flip);
        let spent: u64 = self.children(record).map(|child| child.below).sum();
        let children = (plies > 0).then(|| {
            let mut children: Vec<&UpperRecord> = self.children(record).collect();
            children.sort_unstable_by_key(|child| child.place);
            let node = |child: &UpperRecord| {
                let next = step(&*self.root.game, position, child.place);
                self.node(child, &next, Some(self.name(position, child.place)), plies - 1)
            };
            children.into_iter().map(node).collect()
        });
        UpperNode {
            name,
            lower: finite(lower),
            upper: finite(upper),
            best: record.best.map(|place| self.name(position, place)),
            below: record.below,
            visits: record.visits,
            aside: record.below.saturating_sub(record.visits + spent),
            answered: record.answered,
            cut: record.cut,
            moves: moves(&*self.root.game, position).len(),
            children,
        }
    }
}

/// Returns a node that the search did not visit.
fn unvisited(name: Option<String>, moves: usize) -> UpperNode {
    UpperNode {
        name,
        lower: None,
        upper: None,
        best: None,
        below: 0,
        visits: 0,
        aside: 0,
        answered: AnsweredBy::None,
        cut: false,
        moves,
        children: Some(Vec::new()),
    }
}
