//! Properties of a game that are not rules: names, units, usual depths, how to solve it.

use crate::{Judging, StrengthModel};
use nullwindow::{Order, Score};

/// Describes a game to programs that handle all games alike: everything that differs between games apart from their
/// rules.
///
/// ```
/// use nullwindow_games::Profile;
///
/// let profile = Profile::default().with_players(["Red", "Blue"]).with_unit("stones", 1);
/// assert_eq!(profile.players[0], "Red");
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Profile {
    /// The names of the players, first mover first.
    pub players: [&'static str; 2],
    /// The unit of scores, a plural noun: `pawns`, `discs`, `stones left`.
    pub unit: &'static str,
    /// The score of one unit: 100 if scores are hundredths of a pawn.
    pub scale: i32,
    /// The depth in plies that takes some seconds over the test set; `None` searches to the end of the game.
    pub usual_depth: Option<u32>,
    /// The default number of test positions in a comparison.
    pub usual_positions: u32,
    /// The settings for a comparison that names no game; `None` leaves the game out.
    pub tour: Option<Tour>,
    /// The settings for the speed benchmark; `None` leaves the game out.
    pub bench: Option<BenchSettings>,
    /// The depth up to which values depend on position and depth alone, in games whose lines of play need not end.
    /// `None` if every line ends.
    pub safe_depth: Option<u32>,
    /// The score of a win at distance 0, in games whose wins encode their distance
    /// ([`Game::win_threshold`](nullwindow::Game::win_threshold)).
    pub win: Option<Score>,
    /// The plies between the iterations of a search to a given depth: 2 where values swing with the parity of the depth, so
    /// that an iteration helps the next but one more than the next.
    pub step: u32,
    /// The best move order for searches to a fixed depth.
    pub order: Order,
    /// The smallest depth in plies that transposition tables store in searches for the best move: 1, or more if searching
    /// the last plies again costs less than a cache miss.
    pub memory_from: u32,
    /// The number of positions of the game that have different keys, where a table for all of them is small.
    pub positions: Option<u64>,
    /// The method that solves a position of the game.
    pub solving: Solving,
    /// The positions that are solved within seconds; `None` if no number tells them.
    pub solvable: Option<Solvable>,
    /// The losses from which a move of a game is marked.
    pub judging: Judging,
    /// The names of the client protocols that can carry the game's positions and moves as text, such as `gtp`. The
    /// protocol of a client finds its game by them.
    pub protocols: &'static [&'static str],
    /// The chances that a score gives, and the limits that make the engine weaker; `None` if they were not measured.
    pub strength: Option<&'static StrengthModel>,
}

/// The positions of a game that are solved within seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solvable {
    /// The largest number of moves left, in plies.
    pub moves_left: u32,
    /// The name of what the moves fill, a plural noun: `empty squares`.
    pub unit: &'static str,
}

/// The depth and the number of test positions of a game in a comparison of several games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Tour {
    /// The depth in plies.
    pub depth: u32,
    /// The number of test positions.
    pub positions: u32,
}

/// The work on a game in the speed benchmark: some seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BenchSettings {
    /// The depth in plies of the searches.
    pub depth: u32,
    /// The number of test positions that are searched.
    pub positions: u32,
    /// The length in plies of the move sequences counted from the start position.
    pub perft_depth: u32,
    /// The depth in plies at which one thread is compared with two on the whole test set; `None` leaves the game out.
    pub threads_depth: Option<u32>,
}

impl BenchSettings {
    /// Returns settings that leave the game out of the comparison of threads.
    #[must_use]
    pub const fn new(depth: u32, positions: u32, perft_depth: u32) -> BenchSettings {
        BenchSettings { depth, positions, perft_depth, threads_depth: None }
    }

    /// Compares one thread with two on the whole test set at this depth in plies.
    #[must_use]
    pub const fn with_threads_depth(self, plies: u32) -> BenchSettings {
        BenchSettings { threads_depth: Some(plies), ..self }
    }
}

/// The method that finds the value of a position to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solving {
    /// Every line of play ends: searches to the end at once, after iterations that give the first guess and order the
    /// moves.
    ToTheEnd {
        /// The depth of those iterations in plies; 0 skips them.
        guess: u32,
        /// The move order.
        order: Order,
    },
    /// Lines of play may be very long: deepens until the answer holds at every greater depth.
    Deepening {
        /// The move order.
        order: Order,
    },
}

