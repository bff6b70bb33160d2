//! The algorithms as pseudo-code in the notation of the papers, and the line that every event executes.
//!
//! The code describes this library's loops, which differ from the printed ones where the module of an algorithm says so:
//! memory is probed when a node is entered, and never answers at the root. `f(n)` is the value of a leaf. A line carries
//! the places in the algorithm that it stands for; the listings are in `listings.rs`.

use super::listings;
use nullwindow::AnyAlgorithm;
use nullwindow::mtd::{MtdMinusInfinity, MtdPlusInfinity};
use serde::Serialize;

/// The pseudo-code of an algorithm.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct StageCode {
    /// The name of the algorithm as in the papers.
    pub title: String,
    /// The paper and its figure or section.
    pub source: String,
    /// The lines. For a driver, its loop comes before the search that it calls.
    pub lines: Vec<String>,
}

/// A place in an algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// MTD-best generates the moves of the root.
    Moves,
    /// A query is made at the root.
    Pass,
    /// Its answer becomes a bound.
    Answer,
    Enter,
    Probe,
    Stored,
    Leaf,
    /// The first son of a MAX node, or of a MIN node.
    ExpandMax,
    ExpandMin,
    /// The condition that ends the loop over the sons of a MAX node, or of a MIN node.
    CutMax,
    CutMin,
    Leave,
    /// The places of Scout's test.
    EnterTest,
    LeafTest,
    ExpandTestMax,
    ExpandTestMin,
    LeaveTestMax,
    LeaveTestMin,
    /// A case of the operator Gamma; 0 for the end.
    Case(u8),
    /// A son enters G below a MAX node, or below a MIN node.
    JoinMax,
    JoinMin,
    /// A MAX node, or a MIN node, gets its first bound in G.
    BoundMax,
    BoundMin,
    /// Its bound in G falls.
    DiminishMax,
    DiminishMin,
    /// The sons of a MAX node, or the son of a MIN node, leave G before the node has a bound there.
    FailMax,
    FailMin,
    /// They leave G after it had one.
    GiveUpMax,
    GiveUpMin,
}

/// A line of code with its places.
pub(super) type Line = (&'static str, &'static [Place]);

/// The pseudo-code of an algorithm with the places of its lines.
pub(super) struct CodeListing {
    pub(super) code: StageCode,
    places: Vec<&'static [Place]>,
}

impl CodeListing {
    /// Returns the listing of an algorithm. `flip` is true if MIN moves at the root: then a driver or a list algorithm
    /// works from the other side, as its dual does at a MAX node.
    pub(super) fn of(algorithm: &AnyAlgorithm, flip: bool) -> CodeListing {
        use AnyAlgorithm as Any;
        let (title, source) = listings::title(algorithm);
        let lines: Vec<&[Line]> = match algorithm {
            Any::Minimax(_) => vec![&listings::MINIMAX],
            Any::TtAlphaBeta(_) => vec![&listings::TT_ALPHA_BETA],
            Any::Scout(_) => vec![&listings::SCOUT],
            Any::NegaScout(_) => vec![&listings::NEGA_SCOUT_CALL, &listings::NEGA_SCOUT],
            Any::Aspiration(_) => vec![&listings::ASPIRATION, &listings::NEGA_SCOUT],
            Any::Mt(_) => vec![&listings::MT_CALL, &listings::MT],
            Any::MtdPlusInfinity(_) | Any::MtdMinusInfinity(_) | Any::MtdF(_) | Any::MtdBi(_) => {
                driver(algorithm, flip)
            }
            Any::MtdStep(_) | Any::MtdGallop(_) => driver(algorithm, flip),
            Any::MtdBest(_) => vec![&listings::MTD_BEST, &listings::MT],
            Any::SssStar(_) | Any::DualStar(_) => vec![&listings::SSS_STAR],
            Any::RecSssStar(_) | Any::RecDualStar(_) => vec![&listings::REC_SSS],
            Any::PsStar(_) => vec![&listings::PS_STAR],
            Any::Sss2(_) => vec![&listings::SSS_2],
            // Alpha-Beta, and algorithms that are not known here: every depth-first search has its places.
            _ => vec![&listings::ALPHA_BETA],
        };
        let exchanged = match algorithm {
            Any::DualStar(_) | Any::RecDualStar(_) => !flip,
            Any::SssStar(_) | Any::RecSssStar(_) | Any::PsStar(_) | Any::Sss2(_) => flip,
            _ => false,
        };
        let all = || lines.iter().copied().flatten();
        let text = |line: &str| if exchanged { exchange(line) } else { line.to_owned() };
        let code = StageCode { title, source: source.to_owned(), lines: all().map(|(line, _)| text(line)).collect() };
        CodeListing { code, places: all().map(|(_, places)| *places).collect() }
    }

    /// Returns the first line of a place, or line 0 if the algorithm has no such place.
    pub(super) fn line(&self, place: Place) -> usize {
        self.find(place).unwrap_or(0)
    }

    pub(super) fn find(&self, place: Place) -> Option<usize> {
        self.places.iter().position(|places| places.contains(&place))
    }
}

/// Returns the loop of a driver, and MT. From the other side MTD(+inf) goes up as MTD(-inf) does.
fn driver(algorithm: &AnyAlgorithm, flip: bool) -> Vec<&'static [Line]> {
    use AnyAlgorithm as Any;
    let (up, down) = (Any::MtdMinusInfinity(MtdMinusInfinity::new()), Any::MtdPlusInfinity(MtdPlusInfinity::new()));
    let algorithm = match algorithm {
        Any::MtdPlusInfinity(_) if flip => &up,
        Any::MtdMinusInfinity(_) if flip => &down,
        same => same,
    };
    let [first, next] = listings::driver(algorithm, flip);
    vec![first, &listings::DRIVER_LOOP, next, &listings::DRIVER_END, &listings::MT]
}

/// Exchanges the players in a line of code or in a rule.
pub(super) fn exchange(line: &str) -> String {
    const WORDS: [(&str, &str); 6] = [
        ("MAX", "MIN"),
        ("max", "min"),
        ("highest", "lowest"),
        ("most", "least"),
        ("low", "high"),
        ("raises", "lowers"),
    ];
    let (mut out, mut rest) = (String::new(), line);
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (text, after) = rest.split_at(word.max(first.len_utf8()));
        let other = WORDS.iter().find_map(|&(one, other)| match text {
            text if text == one => Some(other),
            text if text == other => Some(one),
            _ => None,
        });
        out += match text {
            // The level of a value; levels of the tree are `below`.
            "above" => "below",
            ">" => "<",
            "<" => ">",
            "+" if after.starts_with("inf") => "-",
            "-" if after.starts_with("inf") => "+",
            text => other.unwrap_or(text),
        };
        rest = after;
    }
    out
}

/// Returns the pseudo-code of an algorithm for a tree in which MAX moves at the root.
#[must_use]
pub fn code(algorithm: &AnyAlgorithm) -> StageCode {
    CodeListing::of(algorithm, false).code
}
