//! Families of synthetic trees by their texts; the place of a cell is the seed.
//!
//! | text | tree |
//! |---|---|
//! | `uniform 8x4` | independent leaves |
//! | `ordered 8x4 r2`, `ordered 24x4 r2 p0.9` | the best son is among the first w/R, with this probability |
//! | `correlated 8x6` | leaves are sums along the path |
//! | `tree ((41 5) (12 90))` | written out |
//!
//! Sons are searched in their order, as in the papers, unless the search deepens: then earlier iterations order them.

use super::measure::Root;
use super::{Searched, Subject, SubjectError};
use crate::Cell;
use nullwindow::trees::{ExplicitTree, IncrementalTree, OrderedTree, ShapeError, UniformTree};
use nullwindow::{Evaluator, Keyed, Order};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

/// A family of trees.
#[derive(Clone, PartialEq, Debug)]
pub struct Family {
    text: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Uniform(UniformTree),
    Ordered(OrderedTree),
    Correlated(IncrementalTree),
    Explicit(ExplicitTree),
}

impl Family {
    /// The words that a tree's text begins with.
    pub const NAMES: [&'static str; 4] = ["uniform", "ordered", "correlated", "tree"];

    /// Whether a text is one of a tree, right or wrong.
    #[must_use]
    pub fn is_meant_by(text: &str) -> bool {
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        Family::NAMES.contains(&word)
    }
}

impl FromStr for Family {
    type Err = SubjectError;

    fn from_str(text: &str) -> Result<Family, SubjectError> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let example = match word {
            "ordered" => "ordered 8x4 r2 p0.9",
            "correlated" => "correlated 8x6",
            "tree" => "tree ((41 5) (12 90))",
            _ => "uniform 8x4",
        };
        let kind = match word {
            "tree" => {
                rest.parse().map(Kind::Explicit).map_err(|error: nullwindow::trees::ParseTreeError| error.to_string())
            }
            _ => numbers(word, rest),
        };
        let wrong = |reason| SubjectError::Tree { text: text.to_owned(), reason, example };
        Ok(Family { text: text.to_owned(), kind: kind.map_err(wrong)? })
    }
}

/// Reads `8x4`, and for ordered trees `r2` and `p0.9`.
fn numbers(word: &str, text: &str) -> Result<Kind, String> {
    let mut words = text.split_ascii_whitespace();
    let size = words.next().and_then(|size| size.split_once('x'));
    let size = size.and_then(|(width, depth)| Some((width.parse().ok()?, depth.parse().ok()?)));
    let Some((width, depth)) = size else { return Err("expected a width and a depth".to_owned()) };
    let shape = |error: ShapeError| error.to_string();
    match word {
        "uniform" | "correlated" => {
            if let Some(rest) = words.next() {
                return Err(format!("expected nothing after the size, found '{rest}'"));
            }
            Ok(match word {
                "uniform" => Kind::Uniform(UniformTree::new(width, depth).map_err(shape)?),
                _ => Kind::Correlated(IncrementalTree::new(width, depth).map_err(shape)?),
            })
        }
        "ordered" => {
            let mut tree = OrderedTree::new(width, depth).map_err(shape)?;
            for word in words {
                let unknown = || format!("expected an order r2 or a probability p0.9, found '{word}'");
                tree = match word.split_at_checked(1).ok_or_else(unknown)? {
                    ("r", order) => tree.order(order.parse().map_err(|_| unknown())?),
                    ("p", chance) => tree.probability(chance.parse().map_err(|_| unknown())?),
                    _ => return Err(unknown()),
                }
                .map_err(shape)?;
            }
            Ok(Kind::Ordered(tree))
        }
        _ => Err(format!("there is no tree '{word}'; there are {}", Family::NAMES.join(", "))),
    }
}

impl Subject for Family {
    fn name(&self) -> &str {
        &self.text
    }

    fn positions(&self) -> Option<u32> {
        matches!(self.kind, Kind::Explicit(_)).then_some(1)
    }

    fn search(&self, cell: &Cell, stop: &AtomicBool) -> Result<Searched, SubjectError> {
        let seed = u64::from(cell.place);
        match &self.kind {
            Kind::Uniform(tree) => {
                let tree = tree.clone().seed(seed);
                search(&tree, tree.root(), cell, stop)
            }
            Kind::Ordered(tree) => {
                let tree = tree.clone().seed(seed);
                search(&tree, tree.root(), cell, stop)
            }
            Kind::Correlated(tree) => {
                let tree = tree.clone().seed(seed);
                search(&tree, tree.root(), cell, stop)
            }
            Kind::Explicit(_) if cell.place != 1 => {
                Err(SubjectError::NoPosition { subject: self.text.clone(), positions: 1, place: cell.place })
            }
            Kind::Explicit(tree) => search(tree, tree.root(), cell, stop),
        }
    }
}

fn search<G>(tree: &G, root: G::Position, cell: &Cell, stop: &AtomicBool) -> Result<Searched, SubjectError>
where
    G: Evaluator<Move = u16> + Keyed + Sync,
    G::Position: Send,
{
    let order = if cell.step.is_some() { Order::BEST } else { Order::GENERATED };
    let position = format!("seed {}", cell.place);
    let show = |_: &G, _: &G::Position, play: u16| play.to_string();
    Root { game: tree, root, order, position: &position, show, values: None }.measure(cell, stop)
}
