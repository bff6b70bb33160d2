//! The engine's moves in a game.

use crate::error::Refusal;
use crate::reply::ReplySink;
use crate::request::{PlayRequest, algorithm};
use crate::{Theatre, position};
use nullwindow::Score;
use nullwindow_engine::{GoLimits, Purpose, ScoreKind, Session, SessionEvent};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// The time for a move, unless the request has a limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

#[derive(Serialize)]
struct InfoReply<'r> {
    depth: Option<u32>,
    score: i32,
    text: String,
    line: &'r [String],
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct ChosenReply<'r> {
    #[serde(rename = "move")]
    best: Option<&'r str>,
    ponder: Option<&'r str>,
}

/// Chooses a move as a session of any other client does: with time management, levels, and exact endgames.
pub(crate) fn play(
    theatre: &Theatre,
    request: &PlayRequest,
    stop: &AtomicBool,
    sink: &mut ReplySink<'_>,
) -> Result<(), Refusal> {
    let engine = theatre.engine(&request.game)?;
    theatre.check_moves(&request.moves)?;
    let algorithm = algorithm(request.algorithm.as_deref())?;
    if !algorithm.finds_best_move() {
        return Err(Refusal::of("algorithm", format_args!("{algorithm} finds no best move, so it cannot play")));
    }
    let mut session = Session::new(std::sync::Arc::clone(&engine))?;
    let strength = engine.profile(Purpose::Selective).strength;
    session.set_options(|options| {
        options.algorithm = algorithm;
        options.selective = request.selective;
        options.strength = strength.zip(request.elo).map(|(model, elo)| model.level(elo));
        options.seed = request.seed;
    });
    session.set_position(position(request.position.as_ref(), &request.moves))?;
    let mut limits = GoLimits::default();
    limits.depth = request.depth.map(|depth| depth.clamp(1, theatre.limits().depth));
    // A level limits the nodes; the time is for machines that are too slow for it.
    let is_limited = limits.depth.is_some() || request.elo.is_some();
    let usual = if is_limited { theatre.limits().time } else { USUAL_TIME };
    limits.move_time = Some(theatre.time(request.seconds)?.unwrap_or(usual));
    let search = session.prepare(&limits)?;
    search.run_until(&|| stop.load(Relaxed), &mut |event| match event {
        SessionEvent::Info(info) if info.kind == ScoreKind::Exact => {
            let text = engine.short_score(Purpose::Selective, Score::new(info.score));
            let (depth, score, nodes, seconds) = (info.depth, info.score, info.nodes, info.time.as_secs_f64());
            sink.send("info", &InfoReply { depth, score, text, line: &info.line, nodes, seconds });
        }
        SessionEvent::BestMove(chosen) => {
            sink.end("chosen", &ChosenReply { best: chosen.best.as_deref(), ponder: chosen.ponder.as_deref() });
        }
        _ => {}
    });
    Ok(())
}
