//! Openings, one for each pair of games: made by random play and balanced by a shallow search, or read from a file.

use nullwindow::mtd::MtdF;
use nullwindow::{AnyAlgorithm, Depth};
use nullwindow_engine::{
    Control, Engine, EngineError, GameText, Horizon, MemoryChoice, MoveNotation, PositionText, Purpose, SearchRequest,
};
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The length of a random opening in plies, where games are long enough.
const PLIES: u32 = 8;
/// The share of a game that is opening, where the game tells its length.
const SHARE: u32 = 4;
/// The nodes of the search that balances an opening.
const NODES: u64 = 800;
/// The entries of its table.
const ENTRIES: u64 = 1 << 12;
/// The number of openings that are tried for each pair.
const TRIES: u32 = 40;

/// The source of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// Random moves from the start, balanced by a shallow search; the seed selects them.
    Random {
        /// The seed.
        seed: u64,
    },
    /// Positions of games, in their order; they are repeated if there are more pairs.
    Games(Vec<PositionText>),
}

impl OpeningSource {
    /// Returns the last positions of the games of a file as openings.
    #[must_use]
    pub fn of_games(games: &[GameText]) -> OpeningSource {
        let position = |game: &GameText| {
            let mut start = game.start.clone();
            start.moves.extend(game.moves.iter().cloned());
            start
        };
        OpeningSource::Games(games.iter().map(position).collect())
    }
}

/// Names the source: the seed, or a hash of the positions.
impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningSource::Random { seed } => write!(f, "random {seed}"),
            OpeningSource::Games(games) => {
                let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                let text = format!("{games:?}");
                let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
                write!(f, "{} positions {hash:016x}", games.len())
            }
        }
    }
}

/// The openings of a match. They are made one after the other, so that no position occurs twice while there are others.
pub struct OpeningBook {
    engine: Arc<dyn Engine>,
    source: OpeningSource,
    made: Vec<PositionText>,
    known: HashSet<String>,
    repeated: u32,
}

impl fmt::Debug for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpeningBook")
            .field("source", &self.source)
            .field("made", &self.made.len())
            .finish_non_exhaustive()
    }
}

impl OpeningBook {
    /// Creates a book.
    ///
    /// # Errors
    /// If a position of the source is not legal, or the game is over there.
    pub fn new(engine: Arc<dyn Engine>, source: OpeningSource) -> Result<OpeningBook, EngineError> {
        if let OpeningSource::Games(games) = &source {
            for position in games {
                let played = engine.played(position, MoveNotation::Own)?;
                if played.over.is_some() || played.drawn || played.moves.is_empty() {
                    let wrong = format!("the game is over in the opening '{}'", played.notation);
                    return Err(EngineError::Size(wrong));
                }
            }
            if games.is_empty() {
                return Err(EngineError::Size("there is no opening".to_owned()));
            }
        }
        Ok(OpeningBook { engine, source, made: Vec::new(), known: HashSet::new(), repeated: 0 })
    }

    /// Returns the source.
    #[must_use]
    pub fn source(&self) -> &OpeningSource {
        &self.source
    }

    /// Returns the number of openings that repeat an earlier one: a small game has few.
    #[must_use]
    pub fn repeated(&self) -> u32 {
        self.repeated
    }

    /// Returns the opening of a pair, counted from 0.
    ///
    /// # Errors
    /// Only if the engine refuses its own moves.
    pub fn opening(&mut self, pair: u32) -> Result<PositionText, EngineError> {
        if let OpeningSource::Games(games) = &self.source {
            self.repeated =
                self.repeated.max((pair + 1).saturating_sub(u32::try_from(games.len()).unwrap_or(u32::MAX)));
            return Ok(games[pair as usize % games.len()].clone());
        }
        while self.made.len() <= pair as usize {
            let next = self.make(u32::try_from(self.made.len()).unwrap_or(u32::MAX))?;
            self.made.push(next);
        }
        Ok(self.made[pair as usize].clone())
    }

    /// Makes the opening of a pair: the first random one that is balanced and new, or the best balanced of all tries.
    fn make(&mut self, pair: u32) -> Result<PositionText, EngineError> {
        let seed = if let OpeningSource::Random { seed } = self.source { seed } else { 0 };
        let profile = self.engine.profile(Purpose::FixedDepth);
        let balanced = profile.judging.mistake.max(1);
        let start = PositionText::start();
        let left = self.engine.played(&start, MoveNotation::Own)?.moves_left;
        let plies = left.map_or(PLIES, |left| PLIES.min(left / SHARE));
        let mut best: Option<(i32, bool, PositionText, String)> = None;
        for attempt in 0..TRIES {
            let mut random = SplitMix(seed ^ u64::from(pair) << 32 ^ u64::from(attempt) << 16);
            // Both players move first in some openings, and a short game gets a shorter one.
            let length = (plies + random.below(2)).saturating_sub(attempt / 8);
            let Some((position, notation)) = self.random_line(length, &mut random)? else { continue };
            let is_known = self.known.contains(&notation);
            if is_known && best.is_some() {
                continue;
            }
            let score = self.value(&position)?.abs();
            if score <= balanced && !is_known {
                self.known.insert(notation);
                return Ok(position);
            }
            if best.as_ref().is_none_or(|(found, known, ..)| (*known, *found) > (is_known, score)) {
                best = Some((score, is_known, position, notation));
            }
        }
        Ok(match best {
            Some((_, is_known, position, notation)) => {
                self.repeated += u32::from(is_known);
                self.known.insert(notation);
                position
            }
            None => start,
        })
    }

    /// Plays random moves; `None` if the game ends by them.
    fn random_line(&self, plies: u32, random: &mut SplitMix) -> Result<Option<(PositionText, String)>, EngineError> {
        let mut position = PositionText::start();
        loop {
            let played = self.engine.played(&position, MoveNotation::Own)?;
            if played.over.is_some() || played.drawn || played.moves.is_empty() {
                return Ok(None);
            }
            if position.moves.len() >= plies as usize {
                return Ok(Some((position, played.notation)));
            }
            let count = u32::try_from(played.moves.len()).unwrap_or(u32::MAX);
            position.moves.push(played.moves[random.below(count) as usize].clone());
        }
    }

    /// Returns the value of a position by a shallow search.
    fn value(&self, position: &PositionText) -> Result<i32, EngineError> {
        let horizon = Horizon::Deepening { to: Depth::plies(6), step: 1 };
        let mut request = SearchRequest::new(AnyAlgorithm::MtdF(MtdF::new()), horizon, MemoryChoice::Entries(ENTRIES));
        (request.position, request.nodes, request.exact_leaves) = (position.clone(), Some(NODES), false);
        (request.until_decided, request.as_played) = (true, true);
        let never = AtomicBool::new(false);
        let answer = self.engine.search(&request, &mut Control::new(&never))?;
        let played = || self.engine.played(position, MoveNotation::Own).map(|played| played.evaluation.get());
        answer.records.iter().rev().find_map(|record| record.value).map_or_else(played, Ok)
    }
}

/// A generator of random numbers: `SplitMix64`, by G. Steele, D. Lea and C. Flood.
#[derive(Clone, Debug)]
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `count`. The bias of the remainder is below 2^-32.
    #[allow(clippy::cast_possible_truncation, reason = "a remainder of a 32-bit number")]
    fn below(&mut self, count: u32) -> u32 {
        (self.next() % u64::from(count.max(1))) as u32
    }
}
