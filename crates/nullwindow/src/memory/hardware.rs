//! Operating-system and processor features for the table: zeroed memory that is not touched before use, large pages on
//! request, and prefetching. They change the time of a probe and nothing else.
//!
//! This is the only module with `unsafe` code. Its gains:
//!
//! - Creating a table of 256 MiB takes about 10 microseconds. Touching all of it took 1.0 s on a busy machine, which a
//!   small search never needs.
//! - A probe of a large table waits for memory twice: for the address translation of the page, then for the cache line.
//!   On large pages the first wait is rare, and a prefetch hides the second. But a large page is cleared as a whole
//!   when it is first touched, and a small search touches most of them once: solving tic-tac-toe took 0.78 s with a
//!   table of 256 MiB on large pages and 0.01 s on small ones. So a table starts on small pages.
#![allow(unsafe_code)]

use super::table::Bucket;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// The buckets of a table, initially all zero. Their pages are not touched before use.
#[derive(Debug)]
pub(super) struct Buckets {
    /// The start of the allocation.
    base: NonNull<u8>,
    layout: Layout,
    /// The first bucket, aligned within the allocation.
    first: NonNull<Bucket>,
    count: usize,
}

// SAFETY: it owns its buckets as a boxed slice does, and a bucket is an array of atomic integers.
unsafe impl Send for Buckets {}
// SAFETY: as above.
unsafe impl Sync for Buckets {}

impl Buckets {
    /// Allocates `count` buckets. Returns `None` if `count` is zero or there is not enough memory.
    pub(super) fn new(count: usize) -> Option<Buckets> {
        // Up to an alignment of 16 bytes, the allocator passes on zeroed pages from the system. For a larger one it
        // would write the zeros itself and touch every page, so buckets are aligned here.
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

/// Prefetches the cache line of `place`.
#[inline(always)]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has this instruction. It changes no memory, and the address is that of a
        // reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = place;
}

/// The size of a large page in bytes.
const LARGE_PAGE: usize = 2 << 20;

impl Buckets {
    /// Moves the large page with this number, counted from 0, to physically contiguous memory. Returns false if there
    /// is no such page or the system refuses.
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

/// Asks the system to back the memory from `page` on by one large page, and returns whether it agreed.
fn collapse(page: NonNull<u8>) -> bool {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        const MADV_HUGEPAGE: c_int = 14;
        /// Exists since Linux 6.1; an older kernel refuses it and changes nothing.
        const MADV_COLLAPSE: c_int = 25;

        let advise = |advice| {
            // SAFETY: the range lies within memory that the caller owns, and both kinds of advice leave its contents as
            // they are, for other threads too.
            unsafe { madvise(page.as_ptr().cast(), LARGE_PAGE, advice) == 0 }
        };
        let advised = advise(MADV_HUGEPAGE);
        // The system refuses to collapse a page that was never touched. The first touch of such a page then takes a large
        // one, so that the refusal is no reason to give up the pages after it.
        if advised {
            advise(MADV_COLLAPSE);
        }
        advised
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    {
        let _ = page;
        false
    }
}

/// What the SAFETY lines claim. `.ci/run` runs these tests and those of the table under Miri, which finds accesses out of
/// bounds or unaligned, uninitialised memory, data races and leaks.
#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;
    use std::thread;

    #[test]
    fn buckets_are_aligned_zeroed_and_shared_between_threads() {
        let mut buckets = Buckets::new(3).unwrap();
        let words =
            |buckets: &Buckets| buckets.iter().flat_map(|bucket| &bucket.0).map(|word| word.load(Relaxed)).sum();
        assert_eq!((buckets.len(), words(&buckets)), (3, 0_u64));
        assert!(buckets.iter().all(|bucket| std::ptr::from_ref(bucket).addr().is_multiple_of(align_of::<Bucket>())));
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for bucket in buckets.iter() {
                        prefetch(bucket);
                        bucket.0.iter().for_each(|word| _ = word.fetch_add(1, Relaxed));
                    }
                });
            }
        });
        assert_eq!(words(&buckets), 2 * 3 * 8);
        *buckets[2].0[7].get_mut() = 0;
        assert_eq!(thread::spawn(move || words(&buckets)).join().unwrap(), 2 * 3 * 8 - 2);
    }

    #[test]
    fn moving_to_large_pages_changes_no_word() {
        // Room for one large page or two, depending on the address.
        let buckets = Buckets::new(2 * LARGE_PAGE / size_of::<Bucket>()).unwrap();
        for (bucket, word) in buckets.iter().step_by(8191).zip(1..) {
            bucket.0[0].store(word, Relaxed);
        }
        for number in 0..2 {
            buckets.move_to_large_page(number);
        }
        assert!(buckets.iter().step_by(8191).zip(1..).all(|(bucket, word)| bucket.0[0].load(Relaxed) == word));
        assert!(!buckets.move_to_large_page(2) && !buckets.move_to_large_page(usize::MAX), "there are no such pages");
        assert!(!Buckets::new(3).unwrap().move_to_large_page(0), "smaller than a large page");
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(Buckets::new(0).is_none());
        assert!(Buckets::new(usize::MAX).is_none());
        assert!(Buckets::new(usize::MAX / size_of::<Bucket>()).is_none());
    }
}
