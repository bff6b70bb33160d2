//! The replies to the page, and their delivery.

use crate::error::Refusal;
use serde::Serialize;

/// Sends the replies to one request.
pub(crate) struct ReplySink<'s> {
    id: u64,
    send: &'s mut (dyn FnMut(String) + Send),
}

/// A reply as it is sent.
#[derive(Serialize)]
struct NumberedReply<'r, R> {
    id: u64,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    reply: &'r R,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    last: bool,
}

/// The reply to a wrong request.
#[derive(Serialize)]
struct ErrorReply<'r> {
    message: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
}

/// The end of a stream of replies.
#[derive(Serialize)]
pub(crate) struct DoneReply {
    /// True if the work ended before its result.
    pub(crate) stopped: bool,
    /// The reason for it.
    pub(crate) reason: Option<String>,
}

impl<'s> ReplySink<'s> {
    pub(crate) fn new(id: u64, send: &'s mut (dyn FnMut(String) + Send)) -> ReplySink<'s> {
        ReplySink { id, send }
    }

    /// Sends a reply that others follow.
    pub(crate) fn send(&mut self, kind: &'static str, reply: &impl Serialize) {
        self.write(kind, reply, false);
    }

    /// Sends the last reply.
    pub(crate) fn end(&mut self, kind: &'static str, reply: &impl Serialize) {
        self.write(kind, reply, true);
    }

    /// Sends an error as the last reply.
    pub(crate) fn refuse(&mut self, refusal: &Refusal) {
        self.end("error", &ErrorReply { message: &refusal.message, field: refusal.field });
    }

    fn write(&mut self, kind: &'static str, reply: &impl Serialize, last: bool) {
        // Replies are texts, numbers and lists of them, which JSON can hold.
        let text = serde_json::to_string(&NumberedReply { id: self.id, kind, reply, last });
        (self.send)(text.unwrap_or_default());
    }
}
