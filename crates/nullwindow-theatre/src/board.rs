//! Positions: their description, positions that were set up by hand, and games that were pasted.

use crate::error::Refusal;
use crate::reply::ReplySink;
use crate::request::{BoardRequest, ComposeRequest, PieceText, ReadRequest};
use crate::{Theatre, position};
use nullwindow::Score;
use nullwindow_engine::{DiagramDescription, DiagramPiece, Engine, GameText, MoveNotation, PositionText, Purpose};
use serde::Serialize;

#[derive(Serialize)]
struct BoardReply {
    notation: String,
    mover: &'static str,
    first_moves: bool,
    over: Option<i32>,
    drawn: bool,
    result: Option<String>,
    evaluation: i32,
    evaluation_text: String,
    moves: Vec<String>,
    picture: String,
    svg: Option<String>,
    diagram: Option<DiagramDescription>,
    moves_left: Option<u32>,
    played: Vec<String>,
}

/// Describes a position of a game in progress.
pub(crate) fn describe(theatre: &Theatre, request: &BoardRequest, sink: &mut ReplySink<'_>) -> Result<(), Refusal> {
    let engine = theatre.engine(&request.game)?;
    theatre.check_moves(&request.moves)?;
    let at = position(request.position.as_ref(), &request.moves);
    let played = engine.played(&at, MoveNotation::Own)?;
    let now = PositionText::from(played.notation.as_str());
    // The picture of a position that the game cannot read back from its text is that of the text with its moves.
    let board = engine.board(&now).or_else(|_| engine.board(&at))?;
    let over = played.over.or(played.drawn.then_some(Score::ZERO));
    sink.end(
        "board",
        &BoardReply {
            result: over.map(|score| result(&*engine, &at, score)).transpose()?,
            mover: played.mover,
            first_moves: played.first_player_moves,
            over: played.over.map(Score::get),
            drawn: played.drawn,
            evaluation: played.evaluation.get(),
            evaluation_text: engine.short_score(Purpose::FixedDepth, played.evaluation),
            moves: played.moves,
            picture: board.picture,
            svg: engine.svg(&at)?,
            diagram: engine.diagram(&at)?,
            moves_left: played.moves_left,
            played: moves_by_name(&*engine, &at)?,
            notation: played.notation,
        },
    );
    Ok(())
}

/// Describes the end of a game.
fn result(engine: &dyn Engine, at: &PositionText, score: Score) -> Result<String, Refusal> {
    if score == Score::ZERO {
        return Ok("a draw".to_owned());
    }
    // A distance of no moves is not how players speak of the end.
    if engine.win_distance(score) == Some(0) {
        let board = engine.board(at)?;
        let first_wins = board.first_player_moves == (score > Score::ZERO);
        let winner = engine.profile(Purpose::FixedDepth).players[usize::from(!first_wins)];
        return Ok(format!("{winner} wins"));
    }
    // Exact values may have a coarser scale than those of searches to a fixed depth.
    let scale = |purpose| engine.profile(purpose).scale.max(1);
    let exact = score.get() / (scale(Purpose::FixedDepth) / scale(Purpose::Solve)).max(1);
    Ok(engine.describe_value(at, Score::new(exact))?)
}

/// Returns the moves of a position as the game writes them.
fn moves_by_name(engine: &dyn Engine, at: &PositionText) -> Result<Vec<String>, Refusal> {
    let mut before = PositionText { text: at.text.clone(), moves: Vec::new() };
    let mut names = Vec::new();
    for play in &at.moves {
        names.push(engine.move_name(&before, play, MoveNotation::Own)?);
        before.moves.push(play.clone());
    }
    Ok(names)
}

#[derive(Serialize)]
struct ComposedReply {
    position: String,
}

/// Turns a set-up board into the text of a position.
pub(crate) fn compose(theatre: &Theatre, request: &ComposeRequest, sink: &mut ReplySink<'_>) -> Result<(), Refusal> {
    let engine = theatre.engine(&request.game)?;
    let piece = |piece: &PieceText| {
        let shape = piece.shape.parse().map_err(|error| Refusal::of("cells", error))?;
        Ok(DiagramPiece { shape, first: piece.first })
    };
    let cells = request.cells.iter().map(|cell| cell.as_ref().map(piece).transpose());
    let cells: Vec<Option<DiagramPiece>> = cells.collect::<Result<_, Refusal>>()?;
    let position = engine.compose(&cells, request.first_moves)?;
    sink.end("composed", &ComposedReply { position });
    Ok(())
}

#[derive(Serialize)]
struct GamesReply {
    games: Vec<PastedGame>,
}

#[derive(Serialize)]
struct PastedGame {
    start: Option<String>,
    moves: Vec<String>,
    players: [Option<String>; 2],
    result: Option<String>,
}

/// Reads games or positions of a text.
pub(crate) fn read(theatre: &Theatre, request: &ReadRequest, sink: &mut ReplySink<'_>) -> Result<(), Refusal> {
    let engine = theatre.engine(&request.game)?;
    let games = engine.read_games(&request.text).map_err(|error| Refusal::of("text", error))?;
    if games.is_empty() {
        return Err(Refusal::of("text", "there is no game and no position in the text"));
    }
    let games = games.into_iter().map(entry).collect();
    sink.end("games", &GamesReply { games });
    Ok(())
}

fn entry(game: GameText) -> PastedGame {
    // A start that is itself a text with moves becomes one game.
    let mut moves = game.start.moves;
    moves.extend(game.moves);
    let result = game.result.map(|result| result.to_string());
    PastedGame { start: game.start.text, moves, players: game.players, result }
}
