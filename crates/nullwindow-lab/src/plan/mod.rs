//! Experiment plans: TOML files with a question, the results of a paper, the searches, the views and the claims.
//!
//! # The grammar
//!
//! ```toml
//! name = "leaves"                     # for commands: lowercase letters, digits, hyphens
//! title = "Leaves by depth"
//! question = "Does MTD(f) visit fewer leaves than Aspiration NegaScout?"
//! paper = "5 to 10 % fewer, in all three games."
//! sources = ["[PSPB96] Fig. 13"]
//! setup = "Iterative deepening, one ply at a time."
//! refuted = "A game in which it visits 5 % more."
//!
//! [favourite]                         # the algorithm whose losses are reported (optional)
//! algorithm = "mtd-f"
//! base = "aspiration"
//! y = "leaves"
//! cumulative = true                   # as in views; and offset, as in claims
//!
//! [[searches]]                        # any number of blocks; each asks for every combination
//! subjects = ["othello"]              # games, or trees: "uniform 8x4", "ordered 8x4 r2 p0.9", "correlated 8x6"
//! algorithms = ["aspiration(4)", "mtd-f"]   # or "minimal-tree", "minimal-graph"
//! positions = 20                      # the first twenty, or a list; for trees: seeds = 100
//! depth = 10                          # or a list; omitted, or "end": to the end of the game
//! step = 1                            # plies per iteration; omitted: search the full depth at once
//! entries = "2^21"                    # table size, or a list; omitted: every position is kept
//! offsets = [-8, 0, 8]                # first guess = value + offset; omitted: as in iterative deepening
//! distinct = true                     # count distinct leaves
//! windowed_leaves = true              # stop evaluations once the window is answered; omitted: exact leaves, as in the
//!                                     # papers
//! quick = { positions = [1, 11], depth = 6 }   # replacements in the quick form: subjects, algorithms,
//!                                              # positions, depth, entries, offsets
//!
//! [[views]]                           # each is a table and a chart
//! title = "Leaves relative to Aspiration NegaScout"
//! kind = "relative"                   # relative mean share bounds reported sizes; `relative` of times is a median
//! x = "depth"                         # depth entries offset subject ply
//! y = "leaves"                        # leaves leaf-visits interior total passes seconds open backup lists
//!                                     # moves-at-cuts first-move proven
//! base = "aspiration"                 # for relative and share
//! subjects = ["othello"]              # omitted: all of the plan; likewise algorithms
//! cumulative = true                   # sums over iterations, as in the papers; the default
//!
//! [[claims]]                          # each gets a verdict
//! text = "MTD(f) visits at least 5 % fewer leaves"
//! kind = "ratio"                      # ratio mean share falling best lowest reported sizes
//! algorithm = "mtd-f"
//! base = "aspiration"
//! y = "leaves"
//! at = "deepest"                      # deepest: the greatest depth; every: each depth; all: all depths pooled
//! entries = "2^21"                    # selects one of several table sizes; likewise offset
//! most = 0.95                         # the claim holds from least to most
//! band = [0.90, 0.95]                 # the paper's own figures, marked in charts (optional)
//! any = false                         # true: it is enough that one subject satisfies the claim
//!
//! [[reported]]                        # figures of a paper, for the kind `reported`
//! source = "[SM86] Table 2"
//! subject = "ordered 8x4 r1"
//! y = "leaves"
//! trees = 100                         # the number of trees behind the paper's mean
//! values = { "sss*" = 439, "ps*(2)" = 571 }
//! ```
//!
//! Each form of a plan has at most [`MAX_SEARCHES`] searches.
//!
//! In views and claims a name without a parameter, such as `aspiration`, means the algorithm of that family with which
//! the plan searches the subject; `aspiration(4)` means exactly that one.
//!
//! A claim is checked for each subject by the confidence interval of its number. The claim as a whole is confirmed if
//! every subject confirms it, refuted if at least one subject refutes it, and undecided otherwise. With `any = true`,
//! it is confirmed if one subject confirms it, and refuted if all refute it. A claim with equal `least` and `most`, and
//! a share that allows no exception, are decided by counting, without an interval. See [`finding`](crate::finding) for
//! the rule.

