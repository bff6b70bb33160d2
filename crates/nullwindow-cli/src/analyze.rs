//! The command `analyze`: iterative deepening on one position, live.

mod iteration;
mod show;

use crate::answer::live::Live;
use crate::answer::request::{self, Engine, Threads};
use crate::answer::searcher::Searcher;
use crate::games::{GameArgs, Job, Playable, with_game};
use crate::interrupt;
use crate::output::{Ui, usage};
use iteration::{Iteration, several, single};
use nullwindow::{Depth, Order};
use show::Show;
use std::process::ExitCode;
use std::time::{Duration, Instant};

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
    /// The position, as the game writes it: columns, a board, FEN, moves; without it the first one
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Stop at this depth, in plies
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=254))]
    depth: Option<u32>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = request::seconds)]
    time: Option<Duration>,
    /// Stop after so many nodes, of all threads together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    engine: Engine,
    #[command(flatten)]
    threads: Threads,
    /// Show the best N moves, each with its exact value
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    multipv: u16,
}

/// Runs the command.
pub fn run(args: Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    let name = args.game.name();
    with_game(&name, Analyze { args, ui })?
}

struct Analyze<'u> {
    args: Args,
    ui: &'u Ui,
}

/// Values depend on position and depth alone up to this one: beyond it, moves without progress may end the game.
fn deepest(game: &str) -> u32 {
    match game {
        "chess" | "checkers" => 64,
        _ => Depth::MAX_PLIES.into(),
    }
}

impl Job for Analyze<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn run<G: Playable>(self, game: &G, order: Order) -> anyhow::Result<ExitCode> {
        let Analyze { args, ui } = self;
        let root = request::position(game, args.position.as_deref())?;
        let most = deepest(G::NAME);
        let depth = args.depth.unwrap_or(most);
        if depth > most {
            return Err(usage(format!("--depth: {} is searched to {most} plies at most, not {depth}", G::NAME)));
        }
        let table = args.engine.table()?;
        let start = Instant::now();
        let algorithm = &args.engine.algorithm;
        let threads = args.threads.of(algorithm, ui);
        let until = request::until(args.time, args.nodes);
        let searcher = Searcher::new(game, order, &table).threads(threads).until(until);
        let live = Live::new(ui, G::NAME);
        let mut show = Show::new(ui, (game, &root), &args, threads, live.clone())?;
        let each = |iteration: Iteration<G::Move>| {
            if iteration.settled {
                searcher.enough();
            }
            let leaves = iteration.leaves.filter(|_| threads == 1);
            show.iteration(Iteration { leaves, ..iteration }, start.elapsed().as_secs_f64());
        };
        searcher.search(&live, |search| match args.multipv {
            1 => single(game, search, algorithm, &root, depth, each),
            moves => several(game, search, algorithm, &root, depth, moves.into(), each),
        });
        drop(live);
        show.end()?;
        let limited = args.depth.is_some() || args.time.is_some() || args.nodes.is_some();
        Ok(if interrupt::stopped() && limited { ExitCode::from(interrupt::CODE) } else { ExitCode::SUCCESS })
    }
}
