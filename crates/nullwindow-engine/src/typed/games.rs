//! Games of files: reading them, the numbers of their moves, and the judgement of a move.

use super::{GameSource, RootPosition, TypedEngine};
use crate::engine::{EngineError, SearchAnswer};
use crate::request::{Control, Horizon, MoveNotation, PositionText, SearchRequest};
use crate::{Engine, GameText, MoveJudgement, SearchRecord};
use nullwindow::{Depth, Game, Player, Score};
use nullwindow_games::{Notation, Playable, Purpose, RecordedGame};

impl<S: GameSource> TypedEngine<S> {
    pub(super) fn games_of(&self, text: &str) -> Result<Vec<GameText>, EngineError> {
        let game = self.any_game(Purpose::FixedDepth);
        let wrong = |error| EngineError::Positions { game: self.0.game_name().to_owned(), error: Box::new(error) };
        let games = game.read_games(text).map_err(wrong)?;
        Ok(games.into_iter().map(|record| game_text(&*game, record)).collect())
    }

    /// Writes a game in the format of the game's files. Moves may go on after a draw that neither player has claimed.
    pub(super) fn file_of(&self, text: &GameText) -> Result<String, EngineError> {
        let game = self.0.game(Purpose::FixedDepth, &text.start)?;
        let on = game.without_draws();
        let reader = on.as_ref().unwrap_or(&game);
        let play_all = |mut position: <S::Game as Game>::Position, names: &mut dyn Iterator<Item = &str>| {
            let mut plays = Vec::new();
            for name in names {
                let play = self.legal_move(reader, &position, name)?;
                position = reader.play(&position, play);
                plays.push(play);
            }
            Ok::<_, EngineError>((plays, position))
        };
        let given = self.0.read(&game, text.start.text.as_deref())?;
        let (_, mut start) = play_all(given, &mut text.start.moves.iter().map(String::as_str))?;
        let (mut plays, _) = play_all(start.clone(), &mut text.moves.iter().map(String::as_str))?;
        if game.parse_position(&game.format_position(&start)).is_err() {
            // The default notation cannot read the positions that it writes: it reads moves from the start.
            let before = text.start.text.iter().flat_map(|text| text.split_ascii_whitespace());
            let names = before.chain(text.start.moves.iter().chain(&text.moves).map(String::as_str));
            start = game.start();
            plays = play_all(start.clone(), &mut { names })?.0;
        }
        let mut record = RecordedGame::new(start, plays).with_result(text.result).with_tags(text.tags.clone());
        record.players.clone_from(&text.players);
        Ok(reader.write_game(&record))
    }

    /// Returns the name of a move of a game in progress, which may be given in any notation of the game.
    pub(super) fn name_of(
        &self,
        position: &PositionText,
        text: &str,
        notation: MoveNotation,
    ) -> Result<String, EngineError> {
        let root = RootPosition { notation, ..self.played_root(Purpose::FixedDepth, position)? };
        let play = self.legal_move(&root.game, &root.position, text)?;
        Ok(root.move_name(&root.position, play))
    }

    /// Writes moves from a position with the numbers that they have in the game.
    pub(super) fn line_of(&self, from: &PositionText, moves: &[String]) -> Result<String, EngineError> {
        let root = self.root(Purpose::FixedDepth, from)?;
        let (game, mut position, mut plays) = (&*root.game, root.position.clone(), Vec::new());
        for name in moves {
            let play = self.legal_move(game, &position, name)?;
            position = game.play(&position, play);
            plays.push(play);
        }
        Ok(game.format_line(&root.position, moves_before(&root, from), &plays))
    }

    pub(super) fn legal_move(
        &self,
        game: &S::Game,
        position: &<S::Game as Game>::Position,
        name: &str,
    ) -> Result<<S::Game as Game>::Move, EngineError> {
        let game_name = || self.0.game_name().to_owned();
        let wrong = |error| EngineError::Move { game: game_name(), text: name.to_owned(), error: Box::new(error) };
        game.parse_move(position, name).map_err(wrong)
    }