impl Default for Profile {
    /// Returns a profile with players X and O, scores in points and a usual depth of 4 plies; every line of play ends.
    fn default() -> Profile {
        let order = Order::default();
        Profile {
            players: ["X", "O"],
            unit: "points",
            scale: 1,
            usual_depth: Some(4),
            // Twenty is the size of the shipped test sets.
            usual_positions: 20,
            tour: None,
            bench: None,
            safe_depth: None,
            win: None,
            order,
            step: 1,
            memory_from: 1,
            positions: None,
            // The iterations cost little beside the whole, and an interrupted search has a move to report.
            solving: Solving::ToTheEnd { guess: 8, order },
            solvable: None,
            judging: Judging::in_units(1),
            protocols: &[],
            strength: None,
        }
    }
}

impl Profile {
    /// Replaces the names of the players, first mover first.
    #[must_use]
    pub fn with_players(self, players: [&'static str; 2]) -> Profile {
        Profile { players, ..self }
    }

    /// Replaces the unit of scores and the score of one unit, and the losses of marked moves by those of
    /// [`Judging::in_units`].
    #[must_use]
    pub fn with_unit(self, unit: &'static str, scale: i32) -> Profile {
        Profile { unit, scale, judging: Judging::in_units(scale), ..self }
    }

    /// Replaces the losses from which a move is marked.
    #[must_use]
    pub fn with_judging(self, judging: Judging) -> Profile {
        Profile { judging, ..self }
    }

    /// States the client protocols that can carry the game's positions and moves.
    #[must_use]
    pub fn with_protocols(self, protocols: &'static [&'static str]) -> Profile {
        Profile { protocols, ..self }
    }

    /// States the measured strength of the engine.
    #[must_use]
    pub fn with_strength(self, strength: &'static StrengthModel) -> Profile {
        Profile { strength: Some(strength), ..self }
    }

    /// States that positions with at most this many moves left are solved within seconds; `unit` names what the moves
    /// fill. [`Playable::moves_left`](crate::Playable::moves_left) counts them.
    #[must_use]
    pub fn with_solvable(self, moves_left: u32, unit: &'static str) -> Profile {
        Profile { solvable: Some(Solvable { moves_left, unit }), ..self }
    }

    /// Replaces the usual depth, in plies or to the end of the game, and the usual number of test positions.
    #[must_use]
    pub fn with_usual(self, depth: Option<u32>, positions: u32) -> Profile {
        Profile { usual_depth: depth, usual_positions: positions, ..self }
    }

    /// Includes the game in comparisons that name no game.
    #[must_use]
    pub fn with_tour(self, depth: u32, positions: u32) -> Profile {
        Profile { tour: Some(Tour { depth, positions }), ..self }
    }

    /// Includes the game in the speed benchmark.
    #[must_use]
    pub fn with_bench(self, bench: BenchSettings) -> Profile {
        Profile { bench: Some(bench), ..self }
    }

    /// States that lines of play need not end, and that values are exact up to `depth` plies.
    #[must_use]
    pub fn with_safe_depth(self, depth: u32) -> Profile {
        Profile { safe_depth: Some(depth), ..self }
    }

    /// States the score of a win at distance 0.
    #[must_use]
    pub fn with_win(self, win: Score) -> Profile {
        Profile { win: Some(win), ..self }
    }

    /// Replaces the move order of searches to a fixed depth.
    #[must_use]
    pub fn with_order(self, order: Order) -> Profile {
        Profile { order, ..self }
    }

    /// Sets the plies between the iterations of a search to a given depth.
    #[must_use]
    pub fn with_step(self, step: u32) -> Profile {
        Profile { step, ..self }
    }

    /// Replaces the smallest depth in plies that transposition tables store.
    #[must_use]
    pub fn with_memory_from(self, plies: u32) -> Profile {
        Profile { memory_from: plies, ..self }
    }

    /// States that the game has at most this many positions with different keys, so that its tables need not be larger.
    #[must_use]
    pub fn with_positions(self, positions: u64) -> Profile {
        Profile { positions: Some(positions), ..self }
    }

    /// Replaces the method that solves a position.
    #[must_use]
    pub fn with_solving(self, solving: Solving) -> Profile {
        Profile { solving, ..self }
    }
}

impl Solving {
    /// Returns the move order.
    #[must_use]
    pub fn order(&self) -> Order {
        match *self {
            Solving::ToTheEnd { order, .. } | Solving::Deepening { order } => order,
        }
    }
}
