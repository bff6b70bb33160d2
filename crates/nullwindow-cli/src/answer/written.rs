//! A tree written out as a game like any other, so that commands treat it as one.

use crate::games::Playable;
use nullwindow::trees::ExplicitTree;
use nullwindow::trees::explicit::NodeId;
use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
use nullwindow_games::{Notation, ParseError, Perft};

/// A tree written out, such as `((41 5) (12 90))`. A position is the path to a node, the numbers of sons counted from 0, with blanks
/// between them; a move is the number of a son.
#[derive(Clone, Debug)]
pub struct WrittenTree(pub ExplicitTree);

impl Game for WrittenTree {
    type Position = NodeId;
    type Move = u16;

    fn mover(&self, node: &NodeId) -> Player {
        self.0.mover(node)
    }

    fn moves(&self, node: &NodeId, moves: &mut MoveBuf<u16>) -> Option<Score> {
        self.0.moves(node, moves)
    }

    fn play(&self, node: &NodeId, son: u16) -> NodeId {
        self.0.play(node, son)
    }
}

impl Evaluator for WrittenTree {
    fn evaluate(&self, node: &NodeId) -> Score {
        self.0.evaluate(node)
    }
}

impl Keyed for WrittenTree {
    fn key(&self, node: &NodeId) -> u64 {
        self.0.key(node)
    }
}

impl Perft for WrittenTree {}

impl Playable for WrittenTree {}

impl Notation for WrittenTree {
    const NAME: &'static str = "tree";

    fn start(&self) -> NodeId {
        self.0.root()
    }

    fn parse_position(&self, text: &str) -> Result<NodeId, ParseError> {
        self.play_all(text)
    }

    /// The tree itself: proofs and traces are about its root.
    fn format_position(&self, _: &NodeId) -> String {
        self.0.to_string()
    }

    fn parse_move(&self, node: &NodeId, text: &str) -> Result<u16, ParseError> {
        let sons = self.0.sons(*node).len();
        let son = text.trim().parse::<u16>().ok().filter(|&son| usize::from(son) < sons);
        son.ok_or_else(|| ParseError::new(text, 0, format!("the number of a son, from 0 and below {sons}")))
    }

    fn format_move(&self, _: &NodeId, son: u16) -> String {
        son.to_string()
    }

    fn draw(&self, _: &NodeId) -> String {
        self.0.to_string()
    }
}
