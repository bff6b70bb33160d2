//! The text forms of a game's positions and moves.

use crate::display::{DisplayLine, DisplayOutcome};
use crate::recorded::{read_line, read_lines, write_line};
use crate::{GameRecords, ParseError, Profile, RecordOf, RecordedGame};
use nullwindow::{Game, MoveBuf, Outcome, Player, Score};
use std::fmt::Debug;

/// Names a game and its start position, and reads and writes its positions and moves.
///
/// Only the name and the start position are required. By default, moves are written in their [`Debug`] form and
/// positions are read as the moves that lead to them.
///
/// ```
/// use nullwindow_games::{Notation, connect_four::ConnectFour};
///
/// let game = ConnectFour::standard();
/// let position = game.parse_position("4455323")?;
/// println!("{}", game.draw(&position));
/// # Ok::<(), nullwindow_games::ParseError>(())
/// ```
pub trait Notation: Game<Position: Debug> {
    /// The name of the game in commands: `connect4`.
    const NAME: &'static str;

    /// Returns the position in which the game begins.
    fn start(&self) -> Self::Position;

    /// Reads a position. The default reads moves from the start: [`Notation::play_all`].
    ///
    /// # Errors
    /// If the text is not a position. The error names the place and the expected text.
    fn parse_position(&self, text: &str) -> Result<Self::Position, ParseError> {
        self.play_all(text)
    }

