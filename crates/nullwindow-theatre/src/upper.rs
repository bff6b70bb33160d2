//! The first plies of a real search.

use crate::Theatre;
use crate::error::Refusal;
use crate::reply::ReplySink;
use crate::request::UpperRequest;
use std::sync::atomic::AtomicBool;

pub(crate) fn upper(
    theatre: &Theatre,
    request: &UpperRequest,
    _: &AtomicBool,
    _: &mut ReplySink<'_>,
) -> Result<(), Refusal> {
    theatre.engine(&request.game)?;
    Err(Refusal::whole("not yet"))
}
