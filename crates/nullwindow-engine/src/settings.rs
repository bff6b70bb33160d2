//! Settings of a game: all of a list, in the order of the game.

use crate::EngineError;
use nullwindow_games::{GameSetting, Playable, Purpose, SettingError};

/// Returns the settings that apply to the game of a purpose: proofs rely on no knowledge, and only selective searches
/// have rules.
pub(crate) fn for_purpose<'s>(
    known: &[GameSetting],
    settings: &'s [(String, String)],
    purpose: Purpose,
) -> Vec<&'s (String, String)> {
    let is_left_out = |setting: &GameSetting| {
        setting.is_knowledge && purpose == Purpose::Proof || setting.is_rule && purpose != Purpose::Selective
    };
    let applies = |name: &str| !known.iter().any(|setting| setting.name == name && is_left_out(setting));
    settings.iter().filter(|(name, _)| applies(name)).collect()
}

/// Applies settings to a game, in the order in which the game lists them, so that the order of the arguments does not
/// matter.
pub(crate) fn apply_all<G: Playable>(game: &G, settings: &[&(String, String)]) -> Result<G, EngineError> {
    let mut settings = settings.to_vec();
    // Unknown names come first: their error is more useful than that of a file.
    settings.sort_by_key(|(name, _)| game.settings().iter().position(|setting| setting.name == name));
    let repeated = settings.windows(2).find(|pair| pair[0].0 == pair[1].0);
    if let Some(name) = repeated.map(|pair| pair[0].0.clone()) {
        return Err(SettingError::Repeated { name }.into());
    }
    let mut game = game.clone();
    for (name, value) in settings {
        game = game.with_setting(name, value)?;
    }
    Ok(game)
}

#[cfg(all(test, feature = "chess"))]
mod tests {
    use super::*;
    use crate::{Catalogue, PositionText};
    use nullwindow_games::Notation;
    use nullwindow_games::chess::Chess;
    use nullwindow_games::othello::Othello;

    fn pairs(words: &str) -> Vec<(String, String)> {
        let pair = |word: &str| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        words.split_ascii_whitespace().filter_map(pair).collect()
    }

    fn error(game: &str, words: &str) -> String {
        let engine = Catalogue::shipped().engine(game).unwrap();
        engine.with_settings(&pairs(words)).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn the_order_of_the_game_counts() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("weights.txt");
        std::fs::write(&path, Chess::new().weights().clone().with_grain(50).to_string()).unwrap();
        let file = path.to_str().unwrap();
        for words in [format!("grain=3 evaluation={file}"), format!("evaluation={file} grain=3")] {
            let settings = pairs(&words);
            let game = apply_all(&Chess::new(), &settings.iter().collect::<Vec<_>>()).unwrap();
            assert_eq!(game.weights().grain(), 3);
        }
    }

    #[test]
    fn proofs_rely_on_no_knowledge() {
        let known = Othello::new().settings();
        let settings = pairs("knowledge=on evaluation=x");
        assert_eq!(for_purpose(known, &settings, Purpose::Solve), [&settings[0], &settings[1]]);
        assert_eq!(for_purpose(known, &settings, Purpose::Proof), [&settings[1]]);
    }

    #[test]
    fn engines_take_settings() {
        let catalogue = Catalogue::shipped();
        let engine = catalogue.engine("chess").unwrap();
        let names: Vec<&str> = engine.settings().iter().map(|setting| setting.name).collect();
        assert_eq!(names[..4], ["evaluation", "grain", "quiescence", "null-move"]);
        let off = engine.with_settings(&pairs("quiescence=off grain=1")).unwrap();
        let hanging = PositionText::from("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
        let value = |engine: &dyn crate::Engine| engine.board(&hanging).unwrap().evaluation.get();
        assert!(value(&*off) < -100 && value(&*engine) >= 0, "{} {}", value(&*off), value(&*engine));
        assert_eq!(off.name(), Chess::NAME);
        // Settings add up.
        let on = off.with_settings(&pairs("quiescence=on")).unwrap();
        assert!((value(&*on) - value(&*engine)).abs() < 8);
        assert!(catalogue.engine("uniform 2x2").unwrap().with_settings(&[]).is_ok());
        assert!(catalogue.engine("connect4 8x7").unwrap().with_settings(&[]).is_ok());
    }

    #[test]
    fn wrong_settings_are_refused() {
        assert!(error("chess", "grain=1 quiescence=off grain=2").contains("grain is given twice"));
        assert!(error("chess", "evaluation=none.txt x=1").starts_with("chess has no setting 'x'"));
        assert!(error("chess", "evaluation=none.txt").starts_with("evaluation=none.txt: cannot be read"));
        assert_eq!(error("uniform 2x2", "x=1"), "uniform has no setting 'x'; it has no settings");
        assert_eq!(error("nim", "x=1"), "nim has no setting 'x'; it has no settings");
    }
}
