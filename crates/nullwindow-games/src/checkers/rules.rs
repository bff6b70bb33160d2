//! The rules as a [`Game`], with keys and perft.

use super::board::{Black, Colour, Position, Sides, White, pack};
use super::database::{DatabaseError, EndgameDatabase};
use super::generate::{after, can_move, count_moves, each_move, perft};
use super::moves::Move;
use super::record::RepetitionRecord;
use super::selective::{self, CheckersRule};
use crate::rule_set::RuleSet;
use crate::{Perft, Published};
use nullwindow::{Game, Keyed, MoveBuf, MovesToRank, Player, Score};
use std::path::Path;
use std::sync::Arc;

/// The game of checkers: its rules, the positions drawn by repetition, and optionally an endgame database.
#[derive(Clone, Default, Debug)]
pub struct Checkers {
    pub(super) database: Option<Arc<EndgameDatabase>>,
    pub(super) record: RepetitionRecord,
    /// True if keys include every count of plies without progress, even one that cannot matter within 64 plies.
    pub(super) counted: bool,
    /// True if the game ends only when a player cannot move.
    plays_on: bool,
    /// The rules of selective search, and the part of a key that belongs to them and to `plays_on`.
    pub(super) rules: RuleSet,
    rule_salt: u64,
}

impl Checkers {
    /// The score of a win where the loser cannot move; each ply before that subtracts one.
    pub const WIN: Score = Score::new(1_000_000);
    /// The smallest score of a win; scores from here on encode their distance.
    pub const WINS_FROM: Score = Score::new(990_000);
    /// The number of plies without a capture or a move of a man after which the game is drawn: 40 moves of each player.
    pub const LIMIT: u8 = 80;
    /// The deepest search for which keys may omit small counts of plies without progress.
    pub const SAFE_DEPTH: u8 = 64;

    /// Creates the game without a database and without a record.
    #[must_use]
    pub fn new() -> Checkers {
        Checkers::default()
    }

    /// Adds an endgame database.
    #[must_use]
    pub fn with_database(mut self, database: Arc<EndgameDatabase>) -> Checkers {
        self.database = Some(database);
        self
    }

    /// Creates the game with the endgame database of a file. If the file cannot be used, returns the game without a
    /// database, and the error.
    #[must_use]
    pub fn with_database_file(path: &Path) -> (Checkers, Option<DatabaseError>) {
        match EndgameDatabase::load(path) {
            Ok(database) => (Checkers::new().with_database(Arc::new(database)), None),
            Err(error) => (Checkers::new(), Some(error)),
        }
    }

    /// Sets the positions of the game so far, from its beginning to the one before `now`, the current position. Those
    /// since the last capture or move of a man are drawn when they occur again; the current one is over if it occurs for
    /// the third time. Keys are salted with these positions, so that a table can be kept from move to move.
    #[must_use]
    pub fn with_record(mut self, played: &[Position], now: &Position) -> Checkers {
        self.record = RepetitionRecord::new(played, now);
        self
    }

    /// Ends the game only when a player cannot move, for players that go on after a draw which neither of them has
    /// claimed. Keys are salted, as values differ.
    #[must_use]
    pub fn without_draws(mut self) -> Checkers {
        (self.record, self.plays_on) = (RepetitionRecord::default(), true);
        self.set_rules(self.rules);
        // A database knows the draws of the rules only.
        self.database = None;
        self
    }

    /// Searches selectively, by the rules that are on by default. Values differ from those in full width, and keys
    /// too.
    #[must_use]
    pub fn selective(mut self) -> Checkers {
        self.set_rules(selective::DEFAULT);
        self
    }

    /// Switches a rule of selective search on or off. Without any rule a search has the full width.
    #[must_use]
    pub fn with_rule(mut self, rule: CheckersRule, on: bool) -> Checkers {
        self.set_rules(self.rules.with(rule as u8, on));
        self
    }

    fn set_rules(&mut self, rules: RuleSet) {
        let plays_on = if self.plays_on { fold(0, 1) } else { 0 };
        (self.rules, self.rule_salt) = (rules, selective::salt_of(rules) ^ plays_on);
    }

    /// Includes the plies without progress in every key, for searches deeper than [`Checkers::SAFE_DEPTH`]. Otherwise
    /// such a search could use the value of a position for one nearer to [`Checkers::LIMIT`]. Shallower searches only
    /// do more work.
    #[must_use]
    pub fn with_counted_keys(mut self) -> Checkers {
        self.counted = true;
        self
    }

    /// Returns the endgame database, if there is one.
    #[must_use]
    pub fn database(&self) -> Option<&EndgameDatabase> {
        self.database.as_deref()
    }

    /// Returns the plies without progress as keys include them. Counts below the threshold are merged, unless a
    /// database covers the position.
    #[inline]
    fn counted(&self, position: &Position) -> u8 {
        // From this count a search of `SAFE_DEPTH` plies ends one ply before the limit.
        const SMALLEST: u8 = Checkers::LIMIT - Checkers::SAFE_DEPTH - 1;
        // Database wins are exact only within the limit, so positions that a database covers need the exact count. The
        // move into its range is a capture, which resets the count: positions outside are not affected.
        let in_reach = |database: &Arc<EndgameDatabase>| position.pieces() <= database.pieces();
        let exact = self.counted || self.database.as_ref().is_some_and(in_reach);
        if exact { position.quiet } else { position.quiet.max(SMALLEST) }
    }

    /// Returns the draw score if a position in which the mover can move is drawn.
    #[inline(always)]
    fn drawn(&self, position: &Position) -> Option<Score> {
        // The flag comes last: it is read at the rare nodes only that a rule would draw.
        let drawn = (position.quiet >= Checkers::LIMIT || self.record.holds(position)) && !self.plays_on;
        drawn.then_some(Score::ZERO)
    }
}

