//! The engine of one game: the only code that handles both a game's type and a search. In reading order:
//!
//! - this file: reading positions, and the trait;
//! - [`search`](self): one search, observed and recorded;
//! - [`upper`](self): the first plies of the tree of a search;
//! - [`solve`](self): the value to the end of the game, and [`line`](self) the principal variation to it;
//! - [`played`](self): positions of a game in progress, with its history;
//! - [`diagram`](self): boards as data, and positions set up on them;
//! - [`games`](self): games of files, and the judgement of their moves;
//! - [`prove`](self), [`minimal`](self), [`count`](self), [`check`](self): the other requests.

mod check;
mod count;
mod diagram;
mod games;
mod line;
mod minimal;
mod played;
mod prove;
mod search;
mod solve;
mod upper;

use crate::engine::{BoardDescription, CheckAnswer, EngineError, FalseProof, MinimalKind, SearchAnswer, SolveAnswer};
use crate::request::{Control, MoveNotation, PositionText, ProofRequest, SearchRequest, SolveRequest};
use crate::{DiagramDescription, Engine, GameText, MoveJudgement, PlayedPosition, UpperTree};
use nullwindow::solution::{Proof, SolutionTree};
use nullwindow::{Evaluator, Game, MoveBuf, Player, Request, Score};
use nullwindow_games::{DiagramPiece, GameSetting, Notation, Playable, ProblemSet, Profile, Purpose};
use std::borrow::Cow;
use std::sync::Arc;

/// Completes a request by the game's estimate of the plies left at the root.
fn request<'r, G: Playable>(
    game: &G,
    root: &G::Position,
    depths: impl Into<Request<'r, G::Move>>,
) -> Request<'r, G::Move> {
    depths.into().with_plies_left(game.plies_left(root))
}

/// The source of an engine's game: a game of the catalogue, or a tree grown from a seed.
pub(crate) trait GameSource: Sized + Send + Sync + 'static {
    /// True if the keys of leaves are their numbers from the left, which makes a sequence of them meaningful.
    const LEAVES_ARE_NUMBERED: bool = false;

    /// The game.
    type Game: Playable;

    /// Returns the full name.
    fn name(&self) -> &str;

    /// Returns the name without a size.
    fn game_name(&self) -> &str;

    /// Returns the name in certificates, from which [`Catalogue::proof_subject`](crate::Catalogue::proof_subject) finds
    /// the game again.
    fn certificate_name(&self) -> &str {
        self.name()
    }

    /// Returns the text of a position in a certificate. `text` is its form in other records.
    fn certificate_text(&self, _: &Self::Game, _: &PositionText, text: &str) -> String {
        text.to_owned()
    }

    /// Returns the game of a position for a purpose.
    fn game(&self, purpose: Purpose, position: &PositionText) -> Result<Cow<'_, Self::Game>, EngineError>;

    /// Reads a position without its moves.
    fn read(&self, game: &Self::Game, text: Option<&str>) -> Result<<Self::Game as Game>::Position, EngineError>;

    /// Returns the settings of the game.
    fn settings(&self) -> &'static [GameSetting];

    /// Returns the source of the game with these settings.
    fn with_settings(&self, settings: &[(String, String)]) -> Result<Self, EngineError>;

    /// Returns the number of test positions; `None` if every seed is one.
    fn test_positions(&self) -> Option<u32>;

    /// Returns a test position, counted from 1.
    fn test_position(&self, number: u32) -> Option<PositionText>;
}

/// An engine built on a game source.
pub(crate) struct TypedEngine<S>(pub(crate) S);

/// A parsed position with its game.
struct RootPosition<'e, G: Playable> {
    game: Cow<'e, G>,
    position: G::Position,
    /// The text of the position in records.
    text: String,
    /// The notation of moves in records.
    notation: MoveNotation,
}

