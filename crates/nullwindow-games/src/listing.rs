//! Catalogue entries: each creates one game from its name, its size and the purpose of the search.

#[cfg(feature = "chess")]
use crate::chess;
use crate::{Playable, checkers, connect_four, nim, othello, tic_tac_toe};
use std::borrow::Cow;
use std::fmt::Display;
use thiserror::Error;

/// The use that a game is created for. Values differ between purposes only where the game documents it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// Searches to a fixed depth in full width: positions at the horizon get a heuristic value.
    FixedDepth,
    /// As [`Purpose::FixedDepth`], with the game's rules of selective search, if it has any.
    Selective,
    /// Searches to the end of the game.
    Solve,
    /// As [`Purpose::Solve`], by the rules alone: a proof may not rely on values that a game knows without a search.
    Proof,
}

/// A game in a catalogue: its names, its sizes and its constructor.
///
/// Several listings may share a name if each [accepts](Listing::accepts) other sizes. Connect Four has one for the
/// standard board, whose dimensions are compile-time constants, and one for all other boards.
pub trait Listing: Send + Sync + 'static {
    /// The type of the game.
    type Game: Playable;

    /// Returns the name of the game in commands.
    fn name(&self) -> &str;

    /// Returns other accepted names of the game.
    fn aliases(&self) -> &[&str] {
        &[]
    }

    /// Returns an example of a size for help texts, as written after the name: `8x7`. Empty if the game has one size.
    fn sizes(&self) -> &str {
        ""
    }

    /// Returns whether this listing creates games of this size, given as the words that follow the name. The default
    /// accepts only the empty list.
    ///
    /// An accepted size may still be invalid; [`Listing::create`] then returns an error.
    fn accepts(&self, size: &[&str]) -> bool {
        size.is_empty()
    }

    /// Creates the game.
    ///
    /// # Errors
    /// If the game has no such size.
    fn create(&self, size: &[&str], purpose: Purpose) -> Result<Self::Game, SizeError>;
}

/// A catalogue that games are added to.
pub trait Register {
    /// Adds a game.
    fn add<L: Listing>(&mut self, listing: L);
}

/// Adds the games of this crate to a catalogue.
pub fn register_shipped(to: &mut impl Register) {
    // The order is that of help texts and of comparisons that name no game.
    to.add(othello::OthelloListing);
    to.add(checkers::CheckersListing);
    #[cfg(feature = "chess")]
    to.add(chess::ChessListing);
    to.add(connect_four::StandardListing);
    to.add(connect_four::SizedListing);
    to.add(tic_tac_toe::TicTacToeListing);
    to.add(nim::NimListing);
}

/// Lists a game of one size under its own name, with the same rules for every purpose.
#[derive(Clone, Debug)]
pub struct OwnGame<G>(pub G);

impl<G: Playable> Listing for OwnGame<G> {
    type Game = G;

    fn name(&self) -> &str {
        G::NAME
    }

    fn create(&self, size: &[&str], _: Purpose) -> Result<G, SizeError> {
        SizeError::unless_empty(G::NAME, size).map(|()| self.0.clone())
    }
}

/// A size that a game does not have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The game has one size, so no words may follow its name.
    #[error("{game} comes in one size: '{size}' is not understood")]
    OneSize {
        /// The name of the game.
        game: String,
        /// The words that follow it.
        size: String,
    },
    /// The words do not describe a size.
    #[error("'{size}' is no size of {game}; expected {expected}")]
    NoSize {
        /// The name of the game.
        game: String,
        /// The words that follow it.
        size: String,
        /// A description of the expected words.
        expected: Cow<'static, str>,
    },
    /// The words describe a size that the game does not support.
    #[error("{reason}")]
    Refused {
        /// The name of the game.
        game: String,
        /// The words that follow it.
        size: String,
        /// The reason, as a sentence that repeats the size.
        reason: String,
    },
}

impl SizeError {
    /// Checks that no size is given.
    ///
    /// # Errors
    /// [`SizeError::OneSize`], if one is.
    pub fn unless_empty(game: &str, size: &[&str]) -> Result<(), SizeError> {
        let error = || SizeError::OneSize { game: game.to_owned(), size: size.join(" ") };
        if size.is_empty() { Ok(()) } else { Err(error()) }
    }

    /// Creates the error for words that do not describe a size.
    #[must_use]
    pub fn no_size(game: &str, size: &[&str], expected: impl Into<Cow<'static, str>>) -> SizeError {
        SizeError::NoSize { game: game.to_owned(), size: size.join(" "), expected: expected.into() }
    }

