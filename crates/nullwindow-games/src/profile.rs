//! The facts about a game that are no rules: names, units, usual depths, how to solve it.

use nullwindow::{Order, Score};

/// Describes a game to programs that search any game: whatever differs between games and is no rule of them.
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
    /// The names of the players, the one that moves first in front.
    pub players: [&'static str; 2],
    /// What scores count, a plural noun: `pawns`, `discs`, `stones left`.
    pub unit: &'static str,
    /// What one unit is worth in scores: 100, if scores are hundredths of a pawn.
    pub scale: i32,
    /// The depth in plies that takes some seconds over the test set; none searches to the end of the game.
    pub usual_depth: Option<u32>,
    /// The number of test positions that a comparison searches unless told otherwise.
    pub usual_positions: u32,
    /// The game's part in a comparison that names no game, if it has one.
    pub tour: Option<Tour>,
    /// The game's part in a measurement of speed, if it has one.
    pub bench: Option<BenchSettings>,
    /// Where lines of play need not end: the depth up to which values depend on position and depth alone. None if every
    /// line ends.
    pub safe_depth: Option<u32>,
    /// The score of a win at distance 0, where wins carry their distance
    /// ([`Game::wins_from`](nullwindow::Game::wins_from)).
    pub win: Option<Score>,
    /// The move order that suits searches to a fixed depth.
    pub order: Order,
    /// The way to solve a position of the game.
    pub solving: Solving,
}

/// The depth and the number of test positions of a game in a comparison of several games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tour {
    /// The depth in plies.
    pub depth: u32,
    /// The number of test positions.
    pub positions: u32,
}

/// The work on a game in a measurement of speed: some seconds of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchSettings {
    /// The depth in plies of the searches.
    pub depth: u32,
    /// The number of test positions that are searched.
    pub positions: u32,
    /// The length in plies of the move sequences that are counted from the first position.
    pub perft_depth: u32,
    /// The depth in plies at which one thread is compared with two on the whole test set; none leaves the game out.
    pub threads_depth: Option<u32>,
}

/// The way to find the value of a position to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solving {
    /// Every line of play ends: search to the end at once, after iterations that give the first guess and order the
    /// moves.
    ToTheEnd {
        /// The depth of those iterations in plies; 0 searches without them.
        guess: u32,
        /// The move order.
        order: Order,
    },
    /// Lines of play may be very long: deepen until the answer holds at every greater depth.
    Deepening {
        /// The move order.
        order: Order,
    },
}

impl Default for Profile {
    /// Players X and O, scores in points, a usual depth of 4 plies; every line of play ends.
    fn default() -> Profile {
        let order = Order::default();
        Profile {
            players: ["X", "O"],
            unit: "points",
            scale: 1,
            usual_depth: Some(4),
            usual_positions: 20,
            tour: None,
            bench: None,
            safe_depth: None,
            win: None,
            order,
            // The iterations cost little beside the whole, and an interrupted search has a move to report.
            solving: Solving::ToTheEnd { guess: 8, order },
        }
    }
}

impl Profile {
    /// Replaces the names of the players, the one that moves first in front.
    #[must_use]
    pub fn with_players(self, players: [&'static str; 2]) -> Profile {
        Profile { players, ..self }
    }

    /// Replaces the unit of scores and what one of it is worth.
    #[must_use]
    pub fn with_unit(self, unit: &'static str, scale: i32) -> Profile {
        Profile { unit, scale, ..self }
    }

    /// Replaces the usual depth, in plies or to the end of the game, and the usual number of test positions.
    #[must_use]
    pub fn with_usual(self, depth: Option<u32>, positions: u32) -> Profile {
        Profile { usual_depth: depth, usual_positions: positions, ..self }
    }

    /// Makes the game part of a comparison that names no game.
    #[must_use]
    pub fn with_tour(self, depth: u32, positions: u32) -> Profile {
        Profile { tour: Some(Tour { depth, positions }), ..self }
    }

    /// Makes the game part of a measurement of speed.
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

    /// Replaces the way to solve a position.
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
