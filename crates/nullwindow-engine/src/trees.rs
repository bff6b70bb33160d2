//! Families of synthetic trees, all of them as one game.
//!
//! | text | tree |
//! |---|---|
//! | `uniform 8x4` | independent leaves |
//! | `ordered 8x4 r2`, `ordered 24x4 r2 p0.9` | the best child is among the first w/R, with this probability |
//! | `correlated 8x6` | leaves are sums along the path |
//! | `tree ((41 5) (12 90))` | written out |
//!
//! A position is a seed, `seed 7`, and a path of children counted from 0, `seed 7 moves 2 0`; of a written-out tree, the
//! path alone.

use crate::engine::EngineError;
use crate::request::PositionText;
use crate::typed::GameSource;
use nullwindow::trees::explicit::NodeId;
use nullwindow::trees::incremental::IncrementalNode;
use nullwindow::trees::ordered::OrderedNode;
use nullwindow::trees::{
    ExplicitTree, IncrementalTree, OrderedTree, ParseTreeError, ShapeError, UniformNode, UniformTree,
};
use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Order, Player, Score};
use nullwindow_games::{GameSetting, Notation, ParseError, Perft, Playable, Profile, Purpose, SettingError, Solving};
use std::borrow::Cow;

/// The first words of the texts of trees.
pub(crate) const FAMILIES: [&str; 4] = ["uniform", "ordered", "correlated", "tree"];

/// Any synthetic tree. One type, so that every algorithm is compiled once for all of them; the branch between the kinds
/// has the same outcome at every node of a search.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum SyntheticTree {
    Uniform(UniformTree, TreeOrigin),
    Ordered(OrderedTree, TreeOrigin),
    Correlated(IncrementalTree, TreeOrigin),
    Explicit(ExplicitTree),
}

/// The parameters of a random tree that the texts of its nodes depend on. The tree itself does not reveal them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TreeOrigin {
    width: u16,
    depth: u8,
    seed: u64,
}

impl TreeOrigin {
    /// The bits of a key with the number of a node within its ply; those above are its height.
    const NUMBER_BITS: u32 = 56;

    /// Writes the node with this key: `seed 7`, or with the path from the root `seed 7 moves 2 0`.
    fn node_text(self, key: u64) -> String {
        let plies = u64::from(self.depth).saturating_sub(key >> TreeOrigin::NUMBER_BITS);
        let mut number = key & ((1 << TreeOrigin::NUMBER_BITS) - 1);
        let mut path = Vec::new();
        for _ in 0..plies {
            path.push((number % u64::from(self.width)).to_string());
            number /= u64::from(self.width);
        }
        path.reverse();
        let moves = if path.is_empty() { String::new() } else { format!(" moves {}", path.join(" ")) };
        format!("seed {}{moves}", self.seed)
    }
}

/// A node of a synthetic tree, of the same kind as its tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum TreeNode {
    Uniform(UniformNode),
    Ordered(OrderedNode),
    Correlated(IncrementalNode),
    Explicit(NodeId),
}

/// Runs the same expression for every kind of tree.
macro_rules! each {
    ($tree:expr, $node:expr, ($inner:ident, $at:ident) => $do:expr) => {
        match ($tree, $node) {
            (SyntheticTree::Uniform($inner, _), TreeNode::Uniform($at)) => $do,
            (SyntheticTree::Ordered($inner, _), TreeNode::Ordered($at)) => $do,
            (SyntheticTree::Correlated($inner, _), TreeNode::Correlated($at)) => $do,
            (SyntheticTree::Explicit($inner), TreeNode::Explicit($at)) => $do,
            _ => unreachable!("a node of another kind of tree"),
        }
    };
}

impl Game for SyntheticTree {
    type Position = TreeNode;
    type Move = u16;

    #[inline]
    fn mover(&self, node: &TreeNode) -> Player {
        each!(self, node, (tree, at) => tree.mover(at))
    }

    #[inline]
    fn moves(&self, node: &TreeNode, moves: &mut MoveBuf<u16>) -> Option<Score> {
        each!(self, node, (tree, at) => tree.moves(at, moves))
    }

