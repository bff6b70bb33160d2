//! Searches of trees, step by step.

use crate::Theatre;
use crate::error::Refusal;
use crate::reply::ReplySink;
use crate::request::TreeRequest;

/// The largest number of nodes.
pub(crate) const MAX_NODES: usize = 20_000;

pub(crate) fn stage(_: &Theatre, _: &TreeRequest, _: &mut ReplySink<'_>) -> Result<(), Refusal> {
    Err(Refusal::of("tree", "not yet"))
}

pub(crate) fn state(_: &Theatre, _: &TreeRequest, _: &mut ReplySink<'_>) -> Result<(), Refusal> {
    Err(Refusal::of("tree", "not yet"))
}

pub(crate) fn trace(_: &Theatre, _: &TreeRequest, _: &mut ReplySink<'_>) -> Result<(), Refusal> {
    Err(Refusal::of("tree", "not yet"))
}
