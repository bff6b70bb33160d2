//! The command `compare`, in reading order:
//!
//! - [`request`]: reads the arguments;
//! - [`measure`]: runs the searches on several threads;
//! - [`tally`]: totals per algorithm, and [`conclusion`]: the sentence about them;
//! - [`human`] and [`machine`]: print the totals.

mod conclusion;
mod human;
mod machine;
mod measure;
mod request;
mod size;
mod tally;

pub use size::TableSize;

use crate::App;
use crate::answer::request::{ThreadArgs, seconds};
use crate::output::Interrupted;
use crate::value_parsers::suggest;
use crate::{interrupt, read_tree};
use clap::ValueHint;
use conclusion::Conclusion;
use nullwindow::{AnyAlgorithm, Score};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The arguments of `compare`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: Vec<String>,

    /// A position in the game's own notation, instead of the test set; may be given again
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true, requires = "game", help_heading = "Positions")]
    position: Vec<String>,
    /// A file with one position per line, or with games (PGN, PDN), whose last positions are used; - for standard input
    #[arg(long, short, value_name = "FILE", requires = "game", conflicts_with = "position", value_hint = ValueHint::FilePath, help_heading = "Positions")]
    file: Option<PathBuf>,
    /// Use only the first N positions
    #[arg(long, short = 'n', value_name = "N", conflicts_with_all = ["tree", "uniform", "correlated"], value_parser = clap::value_parser!(u32).range(1..), help_heading = "Positions")]
    positions: Option<u32>,

    #[arg(long, value_name = "TREE", conflicts_with = "game", help = read_tree::HELP, help_heading = "Trees")]
    tree: Option<String>,
    /// Random trees of this width and depth, with independent leaves
    #[arg(long, value_name = "WxD", value_parser = request::size, conflicts_with_all = ["game", "tree"], help_heading = "Trees")]
    uniform: Option<String>,
    /// Order the trees of --uniform: the best son is among the first W/R sons of its node
    #[arg(long, value_name = "R", requires = "uniform", conflicts_with = "correlated", help_heading = "Trees")]
    order: Option<u16>,
    /// The probability that the best son is among the first W/R [default: 1]
    #[arg(long, value_name = "P", requires = "uniform", conflicts_with = "correlated", help_heading = "Trees")]
    prob: Option<f64>,
    /// Random trees whose leaves are sums along the path to them
    #[arg(long, value_name = "WxD", value_parser = request::size, conflicts_with_all = ["game", "tree", "uniform"], help_heading = "Trees")]
    correlated: Option<String>,
    /// Number of random trees [default: 20, with --leaves 1]
    #[arg(long, value_name = "N", conflicts_with_all = ["game", "tree"], value_parser = clap::value_parser!(u32).range(1..), help_heading = "Trees")]
    seeds: Option<u32>,
    /// The seed of the first tree
    #[arg(long, value_name = "FIRST", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Trees")]
    seed: u32,
    /// List the leaves in the order of their first visit; leaves are numbered from the left, starting at 0
    #[arg(long, conflicts_with_all = ["game", "threads"], help_heading = "Trees")]
    leaves: bool,

    /// Algorithms, separated by commas, or all
    #[arg(long, short, alias = "algorithm", value_name = "LIST", value_delimiter = ',', value_parser = suggest(AnyAlgorithm::NAMES), help_heading = "Search")]
    algorithms: Vec<String>,
    /// Search depth in plies; games are searched by iterative deepening up to it [default: depends on the game, a few
    /// seconds]
    #[arg(long, short, value_name = "PLIES", conflicts_with_all = ["tree", "uniform", "correlated"], value_parser = clap::value_parser!(u32).range(1..=254), help_heading = "Search")]
    depth: Option<u32>,
    /// The first guess of every iteration, instead of the value of an earlier one, for the algorithms that use one
    /// (aspiration, mtd-f, mtd-bi, mtd-step, mtd-best); in the units of `value` in JSON: hundredths of a pawn or a man, or
    /// discs
    #[arg(long, value_name = "SCORE", value_parser = request::score, help_heading = "Search")]
    guess: Option<Score>,
    /// Stop each search after this many seconds, and compare the depths completed. Counts and times are those of the
    /// completed iterations. The limit is wall time, so --jobs 1 is the most accurate
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["tree", "uniform", "correlated"], value_parser = seconds, help_heading = "Search")]
    time: Option<Duration>,
    /// Plies per iteration
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["tree", "uniform", "correlated"], value_parser = clap::value_parser!(u32).range(1..=254), help_heading = "Search")]
    step: Option<u32>,
    /// Evaluate a leaf only so far that its window is answered, as analyze does, instead of exactly, as the papers count
    #[arg(long, conflicts_with_all = ["tree", "uniform", "correlated"], help_heading = "Search")]
    windowed_leaves: bool,
    /// Search by the game's rules of selective search, with the algorithms that follow them, instead of in full width
    #[arg(long, conflicts_with_all = ["tree", "uniform", "correlated"], help_heading = "Search")]
    selective: bool,
    /// Size of the transposition table in entries (2^21, 100000) or bytes (64M) [default: 2^21 entries for games and
    /// with several threads; unlimited for trees]
    #[arg(long, value_name = "SIZE", help_heading = "Search")]
    table: Option<TableSize>,
    /// Number of searches that run in parallel; compare times only between runs with the same number [default: the
    /// number of cores divided by --threads]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Search")]
    jobs: Option<u16>,
    #[command(flatten, next_help_heading = "Search")]
    threads: ThreadArgs,
}

