//! Plans of matches: TOML files with a question, a player, its opponents, and the limits at which they meet.
//!
//! ```toml
//! name = "drivers-at-play"
//! title = "Drivers at play"
//! question = "Does MTD(f) play better than its rivals?"
//! claim = "MTD(f) plays better than {b} at {limits}"     # {b} and {limits} are replaced
//! setup = "Paired random openings."
//! refuted = "A game in which {b} plays better."
//! a = "mtd-f"
//! opponents = ["aspiration"]
//! games = ["chess", "othello"]
//! rounds = 1000                  # games of each match, an even number
//! sprt = "-15,15,0.05,0.05"      # elo0,elo1,alpha,beta
//! seed = 1                       # of the openings
//! max_plies = 200
//! plays_on = true                # all games, although the test has decided; omitted: the test ends a match
//! selective = true               # by the rules of a game; omitted: full width
//! table = 4                      # MiB
//!
//! [[limits]]
//! name = "equal nodes"
//! nodes = 1000                   # or depth, or time in seconds per move
//! ```
//!
//! Each match gets an answer: confirmed if the test accepts H1, that A is better, refuted if it accepts H0, undecided
//! otherwise. A claim is about one opponent at one limit, in all games: confirmed if every game confirms it, refuted if at
//! least one refutes it, undecided otherwise.

use super::elo::{Sprt, SprtDecision};
use super::referee::MatchLimits;
use super::score::MatchScore;
use crate::finding::Answer;
use crate::nearest;
use serde::Deserialize;
use std::time::Duration;

/// The plans that ship.
const BUILT_IN: [&str; 2] = [
    include_str!("../../plans/matches/drivers-at-play.toml"),
    include_str!("../../plans/matches/selective-drivers.toml"),
];

/// A plan of matches.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MatchPlan {
    /// The name for commands.
    pub name: String,
    /// The title.
    pub title: String,
    /// The question.
    pub question: String,
    /// The claim; `{b}` and `{limits}` are replaced.
    pub claim: String,
    /// The conditions of the matches.
    pub setup: String,
    /// The result that would refute the claim.
    pub refuted: String,
    /// The player whose strength is claimed.
    pub a: String,
    /// Its opponents.
    pub opponents: Vec<String>,
    /// The games.
    pub games: Vec<String>,
    /// The number of games of each match.
    pub rounds: u32,
    /// The test.
    sprt: String,
    /// The seed of the openings.
    pub seed: u64,
    /// The number of moves after which a game is drawn.
    pub max_plies: u32,
    /// The size of each player's table in MiB.
    pub table: u64,
    /// True if players follow rules of selective search, where a game has them.
    #[serde(default)]
    pub selective: bool,
    /// True if all games of a match are played, although the test has decided.
    #[serde(default)]
    pub plays_on: bool,
    limits: Vec<PlanLimits>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanLimits {
    name: String,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// Seconds per move.
    time: Option<f64>,
}

/// An error of a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchPlanError {
    /// The text is not a plan.
    #[error("not a plan of matches: {0}")]
    Text(String),
    /// No plan has this name.
    #[error("there is no plan of matches '{name}'; the plans are: {}; or give a file", known.join(" "))]
    Unknown {
        /// The name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
}

/// One match of a plan.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PlannedMatch {
    /// The game.
    pub game: String,
    /// The opponent of A.
    pub b: String,
    /// The name of the limits: `equal nodes`.
    pub limits_name: String,
    /// The limits of each move.
    pub limits: MatchLimits,
    /// The claim.
    pub claim: String,
}

impl MatchPlan {
    /// Parses a plan.
    ///
    /// # Errors
    /// If it is not TOML, has unknown or missing keys, or wrong values.
    pub fn parse(text: &str) -> Result<MatchPlan, MatchPlanError> {
        let plan: MatchPlan = toml::from_str(text).map_err(|error| MatchPlanError::Text(error.to_string()))?;
        let wrong = |reason: &str| Err(MatchPlanError::Text(reason.to_owned()));
        if let Err(error) = plan.sprt.parse::<Sprt>() {
            return wrong(&error);
        }
        if plan.limits.iter().any(|limits| limits.limits().is_none()) {
            return wrong("each of `limits` needs nodes, depth or time, above 0");
        }
        if plan.rounds == 0 || plan.rounds % 2 == 1 {
            return wrong("`rounds` is an even number: each opening is played twice");
        }
        if plan.opponents.is_empty() || plan.games.is_empty() || plan.limits.is_empty() {
            return wrong("a plan needs opponents, games and limits");
        }
        Ok(plan)
    }

