//! The trait of all algorithms, and the enum that selects one by name.

use crate::best_first::{DualStar, PsStar, RecDualStar, RecSssStar, Sss2, SssStar};
use crate::depth_first::{AlphaBeta, Aspiration, Minimax, Mt, NegaScout, Scout, TtAlphaBeta};
use crate::mtd::step::StepStart;
use crate::mtd::{MtdBest, MtdBi, MtdF, MtdGallop, MtdMinusInfinity, MtdPlusInfinity, MtdStep, Strategy};

use crate::outcome::SearchReport;
use crate::{Context, Depth, Score, Stopped, Worker};
use std::fmt;
use std::str::FromStr;

/// The root, the depth and the guess that an algorithm receives.
#[derive(Debug)]
#[non_exhaustive]
pub struct Task<'t, P> {
    /// The root position. It has at least one move.
    pub root: &'t P,
    /// The depth to search to, at least one ply.
    pub depth: Depth,
    /// A guess of the value, such as the value of the previous iteration.
    pub guess: Option<Score>,
}

/// A fixed-depth minimax algorithm.
pub trait Algorithm {
    /// Returns its name on a command line.
    fn name(&self) -> String;

    /// Searches, and fills in the report. Callers use [`Search::run`](crate::Search::run).
    ///
    /// # Errors
    /// If the search was stopped. The bounds in the report are valid nevertheless.
    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped>;
}

/// Any of the algorithms, chosen by name at run time.
///
/// ```
/// use nullwindow::{AnyAlgorithm, Algorithm};
///
/// let algorithm: AnyAlgorithm = "mtd-f".parse()?;
/// assert_eq!(algorithm.name(), "mtd-f");
/// let phased: AnyAlgorithm = "ps*(4)".parse()?;
/// assert_eq!(phased.to_string(), "ps*(4)");
/// assert!("mt(-2000000001)".parse::<AnyAlgorithm>().is_err());
/// assert!("alfabeta".parse::<AnyAlgorithm>().unwrap_err().to_string().contains("alphabeta"));
/// # Ok::<(), nullwindow::algorithm::UnknownAlgorithm>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "each variant is the type it holds")]
#[non_exhaustive]
pub enum AnyAlgorithm {
    Minimax(Minimax),
    AlphaBeta(AlphaBeta),
    TtAlphaBeta(TtAlphaBeta),
    Scout(Scout),
    NegaScout(NegaScout),
    Aspiration(Aspiration),
    Mt(Mt),
    MtdPlusInfinity(MtdPlusInfinity),
    MtdMinusInfinity(MtdMinusInfinity),
    MtdF(MtdF),
    MtdBi(MtdBi),
    MtdStep(MtdStep),
    MtdGallop(MtdGallop),
    MtdBest(MtdBest),
    SssStar(SssStar),
    DualStar(DualStar),
    Sss2(Sss2),
    RecSssStar(RecSssStar),
    RecDualStar(RecDualStar),
    PsStar(PsStar),
}

/// Evaluates `$do` for the algorithm inside of any variant.
macro_rules! each {
    ($any:expr, $algorithm:ident => $do:expr) => {
        match $any {
            AnyAlgorithm::Minimax($algorithm) => $do,
            AnyAlgorithm::AlphaBeta($algorithm) => $do,
            AnyAlgorithm::TtAlphaBeta($algorithm) => $do,
            AnyAlgorithm::Scout($algorithm) => $do,
            AnyAlgorithm::NegaScout($algorithm) => $do,
            AnyAlgorithm::Aspiration($algorithm) => $do,
            AnyAlgorithm::Mt($algorithm) => $do,
            AnyAlgorithm::MtdPlusInfinity($algorithm) => $do,
            AnyAlgorithm::MtdMinusInfinity($algorithm) => $do,
            AnyAlgorithm::MtdF($algorithm) => $do,
            AnyAlgorithm::MtdBi($algorithm) => $do,
            AnyAlgorithm::MtdStep($algorithm) => $do,
            AnyAlgorithm::MtdGallop($algorithm) => $do,
            AnyAlgorithm::MtdBest($algorithm) => $do,
            AnyAlgorithm::SssStar($algorithm) => $do,
            AnyAlgorithm::DualStar($algorithm) => $do,
            AnyAlgorithm::Sss2($algorithm) => $do,
            AnyAlgorithm::RecSssStar($algorithm) => $do,
            AnyAlgorithm::RecDualStar($algorithm) => $do,
            AnyAlgorithm::PsStar($algorithm) => $do,
        }
    };
}

