//! Progress bars.

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::thread;
use std::time::Duration;

/// The delay before a bar appears. Shorter work needs none.
const BAR_DELAY: Duration = Duration::from_secs(2);

const STEPS_TEMPLATE: &str = "{msg} {bar:24.cyan/dim} {percent:>3} %, {eta} left";

/// A progress bar on standard error with an estimate of the time left. It appears after two seconds, and disappears
/// when dropped.
#[derive(Debug)]
pub struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    /// Returns a bar with this many steps, or a spinner if the number is unknown (0). `shown` is false without a
    /// terminal.
    pub(super) fn new(steps: u64, what: &str, shown: bool) -> ProgressLine {
        let bar = if steps > 0 { ProgressBar::new(steps) } else { ProgressBar::new_spinner() };
        let template = if steps > 0 { STEPS_TEMPLATE } else { "{spinner:.cyan} {msg}, {elapsed}" };
        ProgressLine::with(bar, template, what, shown)
    }

    fn with(bar: ProgressBar, template: &str, what: &str, shown: bool) -> ProgressLine {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        bar.set_style(style(template));
        bar.set_message(what.to_owned());
        if shown {
            appear_later(&bar);
        }
        ProgressLine { bar }
    }

    /// Returns a bar for work that reports its own times: see [`ProgressLine::time`].
    pub(super) fn timed(what: &str, shown: bool) -> ProgressLine {
        ProgressLine::with(ProgressBar::new(1000), "{msg}{prefix}", what, shown)
    }

    /// Sets the elapsed time and, if known, the time left.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "thousandths")]
    pub fn time(&self, gone: Duration, left: Option<Duration>) {
        let Some(left) = left else { return };
        let share = gone.as_secs_f64() / (gone + left).as_secs_f64().max(1e-9);
        self.bar.set_position((1000.0 * share) as u64);
        // The bar appears with the first estimate.
        if self.bar.prefix().is_empty() {
            self.bar.set_style(style("{msg} {bar:24.cyan/dim} {percent:>3} %{prefix}"));
        }
        self.bar.set_prefix(format!(", {:#} left", HumanDuration(left)));
    }

    /// Sets the number of completed steps, and the total, which may become known late.
    pub fn steps(&self, done: u64, total: u64) {
        if self.bar.length() != Some(total) {
            self.bar.set_style(style(STEPS_TEMPLATE));
            self.bar.set_length(total);
        }
        self.bar.set_position(done);
    }

    /// Adds completed steps.
    pub fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }

    /// Sets the description of the current work.
    pub fn message(&self, what: impl std::fmt::Display) {
        self.bar.set_message(what.to_string());
    }

    /// Removes the bar for good.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Hides the bar while `write` uses the terminal.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.finish();
    }
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.progress_chars("━╸─")
}

/// Shows the bar after the delay, even if no step has been completed.
fn appear_later(bar: &ProgressBar) {
    // A weak reference: the sleeping thread must not keep a finished bar alive.
    let bar = bar.downgrade();
    thread::spawn(move || {
        thread::sleep(BAR_DELAY);
        if let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(200));
        }
    });
}