impl Game for Checkers {
    type Position = Position;
    type Move = Move;

    #[inline]
    fn mover(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut MoveBuf<Move>) -> Option<Score> {
        if let Some(score) = self.over_at(position) {
            return Some(score);
        }
        match position.mover {
            Player::First => each_move::<Black>(position.sides(), |raw| moves.push(Move::new(raw))),
            Player::Second => each_move::<White>(position.sides(), |raw| moves.push(Move::new(raw))),
        }
        None
    }

    #[inline]
    fn play(&self, position: &Position, play: Move) -> Position {
        match position.mover {
            Player::First => {
                let (next, quiet) = next::<Black>(position, play);
                let Sides { own: white, other: black, kings } = next;
                Position { black, white, kings, mover: Player::Second, quiet }
            }
            Player::Second => {
                let (next, quiet) = next::<White>(position, play);
                let Sides { own: black, other: white, kings } = next;
                Position { black, white, kings, mover: Player::First, quiet }
            }
        }
    }

    #[inline]
    fn over(&self, position: &Position, _: &mut MoveBuf<Move>) -> Option<Score> {
        self.over_at(position)
    }

    // In full width a search orders by the successors, which the rules of late moves cannot use: they need ranks.
    #[inline]
    fn ranks_on_demand(&self) -> bool {
        self.rules.has(CheckersRule::LateMoveReduction as u8)
    }

    fn rank(&self, position: &Position, moves: &mut MovesToRank<'_, Move>) {
        selective::rank_all(self, position, moves);
    }

    #[inline]
    fn win_threshold(&self) -> Score {
        Checkers::WINS_FROM
    }
}

impl Checkers {
    /// Returns the final score, if the game is over. A player that cannot move has lost, even at the no-progress limit.
    #[inline(always)]
    pub(super) fn over_at(&self, position: &Position) -> Option<Score> {
        let moves = match position.mover {
            Player::First => can_move::<Black>(position.sides()),
            Player::Second => can_move::<White>(position.sides()),
        };
        if moves { self.drawn(position) } else { Some(-Checkers::WIN) }
    }

    /// Describes the end of the game, if it is over.
    pub(super) fn ending(&self, position: &Position) -> Option<&'static str> {
        let score = self.over_at(position)?;
        Some(match position.mover {
            _ if score == Score::ZERO && self.record.holds(position) => "drawn by repetition",
            _ if score == Score::ZERO => "drawn, too long without progress",
            Player::First if position.black == 0 => "White has won, Black has no pieces",
            Player::First => "White has won, Black cannot move",
            Player::Second if position.white == 0 => "Black has won, White has no pieces",
            Player::Second => "Black has won, White cannot move",
        })
    }
}

/// Returns the pieces after a move, and the new count of plies without progress.
#[inline(always)]
fn next<C: Colour>(position: &Position, play: Move) -> (Sides, u8) {
    let raw = play.raw();
    let progress = raw.captured != 0 || position.kings & raw.from == 0;
    (after::<C>(position.sides(), raw), if progress { 0 } else { position.quiet.saturating_add(1) })
}

impl Keyed for Checkers {
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        // Two 64-bit words hold the whole position; one long multiplication mixes them.
        let rest = u64::from(self.counted(position)) << 1 | position.mover as u64;
        let sides = u64::from(pack(position.black)) | u64::from(pack(position.white)) << 32;
        let key = fold(sides ^ 0x9e37_79b9_7f4a_7c15, u64::from(pack(position.kings)) << 32 ^ rest ^ MULTIPLIER);
        key ^ self.record.salt(position) ^ self.rule_salt
    }
}

// An arbitrary odd constant with a balanced bit pattern.
const MULTIPLIER: u64 = 0xd6e8_feb8_6659_fd93;

/// Mixes two words by a 128-bit product: every bit of the result depends on every bit of the factors.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the halves of the product")]
pub(super) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    // A factor of 0 makes the product 0; the rotated `a` keeps such inputs apart.
    let folded = (product >> 64) as u64 ^ product as u64;
    (folded ^ a.rotate_left(32)).wrapping_mul(MULTIPLIER)
}

impl Perft for Checkers {
    fn count_moves(&self, position: &Position) -> u64 {
        match position.mover {
            _ if self.drawn(position).is_some() => 0,
            Player::First => count_moves::<Black>(position.sides()),
            Player::Second => count_moves::<White>(position.sides()),
        }
    }

    /// Counts without move lists while no draw is within reach; otherwise move by move.
    fn perft(&self, position: &Position, depth: u32) -> u64 {
        // The fast count ignores draws, so it is valid only if no draw can occur within `depth` plies.
        if !self.record.is_empty() || u32::from(position.quiet) + depth > u32::from(Checkers::LIMIT) {
            let mut moves = MoveBuf::new();
            return match depth {
                0 => 1,
                1 => self.count_moves(position),
                _ if self.moves(position, &mut moves).is_some() => 0,
                _ => moves.iter().map(|play| self.perft(&self.play(position, play), depth - 1)).sum(),
            };
        }
        match position.mover {
            Player::First => perft::<Black>(position.sides(), depth),
            Player::Second => perft::<White>(position.sides(), depth),
        }
    }

    /// Returns the published counts to depth 11.
    ///
    /// The greater published depths (388,623,673 at 12 and 1,766,623,630 at 13) count captures by path: two ways to
    /// capture the same men and end on the same square are two moves. Here they are one move, because the position
    /// after it is the same (388,617,999 at depth 12). Up to depth 11 both countings agree.
    fn published(&self) -> &'static [Published] {
        &[("", &[7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128])]
    }
}
