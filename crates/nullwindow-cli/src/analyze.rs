//! The command `analyze`: iterative deepening on one position, live.

mod show;

use crate::App;
use crate::answer::request::{self, GameArgs, SearchArgs, SearchSubject, ThreadArgs};
use crate::interrupt;
use crate::output::{reader_is_gone, usage};
use crate::solve::MOST_LEAVES;
use nullwindow::Depth;
use nullwindow_engine::{Control, DistinctLeaves, Horizon, MemoryChoice, Purpose, SearchEvent, SearchRequest};
use show::AnalysisOutput;
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
Searches one ply deeper in each iteration, and shows each as it is completed: depth, value, nodes, speed, time and best \
play. Meanwhile a line on a terminal shows the bounds closing in, pass by pass. Values are seen from the player to move: \
hundredths of a pawn or a man in chess and checkers (#3 is mate or a win in 3 moves), discs in Othello, stones left in \
Connect Four. Without a limit it goes on until Ctrl-C, or until the game is decided.

JSON: one object an iteration: algorithm, game, position, depth, value, move, leaves (distinct ones; null once there \
are more than 65,536, or with several threads), leaf_visits, interior, total, passes, seconds, elapsed, nodes_per_second, bounds, scale \
(what a pawn, a man, a disc or a stone left is worth in `value` and `bounds`: 1000 for a stone in Connect Four, where \
`solve` counts 1), settled (whether it holds at every greater depth), threads (that searched), pv, and moves with --multipv. Counts are those of the \
iteration, of all threads together.

Exit code: 0; 130 if Ctrl-C came before a limit that was given. The last completed iteration is the answer.

Examples:
  nullwindow analyze chess --depth 4
  nullwindow analyze chess --position \"1. e4 e5 2. Nf3 Nc6 3. Bc4\" --time 1 --threads 2
  nullwindow analyze othello --position f5d6c3 --nodes 20000 --multipv 3
  nullwindow analyze checkers --depth 5 --algorithm aspiration --json";

/// The arguments of `analyze`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Stop at this depth, in plies
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=254))]
    depth: Option<u32>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = request::seconds)]
    time: Option<Duration>,
    /// Stop after this many nodes, summed over all threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Show the best N moves, each with its exact value
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    multipv: u16,
}

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let (ui, subject) = (&app.ui, args.game.subject(app)?);
    let SearchSubject { engine, position, name } = &subject;
    let board = engine.board(position).map_err(request::refused)?;
    // Some games cannot be searched to any depth, because their lines need not end.
    let most = engine.profile(Purpose::FixedDepth).safe_depth.unwrap_or(Depth::MAX_PLIES.into());
    let depth = args.depth.unwrap_or(most);
    if depth > most {
        return Err(usage(format!("--depth: {name} is searched to {most} plies at most, not {depth}")));
    }
    let memory = MemoryChoice::Table(args.search.table()?);
    let horizon = Horizon::Deepening { to: Depth::plies(depth), step: 1 };
    let mut request = SearchRequest::new(args.search.algorithm, horizon, memory);
    request.position = position.clone();
    request.threads = args.threads.of(&args.search.algorithm, ui);
    request.multi_pv = args.multipv;
    (request.nodes, request.time) = (args.nodes, args.time);
    // Keeping the keys of all leaves would slow a long analysis down.
    request.distinct = DistinctLeaves::UpTo(MOST_LEAVES);
    request.until_decided = true;
    let mut show = AnalysisOutput::new(ui, &subject, board)?;
    let mut listener = |event: &SearchEvent<'_>| show.event(event);
    let mut control = Control::new(&interrupt::STOP).on_event(&mut listener);
    engine.search(&request, &mut control).map_err(request::refused)?;
    show.end()?;
    let limited = args.depth.is_some() || args.time.is_some() || args.nodes.is_some();
    // Without a limit Ctrl-C is the regular end.
    let interrupted = interrupt::stopped() && limited && !reader_is_gone();
    Ok(if interrupted { ExitCode::from(interrupt::CODE) } else { ExitCode::SUCCESS })
}
