//! Plays matches between players of limited strength.

use nullwindow_engine::{
    ChosenMove, Engine, EngineError, GoLimits, MoveNotation, PositionText, Purpose, ScoreKind, Session, SessionEvent,
    StrengthLevel,
};
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// The length in plies at which a game is drawn.
const LONGEST: usize = 400;
/// The score up to which the position after the random moves is fair, in units of the game.
const FAIR: i32 = 1;
/// The nodes that judge it.
const FAIR_NODES: u64 = 5000;
/// The bytes of a player's table.
const TABLE: u64 = 8 << 20;

/// The result of a game for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnResult {
    Win,
    Draw,
    Loss,
}

/// The score of a position for its player to move, and the result for that player.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub score: i32,
    pub result: OwnResult,
}

/// The rules of all matches.
#[derive(Clone, Copy, Debug)]
pub struct LevelMatchRules {
    /// The number of games.
    pub games: u32,
    /// The random plies before a game.
    pub opening: u32,
    /// The number of games at a time.
    pub threads: u16,
}

/// A match between two players. Each opening is played twice, with either player first.
pub struct LevelMatch<'m> {
    pub engine: &'m Arc<dyn Engine>,
    pub players: [StrengthLevel; 2],
    pub rules: LevelMatchRules,
    pub seed: u64,
}

/// The games of a match, counted for its first player.
#[derive(Default)]
pub struct MatchResult {
    wins: u32,
    draws: u32,
    losses: u32,
    pub samples: Vec<Sample>,
}

impl MatchResult {
    fn count(&mut self, result: OwnResult) {
        match result {
            OwnResult::Win => self.wins += 1,
            OwnResult::Draw => self.draws += 1,
            OwnResult::Loss => self.losses += 1,
        }
    }

    /// Returns the difference of Elo, and its standard error. Half a point is added for both players, so that a match
    /// without a loss has a finite difference.
    pub fn elo(&self) -> (f64, f64) {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(f64::from);
        let games = wins + draws + losses + 1.0;
        let rate = (wins + draws / 2.0 + 0.5) / games;
        let variance = (wins + 0.5) / games + draws / games / 4.0 - rate * rate;
        let slope = 400.0 / (std::f64::consts::LN_10 * rate * (1.0 - rate));
        (400.0 * (rate / (1.0 - rate)).log10(), slope * (variance / games).sqrt())
    }
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} wins, {} draws, {} losses", self.wins, self.draws, self.losses)
    }
}

/// Plays a match on several threads.
pub fn play_match(played: &LevelMatch<'_>) -> Result<MatchResult, EngineError> {
    let (next, result) = (AtomicU32::new(0), Mutex::new(MatchResult::default()));
    std::thread::scope(|scope| {
        let play = || -> Result<(), EngineError> {
            let mut sessions = played.sessions()?;
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= played.rules.games {
                    return Ok(());
                }
                let (own, samples) = played.game(&mut sessions, number)?;
                let mut result = result.lock().unwrap_or_else(PoisonError::into_inner);
                result.count(own);
                result.samples.extend(samples);
            }
        };
        let threads: Vec<_> = (0..played.rules.threads).map(|_| scope.spawn(play)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic of a game"))
    })?;
    Ok(result.into_inner().unwrap_or_else(PoisonError::into_inner))
}

