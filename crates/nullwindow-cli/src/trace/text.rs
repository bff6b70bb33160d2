//! A trace as text, one line for each event.

use crate::answer::request::SearchSubject;
use nullwindow::observe::Trace;
use nullwindow::{AnyAlgorithm, Depth};
use nullwindow_drawing::{DiagramTree, Narrator, WalkNode, WalkNodes};
use nullwindow_engine::{Engine, PositionText};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// A trace that is written as text.
pub struct TextTrace<'t> {
    trace: &'t Trace,
    algorithm: AnyAlgorithm,
    names: NodeNames,
}

impl<'t> TextTrace<'t> {
    /// Returns the trace of a search; `tree` is the text of the tree, if one was searched.
    pub fn new(
        trace: &'t Trace,
        algorithm: &AnyAlgorithm,
        subject: &SearchSubject,
        tree: Option<&str>,
        depth: Depth,
    ) -> TextTrace<'t> {
        // A tree that is too large to be drawn has no letters: its nodes are named by their moves, as in a game.
        let drawn = tree.and_then(|text| DiagramTree::of(&text.parse().ok()?, depth.get()).ok());
        let moves = || NodeNames::Moves(MoveNames::new(Arc::clone(&subject.engine), subject.position.clone()));
        let names = drawn.map_or_else(moves, |tree| NodeNames::Letters(Box::new(tree)));
        TextTrace { trace, algorithm: *algorithm, names }
    }
}

impl fmt::Display for TextTrace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut narrator = Narrator::new(&self.algorithm, self.names.clone());
        self.trace.events().iter().try_for_each(|event| writeln!(f, "{}", narrator.line(event)))
    }
}

/// Formats the first line.
pub fn head(head: &Value) -> String {
    let text = |field: &str| head[field].as_str().unwrap_or_default().to_owned();
    let depth = head["depth"].as_u64().map_or("to the end".to_owned(), |plies| format!("depth {plies}"));
    format!("search  {}, {depth}, {} {}", text("algorithm"), text("game"), text("position"))
}

/// Formats the last line.
pub fn end(end: &Value) -> String {
    let number = |value: &Value| if value.is_null() { "-".to_owned() } else { value.to_string() };
    let value = match (&end["value"], &end["bounds"]) {
        (Value::Null, bounds) => {
            format!("value from {} to {}", number(&bounds["lower"]), number(&bounds["upper"]))
        }
        (value, _) => format!("value {value}"),
    };
    let cut_off = if end["complete"] == true { "" } else { ", cut off" };
    let counts = format!("{} leaf visits, {} interior nodes", number(&end["leaf_visits"]), number(&end["interior"]));
    format!(
        "end     {value}, move {}, {counts}, {} passes{cut_off}",
        end["move"].as_str().unwrap_or("-"),
        end["passes"]
    )
}

/// The names of nodes: the letters of `tree`, or moves.
#[derive(Clone)]
enum NodeNames {
    Letters(Box<DiagramTree>),
    Moves(MoveNames),
}

impl WalkNodes for NodeNames {
    fn node(&mut self, path: &[u16]) -> WalkNode {
        match self {
            NodeNames::Letters(tree) => (&**tree).node(path),
            NodeNames::Moves(moves) => moves.node(path),
        }
    }
}

/// Names nodes by the moves from the root. The nodes on the current path are kept, so that each is described once.
#[derive(Clone)]
struct MoveNames {
    engine: Arc<dyn Engine>,
    root: PositionText,
    on_path: Vec<MoveNode>,
}

#[derive(Clone)]
struct MoveNode {
    index: u16,
    /// The move that leads here.
    name: String,
    /// The legal moves.
    moves: Vec<String>,
    first_player_moves: bool,
}

impl MoveNames {
    fn new(engine: Arc<dyn Engine>, root: PositionText) -> MoveNames {
        MoveNames { engine, root, on_path: Vec::new() }
    }

    fn describe(&self, index: u16, name: String) -> MoveNode {
        let mut position = self.root.clone();
        position.moves.extend(self.on_path.iter().skip(1).map(|node| node.name.clone()));
        if !self.on_path.is_empty() {
            position.moves.push(name.clone());
        }
        let board = self.engine.board(&position).ok();
        let first_player_moves = board.as_ref().is_none_or(|board| board.first_player_moves);
        MoveNode { index, name, moves: board.map_or_else(Vec::new, |board| board.moves), first_player_moves }
    }
}

impl WalkNodes for MoveNames {
    fn node(&mut self, path: &[u16]) -> WalkNode {
        if self.on_path.is_empty() {
            self.on_path.push(self.describe(0, "root".to_owned()));
        }
        let same = self.on_path[1..].iter().zip(path).take_while(|(node, index)| node.index == **index).count();
        self.on_path.truncate(1 + same);
        for &index in &path[same..] {
            let moves = self.on_path.last().map_or(&[][..], |node| &node.moves);
            let name = moves.get(usize::from(index)).cloned().unwrap_or_else(|| index.to_string());
            self.on_path.push(self.describe(index, name));
        }
        let names: Vec<&str> = self.on_path[1..].iter().map(|node| node.name.as_str()).collect();
        let name = if names.is_empty() { "root".to_owned() } else { names.join(" ") };
        let (root, here) = (&self.on_path[0], self.on_path.last().unwrap_or(&self.on_path[0]));
        let max_moves = root.first_player_moves == here.first_player_moves;
        let label = if max_moves { format!("[{}]", here.name) } else { format!("({})", here.name) };
        WalkNode { name, label, max_moves }
    }
}
