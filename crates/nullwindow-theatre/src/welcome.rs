//! The greeting: what the page can offer.

use crate::Theatre;
use crate::error::Refusal;
use crate::reply::ReplySink;
use nullwindow::AnyAlgorithm;
use nullwindow::trees::ExplicitTree;
use nullwindow_drawing::stage::Stage;
use nullwindow_engine::{Engine, Judging, PositionText, Purpose, Solvable};
use serde::Serialize;

#[derive(Serialize)]
struct HelloReply {
    version: &'static str,
    /// True if searches run on the machine itself, false in a browser.
    native: bool,
    games: Vec<GameEntry>,
    algorithms: Vec<AlgorithmEntry>,
    trees: Vec<TreeEntry>,
    limits: LimitEntry,
}

#[derive(Serialize)]
struct GameEntry {
    name: String,
    title: String,
    players: [&'static str; 2],
    unit: &'static str,
    scale: i32,
    usual_depth: Option<u32>,
    deepest: u32,
    selective: bool,
    solvable: Option<SolvableEntry>,
    levels: Vec<i32>,
    /// The losses from which a move is marked.
    judging: JudgingEntry,
    has_diagram: bool,
    can_compose: bool,
    example: String,
    extension: &'static str,
}

#[derive(Serialize)]
struct JudgingEntry {
    inaccuracy: i32,
    mistake: i32,
    blunder: i32,
    /// The score beyond which differences do not count.
    enough: i32,
}

#[derive(Serialize)]
struct SolvableEntry {
    moves_left: u32,
    unit: &'static str,
}

#[derive(Serialize)]
struct AlgorithmEntry {
    name: String,
    title: &'static str,
    source: &'static str,
    finds_value: bool,
    finds_move: bool,
    takes_guess: bool,
    has_list: bool,
    follows_rules: bool,
    uses_memory: bool,
}

#[derive(Serialize)]
struct TreeEntry {
    name: &'static str,
    title: &'static str,
    text: &'static str,
}

#[derive(Serialize)]
struct LimitEntry {
    depth: u32,
    seconds: u64,
    table: u64,
    threads: u16,
    nodes_of_tree: usize,
}

/// The papers' trees, which the page offers by name.
pub(crate) const TREES: [(&str, &str, &str); 2] = [
    ("pearl", "Pearl's tree, [PSPB96] Fig. 3", ExplicitTree::PSPB96_FIG_3),
    ("trends", "The tree of [dBP96] Fig. 1", ExplicitTree::DBP96_FIG_1),
];

pub(crate) fn hello(theatre: &Theatre, sink: &mut ReplySink<'_>) -> Result<(), Refusal> {
    let names = theatre.catalogue.names();
    let games = names.iter().filter_map(|name| theatre.catalogue.engine(name).ok());
    let limits = theatre.limits();
    sink.end(
        "hello",
        &HelloReply {
            version: env!("CARGO_PKG_VERSION"),
            native: cfg!(not(target_family = "wasm")),
            games: games.map(|engine| game(theatre, &*engine)).collect(),
            algorithms: AnyAlgorithm::all().iter().map(algorithm).collect(),
            trees: TREES.map(|(name, title, text)| TreeEntry { name, title, text }).into(),
            limits: LimitEntry {
                depth: limits.depth,
                seconds: limits.time.as_secs(),
                table: limits.table,
                threads: limits.threads,
                nodes_of_tree: Stage::MAX_NODES,
            },
        },
    );
    Ok(())
}

fn game(theatre: &Theatre, engine: &dyn Engine) -> GameEntry {
    let profile = engine.profile(Purpose::FixedDepth);
    let solvable = profile.solvable.map(|Solvable { moves_left, unit }| SolvableEntry { moves_left, unit });
    let start = engine.board(&PositionText::start()).map(|board| board.notation).unwrap_or_default();
    // A test position shows the notation better than a start position, which may be an empty text.
    let example = engine.test_position(1).and_then(|position| position.text).unwrap_or(start);
    let deepest = profile.safe_depth.unwrap_or(u32::MAX).min(theatre.limits().depth);
    let levels = profile.strength.map_or_else(Vec::new, |model| model.levels().iter().map(|level| level.elo).collect());
    let Judging { inaccuracy, mistake, blunder, enough, .. } = profile.judging;
    let diagram = engine.diagram(&PositionText::start()).ok().flatten();
    GameEntry {
        name: engine.name().to_owned(),
        title: title(engine.name()),
        players: profile.players,
        unit: profile.unit,
        scale: profile.scale,
        usual_depth: profile.usual_depth,
        deepest,
        selective: engine.is_selective(),
        solvable,
        levels,
        judging: JudgingEntry { inaccuracy, mistake, blunder, enough },
        has_diagram: diagram.is_some(),
        can_compose: diagram.is_some_and(|board| !board.diagram.pieces.is_empty()),
        example,
        extension: engine.file_extension(),
    }
}

/// Returns a name with a capital letter.
fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn algorithm(algorithm: &AnyAlgorithm) -> AlgorithmEntry {
    let (title, source) = crate::algorithms::described(algorithm);
    AlgorithmEntry {
        name: algorithm.to_string(),
        title,
        source,
        finds_value: algorithm.finds_value(),
        finds_move: algorithm.finds_best_move(),
        takes_guess: crate::algorithms::takes_guess(algorithm),
        has_list: crate::algorithms::has_list(algorithm),
        follows_rules: algorithm.follows_rules(),
        uses_memory: algorithm.uses_memory(),
    }
}