mod built_in;
mod cells;
mod check;
mod error;
pub(crate) mod grammar;
mod values;

pub use cells::MAX_SEARCHES;
pub(crate) use cells::{Cells, RowSearch};
pub(crate) use check::matches;
pub use error::PlanError;

use crate::{Cell, nearest};
use grammar::PlanFile;
use std::fmt;

/// The extent of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlanForm {
    /// A few positions to small depths.
    Quick,
    /// The extent of the papers.
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

/// An experiment: a question, the searches that answer it, views and claims.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    file_name: String,
    text: String,
    pub(crate) file: PlanFile,
}

impl Plan {
    /// Parses a plan. `file_name` is used in messages.
    ///
    /// # Errors
    /// If it is not TOML, has unknown keys or algorithms, has a view or claim without matching searches, or asks for
    /// more than [`MAX_SEARCHES`].
    pub fn parse(file_name: &str, text: &str) -> Result<Plan, PlanError> {
        let file: PlanFile = toml::from_str(text).map_err(|error| PlanError::from_toml(file_name, text, &error))?;
        let plan = Plan { file_name: file_name.to_owned(), text: text.to_owned(), file };
        check::check(&plan)?;
        Ok(plan)
    }

    /// Returns the built-in plans, in the order of the papers.
    #[must_use]
    pub fn built_in() -> Vec<Plan> {
        built_in::built_in()
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.file.name.as_ref()
    }

    /// Returns the title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.file.title
    }

    /// Returns the question.
    #[must_use]
    pub fn question(&self) -> &str {
        &self.file.question
    }

    /// Returns the papers and figures.
    #[must_use]
    pub fn sources(&self) -> &[String] {
        &self.file.sources
    }

    /// Returns the file name, or the name under which the plan ships.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// Returns the TOML text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns a hash of the text: FNV-1a, 64 bits.
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

    /// Returns the searches of [`Plan::cells`] in another order: all of one position before the next position.
    pub fn cells_by_instance(&self, form: PlanForm) -> impl Iterator<Item = Cell> + Clone + Send + use<> {
        Cells::of(self, form, None).by_instance()
    }

    /// Checks that each form asks for at most [`MAX_SEARCHES`]. Parsing includes this check. A plan that
    /// [`Plan::with`] has enlarged is checked when it is run.
    ///
    /// # Errors
    /// If it asks for more, with the number and the lengths of the lists.
    pub fn check_size(&self) -> Result<(), PlanError> {
        cells::check_size(self)
    }

    /// Returns the subjects in the order of the plan.
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

    /// Checks that `known` accepts every subject. A run does this check first.
    ///
    /// # Errors
    /// If `known` rejects a subject, with its reason and the line that names the subject.
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

    /// Returns the plan with another game added. It is searched like the first game of the plan, to this depth, one ply
    /// per iteration, in both forms, on as many positions as the full form asks for, or all if the game has fewer.
    /// Claims and views that name no game include it.
    ///
    /// ```
    /// use nullwindow_lab::plan::{Plan, PlanForm};
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
            // The hash of the text must differ from that of the original plan.
            self.text.push_str(&format!("\n# with {game} to depth {depth}\n"));
        }
        self
    }

    /// Returns the plan restricted to these subjects.
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

    /// Returns the built-in plan with this name.
    ///
    /// # Errors
    /// If there is none, with the nearest name.
    pub fn named(name: &str) -> Result<Plan, UnknownPlan> {
        let plans = Plan::built_in();
        let near = nearest(name, plans.iter().map(Plan::name)).unwrap_or_default().to_owned();
        let names = plans.iter().map(|plan| plan.name().to_owned()).collect();
        let found = plans.into_iter().find(|plan| plan.name() == name);
        found.ok_or_else(|| UnknownPlan { name: name.to_owned(), nearest: near, names })
    }
}

/// The error of an unknown plan name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no plan '{name}'; did you mean '{nearest}'? The plans are: {}; or give a file", names.join(" "))]
#[non_exhaustive]
pub struct UnknownPlan {
    /// The requested name.
    pub name: String,
    /// The nearest name.
    pub nearest: String,
    /// All names.
    pub names: Vec<String>,
}
