//! Best play to the end of the game, every move proven to keep the value, and lines as text.

use super::live::Live;
use super::searcher::Leader;
use super::solver::{Solver, Way, is_win};
use crate::games::Playable;
use nullwindow::depth_first::Mt;
use nullwindow::{Deepening, Depth, Game, MoveBuf, Player, Score};
use nullwindow_games::chess::MATE;

/// More plies than any game of ours has.
const LONGEST: usize = 1024;

/// Goes on with `line`, which keeps `value` at `root`, until the game is over; whether it came so far.
///
/// At each position the value is known, so one null-window question finds a move that keeps it: which one is worth at
/// least that? What the search of the root has left in the table answers most of it.
pub fn to_the_end<G: Playable>(
    solver: &Solver<'_, G>,
    root: &G::Position,
    value: Score,
    line: &mut Vec<G::Move>,
) -> bool {
    solver.searcher.search(&Live::hidden(), |search| follow(solver, search, root, value, line))
}

fn follow<G: Playable>(
    solver: &Solver<'_, G>,
    search: &mut Leader<'_, G>,
    root: &G::Position,
    value: Score,
    line: &mut Vec<G::Move>,
) -> bool {
    let game = solver.searcher.game;
    let (mut position, mut worth) = (root.clone(), value);
    for &play in line.iter() {
        (position, worth) = step(game, &position, play, worth);
    }
    while line.len() < LONGEST {
        if is_over(game, &position) {
            return true;
        }
        let question = Mt::at(worth);
        let answer = match solver.way {
            // A loser who asks for the longest way sees no end of others; but at this depth every way is seen.
            Way::Deepening if is_win(game, worth) => Some(search.run(&question, &position, distance(worth))),
            Way::Deepening => search.deepen(&question, &position, &Deepening::to(Depth::END)).iterations.pop(),
            Way::ToTheEnd { .. } => Some(search.run(&question, &position, Depth::END)),
        };
        let keeps = answer.filter(|answer| answer.bounds.lower >= worth && (answer.settled || is_win(game, worth)));
        let Some(play) = keeps.and_then(|answer| answer.best) else { return false };
        (position, worth) = step(game, &position, play, worth);
        line.push(play);
    }
    false
}

/// The plies to the end of a game that is won or lost.
fn distance(worth: Score) -> Depth {
    Depth::try_from(MATE.abs_diff(worth.get().abs())).unwrap_or(Depth::END)
}

/// The position after a move that keeps the value, and what it is worth there.
fn step<G: Game>(game: &G, position: &G::Position, play: G::Move, worth: Score) -> (G::Position, Score) {
    let next = game.play(position, play);
    let first = game.wins_from();
    let nearer = match worth {
        _ if first == Score::INFINITY => worth,
        win if win > first => win.succ(),
        loss if loss < -first => loss.pred(),
        other => other,
    };
    let worth = nearer.flip_if(game.mover(&next) != game.mover(position));
    (next, worth)
}

/// Whether there is nothing more to play.
pub fn is_over<G: Game>(game: &G, position: &G::Position) -> bool {
    game.over(position, &mut MoveBuf::new()).is_some()
}

/// The moves of a line, as players write them.
pub fn names<G: Playable>(game: &G, root: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let name = |&play: &G::Move| {
        let name = game.format_move(&position, play);
        position = game.play(&position, play);
        name
    };
    line.iter().map(name).collect()
}

/// A line with numbers, one for the two moves of a round: `1. e4 e5 2. Nf3`, or `1... e5 2. Nf3`.
pub fn numbered<G: Playable>(game: &G, root: &G::Position, line: &[G::Move]) -> String {
    let mut position = root.clone();
    let (mut words, mut round) = (Vec::new(), 1);
    for (ply, &play) in line.iter().enumerate() {
        let first = game.mover(&position) == Player::First;
        if first && ply > 0 {
            round += 1;
        }
        if first {
            words.push(format!("{round}."));
        } else if ply == 0 {
            words.push("1...".to_owned());
        }
        words.push(game.format_move(&position, play));
        position = game.play(&position, play);
    }
    words.join(" ")
}

/// Breaks a text into lines of at most `width` characters, where it has blanks.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use nullwindow_games::Notation;
    use nullwindow_games::chess::Chess;

    #[test]
    fn rounds_are_numbered_from_the_mover() {
        let chess = Chess::new();
        let read = |moves: &str| -> (nullwindow_games::chess::Position, Vec<_>) {
            let mut position = chess.start();
            let start = position.clone();
            let play = |name| {
                let play = chess.parse_move(&position, name).expect("a move");
                position = chess.play(&position, play);
                play
            };
            (start, moves.split(' ').map(play).collect())
        };
        let (start, line) = read("e4 e5 Nf3");
        assert_eq!(numbered(&chess, &start, &line), "1. e4 e5 2. Nf3");
        let after = chess.play(&start, line[0]);
        assert_eq!(numbered(&chess, &after, &line[1..]), "1... e5 2. Nf3");
        assert_eq!(names(&chess, &start, &line), ["e4", "e5", "Nf3"]);
    }

    #[test]
    fn text_is_broken_at_blanks() {
        assert_eq!(wrap("ab cd efg h", 5), ["ab cd", "efg h"]);
        assert_eq!(wrap("abcdefgh i", 3), ["abcdefgh", "i"]);
    }
}
