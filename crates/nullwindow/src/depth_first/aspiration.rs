//! Aspiration NegaScout: the baseline of the papers.
//!
//! **Source.** \[PSPB96\], section 5.1.
//! **Cost.** One pass if the guess is good.
//! **When to use it.** Under iterative deepening; tournament programs use it.
//!
//! **Differences from the paper**, which prints no code:
//! 1. After a failure the next window is the open range `(f-, f+)`. The bounds close when a search meets a bound from
//!    the other side, so no value is asked for twice.
//! 2. Without a guess the window is the full one.
//!
//! ```text
//! g := NegaScout(n, guess - width, guess + width)
//! if g <= alpha then g := NegaScout(n, -inf, g)
//! if g >= beta then g := NegaScout(n, g, +inf)
//! ```

use crate::algorithm::{Algorithm, Task};
use crate::depth_first::NegaScout;

use crate::outcome::SearchReport;
use crate::{Context, Stopped, Window, Worker};

/// NegaScout in a window of `width` on both sides of the guess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aspiration {
    width: i32,
}

impl Aspiration {
    /// The width that [`Aspiration::default`] uses.
    pub const DEFAULT_WIDTH: i32 = 16;

    /// Creates the algorithm with the window from `guess - width` to `guess + width`; a width below 1 counts as 1.
    #[must_use]
    pub fn new(width: i32) -> Aspiration {
        Aspiration { width: width.max(1) }
    }
}

impl Default for Aspiration {
    fn default() -> Aspiration {
        Aspiration::new(Aspiration::DEFAULT_WIDTH)
    }
}

impl Algorithm for Aspiration {
    fn name(&self) -> String {
        match self.width {
            Aspiration::DEFAULT_WIDTH => "aspiration".to_owned(),
            width => format!("aspiration({width})"),
        }
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        let mut window =
            task.guess.map_or(Window::FULL, |guess| Window::new(guess.offset(-self.width), guess.offset(self.width)));
        loop {
            worker.ask::<NegaScout>(task, window, report)?;
            let open = report.bounds();
            if open.lower >= open.upper {
                return Ok(());
            }
            window = Window::new(open.lower, open.upper);
        }
    }
}