impl AnyAlgorithm {
    /// The names, in the order of the papers. `alpha-beta`, `pvs`, `mtdf`, `mtd(f)` and `c*` are accepted as synonyms.
    /// `mt`, `aspiration`, `mtd-f`, `mtd-step` and `mtd-step-up` accept a number in parentheses; `ps*` requires one, and
    /// `ps*(4+)` has partitions of growing sizes.
    pub const NAMES: [&'static str; 22] = [
        "minimax",
        "alphabeta",
        "tt-alphabeta",
        "scout",
        "negascout",
        "aspiration",
        "mt",
        "mtd+inf",
        "mtd-inf",
        "mtd-f",
        "mtd-bi",
        "mtd-step",
        "mtd-step-up",
        "mtd-gallop",
        "mtd-best",
        "mtd-best-rest",
        "sss*",
        "dual*",
        "sss-2",
        "rec-sss*",
        "rec-dual*",
        "ps*(2)",
    ];

    /// Returns one algorithm for every name.
    #[must_use]
    pub fn all() -> Vec<AnyAlgorithm> {
        AnyAlgorithm::NAMES.iter().filter_map(|name| name.parse().ok()).collect()
    }

    /// Returns whether the algorithm probes memory. The cost of the others does not depend on the size of the table.
    ///
    /// ```
    /// use nullwindow::AnyAlgorithm;
    ///
    /// let without: Vec<String> =
    ///     AnyAlgorithm::all().iter().filter(|each| !each.uses_memory()).map(AnyAlgorithm::to_string).collect();
    /// let names = ["minimax", "alphabeta", "scout", "sss*", "dual*", "sss-2", "rec-sss*", "rec-dual*", "ps*(2)"];
    /// assert_eq!(without, names);
    /// ```
    #[must_use]
    pub fn uses_memory(&self) -> bool {
        use AnyAlgorithm as Any;
        // Exhaustive, so that a new algorithm must be classified.
        match self {
            Any::Minimax(_) | Any::AlphaBeta(_) | Any::Scout(_) => false,
            Any::SssStar(_) | Any::DualStar(_) | Any::Sss2(_) => false,
            Any::RecSssStar(_) | Any::RecDualStar(_) | Any::PsStar(_) => false,
            Any::TtAlphaBeta(_) | Any::NegaScout(_) | Any::Aspiration(_) | Any::Mt(_) => true,
            Any::MtdPlusInfinity(_) | Any::MtdMinusInfinity(_) | Any::MtdF(_) => true,
            Any::MtdBi(_) | Any::MtdStep(_) | Any::MtdGallop(_) | Any::MtdBest(_) => true,
        }
    }

    /// Returns whether the algorithm finds the value. [`Mt`] answers a single query, and [`MtdBest`] finds a best move
    /// without its value.
    #[must_use]
    pub fn finds_value(&self) -> bool {
        !matches!(self, AnyAlgorithm::Mt(_) | AnyAlgorithm::MtdBest(_))
    }

    /// Returns whether the algorithm finds a move that is proven to be best: all but [`Mt`].
    #[must_use]
    pub fn finds_best_move(&self) -> bool {
        !matches!(self, AnyAlgorithm::Mt(_))
    }

