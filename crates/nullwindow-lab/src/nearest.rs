//! The known name that is nearest to a wrong one.

/// The name of `known` that takes the fewest changes of letters to get to; none if there is none at all.
///
/// ```
/// assert_eq!(nullwindow_lab::nearest("otello", ["chess", "othello"]), Some("othello"));
/// ```
#[must_use]
pub fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let name = name.to_lowercase();
    known.into_iter().min_by_key(|known| edits(&name, &known.to_lowercase()))
}

/// Levenshtein's distance: insertions, deletions and changes that make `a` into `b`; of a long `a` the first 64 letters count.
#[must_use]
pub fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