    /// Creates the error for a size that the game does not support.
    #[must_use]
    pub fn refused(game: &str, size: &[&str], reason: impl Display) -> SizeError {
        SizeError::Refused { game: game.to_owned(), size: size.join(" "), reason: reason.to_string() }
    }
}

#[cfg(all(test, feature = "chess"))]
mod tests {
    use super::*;
    use crate::Notation;
    use crate::nim::Nim;
    use crate::tic_tac_toe::TicTacToe;

    /// A catalogue that creates the game of one name and records its start position or the error.
    struct Lookup<'w> {
        words: Vec<&'w str>,
        names: Vec<String>,
        found: Option<Result<String, String>>,
    }

    impl Register for Lookup<'_> {
        fn add<L: Listing>(&mut self, listing: L) {
            let (name, size) = (self.words[0], &self.words[1..]);
            self.names.push(listing.name().to_owned());
            let named = listing.name() == name || listing.aliases().contains(&name);
            if named && (listing.accepts(size) || self.found.is_none()) {
                let game = listing.create(size, Purpose::FixedDepth);
                let start = |game: L::Game| format!("{} {}", L::Game::NAME, game.format_position(&game.start()));
                self.found = Some(game.map(start).map_err(|error| error.to_string()));
            }
        }
    }

    fn shipped(words: &str) -> Lookup<'_> {
        let mut lookup = Lookup { words: words.split(' ').collect(), names: Vec::new(), found: None };
        register_shipped(&mut lookup);
        lookup
    }

    #[test]
    fn shipped_games_are_listed_in_order() {
        let names = shipped("none").names;
        assert_eq!(names, ["othello", "checkers", "chess", "connect4", "connect4", "tictactoe", "nim"]);
        for name in names {
            let found = shipped(&name).found.unwrap().unwrap();
            assert_eq!(found.split(' ').next(), Some(&*name));
        }
    }

    #[test]
    fn aliases_and_sizes_are_understood() {
        let found = |words| shipped(words).found.unwrap();
        assert!(found("reversi").unwrap().starts_with("othello "));
        assert!(found("draughts").unwrap().starts_with("checkers "));
        assert!(found("connect-four 8x7").unwrap().starts_with("connect4 "));
        assert!(found("tic-tac-toe").unwrap().starts_with("tictactoe "));
        assert_eq!(found("nim").unwrap(), "nim 3,4,5");
        assert_eq!(found("nim 1 2 3").unwrap(), "nim 1,2,3");
        assert!(shipped("gomoku").found.is_none());
    }

    #[test]
    fn wrong_sizes_are_named_in_errors() {
        let error = |words| shipped(words).found.unwrap().unwrap_err();
        assert_eq!(error("chess 9x9"), "chess comes in one size: '9x9' is not understood");
        assert_eq!(error("connect4 x"), "'x' is no size of connect4; expected one such as 8x7");
        assert_eq!(error("connect4 8x7 3"), "'8x7 3' is no size of connect4; expected one such as 8x7");
        assert!(error("connect4 99x99").starts_with("a board of 99 x 99: "));
        assert_eq!(error("nim x"), "'x' are no heaps; expected numbers from 0 to 255");
        assert_eq!(error("nim 1 2 3 4 5 6 7 8 9"), "9 heaps; there may be 8");
    }

    #[test]
    fn purposes_choose_the_form_of_a_game() {
        let connect_four = |purpose| connect_four::StandardListing.create(&["7x6"], purpose).unwrap();
        assert_eq!(connect_four(Purpose::FixedDepth).unit(), connect_four::ConnectFour::UNIT);
        assert_eq!(connect_four(Purpose::Solve), connect_four::ConnectFour::standard());
        assert_eq!(connect_four(Purpose::Proof), connect_four::ConnectFour::standard().without_knowledge());
        let othello = |purpose| othello::OthelloListing.create(&[], purpose).unwrap();
        assert_eq!(othello(Purpose::Solve), othello::Othello::new());
        assert_eq!(othello(Purpose::Proof), othello::Othello::new().without_knowledge());
    }

    #[test]
    fn own_games_are_listed_by_their_name() {
        assert_eq!(OwnGame(TicTacToe).name(), "tictactoe");
        assert_eq!(OwnGame(TicTacToe).create(&[], Purpose::Proof), Ok(TicTacToe));
        let seven = OwnGame(Nim::new(&[7]).unwrap());
        assert_eq!(seven.create(&[], Purpose::Solve).unwrap().heaps().heaps(), [7]);
        assert!(matches!(seven.create(&["3"], Purpose::Solve), Err(SizeError::OneSize { .. })));
    }
}
