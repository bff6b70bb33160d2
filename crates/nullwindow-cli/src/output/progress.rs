//! How far the work has come.

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::thread;
use std::time::Duration;

/// Work that is done sooner needs no bar.
const BAR_DELAY: Duration = Duration::from_secs(2);

const STEPS_TEMPLATE: &str = "{msg} {bar:24.cyan/dim} {percent:>3} %, {eta} left";

/// A bar on standard error with an estimate of the time left. It appears after two seconds, and goes when it is dropped.
#[derive(Debug)]
pub struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    /// A bar of so many steps; of none, if nobody knows how many there will be. `shown`: whether anybody looks.
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

    /// A bar of work that tells by itself how far it is, and how long it will take: see [`ProgressLine::time`].
    pub(super) fn timed(what: &str, shown: bool) -> ProgressLine {
        ProgressLine::with(ProgressBar::new(1000), "{msg}{prefix}", what, shown)
    }

    /// So much time has gone, and so much is left, if anybody knows.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "thousandths")]
    pub fn time(&self, gone: Duration, left: Option<Duration>) {
        let Some(left) = left else { return };
        let share = gone.as_secs_f64() / (gone + left).as_secs_f64().max(1e-9);
        self.bar.set_position((1000.0 * share) as u64);
        if self.bar.prefix().is_empty() {
            self.bar.set_style(style("{msg} {bar:24.cyan/dim} {percent:>3} %{prefix}"));
        }
        self.bar.set_prefix(format!(", {:#} left", HumanDuration(left)));
    }

    /// Shows how many steps are done, of a number that may become known only now.
    pub fn steps(&self, done: u64, total: u64) {
        if self.bar.length() != Some(total) {
            self.bar.set_style(style(STEPS_TEMPLATE));
            self.bar.set_length(total);
        }
        self.bar.set_position(done);
    }

    /// So many more steps are done.
    pub fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }

    /// What is being done.
    pub fn message(&self, what: impl std::fmt::Display) {
        self.bar.set_message(what.to_string());
    }

    /// The work is done, or given up: the bar goes and does not come back.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Does something that writes to the terminal while the bar is away.
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

/// The work may take long over a single step, so the bar does not wait for one to appear.
fn appear_later(bar: &ProgressBar) {
    let bar = bar.downgrade();
    thread::spawn(move || {
        thread::sleep(BAR_DELAY);
        if let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(200));
        }
    });
}