    /// Writes a position. A game that overrides [`Notation::parse_position`] must write texts that it reads back.
    ///
    /// The default writes the [`Debug`] form, which the default of [`Notation::parse_position`] cannot read: a position
    /// does not store the moves that led to it.
    fn format_position(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// Returns variants of `position`, each with one word of the text of `other`: its player to move, its rights to
    /// castle. Texts that are no position are left out. The conformance kit compares the keys of variants
    /// ([`Check::variants`](nullwindow::check::Check::variants)). Words end at a blank or a colon.
    fn variants(&self, position: &Self::Position, other: &Self::Position) -> Vec<Self::Position> {
        let (text, lender) = (self.format_position(position), self.format_position(other));
        let [own, lent] = [&text, &lender].map(|text| text.split_inclusive([' ', ':']).collect::<Vec<_>>());
        if own.len() == 1 || own.len() != lent.len() {
            return Vec::new();
        }
        let differing = (0..own.len()).filter(|&word| own[word] != lent[word]);
        let texts = differing.map(|word| [&own[..word], &lent[word..=word], &own[word + 1..]].concat().concat());
        texts.filter_map(|text| self.parse_position(&text).ok()).collect()
    }

    /// Reads a legal move of `position`. The default compares the text with [`Notation::format_move`] of every legal
    /// move. It ignores blanks and the case of ASCII letters, and prefers an exact match.
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ParseError> {
        let mut moves = MoveBuf::new();
        let begin = text.len() - text.trim_start().len();
        if self.moves(position, &mut moves).is_some() {
            return Err(ParseError::new(text, begin, NO_MOVE));
        }
        let wanted = without_blanks(text);
        let names = || moves.iter().map(|play| (play, without_blanks(&self.format_move(position, play))));
        // An exact match has priority: case may distinguish moves, as with a bishop and a b pawn in chess.
        let exact = names().find(|(_, name)| *name == wanted);
        let found = exact.or_else(|| names().find(|(_, name)| name.eq_ignore_ascii_case(&wanted)));
        found.map(|(play, _)| play).ok_or_else(|| {
            let mut listed: Vec<String> = names().map(|(_, name)| name).take(LISTED).collect();
            if moves.len() > LISTED {
                listed.push("...".to_owned());
            }
            ParseError::new(text, begin, format!("a legal move ({})", listed.join(" ")))
        })
    }

    /// Writes a legal move of `position` as players do. The default writes the [`Debug`] form without blanks, so that a
    /// sequence of moves can be split at blanks.
    fn format_move(&self, position: &Self::Position, play: Self::Move) -> String {
        let _ = position;
        without_blanks(&format!("{play:?}"))
    }

    /// Returns moves from `position` as text, each in the notation of its own position.
    ///
    /// ```
    /// use nullwindow::{Depth, Search, mtd::MtdF};
    /// use nullwindow_games::{Notation, chess::Chess};
    ///
    /// let game = Chess::new();
    /// let position = game.parse_position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
    /// let outcome = Search::new(&game).run(&MtdF::new(), &position, Depth::plies(1));
    /// assert_eq!(game.display_line(&position, &outcome.line).to_string(), "Rd8#");
    /// assert_eq!(game.display_outcome(&position, &outcome).to_string(), "999999 by Rd8# at depth 1: Rd8#");
    /// # Ok::<(), nullwindow_games::ParseError>(())
    /// ```
    fn display_line<'d>(&'d self, position: &'d Self::Position, line: &'d [Self::Move]) -> DisplayLine<'d, Self> {
        DisplayLine::new(self, position, line)
    }

    /// Returns the outcome of a search of `position` as text, with its moves in the game's notation.
    fn display_outcome<'d>(
        &'d self,
        position: &'d Self::Position,
        outcome: &'d Outcome<Self::Move>,
    ) -> DisplayOutcome<'d, Self> {
        DisplayOutcome::new(self, position, outcome)
    }

    /// Writes a legal move of `position` in the notation of the UCI protocol, `e2e4`, in which other programs list their
    /// counts of move sequences. The default returns `None`: the game has no such notation.
    fn format_uci_move(&self, position: &Self::Position, play: Self::Move) -> Option<String> {
        let _ = (position, play);
        None
    }

    /// Writes a legal move of `position` as [`Notation::format_uci_move`] does, with castling as Chess960 requires it:
    /// the king captures its own rook. The default is the same notation.
    fn format_uci960_move(&self, position: &Self::Position, play: Self::Move) -> Option<String> {
        self.format_uci_move(position, play)
    }

    /// Writes a legal move of `position` in the notation of the Hub protocol: `11-15`, or the two ends of a capture and
    /// the captured squares, `15x22x18`. The default returns `None`: the game has no such notation.
    fn format_hub_move(&self, position: &Self::Position, play: Self::Move) -> Option<String> {
        let _ = (position, play);
        None
    }

    /// Draws the position for the terminal: several lines of plain text, without a line end after the last. The last
    /// line names the player to move or the result. The default draws the [`Debug`] form.
    fn draw(&self, position: &Self::Position) -> String {
        let over = self.over(position, &mut MoveBuf::new());
        format!("{position:#?}\n{}", turn(self.mover(position), over, Profile::default().players))
    }

    /// Returns the positions that measurements use: twenty in the larger games. The default returns none.
    fn test_set(&self) -> Vec<TestPosition> {
        Vec::new()
    }

    /// Returns the position after a sequence of moves from the start, separated by blanks and nothing else: no numbers,
    /// no comments.
    ///
    /// # Errors
    /// If one of them is not a legal move.
    fn play_all(&self, moves: &str) -> Result<Self::Position, ParseError> {
        let mut position = self.start();
        for word in moves.split_ascii_whitespace() {
            // Subtracting pointers gives the offset of a subslice without searching for it.
            let offset = word.as_ptr() as usize - moves.as_ptr() as usize;
            let play = self.parse_move(&position, word).map_err(|error| ParseError {
                character: moves[..offset].chars().count() + error.character,
                ..error
            })?;
            position = self.play(&position, play);
        }
        Ok(position)
    }

    /// Reads the games of a text of several lines: one game or position per line. A game is a list of moves from the
    /// start, or a position, the word `moves` and the moves from there. Empty lines and lines that begin with `#` are
    /// skipped. A game with a format of its own for files of games reads that, too.
    ///
    /// # Errors
    /// If a line is neither a game nor a position. The error names the place and the expected text.
    fn read_games(&self, text: &str) -> Result<GameRecords<Self>, ParseError> {
        read_lines(text, |line| read_line(self, line))
    }

    /// Writes a game as [`Notation::read_games`] reads it, with a line end. The default writes one line of moves, and a
    /// comment with players and result before it.
    ///
    /// ```
    /// use nullwindow_games::{Notation, RecordedGame, tic_tac_toe::TicTacToe};
    ///
    /// let game = TicTacToe.read_games("5 1 9")?.remove(0);
    /// assert_eq!(TicTacToe.write_game(&game), "5 1 9\n");
    /// let inside = RecordedGame::new(TicTacToe.parse_position("X---O----")?, Vec::new());
    /// assert_eq!(TicTacToe.write_game(&inside), "X---O---- moves\n");
    /// # Ok::<(), nullwindow_games::ParseError>(())
    /// ```
    fn write_game(&self, game: &RecordOf<Self>) -> String {
        write_line(self, game)
    }

    /// Returns the usual extension of a file of games in the format of [`Notation::write_game`]: `pgn`. The default is
    /// `txt`.
    fn file_extension(&self) -> &'static str {
        "txt"
    }

    /// Reads the positions of a text of several lines: the last position of each game of [`Notation::read_games`].
    ///
    /// # Errors
    /// As [`Notation::read_games`].
    fn read_positions(&self, text: &str) -> Result<Vec<Self::Position>, ParseError> {
        let last = |game: RecordedGame<Self::Position, Self::Move>| {
            game.moves.iter().fold(game.start, |position, &play| self.play(&position, play))
        };
        Ok(self.read_games(text)?.into_iter().map(last).collect())
    }

    /// Returns the number of moves of the game before this position, both players together, if the position tells.
    /// Numbers in variations start from it. The default does not know.
    fn moves_before(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Writes a variation from `position` with the move numbers of the game. `before` is the number of moves before it,
    /// with a move added if the second player began. The default numbers rounds: `12. Nf3 Nc6 13. Bb5`, or `12... Nc6
    /// 13. Bb5`.
    fn format_line(&self, position: &Self::Position, before: u32, moves: &[Self::Move]) -> String {
        let (mut words, mut round, mut position) = (Vec::new(), before / 2 + 1, position.clone());
        for (ply, &play) in moves.iter().enumerate() {
            let first = self.mover(&position) == Player::First;
            // A round starts with the first player's move, also where a player moves twice.
            round += u32::from(first && ply > 0);
            if first {
                words.push(format!("{round}."));
            } else if ply == 0 {
                words.push(format!("{round}..."));
            }
            words.push(self.format_move(&position, play));
            position = self.play(&position, play);
        }
        words.join(" ")
    }
}

