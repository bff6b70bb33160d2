//! Follows a depth-first search step by step: the window at every node, and the reason for every cutoff.
//!
//! The trace gives scores as the player to move sees them. Here all scores are those of MAX, as in the papers' figures: a
//! MAX node is cut off by `g >= beta`, a MIN node by `g <= alpha`. The bound that cuts comes from an ancestor. The trace
//! does not say from which; it follows from the windows on the path, since every loop passes on either its own bound, or
//! the best value of its sons so far, or the edge of a null window.

use super::captions::{edges, number, score};
use nullwindow::observe::{Event, Exit};
use nullwindow::{Bounds, Depth, Score, Window};
use serde::Serialize;

/// A node as the reader of a walk knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalkNode {
    /// The name.
    pub name: String,
    /// The name as the drawings show it: `[a]` if MAX moves, `(b)` if MIN moves, plain for a leaf.
    pub label: String,
    /// True if MAX is to move.
    pub max_moves: bool,
}

/// Names the nodes of a walk by their paths: the numbers of the moves from the root.
pub trait WalkNodes {
    /// Returns the node at the end of a path.
    fn node(&mut self, path: &[u16]) -> WalkNode;
}

/// The kind of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WalkEvent {
    /// The search enters a node.
    Enter,
    /// Memory has bounds of the node, which do not decide the window.
    Probe,
    /// Memory decides the window, and the search leaves the node.
    Stored,
    /// The search evaluates a leaf.
    Leaf,
    /// The sons of the node are generated.
    Expand,
    /// The search leaves the node before its last son.
    Cutoff,
    /// The search leaves the node after its last son.
    Leave,
    /// The node is added to the solution tree of SSS-2, or its bound there changes.
    #[serde(rename = "join")]
    Add,
    /// The node and its subtree are removed from that solution tree.
    #[serde(rename = "part")]
    Remove,
}

/// A step of a search. Scores are seen from MAX; `None` stands for an infinity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct WalkStep {
    /// The number of the pass, from 0.
    pub pass: usize,
    /// The kind of the step.
    pub event: WalkEvent,
    /// The name of the node.
    pub node: String,
    /// The name of the node as the drawings show it.
    #[serde(skip)]
    pub label: String,
    /// The distance from the root in plies.
    pub ply: usize,
    /// The lower edge of the window at the node.
    pub alpha: Option<i32>,
    /// The upper edge of the window at the node.
    pub beta: Option<i32>,
    /// The window as text, with the signs of infinities; empty for steps that have none.
    pub window: String,
    /// The value of a leaf, the stored bound that decides, or the best value of the sons searched.
    pub value: Option<i32>,
    /// The result and its reason as text.
    pub text: String,
    /// The name of the ancestor that the deciding bound comes from, if it comes from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The names of the sons that a cutoff skips.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
}

impl WalkStep {
    fn new(pass: usize, event: WalkEvent, node: String, label: String, ply: usize) -> WalkStep {
        let (window, text, skipped) = (String::new(), String::new(), Vec::new());
        let (alpha, beta, value, from) = (None, None, None, None);
        WalkStep { pass, event, node, label, ply, alpha, beta, window, value, text, from, skipped }
    }
}

/// The origin of an edge of a window.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Origin {
    /// The window of the pass.
    Query,
    /// The best son so far of an ancestor.
    Best(Ancestor),
    /// A stored bound of an ancestor.
    Stored(Ancestor),
    /// The null window in which an ancestor tests its later sons.
    Test(Ancestor),
    /// The null-window test of a node just before it is searched again.
    Retest(Ancestor),
    /// Knowledge of the game, which the trace does not contain.
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Ancestor {
    name: String,
    label: String,
    ply: usize,
}

impl Origin {
    fn name(&self) -> Option<String> {
        match self {
            Origin::Best(node) | Origin::Stored(node) | Origin::Test(node) | Origin::Retest(node) => {
                Some(node.name.clone())
            }
            Origin::Query | Origin::Unknown => None,
        }
    }

