//! The catalogue entry: players, units, usual depths and sizes.

use crate::notation::PLAYERS;
use crate::reference::SlowBreakthrough;
use crate::{Breakthrough, BreakthroughBoard};
use nullwindow::Order;
use nullwindow::check::Check;
use nullwindow_games::{BenchSettings, Listing, Notation, Playable, Profile, Purpose, SizeError, Solving};

impl Playable for Breakthrough {
    fn profile(&self) -> Profile {
        Profile::default()
            .with_players(PLAYERS)
            .with_unit("pawns", 100)
            .with_usual(Some(6), 10)
            .with_tour(6, 2)
            .with_bench(BenchSettings::new(7, 2, 5).with_threads_depth(9))
            .with_win(Breakthrough::WIN)
            // A win is proven as soon as an iteration reaches it: deeper lines need not be searched.
            .with_solving(Solving::Deepening { order: Order::default() })
    }

    /// Returns the kit with the symmetry of the game (both players have the same moves, upside down) and a second
    /// implementation of the rules.
    fn kit(&self) -> Check<'_, Breakthrough> {
        let reference = SlowBreakthrough { width: self.width.cast_signed(), height: self.height.cast_signed() };
        let kit = Check::new(self).same(|a, b| a == b).reference(reference);
        kit.mirror(|board: &BreakthroughBoard| board.exchanged(self.height))
    }
}

/// Lists [`Breakthrough`]: 3x5 without a size, because that is solved in 160,000 nodes; `8x8` is the usual board.
#[derive(Clone, Copy, Debug)]
pub struct BreakthroughListing;

impl Listing for BreakthroughListing {
    type Game = Breakthrough;

    fn name(&self) -> &str {
        Breakthrough::NAME
    }

    fn sizes(&self) -> &str {
        "8x8"
    }

    fn accepts(&self, _: &[&str]) -> bool {
        true
    }

    fn create(&self, size: &[&str], _: Purpose) -> Result<Breakthrough, SizeError> {
        let number = |digits: &str| digits.parse::<u32>().ok();
        let sides = match size {
            [] => Some((3, 5)),
            [sides] => sides.split_once('x').and_then(|(width, height)| number(width).zip(number(height))),
            _ => None,
        };
        let game = sides.and_then(|(width, height)| Breakthrough::sized(width, height));
        game.ok_or_else(|| SizeError::no_size(Breakthrough::NAME, size, "2x4 to 8x8, such as 8x8"))
    }
}
