//! Formats the events of a trace for people, one line each.
//!
//! A line has the name of the event, as in the JSON lines; the node, indented by its distance from the root; its window;
//! and the result. Scores are seen from MAX.

use super::captions;
use super::lists::{self, PassKind};
use super::rules::{self, Rules};
use super::walk::{WalkNodes, WalkReader, WalkStep};
use nullwindow::observe::Event;
use nullwindow::{AnyAlgorithm, Score};

/// Formats events in the order of their trace.
#[derive(Clone, Debug)]
pub struct Narrator<N> {
    reader: WalkReader<N>,
    /// True if MIN moves at the root.
    flip: bool,
    /// True if the merits of the algorithm are those of MIN.
    exchanged: bool,
    rules: Rules,
}

impl<N: WalkNodes> Narrator<N> {
    /// Returns a narrator for the trace of an algorithm on a tree or game with these nodes.
    pub fn new(algorithm: &AnyAlgorithm, mut nodes: N) -> Narrator<N> {
        let flip = !nodes.node(&[]).max_moves;
        let exchanged = flip != (PassKind::of(algorithm) == PassKind::Dual);
        Narrator { reader: WalkReader::new(nodes), flip, exchanged, rules: rules::of(algorithm) }
    }

    /// Formats the next event, without a line end.
    pub fn line(&mut self, event: &Event) -> String {
        let step = self.reader.read(event);
        match event {
            Event::Pass(window) => {
                let window = window.flip_if(self.flip);
                let edges = format!("({}, {})", captions::score(window.alpha()), captions::score(window.beta()));
                format!("pass    {edges}: {}", captions::question(window, None))
            }
            Event::Answer(answer) => format!("answer  {}", captions::score(answer.flip_if(self.flip))),
            Event::Enter { .. } => walked("enter", step.as_ref()),
            Event::Probe { .. } => walked("recall", step.as_ref()),
            Event::Leaf { ply, value, .. } => match &step {
                // A best-first algorithm visits leaves without entering them.
                None => format!("leaf    at ply {ply}, {} for the player to move", captions::score(*value)),
                step => walked("leaf", step.as_ref()),
            },
            Event::Expand { ply, moves } => match &step {
                None => format!("expand  at ply {ply}, {moves} sons"),
                step => walked("expand", step.as_ref()),
            },
            Event::Leave { ply, value, .. } => match &step {
                None => format!("leave   at ply {ply}, {} for the player to move", captions::score(*value)),
                step => walked("leave", step.as_ref()),
            },
            _ => self.list_line(event),
        }
    }

    /// Formats an event of a best-first algorithm.
    fn list_line(&mut self, event: &Event) -> String {
        let flip = self.exchanged;
        match event {
            Event::Take(state, case) => {
                let entry = lists::named(self.name(&state.path), state, flip);
                let rule = rules::rule(self.rules, *case);
                if *case == 0 {
                    format!("take    {entry}  {rule}")
                } else {
                    format!("take    {entry}  case {case}: {rule}")
                }
            }
            Event::Put(state) => format!("put     {}", lists::named(self.name(&state.path), state, flip)),
            Event::Purge(path) => format!("purge   below {}", self.name(path)),
            Event::Add(path, bound) => {
                let bound = bound.flip_if(self.flip);
                format!("join    {}, {}", self.name(path), joined(bound))
            }
            Event::Remove(path) => format!("part    {}, with its subtree", self.name(path)),
            Event::Backup(entry) => format!("backup  {}", lists::named_backup(self.name(&entry.path), entry, flip)),
            _ => String::new(),
        }
    }

    fn name(&mut self, path: &[u16]) -> String {
        self.reader.node(path).name
    }
}

fn joined(bound: Score) -> String {
    if bound.is_finite() { format!("at most {bound}") } else { "no bound yet".to_owned() }
}

/// Formats a step of a depth-first search.
fn walked(event: &str, step: Option<&WalkStep>) -> String {
    let Some(WalkStep { ply, label, window, text, event: kind, .. }) = step else { return event.to_owned() };
    let cutoff = if *kind == super::WalkEvent::Cutoff { "cutoff: " } else { "" };
    let node = format!("{}{label}", "  ".repeat(*ply));
    format!("{event:<7} {node:<16} {window}{cutoff}{text}").trim_end().to_owned()
}
