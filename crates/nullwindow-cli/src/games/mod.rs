//! The shipped games by name: one place where a name becomes a type.

mod playable;

pub use playable::Playable;

use crate::nearest;
use crate::output::usage;
use nullwindow::Order;
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::{ConnectFour, Shape};
use nullwindow_games::nim::Nim;
use nullwindow_games::othello::Othello;
use nullwindow_games::tic_tac_toe::TicTacToe;

/// A job that can be done with any game. [`with_game`] calls it with the one that a name stands for.
pub trait Job {
    /// Whether the job searches to the end of the game. Then wins of Connect Four are counted as its solvers do, and
    /// checkers tells positions apart by every ply without progress.
    const TO_THE_END: bool = false;

    /// Whether the game is to tell nothing beyond its rules and evaluation: what it knows without a search would have to be
    /// believed.
    const BY_THE_RULES: bool = false;

    /// What the job gives.
    type Output;

    /// Does it. `order` is the move order that suits the game.
    fn run<G: Playable>(self, game: &G, order: Order) -> Self::Output;
}

/// The names of the games. Some have others besides: `draughts`, `reversi`, `connect-four`, `tic-tac-toe`.
pub const NAMES: [&str; 6] = ["othello", "checkers", "chess", "connect4", "tictactoe", "nim"];

/// What help texts say of a game's name.
pub const HELP: &str =
    "othello, checkers, chess, connect4, tictactoe or nim; 'connect4 8x7' has another size, 'nim 3 4 5' other heaps";

/// Which game, on a command line: `chess`, `nim 3 4 5`.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug)]
pub struct GameArgs {
    /// The game
    #[arg(value_name = "GAME", required = true)]
    game: Vec<String>,
}

impl GameArgs {
    /// The name as [`with_game`] takes it, with its size.
    pub fn name(&self) -> String {
        full_name(&self.game.join(" "))
    }
}

/// Does a job with the game of this name, which may say how large it is: `nim 3 4 5`, `connect4 8x7`.
///
/// # Errors
/// If no game has this name, or it has no such size.
pub fn with_game<J: Job>(name: &str, job: J) -> anyhow::Result<J::Output> {
    let mut words = name.split([' ', ',']).filter(|word| !word.is_empty());
    let game = words.next().unwrap_or_default().to_lowercase();
    let sizes: Vec<&str> = words.collect();
    let order = Order::default();
    match game.as_str() {
        "connect4" | "connect-4" | "connect-four" | "connectfour" | "connect_four" => connect_four(&sizes, job),
        "nim" => Ok(job.run(&nim(&sizes)?, order)),
        _ if canonical(&game).is_some() && sizes.iter().any(|size| canonical(size).is_some()) => {
            Err(usage(format!("'{name}': one game at a time")))
        }
        _ if canonical(&game).is_some() && !sizes.is_empty() => {
            Err(usage(format!("{game} comes in one size: '{}' is not understood", sizes.join(" "))))
        }
        "othello" | "reversi" if J::BY_THE_RULES => Ok(job.run(&Othello::new().without_knowledge(), order)),
        "othello" | "reversi" => Ok(job.run(&Othello::new(), order)),
        "checkers" | "draughts" if J::TO_THE_END => Ok(job.run(&Checkers::new().with_counted_keys(), order)),
        "checkers" | "draughts" => Ok(job.run(&Checkers::new(), order)),
        "chess" => Ok(job.run(&Chess::new(), Chess::ORDER)),
        "tictactoe" | "tic-tac-toe" | "tic_tac_toe" => Ok(job.run(&TicTacToe, order)),
        _ => Err(usage(nearest::unknown("game", name, NAMES))),
    }
}

/// The name of [`NAMES`] that a name of a game stands for, whatever its size.
pub fn canonical(name: &str) -> Option<&'static str> {
    let game = name.split([' ', ',']).find(|word| !word.is_empty())?.to_lowercase();
    Some(match game.as_str() {
        "reversi" => "othello",
        "draughts" => "checkers",
        "connect-4" | "connect-four" | "connectfour" | "connect_four" => "connect4",
        "tic-tac-toe" | "tic_tac_toe" => "tictactoe",
        known => return NAMES.into_iter().find(|&name| name == known),
    })
}

/// The name of a game with its size, by which [`with_game`] makes the same one: `connect4 8x7`.
pub fn full_name(name: &str) -> String {
    match (canonical(name), name.trim().split_once([' ', ','])) {
        (Some(game), Some((_, size))) => format!("{game} {size}"),
        (Some(game), None) => game.to_owned(),
        (None, _) => name.to_owned(),
    }
}

fn connect_four<J: Job>(sizes: &[&str], job: J) -> anyhow::Result<J::Output> {
    let order = Order::default();
    let wrong = || usage(format!("'{}' is no size of connect4; expected one such as 8x7", sizes.join(" ")));
    match sizes {
        [] | ["7x6"] => Ok(job.run(&form::<J, _>(ConnectFour::standard()), order)),
        [size] => {
            let (width, height) = size.split_once('x').ok_or_else(wrong)?;
            let (width, height) = (width.parse().map_err(|_| wrong())?, height.parse().map_err(|_| wrong())?);
            let game = ConnectFour::sized(width, height).map_err(usage)?;
            Ok(job.run(&form::<J, _>(game), order))
        }
        _ => Err(wrong()),
    }
}

/// Connect Four as a job wants it.
fn form<J: Job, S: Shape>(game: ConnectFour<S>) -> ConnectFour<S> {
    let game = if J::TO_THE_END { game } else { game.with_heuristic() };
    if J::BY_THE_RULES { game.without_knowledge() } else { game }
}

fn nim(sizes: &[&str]) -> anyhow::Result<Nim> {
    const USUAL: [u8; 3] = [3, 4, 5];
    if sizes.is_empty() {
        return Nim::new(&USUAL).map_err(usage);
    }
    let heaps: Result<Vec<u8>, _> = sizes.iter().map(|size| size.parse()).collect();
    let heaps =
        heaps.map_err(|_| usage(format!("'{}' are no heaps; expected numbers from 0 to 255", sizes.join(" "))))?;
    Nim::new(&heaps).map_err(usage)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;

    impl Job for Name {
        type Output = (&'static str, String);

        fn run<G: Playable>(self, game: &G, _: Order) -> (&'static str, String) {
            (G::NAME, game.format_position(&game.start()))
        }
    }

    #[test]
    fn every_name_is_a_game_and_knows_its_own_name() {
        for name in NAMES {
            assert_eq!(with_game(name, Name).unwrap().0, name);
            assert_eq!(canonical(name), Some(name));
        }
        for name in ["Draughts", "reversi", "connect-four", "tic-tac-toe", "connect4 8x7"] {
            assert_eq!(Some(with_game(name, Name).unwrap().0), canonical(name));
        }
    }

    #[test]
    fn sizes_are_understood() {
        assert_eq!(with_game("nim 1 2 3", Name).unwrap().1, "1,2,3");
        assert_eq!(with_game("nim 7,9", Name).unwrap().1, "7,9");
        for wrong in ["nim x", "nim 999", "chess 9x9", "connect4 99x99", "connect4 x", "gomoku", ""] {
            assert!(with_game(wrong, Name).is_err(), "{wrong}");
        }
        assert!(with_game("chekers", Name).unwrap_err().to_string().contains("did you mean 'checkers'"));
    }
}
