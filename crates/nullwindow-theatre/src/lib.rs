//! The service behind the web page: requests as JSON texts in, replies as JSON texts out.
//!
//! ```text
//! page  ->  request  ->  Theatre::answer  ->  dyn Engine, Stage
//! page  <-  replies  <-  ReplySink        <-  events of the search
//! ```
//!
//! The service knows no transport: the server passes texts of a WebSocket, and a Web Worker calls it compiled to wasm32. A
//! request has an `id` and a `type`; every reply carries the `id`, and the last one `"last": true`. The page
//! `docs/reference/theatre.md` of the repository lists all of them.
//!
//! - [`request`](self): the requests;
//! - [`reply`](self): the replies, and their delivery;
//! - [`error`](self): refusals, with the field of the request that was wrong;
//! - [`welcome`](self): the greeting, which lists games, algorithms and trees;
//! - [`algorithms`](self): titles and sources of the algorithms;
//! - [`board`](self): positions, set-ups and pasted games;
//! - [`analysis`](self): live analysis, exact values, judged games;
//! - [`playing`](self): the engine's moves in a game;
//! - [`tree`](self): searches of trees, step by step;
//! - [`upper`](self): the first plies of a real search;
//! - [`site`]: the files of the page.
//!
//! ```
//! use nullwindow_engine::Catalogue;
//! use nullwindow_theatre::Theatre;
//! use std::sync::atomic::AtomicBool;
//!
//! let theatre = Theatre::new(Catalogue::shipped());
//! let mut replies = Vec::new();
//! let request = r#"{"id": 1, "type": "board", "game": "connect4", "moves": ["4", "4"]}"#;
//! theatre.answer(request, &AtomicBool::new(false), &mut |reply| replies.push(reply));
//! assert!(replies[0].starts_with(r#"{"id":1,"type":"board","notation":"44""#));
//! ```

mod algorithms;
mod analysis;
mod board;
mod error;
mod limits;
mod playing;
mod reply;
mod request;
pub mod site;
mod tree;
mod upper;
mod welcome;

pub use limits::TheatreLimits;
pub use request::Envelope;

use error::Refusal;
use nullwindow_engine::{Catalogue, Engine, PositionText};
use reply::ReplySink;
use request::TheatreRequest;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Answers the requests of the page.
#[derive(Debug)]
pub struct Theatre {
    catalogue: Catalogue,
    limits: TheatreLimits,
}

impl Theatre {
    /// Creates a service for the games of a catalogue, with the usual limits.
    #[must_use]
    pub fn new(catalogue: Catalogue) -> Theatre {
        Theatre { catalogue, limits: TheatreLimits::default() }
    }

    /// Replaces the limits of requests.
    #[must_use]
    pub fn with_limits(self, limits: TheatreLimits) -> Theatre {
        Theatre { limits, ..self }
    }

    /// Returns the limits of requests.
    #[must_use]
    pub fn limits(&self) -> &TheatreLimits {
        &self.limits
    }

    /// Answers a request: sends all its replies, the last one with `"last": true`. Returns when the work is done, or soon
    /// after `stop` is set. Wrong requests are answered by an error.
    pub fn answer(&self, request: &str, stop: &AtomicBool, send: &mut (dyn FnMut(String) + Send)) {
        let envelope = Envelope::read(request);
        let mut sink = ReplySink::new(envelope.id, send);
        let result = match TheatreRequest::read(request) {
            Ok(request) => self.carry_out(request, stop, &mut sink),
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = result {
            sink.refuse(&refusal);
        }
    }

    fn carry_out(&self, request: TheatreRequest, stop: &AtomicBool, sink: &mut ReplySink<'_>) -> Result<(), Refusal> {
        match request {
            TheatreRequest::Hello => welcome::hello(self, sink),
            TheatreRequest::Tree(request) => tree::stage(&request, sink),
            TheatreRequest::TreeState(request) => tree::state(&request, sink),
            TheatreRequest::Trace(request) => tree::trace(&request, sink),
            TheatreRequest::Board(request) => board::describe(self, &request, sink),
            TheatreRequest::Compose(request) => board::compose(self, &request, sink),
            TheatreRequest::Read(request) => board::read(self, &request, sink),
            TheatreRequest::Analyze(request) => analysis::analyze(self, &request, stop, sink),
            TheatreRequest::Solve(request) => analysis::solve(self, &request, stop, sink),
            TheatreRequest::Judge(request) => analysis::judge(self, &request, stop, sink),
            TheatreRequest::Play(request) => playing::play(self, &request, stop, sink),
            TheatreRequest::Upper(request) => upper::upper(self, &request, stop, sink),
        }
    }

    /// Returns the engine of a game. The page names games only: a tree would be searched without limits.
    fn engine(&self, name: &str) -> Result<Arc<dyn Engine>, Refusal> {
        if self.catalogue.canonical(name).is_none() {
            let known = self.catalogue.names().join(" ");
            return Err(Refusal::of("game", format!("there is no game '{name}'; the games are: {known}")));
        }
        self.catalogue.engine(name).map_err(|error| Refusal::of("game", error))
    }
}

/// Builds a position from the fields of a request.
fn position(text: Option<&String>, moves: &[String]) -> PositionText {
    PositionText { text: text.filter(|text| !text.trim().is_empty()).cloned(), moves: moves.to_vec() }
}
