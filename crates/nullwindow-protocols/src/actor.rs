//! Runs a dialogue on a thread of its own, so that lines, news of a search and its answer arrive in one order.
//!
//! Everything that a client reads is written by this thread. A search that was replaced or stopped may still report: its
//! messages carry an old number and are dropped. So a client never reads a line of a search after the answer to the
//! command that ended it.

use crate::Reaction;
use nullwindow_engine::{ChosenMove, GoLimits, SearchInfo, Session, SessionEvent};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// Reacts to a client and to searches.
pub(crate) trait Dialogue: Send + 'static {
    /// Handles a line.
    fn line(&mut self, text: &str) -> Reaction;

    /// Handles the beginning of a line that is too long.
    fn cut_line(&mut self, beginning: &str);

    /// Handles news of the running search.
    fn news(&mut self, news: SearchNews) -> Reaction;

    /// Handles the end of the input, and returns whether the dialogue is over.
    fn end(&mut self) -> Reaction;

    /// Returns the number of the running search; 0 if there is none.
    fn search(&self) -> u64;
}

/// News of a search, with a life of its own.
#[derive(Clone, Debug)]
pub(crate) enum SearchNews {
    /// An iteration, or a part of it.
    Info(SearchInfo),
    /// The answer.
    Best(ChosenMove),
}

/// A message to the thread of a dialogue.
enum Message {
    Line(String),
    CutLine(String),
    /// News of the search with this number.
    News(u64, SearchNews),
    End,
}

/// Sends the news of searches to their dialogue.
#[derive(Clone)]
pub(crate) struct NewsSender(Sender<Message>);

impl NewsSender {
    /// Starts a search with a number that no earlier search of the dialogue had.
    ///
    /// # Errors
    /// If a move of the limits is not legal.
    pub(crate) fn go(
        &self,
        session: &mut Session,
        limits: &GoLimits,
        number: u64,
    ) -> Result<(), nullwindow_engine::EngineError> {
        let sender = self.0.clone();
        session.go(limits, move |event| {
            let news = match *event {
                SessionEvent::Info(info) => SearchNews::Info(info.clone()),
                SessionEvent::BestMove(chosen) => SearchNews::Best(chosen.clone()),
                _ => return,
            };
            // Without a receiver the dialogue is over.
            let _ = sender.send(Message::News(number, news));
        })
    }
}

/// A dialogue on its thread. It ends when this is dropped.
pub(crate) struct Actor {
    sender: Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

impl Actor {
    /// Starts the thread of a dialogue, which `create` makes from the sender of its searches.
    pub(crate) fn start<D: Dialogue>(create: impl FnOnce(NewsSender) -> D) -> Actor {
        let (sender, receiver) = channel();
        let mut dialogue = create(NewsSender(sender.clone()));
        let thread = std::thread::spawn(move || run(&mut dialogue, &receiver));
        Actor { sender, thread: Some(thread) }
    }

    /// Passes a line on.
    pub(crate) fn line(&self, text: &str) {
        // The thread ends before its sender only after `quit`.
        let _ = self.sender.send(Message::Line(text.to_owned()));
    }

    /// Passes the beginning of a line on.
    pub(crate) fn cut_line(&self, beginning: &str) {
        let _ = self.sender.send(Message::CutLine(beginning.to_owned()));
    }

    /// Waits until the dialogue has handled all lines; one of them must end it.
    pub(crate) fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic was already reported by its thread.
            let _ = thread.join();
        }
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        let _ = self.sender.send(Message::End);
        self.wait();
    }
}

fn run<D: Dialogue>(dialogue: &mut D, messages: &Receiver<Message>) {
    while let Ok(message) = messages.recv() {
        let reaction = match message {
            Message::Line(text) => dialogue.line(&text),
            Message::CutLine(beginning) => {
                dialogue.cut_line(&beginning);
                Reaction::Continue
            }
            Message::News(number, news) if number == dialogue.search() => dialogue.news(news),
            Message::News(..) => Reaction::Continue,
            Message::End => dialogue.end(),
        };
        if reaction == Reaction::Quit {
            break;
        }
    }
}
