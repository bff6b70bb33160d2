//! A game of one's own takes part in an experiment that ships with the laboratory.

use nullwindow::{Evaluator, Game, Keyed, MoveBuf, Player, Score};
use nullwindow_engine::Catalogue;
use nullwindow_games::{Notation, Perft, Playable};
use nullwindow_lab::run::RunOptions;
use nullwindow_lab::{Lab, Plan, PlanForm, Stop, Store, Subject, report};

/// Twenty coins in a row. Players take one from either end in turn; who has more in the end wins the difference.
#[derive(Clone)]
struct Coins([i32; 20]);

/// The coins that are left, and what the player to move has more than the other.
#[derive(Clone, Copy, Debug)]
struct Left {
    first: usize,
    count: usize,
    lead: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum End {
    Left,
    Right,
}

impl Game for Coins {
    type Position = Left;
    type Move = End;

    fn mover(&self, left: &Left) -> Player {
        if left.count.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn moves(&self, left: &Left, moves: &mut MoveBuf<End>) -> Option<Score> {
        if left.count == 0 {
            return Some(self.evaluate(left));
        }
        [End::Left, End::Right].into_iter().for_each(|end| moves.push(end));
        None
    }

    fn play(&self, left: &Left, end: End) -> Left {
        let (first, coin) = match end {
            End::Left => (left.first + 1, left.first),
            End::Right => (left.first, left.first + left.count - 1),
        };
        Left { first, count: left.count - 1, lead: -(left.lead + self.0[coin]) }
    }
}

impl Evaluator for Coins {
    fn evaluate(&self, left: &Left) -> Score {
        Score::new(left.lead)
    }
}

impl Keyed for Coins {
    fn key(&self, left: &Left) -> u64 {
        (left.first as u64) << 40 | (left.count as u64) << 32 | u64::from(left.lead.cast_unsigned())
    }
}

/// A position is written as the moves from the start, as long as nothing else is said.
impl Notation for Coins {
    const NAME: &'static str = "coins";

    fn start(&self) -> Left {
        Left { first: 0, count: self.0.len(), lead: 0 }
    }
}

impl Perft for Coins {}

impl Playable for Coins {}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let coins = Coins([7, 31, 12, 25, 3, 18, 40, 9, 22, 5, 36, 14, 28, 1, 33, 16, 2, 27, 11, 20]);
    let engine = Catalogue::new().with(coins).engine("coins")?;
    // The row as it is, and after some moves.
    let positions = ["", "Left Right", "Right Right Left Left"];
    let lab = Lab::new().with_subject(Subject::new(engine).with_positions("coins", positions)?);

    // The experiment of the papers' main figure, on our game alone, to depth 12.
    let plan = Plan::named("leaves")?.with("coins", 12).only(&["coins"]);
    let mut store = Store::open(std::env::temp_dir().join("nullwindow-coins.db"))?;
    let ran = lab.run(&plan, PlanForm::Quick, &mut store, &mut RunOptions::default())?;
    println!("{} searches done, {} known, rows in {}\n", ran.done, ran.known, store.path().display());

    let finding = lab.find(&plan, PlanForm::Quick, &store, Stop::NEVER)?;
    println!("{}", report::text(&[finding], report::Style::default()));
    Ok(())
}