    #[inline]
    fn play(&self, node: &TreeNode, child: u16) -> TreeNode {
        match (self, node) {
            (SyntheticTree::Uniform(tree, _), TreeNode::Uniform(at)) => TreeNode::Uniform(tree.play(at, child)),
            (SyntheticTree::Ordered(tree, _), TreeNode::Ordered(at)) => TreeNode::Ordered(tree.play(at, child)),
            (SyntheticTree::Correlated(tree, _), TreeNode::Correlated(at)) => {
                TreeNode::Correlated(tree.play(at, child))
            }
            (SyntheticTree::Explicit(tree), TreeNode::Explicit(at)) => TreeNode::Explicit(tree.play(at, child)),
            _ => unreachable!("a node of another kind of tree"),
        }
    }

    #[inline]
    fn over(&self, node: &TreeNode, scratch: &mut MoveBuf<u16>) -> Option<Score> {
        each!(self, node, (tree, at) => tree.over(at, scratch))
    }
}

impl Evaluator for SyntheticTree {
    #[inline]
    fn evaluate(&self, node: &TreeNode) -> Score {
        each!(self, node, (tree, at) => tree.evaluate(at))
    }
}

impl Keyed for SyntheticTree {
    #[inline]
    fn key(&self, node: &TreeNode) -> u64 {
        each!(self, node, (tree, at) => tree.key(at))
    }
}

impl Perft for SyntheticTree {}

impl Notation for SyntheticTree {
    const NAME: &'static str = "tree";

    fn start(&self) -> TreeNode {
        match self {
            SyntheticTree::Uniform(tree, _) => TreeNode::Uniform(tree.root()),
            SyntheticTree::Ordered(tree, _) => TreeNode::Ordered(tree.root()),
            SyntheticTree::Correlated(tree, _) => TreeNode::Correlated(tree.root()),
            SyntheticTree::Explicit(tree) => TreeNode::Explicit(tree.root()),
        }
    }

    fn parse_position(&self, text: &str) -> Result<TreeNode, ParseError> {
        let Some(origin) = self.origin() else { return self.play_all(text) };
        let (seed, moves) = seed_and_moves(text)?;
        if seed != origin.seed {
            return Err(ParseError::new(text, 0, format!("the seed of this tree, {}", origin.seed)));
        }
        self.play_all(moves)
    }

    /// Writes the seed and the path of a node, or a written-out tree itself: records, traces and proofs refer to its root.
    fn format_position(&self, node: &TreeNode) -> String {
        match self {
            // The text must identify the tree, because a certificate contains nothing else.
            SyntheticTree::Explicit(tree) => tree.to_string(),
            SyntheticTree::Uniform(_, origin)
            | SyntheticTree::Ordered(_, origin)
            | SyntheticTree::Correlated(_, origin) => origin.node_text(self.key(node)),
        }
    }

    fn parse_move(&self, node: &TreeNode, text: &str) -> Result<u16, ParseError> {
        let mut moves = MoveBuf::new();
        self.moves(node, &mut moves);
        let child = text.trim().parse::<u16>().ok().filter(|&child| usize::from(child) < moves.len());
        let count = moves.len();
        child.ok_or_else(|| ParseError::new(text, 0, format!("the number of a child, from 0 and below {count}")))
    }

    fn format_move(&self, _: &TreeNode, child: u16) -> String {
        child.to_string()
    }

    fn draw(&self, node: &TreeNode) -> String {
        self.format_position(node)
    }
}

impl SyntheticTree {
    /// Returns the origin of a random tree; `None` for a written-out one.
    fn origin(&self) -> Option<TreeOrigin> {
        match self {
            SyntheticTree::Uniform(_, origin)
            | SyntheticTree::Ordered(_, origin)
            | SyntheticTree::Correlated(_, origin) => Some(*origin),
            SyntheticTree::Explicit(_) => None,
        }
    }

