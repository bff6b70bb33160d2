//! The players of a match as text: `mtd-f`, `aspiration nodes=2000`, `uci:stockfish`.

use super::game_settings::{GameSettings, OF_PLAYERS};
use crate::answer::request::seconds;
use crate::compare::TableSize;
use crate::value_parsers::read_algorithm;
use nullwindow::AnyAlgorithm;
use nullwindow::memory::Table;
use nullwindow_engine::Engine;
use nullwindow_lab::matches::{
    MatchLimits, MatchPlayer, MoveRequest, PlayerAnswer, PlayerError, SearchPlayer, SearchSettings,
};
use nullwindow_protocols::client::{self, ClientRequest, EngineClient, PROTOCOLS};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    text: String,
    kind: PlayerKind,
    /// The limits that differ from those of the match.
    limits: MatchLimits,
    /// The settings of the game.
    game: GameSettings,
    /// Options of an engine of another program.
    pub options: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum PlayerKind {
    Search(SearchSettings),
    External { protocol: &'static str, command: String },
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerSpec, String> {
        let text = text.trim().to_owned();
        let external = PROTOCOLS.into_iter().find_map(|name| Some((name, text.strip_prefix(name)?.strip_prefix(':')?)));
        if let Some((protocol, command)) = external {
            if command.trim().is_empty() {
                return Err(format!("'{text}': expected a command, such as uci:stockfish"));
            }
            let kind = PlayerKind::External { protocol, command: command.trim().to_owned() };
            let (limits, game) = (MatchLimits::default(), GameSettings::default());
            return Ok(PlayerSpec { text, kind, limits, game, options: Vec::new() });
        }
        let mut words = text.split_ascii_whitespace();
        let algorithm = read_algorithm(words.next().unwrap_or_default())?;
        if !algorithm.finds_best_move() {
            return Err(format!("{algorithm} finds no best move, so it cannot play"));
        }
        let (mut settings, mut limits) = (SearchSettings::new(algorithm), MatchLimits::default());
        let mut game = GameSettings::default();
        for word in words {
            set(word, &mut settings, &mut limits, &mut game)?;
        }
        Ok(PlayerSpec { text, kind: PlayerKind::Search(settings), limits, game, options: Vec::new() })
    }
}

/// Applies a setting of a player. Settings of other names are those of the game.
fn set(
    word: &str,
    settings: &mut SearchSettings,
    limits: &mut MatchLimits,
    game: &mut GameSettings,
) -> Result<(), String> {
    let wrong = || format!("'{word}': expected {OF_PLAYERS}, or a setting of the game as NAME=VALUE");
    let (name, value) = word.split_once('=').ok_or_else(wrong)?;
    let positive = || value.parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(wrong);
    match name {
        "nodes" => limits.nodes = Some(positive()?),
        "depth" => limits.depth = Some(u32::try_from(positive()?).ok().filter(|&n| n <= 254).ok_or_else(wrong)?),
        "time" => limits.time = Some(seconds(value).map_err(|error| format!("'{word}': {error}"))?),
        "threads" => settings.threads = u16::try_from(positive()?).ok().filter(|&n| n <= 256).ok_or_else(wrong)?,
        "table" => {
            let entries = value.parse::<TableSize>()?.entries;
            settings.table_bytes = entries.saturating_mul(Table::ENTRY_BYTES as u64);
        }
        "selective" => {
            settings.selective = match value {
                "on" if !settings.algorithm.follows_rules() => {
                    return Err(format!("'{word}': {} searches the full width only", settings.algorithm));
                }
                "on" => true,
                "off" => false,
                _ => return Err(format!("'{word}': expected selective=on or selective=off")),
            }
        }
        _ if name.is_empty() || value.is_empty() => return Err(wrong()),
        _ => game.push(name, value),
    }
    Ok(())
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PlayerSpec {
    /// Returns a player of this program with the usual settings.
    pub fn of(algorithm: &str, table_bytes: Option<u64>) -> Result<PlayerSpec, String> {
        let mut spec: PlayerSpec = algorithm.parse()?;
        spec.set_usual_table(table_bytes);
        Ok(spec)
    }

    /// Sets the size of the table, unless the text has one.
    pub fn set_usual_table(&mut self, bytes: Option<u64>) {
        if let (PlayerKind::Search(settings), Some(bytes), false) =
            (&mut self.kind, bytes, self.text.contains(" table="))
        {
            settings.table_bytes = bytes;
        }
    }

    /// Returns the player with or without rules of selective search.
    pub fn with_selective(mut self, selective: bool) -> PlayerSpec {
        if let PlayerKind::Search(settings) = &mut self.kind {
            settings.selective = selective;
        }
        self
    }

    /// Returns the limits of the player: its own, or those of the match.
    pub fn limits(&self, usual: MatchLimits) -> MatchLimits {
        if self.limits == MatchLimits::default() { usual } else { self.limits }
    }

    /// Returns whether the player always plays the same moves: an engine of this program on one thread.
    pub fn is_reproducible(&self) -> bool {
        matches!(&self.kind, PlayerKind::Search(settings) if settings.threads == 1)
    }

    /// Returns the algorithm of a player of this program.
    pub fn algorithm(&self) -> Option<&AnyAlgorithm> {
        match &self.kind {
            PlayerKind::Search(settings) => Some(&settings.algorithm),
            PlayerKind::External { .. } => None,
        }
    }

    /// Returns whether the player searches selectively; `None` for an engine of another program.
    pub fn is_selective(&self, engine: &dyn Engine) -> Option<bool> {
        match &self.kind {
            PlayerKind::Search(settings) => {
                Some(settings.selective && settings.algorithm.follows_rules() && engine.is_selective())
            }
            PlayerKind::External { .. } => None,
        }
    }

    /// Returns the engine that the player searches with: the game with its settings.
    ///
    /// # Errors
    /// If the game has no such setting or value, or a file cannot be read.
    pub fn engine(&self, engine: &Arc<dyn Engine>) -> Result<Arc<dyn Engine>, String> {
        self.game.apply(engine)
    }

    /// Names everything that the moves of the player depend on, apart from its limits.
    ///
    /// # Errors
    /// If a file of its settings cannot be read.
    pub fn identity(&self, engine: &dyn Engine) -> Result<String, String> {
        let game = self.game.identity(engine)?;
        Ok(match &self.kind {
            PlayerKind::Search(settings) => {
                // Searches in full width have the names that they had before there were others.
                let selective = if settings.selective && engine.is_selective() { " selective" } else { "" };
                let SearchSettings { algorithm, threads, table_bytes, .. } = settings;
                format!("{algorithm} threads={threads} table={table_bytes}{selective}{game}")
            }
            PlayerKind::External { protocol, command } => format!("{protocol}:{command} {:?}", self.options),
        })
    }

    /// Makes the player, with the engine that [`PlayerSpec::engine`] returns.
    pub fn make(&self, engine: &Arc<dyn Engine>) -> Result<Box<dyn MatchPlayer>, PlayerError> {
        Ok(match &self.kind {
            PlayerKind::Search(settings) => Box::new(SearchPlayer::new(engine, settings)?),
            PlayerKind::External { .. } => {
                // Started at once, so that a wrong command ends the match before it begins.
                let client = Some(self.connect(engine)?);
                Box::new(ExternalPlayer { spec: self.clone(), engine: Arc::clone(engine), client })
            }
        })
    }

    fn connect(&self, engine: &Arc<dyn Engine>) -> Result<Box<dyn EngineClient>, PlayerError> {
        let PlayerKind::External { protocol, command } = &self.kind else {
            return Err(PlayerError(format!("{self} is no external engine")));
        };
        let client = client::connect(protocol, command, &self.options, engine);
        client.map_err(|error| PlayerError(format!("{self}: {error}")))
    }
}

/// An engine of another program. It is started again after a failure, which costs it the game.
struct ExternalPlayer {
    spec: PlayerSpec,
    engine: Arc<dyn Engine>,
    client: Option<Box<dyn EngineClient>>,
}

impl MatchPlayer for ExternalPlayer {
    fn begin(&mut self) -> Result<(), PlayerError> {
        if let Some(client) = &mut self.client
            && client.new_game().is_ok()
        {
            return Ok(());
        }
        let client = self.client.insert(self.spec.connect(&self.engine)?);
        client.new_game().map_err(|error| PlayerError(error.to_string()))
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<PlayerAnswer, PlayerError> {
        let Some(client) = &mut self.client else { return Err(PlayerError("the engine has ended".to_owned())) };
        let asked = ClientRequest { position: request.position, limits: request.limits, clocks: request.clocks };
        match client.choose(&asked) {
            Ok(found) => {
                let (score, depth, nodes) = (found.score, found.depth, found.nodes);
                Ok(PlayerAnswer { name: found.name, score, depth, nodes })
            }
            Err(error) => {
                self.client = None;
                Err(PlayerError(error.to_string()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nullwindow_engine::Catalogue;
    use std::time::Duration;

    fn read(text: &str) -> PlayerSpec {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn identity(spec: &PlayerSpec) -> String {
        spec.identity(&*Catalogue::shipped().engine("chess").unwrap()).unwrap()
    }

    #[test]
    fn players_are_algorithms_with_settings_or_commands() {
        let usual = MatchLimits::default();
        assert!(read("mtd-f").is_reproducible());
        let spec = read(" aspiration nodes=2000 time=20ms threads=2 table=1M ");
        assert_eq!((spec.limits(usual).nodes, spec.limits(usual).time), (Some(2000), Some(Duration::from_millis(20))));
        assert!(!spec.is_reproducible());
        assert_eq!(identity(&spec), "aspiration threads=2 table=1048576 selective");
        assert_eq!(
            identity(&read("mtd-f quiescence=on nodes=1 grain=1")),
            "mtd-f threads=1 table=16777216 selective grain=1 quiescence=on"
        );
        let spec = read("uci: stockfish --x 'a b'");
        assert_eq!(identity(&spec), "uci:stockfish --x 'a b' []");
        for (wrong, expected) in [
            ("", "algorithm"),
            ("mtd-g", "mtd-f"),
            ("mtd-f x", "NAME=VALUE"),
            ("mtd-f =x", "nodes=N"),
            ("mtd-f grain=", "NAME=VALUE"),
            ("mtd-f nodes=0", "nodes=N"),
            ("mtd-f depth=300", "depth=N"),
            ("mtd-f time=x", "seconds"),
            ("uci:", "uci:stockfish"),
        ] {
            let error = wrong.parse::<PlayerSpec>().unwrap_err();
            assert!(error.contains(expected), "{wrong}: {error}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_a_player_or_an_error(text in "(mtd-f|aspiration|uci:|gtp:|nodes=|depth=|table=|2\\^|[0-9]{1,20}| ){0,6}|\\PC{0,20}") {
            if let Ok(spec) = text.parse::<PlayerSpec>() {
                assert_eq!(spec.to_string(), text.trim());
            }
        }
    }
}
