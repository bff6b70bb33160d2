//! Writes the answers of an NBoard engine.

use crate::turns::PASS;
use nullwindow_engine::{ScoreKind, SearchInfo};
use std::time::Duration;

/// Writes a move: a square in capitals, or `PA`.
pub(super) fn move_text(name: &str) -> String {
    if name == PASS { "PA".to_owned() } else { name.to_ascii_uppercase() }
}

/// Writes a score in discs.
pub(super) fn evaluation(score: i32, scale: i32) -> String {
    format!("{:.2}", f64::from(score) / f64::from(scale.max(1)))
}

/// Writes the evaluation of a move: `search PV EVAL 0 DEPTH`. Bounds are left out: they are no evaluation of a move.
pub(super) fn search(info: &SearchInfo, scale: i32) -> Option<String> {
    if info.kind != ScoreKind::Exact || info.line.is_empty() {
        return None;
    }
    let line: String = info.line.iter().map(|name| move_text(name)).collect();
    Some(format!("search {line} {} 0 {}", evaluation(info.score, scale), depth(info)))
}

/// Writes a depth in plies, or `100%` for an exact solution.
fn depth(info: &SearchInfo) -> String {
    match info.depth {
        Some(plies) if !info.settled => plies.to_string(),
        _ => "100%".to_owned(),
    }
}

/// Writes the number of nodes and the time.
pub(super) fn node_statistics(nodes: u64, time: Duration) -> String {
    format!("nodestats {nodes} {:.3}", time.as_secs_f64())
}
