//! The settings of the game that a player has: `evaluation=new.txt`, `grain=1`.

use nullwindow_engine::{Engine, GameSetting};
use std::io::{self, Read};
use std::sync::Arc;

/// The settings that every player of this program has.
pub const OF_PLAYERS: &str = "nodes=N, depth=N, time=SECONDS, threads=N, table=SIZE, selective=on|off";

/// Settings of a game, which are checked when the game is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameSettings {
    pairs: Vec<(String, String)>,
}

impl GameSettings {
    /// Adds a setting.
    pub fn push(&mut self, name: &str, value: &str) {
        self.pairs.push((name.to_owned(), value.to_owned()));
    }

    /// Returns the engine with these settings.
    ///
    /// # Errors
    /// If the game has no such setting or value, or a file cannot be read.
    pub fn apply(&self, engine: &Arc<dyn Engine>) -> Result<Arc<dyn Engine>, String> {
        if self.pairs.is_empty() {
            return Ok(Arc::clone(engine));
        }
        let known = engine.settings();
        if let Some((name, _)) = self.pairs.iter().find(|(name, _)| setting(known, name).is_none()) {
            let usages: Vec<String> = known.iter().map(GameSetting::usage).collect();
            let of_game = if usages.is_empty() { "no settings".to_owned() } else { usages.join(", ") };
            return Err(format!(
                "there is no setting '{name}'; players have {OF_PLAYERS}; {} has {of_game}",
                engine.game()
            ));
        }
        engine.with_settings(&self.pairs).map_err(|error| error.to_string())
    }

    /// Names the settings and the contents of their files; empty without settings.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn identity(&self, engine: &dyn Engine) -> Result<String, String> {
        let mut words = Vec::new();
        for (name, value) in &self.pairs {
            let is_file = setting(engine.settings(), name).is_some_and(GameSetting::is_file);
            words.push(match is_file {
                true => {
                    let hash = file_hash(value).map_err(|error| format!("{name}={value}: cannot be read: {error}"))?;
                    format!(" {name}={value}#{hash:016x}")
                }
                false => format!(" {name}={value}"),
            });
        }
        // The order does not matter to the game.
        words.sort();
        Ok(words.concat())
    }
}

fn setting<'s>(known: &'s [GameSetting], name: &str) -> Option<&'s GameSetting> {
    known.iter().find(|setting| setting.name == name)
}

/// Returns the FNV-1a hash of a file's contents, which is the same in every version of the program.
fn file_hash(path: &str) -> io::Result<u64> {
    let mut file = std::fs::File::open(path)?;
    let (mut hash, mut buffer) = (0xcbf2_9ce4_8422_2325_u64, vec![0; 1 << 16]);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(hash);
        }
        hash = buffer[..read].iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nullwindow_engine::Catalogue;

    fn settings(words: &str) -> GameSettings {
        let mut settings = GameSettings::default();
        for (name, value) in words.split_ascii_whitespace().filter_map(|word| word.split_once('=')) {
            settings.push(name, value);
        }
        settings
    }

    fn error(game: &str, words: &str) -> String {
        settings(words).apply(&Catalogue::shipped().engine(game).unwrap()).map(|_| ()).unwrap_err()
    }

    #[test]
    fn unknown_names_list_the_settings_of_player_and_game() {
        let chess = error("chess", "grain=1 quiet=1");
        assert!(chess.starts_with("there is no setting 'quiet'; players have nodes=N, depth=N"), "{chess}");
        assert!(chess.contains("; chess has evaluation=FILE, grain=N, quiescence=on|off, null-move"), "{chess}");
        assert!(error("nim", "grain=1").ends_with("; nim has no settings"));
        assert_eq!(error("chess", "grain=x"), "grain=x: expected a number from 1 to 100");
        assert!(error("chess", "grain=1 grain=1").contains("twice"));
    }

    #[test]
    fn the_identity_depends_on_values_and_contents_of_files() {
        let engine = Catalogue::shipped().engine("chess").unwrap();
        let identity = |words: &str| settings(words).identity(&*engine).unwrap();
        assert_eq!(
            (identity(""), identity("quiescence=on grain=1")),
            (String::new(), " grain=1 quiescence=on".to_owned())
        );
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("w");
        let file = format!("evaluation={}", path.display());
        assert!(settings(&file).identity(&*engine).unwrap_err().contains("cannot be read"));
        // The hash of `a` by the definition of FNV-1a.
        std::fs::write(&path, "a").unwrap();
        let before = identity(&file);
        assert_eq!(before, format!(" {file}#af63dc4c8601ec8c"));
        std::fs::write(&path, "b").unwrap();
        assert_ne!(identity(&file), before);
    }
}
