//! One game of a match: two players, the rules of the game, and the limits of the match.

use super::player::{MatchPlayer, MoveRequest, PlayerAnswer};
use nullwindow::{Player, Score};
use nullwindow_engine::{
    Engine, EngineError, GameClock, GameResult, GameText, GoLimits, MoveNotation, PlayedPosition, PositionText, Purpose,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::{Duration, Instant};

/// The limits of each move of a player. Several together end a search at the first that is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct MatchLimits {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time per move.
    pub time: Option<Duration>,
    /// The time for the game, and the time that each move adds.
    pub clock: Option<(Duration, Duration)>,
}

impl MatchLimits {
    /// Returns whether the same search finds the same move each time: no limit is a time.
    #[must_use]
    pub fn are_reproducible(&self) -> bool {
        self.time.is_none() && self.clock.is_none()
    }

    fn of_move(&self, clock: Option<GameClock>) -> GoLimits {
        let mut limits = GoLimits::default();
        (limits.depth, limits.nodes, limits.move_time, limits.clock) = (self.depth, self.nodes, self.time, clock);
        limits
    }
}

impl fmt::Display for MatchLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
            self.time.map(|time| format!("time={}s", time.as_secs_f64())),
            self.clock.map(|(base, more)| format!("clock={}+{}s", base.as_secs_f64(), more.as_secs_f64())),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// Ends a game that both players judge as won: by at least this score, on this many moves of each in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// The score, in the scale of the game.
    pub score: i32,
    /// The number of moves of each player.
    pub moves: u32,
}

impl ResignRule {
    /// Returns the rule for a score in units of the game: pawns, men, discs.
    #[must_use]
    pub fn in_units(engine: &dyn Engine, units: u32, moves: u32) -> ResignRule {
        let scale = engine.profile(Purpose::FixedDepth).scale.max(1);
        ResignRule { score: i32::try_from(units).unwrap_or(i32::MAX).saturating_mul(scale), moves }
    }
}

/// The rules of a match beyond those of its game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MatchRules {
    /// The limits of the two players.
    pub limits: [MatchLimits; 2],
    /// The number of moves, of both players together, after which a game is drawn.
    pub max_plies: u32,
    /// The rule for games that are decided.
    pub resign: Option<ResignRule>,
}

impl MatchRules {
    /// The usual length of the longest game.
    pub const USUAL_PLIES: u32 = 400;

    /// Returns rules with these limits for both players.
    #[must_use]
    pub fn new(limits: MatchLimits) -> MatchRules {
        MatchRules { limits: [limits; 2], max_plies: MatchRules::USUAL_PLIES, resign: None }
    }
}

/// A finished game of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MatchGame {
    /// The number in the match, from 0. Games 2n and 2n + 1 are a pair: A moves first in the even one.
    pub number: u32,
    /// The text of the start position; `None` for the usual one.
    pub start: Option<String>,
    /// The moves of the opening.
    pub opening: Vec<String>,
    /// The moves of the players.
    pub moves: Vec<String>,
    /// The result: `1-0` if the player that moves first in the game won.
    pub result: String,
    /// The reason for the end.
    pub reason: String,
    /// The work of A and B.
    pub work: [SideWork; 2],
}

/// The work of a player in one game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SideWork {
    /// The number of moves.
    pub moves: u32,
    /// The number of nodes, as far as the player has reported them: those of completed iterations.
    pub nodes: u64,
    /// The sum of the depths of the last completed iterations.
    pub depth: u64,
    /// The time in seconds.
    pub seconds: f64,
}

impl MatchGame {
    /// Returns whether A is the player that moves first in the game.
    #[must_use]
    pub fn a_is_first(&self) -> bool {
        self.number.is_multiple_of(2)
    }

    /// Returns the half points of A: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self) -> usize {
        match GameResult::read(&self.result) {
            Some(GameResult::Win(player)) => 2 * usize::from((player == Player::First) == self.a_is_first()),
            _ => 1,
        }
    }

    /// Returns the game for a file, with the names of A and B.
    #[must_use]
    pub fn text(&self, names: [&str; 2]) -> GameText {
        let start = PositionText::new(self.start.clone());
        let mut game = GameText::new(start, self.opening.iter().chain(&self.moves).cloned().collect());
        let [a, b] = names.map(|name| Some(name.to_owned()));
        game.players = if self.a_is_first() { [a, b] } else { [b, a] };
        game.result = GameResult::read(&self.result);
        game.tags = [
            ("Event", "match".to_owned()),
            ("Round", (self.number + 1).to_string()),
            ("Termination", self.reason.clone()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec();
        game
    }
}

/// Conducts one game.
pub struct GameReferee<'g> {
    engine: &'g dyn Engine,
    rules: &'g MatchRules,
    /// True if A moves first in the game.
    a_is_first: bool,
    position: PositionText,
    clocks: [Option<GameClock>; 2],
    work: [SideWork; 2],
    /// For each player, the number of moves in a row that it judged as won for the first player (positive) or the second.
    decided: [i64; 2],
}

impl fmt::Debug for GameReferee<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameReferee").field("position", &self.position).finish_non_exhaustive()
    }
}

/// The result of a game with its reason.
type Ending = (GameResult, String);

