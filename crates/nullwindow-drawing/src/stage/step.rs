//! The steps and passes of a stage, as plain data.

use super::view::{NodeView, StageCounts};
use crate::walk::WalkEvent;
use serde::Serialize;

/// The kind of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum StageEvent {
    /// A pass begins.
    Pass,
    /// The search enters a node.
    Enter,
    /// Memory does not decide the window.
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
    Add,
    /// The node and its subtree are removed from that solution tree.
    Remove,
    /// A case of the operator Gamma applies to the state at the front of OPEN.
    Take,
    /// A node is solved, and everything below it leaves OPEN.
    Purge,
    /// The pass ends.
    Answer,
}

impl From<WalkEvent> for StageEvent {
    fn from(event: WalkEvent) -> StageEvent {
        match event {
            WalkEvent::Enter => StageEvent::Enter,
            WalkEvent::Probe => StageEvent::Probe,
            WalkEvent::Stored => StageEvent::Stored,
            WalkEvent::Leaf => StageEvent::Leaf,
            WalkEvent::Expand => StageEvent::Expand,
            WalkEvent::Cutoff => StageEvent::Cutoff,
            WalkEvent::Leave => StageEvent::Leave,
            WalkEvent::Add => StageEvent::Add,
            WalkEvent::Remove => StageEvent::Remove,
        }
    }
}

/// A change of the view of a node. Both views are kept, so that a step can be undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct StageChange {
    /// The index of the node.
    pub node: usize,
    /// The view before the step.
    pub before: NodeView,
    /// The view after the step.
    pub after: NodeView,
}

/// A step of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct StageStep {
    /// The number of the pass, from 0.
    pub pass: usize,
    /// The kind of the step.
    pub event: StageEvent,
    /// The index of the node.
    pub node: usize,
    /// The window, the result and its reason, or the rule that applies, as text.
    pub text: String,
    /// The line of the pseudo-code that is executed, from 0.
    pub line: usize,
    /// The index of the ancestor that the deciding bound comes from. It may be the node itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// The case of the operator Gamma; 0 for the end of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<u8>,
    /// The counts after the step.
    #[serde(flatten)]
    pub counts: StageCounts,
    /// The nodes whose views change, from left to right.
    pub changes: Vec<StageChange>,
    /// The number of events of the trace up to the end of this step.
    #[serde(skip)]
    pub(super) events: usize,
}

/// A pass of a search: a query and its answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct StagePass {
    /// The query as text.
    pub question: String,
    /// The answer as text.
    pub reply: String,
    /// The lower edge of the window.
    pub alpha: Option<i32>,
    /// The upper edge of the window.
    pub beta: Option<i32>,
    /// The answer.
    pub answer: Option<i32>,
    /// The lower bound of the root after the pass.
    pub lower: Option<i32>,
    /// The upper bound of the root after the pass.
    pub upper: Option<i32>,
    /// Distinct leaves visited so far.
    pub leaves: usize,
    /// Distinct leaves first visited in this pass.
    pub new_leaves: usize,
    /// The first of its steps.
    pub first_step: usize,
    /// The last of its steps, which is its answer.
    pub last_step: usize,
}
