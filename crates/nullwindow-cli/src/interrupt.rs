//! Ctrl-C: the first one asks the work to stop cleanly, the second one ends the program.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by the first Ctrl-C.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that was interrupted: 128 and the number of the signal.
pub const CODE: u8 = 130;

/// A second signal within this time is the first one again: `timeout` sends it to the program and to its whole group.
const SAME: Duration = Duration::from_millis(500);

/// Listens to Ctrl-C, and to being asked to end in other ways.
pub fn listen() {
    // Without a handler Ctrl-C ends the program at once, which is no worse than the second one.
    let mut first: Option<Instant> = None;
    let _ = ctrlc::set_handler(move || match first {
        None => {
            first = Some(Instant::now());
            STOP.store(true, Ordering::SeqCst);
            if std::io::stderr().is_terminal() {
                eprintln!("\nstopping; Ctrl-C again ends at once");
            }
        }
        Some(first) if first.elapsed() < SAME => {}
        Some(_) => std::process::exit(CODE.into()),
    });
}

/// Whether the work should stop.
pub fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}
