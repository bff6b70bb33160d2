//! The clock shows the search alone: what is loaded or touched for the first time is not measured.

use cpu_time::ThreadTime;
use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
use nullwindow_engine::Catalogue;
use nullwindow_games::{Notation, Perft, Playable};
use nullwindow_lab::{Cell, Lab, Method, Row};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The processor time that the first evaluation takes, as if a game loaded its weights.
const LOADING: Duration = Duration::from_millis(200);

/// Take one, two or three matches; whoever takes the last one wins.
#[derive(Clone, Default)]
struct Matches {
    weights: Arc<OnceLock<i32>>,
}

impl Game for Matches {
    type Position = (u32, Player);
    type Move = u32;

    fn mover(&self, &(_, mover): &(u32, Player)) -> Player {
        mover
    }

    fn moves(&self, &(left, _): &(u32, Player), moves: &mut MoveBuf<u32>) -> Option<Score> {
        (1..=left.min(3)).for_each(|take| moves.push(take));
        (left == 0).then_some(Score::new(-1000))
    }

    fn play(&self, &(left, mover): &(u32, Player), take: u32) -> (u32, Player) {
        (left - take, mover.other())
    }
}

impl Evaluator for Matches {
    fn evaluate(&self, &(left, _): &(u32, Player)) -> Score {
        let weight = self.weights.get_or_init(|| {
            let start = ThreadTime::now();
            while start.elapsed() < LOADING {}
            1
        });
        Score::new(weight * i32::try_from(left % 4).unwrap_or_default())
    }
}

impl Keyed for Matches {
    fn key(&self, &(left, mover): &(u32, Player)) -> u64 {
        u64::from(left) << 1 | u64::from(mover == Player::Second)
    }
}

impl Notation for Matches {
    const NAME: &'static str = "matches";

    fn start(&self) -> (u32, Player) {
        (40, Player::First)
    }
}

impl Perft for Matches {}

impl Playable for Matches {}

fn measure(lab: &Lab, algorithm: &str) -> Vec<Row> {
    let cell = Cell {
        subject: "matches".to_owned(),
        instance: 1,
        method: Method::Search(algorithm.parse().unwrap()),
        depth: Some(6),
        step: Some(1),
        entries: Some(1 << 16),
        offset: None,
        distinct: true,
        threads: 1,
        windowed_leaves: false,
    };
    lab.subject("matches").unwrap().search(&cell, &AtomicBool::new(false)).unwrap().rows
}

/// Whichever algorithm comes first, none pays for what is loaded.
#[test]
fn the_first_search_does_not_pay_for_loading() {
    for algorithms in [["aspiration", "mtd-f"], ["mtd-f", "aspiration"]] {
        let game = Matches::default();
        let lab = Lab::with_catalogue(Catalogue::new().with(game.clone()));
        for algorithm in algorithms {
            let seconds: f64 = measure(&lab, algorithm).iter().map(|row| row.seconds).sum();
            assert!(seconds < LOADING.as_secs_f64() / 4.0, "{algorithm}, of {algorithms:?}: {seconds} s");
        }
        assert!(game.weights.get().is_some(), "the evaluation was asked");
    }
}
