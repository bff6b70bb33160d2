//! The command `analyze`: iterative deepening on one position, live, or the judgement of the moves of a game.

mod judge;
mod show;

use crate::App;
use crate::answer::request::{self, GameArgs, SearchArgs, SearchSubject, SettingArgs, ThreadArgs, WidthArgs};
use crate::answer::subject::FileSubject;
use crate::interrupt;
use crate::output::{reader_is_gone, usage};
use crate::solve::MAX_LEAVES;
use judge::GameJudge;
use nullwindow::Depth;
use nullwindow_engine::{Control, DistinctLeaves, Engine, Horizon, MemoryChoice, Purpose, SearchEvent, SearchRequest};
use show::AnalysisOutput;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

const HELP: &str = "\
Searches one ply deeper in each iteration (two in Othello, where only a depth limits the search), and prints each iteration when it is completed: depth, value, nodes, speed, time and \
principal variation. On a terminal a status line shows the bounds after each pass. Values are for the player to move: \
pawns and men in chess and checkers (#3 is mate or a win in 3 moves, #-3 a loss), discs in Othello, stones left in \
Connect Four. Without a limit the search continues until Ctrl-C or until the game is decided. Chess, Othello and checkers are searched selectively, by rules \
that depend on position and depth alone; --full-width searches every move to the same depth.

With --file every move of every game of the file is judged: its value, its loss compared with the best move at the same depth, and a \
mark: ?! for a loss of half a pawn or man or two discs, ? for one pawn or man or four discs, ?? for three pawns or men or \
ten discs. Where only the result counts, as in Connect Four, a missed win or draw is marked. An advantage of more than ten pawns \
counts as won, and a slower win is no loss. Limits apply to each move; the default is 1 second. Repetitions in the game \
are not treated as draws. A summary shows the mean loss and the marks of each player. Single positions of the file are analysed one after the other.

JSON: one object per iteration: algorithm, game, position, depth, value, move, leaves (distinct ones; null once there \
are more than 65,536, or with several threads), leaf_visits, interior, total, passes, seconds, elapsed, nodes_per_second, bounds, scale \
(the score of one pawn, man, disc or stone left in `value` and `bounds`: 1000 for a stone in Connect Four, where \
`solve` uses 1), settled (whether the value holds at every greater depth), selective (whether rules of selective search applied), threads (that searched), pv, and moves with --multipv. Counts are those of the \
iteration, summed over all threads. With --file one object per move: game, game_number, ply, label, player, name, position (before \
the move), move, value, best, best_value, loss, mark, depth, scale, settled, selective, algorithm, total, pv (best play), line (best play after \
the move).

Exit code: 0; 130 if Ctrl-C was pressed before a given limit was reached. The last completed iteration is the result.

Examples:
  nullwindow analyze chess --depth 4
  nullwindow analyze chess \"1. e4 e5 2. Nf3 Nc6 3. Bc4\" --time 1 --threads 2
  nullwindow analyze othello f5d6c3 --nodes 20000 --multipv 3
  nullwindow analyze checkers --depth 5 --algorithm aspiration --json
  nullwindow analyze chess --depth 3 --set grain=1 --set quiescence=off";

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
    width: WidthArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Show the best N moves, each with its exact value
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    multipv: u16,
    #[command(flatten)]
    settings: SettingArgs,
}

/// The default time limit for a position of a file, or for a move of a game.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    match args.game.file(app)? {
        Some(mut file) => {
            file.engine = args.settings.apply(file.engine)?;
            of_file(args, app, &file)
        }
        None => {
            let mut subject = args.game.subject(app)?;
            subject.engine = args.settings.apply(subject.engine)?;
            deepen(args, app, &subject, args.time)
        }
    }
}

/// Judges the moves of the games of a file, and analyses its positions.
fn of_file(args: &Args, app: &App, file: &FileSubject) -> anyhow::Result<ExitCode> {
    let (ui, engine) = (&app.ui, &file.engine);
    let time = if args.depth.is_some() || args.nodes.is_some() { args.time } else { args.time.or(Some(USUAL_TIME)) };
    let mut request = args.request(app, engine)?;
    (request.time, request.multi_pv) = (time, 1);
    let progress = ui.progress(judge::moves(file), "judging");
    let mut records = (!ui.is_human()).then(|| ui.records());
    for ((number, game), subject) in file.games.iter().zip(file.positions()) {
        if game.moves.is_empty() {
            let code = deepen(args, app, &subject, time)?;
            if interrupt::stopped() {
                return Ok(code);
            }
            continue;
        }
        let judge = GameJudge { args, app, engine: &**engine, request: request.clone(), number: *number, game };
        judge.run(&mut records, &progress)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// Returns the request for the start position.
    fn request(&self, app: &App, engine: &Arc<dyn Engine>) -> anyhow::Result<SearchRequest> {
        let selective = self.width.is_selective(&**engine, &self.search.algorithm, &app.ui)?;
        // Games with infinite lines of play have a greatest depth.
        let profile = engine.profile(if selective { Purpose::Selective } else { Purpose::FixedDepth });
        let max_depth = profile.safe_depth.unwrap_or(Depth::MAX_PLIES.into());
        let depth = self.depth.unwrap_or(max_depth);
        if depth > max_depth {
            let name = engine.name();
            return Err(usage(format!("--depth {depth}: the greatest depth for {name} is {max_depth} plies")));
        }
        let memory = MemoryChoice::Table(self.search.table(&**engine)?);
        // A limit may end the search at any depth: larger steps would waste more of an unfinished iteration.
        let limited = self.time.is_some() || self.nodes.is_some() || self.depth.is_none();
        let step = if limited { 1 } else { profile.step };
        let horizon = Horizon::Deepening { to: Depth::plies(depth), step };
        let mut request = SearchRequest::new(self.search.algorithm, horizon, memory);
        request.threads = self.threads.of(&self.search.algorithm, &app.ui);
        request.multi_pv = self.multipv;
        request.selective = selective;
        (request.nodes, request.time) = (self.nodes, self.time);
        // Storing the keys of all leaves would slow down a long analysis.
        request.distinct = DistinctLeaves::UpTo(MAX_LEAVES);
        request.until_decided = true;
        request.until_won = self.depth.is_none();
        // Exact leaves would give the same value and move: a quiescence search may stop once the window is answered.
        request.exact_leaves = false;
        Ok(request)
    }
}

/// Deepens on one position.
fn deepen(args: &Args, app: &App, subject: &SearchSubject, time: Option<Duration>) -> anyhow::Result<ExitCode> {
    let SearchSubject { engine, position, .. } = subject;
    let board = engine.board(position).map_err(request::refused)?;
    let mut request = args.request(app, engine)?;
    (request.position, request.time) = (position.clone(), time);
    let mut show = AnalysisOutput::new(app, subject, board, request.selective)?;
    let mut listener = |event: &SearchEvent<'_>| show.event(event);
    let mut control = Control::new(&interrupt::STOP).on_event(&mut listener);
    engine.search(&request, &mut control).map_err(request::refused)?;
    show.end()?;
    let limited = args.depth.is_some() || time.is_some() || args.nodes.is_some();
    // Without a limit Ctrl-C is the regular end.
    let interrupted = interrupt::stopped() && limited && !reader_is_gone();
    Ok(if interrupted { ExitCode::from(interrupt::CODE) } else { ExitCode::SUCCESS })
}
