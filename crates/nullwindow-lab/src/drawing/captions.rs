//! Scores, bounds and questions in words.

use nullwindow::{Bounds, Score, Window};

/// A score as a number; none if it is an infinity.
pub(super) fn number(score: Score) -> Option<i32> {
    score.is_finite().then(|| score.get())
}

/// The edges of a window. Those of a null window at an infinity are none, the one next to it too.
pub(super) fn edges(window: Window) -> (Option<i32>, Option<i32>) {
    let infinite = window.is_null() && !(window.alpha().is_finite() && window.beta().is_finite());
    if infinite { (None, None) } else { (number(window.alpha()), number(window.beta())) }
}

/// Bounds from their numbers.
pub(super) fn bounds(lower: Option<i32>, upper: Option<i32>, ascii: bool) -> String {
    match (lower, upper) {
        (None, None) => String::new(),
        (Some(lower), Some(upper)) if lower == upper => format!("={lower}"),
        (Some(lower), Some(upper)) => format!("{lower}..{upper}"),
        (Some(lower), None) => format!("{}{lower}", if ascii { ">=" } else { "≥" }),
        (None, Some(upper)) => format!("{}{upper}", if ascii { "<=" } else { "≤" }),
    }
}

/// What a window asks: of the root, or of one of its sons.
pub(super) fn question(window: Window, of: Option<&str>) -> String {
    let who = of.unwrap_or("it");
    match (window.alpha(), window.beta()) {
        (Score::NEG_INFINITY, Score::INFINITY) => format!("what is {who} worth?"),
        (Score::NEG_INFINITY, _) if window.is_null() => format!("is {who} more than -inf?"),
        (_, beta) if window.is_null() => format!("is {who} {beta} or more?"),
        (alpha, beta) => format!("is {who} between {alpha} and {beta}?"),
    }
}

/// What an answer says.
pub(super) fn reply(window: Window, answer: Score) -> String {
    let Bounds { lower, upper } = window.learn(answer);
    match (lower == answer, upper == answer) {
        (true, true) => answer.to_string(),
        (true, false) => format!("yes, at least {answer}"),
        _ if window.is_null() => format!("no, at most {answer}"),
        _ => format!("at most {answer}"),
    }
}

/// What PS* does between two partitions.
pub(super) fn phase(window: Window) -> String {
    format!("a partition of merit {}", window.beta())
}

/// How that ends. The merit bounds the root only once every partition is searched.
pub(super) fn phase_ends(merit: Score, is_last: bool) -> String {
    if is_last { format!("the root is solved at {merit}") } else { format!("done at {merit}, on to the next") }
}
