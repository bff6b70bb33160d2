//! The catalogue: games by name, shipped ones and the user's own.

use crate::Engine;
use crate::engine::EngineError;
use crate::request::PositionText;
use crate::settings::{apply_all, for_purpose};
use crate::trees::{FAMILIES, TreeFamily};
use crate::typed::{GameSource, TypedEngine};
use nullwindow::Game;
use nullwindow_games::{
    GameSetting, Listing, Notation, OwnGame, Playable, Purpose, Register, SizeError, register_shipped,
};
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Everything that can be searched: games by name, and synthetic trees by their texts.
///
/// ```
/// use nullwindow_engine::Catalogue;
///
/// let catalogue = Catalogue::shipped();
/// assert_eq!(catalogue.engine("reversi")?.name(), "othello");
/// assert_eq!(catalogue.engine("connect4 8x7")?.name(), "connect4 8x7");
/// assert_eq!(catalogue.engine("uniform 8x4")?.test_positions(), None);
/// assert!(catalogue.engine("otello").is_err_and(|error| error.to_string().contains("othello")));
/// # Ok::<(), nullwindow_engine::EngineError>(())
/// ```
#[derive(Clone, Default)]
pub struct Catalogue {
    games: Vec<Arc<dyn CatalogueEntry>>,
}

impl Catalogue {
    /// Returns a catalogue without games. Synthetic trees are always available.
    #[must_use]
    pub fn new() -> Catalogue {
        Catalogue::default()
    }

    /// Returns a catalogue of the games of `nullwindow-games`.
    #[must_use]
    pub fn shipped() -> Catalogue {
        let mut catalogue = Catalogue::new();
        register_shipped(&mut catalogue);
        catalogue
    }

    /// Adds a game of one size, replacing any game of the same name.
    #[must_use]
    pub fn with<G: Playable>(self, game: G) -> Catalogue {
        self.with_listing(OwnGame(game))
    }

    /// Adds a game with several sizes or forms, replacing any game of the same name.
    #[must_use]
    pub fn with_listing<L: Listing>(mut self, listing: L) -> Catalogue {
        // An own game may replace a shipped one, including all its sizes.
        self.games.retain(|game| game.name() != listing.name());
        self.add(listing);
        self
    }

    /// Returns the names of the games, each once.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for game in &self.games {
            if !names.contains(&game.name()) {
                names.push(game.name());
            }
        }
        names
    }

    /// Returns examples of names with sizes: `connect4 8x7`, `nim 3 4 5`.
    #[must_use]
    pub fn sized_names(&self) -> Vec<String> {
        let sized = self.games.iter().filter(|game| !game.sizes().is_empty());
        sized.map(|game| format!("{} {}", game.name(), game.sizes())).collect()
    }

    /// Returns the canonical form of a name, ignoring its size: `othello` for `reversi`.
    #[must_use]
    pub fn canonical(&self, name: &str) -> Option<&str> {
        let first = split_words(name).next()?.to_lowercase();
        self.games.iter().find(|game| game.is_called(&first)).map(|game| game.name())
    }

    /// Returns the engine of a game, whose name may be followed by a size, or of a family of trees.
    ///
    /// # Errors
    /// If no game has this name, the size is not supported, or the text of a tree is invalid.
    pub fn engine(&self, name: &str) -> Result<Arc<dyn Engine>, EngineError> {
        // Families come first, so that an invalid tree gets an error about trees and not about games.
        if TreeFamily::is_meant_by(name) {
            return Ok(Arc::new(TypedEngine(TreeFamily::parse(name)?)));
        }
        let mut words = split_words(name);
        let first = words.next().unwrap_or_default().to_lowercase();
        let size: Vec<&str> = words.collect();
        let called: Vec<&Arc<dyn CatalogueEntry>> = self.games.iter().filter(|game| game.is_called(&first)).collect();
        // `othello chess` names two games: without this check `chess` would be rejected as a size.
        if !called.is_empty() && size.iter().any(|word| self.canonical(word).is_some()) {
            return Err(EngineError::Size(format!("'{name}': one game at a time")));
        }
        // If no listing accepts the size, the first one explains why.
        let Some(entry) = called.iter().find(|game| game.accepts(&size)).or(called.first()) else {
            let known = self.names().into_iter().map(str::to_owned).collect();
            return Err(EngineError::Unknown { name: name.to_owned(), known });
        };
        entry.engine(&size)
    }

    /// Returns the engine and the position of a certificate: `connect4: 44444`, `tree: ((41 5) (12 90))`.
    ///
    /// # Errors
    /// If the text names no game of this catalogue.
    pub fn proof_subject(&self, root: &str) -> Result<(Arc<dyn Engine>, PositionText), EngineError> {
        let unnamed = || EngineError::Size("the line 'root' names no game; expected 'root GAME: POSITION'".to_owned());
        let (name, position) =
            root.split_once(':').map(|(name, text)| (name.trim(), text.trim())).ok_or_else(unnamed)?;
        if name == "tree" {
            return Ok((self.engine(&format!("tree {position}"))?, PositionText::start()));
        }
        Ok((self.engine(name)?, PositionText::new(Some(position))))
    }

    /// Returns the first words of the texts of synthetic trees.
    #[must_use]
    pub fn tree_families() -> [&'static str; 4] {
        FAMILIES
    }
}

/// Splits a name and its size into words.
fn split_words(name: &str) -> impl Iterator<Item = &str> {
    name.split([' ', ',']).filter(|word| !word.is_empty())
}

