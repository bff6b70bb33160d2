//! Ctrl-C: the first one asks the work to stop cleanly, the second one ends the program.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set while the first Ctrl-C ends the program at once.
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// Makes the first Ctrl-C end the program at once, until it is dropped: for work that cannot be stopped in between and
/// leaves nothing behind, neither results nor files.
#[must_use]
pub struct EndAtOnce(());

impl EndAtOnce {
    pub fn begin() -> EndAtOnce {
        AT_ONCE.store(true, Ordering::SeqCst);
        if stopped() {
            std::process::exit(CODE.into()); // the signal came before
        }
        EndAtOnce(())
    }
}

impl Drop for EndAtOnce {
    fn drop(&mut self) {
        AT_ONCE.store(false, Ordering::SeqCst);
    }
}

/// Set by the first Ctrl-C.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that was interrupted: 128 and the number of the signal.
pub const CODE: u8 = 130;

/// A second signal within this time is the first one again: `timeout` sends it to the program and to its whole group.
const REPEAT_WINDOW: Duration = Duration::from_millis(500);

/// Listens to Ctrl-C, and to being asked to end in other ways.
pub fn listen() {
    // Without a handler Ctrl-C ends the program at once, which is no worse than the second one.
    let mut first: Option<Instant> = None;
    let _ = ctrlc::set_handler(move || match first {
        None => {
            first = Some(Instant::now());
            STOP.store(true, Ordering::SeqCst);
            // Looked at only now: a command that is about to set it looks at `STOP` after that.
            if AT_ONCE.load(Ordering::SeqCst) {
                std::process::exit(CODE.into());
            }
            if std::io::stderr().is_terminal() {
                eprintln!("\nstopping; Ctrl-C again ends at once");
            }
        }
        Some(first) if first.elapsed() < REPEAT_WINDOW => {}
        Some(_) => std::process::exit(CODE.into()),
    });
}

/// Whether the work should stop.
pub fn stopped() -> bool {
    STOP.load(Ordering::SeqCst)
}
