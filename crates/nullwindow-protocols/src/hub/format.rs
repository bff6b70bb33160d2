//! Writes the answers of a Hub engine.

use nullwindow_engine::{ChosenMove, ScoreKind, SearchInfo};
use std::fmt::Write;

/// The score of a win at once, in men. Clients take scores near it for wins, a hundredth for each ply to the end.
const WIN: f64 = 100.0;
/// The largest score that is no win. A win that is known to the evaluation of a leaf only has no exact distance.
const MOST: f64 = 89.99;

/// The answer of a search without a legal move.
const NO_MOVE: &str = "0-0";

/// Writes `info`; `None` for a bound in the middle of an iteration, which the protocol cannot express.
pub(super) fn info(info: &SearchInfo, scale: i32) -> Option<String> {
    if info.rank > 1 || (info.kind != ScoreKind::Exact && info.line.is_empty()) {
        return None;
    }
    let mut line = "info".to_owned();
    if let Some(depth) = info.depth {
        let _ = write!(line, " depth={depth}");
    }
    #[allow(clippy::cast_precision_loss, reason = "a speed of three digits")]
    let millions = info.speed() as f64 / 1e6;
    let (score, nodes, seconds) = (score(info, scale), info.nodes, info.time.as_secs_f64());
    let _ = write!(line, " score={score:.2} nodes={nodes} time={seconds:.3} nps={millions:.3}");
    if !info.line.is_empty() {
        let _ = write!(line, " pv={}", quoted(&info.line.join(" ")));
    }
    Some(line)
}

/// Returns the score in men.
fn score(info: &SearchInfo, scale: i32) -> f64 {
    match info.win_distance {
        // The sign of a loss at once is that of its score.
        Some(plies) => f64::from(info.score.signum()) * (WIN - f64::from(plies.min(1000)) / 100.0),
        None => (f64::from(info.score) / f64::from(scale.max(1))).clamp(-MOST, MOST),
    }
}

/// Writes `done`. Clients wait for it and read a move, also when there is none.
pub(super) fn done(chosen: &ChosenMove) -> String {
    match (&chosen.best, &chosen.ponder) {
        (None, _) => format!("done move={NO_MOVE}"),
        (Some(best), None) => format!("done move={best}"),
        (Some(best), Some(ponder)) => format!("done move={best} ponder={ponder}"),
    }
}

/// Writes `error`.
pub(super) fn error(message: &str) -> String {
    format!("error message={}", quoted(message))
}

/// Quotes a value. The protocol has no quotation marks inside of a quotation.
pub(super) fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('"', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nullwindow_engine::{Catalogue, GoLimits, Session, SessionEvent};

    fn first_info() -> SearchInfo {
        let mut session = Session::new(Catalogue::shipped().engine("tictactoe").unwrap()).unwrap();
        let mut infos = Vec::new();
        session.prepare(&GoLimits::of_depth(1)).unwrap().run(&mut |event| {
            if let SessionEvent::Info(info) = event {
                infos.push((*info).clone());
            }
        });
        infos.remove(0)
    }

    #[test]
    fn scores_are_in_men_and_wins_near_a_hundred() {
        let mut each = first_info();
        let mut written = |score: i32, win_distance: Option<u32>| {
            (each.score, each.win_distance) = (score, win_distance);
            let line = info(&each, 100).unwrap();
            line.split(" score=").nth(1).unwrap().split(' ').next().unwrap().to_owned()
        };
        assert_eq!([written(125, None), written(-7, None), written(0, None)], ["1.25", "-0.07", "0.00"]);
        assert_eq!([written(999_995, Some(5)), written(-999_998, Some(2))], ["99.95", "-99.98"]);
        assert_eq!([written(900_000, None), written(-800_000, None)], ["89.99", "-89.99"]);
    }

    #[test]
    fn every_argument_has_one_sign_of_equality() {
        let mut each = first_info();
        each.line = vec!["11-15".into(), "23-19".into()];
        let line = info(&each, 100).unwrap();
        assert!(line.starts_with("info depth=1 score=") && line.ends_with(" pv=\"11-15 23-19\""), "{line}");
        assert_eq!(line.matches('=').count(), 6);
        (each.kind, each.line) = (ScoreKind::LowerBound, Vec::new());
        assert_eq!(info(&each, 100), None);
        assert_eq!(error("a \"b\""), "error message=\"a 'b'\"");
    }
}
