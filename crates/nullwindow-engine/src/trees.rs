//! Families of synthetic trees, all of them as one game.
//!
//! | text | tree |
//! |---|---|
//! | `uniform 8x4` | independent leaves |
//! | `ordered 8x4 r2`, `ordered 24x4 r2 p0.9` | the best child is among the first w/R, with this probability |
//! | `correlated 8x6` | leaves are sums along the path |
//! | `tree ((41 5) (12 90))` | written out |
//!
//! A position is a seed, `seed 7`; of a written-out tree, a path of children counted from 0.

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
    Uniform(UniformTree),
    Ordered(OrderedTree),
    Correlated(IncrementalTree),
    Explicit(ExplicitTree),
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
            (SyntheticTree::Uniform($inner), TreeNode::Uniform($at)) => $do,
            (SyntheticTree::Ordered($inner), TreeNode::Ordered($at)) => $do,
            (SyntheticTree::Correlated($inner), TreeNode::Correlated($at)) => $do,
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
            (SyntheticTree::Uniform(tree), TreeNode::Uniform(at)) => TreeNode::Uniform(tree.play(at, child)),
            (SyntheticTree::Ordered(tree), TreeNode::Ordered(at)) => TreeNode::Ordered(tree.play(at, child)),
            (SyntheticTree::Correlated(tree), TreeNode::Correlated(at)) => TreeNode::Correlated(tree.play(at, child)),
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
            SyntheticTree::Uniform(tree) => TreeNode::Uniform(tree.root()),
            SyntheticTree::Ordered(tree) => TreeNode::Ordered(tree.root()),
            SyntheticTree::Correlated(tree) => TreeNode::Correlated(tree.root()),
            SyntheticTree::Explicit(tree) => TreeNode::Explicit(tree.root()),
        }
    }

    /// Writes the tree itself: records, traces and proofs refer to its root.
    fn format_position(&self, node: &TreeNode) -> String {
        match self {
            // The text must identify the tree, because a certificate contains nothing else.
            SyntheticTree::Explicit(tree) => tree.to_string(),
            _ => format!("{node:?}"),
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
        return Ok(SyntheticTree::Ordered(tree));
    }
    if let Some(rest) = words.next() {
        return Err(format!("expected nothing after the size, found '{rest}'"));
    }
    match word {
        "uniform" => UniformTree::new(width, depth).map(SyntheticTree::Uniform).map_err(shape),
        "correlated" => IncrementalTree::new(width, depth).map(SyntheticTree::Correlated).map_err(shape),
        _ => Err(format!("there is no tree '{word}'; there are {}", FAMILIES.join(", "))),
    }
}

/// Reads a seed: `seed 7` or `7`.
fn seed(text: &str) -> Result<u64, ParseError> {
    let digits = text.trim().strip_prefix("seed").unwrap_or(text).trim();
    digits.parse().map_err(|_| ParseError::new(text, 0, "a seed, as in 'seed 7'"))
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
        let seed = seed(text).map_err(wrong)?;
        Ok(Cow::Owned(match self.tree.clone() {
            SyntheticTree::Uniform(tree) => SyntheticTree::Uniform(tree.with_seed(seed)),
            SyntheticTree::Ordered(tree) => SyntheticTree::Ordered(tree.with_seed(seed)),
            SyntheticTree::Correlated(tree) => SyntheticTree::Correlated(tree.with_seed(seed)),
            explicit @ SyntheticTree::Explicit(_) => explicit,
        }))
    }

    fn read(&self, game: &SyntheticTree, text: Option<&str>) -> Result<TreeNode, EngineError> {
        match (&self.tree, text) {
            (SyntheticTree::Explicit(_), Some(path)) => {
                let wrong = |error| EngineError::Position {
                    game: self.text.clone(),
                    text: path.to_owned(),
                    error: Box::new(error),
                };
                game.play_all(path).map_err(wrong)
            }
            _ => Ok(game.start()),
        }
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
