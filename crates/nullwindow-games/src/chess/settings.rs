//! The settings of chess.

use super::evaluation::{ChessWeights, LARGEST_GRAIN};
use super::{Chess, ChessRule};
use crate::settings::{bytes, number, switch};
use crate::{GameSetting, Notation, SettingError};

/// The settings. A file of weights has a grain of its own, which `grain` replaces: it is applied later.
pub(super) const SETTINGS: [GameSetting; 10] = [
    GameSetting::new("evaluation", GameSetting::FILE, "the weights of the evaluation, in the format of weights.txt"),
    GameSetting::new("grain", "N", "evaluations are multiples of N hundredths of a pawn, from 1 to 100"),
    GameSetting::new("quiescence", GameSetting::SWITCH, "whether leaves are evaluated after their captures"),
    GameSetting::rule(ChessRule::NullMove.name(), "a position is worth what it is after a pass, or more"),
    GameSetting::rule(ChessRule::ReverseFutility.name(), "a position is worth its evaluation less a margin, or more"),
    GameSetting::rule(ChessRule::Futility.name(), "a quiet move gains no more than a margin near the horizon"),
    GameSetting::rule(
        ChessRule::LateMoveReduction.name(),
        "late quiet moves and losing captures are searched less deep first",
    ),
    GameSetting::rule(ChessRule::LateMovePruning.name(), "very late quiet moves gain nothing near the horizon"),
    GameSetting::rule(ChessRule::CheckExtension.name(), "moves that give check are searched one ply deeper"),
    GameSetting::rule(ChessRule::DeltaPruning.name(), "a capture at a leaf gains what it takes and a margin, or less"),
];

const CONTENTS: &str = "weights as in weights.txt of this program's sources";

/// Applies a setting.
pub(super) fn apply(mut chess: Chess, name: &str, value: &str) -> Result<Chess, SettingError> {
    match name {
        "evaluation" => {
            let wrong = |reason: String| SettingError::file(name, value, reason, CONTENTS);
            let text = String::from_utf8(bytes(name, value, CONTENTS)?).map_err(|_| wrong("is no text".to_owned()))?;
            let weights = ChessWeights::parse(&text).map_err(|error| wrong(error.to_string()))?;
            Ok(chess.with_weights(weights))
        }
        "grain" => {
            let weights = chess.weights().clone().with_grain(number(name, value, 1, LARGEST_GRAIN)?);
            Ok(chess.with_weights(weights))
        }
        "quiescence" => {
            chess.uses_quiescence = switch(name, value)?;
            Ok(chess)
        }
        _ => match ChessRule::EACH.into_iter().find(|rule| rule.name() == name) {
            Some(rule) => Ok(chess.with_rule(rule, switch(name, value)?)),
            None => Err(SettingError::unknown(Chess::NAME, name, &SETTINGS)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Playable;
    use nullwindow::Evaluator;

    /// White has attacked a queen that it can capture.
    const HANGING: &str = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";

    fn value(chess: &Chess, fen: &str) -> i32 {
        chess.evaluate(&chess.parse_position(fen).unwrap()).get()
    }

    #[test]
    fn the_grain_is_that_of_the_setting() {
        let chess = Chess::new().with_setting("grain", "100").unwrap();
        assert_eq!((chess.weights().grain(), value(&chess, HANGING) % 100), (100, 0));
        assert_eq!(chess.with_setting("grain", "1").unwrap().weights().grain(), 1);
        assert_eq!(chess.weights().pairs(), Chess::new().weights().pairs());
    }

    #[test]
    fn quiescence_is_switched() {
        let off = Chess::new().with_setting("quiescence", "off").unwrap();
        assert!(value(&off, HANGING) < 0 && value(&Chess::new(), HANGING) >= 0);
        let on = off.with_setting("quiescence", "on").unwrap();
        assert_eq!(value(&on, HANGING), value(&Chess::new(), HANGING));
    }

    #[test]
    fn evaluations_are_read_from_files() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("weights.txt");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Chess::new().with_setting("evaluation", path.to_str().unwrap()).unwrap()
        };
        let (shipped, fen) = (Chess::new(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let text = shipped.weights().to_string();
        assert_eq!(read(&text).weights(), shipped.weights());
        // A pawn more for every pawn, in the endgame.
        let mut pairs = shipped.weights().pairs().to_vec();
        pairs[0].endgame += 100;
        let changed = read(&ChessWeights::new(&pairs).with_grain(shipped.weights().grain()).to_string());
        assert!((value(&changed, fen) - value(&shipped, fen) - 100).abs() <= shipped.weights().grain());
        // A setting of the grain applies to the weights of the file, too.
        let coarse = changed.with_setting("grain", "50").unwrap();
        assert_eq!((coarse.weights().grain(), coarse.weights().pairs()), (50, &pairs[..]));
    }
}
