//! Handles Ctrl-C: the first signal requests a clean stop, the second ends the program.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// True while the first Ctrl-C ends the program at once.
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// Makes the first Ctrl-C end the program at once, until it is dropped. It is for work that cannot check the stop flag
/// and leaves neither results nor files behind.
#[must_use]
pub struct EndAtOnce(());

impl EndAtOnce {
    pub fn begin() -> EndAtOnce {
        // `AT_ONCE` is set before `STOP` is read, and the handler does the reverse. With sequential consistency at
        // least one of the two sees the other, so no signal is lost.
        AT_ONCE.store(true, Ordering::SeqCst);
        if stopped() {
            // The signal arrived before this call.
            std::process::exit(CODE.into());
        }
        EndAtOnce(())
    }
}

impl Drop for EndAtOnce {
    fn drop(&mut self) {
        AT_ONCE.store(false, Ordering::SeqCst);
    }
}

/// The stop flag, set by the first Ctrl-C.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code of an interrupted program: 128 plus the number of the signal.
pub const CODE: u8 = 130;

/// The time in which a second signal counts as the first one: `timeout` signals both the program and its process group.
const REPEAT_WINDOW: Duration = Duration::from_millis(500);

/// Installs the handler of Ctrl-C and of termination signals.
pub fn listen() {
    // If there is no handler, Ctrl-C ends the program at once, as the second one would.
    let mut first: Option<Instant> = None;
    let _ = ctrlc::set_handler(move || match first {
        None => {
            first = Some(Instant::now());
            STOP.store(true, Ordering::SeqCst);
            // Read after `STOP` was set; see `EndAtOnce::begin`.
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

/// Returns whether the work should stop.
pub fn stopped() -> bool {
    STOP.load(Ordering::SeqCst)
}