    /// Returns whether [several threads](crate::Search::threads) can share a search by this algorithm: every algorithm
    /// that uses memory except MTD-best, whose result is a move that would depend on which thread finishes first.
    #[must_use]
    pub fn uses_threads(&self) -> bool {
        self.uses_memory() && !matches!(self, AnyAlgorithm::MtdBest(_))
    }

    /// Returns whether it follows rules of [selective search](crate::selective) on a game that has them: every algorithm
    /// on the loops of Alpha-Beta, NegaScout and MT. The others search the full width, or a
    /// [`SelectiveTree`](crate::selective::SelectiveTree).
    #[must_use]
    pub fn follows_rules(&self) -> bool {
        !matches!(
            self,
            AnyAlgorithm::Minimax(_)
                | AnyAlgorithm::Scout(_)
                | AnyAlgorithm::SssStar(_)
                | AnyAlgorithm::DualStar(_)
                | AnyAlgorithm::Sss2(_)
                | AnyAlgorithm::RecSssStar(_)
                | AnyAlgorithm::RecDualStar(_)
                | AnyAlgorithm::PsStar(_)
        )
    }
}

impl Algorithm for AnyAlgorithm {
    fn name(&self) -> String {
        each!(self, algorithm => algorithm.name())
    }

    fn search<C: Context>(
        &self,
        worker: &mut Worker<'_, C>,
        task: &Task<'_, C::Position>,
        report: &mut SearchReport<C::Move>,
    ) -> Result<(), Stopped> {
        each!(self, algorithm => algorithm.search(worker, task, report))
    }
}

/// Implements `Display` as the name of an algorithm.
macro_rules! display_as_name {
    ($($algorithm:ty)*) => {
        $(impl fmt::Display for $algorithm {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.name())
            }
        })*
    };
}

display_as_name! { AnyAlgorithm Minimax AlphaBeta TtAlphaBeta Scout NegaScout Aspiration Mt }
display_as_name! { MtdPlusInfinity MtdMinusInfinity MtdF MtdBi MtdStep MtdGallop MtdBest }
display_as_name! { SssStar DualStar Sss2 RecSssStar RecDualStar PsStar }

/// The error for an unknown name, or for a number that the algorithm does not accept.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownAlgorithm {
    /// The name as given.
    pub name: String,
    /// The nearest known name.
    pub nearest: &'static str,
    /// The range of the number, if only the number is wrong.
    pub number: Option<&'static str>,
}

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            return write!(f, "'{}': expected {number}, as in '{}'", self.name, self.nearest);
        }
        let names = AnyAlgorithm::NAMES.join(" ");
        write!(f, "there is no algorithm '{}'; did you mean '{}'? The names are: {names}", self.name, self.nearest)
    }
}

impl std::error::Error for UnknownAlgorithm {}

impl FromStr for AnyAlgorithm {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<AnyAlgorithm, UnknownAlgorithm> {
        let lower = text.trim().to_lowercase();
        let (name, number) = match lower.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
            Some((name, number)) => (name, Some(number.trim().parse::<i32>())),
            None => (lower.as_str(), None),
        };
        let named = match number {
            // `mtd(f)` looks like a name with a number: complete names come first.
            _ if plain(&lower).is_some() => plain(&lower),
            None => None,
            Some(Ok(number)) => with_number(name, number),
            // `ps*(4+)` has growing partitions.
            Some(Err(_)) if name == "ps*" => growing_partitions(&lower),
            Some(Err(_)) => None,
        };
        named.ok_or_else(|| {
            let (nearest, number) = match name {
                "ps*" => {
                    ("ps*(2)", Some("a number of partitions from 1 to 65535 in parentheses, with a + if they grow"))
                }
                "mtd-f" => ("mtd-f(2)", Some("the points added to the first guess in parentheses")),
                "mt" => ("mt(0)", Some("a score from -2000000000 to 2000000000 in parentheses")),
                "aspiration" => ("aspiration(16)", Some("a positive width in parentheses")),
                "mtd-step" => ("mtd-step(10)", Some("a positive step in parentheses")),
                "mtd-step-up" => ("mtd-step-up(10)", Some("a positive step in parentheses")),
                _ => (nearest(&lower), None),
            };
            UnknownAlgorithm { name: text.to_owned(), nearest, number }
        })
    }
}

