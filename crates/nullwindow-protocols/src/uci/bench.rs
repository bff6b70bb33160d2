//! Counts nodes in the background: `go perft` and `bench`.

use super::Uci;
use crate::LineOutput;
use crate::output::one_line;
use nullwindow::{AnyAlgorithm, Depth};
use nullwindow_engine::{
    Control, Engine, EngineError, Horizon, MemoryChoice, PositionText, Purpose, SearchRequest, SessionOptions,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::Instant;

/// The entries of the table of `bench`: 16 MiB.
const BENCH_ENTRIES: u64 = 1 << 20;

/// Runs work on a thread of its own, which is stopped when this is dropped.
pub(super) struct Background {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    fn start(
        output: LineOutput,
        work: impl FnOnce(&AtomicBool) -> Result<(), EngineError> + Send + 'static,
    ) -> Background {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            if let Err(error) = work(&flag) {
                output.line(&format!("info string {}", one_line(&error)));
            }
        });
        Background { stop, thread: Some(thread) }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic was already reported by its thread.
            let _ = thread.join();
        }
    }
}

impl Uci {
    /// Starts to count the move sequences that begin with each move.
    pub(super) fn perft(&mut self, depth: u32) {
        self.session.finish();
        let (engine, position) = (Arc::clone(self.session.engine()), self.session.position().clone());
        let output = self.output.clone();
        self.background = None;
        self.background = Some(Background::start(self.output.clone(), move |stop| {
            divide(&*engine, &position, depth.max(1), stop, &output)
        }));
    }

    /// Starts the benchmark; see [`bench()`].
    pub(super) fn bench(&mut self, depth: Option<u32>) {
        self.session.finish();
        let (engine, output) = (Arc::clone(self.session.engine()), self.output.clone());
        let algorithm = self.session.options().algorithm;
        self.background = None;
        self.background = Some(Background::start(self.output.clone(), move |stop| {
            if let Some(line) = bench(&*engine, algorithm, depth, stop)? {
                output.line(&line);
            }
            Ok(())
        }));
    }
}

fn divide(
    engine: &dyn Engine,
    position: &PositionText,
    depth: u32,
    stop: &AtomicBool,
    output: &LineOutput,
) -> Result<(), EngineError> {
    let names = engine.uci_moves(position)?.unwrap_or_default();
    let counts = engine.divide(position, depth, &mut Control::new(stop))?;
    // Both are in the order of generation.
    for (name, (_, count)) in names.iter().zip(&counts) {
        output.line(&format!("{name}: {count}"));
    }
    let sum: u64 = counts.iter().map(|(_, count)| count).sum();
    if !stop.load(Relaxed) {
        output.line(&format!("Nodes searched: {sum}"));
    }
    Ok(())
}

/// Searches the test positions of a game to a fixed depth on one thread, and returns the line `N nodes M nps`. `N` is the
/// same on every machine. Returns `None` if stopped.
///
/// # Errors
/// If there is no memory for a table.
pub fn bench(
    engine: &dyn Engine,
    algorithm: AnyAlgorithm,
    depth: Option<u32>,
    stop: &AtomicBool,
) -> Result<Option<String>, EngineError> {
    let usual = engine.profile(Purpose::FixedDepth).usual_depth.unwrap_or(4);
    let to = Depth::plies(depth.unwrap_or(usual).clamp(1, Depth::MAX_PLIES.into()));
    let (mut nodes, start) = (0, Instant::now());
    for number in 1..=engine.test_positions().unwrap_or(1) {
        let memory = MemoryChoice::Entries(BENCH_ENTRIES);
        let mut request = SearchRequest::new(algorithm, Horizon::Deepening { to, step: 1 }, memory);
        request.exact_leaves = false;
        request.position = engine.test_position(number).unwrap_or_default();
        let answer = engine.search(&request, &mut Control::new(stop))?;
        if answer.stopped.is_some() {
            return Ok(None);
        }
        nodes += answer.records.iter().map(|record| record.total).sum::<u64>();
    }
    let micros = start.elapsed().as_micros().max(1);
    Ok(Some(format!("{nodes} nodes {} nps", u128::from(nodes) * 1_000_000 / micros)))
}

/// Runs [`bench()`] with the usual algorithm and depth.
///
/// # Errors
/// If there is no memory for a table.
pub fn usual_bench(engine: &dyn Engine, stop: &AtomicBool) -> Result<Option<String>, EngineError> {
    bench(engine, SessionOptions::default().algorithm, None, stop)
}
