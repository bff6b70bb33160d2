//! What a table asks of the machine beyond the language: to fetch a bucket before it is needed, and to lie on large
//! pages. Both change the time a recall takes and nothing else; where the machine has neither, nothing happens.
//!
//! This is the only module with `unsafe` code. A recall of a large table waits for memory: for the address of the page
//! first, then for the line. On large pages the first wait is rare, and a fetch in time hides the second.
#![allow(unsafe_code)]

/// Begins to fetch the line of memory that `place` lies in.
#[inline(always)]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has this instruction; it changes no memory, and the address is that of a reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Asks for large pages under the room that `reserved` has but has not used yet, if it is large enough to gain by them.
pub(super) fn on_large_pages<T>(reserved: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        const LARGE_PAGE: usize = 2 << 20;
        const MADV_HUGEPAGE: c_int = 14;

        let room = reserved.spare_capacity_mut();
        let (start, bytes) = (room.as_mut_ptr().cast::<u8>(), size_of_val(room));
        let skipped = start.align_offset(LARGE_PAGE);
        if bytes < skipped.saturating_add(LARGE_PAGE) {
            return;
        }
        let length = (bytes - skipped) / LARGE_PAGE * LARGE_PAGE;
        // SAFETY: the range lies within memory that the vector owns, and the advice leaves its contents as they are. It
        // may be refused, and then all is as before.
        unsafe { madvise(start.add(skipped).cast(), length, MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = reserved;
}