/// The largest number of legal moves that an error lists.
const LISTED: usize = 8;

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The expectation of errors for moves in finished games.
pub(crate) const NO_MOVE: &str = "no move: the game is over";

/// Writes the last line of a picture: the player to move, or the result. The score is the mover's.
pub(crate) fn turn(mover: Player, over: Option<Score>, names: [&str; 2]) -> String {
    let name = |player: Player| names[usize::from(player == Player::Second)];
    match over {
        None => format!("{} to move", name(mover)),
        Some(Score::ZERO) => "the game is over: drawn".to_owned(),
        Some(score) if score > Score::ZERO => format!("the game is over: {} has won", name(mover)),
        Some(_) => format!("the game is over: {} has won", name(mover.other())),
    }
}

/// A position of a test set.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TestPosition {
    /// The position, in the game's notation.
    pub position: &'static str,
    /// The origin of the position.
    pub source: &'static str,
    /// Its exact value, if known.
    pub value: Option<i32>,
}

impl TestPosition {
    /// Returns a test position whose value is not known.
    #[must_use]
    pub const fn new(position: &'static str, source: &'static str) -> TestPosition {
        TestPosition { position, source, value: None }
    }

    /// Adds the exact value.
    #[must_use]
    pub const fn with_value(self, value: i32) -> TestPosition {
        TestPosition { value: Some(value), ..self }
    }
}

