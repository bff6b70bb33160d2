//! A recording of all events of a search, and its replay.
//!
//! A trace holds the depth-first walk (enter, probe, leaf, leave) and the list operations of the best-first algorithms
//! (OPEN, BACKUP and the solution tree G), pass by pass. [`Replay`] steps through it; [`Trace::json_lines`] writes it
//! for other programs.

use super::{Exit, LeafKind, ListStep, Observer, Status, Visit};
use crate::memory::ProbeResult;
use crate::{Bounds, Depth, Game, Score, Window};
use std::fmt::{self, Write as _};

/// An event. Scores of a depth-first walk are seen from the mover of the node; merits and bounds of a best-first
/// algorithm are seen from MAX, the mover at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A pass began with this window.
    Pass(Window),
    /// The pass ended with this answer.
    Answer(Score),
    /// The walk entered a node.
    Enter {
        /// The distance from the root in plies.
        ply: usize,
        /// The index of the move that led here, in the order of generation.
        place: u16,
        /// The depth left to the horizon.
        depth: Depth,
        /// The window of the node.
        window: Window,
    },
    /// Memory was probed.
    Probe {
        /// The distance from the root in plies.
        ply: usize,
        /// The bounds found.
        bounds: Bounds,
        /// The answer, if the bounds decided the window.
        answer: Option<Score>,
    },
    /// The walk visited a leaf.
    Leaf {
        /// The distance from the root in plies.
        ply: usize,
        /// Its value; for a known leaf this may be a bound.
        value: Score,
        /// The reason why it is a leaf.
        kind: LeafKind,
    },
    /// The moves of a node were generated.
    Expand {
        /// The distance from the root in plies.
        ply: usize,
        /// The number of moves.
        moves: usize,
    },
    /// Memory refuted children before any was searched.
    Refuted {
        /// The distance of their parent from the root in plies.
        ply: usize,
        /// The number of these children.
        children: usize,
    },
    /// The walk left an inner node.
    Leave {
        /// The distance from the root in plies.
        ply: usize,
        /// Its value.
        value: Score,
        /// The kind of exit: a cutoff or not.
        exit: Exit,
    },
    /// An entry was removed from the front of OPEN. The number is the case of the operator Gamma, 1 to 6; 0 at the end.
    Take(OpenState, u8),
    /// An entry was inserted into OPEN.
    Put(OpenState),
    /// All entries below the node were removed from OPEN and BACKUP.
    Purge(Vec<u16>),
    /// The node was added to G, or its bound changed.
    Add(Vec<u16>, Score),
    /// The node and its subtree were removed from G.
    Remove(Vec<u16>),
    /// An entry of BACKUP is new or changed.
    Backup(BackupEntry),
}

/// An entry of an OPEN list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct OpenState {
    /// The path of the node: the indices of the moves from the root.
    pub path: Vec<u16>,
    /// The status, live or solved.
    pub status: Status,
    /// The merit: an upper bound on the value that the node can contribute.
    pub merit: Score,
}

/// An entry of a BACKUP list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct BackupEntry {
    /// The path of the node: the indices of the moves from the root.
    pub path: Vec<u16>,
    /// One past the index of the last son that is or was in OPEN.
    pub last: u16,
    /// The lower bound.
    pub low: Score,
    /// The upper bound.
    pub high: Score,
}

/// An observer that records every event. It does not count: use `(Counters::new(), Trace::new())` for both.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    events: Vec<Event>,
}

impl Trace {
    /// Creates an empty trace.
    #[must_use]
    pub fn new() -> Trace {
        Trace::default()
    }

    /// Returns the events in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns a replay from the beginning.
    #[must_use]
    pub fn replay(&self) -> Replay<'_> {
        Replay {
            events: &self.events,
            done: 0,
            path: Vec::new(),
            open: Vec::new(),
            backup: Vec::new(),
            solution: Vec::new(),
        }
    }

    /// Writes one JSON object per line.
    ///
    /// # Errors
    /// If `out` returns an error.
    pub fn json_lines(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.events.iter().try_for_each(|event| writeln!(out, "{}", Json(event)))
    }
}

/// Writes the JSON lines.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json_lines(f)
    }
}

impl<G: Game + ?Sized> Observer<G> for Trace {
    fn wants_steps(&self) -> bool {
        true
    }