    /// Returns the tree of the same family with this seed.
    fn with_seed(self, seed: u64) -> SyntheticTree {
        let of_seed = |origin| TreeOrigin { seed, ..origin };
        match self {
            SyntheticTree::Uniform(tree, origin) => SyntheticTree::Uniform(tree.with_seed(seed), of_seed(origin)),
            SyntheticTree::Ordered(tree, origin) => SyntheticTree::Ordered(tree.with_seed(seed), of_seed(origin)),
            SyntheticTree::Correlated(tree, origin) => SyntheticTree::Correlated(tree.with_seed(seed), of_seed(origin)),
            explicit @ SyntheticTree::Explicit(_) => explicit,
        }
    }
}

impl Playable for SyntheticTree {
    /// Returns a profile with children in their generated order, as in the papers.
    fn profile(&self) -> Profile {
        let order = Order::GENERATED;
        Profile::default()
            .with_players(["MAX", "MIN"])
            .with_usual(None, 20)
            .with_order(order)
            .with_solving(Solving::ToTheEnd { guess: 0, order })
    }
}

/// A family of trees; a position is the seed of one tree.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TreeFamily {
    text: String,
    tree: SyntheticTree,
}

impl TreeFamily {
    /// Returns whether a text starts like that of a tree, valid or not.
    pub(crate) fn is_meant_by(text: &str) -> bool {
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        FAMILIES.contains(&word)
    }

    /// Reads the text of a family.
    pub(crate) fn parse(text: &str) -> Result<TreeFamily, EngineError> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let example = match word {
            "ordered" => "ordered 8x4 r2 p0.9",
            "correlated" => "correlated 8x6",
            "tree" => "tree ((41 5) (12 90))",
            _ => "uniform 8x4",
        };
        let tree = match word {
            "tree" => rest.parse().map(SyntheticTree::Explicit).map_err(|error: ParseTreeError| error.to_string()),
            _ => numbers(word, rest),
        };
        let wrong = |reason| EngineError::Tree { text: text.to_owned(), reason, example };
        Ok(TreeFamily { text: text.to_owned(), tree: tree.map_err(wrong)? })
    }
}

/// Reads `8x4`, and for ordered trees `r2` and `p0.9`.
fn numbers(word: &str, text: &str) -> Result<SyntheticTree, String> {
    let mut words = text.split_ascii_whitespace();
    let size = words.next().and_then(|size| size.split_once('x'));
    let size = size.and_then(|(width, depth)| Some((width.parse().ok()?, depth.parse().ok()?)));
    let Some((width, depth)) = size else { return Err("expected a width and a depth".to_owned()) };
    let origin = TreeOrigin { width, depth, seed: 0 };
    let shape = |error: ShapeError| error.to_string();
    if word == "ordered" {
        let mut tree = OrderedTree::new(width, depth).map_err(shape)?;
        for word in words {
            let unknown = || format!("expected an order r2 or a probability p0.9, found '{word}'");
            tree = match word.split_at_checked(1).ok_or_else(unknown)? {
                ("r", order) => tree.with_order(order.parse().map_err(|_| unknown())?),
                ("p", chance) => tree.with_probability(chance.parse().map_err(|_| unknown())?),
                _ => return Err(unknown()),
            }
            .map_err(shape)?;
        }
        return Ok(SyntheticTree::Ordered(tree, origin));
    }
    if let Some(rest) = words.next() {
        return Err(format!("expected nothing after the size, found '{rest}'"));
    }
    match word {
        "uniform" => UniformTree::new(width, depth).map(|tree| SyntheticTree::Uniform(tree, origin)).map_err(shape),
        "correlated" => {
            IncrementalTree::new(width, depth).map(|tree| SyntheticTree::Correlated(tree, origin)).map_err(shape)
        }
        _ => Err(format!("there is no tree '{word}'; there are {}", FAMILIES.join(", "))),
    }
}

