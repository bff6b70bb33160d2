//! The options that limit the strength of play and show the chances of a score.

use super::Uci;
use super::options::boolean;
use nullwindow_engine::StrengthModel;
use std::hash::{BuildHasher, RandomState};

/// The values of the options, for a game whose strength was measured.
pub(super) struct StrengthOptions {
    model: &'static StrengthModel,
    shows_chances: bool,
    is_limited: bool,
    elo: i32,
}

impl StrengthOptions {
    pub(super) fn new(model: &'static StrengthModel) -> StrengthOptions {
        StrengthOptions { model, shows_chances: false, is_limited: false, elo: model.range().0 }
    }

    /// Returns the declarations of the options.
    pub(super) fn declarations(&self) -> Vec<String> {
        let (least, most) = self.model.range();
        vec![
            "option name UCI_ShowWDL type check default false".to_owned(),
            "option name UCI_LimitStrength type check default false".to_owned(),
            format!("option name UCI_Elo type spin default {least} min {least} max {most}"),
        ]
    }

    /// Returns the model, if the client wants to see chances.
    pub(super) fn shown_chances(&self) -> Option<&'static StrengthModel> {
        self.shows_chances.then_some(self.model)
    }
}

impl Uci {
    /// Sets an option of this file, and returns whether its value is one; `None` if the option is another.
    pub(super) fn set_strength(&mut self, name: &str, value: &str) -> Option<bool> {
        let strength = self.strength.as_mut()?;
        let is_known = match name.to_ascii_lowercase().as_str() {
            "uci_showwdl" => boolean(value).map(|on| strength.shows_chances = on).is_some(),
            "uci_limitstrength" => boolean(value).map(|on| strength.is_limited = on).is_some(),
            "uci_elo" => {
                let (least, most) = strength.model.range();
                let elo = value.parse::<i64>().ok().map(|elo| elo.clamp(least.into(), most.into()));
                elo.and_then(|elo| i32::try_from(elo).ok()).map(|elo| strength.elo = elo).is_some()
            }
            _ => return None,
        };
        self.apply_strength();
        Some(is_known)
    }

    /// Limits the strength of the next searches as the options say. Every game has random choices of its own.
    pub(super) fn apply_strength(&mut self) {
        let Some(strength) = &self.strength else { return };
        let level = strength.is_limited.then(|| strength.model.level(strength.elo));
        // A new hasher has random keys.
        let seed = RandomState::new().hash_one(0);
        self.session.set_options(|options| (options.strength, options.seed) = (level, seed));
    }
}
