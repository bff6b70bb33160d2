//! Law: every line has one answer, in order, which repeats the line or is an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullwindow::memory::Table;
use nullwindow_engine::{Catalogue, Engine, SessionOptions};
use nullwindow_protocols::{LineOutput, SolveLines};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

static GAME: LazyLock<Arc<dyn Engine>> =
    LazyLock::new(|| Catalogue::shipped().engine("connect4").expect("a shipped game"));
static TABLE: LazyLock<Arc<Table>> = LazyLock::new(|| Arc::new(Table::with_bytes(1 << 20).expect("a small table")));

fuzz_target!(|text: &str| {
    let answers = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&answers);
    let output = LineOutput::new(move |line| written.lock().expect("no panic").push(line.to_owned()));
    let solver = SolveLines::new(Arc::clone(&GAME), SessionOptions::default().algorithm, Arc::clone(&TABLE))
        .with_workers(2)
        .with_time(Some(Duration::from_millis(1)));
    let counts = solver.run(text.as_bytes(), &output, &AtomicBool::new(false)).expect("text in memory");
    let answers = answers.lock().expect("no panic");
    let lines: Vec<&str> = text.split('\n').collect();
    let lines = lines.strip_suffix(&[""]).unwrap_or(&lines);
    assert_eq!((answers.len(), counts.lines), (lines.len(), lines.len() as u64));
    for (line, answer) in lines.iter().zip(answers.iter()) {
        assert!(answer.starts_with("error: ") || answer.starts_with(line.trim()), "{line:?}: {answer:?}");
    }
});