/// Reads an embedded test set, one line per position: `position ; value or - ; source`. Lines that begin with `#` are
/// comments.
pub(crate) fn read_test_set(text: &'static str) -> Vec<TestPosition> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.splitn(3, ';').map(str::trim);
            let position = fields.next().unwrap_or_default();
            let value = fields.next().and_then(|value| value.parse().ok());
            TestPosition { position, value, source: fields.next().unwrap_or_default() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Perft, Playable};
    use nullwindow::{Evaluator, Keyed};

    /// A game of taking one to three matches; taking the last one wins. All text comes from the defaults.
    #[derive(Clone)]
    struct Matches;

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Take {
        #[allow(dead_code, reason = "written by Debug")]
        matches: u8,
    }

    impl Game for Matches {
        type Position = (u8, Player);
        type Move = Take;

        fn mover(&self, &(_, mover): &(u8, Player)) -> Player {
            mover
        }

        fn moves(&self, &(left, _): &(u8, Player), moves: &mut MoveBuf<Take>) -> Option<Score> {
            (1..=left.min(3)).for_each(|matches| moves.push(Take { matches }));
            (left == 0).then_some(Score::new(-1))
        }

        fn play(&self, &(left, mover): &(u8, Player), play: Take) -> (u8, Player) {
            (left - play.matches, mover.other())
        }
    }

    impl Evaluator for Matches {}

    impl Keyed for Matches {
        fn key(&self, &(left, _): &(u8, Player)) -> u64 {
            left.into()
        }
    }

    impl Perft for Matches {}

    impl Playable for Matches {}

    impl Notation for Matches {
        const NAME: &'static str = "matches";

        fn start(&self) -> (u8, Player) {
            (5, Player::First)
        }
    }

    #[test]
    fn a_game_without_notation_reads_and_writes_debug_forms() {
        let start = Matches.start();
        assert_eq!(Matches.format_move(&start, Take { matches: 2 }), "Take{matches:2}");
        assert_eq!(Matches.parse_move(&start, " take{matches: 2} "), Ok(Take { matches: 2 }));
        assert_eq!(Matches.parse_position(""), Ok(start));
        assert_eq!(Matches.parse_position("Take{matches:3} take{matches:1}"), Ok((1, Player::First)));
        assert_eq!(Matches.format_position(&start), "(5, First)");
        assert!(Matches.draw(&start).ends_with("X to move"));
        assert!(Matches.draw(&(0, Player::Second)).ends_with("the game is over: X has won"));
        assert!(Matches.test_set().is_empty() && Matches.published().is_empty());
        assert_eq!(Matches.perft(&start, 2), 8);
        assert_eq!(Matches.describe_value(&start, Score::new(-1)), "O gets 1");
        assert_eq!(Matches.short_score(Score::new(1)), "+1");
        assert!(Matches.kit().run(&start).is_ok());
    }

    #[test]
    fn errors_of_the_defaults_name_the_word_and_the_legal_moves() {
        let error = Matches.parse_position("Take{matches:3} three").unwrap_err().to_string();
        assert_eq!(error, "character 17: expected a legal move (Take{matches:1} Take{matches:2}), found `three`");
        let error = Matches.parse_move(&(0, Player::First), "x").unwrap_err();
        assert_eq!(error.expected, NO_MOVE);
    }

    #[test]
    fn lines_of_positions_are_read_and_errors_carry_their_line() {
        let text = "# a comment\n\nTake{matches:1}\n  Take{matches:2}\n";
        assert_eq!(Matches.read_positions(text).unwrap(), [(4, Player::Second), (3, Player::Second)]);
        assert_eq!(Matches.read_positions("\n\nTake{matches:9}").unwrap_err().line, Some(3));
        let games = Matches.read_games("Take{matches:1} Take{matches:2}").unwrap();
        assert_eq!((games[0].start, games[0].moves.len()), (Matches.start(), 2), "moves are a game");
    }

    #[test]
    fn variations_are_numbered_by_rounds() {
        let one = Take { matches: 1 };
        let line = |position: &(u8, Player), before| Matches.format_line(position, before, &[one, one, one]);
        let take = "Take{matches:1}";
        assert_eq!(line(&(5, Player::First), 0), format!("1. {take} {take} 2. {take}"));
        assert_eq!(line(&(5, Player::Second), 23), format!("12... {take} 13. {take} {take}"));
        assert_eq!(Matches.format_line(&(5, Player::First), 0, &[]), "");
    }
}
