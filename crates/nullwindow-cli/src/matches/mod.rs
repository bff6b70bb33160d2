//! The command `match`: two players, many games, and what they prove.
//!
//! - [`spec`](self): players as text, and [`game_settings`](self) their settings of the game;
//! - [`order`](self): one match, its games in the database;
//! - [`plan`](self): plans of several matches;
//! - [`show`](self): the results.

mod game_settings;
mod order;
mod plan;
mod show;
mod spec;

use crate::App;
use crate::answer::files;
use crate::answer::level::{Level, LevelArgs};
use crate::output::{Interrupted, usage};
use crate::value_parsers::name_and_value;
use clap::ValueHint;
use nullwindow_lab::matches::{MatchLimits, MatchRules, OpeningSource, ResignRule, Sprt};
use order::{MatchOrder, note_database, show_progress, write_games};
use plan::PlanRun;
use show::MatchTitle;
use spec::PlayerSpec;
use std::path::PathBuf;
use std::process::ExitCode;

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Play a match between two players of one game, and measure the difference of their strength.

Games are played in pairs: each opening twice, with the sides exchanged. The result is wins, draws and losses of A, the \
Elo difference with an interval of 95 %, and the state of a sequential test. A match can be interrupted or killed at any \
time: every finished game is in the database, and the same command plays the others.";

const HELP: &str = "\
Players are algorithms with optional settings, \"mtd-f nodes=2000 table=16M\" (nodes, depth, time, threads, table, selective=on|off), or \
engines of other programs: \"uci:COMMAND\" for chess, \"gtp:COMMAND\" for Othello, \"hub:COMMAND\" for checkers. A word with \
another name is a setting of the game, such as its evaluation: \"mtd-f evaluation=new.txt grain=1\"; a wrong name lists those of \
the game. File names have no spaces, and a file with other contents is another player. \
Openings are eight random plies that a shallow search judges as balanced, or the positions of a file: FEN, EPD, PGN, \
PDN, transcripts, or a list of moves per line. A game ends by its rules, or is drawn after --max-plies moves. With limits \
of nodes or depth on one thread, the same command gives the same games, whatever the concurrency.

JSON: one object per game (`type` is game), in order: number, first (the player that moves first), result, points (of A), \
reason, start, opening, moves, nodes and seconds of A and B; at the end one of `type` match: wins, draws, losses, pairs (by \
points of A: 0, 1/2, 1, 3/2, 2), elo, elo_low, elo_high, sprt (llr, low, high, decision), forfeits, work. With --plan one \
object per match, and one per claim (`type` is verdict).

Exit code: 0; 130 after Ctrl-C.

Examples:
  nullwindow match chess --a mtd-f --b aspiration --games 20 --nodes 5000
  nullwindow match othello --a \"mtd-f depth=5\" --b \"mtd-f depth=4\" --games 10
  nullwindow match chess --a \"mtd-f grain=1\" --b mtd-f --games 2 --nodes 500
  nullwindow match chess --a mtd-f --b uci:stockfish --clock 10+0.1 --out m.pgn
  nullwindow match chess --a mtd-f --b \"mtd-f selective=off\" --games 2 --nodes 500
  nullwindow match chess --a mtd-f --b \"mtd-f null-move=off\" --games 2 --nodes 500
  nullwindow match checkers --a mtd-f --b mtd-bi --nodes 1000 --sprt 0,20
  nullwindow match --plan drivers-at-play --games 2";

/// The arguments of `match`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME", required_unless_present = "plan", conflicts_with = "plan")]
    game: Vec<String>,
    /// The player A: an algorithm with settings, or uci:COMMAND, gtp:COMMAND, hub:COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "mtd-f", conflicts_with = "plan")]
    a: PlayerSpec,
    /// The player B
    #[arg(long, value_name = "PLAYER", default_value = "aspiration", conflicts_with = "plan")]
    b: PlayerSpec,
    /// Play a plan of several matches: a built-in one (drivers-at-play, selective-drivers), or a file
    #[arg(long, value_name = "NAME")]
    plan: Option<String>,
    /// The number of games, an even number [default: 100, or that of the plan]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: Option<u32>,
    #[command(flatten)]
    level: LevelArgs,
    /// End the match as soon as a sequential test decides: elo0,elo1 and optionally the errors alpha,beta
    #[arg(long, value_name = "ELO,ELO,A,B", allow_hyphen_values = true, conflicts_with = "plan")]
    sprt: Option<Sprt>,
    /// Take the openings from a file, in a format of the game
    #[arg(long, value_name = "FILE", conflicts_with = "plan", value_hint = ValueHint::FilePath)]
    openings: Option<PathBuf>,
    /// The seed of random openings
    #[arg(long, value_name = "N", default_value = "1", conflicts_with_all = ["openings", "plan"])]
    seed: u64,
    /// The number of games that are played at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// Draw a game after this many moves of both players together
    #[arg(long, value_name = "N", default_value_t = MatchRules::USUAL_PLIES, conflicts_with = "plan",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_plies: u32,
    /// End a game that both players judge as won by this many pawns, men or discs, for this many moves of each
    #[arg(long, value_name = "UNITS,MOVES", value_parser = resign, conflicts_with = "plan")]
    resign: Option<(u32, u32)>,
    /// An option of the external engine A, as in "Skill Level=3"
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    a_option: Vec<(String, String)>,
    /// An option of the external engine B
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    b_option: Vec<(String, String)>,
    /// Write the games to a file, in the format of the game
    #[arg(long, value_name = "FILE", conflicts_with = "plan", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// The database of finished games
    #[arg(long, value_name = "FILE", default_value = "nullwindow-lab.db", value_hint = ValueHint::FilePath)]
    db: PathBuf,
    /// Play all games again, although the database has them
    #[arg(long)]
    restart: bool,
}

