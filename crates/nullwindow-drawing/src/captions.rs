//! Captions: scores, bounds and queries as text.

use nullwindow::{Bounds, Score, Window};

/// Returns a finite score as a number.
pub(super) fn number(score: Score) -> Option<i32> {
    score.is_finite().then(|| score.get())
}

/// Formats a score. The neighbours of the infinities are edges of null windows, not scores of the tree.
pub(super) fn score(score: Score) -> String {
    match score {
        score if score == Score::INFINITY.pred() => "+inf-1".to_owned(),
        score if score == Score::NEG_INFINITY.succ() => "-inf+1".to_owned(),
        score => score.to_string(),
    }
}

/// Returns the edges of a window. A null window at an infinity has none.
pub(super) fn edges(window: Window) -> (Option<i32>, Option<i32>) {
    // One edge of such a window is finite, but next to the infinity. It is not a score of the tree.
    let infinite = window.is_null() && !(window.alpha().is_finite() && window.beta().is_finite());
    if infinite { (None, None) } else { (number(window.alpha()), number(window.beta())) }
}

/// Formats bounds: `=5`, `3..7`, `≥3` or `≤7`.
pub(super) fn bounds(lower: Option<i32>, upper: Option<i32>, ascii: bool) -> String {
    match (lower, upper) {
        (None, None) => String::new(),
        (Some(lower), Some(upper)) if lower == upper => format!("={lower}"),
        (Some(lower), Some(upper)) => format!("{lower}..{upper}"),
        (Some(lower), None) => format!("{}{lower}", if ascii { ">=" } else { "≥" }),
        (None, Some(upper)) => format!("{}{upper}", if ascii { "<=" } else { "≤" }),
    }
}

/// Formats the query that a window puts to the root, or to the son named `of`.
pub(super) fn question(window: Window, of: Option<&str>) -> String {
    let who = of.unwrap_or("it");
    match (window.alpha(), window.beta()) {
        (Score::NEG_INFINITY, Score::INFINITY) => format!("what is {who} worth?"),
        (Score::NEG_INFINITY, _) if window.is_null() => format!("is {who} more than -inf?"),
        (_, beta) if window.is_null() => format!("is {who} {beta} or more?"),
        (alpha, beta) => format!("is {who} between {alpha} and {beta}?"),
    }
}

/// Formats the answer to a query.
pub(super) fn reply(window: Window, answer: Score) -> String {
    let Bounds { lower, upper } = window.learn(answer);
    match (lower == answer, upper == answer) {
        (true, true) => answer.to_string(),
        (true, false) => format!("yes, at least {answer}"),
        _ if window.is_null() => format!("no, at most {answer}"),
        _ => format!("at most {answer}"),
    }
}

/// Formats the work of PS* on one partition.
pub(super) fn phase(window: Window) -> String {
    format!("a partition of merit {}", window.beta())
}

/// Formats the end of that work. The merit bounds the root only after the last partition.
pub(super) fn phase_ends(merit: Score, is_last: bool) -> String {
    if is_last { format!("the root is solved at {merit}") } else { format!("done at {merit}, on to the next") }
}
