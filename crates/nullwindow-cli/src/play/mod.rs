//! The command `play`: a person against the engine, engine against engine, or two persons.
//!
//! - [`input`](self): a line becomes a move or a command;
//! - [`lines`](self): standard input, which a signal interrupts;
//! - [`record`](self): the game, its end and its file;
//! - [`table`](self): players, clocks and searches; the loop of the game;
//! - [`show`](self): the screen, or JSON.

mod input;
mod lines;
mod record;
mod show;
mod table;

use crate::App;
use crate::answer::level::{Level, LevelArgs};
use crate::answer::request::{SearchArgs, SettingArgs, ThreadArgs, WidthArgs, refused};
use crate::answer::subject::game_and_position;
use crate::output::{OutputFormat, usage};
use clap::ValueHint;
use nullwindow_engine::{Engine, PositionText, Purpose, Session};
use record::PlayRecord;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use table::{PlayTable, Seats};

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Play a game in the terminal: against the engine, engine against engine, or two persons.

The board is drawn after every move. Type a move in the notation of the game; the beginning of a move is enough if no \
other move begins so. 'help' lists the commands: undo, hint, eval, save and others. A game that was not finished is \
kept in a file, from which --load continues it.";

const HELP: &str = "\
Files have the format of the game: PGN for chess, PDN for checkers, GGF for Othello, columns for Connect Four, otherwise \
one line of moves. With --save the file is written after every move.

In a pipe there are no prompts and no colours: one move or command per line is read, and the end of the input ends the \
program. JSON: one object per event, with a field `type`: begin, move, hint, eval, moves, undo, board, error (with \
`candidates`), over (with `result` and `reason`), saved, loaded, help, end (with the game as its files have it).

Exit code: 0; 130 after Ctrl-C.

Examples:
  nullwindow play othello --time 2
  nullwindow play chess --side black --depth 6 --save my-game.pgn
  nullwindow play checkers --clock 5min+3s
  nullwindow play connect4 --side both
  nullwindow play tictactoe --side none";

/// The arguments of `play`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME", required = true)]
    game: Vec<String>,
    /// Begin at this position, in the game's notation. It may also follow the game without this option
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "load")]
    position: Option<String>,
    /// Continue the game of a file, or begin at its position
    #[arg(long, short = 'f', visible_alias = "file", value_name = "FILE", value_hint = ValueHint::FilePath)]
    load: Option<PathBuf>,
    /// The Nth game of the file
    #[arg(long, value_name = "N", requires = "load", value_parser = clap::value_parser!(u32).range(1..))]
    nth: Option<u32>,
    /// Write the game to this file after every move
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
    /// Your side: the name of a player of the game (White, X, ...), first or second; both for two persons, none for
    /// engine against engine
    #[arg(long, short, value_name = "SIDE", default_value = "first")]
    side: String,
    #[command(flatten)]
    level: LevelArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    width: WidthArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    settings: SettingArgs,
}

/// The time per move without a limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    if app.ui.format == OutputFormat::Csv {
        return Err(usage("play writes no CSV; use --json"));
    }
    let (engine, position) = game_and_position(&app.catalogue, &args.game)?;
    let engine = args.settings.apply(engine)?;
    let persons = persons(&*engine, &args.side)?;
    let level = args.level.level(Level::of_time(USUAL_TIME));
    if !args.search.algorithm.finds_best_move() {
        return Err(usage(format!("--algorithm {}: it finds no best move, so it cannot play", args.search.algorithm)));
    }
    let given = match (&args.position, position) {
        (Some(given), Some(text)) => {
            return Err(usage(format!("'{text}' and --position '{given}': name the position only once")));
        }
        (given, text) => given.clone().or(text),
    };
    let selective = args.width.is_selective(&*engine, &args.search.algorithm, &app.ui)?;
    let width = if selective { " selective" } else { "" };
    let opponent = format!("{} {}{width}, {level}", app.name, args.search.algorithm);
    let names = table::names(persons, &opponent);
    let record = match &args.load {
        Some(path) => {
            let game = record::load(&*engine, path, args.nth)?;
            PlayRecord::new(&engine, game.start, game.moves, names).map_err(refused)?
        }
        None => PlayRecord::new(&engine, PositionText::new(given), Vec::new(), names).map_err(refused)?,
    };
    let mut session = Session::new(engine.clone())?;
    if let Some(bytes) = args.search.table_bytes() {
        session.set_table_bytes(bytes).map_err(refused)?;
    }
    let threads = args.threads.of(&args.search.algorithm, &app.ui);
    session.set_options(|options| {
        (options.algorithm, options.threads, options.selective) = (args.search.algorithm, threads, selective);
    });
    let seats = Seats { persons, opponent, level };
    PlayTable::new(app, session, record, seats, args.save.clone()).run()
}

/// Returns for each player whether a person plays it.
fn persons(engine: &dyn Engine, side: &str) -> anyhow::Result<[bool; 2]> {
    let names = engine.profile(Purpose::FixedDepth).players;
    let is = |name: &str| side.trim().eq_ignore_ascii_case(name);
    Ok(match side {
        _ if is("first") || is(names[0]) => [true, false],
        _ if is("second") || is(names[1]) => [false, true],
        _ if is("both") => [true, true],
        _ if is("none") => [false, false],
        _ => {
            let [first, second] = names;
            let expected = format!("expected {first}, {second}, first, second, both or none");
            return Err(usage(format!("--side '{side}': {expected}")));
        }
    })
}
