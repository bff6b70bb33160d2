//! Counting the ways a game can go: the standard test of move generators.

use nullwindow::{Game, MoveBuf};

/// A position in the game's notation, and the numbers of move sequences of 1, 2, 3 ... plies from it that others have
/// published. An empty text is the start.
pub type Published = (&'static str, &'static [u64]);

/// A game that can count its moves; faster, if it can do so without making a list of them.
pub trait Perft: Game {
    /// How many moves there are: none where the game is over.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = MoveBuf::new();
        match self.moves(position, &mut moves) {
            Some(_) => 0,
            None => moves.len() as u64,
        }
    }

    /// The number of move sequences of `depth` plies from `position`. Sequences that end earlier do not count, except
    /// where the published figures of a game count them: Othello's do.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
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

    /// Returns numbers of move sequences that others have published. The default has none.
    fn published(&self) -> &'static [Published] {
        &[]
    }
}