/// Reads a seed and the moves from the root: `seed 7`, `7`, `seed 7 moves 2 0`.
fn seed_and_moves(text: &str) -> Result<(u64, &str), ParseError> {
    let (before, moves) = text.split_once("moves").unwrap_or((text, ""));
    let digits = before.trim().strip_prefix("seed").unwrap_or(before).trim();
    let seed = digits.parse().map_err(|_| ParseError::new(text, 0, "a seed, as in 'seed 7'"))?;
    Ok((seed, moves))
}

impl GameSource for TreeFamily {
    const LEAVES_ARE_NUMBERED: bool = true;

    type Game = SyntheticTree;

    fn name(&self) -> &str {
        &self.text
    }

    fn game_name(&self) -> &str {
        self.text.split_ascii_whitespace().next().unwrap_or_default()
    }

    fn certificate_name(&self) -> &str {
        match self.tree {
            SyntheticTree::Explicit(_) => self.game_name(),
            _ => self.name(),
        }
    }

    fn game(&self, _: Purpose, position: &PositionText) -> Result<Cow<'_, SyntheticTree>, EngineError> {
        // A written-out tree has no seed.
        if matches!(self.tree, SyntheticTree::Explicit(_)) {
            return Ok(Cow::Borrowed(&self.tree));
        }
        let text = position.text.as_deref().unwrap_or("seed 1");
        let wrong =
            |error| EngineError::Position { game: self.text.clone(), text: text.to_owned(), error: Box::new(error) };
        let (seed, _) = seed_and_moves(text).map_err(wrong)?;
        Ok(Cow::Owned(self.tree.clone().with_seed(seed)))
    }

    fn read(&self, game: &SyntheticTree, text: Option<&str>) -> Result<TreeNode, EngineError> {
        let Some(text) = text else { return Ok(game.start()) };
        let wrong =
            |error| EngineError::Position { game: self.text.clone(), text: text.to_owned(), error: Box::new(error) };
        game.parse_position(text).map_err(wrong)
    }

    fn settings(&self) -> &'static [GameSetting] {
        &[]
    }

    fn with_settings(&self, settings: &[(String, String)]) -> Result<TreeFamily, EngineError> {
        match settings.first() {
            Some((name, _)) => Err(SettingError::unknown(self.game_name(), name, &[]).into()),
            None => Ok(self.clone()),
        }
    }

    fn test_positions(&self) -> Option<u32> {
        matches!(self.tree, SyntheticTree::Explicit(_)).then_some(1)
    }

    fn test_position(&self, number: u32) -> Option<PositionText> {
        match self.tree {
            SyntheticTree::Explicit(_) => (number == 1).then(PositionText::start),
            _ => Some(PositionText::new(Some(format!("seed {number}")))),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Catalogue, PositionText};

    /// The text of a node is read back as the same node, and names its seed.
    #[test]
    fn nodes_of_random_trees_are_read_back() {
        for family in ["uniform 3x4", "ordered 4x4 r2 p0.9", "correlated 3x4", "uniform 1x3"] {
            let engine = Catalogue::shipped().engine(family).unwrap();
            for (text, moves, expected) in [
                (None, &[][..], "seed 1"),
                (Some("seed 7"), &[], "seed 7"),
                (Some("7"), &["0"], "seed 7 moves 0"),
                (Some("seed 7 moves 0"), &["0", "0"], "seed 7 moves 0 0 0"),
            ] {
                let moves = moves.iter().map(|&name| name.to_owned()).collect();
                let board = engine.board(&PositionText { text: text.map(str::to_owned), moves }).unwrap();
                assert_eq!(board.notation, expected, "{family}");
                let again = engine.board(&PositionText::from(expected)).unwrap();
                assert_eq!((&again.notation, again.evaluation), (&board.notation, board.evaluation), "{family}");
            }
        }
        let engine = Catalogue::shipped().engine("uniform 3x4").unwrap();
        let board = engine.board(&PositionText::from("seed 7 moves 2 0 1 2")).unwrap();
        assert_eq!(board.notation, "seed 7 moves 2 0 1 2");
        assert!(engine.board(&PositionText::from("seed 7 moves 3")).is_err());
    }
}
