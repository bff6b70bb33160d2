//! Searches of trees, step by step.

use crate::algorithms::takes_guess;
use crate::error::Refusal;
use crate::reply::ReplySink;
use crate::request::{TreeChoice, TreeRequest, algorithm};
use crate::welcome::TREES;
use nullwindow::trees::ExplicitTree;
use nullwindow_drawing::DiagramLimits;
use nullwindow_drawing::stage::{Stage, StageOptions};
use nullwindow_drawing::trees::{RandomTreeKind, TreeSize, random_tree};
use serde::Serialize;

/// The nodes of a tree whose states are computed from the trace: this takes time in proportion to the square of its length,
/// and cannot be stopped.
const MAX_REPLAYED: usize = 2_000;

/// Sends a search as steps.
pub(crate) fn stage(request: &TreeRequest, sink: &mut ReplySink<'_>) -> Result<(), Refusal> {
    sink.end("tree", &watched(request)?);
    Ok(())
}

/// Sends the state after some steps, as the library itself computes it from the trace.
pub(crate) fn state(request: &TreeRequest, sink: &mut ReplySink<'_>) -> Result<(), Refusal> {
    let stage = watched(request)?;
    if stage.nodes.len() > MAX_REPLAYED {
        let text = format!("states are computed again for trees of up to {MAX_REPLAYED} nodes only");
        return Err(Refusal::of("tree", text));
    }
    sink.end("tree-state", &stage.state(request.step));
    Ok(())
}

#[derive(Serialize)]
struct TraceReply {
    text: String,
}

/// Sends the trace of a search as JSON lines.
pub(crate) fn trace(request: &TreeRequest, sink: &mut ReplySink<'_>) -> Result<(), Refusal> {
    sink.end("trace", &TraceReply { text: watched(request)?.trace().to_string() });
    Ok(())
}

fn watched(request: &TreeRequest) -> Result<Stage, Refusal> {
    let algorithm = algorithm(Some(&request.algorithm))?;
    if request.guess.is_some() && !takes_guess(&algorithm) {
        return Err(Refusal::of("guess", format_args!("{algorithm} takes no first guess")));
    }
    let (tree, title) = tree(&request.tree)?;
    let mut options = StageOptions::new(algorithm);
    (options.guess, options.depth, options.title) = (request.guess, request.depth, title);
    Stage::watch(&tree, &options).map_err(|error| Refusal::of("tree", error))
}

/// Reads a tree, with a title if it is a random one.
fn tree(choice: &TreeChoice) -> Result<(ExplicitTree, Option<String>), Refusal> {
    let TreeChoice { name, text, kind, size, seed } = choice;
    match (name, text, kind, size) {
        (Some(name), None, None, None) => {
            let known = TREES.iter().find(|(known, ..)| known == name);
            let (_, _, text) = known.ok_or_else(|| Refusal::of("tree", format_args!("there is no tree '{name}'")))?;
            Ok((parsed(text)?, None))
        }
        (None, Some(text), None, None) => Ok((parsed(text)?, None)),
        (None, None, Some(kind), Some(size)) => {
            let kind: RandomTreeKind = kind.parse().map_err(|error| Refusal::of("kind", error))?;
            let shape: TreeSize = size.parse().map_err(|error| Refusal::of("size", error))?;
            let limits = DiagramLimits::of_nodes(Stage::MAX_NODES);
            let tree = random_tree(kind, shape, *seed, limits).map_err(|error| Refusal::of("size", error))?;
            Ok((tree, Some(format!("{kind} tree of {size}, seed {seed}"))))
        }
        _ => Err(Refusal::of("tree", "expected a name, a text, or a kind and a size")),
    }
}

fn parsed(text: &str) -> Result<ExplicitTree, Refusal> {
    text.parse().map_err(|error| Refusal::of("tree", error))
}
