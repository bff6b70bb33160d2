//! Parses the command line into a typed request.

use crate::kernel::{self, KernelVariant, Workload};
use crate::sheet::SheetFormat;
use crate::{games, random_trees, report, versus};
use std::fmt;
use std::str::FromStr;

/// The text that `help` prints.
pub const HELP: &str = "\
nullwindow-bench: measures the cost of searches and checks their values

  nullwindow-bench connect-four [--depth N]... [--rounds N] [--json]
      nullwindow and the crate minimax on Connect Four from the empty board: same rules, same
      evaluation, same depth, one thread, 64 MiB tables. The default depths are 16 and 18.

  nullwindow-bench trees [--seeds N] [--rounds N] [--json]
      Every form of SSS* on uniform random trees, relative to Alpha-Beta.

  nullwindow-bench games [--part PART]... [--game GAME]... [--seconds N] [--json]
      The shipped games. Parts: perft (move sequences per second), evaluations (calls per second),
      nodes (the cost of a node in searches to a fixed depth), depths (the depth reached in N seconds
      per position, 10 by default). Games: othello, checkers, chess, connect4. The default is all.

  nullwindow-bench kernel --workload W --variant V [--repeat N | --count]
      A small fixed search, for counting its instructions; callgrind.sh runs them all.
      Workloads: connect-four, tree.
      Variants: bare, plain, limits, counters, ordered, table, table-counters, table-ordered.
      --repeat N searches N times (0: only sets up); --count prints the number of nodes instead.

  nullwindow-bench report [RESULTS [PAGE]]
      Writes the tables of docs/performance.md from the recorded results of side-by-side.sh. The
      defaults, from the root of the repository, are crates/nullwindow-bench/results.jsonl and
      docs/performance.md.

  nullwindow-bench help
";

/// A parsed command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchRequest {
    /// Print the help.
    Help,
    /// Compare the two libraries.
    ConnectFour(versus::VersusPlan),
    /// Compare the forms of SSS*.
    Trees(random_trees::RandomTreePlan),
    /// Measure the shipped games.
    Games(games::GamesPlan),
    /// Run a small workload.
    Kernel(kernel::KernelPlan),
    /// Write the tables of a page.
    Report(report::ReportPlan),
}

/// The error of an invalid command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UsageError {
    /// A command that does not exist.
    Command(String),
    /// An option that the command does not have.
    Option {
        /// The command.
        command: &'static str,
        /// The option.
        option: String,
    },
    /// An option without its value, or with an invalid one.
    Value {
        /// The option.
        option: String,
        /// The value, if there was one.
        value: Option<String>,
        /// The valid values.
        wants: &'static str,
    },
    /// A required option that is missing.
    Missing(&'static str),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsageError::Command(command) => {
                write!(
                    f,
                    "there is no command '{command}'; the commands are: connect-four trees games kernel report help"
                )
            }
            UsageError::Option { command, option } => write!(f, "{command} has no option '{option}'"),
            UsageError::Value { option, value: Some(value), wants } => {
                write!(f, "{option} takes {wants}, not '{value}'")
            }
            UsageError::Value { option, value: None, wants } => write!(f, "{option} takes {wants}"),
            UsageError::Missing(option) => write!(f, "{option} is missing"),
        }
    }
}

impl std::error::Error for UsageError {}

impl BenchRequest {
    /// Parses the arguments after the program name.
    ///
    /// # Errors
    /// If they are invalid.
    pub fn from_args(args: impl IntoIterator<Item = String>) -> Result<BenchRequest, UsageError> {
        let mut args = args.into_iter();
        match args.next().as_deref() {
            None | Some("help" | "--help" | "-h") => Ok(BenchRequest::Help),
            Some("connect-four") => connect_four(args),
            Some("trees") => trees(args),
            Some("games") => games(args),
            Some("kernel") => kernel(args),
            Some("report") => report(args),
            Some(other) => Err(UsageError::Command(other.to_owned())),
        }
    }
}

fn connect_four(mut args: impl Iterator<Item = String>) -> Result<BenchRequest, UsageError> {
    let mut plan = versus::VersusPlan::default();
    let mut depths = Vec::new();
    while let Some(option) = args.next() {
        match option.as_str() {
            "--depth" => depths.push(number(&option, args.next(), 1..=42, "a depth from 1 to 42")?),
            "--rounds" => plan.rounds = number(&option, args.next(), 1..=99, "a number of rounds from 1 to 99")?,
            "--json" => plan.format = SheetFormat::Json,
            _ => return Err(UsageError::Option { command: "connect-four", option }),
        }
    }
    if !depths.is_empty() {
        plan.depths = depths;
    }
    Ok(BenchRequest::ConnectFour(plan))
}

fn report(mut args: impl Iterator<Item = String>) -> Result<BenchRequest, UsageError> {
    let results = args.next().unwrap_or_else(|| "crates/nullwindow-bench/results.jsonl".to_owned());
    let page = args.next().unwrap_or_else(|| "docs/performance.md".to_owned());
    match args.next() {
        Some(option) => Err(UsageError::Option { command: "report", option }),
        None => Ok(BenchRequest::Report(report::ReportPlan { results: results.into(), page: page.into() })),
    }
}

