//! Connect Four for the crate `minimax`, and its search options.

use crate::connect_four::{GameEnd, PlainBoard, SQUARES, Square};
use minimax::{IterativeOptions, IterativeSearch, Replacement, Strategy, Winner};
use std::fmt;

/// The rules, for the peer.
#[derive(Clone, Copy, Debug)]
pub struct PeerConnectFour;

impl minimax::Game for PeerConnectFour {
    type S = PlainBoard;
    type M = Square;

    #[inline]
    fn generate_moves(board: &PlainBoard, moves: &mut Vec<Square>) -> Option<Winner> {
        let over = Self::get_winner(board);
        if over.is_none() {
            moves.extend(board.moves());
        }
        over
    }

    #[inline]
    fn apply(board: &mut PlainBoard, square: Square) -> Option<PlainBoard> {
        Some(board.play(square))
    }

    #[inline]
    fn get_winner(board: &PlainBoard) -> Option<Winner> {
        board.end().map(|end| match end {
            GameEnd::Lost => Winner::PlayerJustMoved,
            GameEnd::Drawn => Winner::Draw,
        })
    }

    /// Returns a hash of the position.
    #[inline]
    fn zobrist_hash(board: &PlainBoard) -> u64 {
        // The peer uses the lower bits as the index and the upper bits as the check, so both must depend on the whole
        // key.
        let product = board.key().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 32
    }

    /// Returns a move that is never legal and never played.
    fn null_move(_: &PlainBoard) -> Option<Square> {
        // The peer allocates its table of countermoves only if there is a null move.
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

/// The evaluation, for the peer.
#[derive(Clone, Copy, Debug)]
pub struct PeerEvaluation;

impl minimax::Evaluator for PeerEvaluation {
    type G = PeerConnectFour;

    #[inline]
    fn evaluate(&self, board: &PlainBoard) -> minimax::Evaluation {
        board.evaluate()
    }
}

/// The method by which the peer finds the value of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PeerDriver {
    /// Full windows at the root, null windows below.
    Default,
    /// Full windows everywhere.
    NoNullWindow,
    /// First a search with a window around the last value.
    Aspiration(i16),
    /// MTD(f).
    MtdF,
}

/// A strategy of the peer: every option that does not change the value of a fixed-depth search. Null moves, extensions
/// and quiescence change it and are off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PeerOptions {
    /// The method to find the value of an iteration.
    pub driver: PeerDriver,
    /// True to order moves by replies to the opponent's last move.
    pub countermoves: bool,
    /// True to order moves by counts of cutoffs.
    pub history: bool,
    /// The replacement scheme of the table.
    pub replacement: Replacement,
    /// True to deepen by two plies per iteration instead of one.
    pub double_step: bool,
}

impl PeerOptions {
    /// The defaults of the peer.
    pub const DEFAULT: PeerOptions = PeerOptions {
        driver: PeerDriver::Default,
        countermoves: false,
        history: false,
        replacement: Replacement::TwoTier,
        double_step: false,
    };

    /// Returns every combination of options.
    #[must_use]
    pub fn all() -> Vec<PeerOptions> {
        let drivers = [
            PeerDriver::Default,
            PeerDriver::NoNullWindow,
            PeerDriver::Aspiration(4),
            PeerDriver::Aspiration(16),
            PeerDriver::MtdF,
        ];
        let replacements = [Replacement::TwoTier, Replacement::Always, Replacement::DepthPreferred];
        let mut all = Vec::new();
        for driver in drivers {
            for replacement in replacements {
                for bits in 0..8 {
                    let (countermoves, history, double_step) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0);
                    all.push(PeerOptions { driver, countermoves, history, replacement, double_step });
                }
            }
        }
        all
    }

    fn to_peer(self, table_bytes: usize) -> IterativeOptions {
        let options =
            IterativeOptions::new().with_table_byte_size(table_bytes).with_replacement_strategy(self.replacement);
        let options = match self.driver {
            PeerDriver::Default => options,
            PeerDriver::NoNullWindow => options.with_null_window_search(false),
            PeerDriver::Aspiration(width) => options.with_aspiration_window(width),
            PeerDriver::MtdF => options.with_mtdf(),
        };
        let options = if self.countermoves { options.with_countermoves() } else { options };
        let options = if self.history { options.with_countermove_history() } else { options };
        if self.double_step { options.with_double_step_increment() } else { options }
    }
}

impl fmt::Display for PeerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = vec![match self.driver {
            PeerDriver::Default => "default".to_owned(),
            PeerDriver::NoNullWindow => "no null window".to_owned(),
            PeerDriver::Aspiration(width) => format!("aspiration({width})"),
            PeerDriver::MtdF => "mtdf".to_owned(),
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

/// A search by the peer, with its table allocated.
pub struct PeerSearch(IterativeSearch<PeerEvaluation>);

impl fmt::Debug for PeerSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PeerSearch").finish_non_exhaustive()
    }
}

impl PeerSearch {
    /// Returns a search to `depth`.
    #[must_use]
    pub fn new(options: PeerOptions, table_bytes: usize, depth: u8) -> PeerSearch {
        let mut search = IterativeSearch::new(PeerEvaluation, options.to_peer(table_bytes));
        search.set_max_depth(depth);
        PeerSearch(search)
    }

    /// Searches, and returns the value for the player to move.
    pub fn run(&mut self, root: &PlainBoard) -> i16 {
        let _ = self.0.choose_move(root);
        self.0.root_value()
    }

    /// Returns the nodes of all iterations, as the peer counts them: every node that it enters.
    #[must_use]
    pub fn nodes(&self, root: &PlainBoard) -> Option<u64> {
        // The peer reports the count in its text summary only.
        let summary = self.0.stats(&mut root.clone());
        summary.split_once("Explored ")?.1.split_once(' ')?.0.parse().ok()
    }
}
