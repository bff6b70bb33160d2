//! Requests in tests.

use nullwindow_engine::Catalogue;
use nullwindow_theatre::Theatre;
use serde_json::Value;
use std::sync::atomic::AtomicBool;

/// Returns a service with the shipped games.
pub fn service() -> Theatre {
    Theatre::new(Catalogue::shipped())
}

/// Returns all replies to a request.
pub fn ask(request: &Value) -> Vec<Value> {
    let mut replies = Vec::new();
    service().answer(&request.to_string(), &AtomicBool::new(false), &mut |reply| {
        replies.push(serde_json::from_str(&reply).unwrap());
    });
    replies
}

/// Returns the last reply to a request.
pub fn last(request: &Value) -> Value {
    let reply = ask(request).pop().unwrap();
    assert_eq!(reply["last"], true, "{reply}");
    reply
}
