//! Distributed solutions: the same value as one search, whatever happens to workers and results.

use crate::{changed, engine, finish, run, solve};
use nullwindow_jobs::{DistributedSolve, Job, JobError, JobResult, Ledger, SolveSettings};

/// Positions with their games, and a budget that makes the solution split some of them.
const SUBJECTS: [(&str, Option<&str>, u64); 8] = [
    ("tictactoe", None, 60),
    ("tictactoe", Some("X--------"), 10),
    ("nim", Some("3,4,5"), 50),
    ("connect4 4x4", None, 800),
    ("connect4 5x4", None, 2_000),
    ("connect4 5x4", Some("33"), 800),
    ("connect4", Some("4444432222554"), 1_000),
    ("othello", Some("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"), 80_000),
];

fn value(game: &str, position: Option<&str>) -> i32 {
    let mut job = Job::new(game);
    job.position = position.map(str::to_owned);
    run(&job).value.unwrap()
}

/// A generator of random numbers for the tests (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((x ^ x >> 31) % bound as u64).unwrap()
    }
}

#[test]
fn the_value_is_that_of_one_search() {
    for (game, position, budget) in SUBJECTS {
        let mut one = solve(game, position, budget, Ledger::in_memory().unwrap());
        assert_eq!(finish(&mut one), Some(value(game, position)), "{game} {position:?}");
        let progress = one.progress();
        assert!(progress.answered > 1 && progress.lower == progress.upper, "{game} {position:?}: {progress:?}");
    }
}

/// Results arrive in any order; workers lose jobs; cancelled jobs answer late, or never.
#[test]
fn the_value_does_not_depend_on_the_workers() {
    let mut random = Random(7);
    for (game, position, budget) in SUBJECTS {
        let expected = value(game, position);
        for workers in [2, 5, 40] {
            let mut solution = solve(game, position, budget, Ledger::in_memory().unwrap());
            let (mut running, mut late): (Vec<Job>, Vec<JobResult>) = (Vec::new(), Vec::new());
            let mut most = 0;
            loop {
                while running.len() < workers
                    && let Some(job) = solution.take().unwrap()
                {
                    assert!(!running.contains(&job), "a job is handed out to one worker at a time");
                    running.push(job);
                }
                most = most.max(running.len());
                if running.is_empty() {
                    break;
                }
                let job = running.swap_remove(random.below(running.len()));
                match random.below(8) {
                    0 => solution.give_back(&job.id()),
                    1 => {
                        let interrupted = changed(run(&job), |result| result.stopped = Some("interrupted".into()));
                        solution.record(&interrupted, "w").unwrap();
                    }
                    _ => solution.record(&run(&job), "w").unwrap(),
                }
                for id in solution.drain_cancelled() {
                    let at = running.iter().position(|job| job.id() == id).expect("only running jobs are cancelled");
                    late.push(run(&running.swap_remove(at)));
                }
                if random.below(4) == 0
                    && let Some(result) = late.pop()
                {
                    solution.record(&result, "late").unwrap();
                }
            }
            assert_eq!(solution.value(), Some(expected), "{game} {position:?} on {workers} workers");
            assert!(most > 1, "{game}: several jobs at once");
        }
    }
}

/// A manager that is killed after any number of results continues from its ledger.
#[test]
fn a_killed_manager_continues_from_its_ledger() {
    let directory = tempfile::tempdir().unwrap();
    for (number, (game, position, budget)) in SUBJECTS.into_iter().enumerate() {
        let path = directory.path().join(format!("{number}.db"));
        let (mut answered, mut sessions) = (0, 0);
        let found = loop {
            let mut solution = solve(game, position, budget, Ledger::open(&path).unwrap());
            assert!(sessions == 0 || solution.ledger().count().unwrap() == answered, "no result is lost");
            let mut left = 5 + sessions;
            while left > 0
                && let Some(job) = solution.take().unwrap()
            {
                solution.record(&run(&job), "test").unwrap();
                (left, answered) = (left - 1, answered + 1);
            }
            if let Some(value) = solution.value() {
                break value;
            }
            sessions += 1;
        };
        assert_eq!(found, value(game, position), "{game} {position:?}");
        let mut again = solve(game, position, budget, Ledger::open(&path).unwrap());
        assert_eq!(again.take().unwrap(), None, "{game}: nothing is left to do");
        assert_eq!(again.value(), Some(found));
    }
}

#[test]
fn other_settings_use_the_same_ledger() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("ledger.db");
    finish(&mut solve("connect4 5x4", None, 500, Ledger::open(&path).unwrap()));
    let settings = SolveSettings::default().with_budget(1_000_000).with_split_plies(1);
    let mut other =
        DistributedSolve::new(engine("connect4 5x4"), None, settings, Ledger::open(&path).unwrap()).unwrap();
    assert_eq!(finish(&mut other), Some(0));
    assert!(other.progress().known > 0);
}

/// A wrong result is noticed: at once if it does not answer its question or its bounds cross, otherwise when it
/// contradicts another one.
#[test]
fn wrong_results_are_errors() {
    let first = |change: fn(&mut JobResult)| {
        let mut solution = solve("connect4 4x4", None, 10_000, Ledger::in_memory().unwrap());
        let job = solution.take().unwrap().unwrap();
        solution.record(&changed(run(&job), change), "liar").unwrap_err()
    };
    let silent = first(|result| (result.lower, result.upper) = (None, None));
    assert!(matches!(silent, JobError::NoAnswer { .. }), "{silent}");
    let crossed = first(|result| (result.lower, result.upper) = (Some(3), Some(-3)));
    assert!(matches!(crossed, JobError::Contradiction { .. }), "{crossed}");
}

#[test]
fn foreign_results_and_endless_games_are_refused() {
    let mut solution = solve("tictactoe", None, 100, Ledger::in_memory().unwrap());
    let foreign = run(&Job::new("nim"));
    assert!(matches!(solution.record(&foreign, "w"), Err(JobError::Foreign { .. })));
    for game in ["chess", "checkers"] {
        let refused = DistributedSolve::new(engine(game), None, SolveSettings::default(), Ledger::in_memory().unwrap());
        let error = refused.unwrap_err().to_string();
        assert!(error.contains("cannot be solved in parts"), "{error}");
    }
}

#[test]
fn the_best_move_keeps_the_value() {
    let mut solution = solve("connect4", Some("4444432222554"), 1_000, Ledger::in_memory().unwrap());
    let found = finish(&mut solution).unwrap();
    let best = solution.best_move().unwrap().to_owned();
    let mut job = Job::new("connect4");
    (job.position, job.moves) = (Some("4444432222554".to_owned()), vec![best]);
    assert_eq!(run(&job).value, Some(-found));
}