    /// Describes the origin of an edge; `bound` is `f-` for alpha and `f+` for beta.
    fn text(&self, bound: &str) -> String {
        match self {
            Origin::Query => ", from the query".to_owned(),
            Origin::Best(Ancestor { label, ply, .. }) => format!(", from {label} at ply {ply}"),
            Origin::Stored(Ancestor { label, ply, .. }) => format!(", the stored {bound} of {label} at ply {ply}"),
            Origin::Test(Ancestor { label, ply, .. }) => format!(", from a test at {label}, ply {ply}"),
            Origin::Retest(Ancestor { label, ply, .. }) => format!(", from the test of {label} at ply {ply}"),
            Origin::Unknown => String::new(),
        }
    }
}

/// A node on the current path.
#[derive(Clone, Debug)]
struct PathNode {
    node: WalkNode,
    ply: usize,
    depth: Depth,
    /// The part of the window that memory leaves open, for MAX.
    window: Window,
    alpha: Origin,
    beta: Origin,
    /// The best value of the sons so far, for MAX.
    g: Option<Score>,
    /// By the numbers of the sons: whether one was entered, and its last answer for MAX. A list in the order of the search
    /// would be scanned at every son, which takes minutes if there are twenty thousand.
    sons: Vec<SonState>,
}

/// A son of a node on the current path.
#[derive(Clone, Copy, Default, Debug)]
struct SonState {
    entered: bool,
    answer: Option<Score>,
}

/// A son that is about to be searched.
struct SonWindow<'n> {
    place: u16,
    /// True if its window is null.
    null: bool,
    node: &'n WalkNode,
}

impl PathNode {
    fn ancestor(&self) -> Ancestor {
        let WalkNode { name, label, .. } = &self.node;
        Ancestor { name: name.clone(), label: label.clone(), ply: self.ply }
    }

    /// Returns the origin of an edge of a son's window: one that the node has itself, or a new one.
    fn passes_on(&self, edge: Score, own: (Score, &Origin), is_best_side: bool, son: &SonWindow<'_>) -> Origin {
        let SonWindow { place, null, node } = *son;
        let before = self.sons.get(usize::from(place)).and_then(|son| son.answer);
        match edge {
            edge if edge == own.0 => own.1.clone(),
            // Before the best value: the answer of the test has become the best value too.
            edge if before == Some(edge) && !null => {
                let WalkNode { name, label, .. } = node.clone();
                Origin::Retest(Ancestor { name, label, ply: self.ply + 1 })
            }
            edge if is_best_side && self.g == Some(edge) => Origin::Best(self.ancestor()),
            _ if null => Origin::Test(self.ancestor()),
            _ => Origin::Unknown,
        }
    }

    /// Takes the answer of the son searched last.
    fn learn(&mut self, place: u16, depth: Depth, answer: Score) {
        // A shallow search that only orders the sons decides nothing.
        if self.depth.is_horizon() || self.depth.child() != depth {
            return;
        }
        if let Some(son) = self.sons.get_mut(usize::from(place)) {
            son.answer = Some(answer);
        }
        let better = if self.node.max_moves { Score::max } else { Score::min };
        self.g = Some(self.g.map_or(answer, |g| better(g, answer)));
    }
}

/// Turns the events of a trace into steps.
#[derive(Clone, Debug)]
pub struct WalkReader<N> {
    nodes: N,
    path: Vec<u16>,
    on_path: Vec<Option<PathNode>>,
    pass: usize,
    /// The sons entered at the node that was left last.
    tried: Vec<u16>,
}

impl<N: WalkNodes> WalkReader<N> {
    /// Returns a reader for the beginning of a trace.
    pub fn new(nodes: N) -> WalkReader<N> {
        WalkReader { nodes, path: Vec::new(), on_path: Vec::new(), pass: 0, tried: Vec::new() }
    }

    /// Returns the step of an event of a depth-first search; `None` for other events.
    pub fn read(&mut self, event: &Event) -> Option<WalkStep> {
        match *event {
            Event::Pass(_) => {
                self.on_path.clear();
                self.path.clear();
                None
            }
            Event::Answer(_) => {
                self.pass += 1;
                // MTD-best leaves a root that it has not entered.
                self.on_path.clear();
                None
            }
            Event::Enter { ply, place, depth, window } => self.enter(ply, place, depth, window),
            Event::Probe { ply, bounds, answer } => self.probe(ply, bounds, answer),
            Event::Leaf { ply, value, .. } => self.leaf(ply, value),
            Event::Expand { ply, moves } => {
                let text = if moves == 1 { "1 son".to_owned() } else { format!("{moves} sons") };
                Some(WalkStep { text, ..self.step(ply, WalkEvent::Expand)? })
            }
            Event::Leave { ply, value, exit } => self.leave(ply, value, exit),
            _ => None,
        }
    }

