//! Experiment plans: TOML files that state a question, what a paper reports, what is searched, what is shown,
//! and what is claimed.
//!
//! # The grammar
//!
//! ```toml
//! name = "leaves"                     # for commands: small letters, digits, hyphens
//! title = "Leaves by depth"
//! question = "Does MTD(f) visit fewer leaves than Aspiration NegaScout?"
//! paper = "5 to 10 % fewer, in all three games."
//! sources = ["001 Fig. 13"]
//! setup = "Iterative deepening, one ply at a time."
//! refuted = "A game in which it visits 5 % more."
//!
//! [favourite]                         # whose lost cases are told (optional)
//! algorithm = "mtd-f"
//! base = "aspiration"
//! y = "leaves"
//! cumulative = true                   # as in views; and offset, as in claims
//!
//! [[searches]]                        # any number of them; each asks for every combination
//! subjects = ["othello"]              # games, or trees: "uniform 8x4", "ordered 8x4 r2 p0.9", "correlated 8x6"
//! algorithms = ["aspiration(4)", "mtd-f"]   # or "minimal-tree", "minimal-graph"
//! positions = 20                      # the first twenty, or a list; of trees: seeds = 100
//! depth = 10                          # a list for several searches; left out, or "end": to the end of the game
//! step = 1                            # deepen by so many plies; left out: to the depth at once
//! entries = "2^21"                    # of the table, or a list; left out: everything is remembered
//! offsets = [-8, 0, 8]                # begin at the value plus this; left out: with the guess of deepening
//! distinct = true                     # tell leaves apart
//! quick = { positions = [1, 11], depth = 6 }   # what the quick form has instead: subjects, algorithms,
//!                                              # positions, depth, entries, offsets
//!
//! [[views]]                           # a table and a chart each
//! title = "Leaves relative to Aspiration NegaScout"
//! kind = "relative"                   # relative mean share bounds reported sizes; of times relative is a median
//! x = "depth"                         # depth entries offset subject ply
//! y = "leaves"                        # leaves leaf-visits interior total passes seconds open backup lists
//!                                     # moves-at-cuts first-move proven
//! base = "aspiration"                 # of relative and share
//! subjects = ["othello"]              # left out: all of the plan; so too algorithms
//! cumulative = true                   # sums over iterations, as the papers have them; the default
//!
//! [[claims]]                          # each gets a verdict
//! text = "MTD(f) visits at least 5 % fewer leaves"
//! kind = "ratio"                      # ratio mean share falling best lowest reported sizes
//! algorithm = "mtd-f"
//! base = "aspiration"
//! y = "leaves"
//! at = "deepest"                      # deepest every all
//! entries = "2^21"                    # where there are several: which; so too offset
//! most = 0.95                         # and least: the claim holds from least to most
//! band = [0.90, 0.95]                 # the paper's own figures, which charts mark (optional)
//! any = false                         # whether it is enough if it holds for one subject
//!
//! [[reported]]                        # figures of a paper, for the kind `reported`
//! source = "004 Table 2"
//! subject = "ordered 8x4 r1"
//! y = "leaves"
//! trees = 100                         # how many trees the paper's mean is over
//! values = { "sss*" = 439, "ps*(2)" = 571 }
//! ```
//!
//! A block asks for every combination of its lists. Each form of a plan has at most [`MOST_SEARCHES`] searches.
//!
//! In views and claims a name without its number, such as `aspiration`, means whichever of that name the plan
//! searches the subject with; `aspiration(4)` means just that one. A claim is checked subject by subject and
//! holds if it does for all of them, or with `any = true` for the best of them; it holds in part where it does for some, or where a ratio is on the right
//! side of 1 but not as far from it as claimed.

mod built_in;
mod cells;
mod check;
mod error;
pub(crate) mod grammar;
mod values;

pub use cells::MOST_SEARCHES;
pub(crate) use cells::{Cells, RowSearch};
pub(crate) use check::matches;
pub use error::PlanError;

use crate::{Cell, nearest};
use grammar::PlanFile;
use std::fmt;

/// How much of a plan is run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlanForm {
    /// A few positions to small depths.
    Quick,
    /// As in the papers.
    Full,
}

impl fmt::Display for PlanForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PlanForm::Quick => "quick",
            PlanForm::Full => "full",
        })
    }
}

/// An experiment: what is asked, what is searched for it, what is shown and claimed.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    file_name: String,
    text: String,
    pub(crate) file: PlanFile,
}

impl Plan {
    /// Reads a plan. `file_name` is for messages.
    ///
    /// # Errors
    /// If it is not TOML, has unknown keys or algorithms, shows or claims something of what it does not search, or asks
    /// for more than [`MOST_SEARCHES`].
    pub fn parse(file_name: &str, text: &str) -> Result<Plan, PlanError> {
        let file: PlanFile = toml::from_str(text).map_err(|error| PlanError::from_toml(file_name, text, &error))?;
        let plan = Plan { file_name: file_name.to_owned(), text: text.to_owned(), file };
        check::check(&plan)?;
        Ok(plan)
    }

