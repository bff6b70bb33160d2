//! Move-sequence counts (perft): the standard test of move generators.

use nullwindow::{Game, MoveBuf};

/// A position in the game's notation and the published numbers of move sequences of 1, 2, 3 ... plies from it. An empty
/// text is the start position.
pub type Published = (&'static str, &'static [u64]);

/// A game that counts its moves. Games override the methods where counting is faster than listing.
pub trait Perft: Game {
    /// Returns the number of legal moves; 0 if the game is over.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = MoveBuf::new();
        match self.moves(position, &mut moves) {
            Some(_) => 0,
            None => moves.len() as u64,
        }
    }

    /// Returns the number of move sequences of `depth` plies from `position`. Sequences that end earlier do not count,
    /// except in games whose published figures count them, such as Othello.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            // Bulk counting: the last ply is counted without playing its moves.
            1 => self.count_moves(position),
            _ => {
                let mut moves = MoveBuf::new();
                if self.moves(position, &mut moves).is_some() {
                    return 0;
                }
                moves.iter().map(|play| self.perft(&self.play(position, play), depth - 1)).sum()
            }
        }
    }

    /// Returns published numbers of move sequences. The default has none.
    fn published(&self) -> &'static [Published] {
        &[]
    }
}
