//! Scores of positions, line by line.

use nullwindow::memory::Table;
use nullwindow_engine::{Catalogue, SessionOptions};
use nullwindow_games::Notation;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_protocols::{AnsweredLines, LineOutput, SolveLines};
use proptest::prelude::*;
use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn solver(game: &str) -> SolveLines {
    let engine = Catalogue::shipped().engine(game).unwrap();
    let table = Arc::new(Table::with_bytes(16 << 20).unwrap());
    SolveLines::new(engine, SessionOptions::default().algorithm, table)
}

fn run(solver: &SolveLines, input: &[u8]) -> (Vec<String>, AnsweredLines) {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&lines);
    let output = LineOutput::new(move |line| written.lock().unwrap().push(line.to_owned()));
    let counts = solver.run(input, &output, &AtomicBool::new(false)).unwrap();
    let lines = lines.lock().unwrap().clone();
    (lines, counts)
}

/// Returns the test positions of the game after at least this many stones, and their exact values.
fn known(stones: usize) -> Vec<(&'static str, i32)> {
    let set = ConnectFour::standard().test_set().into_iter().filter(|test| test.position.len() >= stones);
    set.filter_map(|test| Some((test.position, test.value?))).collect()
}

#[test]
fn scores_are_the_known_ones_in_the_order_of_the_lines() {
    let known = known(14);
    assert!(known.len() >= 10, "{known:?}");
    let input: String = known.iter().map(|(text, _)| format!("{text}\n")).collect();
    for workers in [1, 2, 5] {
        let (lines, counts) = run(&solver("connect4").with_workers(workers), input.as_bytes());
        let expected: Vec<String> = known.iter().map(|(text, value)| format!("{text} {value}")).collect();
        assert_eq!(lines, expected, "{workers} workers");
        assert_eq!((counts.lines, counts.errors), (known.len() as u64, 0));
    }
}

#[test]
fn costs_follow_the_score() {
    let (lines, _) = run(&solver("connect4").with_costs(true), b"2132141557322421674152753375633");
    let numbers: Vec<u64> = lines[0].split(' ').skip(1).map(|word| word.parse().unwrap()).collect();
    assert!(numbers.len() == 3 && numbers[0] == 1 && numbers[1] > 0, "{lines:?}");
}

#[test]
fn wrong_lines_are_answered_and_the_next_ones_too() {
    let long = "1".repeat(2 << 20);
    let input = format!(
        "2132141557322421674152753375633\r\n44x\n  \u{1}\n{long}\n444444444\n12121212\n2132141557322421674152753375633"
    );
    let (lines, counts) =
        run(&solver("connect4").with_workers(2).with_time(Some(Duration::from_secs(60))), input.as_bytes());
    assert_eq!(lines.len(), 7);
    assert_eq!([&lines[0], &lines[6]], ["2132141557322421674152753375633 1"; 2]);
    for (line, part) in lines[1..6].iter().zip(["found `x`", "expected", "too long", "expected", "expected"]) {
        assert!(line.starts_with("error: ") && line.contains(part) && line.len() < 400, "{line}");
    }
    assert_eq!((counts.lines, counts.errors), (7, 5));
}

#[test]
fn a_time_limit_is_an_error_line() {
    let (lines, counts) = run(&solver("connect4").with_time(Some(Duration::from_millis(5))), b"\n");
    assert!(lines[0].starts_with("error: '' is not solved after"), "{lines:?}");
    assert_eq!(counts.errors, 1);
}

#[test]
fn every_game_that_can_be_solved_has_lines() {
    for (game, input, score) in [
        ("tictactoe", "----X----\n", "----X---- 0"),
        ("nim 3 4 5", "\n", " 1"),
        ("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\n", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 999999"),
    ] {
        assert_eq!(run(&solver(game), input.as_bytes()).0, [score], "{game}");
    }
}

/// An input without an end that counts the lines that were read.
struct Endless<'c>(&'c AtomicUsize);

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let line = b"2132141557322421674152753375633\n";
        if self.0.fetch_add(1, Ordering::SeqCst) >= 100_000 {
            return Ok(0);
        }
        buffer[..line.len()].copy_from_slice(line);
        Ok(line.len())
    }
}

/// The input must not be read much faster than it is answered: memory would grow with it.
#[test]
fn reading_waits_for_the_answers() {
    let (read, most_ahead) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
    let (answered, read_ref) = (Arc::new(AtomicUsize::new(0)), &read);
    std::thread::scope(|scope| {
        let (ahead, count) = (Arc::clone(&most_ahead), Arc::clone(&answered));
        let output = LineOutput::new(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_micros(1));
        });
        let watcher = scope.spawn(move || {
            while read_ref.load(Ordering::SeqCst) < 2000 {
                let gap = read_ref.load(Ordering::SeqCst).saturating_sub(answered.load(Ordering::SeqCst));
                ahead.fetch_max(gap, Ordering::SeqCst);
            }
        });
        let input = BufReader::with_capacity(64, Endless(read_ref)).take(2000 * 32);
        solver("connect4").with_workers(2).run(input, &output, &AtomicBool::new(false)).unwrap();
        watcher.join().unwrap();
    });
    let most = most_ahead.load(Ordering::SeqCst);
    assert!(most < 300, "{most} lines were read ahead");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever the lines are, there is one answer for each, which repeats it or is an error.
    #[test]
    fn any_lines_are_answered_in_order(lines in prop::collection::vec("[1-7]{0,40}|[ -~]{0,30}|\\PC{0,30}", 0..20)) {
        let solver = solver("connect4").with_workers(3).with_time(Some(Duration::from_millis(2)));
        let (answers, counts) = run(&solver, lines.iter().map(|line| format!("{line}\n")).collect::<String>().as_bytes());
        prop_assert_eq!(answers.len(), lines.len());
        prop_assert_eq!(counts.lines, lines.len() as u64);
        for (line, answer) in lines.iter().zip(&answers) {
            prop_assert!(answer.starts_with("error: ") || answer.starts_with(line.trim()), "{:?}: {:?}", line, answer);
        }
    }
}