    /// The plans that ship with the program, in the order of the papers.
    #[must_use]
    pub fn built_in() -> Vec<Plan> {
        built_in::built_in()
    }

    /// The plan's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.file.name.as_ref()
    }

    /// The plan's title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.file.title
    }

    /// What is asked.
    #[must_use]
    pub fn question(&self) -> &str {
        &self.file.question
    }

    /// Paper and figure.
    #[must_use]
    pub fn sources(&self) -> &[String] {
        &self.file.sources
    }

    /// The file that the plan is from, or the name under which it ships.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// The plan as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A number that changes when the text does: FNV-1a, 64 bits.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
    }

    /// Returns every search of the plan, once, in the order of the plan.
    ///
    /// Cells are computed as they are taken; no list of them is built. [`Iterator::count`] counts them.
    pub fn cells(&self, form: PlanForm) -> impl Iterator<Item = Cell> + Clone + Send + use<> {
        Cells::of(self, form, None).in_order()
    }

    /// Returns the same searches, all that are asked of one position before the next.
    pub fn cells_by_place(&self, form: PlanForm) -> impl Iterator<Item = Cell> + Clone + Send + use<> {
        Cells::of(self, form, None).by_place()
    }

    /// Checks that each form asks for at most [`MOST_SEARCHES`]. Reading a plan includes this check; a plan that
    /// [`Plan::with`] has enlarged is checked when it is run.
    ///
    /// # Errors
    /// If it asks for more: how many, and the lengths of the lists that make the number.
    pub fn check_size(&self) -> Result<(), PlanError> {
        cells::check_size(self)
    }

    /// The subjects that the plan searches, in its order.
    #[must_use]
    pub fn subjects(&self) -> Vec<&str> {
        let mut subjects = Vec::new();
        for subject in self.file.searches.iter().flat_map(|searches| &searches.subjects) {
            if !subjects.contains(&subject.as_ref().as_str()) {
                subjects.push(subject.as_ref());
            }
        }
        subjects
    }

    /// Whether every subject is one of `known`, as it must be before a run.
    ///
    /// # Errors
    /// If `known` says why not, by the line that names it.
    pub fn check_subjects<E: ToString>(&self, known: impl Fn(&str) -> Result<(), E>) -> Result<(), PlanError> {
        let quick = |searches: &'_ grammar::SearchBlock| searches.quick.subjects.clone().unwrap_or_default();
        for searches in &self.file.searches {
            for subject in searches.subjects.iter().cloned().chain(quick(searches)) {
                let wrong = |why: E| PlanError::at(&self.file_name, &self.text, subject.span(), why.to_string());
                known(subject.as_ref()).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// The plan with another game taking part: searched as the first game of the plan is, to this depth, one ply
    /// at a time, in both forms, on as many of its positions as the full form asks for or as there are. Claims and views that name no games are about it too.
    ///
    /// ```
    /// use nullwindow_lab::plan::{PlanForm, Plan};
    ///
    /// let plan = Plan::named("leaves").unwrap().with("kalah", 6).only(&["kalah"]);
    /// assert_eq!(plan.subjects(), ["kalah"]);
    /// assert!(plan.cells(PlanForm::Quick).all(|cell| cell.depth == Some(6)));
    /// ```
    #[must_use]
    pub fn with(mut self, game: &str, depth: u32) -> Plan {
        if let Some(first) = self.file.searches.first() {
            let searches = first.clone().on(game, depth);
            self.file.searches.push(searches);
            self.text.push_str(&format!("\n# with {game} to depth {depth}\n"));
        }
        self
    }

    /// The plan on these subjects alone.
    #[must_use]
    pub fn only(mut self, subjects: &[&str]) -> Plan {
        let wanted = |subject: &toml::Spanned<String>| subjects.contains(&subject.as_ref().as_str());
        for searches in &mut self.file.searches {
            searches.subjects.retain(wanted);
            if let Some(quick) = &mut searches.quick.subjects {
                quick.retain(wanted);
            }
        }
        self.file.searches.retain(|searches| !searches.subjects.is_empty());
        self
    }

    /// The plan of this name that ships with the program.
    ///
    /// # Errors
    /// The nearest name, if there is none.
    pub fn named(name: &str) -> Result<Plan, UnknownPlan> {
        let plans = Plan::built_in();
        let near = nearest(name, plans.iter().map(Plan::name)).unwrap_or_default().to_owned();
        let names = plans.iter().map(|plan| plan.name().to_owned()).collect();
        let found = plans.into_iter().find(|plan| plan.name() == name);
        found.ok_or_else(|| UnknownPlan { name: name.to_owned(), nearest: near, names })
    }
}

/// A name that no plan has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no plan '{name}'; did you mean '{nearest}'? The plans are: {}; or give a file", names.join(" "))]
pub struct UnknownPlan {
    /// What was asked for.
    pub name: String,
    /// The nearest name.
    pub nearest: String,
    /// All names.
    pub names: Vec<String>,
}
