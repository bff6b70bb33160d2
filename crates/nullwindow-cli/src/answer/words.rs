//! Scores in words, as players of each game say them.

use crate::games::Playable;
use nullwindow::{Player, Score};
use nullwindow_games::chess::MATE;

/// The names of the two players, the one who begins first.
fn players(game: &str) -> [&'static str; 2] {
    match game {
        "chess" => ["White", "Black"],
        "checkers" => ["Black", "White"],
        "connect4" => ["x", "o"],
        "nim" => ["the first player", "the second player"],
        "tree" => ["MAX", "MIN"],
        _ => ["X", "O"],
    }
}

/// What an exact value means for the players: who wins, and how.
pub fn exact<G: Playable>(game: &G, root: &G::Position, value: Score) -> String {
    let mover = game.mover(root);
    if value == Score::ZERO {
        return "a draw".to_owned();
    }
    let winner = if value > Score::ZERO { mover } else { mover.other() };
    let name = players(G::NAME)[usize::from(winner == Player::Second)];
    let worth = value.get().abs();
    match G::NAME {
        "othello" => format!("{name} wins by {worth} discs"),
        "connect4" if worth == 1 => format!("{name} wins with the last stone of {name}"),
        "connect4" => format!("{name} wins with {worth} stones of {name} left, the winning one included"),
        "chess" => format!("{name} mates in {}", moves(MATE - worth)),
        "checkers" => format!("{name} wins in {} moves", moves(MATE - worth)),
        "tictactoe" if worth == 1 => format!("{name} wins with the last square"),
        "tictactoe" => format!("{name} wins with {} squares left empty", worth - 1),
        "nim" => format!("{name} wins"),
        _ => format!("{name} gets {worth}"),
    }
}

/// A score with its sign.
pub fn plain(score: Score) -> String {
    if score == Score::ZERO { "0".to_owned() } else { format!("{:+}", score.get()) }
}

/// A score of a search that may not have seen the end, in a few characters.
pub fn short<G: Playable>(game: &G, score: Score) -> String {
    let signed = score.get();
    if !score.is_finite() {
        return score.to_string();
    }
    if score.get().abs() >= game.wins_from().get() {
        let sign = if signed < 0 { "-" } else { "" };
        return format!("{sign}#{}", moves(MATE - signed.abs()));
    }
    let scale = game.scale();
    match G::NAME {
        "chess" | "checkers" => format!("{:+.2}", f64::from(signed) / f64::from(scale)),
        "connect4" if signed.abs() >= scale => format!("{:+}", signed / scale),
        // Judgement is worth less than the smallest win.
        "connect4" if scale > 1 => format!("{:+.3}", f64::from(signed) / f64::from(scale)),
        _ if signed == 0 => "0".to_owned(),
        _ => format!("{signed:+}"),
    }
}

/// Plies as moves of the winner.
fn moves(plies: i32) -> i32 {
    (plies + 1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use nullwindow_games::checkers::Checkers;
    use nullwindow_games::chess::Chess;
    use nullwindow_games::connect_four::ConnectFour;
    use nullwindow_games::othello::Othello;
    use nullwindow_games::tic_tac_toe::TicTacToe;

    fn at_start<G: Playable>(game: &G, value: i32) -> String {
        exact(game, &game.start(), Score::new(value))
    }

    #[test]
    fn values_are_told_as_players_do() {
        assert_eq!(at_start(&Othello::new(), 38), "X wins by 38 discs");
        assert_eq!(at_start(&Othello::new(), -2), "O wins by 2 discs");
        assert_eq!(at_start(&ConnectFour::standard(), 1), "x wins with the last stone of x");
        assert_eq!(
            at_start(&ConnectFour::standard(), -18),
            "o wins with 18 stones of o left, the winning one included"
        );
        assert_eq!(at_start(&Chess::new(), MATE - 1), "White mates in 1");
        assert_eq!(at_start(&Chess::new(), 4 - MATE), "Black mates in 2");
        assert_eq!(at_start(&Checkers::new(), MATE - 5), "Black wins in 3 moves");
        assert_eq!(at_start(&TicTacToe, 0), "a draw");
        assert_eq!(at_start(&TicTacToe, 3), "X wins with 2 squares left empty");
    }

    #[test]
    fn short_scores_show_pawns_and_mates() {
        let score = |score| short(&Chess::new(), Score::new(score));
        assert_eq!([35, -120, 0].map(score), ["+0.35", "-1.20", "+0.00"]);
        assert_eq!([MATE - 5, 4 - MATE].map(score), ["#3", "-#2"]);
        assert_eq!(short(&Othello::new(), Score::new(-6)), "-6");
        let score = |score| short(&ConnectFour::standard().with_heuristic(), Score::new(score));
        assert_eq!([999, -7, 2000].map(score), ["+0.999", "-0.007", "+2"]);
        let score = |score| short(&ConnectFour::standard(), Score::new(score));
        assert_eq!([0, -7].map(score), ["0", "-7"]);
        assert_eq!(short(&Othello::new(), Score::INFINITY), "+inf");
    }
}
