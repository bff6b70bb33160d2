//! The settings of Othello.

use super::weights::OthelloWeights;
use super::{Othello, PatternEvaluation};
use crate::settings::{bytes, switch};
use crate::{GameSetting, Notation, SettingError};
use std::sync::{Mutex, PoisonError};

/// The settings.
pub(super) const SETTINGS: [GameSetting; 3] = [
    GameSetting::new(
        "evaluation",
        GameSetting::FILE,
        "the weights of the evaluation, as the training program writes them",
    ),
    GameSetting::new("knowledge", GameSetting::SWITCH, "whether endgames use stable discs and exact values")
        .of_knowledge(),
    GameSetting::rule("probcut", "a value lies near that of a shallower search"),
];

const CONTENTS: &str = "weights, as the program othello of nullwindow-train writes them";

/// Applies a setting.
pub(super) fn apply(mut othello: Othello, name: &str, value: &str) -> Result<Othello, SettingError> {
    match name {
        "evaluation" => {
            let bytes = bytes(name, value, CONTENTS)?;
            let weights = OthelloWeights::from_bytes(&bytes);
            let weights = weights.map_err(|error| SettingError::file(name, value, error, CONTENTS))?;
            Ok(othello.with_evaluation(interned(weights)))
        }
        "knowledge" => {
            othello.uses_knowledge = switch(name, value)?;
            Ok(othello)
        }
        "probcut" => Ok(othello.with_probcut(switch(name, value)?)),
        _ => Err(SettingError::unknown(Othello::NAME, name, &SETTINGS)),
    }
}

/// Returns the evaluation with these weights, one per program.
///
/// It is never freed. A counted reference would make [`Othello`] a type that is not `Copy`, and a program reads a few
/// files at most; the same weights are kept once, however often they are read.
fn interned(weights: OthelloWeights) -> &'static PatternEvaluation {
    static READ: Mutex<Vec<&'static PatternEvaluation>> = Mutex::new(Vec::new());
    if weights == *PatternEvaluation::trained().weights() {
        return PatternEvaluation::trained();
    }
    // A push is complete or has not happened: a panic elsewhere leaves no damage.
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = read.iter().find(|found| *found.weights() == weights) {
        return found;
    }
    let new: &'static PatternEvaluation = Box::leak(Box::new(PatternEvaluation::new(weights)));
    read.push(new);
    new
}

#[cfg(test)]
mod tests {
    use super::super::weights::{ANCHORS, STORED_UNITS};
    use super::*;
    use crate::Playable;
    use nullwindow::Evaluator;

    #[test]
    fn knowledge_is_switched() {
        let off = Othello::new().with_setting("knowledge", "off").unwrap();
        assert_eq!((off, off.endgame_plies()), (Othello::new().without_knowledge(), 0));
        assert_eq!(off.with_setting("knowledge", "on").unwrap(), Othello::new());
    }

    #[test]
    fn evaluations_are_read_from_files() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("weights.bin");
        let read = |weights: &OthelloWeights| {
            std::fs::write(&path, weights.to_bytes()).unwrap();
            Othello::new().with_setting("evaluation", path.to_str().unwrap()).unwrap()
        };
        let (game, shipped) = (Othello::new(), PatternEvaluation::trained().weights());
        assert_eq!(read(shipped), game);
        assert!(std::ptr::eq(read(shipped).evaluation(), PatternEvaluation::trained()));
        // Parity is among the features of every position: two discs more for each.
        let mut discs: Vec<f64> = (0..ANCHORS)
            .flat_map(|anchor| shipped.of_anchor(anchor))
            .map(|&weight| f64::from(weight) / f64::from(STORED_UNITS))
            .collect();
        let weights = discs.len() / ANCHORS;
        for anchor in discs.chunks_mut(weights) {
            anchor[weights - 2..].iter_mut().for_each(|weight| *weight += 2.0);
        }
        let changed = OthelloWeights::rounded(&discs).unwrap();
        let (first, again) = (read(&changed), read(&changed));
        let start = game.start();
        assert_eq!(first.evaluate(&start).get(), game.evaluate(&start).get() + 2);
        assert_ne!(first, game);
        assert_eq!(first, again);
        assert!(std::ptr::eq(first.evaluation(), again.evaluation()), "the same weights are kept once");
        assert_eq!(first.without_knowledge().evaluation(), first.evaluation());
    }
}