impl Register for Catalogue {
    fn add<L: Listing>(&mut self, listing: L) {
        self.games.push(Arc::new(ListingEntry(Arc::new(listing))));
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue").field("games", &self.names()).finish()
    }
}

/// A listing with the type of its game erased.
trait CatalogueEntry: Send + Sync {
    fn name(&self) -> &str;
    fn is_called(&self, name: &str) -> bool;
    fn sizes(&self) -> &str;
    fn accepts(&self, size: &[&str]) -> bool;
    fn engine(&self, size: &[&str]) -> Result<Arc<dyn Engine>, EngineError>;
}

struct ListingEntry<L>(Arc<L>);

impl<L: Listing> CatalogueEntry for ListingEntry<L> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn is_called(&self, name: &str) -> bool {
        self.0.name().eq_ignore_ascii_case(name)
            || self.0.aliases().iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }

    fn sizes(&self) -> &str {
        self.0.sizes()
    }

    fn accepts(&self, size: &[&str]) -> bool {
        self.0.accepts(size)
    }

    fn engine(&self, size: &[&str]) -> Result<Arc<dyn Engine>, EngineError> {
        Ok(Arc::new(TypedEngine(ListedGame::new(Arc::clone(&self.0), size)?)))
    }
}

/// A game of a listing, created once per purpose, on first use.
struct ListedGame<L: Listing> {
    listing: Arc<L>,
    size: Vec<String>,
    name: String,
    fixed_depth: L::Game,
    selective: OnceLock<L::Game>,
    solve: OnceLock<L::Game>,
    proof: OnceLock<L::Game>,
    tests: Vec<PositionText>,
}

impl<L: Listing> ListedGame<L> {
    fn new(listing: Arc<L>, size: &[&str]) -> Result<ListedGame<L>, EngineError> {
        let wrong = |error: SizeError| EngineError::Size(error.to_string());
        let game = listing.create(size, Purpose::FixedDepth).map_err(wrong)?;
        let mut name = listing.name().to_owned();
        for word in size {
            name = format!("{name} {word}");
        }
        let set = game.test_set();
        let mut tests: Vec<PositionText> = set.iter().map(|test| PositionText::from(test.position)).collect();
        // A game without a test set is measured at its start position.
        if tests.is_empty() {
            tests.push(PositionText::start());
        }
        let size = size.iter().map(|&word| word.to_owned()).collect();
        let (selective, solve, proof) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Ok(ListedGame { listing, size, name, fixed_depth: game, selective, solve, proof, tests })
    }

    fn game_of(&self, purpose: Purpose) -> &L::Game {
        match purpose {
            Purpose::FixedDepth => &self.fixed_depth,
            Purpose::Selective => self.selective.get_or_init(|| self.create(purpose)),
            Purpose::Solve => self.solve.get_or_init(|| self.create(purpose)),
            Purpose::Proof => self.proof.get_or_init(|| self.create(purpose)),
        }
    }

    fn create(&self, purpose: Purpose) -> L::Game {
        let size: Vec<&str> = self.size.iter().map(String::as_str).collect();
        // `new` has created the game for a fixed depth, and the size does not depend on the purpose.
        self.listing.create(&size, purpose).expect("a size that was accepted for another purpose")
    }
}

impl<L: Listing> GameSource for ListedGame<L> {
    type Game = L::Game;

    fn name(&self) -> &str {
        &self.name
    }

    fn game_name(&self) -> &str {
        self.listing.name()
    }

    /// Returns a text that the game can read back, because another program reads the certificate. The default notation
    /// reads moves from the start but does not write them: then the given moves replace the position.
    fn certificate_text(&self, game: &L::Game, from: &PositionText, text: &str) -> String {
        if game.parse_position(text).is_ok() {
            return text.to_owned();
        }
        from.text.iter().chain(&from.moves).map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    fn game(&self, purpose: Purpose, _: &PositionText) -> Result<Cow<'_, L::Game>, EngineError> {
        Ok(Cow::Borrowed(self.game_of(purpose)))
    }

    fn read(&self, game: &L::Game, text: Option<&str>) -> Result<<L::Game as Game>::Position, EngineError> {
        let Some(text) = text else { return Ok(game.start()) };
        let wrong =
            |error| EngineError::Position { game: self.name.clone(), text: text.to_owned(), error: Box::new(error) };
        game.parse_position(text).map_err(wrong)
    }

    fn settings(&self) -> &'static [GameSetting] {
        self.fixed_depth.settings()
    }

    /// Creates the games of all purposes at once: a file that a setting names may be gone or changed later.
    fn with_settings(&self, settings: &[(String, String)]) -> Result<ListedGame<L>, EngineError> {
        let game = |purpose| {
            let known = self.fixed_depth.settings();
            apply_all(self.game_of(purpose), &for_purpose(known, settings, purpose))
        };
        Ok(ListedGame {
            listing: Arc::clone(&self.listing),
            size: self.size.clone(),
            name: self.name.clone(),
            fixed_depth: game(Purpose::FixedDepth)?,
            selective: game(Purpose::Selective)?.into(),
            solve: game(Purpose::Solve)?.into(),
            proof: game(Purpose::Proof)?.into(),
            tests: self.tests.clone(),
        })
    }

    fn test_positions(&self) -> Option<u32> {
        Some(u32::try_from(self.tests.len()).unwrap_or(u32::MAX))
    }

    fn test_position(&self, number: u32) -> Option<PositionText> {
        self.tests.get((number as usize).checked_sub(1)?).cloned()
    }
}
