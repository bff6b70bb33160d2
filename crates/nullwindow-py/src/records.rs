//! The records of searches as data for Python.

use crate::arguments::stopped_name;
use nullwindow::{Score, Stopped};
use nullwindow_engine::{Engine, MoveRecord, Purpose, SearchAnswer, SearchRecord};
use serde_json::{Value, json};

/// Returns a search, or one iteration, with the names of fields that `analyze --json` has.
pub(crate) fn search_record(engine: &dyn Engine, selective: bool, position: &str, record: &SearchRecord) -> Value {
    let purpose = if selective { Purpose::Selective } else { Purpose::FixedDepth };
    let score = |value: i32| engine.short_score(purpose, Score::new(value));
    json!({
        "game": engine.name(),
        "position": position,
        "algorithm": record.algorithm,
        "depth": record.depth,
        "value": record.value,
        "score": record.value.map(score),
        "lower": record.lower,
        "upper": record.upper,
        "move": record.best,
        "move_is_proven": record.best_is_proven,
        "line": record.line,
        "moves": moves(&record.moves),
        "settled": record.settled,
        "decided": record.decided,
        "leaves": record.leaves,
        "leaf_visits": record.leaf_visits,
        "interior": record.interior,
        "answered": record.answered,
        "total": record.total,
        "quiescence": record.quiescence,
        "passes": record.passes,
        "queries": record.questions,
        "seconds": record.seconds,
        "threads": record.threads,
        "scale": engine.profile(purpose).scale,
        "selective": selective,
    })
}

/// Returns root moves with their values.
pub(crate) fn moves(moves: &[MoveRecord]) -> Value {
    let each = |root_move: &MoveRecord| {
        json!({
            "move": root_move.name,
            "value": root_move.value,
            "proven": root_move.decided,
            "line": root_move.line,
        })
    };
    moves.iter().map(each).collect()
}

/// Names the reason for which a search ended early. A signal counts even if the search was just complete: a caller in a
/// loop must notice it.
pub(crate) fn stopped(answer: &SearchAnswer, interrupted: bool) -> Option<&'static str> {
    let reason = if interrupted { Some(Stopped::Flag) } else { answer.stopped };
    reason.map(stopped_name)
}
