//! What commands need of a game.

use nullwindow::check::Check;
use nullwindow::{Evaluator, Game, Keyed};
use nullwindow_games::checkers::{self, Checkers, read_games};
use nullwindow_games::chess::{self, Chess, read_pgn};
use nullwindow_games::connect_four::{ConnectFour, Shape};
use nullwindow_games::nim::{Heaps, Nim};
use nullwindow_games::othello::{Board, Othello, Problem};
use nullwindow_games::tic_tac_toe::TicTacToe;
use nullwindow_games::{Notation, ParseError, Perft};

/// A position, and how many move sequences of 1, 2, 3 ... plies there are from it, as others have published them.
pub type Published = (&'static str, &'static [u64]);

/// What a command needs of a game.
pub trait Playable:
    Evaluator + Keyed + Notation + Perft + Game<Position: Send + Sync, Move: Send + Sync> + Clone + Send + Sync + 'static
{
    /// The positions of a text of many lines: one a line, or a file of games, of which the last positions count.
    /// Empty lines and those that begin with `#` are passed over.
    ///
    /// # Errors
    /// If something in it is no position: where, and what was expected.
    fn read_positions(&self, text: &str) -> Result<Vec<Self::Position>, ParseError> {
        read_lines(text, |line| self.parse_position(line))
    }

    /// The conformance kit, with what only the author of a game knows: when positions are equal, and what a position is
    /// with the players exchanged.
    fn kit(&self) -> Check<'_, Self> {
        Check::new(self)
    }

    /// What one unit of the game is worth in scores: a pawn or a man 100, a disc 1; a stone that is left in Connect Four
    /// 1 where it is solved, 1000 where it is judged.
    fn scale(&self) -> i32 {
        1
    }

    /// Numbers of move sequences that others have published.
    fn published(&self) -> &'static [Published] {
        &[]
    }
}

/// Reads one position a line. An error is told with its line.
fn read_lines<P>(text: &str, read: impl Fn(&str) -> Result<P, ParseError>) -> Result<Vec<P>, ParseError> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read(line).map_err(|error| error.at_line(number))).collect()
}

/// Whether the text is a file of games: a tag, `[Event "..."]`, stands before all else.
fn has_tags(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .is_some_and(|line| line.starts_with('['))
}

impl Playable for Othello {
    /// Boards or transcripts, or problems with number and answers.
    fn read_positions(&self, text: &str) -> Result<Vec<Self::Position>, ParseError> {
        read_lines(text, |line| match line.starts_with(|first: char| first.is_ascii_digit()) {
            true => Problem::parse(line).map(|problem| problem.board),
            false => self.parse_position(line),
        })
    }

    fn kit(&self) -> Check<'_, Self> {
        Check::new(self).same(|a, b| a == b).mirror(Board::exchanged).nodes(1000)
    }

    fn published(&self) -> &'static [Published] {
        &[("", &[4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800, 1_939_886_636])]
    }
}

impl Playable for Checkers {
    /// Positions, or games in PDN.
    fn read_positions(&self, text: &str) -> Result<Vec<Self::Position>, ParseError> {
        if !has_tags(text) {
            return read_lines(text, |line| self.parse_position(line));
        }
        let last = |game: checkers::PlayedGame| {
            game.moves.iter().fold(game.start, |position, &play| self.play(&position, play))
        };
        read_games(text).map(|game| game.map(last)).collect()
    }

    fn kit(&self) -> Check<'_, Self> {
        Check::new(self).same(|a, b| a == b).mirror(checkers::Position::turned)
    }

    fn scale(&self) -> i32 {
        100
    }

    fn published(&self) -> &'static [Published] {
        &[(
            "",
            &[
                7,
                49,
                302,
                1_469,
                7_361,
                36_768,
                179_740,
                845_931,
                3_963_680,
                18_391_564,
                85_242_128,
                388_623_673,
                1_766_623_630,
            ],
        )]
    }
}

impl Playable for Chess {
    /// FEN or EPD, or games in PGN.
    fn read_positions(&self, text: &str) -> Result<Vec<Self::Position>, ParseError> {
        if !has_tags(text) {
            return read_lines(text, |line| self.parse_position(line));
        }
        read_pgn(text).map(|game| game.map(|game| game.end(self))).collect()
    }

    fn kit(&self) -> Check<'_, Self> {
        Check::new(self).same(|a, b| a == b).mirror(chess::Position::mirrored).nodes(1000)
    }

    fn scale(&self) -> i32 {
        100
    }

    fn published(&self) -> &'static [Published] {
        const ROOKS: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
        const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        &[
            ("", &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324, 3_195_901_860]),
            (ROOKS, &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661]),
            (KIWIPETE, &[48, 2_039, 97_862, 4_085_603, 193_690_690, 8_031_647_685]),
        ]
    }
}

impl<S: Shape + Send + Sync + 'static> Playable for ConnectFour<S> {
    fn kit(&self) -> Check<'_, Self> {
        Check::new(self).same(|a, b| a == b).searched(6)
    }

    fn scale(&self) -> i32 {
        self.unit()
    }

    fn published(&self) -> &'static [Published] {
        match (self.shape().width(), self.shape().height()) {
            (7, 6) => &[("", &[7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572, 268_031_646])],
            _ => &[],
        }
    }
}

impl Playable for TicTacToe {
    fn kit(&self) -> Check<'_, Self> {
        Check::new(self).same(|a, b| a == b)
    }

    fn published(&self) -> &'static [Published] {
        &[("", &[9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872])]
    }
}

impl Playable for Nim {
    fn kit(&self) -> Check<'_, Self> {
        let exchanged = |heaps: &Heaps| Heaps::new(heaps.heaps(), heaps.mover().other()).unwrap_or(*heaps);
        Check::new(self).same(|a, b| a == b).mirror(exchanged)
    }
}
