//! Writes the answers of a UCI engine.

use nullwindow_engine::{ChosenMove, ScoreKind, SearchInfo, StrengthModel};
use std::fmt::Write;

/// The largest score in hundredths of a pawn. A mate that is known to the evaluation of a leaf only has no exact
/// distance, and a score that no client shows well.
const MOST: i64 = 30_000;

/// Writes `info` with a score, and with the chances of a win, a draw and a loss if a model gives them.
pub(super) fn info(info: &SearchInfo, scale: i32, chances: Option<&StrengthModel>) -> String {
    let mut line = "info".to_owned();
    if let Some(depth) = info.depth {
        let _ = write!(line, " depth {depth}");
    }
    let _ = write!(line, " multipv {} score {}", info.rank, score(info, scale));
    line.push_str(match info.kind {
        ScoreKind::Exact => "",
        ScoreKind::LowerBound => " lowerbound",
        ScoreKind::UpperBound => " upperbound",
    });
    if let Some([win, draw, loss]) = chances.map(|model| model.chances(info.score)) {
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let (nodes, speed, table_use, time) = (info.nodes, info.speed(), info.table_use, info.time.as_millis());
    let _ = write!(line, " nodes {nodes} nps {speed} hashfull {table_use} time {time}");
    if !info.line.is_empty() {
        let _ = write!(line, " pv {}", info.line.join(" "));
    }
    line
}

/// Writes a score: hundredths of a unit, or the moves of the winner to the end.
fn score(info: &SearchInfo, scale: i32) -> String {
    match info.win_distance {
        Some(plies) => format!("mate {}{}", if info.score < 0 && plies > 0 { "-" } else { "" }, plies.div_ceil(2)),
        None => format!("cp {}", (i64::from(info.score) * 100 / i64::from(scale.max(1))).clamp(-MOST, MOST)),
    }
}

/// Writes `info` with a root move.
pub(super) fn current_move(depth: Option<u32>, name: &str, number: u32) -> String {
    match depth {
        Some(depth) => format!("info depth {depth} currmove {name} currmovenumber {number}"),
        None => format!("info currmove {name} currmovenumber {number}"),
    }
}

/// Writes `bestmove`.
pub(super) fn best_move(chosen: &ChosenMove) -> String {
    match (&chosen.best, &chosen.ponder) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}
