//! The positions of a game in progress that a search scores as draws.
//!
//! By the rules a position is drawn when it occurs for the third time. A search scores it as drawn when it occurs again at all:
//! a player that can go back to a position once can do so twice. So a player that is ahead turns away from repetitions early,
//! and one that is behind looks for them.
//!
//! **The law of value.** The record is that of the game, not of the line of a search, so it is the same at every node. The
//! value of a position depends on the record only if a recorded position can be reached from it: as long as neither a
//! pawn was moved nor a piece captured. Only the keys of such positions are salted with the record. So entries of positions
//! after a capture or a move of a pawn stay valid as the game goes on; all others are lost with every move.

use super::Position;
use super::game::scatter;
use super::position::repetition_key;
use cozy_chess::{BitBoard, Board, Piece};
use std::sync::Arc;

/// The fewest plies after which a position can occur again.
const SHORTEST_CYCLE: u8 = 4;

/// The positions of a game since the last capture or move of a pawn.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayedPositions {
    /// Their repetition keys, sorted.
    keys: Arc<[u64]>,
    salt: u64,
    /// What they have in common: the squares of all pawns, and the number of pieces.
    pawns: BitBoard,
    pieces: u32,
}

impl PlayedPositions {
    /// Creates the record of the positions `played` before `now`. It leaves `now` out unless it occurs for the third time.
    pub(super) fn new(played: &[Position], now: &Position) -> PlayedPositions {
        let reversible = usize::from(now.board.halfmove_clock()).min(played.len());
        let mut keys: Vec<u64> = played[played.len() - reversible..].iter().map(Position::repetition_key).collect();
        let own = now.repetition_key();
        if keys.iter().filter(|&&key| key == own).count() < 2 {
            keys.retain(|&key| key != own);
        }
        keys.sort_unstable();
        keys.dedup();
        PlayedPositions {
            salt: keys.iter().fold(0, |salt, &key| scatter(salt ^ key)),
            keys: keys.into(),
            pawns: now.board.pieces(Piece::Pawn),
            pieces: now.board.occupied().len(),
        }
    }

    /// Returns whether the position is one of the record.
    #[inline]
    pub(super) fn draws(&self, board: &Board) -> bool {
        board.halfmove_clock() >= SHORTEST_CYCLE
            && self.is_reachable(board)
            && self.keys.binary_search(&repetition_key(board)).is_ok()
    }

    /// Returns the part of the position's key that belongs to the record; 0 if no position of the record can be reached.
    #[inline]
    pub(super) fn salt(&self, board: &Board) -> u64 {
        if self.is_reachable(board) { self.salt } else { 0 }
    }

    #[inline]
    fn is_reachable(&self, board: &Board) -> bool {
        board.pieces(Piece::Pawn) == self.pawns && board.occupied().len() == self.pieces
    }
}