impl<S: GameSource> TypedEngine<S> {
    /// Reads a position and plays its moves.
    fn root(&self, purpose: Purpose, from: &PositionText) -> Result<RootPosition<'_, S::Game>, EngineError> {
        let game = self.0.game(purpose, from)?;
        let mut position = self.0.read(&game, from.text.as_deref())?;
        for text in &from.moves {
            let play = self.legal_move(&game, &position, text)?;
            position = game.play(&position, play);
        }
        let text = match from.text.as_deref().map(str::trim) {
            // Records quote the caller's own text if it fits on one line: it is easier to recognize than a normalized
            // form.
            Some(text) if from.moves.is_empty() && !text.is_empty() && !text.contains(char::is_control) => {
                text.to_owned()
            }
            _ => game.format_position(&position),
        };
        Ok(RootPosition { game, position, text, notation: MoveNotation::Own })
    }

    /// Reads the position of a search.
    fn requested_root(&self, request: &SearchRequest) -> Result<RootPosition<'_, S::Game>, EngineError> {
        let root = match request.as_played {
            true => self.played_root(request.purpose(), &request.position)?,
            false => self.root(request.purpose(), &request.position)?,
        };
        Ok(RootPosition { notation: request.notation, ..root })
    }

    /// Returns the game for questions that concern no particular position.
    fn any_game(&self, purpose: Purpose) -> Cow<'_, S::Game> {
        let first = self.0.test_position(1).unwrap_or_default();
        self.0.game(purpose, &first).expect("the first test position is one of the game's own")
    }
}

impl<G: Playable> RootPosition<'_, G> {
    /// Returns the names of a line of moves from here, and the player of each.
    fn names(&self, line: &[G::Move]) -> (Vec<String>, Vec<Player>) {
        let mut position = self.position.clone();
        let name = |&play: &G::Move| {
            let (name, mover) = (self.move_name(&position, play), self.game.mover(&position));
            position = self.game.play(&position, play);
            (name, mover)
        };
        line.iter().map(name).unzip()
    }

    /// Returns the moves in the order of generation; empty if the game is over.
    fn moves(&self) -> Vec<G::Move> {
        moves(&*self.game, &self.position)
    }
}

/// Returns the moves of a position in the order of generation; empty if the game is over.
fn moves<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = MoveBuf::new();
    match game.moves(position, &mut moves) {
        Some(_) => Vec::new(),
        None => moves.iter().collect(),
    }
}

/// Returns the final score if the game is over.
fn over<G: Game>(game: &G, position: &G::Position) -> Option<Score> {
    game.over(position, &mut MoveBuf::new())
}