    /// Returns the path of the node of the last step.
    #[must_use]
    pub fn path(&self) -> &[u16] {
        &self.path
    }

    /// Returns the numbers of the sons that were entered at the node of the last cutoff, in ascending order.
    #[must_use]
    pub fn tried(&self) -> &[u16] {
        &self.tried
    }

    /// Returns the name of the node at the end of a path.
    pub fn node(&mut self, path: &[u16]) -> WalkNode {
        self.nodes.node(path)
    }

    /// Returns a step of SSS-2 at the end of a path, with the bound of the node in the solution tree.
    pub(super) fn refined(&mut self, path: &[u16], pass: usize, event: WalkEvent, bound: Option<Score>) -> WalkStep {
        let WalkNode { name, label, .. } = self.nodes.node(path);
        let text = match (event, bound.filter(|bound| bound.is_finite())) {
            (WalkEvent::Remove, _) => "leaves G, with its subtree".to_owned(),
            (_, Some(bound)) => format!("in G, at most {bound}"),
            (_, None) => "joins G".to_owned(),
        };
        WalkStep { value: bound.and_then(number), text, ..WalkStep::new(pass, event, name, label, path.len()) }
    }

    fn at(&self, ply: usize) -> Option<&PathNode> {
        self.on_path.get(ply)?.as_ref()
    }

    fn step(&self, ply: usize, event: WalkEvent) -> Option<WalkStep> {
        let WalkNode { name, label, .. } = self.at(ply)?.node.clone();
        Some(WalkStep::new(self.pass, event, name, label, ply))
    }

    fn enter(&mut self, ply: usize, place: u16, depth: Depth, window: Window) -> Option<WalkStep> {
        self.path.truncate(ply.saturating_sub(1));
        if ply > 0 {
            self.path.push(place);
        }
        let node = self.nodes.node(&self.path);
        let window = window.flip_if(!node.max_moves);
        let parent = ply.checked_sub(1).and_then(|above| self.on_path.get_mut(above)?.as_mut());
        let (mut alpha, mut beta) = (Origin::Query, Origin::Query);
        if let Some(parent) = parent {
            let (own, max) = (parent.window, parent.node.max_moves);
            let son = SonWindow { place, null: window.is_null(), node: &node };
            alpha = parent.passes_on(window.alpha(), (own.alpha(), &parent.alpha), max, &son);
            beta = parent.passes_on(window.beta(), (own.beta(), &parent.beta), !max, &son);
            let place = usize::from(place);
            parent.sons.resize(parent.sons.len().max(place + 1), SonState::default());
            parent.sons[place] = SonState { entered: true, answer: None };
        }
        self.on_path.resize(ply, None);
        self.on_path.push(Some(PathNode { node, ply, depth, window, alpha, beta, g: None, sons: Vec::new() }));
        let text = format!("({}, {})", score(window.alpha()), score(window.beta()));
        let (alpha, beta) = edges(window);
        Some(WalkStep { alpha, beta, window: text, ..self.step(ply, WalkEvent::Enter)? })
    }

    fn probe(&mut self, ply: usize, bounds: Bounds, answer: Option<Score>) -> Option<WalkStep> {
        let flip = !self.at(ply)?.node.max_moves;
        let (bounds, answer) = (bounds.flip_if(flip), answer.map(|answer| answer.flip_if(flip)));
        let step = self.step(ply, if answer.is_some() { WalkEvent::Stored } else { WalkEvent::Probe })?;
        if let Some(answer) = answer {
            let (text, from) = decided(self.at(ply)?, bounds);
            self.answered(ply, answer);
            return Some(WalkStep { value: number(answer), text, from, ..step });
        }
        let node = self.on_path.get_mut(ply)?.as_mut()?;
        let (alpha, beta) = (node.window.alpha(), node.window.beta());
        // At the root memory only orders the moves.
        if ply > 0 && alpha.max(bounds.lower) < beta.min(bounds.upper) {
            if bounds.lower > alpha {
                node.alpha = Origin::Stored(node.ancestor());
            }
            if bounds.upper < beta {
                node.beta = Origin::Stored(node.ancestor());
            }
            node.window = Window::new(alpha.max(bounds.lower), beta.min(bounds.upper));
        }
        let bound = |name: &str, bound: Score| bound.is_finite().then(|| format!("{name} = {bound}"));
        let known: Vec<String> = [bound("f-", bounds.lower), bound("f+", bounds.upper)].into_iter().flatten().collect();
        let text = if known.is_empty() { "nothing stored".to_owned() } else { format!("stored {}", known.join(", ")) };
        Some(WalkStep { text, ..step })
    }

