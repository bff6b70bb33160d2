//! Refusals of requests.

use nullwindow_engine::EngineError;
use std::fmt::Display;

/// The reason why a request is refused, and the field of the request that was wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) field: Option<&'static str>,
}

impl Refusal {
    /// Creates a refusal of a field.
    pub(crate) fn of(field: &'static str, message: impl Display) -> Refusal {
        Refusal { message: message.to_string(), field: Some(field) }
    }

    /// Creates a refusal of a whole request.
    pub(crate) fn whole(message: impl Display) -> Refusal {
        Refusal { message: message.to_string(), field: None }
    }
}

impl From<EngineError> for Refusal {
    fn from(error: EngineError) -> Refusal {
        let field = match &error {
            EngineError::Position { .. } => Some("position"),
            EngineError::Move { .. } => Some("moves"),
            EngineError::FindsNoValue(_) | EngineError::FollowsNoRules(_) => Some("algorithm"),
            EngineError::Endless { .. } => Some("depth"),
            EngineError::Table(_) => Some("table"),
            EngineError::Unknown { .. } | EngineError::Size(_) => Some("game"),
            EngineError::Compose(_) => Some("cells"),
            EngineError::Tree { .. } => Some("tree"),
            _ => None,
        };
        Refusal { message: error.to_string(), field }
    }
}
