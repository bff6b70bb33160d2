//! The catalogue entry of Nim: names, usual depths, sizes.

use super::{Heaps, Nim};
use crate::playable::describe;
use crate::{Judging, Listing, Notation, Playable, Profile, Purpose, SizeError};
use nullwindow::Score;
use nullwindow::check::Check;

impl Playable for Nim {
    fn profile(&self) -> Profile {
        Profile::default()
            .with_players(["the first player", "the second player"])
            .with_usual(None, 1)
            .with_judging(Judging::of_outcomes(1))
    }

    fn describe_value(&self, position: &Heaps, value: Score) -> String {
        describe(self, position, value, |winner, _| format!("{winner} wins"))
    }

    fn kit(&self) -> Check<'_, Nim> {
        let exchanged = |heaps: &Heaps| Heaps::new(heaps.heaps(), heaps.mover().other()).unwrap_or(*heaps);
        Check::new(self).same(|a, b| a == b).mirror(exchanged)
    }
}

/// Lists [`Nim`]: heaps of three, four and five, or of the sizes given.
#[derive(Clone, Copy, Debug)]
pub struct NimListing;

impl Listing for NimListing {
    type Game = Nim;

    fn name(&self) -> &str {
        Nim::NAME
    }

    fn sizes(&self) -> &str {
        "3 4 5"
    }

    // Every list of words is accepted, so that `create` can explain what is wrong with it.
    fn accepts(&self, _: &[&str]) -> bool {
        true
    }

    fn create(&self, size: &[&str], _: Purpose) -> Result<Nim, SizeError> {
        if size.is_empty() {
            return Ok(Nim::default());
        }
        let refused = |reason: String| SizeError::refused(Nim::NAME, size, reason);
        let heaps: Result<Vec<u8>, _> = size.iter().map(|heap| heap.parse()).collect();
        let heaps =
            heaps.map_err(|_| refused(format!("'{}' are no heaps; expected numbers from 0 to 255", size.join(" "))))?;
        Nim::new(&heaps).map_err(|error| refused(error.to_string()))
    }
}