    /// Judges a move; `None` if the search was stopped before.
    ///
    /// The value of a position depends on position and depth alone, and is that of its best move. So the value of the
    /// move played, searched to the same depth, is comparable with it: the loss is never negative.
    pub(super) fn judgement(
        &self,
        request: &SearchRequest,
        played: &str,
        control: &mut Control<'_>,
    ) -> Result<Option<MoveJudgement>, EngineError> {
        let root = self.root(request.purpose(), &request.position)?;
        let game = &*root.game;
        let play = self.legal_move(game, &root.position, played)?;
        let name = game.format_move(&root.position, play);
        let SearchAnswer { mut records, .. } = self.search(request, control)?;
        let Some(best) = records.pop() else { return Ok(None) };
        let Some(value) = best.value else { return Err(EngineError::FindsNoValue(request.algorithm)) };
        let (played, line) = match best.best.as_deref() {
            Some(best_move) if best_move == name => (value, best.line.clone()),
            _ => match self.value_of(request, &best, name, control)? {
                Some((value, line)) => (value, line),
                None => return Ok(None),
            },
        };
        let judging = game.profile().judging;
        let loss = judging.loss(Score::new(value), Score::new(played));
        Ok(Some(MoveJudgement { best, played, line, loss, mark: judging.mark(loss) }))
    }

    /// Finds the value of a move for its player, at the depth of the record of the position before it.
    fn value_of(
        &self,
        request: &SearchRequest,
        best: &SearchRecord,
        name: String,
        control: &mut Control<'_>,
    ) -> Result<Option<(i32, Vec<String>)>, EngineError> {
        let mut single = request.clone();
        // The table holds most of the answer. The time of the first search is over, and a search with the remaining time
        // would compare different depths, so this one has no limit but the stop flag.
        single.horizon = Horizon::Fixed(best.depth.map_or(Depth::END, Depth::plies));
        single.only = vec![name];
        (single.time, single.nodes, single.multi_pv) = (None, None, 1);
        let answer = self.search(&single, control)?;
        let Some(record) = answer.records.last() else { return Ok(None) };
        let Some(value) = record.value else { return Err(EngineError::FindsNoValue(request.algorithm)) };
        Ok(Some((value, record.line.clone())))
    }
}

fn game_text<G: Playable>(game: &G, record: RecordedGame<G::Position, G::Move>) -> GameText {
    let (mut position, mut moves) = (record.start.clone(), Vec::new());
    for play in record.moves {
        moves.push(game.format_move(&position, play));
        position = game.play(&position, play);
    }
    let start = match moves.is_empty() {
        true => record.text.clone().unwrap_or_else(|| game.format_position(&record.start)),
        false => game.format_position(&record.start),
    };
    // Games that write positions which they cannot read begin at the start.
    let start = PositionText::new(game.parse_position(&start).is_ok().then_some(start));
    let end = match record.text {
        Some(text) => PositionText::from(text.as_str()),
        None => PositionText { text: start.text.clone(), moves: moves.clone() },
    };
    GameText { start, moves, players: record.players, result: record.result, tags: record.tags, end }
}

/// Returns the number of moves before a position: as the position tells, or else by the moves of its text. A move is
/// added if the second player began.
fn moves_before<G: Playable>(root: &RootPosition<'_, G>, from: &PositionText) -> u32 {
    let game = &*root.game;
    if let Some(before) = game.moves_before(&root.position) {
        return before;
    }
    let record = from.text.as_deref().and_then(|text| game.read_games(text).ok()?.pop());
    let (start, text_moves) = record.map_or_else(|| (game.start(), 0), |record| (record.start, record.moves.len()));
    let second = u32::from(game.mover(&start) == Player::Second);
    second + u32::try_from(text_moves + from.moves.len()).unwrap_or(u32::MAX - 1)
}