    /// Returns the built-in plan with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<MatchPlan, MatchPlanError> {
        let plans: Vec<MatchPlan> = BUILT_IN.iter().filter_map(|text| MatchPlan::parse(text).ok()).collect();
        let known = || plans.iter().map(|plan| plan.name.clone()).collect::<Vec<_>>();
        let found = plans.iter().find(|plan| plan.name == name).cloned();
        found.ok_or_else(|| MatchPlanError::Unknown { name: name.to_owned(), known: known() })
    }

    /// Returns the names of the built-in plans.
    #[must_use]
    pub fn names() -> Vec<String> {
        BUILT_IN.iter().filter_map(|text| MatchPlan::parse(text).ok()).map(|plan| plan.name).collect()
    }

    /// Returns the nearest name of a built-in plan.
    #[must_use]
    pub fn nearest(name: &str) -> Option<String> {
        let names = MatchPlan::names();
        nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
    }

    /// Returns the test.
    #[must_use]
    pub fn sprt(&self) -> Sprt {
        // Parsing has checked it.
        self.sprt.parse().unwrap_or(Sprt { elo0: -10.0, elo1: 10.0, alpha: 0.05, beta: 0.05 })
    }

    /// Returns the matches: for each limit and opponent, all games.
    #[must_use]
    pub fn matches(&self) -> Vec<PlannedMatch> {
        let mut matches = Vec::new();
        for limits in &self.limits {
            for b in &self.opponents {
                let claim = self.claim.replace("{b}", b).replace("{limits}", &limits.name);
                matches.extend(self.games.iter().map(|game| PlannedMatch {
                    game: game.clone(),
                    b: b.clone(),
                    limits_name: limits.name.clone(),
                    limits: limits.limits().unwrap_or_default(),
                    claim: claim.clone(),
                }));
            }
        }
        matches
    }
}

impl PlanLimits {
    fn limits(&self) -> Option<MatchLimits> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose().ok()?;
        let limits = MatchLimits { nodes: self.nodes, depth: self.depth, time, clock: None };
        let positive = self.nodes != Some(0) && self.depth != Some(0) && !time.is_some_and(|time| time.is_zero());
        (positive && limits != MatchLimits::default()).then_some(limits)
    }
}

impl MatchScore {
    /// Returns the answer of a match to the claim that A plays better.
    #[must_use]
    pub fn answer(&self) -> Answer {
        match self.decision {
            SprtDecision::AcceptH1 => Answer::Confirmed,
            SprtDecision::AcceptH0 => Answer::Refuted,
            SprtDecision::Continue => Answer::Undecided,
        }
    }
}

/// Returns the answer of several matches together: confirmed if all are, refuted if one is.
#[must_use]
pub fn answer_of(answers: &[Answer]) -> Answer {
    match answers {
        [] => Answer::Undecided,
        all if all.contains(&Answer::Refuted) => Answer::Refuted,
        all if all.contains(&Answer::Undecided) => Answer::Undecided,
        _ => Answer::Confirmed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_plans_are_plans() {
        for text in BUILT_IN {
            let plan = MatchPlan::parse(text).unwrap();
            assert_eq!(MatchPlan::named(&plan.name).as_ref(), Ok(&plan));
            assert_eq!(plan.matches().len(), plan.games.len() * plan.opponents.len() * plan.limits.len());
            assert!(plan.matches().iter().all(|one| !one.claim.contains('{')));
        }
        assert!(MatchPlan::named("drivers").is_err_and(|error| error.to_string().contains("drivers-at-play")));
        assert_eq!(MatchPlan::nearest("driver-at-play").as_deref(), Some("drivers-at-play"));
    }

    #[test]
    fn wrong_plans_are_explained() {
        let good = BUILT_IN[0];
        for (from, to) in [
            ("rounds = 1000", "rounds = 999"),
            ("sprt = \"", "sprt = \"x"),
            ("nodes = ", "nodez = "),
            ("nodes = 2000", "nodes = 0"),
            ("opponents = [", "opponents = [] # ["),
            ("title", "titel"),
        ] {
            assert!(good.contains(from), "{from}");
            assert!(MatchPlan::parse(&good.replacen(from, to, 1)).is_err(), "{to}");
        }
    }

    #[test]
    fn undecided_is_never_confirmed() {
        use Answer::{Confirmed, Refuted, Undecided};
        assert_eq!(answer_of(&[Confirmed, Confirmed]), Confirmed);
        assert_eq!(answer_of(&[Confirmed, Undecided]), Undecided);
        assert_eq!(answer_of(&[Undecided, Refuted, Confirmed]), Refuted);
        assert_eq!(answer_of(&[]), Undecided);
    }
}
