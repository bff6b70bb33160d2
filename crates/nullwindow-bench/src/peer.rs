//! Connect Four for the crate `minimax`, and what of its options makes a strategy.

use crate::connect_four::{Board, End, SQUARES, Square};
use minimax::{IterativeOptions, IterativeSearch, Replacement, Strategy, Winner};
use std::fmt;

/// The rules, as the peer asks for them.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour;

impl minimax::Game for ConnectFour {
    type S = Board;
    type M = Square;

    #[inline]
    fn generate_moves(board: &Board, moves: &mut Vec<Square>) -> Option<Winner> {
        let over = Self::get_winner(board);
        if over.is_none() {
            moves.extend(board.moves());
        }
        over
    }

    #[inline]
    fn apply(board: &mut Board, square: Square) -> Option<Board> {
        Some(board.play(square))
    }

    #[inline]
    fn get_winner(board: &Board) -> Option<Winner> {
        board.end().map(|end| match end {
            End::Lost => Winner::PlayerJustMoved,
            End::Drawn => Winner::Draw,
        })
    }

    /// The peer takes the lower bits for the place and the upper ones for the check, so both halves
    /// must depend on the whole key: one multiplication does it.
    #[inline]
    fn zobrist_hash(board: &Board) -> u64 {
        let product = board.key().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 32
    }

    /// No legal move, and never played: the peer sets up its table of countermoves only if there is one.
    fn null_move(_: &Board) -> Option<Square> {
        Some(SQUARES)
    }

    #[inline]
    fn table_index(square: Square) -> u16 {
        u16::from(square)
    }

    fn max_table_index() -> u16 {
        u16::from(SQUARES)
    }
}

/// The evaluation, as the peer asks for it.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation;

impl minimax::Evaluator for Evaluation {
    type G = ConnectFour;

    #[inline]
    fn evaluate(&self, board: &Board) -> minimax::Evaluation {
        board.evaluate()
    }
}

/// How the peer finds the value of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    /// Full windows at the root, null windows below.
    Default,
    /// Full windows everywhere.
    NoNullWindow,
    /// A search in a window on both sides of the last value first.
    Aspiration(i16),
    /// MTD(f).
    MtdF,
}

/// One of the peer's strategies: every option that leaves the value of a fixed-depth search alone.
/// Null moves, extensions and quiescence change it and are off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How the value of an iteration is found.
    pub driver: Driver,
    /// Whether answers to the opponent's last move are remembered for ordering.
    pub countermoves: bool,
    /// Whether cutoffs are counted for ordering.
    pub history: bool,
    /// Which entry of the table gives way.
    pub replacement: Replacement,
    /// Two plies an iteration instead of one.
    pub double_step: bool,
}

impl Options {
    /// What the peer does unless told otherwise.
    pub const DEFAULT: Options = Options {
        driver: Driver::Default,
        countermoves: false,
        history: false,
        replacement: Replacement::TwoTier,
        double_step: false,
    };

    /// Every combination.
    #[must_use]
    pub fn all() -> Vec<Options> {
        let drivers =
            [Driver::Default, Driver::NoNullWindow, Driver::Aspiration(4), Driver::Aspiration(16), Driver::MtdF];
        let replacements = [Replacement::TwoTier, Replacement::Always, Replacement::DepthPreferred];
        let mut all = Vec::new();
        for driver in drivers {
            for replacement in replacements {
                for bits in 0..8 {
                    let (countermoves, history, double_step) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0);
                    all.push(Options { driver, countermoves, history, replacement, double_step });
                }
            }
        }
        all
    }

    fn to_peer(self, table_bytes: usize) -> IterativeOptions {
        let options =
            IterativeOptions::new().with_table_byte_size(table_bytes).with_replacement_strategy(self.replacement);
        let options = match self.driver {
            Driver::Default => options,
            Driver::NoNullWindow => options.with_null_window_search(false),
            Driver::Aspiration(width) => options.with_aspiration_window(width),
            Driver::MtdF => options.with_mtdf(),
        };
        let options = if self.countermoves { options.with_countermoves() } else { options };
        let options = if self.history { options.with_countermove_history() } else { options };
        if self.double_step { options.with_double_step_increment() } else { options }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = vec![match self.driver {
            Driver::Default => "default".to_owned(),
            Driver::NoNullWindow => "no null window".to_owned(),
            Driver::Aspiration(width) => format!("aspiration({width})"),
            Driver::MtdF => "mtdf".to_owned(),
        }];
        parts.extend(self.countermoves.then(|| "countermoves".to_owned()));
        parts.extend(self.history.then(|| "history".to_owned()));
        parts.extend(match self.replacement {
            Replacement::TwoTier => None,
            Replacement::Always => Some("always".to_owned()),
            Replacement::DepthPreferred => Some("depth-preferred".to_owned()),
        });
        parts.extend(self.double_step.then(|| "step 2".to_owned()));
        f.pad(&parts.join("+"))
    }
}

/// A search by the peer, its table allocated.
pub struct Search(IterativeSearch<Evaluation>);

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").finish_non_exhaustive()
    }
}

impl Search {
    /// A search that goes to `depth`.
    #[must_use]
    pub fn new(options: Options, table_bytes: usize, depth: u8) -> Search {
        let mut search = IterativeSearch::new(Evaluation, options.to_peer(table_bytes));
        search.set_max_depth(depth);
        Search(search)
    }

    /// Searches, and returns the value for the player to move.
    pub fn run(&mut self, root: &Board) -> i16 {
        let _ = self.0.choose_move(root);
        self.0.root_value()
    }

    /// The nodes of all iterations, as the peer counts them: every node it comes to. It tells them in
    /// its summary only.
    #[must_use]
    pub fn nodes(&self, root: &Board) -> Option<u64> {
        let summary = self.0.stats(&mut root.clone());
        summary.split_once("Explored ")?.1.split_once(' ')?.0.parse().ok()
    }
}