    fn pass(&mut self, window: Window) {
        self.events.push(Event::Pass(window));
    }

    fn answer(&mut self, answer: Score) {
        self.events.push(Event::Answer(answer));
    }

    fn enter(&mut self, visit: Visit<'_, G::Position>, window: Window) {
        let Visit { ply, place, depth, .. } = visit;
        self.events.push(Event::Enter { ply, place, depth, window });
    }

    fn probe(&mut self, ply: usize, probe: &ProbeResult, answer: Option<Score>) {
        self.events.push(Event::Probe { ply, bounds: probe.bounds, answer });
    }

    fn leaf(&mut self, _: &G, visit: Visit<'_, G::Position>, value: Score, kind: LeafKind) {
        self.events.push(Event::Leaf { ply: visit.ply, value, kind });
    }

    fn expand(&mut self, ply: usize, moves: usize) {
        self.events.push(Event::Expand { ply, moves });
    }

    fn refuted(&mut self, ply: usize, children: usize) {
        self.events.push(Event::Refuted { ply, children });
    }

    fn leave(&mut self, ply: usize, value: Score, exit: Exit) {
        self.events.push(Event::Leave { ply, value, exit });
    }

    fn step(&mut self, step: ListStep<'_>) {
        let state = |path: &[u16], status, merit| OpenState { path: path.to_vec(), status, merit };
        self.events.push(match step {
            ListStep::Take { path, status, merit, case } => Event::Take(state(path, status, merit), case),
            ListStep::Put { path, status, merit } => Event::Put(state(path, status, merit)),
            ListStep::Purge { path } => Event::Purge(path.to_vec()),
            ListStep::Add { path, bound } => Event::Add(path.to_vec(), bound),
            ListStep::Remove { path } => Event::Remove(path.to_vec()),
            ListStep::Backup { path, last, low, high } => {
                Event::Backup(BackupEntry { path: path.to_vec(), last, low, high })
            }
        });
    }
}

/// A replay of a search, one event at a time: the node at which the walk is, and the contents of the lists.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    events: &'a [Event],
    done: usize,
    path: Vec<u16>,
    open: Vec<OpenState>,
    backup: Vec<BackupEntry>,
    solution: Vec<(Vec<u16>, Score)>,
}

impl<'a> Replay<'a> {
    /// Performs the next event and returns it.
    pub fn step(&mut self) -> Option<&'a Event> {
        let event = self.events.get(self.done)?;
        self.done += 1;
        match event {
            Event::Enter { ply, place, .. } => {
                // A leaf has no leave event, so entering a node ends the visit of everything below its parent.
                self.path.truncate(ply.saturating_sub(1));
                if *ply > 0 {
                    self.path.push(*place);
                }
            }
            Event::Leave { ply, .. } => self.path.truncate(*ply),
            Event::Take(state, _) => self.open.retain(|other| other.path != state.path),
            Event::Put(state) => {
                // PS* removes a node from BACKUP without an event of its own when it is solved.
                if state.status == Status::Solved {
                    self.backup.retain(|entry| entry.path != state.path);
                }
                self.put(state);
            }
            Event::Purge(path) => {
                self.open.retain(|state| !is_below(&state.path, path));
                self.backup.retain(|entry| !is_below(&entry.path, path));
            }
            Event::Add(path, bound) => {
                self.solution.retain(|(node, _)| node != path);
                self.solution.push((path.clone(), *bound));
                self.solution.sort();
            }
            Event::Remove(path) => {
                self.solution.retain(|(node, _)| node != path && !is_below(node, path));
            }
            Event::Backup(entry) => {
                self.backup.retain(|other| other.path != entry.path);
                self.backup.push(entry.clone());
                self.backup.sort_by(|a, b| a.path.cmp(&b.path));
            }
            Event::Pass(_)
            | Event::Answer(_)
            | Event::Probe { .. }
            | Event::Leaf { .. }
            | Event::Expand { .. }
            | Event::Refuted { .. } => {}
        }
        Some(event)
    }

    /// Inserts an entry after entries of higher merit, and after those of equal merit to its left in the tree.
    fn put(&mut self, state: &OpenState) {
        // Where a player moves twice in a row, RecSSS* solves a node while the level between, which has the same path,
        // is still in OPEN.
        self.open.retain(|other| other.path != state.path);
        let place = self.open.partition_point(|other| {
            other.merit > state.merit || (other.merit == state.merit && other.path < state.path)
        });
        self.open.insert(place, state.clone());
    }

    /// Returns the number of events performed.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the path of the node at which the walk is.
    #[must_use]
    pub fn path(&self) -> &[u16] {
        &self.path
    }

    /// Returns the OPEN list, best first.
    #[must_use]
    pub fn open(&self) -> &[OpenState] {
        &self.open
    }

    /// Returns the BACKUP list, in the order of the tree.
    #[must_use]
    pub fn backup(&self) -> &[BackupEntry] {
        &self.backup
    }

    /// Returns the solution tree G of SSS-2 with its bounds, in the order of the tree.
    #[must_use]
    pub fn solution(&self) -> &[(Vec<u16>, Score)] {
        &self.solution
    }
}

