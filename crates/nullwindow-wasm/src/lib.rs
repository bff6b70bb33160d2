//! The service of the web page, compiled to wasm32 for a Web Worker.
//!
//! The worker writes a request into the buffer that `request_buffer` returns, and calls `handle`. During that call the
//! module sends every reply by the imported function `emit`, and reads the clock by `now`. A search that is no longer wanted
//! ends with its worker: there is no shared memory through which it could be told.

#![cfg(target_family = "wasm")]

use nullwindow_engine::{Catalogue, set_clock};
use nullwindow_theatre::{Theatre, TheatreLimits};
use std::cell::RefCell;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The bindings to the worker.
mod worker {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Takes a reply: the address and the length of a text in UTF-8.
        pub(super) fn emit(text: *const u8, length: usize);
        /// Returns the time in milliseconds since some fixed point.
        pub(super) safe fn now() -> f64;
    }
}

thread_local! {
    /// The text of the request.
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns the address of a buffer of this length. It is valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn request_buffer(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        // The worker writes over the zeros.
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn handle() {
    let request = REQUEST.with_borrow_mut(std::mem::take);
    let request = String::from_utf8_lossy(&request);
    theatre().answer(&request, &AtomicBool::new(false), &mut |reply| {
        // SAFETY: the text lives until `emit` returns, and the worker copies it before that.
        unsafe { worker::emit(reply.as_ptr(), reply.len()) }
    });
}

/// Returns the service, which is created at the first request.
fn theatre() -> &'static Theatre {
    static THEATRE: OnceLock<Theatre> = OnceLock::new();
    THEATRE.get_or_init(|| {
        set_clock(|| Duration::from_secs_f64(worker::now().max(0.0) / 1000.0));
        let mut limits = TheatreLimits::default();
        // A browser gives a page less memory than a machine has.
        (limits.threads, limits.table) = (1, 128);
        Theatre::new(Catalogue::shipped()).with_limits(limits)
    })
}