impl<S: GameSource> Engine for TypedEngine<S> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn game(&self) -> &str {
        self.0.game_name()
    }

    fn profile(&self, purpose: Purpose) -> Profile {
        self.any_game(purpose).profile()
    }

    fn settings(&self) -> &'static [GameSetting] {
        self.0.settings()
    }

    fn with_settings(&self, settings: &[(String, String)]) -> Result<Arc<dyn Engine>, EngineError> {
        Ok(Arc::new(TypedEngine(self.0.with_settings(settings)?)))
    }

    fn is_selective(&self) -> bool {
        self.any_game(Purpose::Selective).is_selective()
    }

    fn test_positions(&self) -> Option<u32> {
        self.0.test_positions()
    }

    fn test_position(&self, number: u32) -> Option<PositionText> {
        self.0.test_position(number)
    }

    fn problems(&self) -> Vec<ProblemSet> {
        self.any_game(Purpose::Solve).problems()
    }

    fn board(&self, position: &PositionText) -> Result<BoardDescription, EngineError> {
        let root = self.root(Purpose::FixedDepth, position)?;
        let (game, position) = (&*root.game, &root.position);
        let first = game.mover(position) == Player::First;
        let over = over(game, position);
        Ok(BoardDescription {
            text: root.text.clone(),
            notation: game.format_position(position),
            picture: game.draw(position),
            mover: game.profile().players[usize::from(!first)],
            first_player_moves: first,
            over,
            evaluation: over.unwrap_or_else(|| game.evaluate(position)),
            moves: root.moves().into_iter().map(|play| game.format_move(position, play)).collect(),
        })
    }

    fn played(&self, position: &PositionText, notation: MoveNotation) -> Result<PlayedPosition, EngineError> {
        let (root, drawn) = self.played_or_drawn(Purpose::FixedDepth, position)?;
        Ok(RootPosition { notation, ..root }.description(drawn))
    }

    fn diagram(&self, position: &PositionText) -> Result<Option<DiagramDescription>, EngineError> {
        self.diagram_of(position)
    }

    fn svg(&self, position: &PositionText) -> Result<Option<String>, EngineError> {
        self.svg_of(position)
    }

    fn compose(&self, cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<String, EngineError> {
        self.composed(cells, first_moves)
    }

    fn read_positions(&self, text: &str) -> Result<Vec<PositionText>, EngineError> {
        let game = self.any_game(Purpose::FixedDepth);
        let wrong = |error| EngineError::Positions { game: self.0.game_name().to_owned(), error: Box::new(error) };
        let positions = game.read_positions(text).map_err(wrong)?;
        Ok(positions.iter().map(|position| game.format_position(position).as_str().into()).collect())
    }

    fn read_games(&self, text: &str) -> Result<Vec<GameText>, EngineError> {
        self.games_of(text)
    }

    fn write_game(&self, game: &GameText) -> Result<String, EngineError> {
        self.file_of(game)
    }

    fn file_extension(&self) -> &'static str {
        self.any_game(Purpose::FixedDepth).file_extension()
    }

    fn move_name(&self, position: &PositionText, text: &str, notation: MoveNotation) -> Result<String, EngineError> {
        self.name_of(position, text, notation)
    }

    fn variation(&self, position: &PositionText, moves: &[String]) -> Result<String, EngineError> {
        self.line_of(position, moves)
    }

    fn judge(
        &self,
        request: &SearchRequest,
        played: &str,
        control: &mut Control<'_>,
    ) -> Result<Option<MoveJudgement>, EngineError> {
        self.judgement(request, played, control)
    }

    fn moves_left(&self, position: &PositionText) -> Result<Option<u32>, EngineError> {
        let root = self.root(Purpose::FixedDepth, position)?;
        Ok(root.game.moves_left(&root.position))
    }

    fn search(&self, request: &SearchRequest, control: &mut Control<'_>) -> Result<SearchAnswer, EngineError> {
        let root = self.requested_root(request)?;
        let mut answer = root.search(self.0.name(), request, control)?;
        // Keys of games are hashes: their sequence means nothing to a reader.
        if !S::LEAVES_ARE_NUMBERED {
            answer.leaf_sequence = None;
        }
        Ok(answer)
    }

    fn upper_tree(
        &self,
        request: &SearchRequest,
        path: &[String],
        plies: u32,
        control: &mut Control<'_>,
    ) -> Result<UpperTree, EngineError> {
        self.upper_of(request, path, plies, control)
    }

    fn solve(&self, request: &SolveRequest, control: &mut Control<'_>) -> Result<SolveAnswer, EngineError> {
        let root = self.root(Purpose::Solve, &request.position)?;
        root.solve(self.0.name(), request, control)
    }

    fn minimal(
        &self,
        kind: MinimalKind,
        request: &SearchRequest,
        control: &mut Control<'_>,
    ) -> Result<SearchAnswer, EngineError> {
        let root = self.root(Purpose::FixedDepth, &request.position)?;
        root.minimal(self.0.name(), kind, request, control)
    }

    fn proof(&self, request: &ProofRequest, control: &mut Control<'_>) -> Result<Vec<Proof>, EngineError> {
        self.prove(request, control)
    }

    fn verify(&self, position: &PositionText, tree: &SolutionTree) -> Result<Result<(), FalseProof>, EngineError> {
        Ok(self.root(Purpose::Proof, position)?.verify(tree))
    }

    fn perft(
        &self,
        position: &PositionText,
        depth: u32,
        control: &mut Control<'_>,
    ) -> Result<Option<u64>, EngineError> {
        Ok(self.root(Purpose::FixedDepth, position)?.perft(depth, control))
    }

    fn divide(
        &self,
        position: &PositionText,
        depth: u32,
        control: &mut Control<'_>,
    ) -> Result<Vec<(String, u64)>, EngineError> {
        Ok(self.root(Purpose::FixedDepth, position)?.divide(depth, control))
    }

    fn uci_moves(&self, position: &PositionText) -> Result<Option<Vec<String>>, EngineError> {
        Ok(self.root(Purpose::FixedDepth, position)?.uci_moves())
    }

    fn published(&self, position: &PositionText) -> Result<&'static [u64], EngineError> {
        Ok(self.root(Purpose::FixedDepth, position)?.published())
    }

    fn check(&self, seed: u64, depth: u32, control: &mut Control<'_>) -> Vec<CheckAnswer> {
        self.run_kit(seed, depth, control)
    }

    fn check_positions(&self) -> u64 {
        self.kit_roots().len() as u64
    }

    fn describe_value(&self, position: &PositionText, value: Score) -> Result<String, EngineError> {
        let root = self.root(Purpose::Solve, position)?;
        Ok(root.game.describe_value(&root.position, value))
    }

    fn short_score(&self, purpose: Purpose, score: Score) -> String {
        self.any_game(purpose).short_score(score)
    }

    fn win_distance(&self, score: Score) -> Option<u32> {
        let game = self.any_game(Purpose::FixedDepth);
        let win = game.profile().win.filter(|_| search::is_win(&*game, score))?;
        Some(win.get().abs_diff(score.get().abs()))
    }
}
