//! Settings of games: named values that change the evaluation or the knowledge of a game, but not its rules.

use std::fmt::Display;
use std::path::Path;
#[cfg(feature = "chess")]
use std::str::FromStr;
use thiserror::Error;

/// A setting of a game: see [`Playable::settings`](crate::Playable::settings).
///
/// ```
/// use nullwindow_games::{Playable, othello::Othello};
///
/// let names: Vec<&str> = Othello::new().settings().iter().map(|setting| setting.name).collect();
/// assert_eq!(names, ["evaluation", "knowledge", "probcut"]);
/// assert_eq!(Othello::new().with_setting("knowledge", "off")?, Othello::new().without_knowledge());
/// # Ok::<(), nullwindow_games::SettingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GameSetting {
    /// The name, one word.
    pub name: &'static str,
    /// The values as help texts write them: `FILE`, `N`, `on|off`.
    pub values: &'static str,
    /// A description in one line.
    pub help: &'static str,
    /// True if the setting changes what the game knows without a search. Proofs may not rely on such knowledge, so that
    /// games for [`Purpose::Proof`](crate::Purpose::Proof) leave the setting out.
    pub is_knowledge: bool,
    /// True if the setting is a rule of selective search, so that only games for
    /// [`Purpose::Selective`](crate::Purpose::Selective) have it.
    pub is_rule: bool,
}

impl GameSetting {
    /// The text of [`GameSetting::values`] for the name of a file.
    pub const FILE: &'static str = "FILE";
    /// The text of [`GameSetting::values`] for a switch.
    pub const SWITCH: &'static str = "on|off";

    /// Creates a setting.
    #[must_use]
    pub const fn new(name: &'static str, values: &'static str, help: &'static str) -> GameSetting {
        GameSetting { name, values, help, is_knowledge: false, is_rule: false }
    }

    /// Marks the setting as one of the game's knowledge.
    #[must_use]
    pub const fn of_knowledge(mut self) -> GameSetting {
        self.is_knowledge = true;
        self
    }

    /// Creates a switch for a rule of selective search.
    #[must_use]
    pub const fn rule(name: &'static str, help: &'static str) -> GameSetting {
        GameSetting { is_rule: true, ..GameSetting::new(name, GameSetting::SWITCH, help) }
    }

    /// Returns whether the value is the name of a file, whose contents the game depends on.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.values == GameSetting::FILE
    }

    /// Writes the setting as it is given: `evaluation=FILE`.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{}={}", self.name, self.values)
    }
}

/// A setting that a game does not have, or a value that it does not accept.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SettingError {
    /// The game has no setting of this name.
    #[error("{game} has no setting '{name}'; {}", known(settings))]
    Unknown {
        /// The name of the game.
        game: String,
        /// The name of the setting.
        name: String,
        /// The settings of the game.
        settings: &'static [GameSetting],
    },
    /// The value is not one of the setting.
    #[error("{name}={value}: expected {expected}")]
    Value {
        /// The name of the setting.
        name: String,
        /// The value.
        value: String,
        /// A description of the accepted values.
        expected: String,
    },
    /// The file of a setting cannot be used.
    #[error("{name}={file}: {reason}; expected a file with {expected}")]
    File {
        /// The name of the setting.
        name: String,
        /// The name of the file.
        file: String,
        /// The reason: an error of the operating system, or the place of an error in the file.
        reason: String,
        /// A description of the accepted contents.
        expected: &'static str,
    },
    /// The setting is given more than once.
    #[error("{name} is given twice; give each setting once")]
    Repeated {
        /// The name of the setting.
        name: String,
    },
}

/// Lists the settings of a game.
fn known(settings: &[GameSetting]) -> String {
    if settings.is_empty() {
        return "it has no settings".to_owned();
    }
    let usages: Vec<String> = settings.iter().map(GameSetting::usage).collect();
    format!("its settings are {}", usages.join(", "))
}

impl SettingError {
    /// Creates the error for a name that is no setting of a game.
    #[must_use]
    pub fn unknown(game: &str, name: &str, settings: &'static [GameSetting]) -> SettingError {
        SettingError::Unknown { game: game.to_owned(), name: name.to_owned(), settings }
    }

    /// Creates the error for a value that is not accepted.
    #[must_use]
    pub fn value(name: &str, value: &str, expected: impl Into<String>) -> SettingError {
        SettingError::Value { name: name.to_owned(), value: value.to_owned(), expected: expected.into() }
    }

    /// Creates the error for a file that cannot be used; `expected` describes its contents.
    #[must_use]
    pub fn file(name: &str, file: &str, reason: impl Display, expected: &'static str) -> SettingError {
        SettingError::File { name: name.to_owned(), file: file.to_owned(), reason: reason.to_string(), expected }
    }
}

