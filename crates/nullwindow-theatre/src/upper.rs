//! The first plies of a real search.

use crate::Theatre;
use crate::error::Refusal;
use crate::reply::ReplySink;
use crate::request::{AnalyzeRequest, UpperRequest};
use nullwindow_engine::Control;
use std::sync::atomic::AtomicBool;

/// The plies of one reply: each has some thirty times the nodes of the one before.
const MAX_PLIES: u32 = 4;

/// Searches a position, and describes the first plies of the search below a path.
pub(crate) fn upper(
    theatre: &Theatre,
    request: &UpperRequest,
    stop: &AtomicBool,
    sink: &mut ReplySink<'_>,
) -> Result<(), Refusal> {
    let engine = theatre.engine(&request.game)?;
    if !(1..=MAX_PLIES).contains(&request.plies) {
        return Err(Refusal::of("plies", format_args!("expected 1 to {MAX_PLIES} plies")));
    }
    theatre.check_moves(&request.path)?;
    // Without a limit of time: a tree that ends early would differ from the one that was expanded before.
    let search = AnalyzeRequest {
        game: request.game.clone(),
        position: request.position.clone(),
        moves: request.moves.clone(),
        algorithm: request.algorithm.clone(),
        depth: Some(request.depth),
        selective: request.selective,
        ..AnalyzeRequest::default()
    };
    let search = theatre.search_request(&*engine, &search)?;
    let tree = engine.upper_tree(&search, &request.path, request.plies, &mut Control::new(stop))?;
    sink.end("upper", &tree);
    Ok(())
}
