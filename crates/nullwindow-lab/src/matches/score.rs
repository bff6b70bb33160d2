//! The result of a match, from its games in order.

use super::elo::{EloEstimate, PairCounts, Sprt, SprtDecision};
use super::referee::{MatchGame, SideWork};
use std::collections::BTreeMap;

/// The result of a match for A.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct MatchScore {
    /// The number of games that count: complete pairs in order, up to the decision of the test.
    pub games: u32,
    /// The games that A won.
    pub wins: u32,
    /// The drawn games.
    pub draws: u32,
    /// The games that A lost.
    pub losses: u32,
    /// The games that were won by the player that moves first in the game.
    pub first_wins: u32,
    /// The games that a player lost by a fault: an illegal move, no time, no answer.
    pub forfeits: u32,
    /// The pairs by their scores.
    pub pairs: PairCounts,
    /// The Elo difference; `None` without a pair.
    pub elo: Option<EloEstimate>,
    /// The log-likelihood ratio of the test, if there is one.
    pub llr: Option<f64>,
    /// The decision of the test; without a test there is none.
    pub decision: SprtDecision,
    /// The work of A and B in these games.
    pub work: [SideWork; 2],
}

impl MatchScore {
    /// Counts games, which may come in any order. Only complete pairs count, in the order of their numbers and without a
    /// gap, and only up to the decision of the test: so the result does not depend on the order in which the games of
    /// several threads end.
    #[must_use]
    pub fn of<'g>(games: impl IntoIterator<Item = &'g MatchGame>, sprt: Option<&Sprt>) -> MatchScore {
        let games: BTreeMap<u32, &MatchGame> = games.into_iter().map(|game| (game.number, game)).collect();
        let mut score = MatchScore::new(sprt);
        score.extend(|number| games.get(&number).copied(), sprt);
        score
    }

    /// Counts all games of a match that goes on after the decision of its test, so that its Elo difference does not depend
    /// on the moment of the decision. The test's own numbers are those of its decision, or of the last pair.
    #[must_use]
    pub fn of_all<'g>(games: impl IntoIterator<Item = &'g MatchGame> + Clone, sprt: &Sprt) -> MatchScore {
        let tested = MatchScore::of(games.clone(), Some(sprt));
        MatchScore { llr: tested.llr, decision: tested.decision, ..MatchScore::of(games, None) }
    }

    /// Returns the result of a match that has not begun.
    pub(super) fn new(sprt: Option<&Sprt>) -> MatchScore {
        MatchScore {
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            first_wins: 0,
            forfeits: 0,
            pairs: PairCounts::default(),
            elo: None,
            llr: sprt.map(|_| 0.0),
            decision: SprtDecision::Continue,
            work: [SideWork::default(); 2],
        }
    }

    /// Counts the pairs that follow, as far as they are complete.
    pub(super) fn extend<'g>(&mut self, game: impl Fn(u32) -> Option<&'g MatchGame>, sprt: Option<&Sprt>) {
        while self.decision == SprtDecision::Continue {
            let (Some(first), Some(second)) = (game(self.games), game(self.games + 1)) else { break };
            self.add(first);
            self.add(second);
            self.pairs.add(first.half_points() + second.half_points());
            if let Some(sprt) = sprt {
                self.llr = Some(sprt.llr(&self.pairs));
                self.decision = sprt.decision(&self.pairs);
            }
        }
        self.elo = self.pairs.elo();
    }

    fn add(&mut self, game: &MatchGame) {
        self.games += 1;
        match game.half_points() {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.first_wins += u32::from(game.result == "1-0");
        self.forfeits += u32::from(game.is_forfeit());
        for (sum, one) in self.work.iter_mut().zip(&game.work) {
            sum.moves += one.moves;
            sum.nodes += one.nodes;
            sum.depth += one.depth;
            sum.seconds += one.seconds;
        }
    }
}

impl MatchGame {
    /// Returns whether a player lost by a fault: an illegal move, no time left, no answer.
    #[must_use]
    pub fn is_forfeit(&self) -> bool {
        self.reason.starts_with("A: ") || self.reason.starts_with("B: ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns games with these results, in the order of their numbers.
    fn games(results: &[&str]) -> Vec<MatchGame> {
        let game = |(number, result): (u32, &&str)| MatchGame {
            number,
            start: None,
            opening: Vec::new(),
            moves: Vec::new(),
            result: (*result).to_owned(),
            reason: "normal".to_owned(),
            work: [SideWork { moves: 1, nodes: 10, depth: 3, seconds: 0.5 }; 2],
        };
        (0..).zip(results).map(game).collect()
    }

    #[test]
    fn a_match_that_goes_on_counts_all_games() {
        // Enough wins for a decision, then as many losses.
        let results: Vec<&str> = ["1-0", "0-1"].repeat(20).into_iter().chain(["0-1", "1-0"].repeat(20)).collect();
        let (games, sprt) = (games(&results), "-100,100,0.05,0.05".parse().unwrap());
        let (early, all) = (MatchScore::of(&games, Some(&sprt)), MatchScore::of_all(&games, &sprt));
        assert_eq!((early.decision, early.losses), (SprtDecision::AcceptH1, 0));
        assert!(early.games < 80);
        assert_eq!((all.decision, all.llr, all.games), (early.decision, early.llr, 80));
        assert_eq!((all.wins, all.losses), (40, 40));
    }

    #[test]
    fn pairs_are_counted_for_a() {
        // A moves first in even games: a win and a win of the second player, then two draws, then two wins of the first.
        let games = games(&["1-0", "0-1", "1/2-1/2", "1/2-1/2", "1-0", "1-0"]);
        let score = MatchScore::of(&games, None);
        assert_eq!((score.wins, score.draws, score.losses), (3, 2, 1));
        assert_eq!(score.pairs, PairCounts([0, 0, 2, 0, 1]));
        assert_eq!((score.games, score.first_wins, score.work[0].nodes), (6, 3, 60));
        assert_eq!((score.llr, score.decision), (None, SprtDecision::Continue));
    }

    #[test]
    fn only_complete_pairs_without_a_gap_count_in_any_order() {
        let mut games = games(&["1-0", "0-1", "1-0", "1-0", "1-0", "1-0", "1-0"]);
        games.reverse();
        assert_eq!(MatchScore::of(&games, None).games, 6);
        games.retain(|game| game.number != 3);
        assert_eq!(MatchScore::of(&games, None).games, 2);
        games.retain(|game| game.number != 0);
        assert_eq!(MatchScore::of(&games, None), MatchScore::of(&[], None));
    }

    #[test]
    fn games_after_the_decision_do_not_count() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
        let won = games(&["1-0", "0-1"].repeat(100));
        let decided = MatchScore::of(&won, Some(&sprt));
        assert_eq!(decided.decision, SprtDecision::AcceptH1);
        assert!(decided.games < 200);
        let more = MatchScore::of(&won[..decided.games as usize], Some(&sprt));
        assert_eq!(more, decided);
        assert_eq!(MatchScore::of(&won[..decided.games as usize - 2], Some(&sprt)).decision, SprtDecision::Continue);
    }
}