/// Reads the value of a switch.
pub(crate) fn switch(name: &str, value: &str) -> Result<bool, SettingError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(SettingError::value(name, value, "on or off")),
    }
}

/// Reads a number from `least` to `most`.
#[cfg(feature = "chess")]
pub(crate) fn number<N>(name: &str, value: &str, least: N, most: N) -> Result<N, SettingError>
where
    N: FromStr + PartialOrd + Display,
{
    let expected = format!("a number from {least} to {most}");
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| SettingError::value(name, value, expected))
}

/// Reads the bytes of a file whose contents are described by `expected`.
pub(crate) fn bytes(name: &str, file: &str, expected: &'static str) -> Result<Vec<u8>, SettingError> {
    // The largest evaluation has one megabyte. A device or a wrong file of any length would exhaust memory.
    const MOST: u64 = 64 << 20;
    let wrong = |reason: String| SettingError::file(name, file, reason, expected);
    let open = || {
        let file = std::fs::File::open(Path::new(file))?;
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::Read::take(file, MOST + 1), &mut bytes)?;
        std::io::Result::Ok(bytes)
    };
    let bytes = open().map_err(|error| wrong(format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > MOST { Err(wrong(format!("more than {} MiB", MOST >> 20))) } else { Ok(bytes) }
}

#[cfg(all(test, feature = "chess"))]
mod tests {
    use crate::Playable;
    use crate::checkers::Checkers;
    use crate::chess::Chess;
    use crate::nim::Nim;
    use crate::othello::Othello;

    /// Returns the message for a setting that is refused.
    fn error<G: Playable>(game: &G, name: &str, value: &str) -> String {
        match game.with_setting(name, value) {
            Ok(_) => panic!("{name}={value} is accepted"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn unknown_settings_are_answered_by_the_known_ones() {
        let chess = error(&Chess::new(), "grains", "1");
        let expected =
            "chess has no setting 'grains'; its settings are evaluation=FILE, grain=N, quiescence=on|off, null-move";
        assert!(chess.starts_with(expected), "{chess}");
        let othello = error(&Othello::new(), "grain", "1");
        assert!(othello.ends_with("its settings are evaluation=FILE, knowledge=on|off, probcut=on|off"), "{othello}");
        let checkers = error(&Checkers::new(), "evaluation", "x");
        assert!(checkers.contains("its settings are database=FILE, probcut=on|off"), "{checkers}");
        assert_eq!(error(&Nim::default(), "x", "1"), "nim has no setting 'x'; it has no settings");
    }

    #[test]
    fn wrong_values_are_answered_by_the_right_ones() {
        for value in ["0", "101", "-1", "x", "", "1.5", "99999999999"] {
            assert_eq!(error(&Chess::new(), "grain", value), format!("grain={value}: expected a number from 1 to 100"));
        }
        assert_eq!(error(&Chess::new(), "quiescence", "yes"), "quiescence=yes: expected on or off");
        assert_eq!(error(&Othello::new(), "knowledge", "ON"), "knowledge=ON: expected on or off");
    }

    #[test]
    fn wrong_files_are_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("wrong");
        std::fs::write(&path, "material.mg 1 2\n").unwrap();
        let file = path.to_str().unwrap();
        let missing = format!("{file}.none");
        let [chess, othello, checkers] = [
            |file: &str| error(&Chess::new(), "evaluation", file),
            |file: &str| error(&Othello::new(), "evaluation", file),
            |file: &str| error(&Checkers::new(), "database", file),
        ];
        for wrong in [chess, othello, checkers] {
            for (file, reason) in [(&*missing, "cannot be read"), (file, "expected a file with"), ("", "expected")] {
                let error = wrong(file);
                assert!(error.contains(&format!("={file}: ")) && error.contains(reason), "{error}");
            }
            assert!(wrong(directory.path().to_str().unwrap()).contains("cannot be read"));
        }
        assert!(chess(file).contains("line 1, character 16: expected 5 numbers"), "{}", chess(file));
        assert!(othello(file).contains("not a file of Othello weights"), "{}", othello(file));
        assert!(checkers(file).contains("no endgame database"), "{}", checkers(file));
    }

    #[test]
    fn every_setting_has_one_word_and_one_line() {
        let games = [Chess::new().settings(), Othello::new().settings(), Checkers::new().settings()];
        for setting in games.concat() {
            assert!(setting.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{setting:?}");
            assert!(!setting.help.is_empty() && !setting.help.contains('\n'), "{setting:?}");
        }
    }
}