/// Returns the algorithm of a name without a number.
fn plain(name: &str) -> Option<AnyAlgorithm> {
    use AnyAlgorithm as Any;
    Some(match name {
        "minimax" => Any::Minimax(Minimax),
        "alphabeta" | "alpha-beta" => Any::AlphaBeta(AlphaBeta),
        "tt-alphabeta" => Any::TtAlphaBeta(TtAlphaBeta),
        "scout" => Any::Scout(Scout),
        "negascout" | "pvs" => Any::NegaScout(NegaScout),
        "aspiration" => Any::Aspiration(Aspiration::default()),
        "mt" => Any::Mt(Mt::new()),
        "mtd+inf" => Any::MtdPlusInfinity(MtdPlusInfinity::new()),
        "mtd-inf" => Any::MtdMinusInfinity(MtdMinusInfinity::new()),
        "mtd-f" | "mtdf" | "mtd(f)" => Any::MtdF(MtdF::new()),
        "mtd-bi" | "c*" => Any::MtdBi(MtdBi::new()),
        "mtd-step" => Any::MtdStep(MtdStep::new(StepStart::Above, MtdStep::DEFAULT_SIZE)),
        "mtd-step-up" => Any::MtdStep(MtdStep::new(StepStart::Below, MtdStep::DEFAULT_SIZE)),
        "mtd-gallop" => Any::MtdGallop(MtdGallop::new()),
        "mtd-best" => Any::MtdBest(MtdBest::new(Strategy::ProveBest)),
        "mtd-best-rest" => Any::MtdBest(MtdBest::new(Strategy::DisproveRest)),
        "sss*" => Any::SssStar(SssStar),
        "dual*" => Any::DualStar(DualStar),
        "sss-2" => Any::Sss2(Sss2),
        "rec-sss*" => Any::RecSssStar(RecSssStar),
        "rec-dual*" => Any::RecDualStar(RecDualStar),
        _ => return None,
    })
}

/// Returns the algorithm of a name with a number in parentheses, or `None` if it does not accept that number.
fn with_number(name: &str, number: i32) -> Option<AnyAlgorithm> {
    use AnyAlgorithm as Any;
    Some(match name {
        "mt" => Any::Mt(Mt::at(Score::try_from(number).ok()?)),
        "aspiration" if number > 0 => Any::Aspiration(Aspiration::new(number)),
        "mtd-step" if number > 0 => Any::MtdStep(MtdStep::new(StepStart::Above, number)),
        "mtd-step-up" if number > 0 => Any::MtdStep(MtdStep::new(StepStart::Below, number)),
        "mtd-f" => Any::MtdF(MtdF::with_shift(number)),
        "ps*" => Any::PsStar(PsStar::new(u16::try_from(number).ok()?)?),
        _ => return None,
    })
}

/// Returns PS* with growing partitions for a text such as `ps*(4+)`.
fn growing_partitions(text: &str) -> Option<AnyAlgorithm> {
    let count = text.strip_prefix("ps*(")?.strip_suffix("+)")?;
    Some(AnyAlgorithm::PsStar(PsStar::growing(count.trim().parse().ok()?)?))
}

/// Returns the known name with the smallest edit distance.
fn nearest(name: &str) -> &'static str {
    AnyAlgorithm::NAMES.into_iter().min_by_key(|known| edits(name, known)).unwrap_or(AnyAlgorithm::NAMES[0])
}

/// Returns the Levenshtein distance of two names, by which programs suggest a name for a misspelt one. Only the first 64
/// characters of `a` count.
#[must_use]
pub fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    // The cost is quadratic in the length, and the text comes from a user: 64 characters exceed every name.
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