fn is_below(node: &[u16], ancestor: &[u16]) -> bool {
    node.len() > ancestor.len() && node.starts_with(ancestor)
}

/// Formats an event as a JSON object. Infinite scores are the strings `"+inf"` and `"-inf"`; [`Depth::END`] is null.
struct Json<'a>(&'a Event);

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Event::Pass(window) => {
                write!(f, r#"{{"event":"pass","alpha":{},"beta":{}}}"#, num(window.alpha()), num(window.beta()))
            }
            Event::Answer(answer) => write!(f, r#"{{"event":"answer","value":{}}}"#, num(*answer)),
            Event::Enter { ply, place, depth, window } => write!(
                f,
                r#"{{"event":"enter","ply":{ply},"place":{place},"depth":{},"alpha":{},"beta":{}}}"#,
                depth.get().map_or("null".to_owned(), |plies| plies.to_string()),
                num(window.alpha()),
                num(window.beta())
            ),
            Event::Probe { ply, bounds, answer } => write!(
                f,
                r#"{{"event":"recall","ply":{ply},"lower":{},"upper":{},"answer":{}}}"#,
                num(bounds.lower),
                num(bounds.upper),
                answer.map_or("null".to_owned(), num)
            ),
            Event::Leaf { ply, value, kind } => {
                let kind = match kind {
                    LeafKind::Horizon => "horizon",
                    LeafKind::Over => "over",
                    LeafKind::Known => "known",
                };
                write!(f, r#"{{"event":"leaf","ply":{ply},"value":{},"kind":"{kind}"}}"#, num(*value))
            }
            Event::Expand { ply, moves } => write!(f, r#"{{"event":"expand","ply":{ply},"moves":{moves}}}"#),
            Event::Refuted { ply, children } => {
                write!(f, r#"{{"event":"refuted","ply":{ply},"children":{children}}}"#)
            }
            Event::Leave { ply, value, exit } => {
                write!(f, r#"{{"event":"leave","ply":{ply},"value":{}"#, num(*value))?;
                match exit {
                    Exit::Cut { tried, source } => write!(f, r#","cut":true,"tried":{tried},"source":"{source:?}"}}"#),
                    Exit::Searched => write!(f, r#","cut":false}}"#),
                }
            }
            Event::Take(state, case) => write!(f, r#"{{"event":"take","case":{case},{}}}"#, open(state)),
            Event::Put(state) => write!(f, r#"{{"event":"put",{}}}"#, open(state)),
            Event::Purge(path) => write!(f, r#"{{"event":"purge","path":{path:?}}}"#),
            Event::Add(path, bound) => {
                write!(f, r#"{{"event":"join","path":{path:?},"bound":{}}}"#, num(*bound))
            }
            Event::Remove(path) => write!(f, r#"{{"event":"part","path":{path:?}}}"#),
            Event::Backup(entry) => write!(
                f,
                r#"{{"event":"backup","path":{:?},"last":{},"low":{},"high":{}}}"#,
                entry.path,
                entry.last,
                num(entry.low),
                num(entry.high)
            ),
        }
    }
}

fn num(score: Score) -> String {
    if score.is_finite() { score.to_string() } else { format!("\"{score}\"") }
}

fn open(state: &OpenState) -> String {
    let status = match state.status {
        Status::Live => "live",
        Status::Solved => "solved",
    };
    let mut text = String::new();
    let _ = write!(text, r#""path":{:?},"status":"{status}","merit":{}"#, state.path, num(state.merit));
    text
}
