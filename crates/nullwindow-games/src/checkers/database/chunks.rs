//! The loop over the positions of a material, on all cores with the feature `rayon`, and on one without it.

/// Calls `visit` with every chunk of `items` and the index of its first item, in any order. Stops at the first error.
///
/// All calls have returned when this function returns, and their writes are visible to the caller.
#[cfg(feature = "rayon")]
pub(super) fn try_each<T: Sync, E: Send>(
    items: &[T],
    chunk: usize,
    visit: impl Fn(usize, &[T]) -> Result<(), E> + Sync,
) -> Result<(), E> {
    use rayon::prelude::*;
    items.par_chunks(chunk).enumerate().try_for_each(|(number, items)| visit(number * chunk, items))
}

/// Calls `visit` with every chunk of `items` and the index of its first item, in any order. Stops at the first error.
///
/// The bounds are those of the version with threads, so that a caller compiles with both or with neither.
#[cfg(not(feature = "rayon"))]
pub(super) fn try_each<T: Sync, E: Send>(
    items: &[T],
    chunk: usize,
    visit: impl Fn(usize, &[T]) -> Result<(), E> + Sync,
) -> Result<(), E> {
    items.chunks(chunk).enumerate().try_for_each(|(number, items)| visit(number * chunk, items))
}

/// As [`try_each`], for a visit that cannot fail.
pub(super) fn each<T: Sync>(items: &[T], chunk: usize, visit: impl Fn(usize, &[T]) + Sync) {
    let visited = try_each(items, chunk, |first, items| {
        visit(first, items);
        Ok::<(), std::convert::Infallible>(())
    });
    match visited {
        Ok(()) => {}
    }
}