    fn leaf(&mut self, ply: usize, value: Score) -> Option<WalkStep> {
        let value = value.flip_if(!self.at(ply)?.node.max_moves);
        let step = self.step(ply, WalkEvent::Leaf)?;
        self.answered(ply, value);
        Some(WalkStep { value: number(value), text: format!("f = {}", score(value)), ..step })
    }

    fn leave(&mut self, ply: usize, value: Score, exit: Exit) -> Option<WalkStep> {
        let sons = (0u16..).zip(&self.at(ply)?.sons);
        let tried = sons.filter(|(_, son)| son.entered).map(|(place, _)| place).collect();
        self.tried = tried;
        let node = self.at(ply)?;
        let g = value.flip_if(!node.node.max_moves);
        let (text, from, event) = match exit {
            Exit::Cut { tried, .. } => {
                let (reason, from) = passed(node, g);
                let whose = if tried == 0 { "stored bound of a son: " } else { "" };
                (format!("{whose}{reason}"), from, WalkEvent::Cutoff)
            }
            Exit::Searched => (exhausted(node, g), None, WalkEvent::Leave),
        };
        let step = self.step(ply, event)?;
        self.answered(ply, g);
        self.path.truncate(ply);
        Some(WalkStep { value: number(g), text, from, ..step })
    }

    /// Passes the answer of a node to its parent.
    fn answered(&mut self, ply: usize, answer: Score) {
        let Some((place, depth)) = self.at(ply).map(|node| (self.path.get(ply.wrapping_sub(1)), node.depth)) else {
            return;
        };
        let (Some(&place), Some(above)) = (place, ply.checked_sub(1)) else { return };
        if let Some(Some(parent)) = self.on_path.get_mut(above) {
            parent.learn(place, depth, answer);
        }
    }
}

/// Describes the bound that memory decides a window with, and the ancestor that the other side comes from.
fn decided(node: &PathNode, bounds: Bounds) -> (String, Option<String>) {
    let (Bounds { lower, upper }, window) = (bounds, node.window);
    if lower == upper {
        return (format!("stored f = {lower}"), None);
    }
    if lower >= window.beta() {
        let text = format!("stored f- = {lower} >= beta = {}{}", score(window.beta()), node.beta.text("f+"));
        return (text, node.beta.name());
    }
    let text = format!("stored f+ = {upper} <= alpha = {}{}", score(window.alpha()), node.alpha.text("f-"));
    (text, node.alpha.name())
}

/// Describes the bound that the best son reaches, with the ancestor that it comes from.
fn passed(node: &PathNode, g: Score) -> (String, Option<String>) {
    if node.node.max_moves {
        let beta = score(node.window.beta());
        (format!("g = {} >= beta = {beta}{}", score(g), node.beta.text("f+")), node.beta.name())
    } else {
        let alpha = score(node.window.alpha());
        (format!("g = {} <= alpha = {alpha}{}", score(g), node.alpha.text("f-")), node.alpha.name())
    }
}

/// Describes the result of a node whose sons were all searched.
fn exhausted(node: &PathNode, g: Score) -> String {
    let (alpha, beta) = (node.window.alpha(), node.window.beta());
    let against = match node.node.max_moves {
        true if g <= alpha => format!(" <= alpha = {}", score(alpha)),
        false if g >= beta => format!(" >= beta = {}", score(beta)),
        _ => String::new(),
    };
    format!("all sons searched: g = {}{against}", score(g))
}
