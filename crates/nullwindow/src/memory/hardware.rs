//! What a table needs of the machine beyond the language: zeroed memory that is not touched before it is used, large pages
//! on request, and prefetching. All of it changes the time that a probe takes and nothing else.
//!
//! This is the only module with `unsafe` code. What it gains:
//!
//! - A table of 256 MiB is made in about 10 microseconds. Touching all of it took 1.0 s on a busy machine, which a
//!   small search never needs.
//! - A probe of a large table waits for memory: for the address of the page first, then for the line. On large pages the
//!   first wait is rare, and a prefetch in time hides the second. A large page is cleared as a whole when it is first
//!   touched, and a small search touches most of them once: solving tic-tac-toe took 0.78 s with a table of 256 MiB on
//!   large pages and 0.01 s on small ones. So a table starts on small pages.
#![allow(unsafe_code)]

use super::table::Bucket;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// The buckets of a table, all bits zero at first. Their pages are not touched until they are used.
#[derive(Debug)]
pub(super) struct Buckets {
    /// What was allocated.
    base: NonNull<u8>,
    layout: Layout,
    /// The first bucket, at an address that a bucket needs.
    first: NonNull<Bucket>,
    count: usize,
}

// SAFETY: it owns its buckets as a boxed slice does, and a bucket is an array of atomic integers.
unsafe impl Send for Buckets {}
// SAFETY: as above.
unsafe impl Sync for Buckets {}

impl Buckets {
    /// Returns `count` buckets, or `None` if there is no memory for them, or `count` is zero.
    pub(super) fn new(count: usize) -> Option<Buckets> {
        // The allocator has zeroed pages for an alignment of up to 16 bytes. For a larger one it would write the zeros,
        // so the alignment of a bucket is made here.
        const ALIGN: usize = 16;
        let room = align_of::<Bucket>().saturating_sub(ALIGN);
        let bytes = count.checked_mul(size_of::<Bucket>())?.checked_add(room)?;
        let layout = Layout::from_size_align(bytes, ALIGN).ok()?;
        if count == 0 {
            return None;
        }
        // SAFETY: the layout has a size above zero.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skipped = base.as_ptr().align_offset(align_of::<Bucket>());
        debug_assert!(skipped <= room);
        // SAFETY: `skipped` is at most `room`, so that the offset lies within the allocation.
        let first = unsafe { base.add(skipped) }.cast();
        Some(Buckets { base, layout, first, count })
    }
}

impl Deref for Buckets {
    type Target = [Bucket];

    #[inline(always)]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: `first` is aligned, `count` buckets follow it within the allocation, and zero bits are atomic zeros.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl DerefMut for Buckets {
    fn deref_mut(&mut self) -> &mut [Bucket] {
        // SAFETY: as above, and the buckets are borrowed mutably with `self`.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.count) }
    }
}

impl Drop for Buckets {
    fn drop(&mut self) {
        // SAFETY: `base` was allocated with this layout; buckets need no drop.
        unsafe { dealloc(self.base.as_ptr(), self.layout) };
    }
}

/// Begins to fetch the line of memory that `place` lies in.
#[inline(always)]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has this instruction; it changes no memory, and the address is that of a reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = place;
}

/// Bytes of a large page.
const LARGE_PAGE: usize = 2 << 20;

impl Buckets {
    /// Moves the contents of the large page of this number, counted from 0, to one. Returns false if there is none, or
    /// the system refuses.
    pub(super) fn move_to_large_page(&self, number: usize) -> bool {
        let start = self.base.as_ptr();
        let skipped = number.checked_mul(LARGE_PAGE).and_then(|by| start.align_offset(LARGE_PAGE).checked_add(by));
        match skipped {
            Some(skipped) if skipped.saturating_add(LARGE_PAGE) <= self.layout.size() => {
                // SAFETY: the offset lies within the allocation.
                collapse(unsafe { self.base.add(skipped) })
            }
            _ => false,
        }
    }
}

/// Puts the memory from `page` on, as much as a large page has, on a large page. Returns whether the system did.
fn collapse(page: NonNull<u8>) -> bool {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        const MADV_HUGEPAGE: c_int = 14;
        /// Since Linux 6.1; an older kernel refuses it, and all is as before.
        const MADV_COLLAPSE: c_int = 25;

        let advise = |advice| {
            // SAFETY: the range lies within memory that the caller owns, and both kinds of advice leave its contents as
            // they are, for other threads too.
            unsafe { madvise(page.as_ptr().cast(), LARGE_PAGE, advice) == 0 }
        };
        advise(MADV_HUGEPAGE) && advise(MADV_COLLAPSE)
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    {
        let _ = page;
        false
    }
}