impl LevelMatch<'_> {
    fn sessions(&self) -> Result<[Session; 2], EngineError> {
        let session = |level: StrengthLevel| -> Result<Session, EngineError> {
            let mut session = Session::new(Arc::clone(self.engine))?;
            session.set_table_bytes(TABLE)?;
            session.set_options(|options| options.strength = Some(level));
            Ok(session)
        };
        let [first, second] = self.players;
        Ok([session(first)?, session(second)?])
    }

    /// Plays a game, and returns the result of the first player and the scores on the way.
    fn game(&self, sessions: &mut [Session; 2], number: u32) -> Result<(OwnResult, Vec<Sample>), EngineError> {
        let mut random = self.seed ^ u64::from(number / 2).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut moves = self.opening(&mut random)?;
        for session in sessions.iter_mut() {
            session.clear_table();
            let seed = mixed(&mut random) ^ u64::from(number);
            session.set_options(|options| options.seed = seed);
        }
        // The player and the score of each ply.
        let mut scores: Vec<(bool, Option<i32>)> = Vec::new();
        loop {
            let position = PositionText { text: None, moves: moves.clone() };
            let played = self.engine.played(&position, MoveNotation::Own)?;
            let first = played.first_player_moves == number.is_multiple_of(2);
            if played.drawn || played.over.is_some() || scores.len() >= LONGEST {
                let of_mover = played.over.map_or(0, |score| score.get().signum());
                let own = if first { of_mover } else { -of_mover };
                return Ok((result(own), samples(&scores, own)));
            }
            let session = &mut sessions[usize::from(!first)];
            session.set_position(position)?;
            let (chosen, score) = search(session)?;
            scores.push((first, score));
            // There is a legal move, as the game is not over.
            moves.extend(chosen.best);
        }
    }

    /// Returns random moves that lead to a fair position.
    fn opening(&self, random: &mut u64) -> Result<Vec<String>, EngineError> {
        let scale = self.engine.profile(Purpose::FixedDepth).scale;
        let mut judge = Session::new(Arc::clone(self.engine))?;
        judge.set_table_bytes(TABLE)?;
        judge.set_options(|options| {
            options.strength = Some(StrengthLevel { elo: 0, nodes: FAIR_NODES, noise: 0 });
        });
        loop {
            let mut moves: Vec<String> = Vec::new();
            for _ in 0..self.rules.opening {
                let legal = judge.set_position(PositionText { text: None, moves: moves.clone() })?.moves;
                let Some(count) = u64::try_from(legal.len()).ok().filter(|&count| count > 0) else { break };
                let chosen = usize::try_from(mixed(random) % count).unwrap_or(0);
                moves.extend(legal.into_iter().nth(chosen));
            }
            let position = judge.set_position(PositionText { text: None, moves: moves.clone() })?;
            if position.over.is_none()
                && !position.moves.is_empty()
                && search(&mut judge)?.1.is_some_and(|score| score.abs() <= FAIR * scale)
            {
                return Ok(moves);
            }
        }
    }
}

/// Searches, and returns the move and the last exact score that is no proven win.
fn search(session: &mut Session) -> Result<(ChosenMove, Option<i32>), EngineError> {
    let (mut chosen, mut score) = (ChosenMove::default(), None);
    session.prepare(&GoLimits::default())?.run(&mut |event| match event {
        SessionEvent::Info(info) if info.kind == ScoreKind::Exact && info.rank == 1 => {
            score = Some(info.score).filter(|_| info.win_distance.is_none());
        }
        SessionEvent::BestMove(best) => chosen = (*best).clone(),
        _ => {}
    });
    Ok((chosen, score))
}

fn result(own: i32) -> OwnResult {
    match own {
        0 => OwnResult::Draw,
        win if win > 0 => OwnResult::Win,
        _ => OwnResult::Loss,
    }
}

/// Returns the scores of a game, each with the result for its player; `own` is the result of the first one.
fn samples(scores: &[(bool, Option<i32>)], own: i32) -> Vec<Sample> {
    let sample = |&(first, score): &(bool, Option<i32>)| {
        Some(Sample { score: score?, result: result(if first { own } else { -own }) })
    };
    scores.iter().filter_map(sample).collect()
}

/// Returns the next random number (splitmix64).
fn mixed(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_elo_are_those_of_the_logistic() {
        let played = MatchResult { wins: 75, draws: 0, losses: 25, samples: Vec::new() };
        let (elo, error) = played.elo();
        assert!((elo - 189.0).abs() < 2.0 && (error - 40.0).abs() < 3.0, "{elo} {error}");
        let even = MatchResult { wins: 10, draws: 80, losses: 10, samples: Vec::new() };
        assert!(even.elo().0.abs() < 1e-9 && even.elo().1 < 20.0);
        assert!(MatchResult { wins: 10, ..MatchResult::default() }.elo().0.is_finite());
    }

    #[test]
    fn scores_have_the_result_of_their_player() {
        let found = samples(&[(true, Some(30)), (false, Some(-20)), (true, None)], 1);
        let pairs: Vec<_> = found.iter().map(|sample| (sample.score, sample.result)).collect();
        assert_eq!(pairs, [(30, OwnResult::Win), (-20, OwnResult::Loss)]);
    }
}
