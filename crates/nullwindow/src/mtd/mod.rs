//! Drivers of the memory-enhanced test: best-first searches by depth-first means.
//!
//! - [`driver`](mod@driver): the common loop;
//! - [`plus_infinity`]: from above, which is SSS*;
//! - [`minus_infinity`]: from below, which is DUAL*;
//! - [`f`]: from a guess, MTD(f);
//! - [`bi`]: bisection, C*;
//! - [`gallop`]: from a guess in doubling steps, then bisection;
//! - [`step`](mod@step): from above or below in larger steps;
//! - [`best`]: proves the best move, not its value.

pub mod best;
pub mod bi;
pub mod driver;
pub mod f;
pub mod gallop;
pub mod minus_infinity;
pub mod plus_infinity;
mod stall;
pub mod step;

pub use best::{MtdBest, Strategy};
pub use bi::MtdBi;
pub use driver::{Driver, FnDriver, Mtd, driver};
pub use f::MtdF;
pub use gallop::MtdGallop;
pub use minus_infinity::MtdMinusInfinity;
pub use plus_infinity::MtdPlusInfinity;
pub use step::{MtdStep, StepStart};
