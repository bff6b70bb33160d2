//! Engines and requests of several tests.

use nullwindow::AnyAlgorithm;
use nullwindow_engine::{Catalogue, Control, Engine, SearchAnswer, SearchRequest, SolveAnswer, SolveRequest};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that stops nothing.
pub static NEVER: AtomicBool = AtomicBool::new(false);

pub fn algorithm(name: &str) -> AnyAlgorithm {
    name.parse().unwrap()
}

pub fn engine(name: &str) -> Arc<dyn Engine> {
    Catalogue::shipped().engine(name).unwrap()
}

pub fn search(engine: &dyn Engine, request: &SearchRequest) -> SearchAnswer {
    engine.search(request, &mut Control::new(&NEVER)).unwrap()
}

pub fn solve(engine: &dyn Engine, request: &SolveRequest) -> SolveAnswer {
    engine.solve(request, &mut Control::new(&NEVER)).unwrap()
}