impl<'g> GameReferee<'g> {
    /// Prepares game `number` of a match.
    #[must_use]
    pub fn new(engine: &'g dyn Engine, rules: &'g MatchRules, number: u32, opening: PositionText) -> GameReferee<'g> {
        let clock = |limits: &MatchLimits| limits.clock.map(|(base, more)| GameClock::new(base).with_increment(more));
        GameReferee {
            engine,
            rules,
            a_is_first: number.is_multiple_of(2),
            position: opening,
            clocks: [clock(&rules.limits[0]), clock(&rules.limits[1])],
            work: [SideWork::default(); 2],
            decided: [0; 2],
        }
    }

    /// Plays the game with A and B; `None` if it was stopped.
    ///
    /// # Errors
    /// If the opening is not legal.
    pub fn play(
        mut self,
        number: u32,
        players: &mut [Box<dyn MatchPlayer>; 2],
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<MatchGame>, EngineError> {
        let opening = self.position.moves.len();
        for (side, player) in players.iter_mut().enumerate() {
            if let Err(error) = player.begin() {
                let ending = self.loss(side, &error.to_string());
                return Ok(Some(self.finished(number, opening, ending)));
            }
        }
        for _ in 0..self.rules.max_plies {
            let played = self.engine.played(&self.position, MoveNotation::Own)?;
            if let Some(ending) = rules_ending(&played).or_else(|| self.adjudicated()) {
                return Ok(Some(self.finished(number, opening, ending)));
            }
            if is_stopped() {
                return Ok(None);
            }
            if let Some(ending) = self.ply(&played, players) {
                return Ok(Some(self.finished(number, opening, ending)));
            }
        }
        let played = self.engine.played(&self.position, MoveNotation::Own)?;
        let long = || (GameResult::Draw, "maximum length".to_owned());
        let ending = rules_ending(&played).unwrap_or_else(long);
        Ok(Some(self.finished(number, opening, ending)))
    }

    /// Asks the player to move for a move and plays it. Returns the end of the game if there was none.
    fn ply(&mut self, played: &PlayedPosition, players: &mut [Box<dyn MatchPlayer>; 2]) -> Option<Ending> {
        let side = usize::from(played.first_player_moves != self.a_is_first);
        let limits = self.rules.limits[side].of_move(self.clocks[side]);
        let in_order = |[a, b]: [GameClock; 2]| if self.a_is_first { [a, b] } else { [b, a] };
        let clocks = self.clocks[0].zip(self.clocks[1]).map(|(a, b)| in_order([a, b]));
        let request = MoveRequest { engine: self.engine, position: &self.position, played, limits: &limits, clocks };
        let start = Instant::now();
        let answer = players[side].choose(&request);
        let used = start.elapsed();
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return Some(self.loss(side, &error.to_string())),
        };
        if let Some(clock) = &mut self.clocks[side] {
            match clock.remaining.checked_sub(used) {
                Some(left) => clock.remaining = left + clock.increment,
                None => return Some(self.loss(side, "time forfeit")),
            }
        }
        match self.engine.move_name(&self.position, &answer.name, MoveNotation::Own) {
            Ok(name) => self.position.moves.push(name),
            Err(_) => return Some(self.loss(side, &format!("illegal move {}", answer.name))),
        }
        self.record(side, &answer, used, played.first_player_moves);
        None
    }

    fn record(&mut self, side: usize, answer: &PlayerAnswer, used: Duration, first: bool) {
        let work = &mut self.work[side];
        work.moves += 1;
        work.nodes += answer.nodes.unwrap_or(0);
        work.depth += u64::from(answer.depth.unwrap_or(0));
        work.seconds += used.as_secs_f64();
        let limit = self.rules.resign.map_or(i32::MAX, |rule| rule.score);
        let sign = match answer.score {
            Some(score) if score >= limit => 1,
            Some(score) if score <= -limit => -1,
            _ => 0,
        };
        let sign = if first { sign } else { -sign };
        let before = self.decided[side];
        self.decided[side] = if sign == before.signum() || before == 0 { before + sign } else { sign };
        if sign == 0 {
            self.decided[side] = 0;
        }
    }

    /// Returns the result of a game that both players judge as decided.
    fn adjudicated(&self) -> Option<Ending> {
        let moves = i64::from(self.rules.resign?.moves);
        let all = |sign: i64| self.decided.iter().all(|&times| times * sign >= moves);
        let winner = if all(1) { Player::First } else { all(-1).then_some(Player::Second)? };
        Some((GameResult::Win(winner), "adjudicated: both players judge it as won".to_owned()))
    }

    /// Returns the loss of A or B.
    fn loss(&self, side: usize, reason: &str) -> Ending {
        let first_lost = (side == 0) == self.a_is_first;
        let winner = if first_lost { Player::Second } else { Player::First };
        let name = if side == 0 { "A" } else { "B" };
        (GameResult::Win(winner), format!("{name}: {reason}"))
    }

    fn finished(self, number: u32, opening: usize, (result, reason): Ending) -> MatchGame {
        let PositionText { text, mut moves } = self.position;
        let own = moves.split_off(opening.min(moves.len()));
        let result = result.to_string();
        // Whole microseconds: more digits would not be read back from JSON as they were written.
        let work = self.work.map(|work| SideWork { seconds: (work.seconds * 1e6).round() / 1e6, ..work });
        MatchGame { number, start: text, opening: moves, moves: own, result, reason, work }
    }
}

/// Returns the end of a game by its own rules.
fn rules_ending(played: &PlayedPosition) -> Option<Ending> {
    if played.drawn {
        return Some((GameResult::Draw, "draw by rule".to_owned()));
    }
    let mover = if played.first_player_moves { Player::First } else { Player::Second };
    let result = match played.over? {
        score if score > Score::ZERO => GameResult::Win(mover),
        score if score < Score::ZERO => GameResult::Win(mover.other()),
        _ => GameResult::Draw,
    };
    Some((result, "normal".to_owned()))
}