impl Args {
    /// Returns whether several threads search together.
    fn several(&self) -> bool {
        self.threads.threads > 1
    }
}

/// The first paragraphs of the help.
pub const ABOUT: &str = "\
Search positions with every algorithm and compare their costs.

Without arguments it searches positions of three games with all algorithms, which takes a few seconds. Games are searched by \
iterative deepening, and counts are sums over the iterations; trees are searched to their leaves at once. Values are shown as \
by `analyze`; in JSON they are integers, and `scale` is the score of one pawn, man, disc or stone left: 1000 for a stone in \
Connect Four, where `solve` uses 1. All figures are also given relative to Aspiration NegaScout, the papers' baseline. Times \
are CPU times. With several threads they are wall times, counts are sums over all threads, and distinct leaves are not counted.

Below the table a sentence compares the algorithm with the fewest leaves, and the fastest, with the baseline. ± is the 95 % \
confidence interval over the positions, corrected for the number of algorithms (Bonferroni); \"no difference beyond the \
error\" means that the interval contains 1. A single position gives no interval. The last line says whether all values agree; \
if they do not, the exit code is 1.

With --time the depths that the searches reach are compared. This is the depth that a player would get within a time limit on \
this machine. It is a coarse measure, because depths are whole plies, and it differs from run to run. Values are compared at \
equal depths.";

const EXAMPLES: &str = "\
Examples:
  nullwindow compare
  nullwindow compare othello --depth 6 --positions 2
  nullwindow compare chess --position \"1. e4 e5 2. Nf3 Nc6\" --depth 4
  nullwindow compare connect4 -p 4455 --depth 8 --table 16M -a aspiration,mtd-f
  nullwindow compare --tree pearl -a \"alphabeta,sss*,mtd+inf\"
  nullwindow compare --tree \"((41 5) (12 90))\" -a \"sss*,mtd+inf\" --leaves --json
  nullwindow compare --uniform 8x4 --order 2 --seeds 100 -a \"sss*,ps*(2),scout\"
  nullwindow compare --correlated 8x6 --seeds 5 --csv
  nullwindow compare checkers -d 8 -n 2 --threads 2 -a aspiration,mtd-f
  nullwindow compare chess -d 4 -n 2 --guess 300 -a aspiration,mtd-f
  nullwindow compare othello --time 0.1 -n 4 -a aspiration,mtd-f";

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    let ui = &app.ui;
    // Each of the parallel searches has its own threads.
    let jobs = args.jobs.map_or_else(|| (cores() / usize::from(args.threads.threads)).max(1), usize::from);
    let requests = request::read(args, app)?;
    args.threads.note_single_threaded(requests.iter().flat_map(|request| &request.algorithms), ui);
    let (mut agree, mut interrupted, mut searched) = (true, false, 0);
    let mut machine = machine::SearchRecords::new(ui.records());
    let count: u64 = requests.iter().map(request::CompareRequest::searches).sum();
    let progress = ui.progress(count, "searching");
    for (number, request) in requests.iter().enumerate() {
        let result = measure::measure(request, jobs, &progress, |group| {
            if ui.is_human() || request.is_random() { Ok(()) } else { machine.write(request, group) }
        })?;
        let tallies = tally::tallies(request, &result);
        let conclusion = Conclusion::of(request, &tallies);
        agree &= tallies.iter().all(|tally| tally.agrees);
        interrupted = interrupt::stopped();
        if interrupted || number + 1 == requests.len() {
            progress.finish();
        }
        if ui.is_human() {
            progress.suspend(|| human::print(ui, request, &tallies, conclusion.as_ref(), number > 0))?;
        } else {
            if request.is_random() {
                machine.write_means(request, &tallies)?;
            }
            machine.finish(conclusion.as_ref())?;
        }
        searched += result.len();
        if interrupted {
            break;
        }
    }
    if ui.is_human() && searched > 0 {
        human::agreement(ui, agree, interrupted)?;
    } else if !agree {
        ui.note("the values do not agree");
    }
    // A disagreement is an answer, even of an interrupted comparison.
    if agree && interrupted {
        return Err(Interrupted.into());
    }
    Ok(if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
