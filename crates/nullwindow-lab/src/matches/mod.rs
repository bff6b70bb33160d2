//! Matches: two players, many games, and what they prove.
//!
//! ```text
//! MatchSetup -> openings, one per pair of games -> GameReferee with two MatchPlayers -> MatchGame -> sink (a store)
//!                                                                                  MatchGame ... -> MatchScore
//! ```
//!
//! - [`elo`](self): Elo from pairs of games, and the sequential test;
//! - [`openings`](self): openings made by random play and a shallow search, or read from a file;
//! - [`player`](self): the players of this program, and the trait of any other;
//! - [`referee`](self): one game, by the rules of the game and the limits of the match;
//! - [`runner`](self): all games of a match, on several threads;
//! - [`score`](self): the result of a match, from its games in order;
//! - [`plan`](self): plans of several matches, with a verdict for each;
//! - [`store`](self): matches in the store of the laboratory.
//!
//! A game is a pure function of the match and its number, if its limits are nodes or depths: the opening depends on the
//! seed and the number of the pair, and every game begins with empty tables. So the number of threads does not change the
//! games, and an interrupted match continues with the games that are missing.

mod elo;
mod openings;
mod plan;
mod player;
mod referee;
mod runner;
mod score;
#[cfg(feature = "store")]
mod store;

pub use elo::{EloEstimate, PairCounts, Sprt, SprtDecision, elo_of_score, score_of_elo};
pub use openings::{OpeningBook, OpeningSource};
pub use plan::{MatchPlan, MatchPlanError, PlannedMatch, answer_of};
pub use player::{MatchPlayer, MoveRequest, PlayerAnswer, PlayerError, SearchPlayer, SearchSettings};
pub use referee::{GameReferee, MatchGame, MatchLimits, MatchRules, ResignRule, SideWork};
pub use runner::{MatchError, MatchRun, MatchSetup, PlayerMaker, run_match};
pub use score::MatchScore;
#[cfg(feature = "store")]
pub use store::MatchStore;