/// The number of games without an argument.
const USUAL_GAMES: u32 = 100;
/// The nodes per move without a limit.
const USUAL_NODES: u64 = 5000;

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    if args.games.is_some_and(|games| games % 2 == 1) {
        return Err(usage("--games: expected an even number, because each opening is played twice"));
    }
    if let Some(name) = &args.plan {
        if args.level.level(Level::default()) != Level::default() {
            return Err(usage(
                "--plan: a plan has its own limits; --time, --depth, --nodes and --clock cannot change them",
            ));
        }
        let (database, concurrency, games) = (&args.db, args.concurrency, args.games);
        let run = PlanRun { app, database, restart: args.restart, concurrency, games };
        return run.run(&plan::read(name)?);
    }
    let order = args.order(app)?;
    let (ui, engine, title) = (&app.ui, order.engine.clone(), MatchTitle::of(&order));
    let bar = ui.progress(order.games.into(), "match");
    let mut records = (!ui.is_human()).then(|| ui.records());
    let played = order.run(&args.db, args.restart, |game, score| {
        show_progress(&bar, "match", score);
        bar.advance(1);
        match &mut records {
            Some(records) => Ok(bar.suspend(|| records.write(&show::game_record(game)))?),
            None => Ok(()),
        }
    })?;
    drop(bar);
    match &mut records {
        // The lines of CSV are the games.
        Some(_) if ui.format == crate::output::OutputFormat::Csv => {}
        Some(records) => records.write(&show::match_record(&title, &played))?,
        None => show::print(&title, &played, ui)?,
    }
    if let Some(out) = &args.out {
        let [a, b] = &title.players;
        write_games(&*engine, [a, b], played.run.games.values(), out)?;
    }
    if ui.is_human() {
        note_database(app, &args.db, played.run.played, played.stored);
    }
    if played.run.stopped {
        ui.note("interrupted; the same command resumes the match");
        return Err(Interrupted.into());
    }
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn order(&self, app: &App) -> anyhow::Result<MatchOrder> {
        let engine = app.catalogue.engine(&self.game.join(" "))?;
        let (mut a, mut b) = (self.a.clone(), self.b.clone());
        for (player, options, name) in [(&mut a, &self.a_option, "--a-option"), (&mut b, &self.b_option, "--b-option")]
        {
            if !options.is_empty() && player.algorithm().is_some() {
                return Err(usage(format!("{name}: {player} is no external engine; its settings follow its name")));
            }
            player.options.clone_from(options);
        }
        let source = match &self.openings {
            Some(path) => OpeningSource::of_games(&files::read_games(&*engine, path)?),
            None => OpeningSource::Random { seed: self.seed },
        };
        let mut rules = MatchRules::new(MatchLimits::default());
        rules.max_plies = self.max_plies;
        rules.resign = self.resign.map(|(units, moves)| ResignRule::in_units(&*engine, units, moves));
        let games = self.games.unwrap_or(USUAL_GAMES);
        let order = MatchOrder {
            engine,
            players: [a, b],
            rules,
            source,
            games,
            sprt: self.sprt,
            plays_on: false,
            concurrency: self.concurrency,
        };
        Ok(order.with_limits(limits(&self.level)))
    }
}

/// Returns the limits of the match.
fn limits(level: &LevelArgs) -> MatchLimits {
    let Level { time, depth, nodes, clock } = level.level(Level { nodes: Some(USUAL_NODES), ..Level::default() });
    let mut limits = MatchLimits::default();
    (limits.depth, limits.nodes, limits.time) = (depth, nodes, time);
    limits.clock = clock.map(|clock| (clock.base, clock.increment));
    limits
}

/// Parses `units,moves`.
fn resign(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(',').and_then(|(units, moves)| {
        Some((units.trim().parse().ok()?, moves.trim().parse().ok().filter(|&moves: &u32| moves > 0)?))
    });
    parts.filter(|(units, _)| *units > 0).ok_or_else(|| format!("'{text}': expected units and moves, such as 10,3"))
}