fn trees(mut args: impl Iterator<Item = String>) -> Result<BenchRequest, UsageError> {
    let mut plan = random_trees::RandomTreePlan::default();
    while let Some(option) = args.next() {
        match option.as_str() {
            "--seeds" => plan.seeds = number(&option, args.next(), 1..=99, "a number of seeds from 1 to 99")?,
            "--rounds" => plan.rounds = number(&option, args.next(), 1..=99, "a number of rounds from 1 to 99")?,
            "--json" => plan.format = SheetFormat::Json,
            _ => return Err(UsageError::Option { command: "trees", option }),
        }
    }
    Ok(BenchRequest::Trees(plan))
}

fn games(mut args: impl Iterator<Item = String>) -> Result<BenchRequest, UsageError> {
    const GAMES: &str = "othello, checkers, chess or connect4";
    let mut plan = games::GamesPlan::default();
    while let Some(option) = args.next() {
        match option.as_str() {
            "--part" => plan.parts.push(word(&option, args.next(), games::GamesPart::EXPECTED)?),
            "--game" => match args.next() {
                Some(name) if games::GAMES.contains(&name.as_str()) => plan.games.push(name),
                value => return Err(UsageError::Value { option, value, wants: GAMES }),
            },
            "--seconds" => plan.seconds = number(&option, args.next(), 1..=255, "a number of seconds from 1 to 255")?,
            "--json" => plan.format = SheetFormat::Json,
            _ => return Err(UsageError::Option { command: "games", option }),
        }
    }
    Ok(BenchRequest::Games(plan))
}

fn kernel(mut args: impl Iterator<Item = String>) -> Result<BenchRequest, UsageError> {
    let (mut workload, mut variant) = (None, None);
    let mut job = kernel::KernelJob::Repeat(1);
    while let Some(option) = args.next() {
        match option.as_str() {
            "--workload" => workload = Some(word::<Workload>(&option, args.next(), Workload::EXPECTED)?),
            "--variant" => variant = Some(word::<KernelVariant>(&option, args.next(), KernelVariant::EXPECTED)?),
            "--repeat" => {
                job = kernel::KernelJob::Repeat(number(&option, args.next(), 0..=99, "a number from 0 to 99")?);
            }
            "--count" => job = kernel::KernelJob::Count,
            _ => return Err(UsageError::Option { command: "kernel", option }),
        }
    }
    let workload = workload.ok_or(UsageError::Missing("--workload"))?;
    let variant = variant.ok_or(UsageError::Missing("--variant"))?;
    Ok(BenchRequest::Kernel(kernel::KernelPlan { workload, variant, job }))
}

fn word<T: FromStr>(option: &str, value: Option<String>, wants: &'static str) -> Result<T, UsageError> {
    let parsed = value.as_deref().and_then(|value| value.parse().ok());
    parsed.ok_or_else(|| UsageError::Value { option: option.to_owned(), value, wants })
}

fn number(
    option: &str,
    value: Option<String>,
    range: std::ops::RangeInclusive<u8>,
    wants: &'static str,
) -> Result<u8, UsageError> {
    let parsed = value.as_deref().and_then(|value| value.parse().ok()).filter(|number| range.contains(number));
    parsed.ok_or_else(|| UsageError::Value { option: option.to_owned(), value, wants })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<BenchRequest, UsageError> {
        BenchRequest::from_args(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn lines_become_requests() {
        assert_eq!(read(""), Ok(BenchRequest::Help));
        let Ok(BenchRequest::ConnectFour(plan)) = read("connect-four --depth 9 --depth 10 --json") else {
            panic!("a request to compare");
        };
        assert_eq!((plan.depths.as_slice(), plan.format), ([9, 10].as_slice(), SheetFormat::Json));
        let Ok(BenchRequest::Games(plan)) = read("games --part perft --game chess --seconds 3") else {
            panic!("a request for the games");
        };
        assert_eq!((plan.parts.as_slice(), plan.seconds), ([games::GamesPart::Perft].as_slice(), 3));
        let Ok(BenchRequest::Kernel(plan)) = read("kernel --workload tree --variant table --repeat 0") else {
            panic!("a request for a kernel");
        };
        assert_eq!(
            (plan.workload, plan.variant, plan.job),
            (Workload::Tree, KernelVariant::Table, kernel::KernelJob::Repeat(0))
        );
    }

    #[test]
    fn errors_say_what_was_wrong() {
        let says = |line: &str| read(line).unwrap_err().to_string();
        assert!(says("bench").contains("'bench'"));
        assert_eq!(says("trees --depth 3"), "trees has no option '--depth'");
        assert_eq!(says("connect-four --depth 43"), "--depth takes a depth from 1 to 42, not '43'");
        assert_eq!(says("connect-four --depth"), "--depth takes a depth from 1 to 42");
        assert_eq!(says("games --game go"), "--game takes othello, checkers, chess or connect4, not 'go'");
        assert_eq!(says("kernel --variant plain"), "--workload is missing");
    }
}
