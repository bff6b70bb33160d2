//! The views of all nodes, and the changes of the current step.

use super::step::StageChange;
use super::view::NodeView;

/// The views of all nodes.
pub(super) struct Board {
    views: Vec<NodeView>,
    /// The nodes written in this step, with their views before it.
    touched: Vec<(usize, NodeView)>,
    is_touched: Vec<bool>,
}

impl Board {
    pub(super) fn new(count: usize) -> Board {
        Board { views: vec![NodeView::default(); count], touched: Vec::new(), is_touched: vec![false; count] }
    }

    pub(super) fn view(&self, node: usize) -> &NodeView {
        &self.views[node]
    }

    /// Returns the view of a node, to be changed in this step.
    pub(super) fn write(&mut self, node: usize) -> &mut NodeView {
        if !std::mem::replace(&mut self.is_touched[node], true) {
            self.touched.push((node, self.views[node]));
        }
        &mut self.views[node]
    }

    /// Ends the step and returns its changes.
    pub(super) fn changes(&mut self) -> Vec<StageChange> {
        let Board { views, touched, is_touched } = self;
        touched.sort_unstable_by_key(|(node, _)| *node);
        let changes = touched.drain(..).filter_map(|(node, before)| {
            is_touched[node] = false;
            (views[node] != before).then(|| StageChange { node, before, after: views[node] })
        });
        changes.collect()
    }
}
