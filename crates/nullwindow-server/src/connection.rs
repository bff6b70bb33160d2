//! One WebSocket: requests in, replies out.
//!
//! A request runs on a thread for blocking work. Its replies pass through a channel of bounded length to the task that
//! writes the socket. When the client is gone or does not read, that task ends: the stop flags of its searches are set, and
//! those that wait for room in the channel go on.

use crate::ServerState;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use nullwindow_theatre::Envelope;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::{Instant, interval, timeout};

/// The replies that wait for the socket. A search waits when there are more.
const WAITING: usize = 64;
/// The requests of one connection at once.
const AT_ONCE: usize = 16;
/// The time for a client to take a message.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// The interval of pings. A browser answers them by itself.
const PING: Duration = Duration::from_secs(15);
/// The time without any message after which a client counts as gone.
const SILENCE: Duration = Duration::from_secs(50);

/// The stop flags of the running requests by their numbers.
type Running = Arc<Mutex<HashMap<u64, Arc<AtomicBool>>>>;

/// Opens a WebSocket.
pub(crate) async fn open(State(state): State<Arc<ServerState>>, upgrade: WebSocketUpgrade) -> Response {
    let most = state.theatre.limits().request_bytes;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most);
    upgrade.on_upgrade(move |socket| serve(state, socket))
}

/// Serves a client until it is gone.
async fn serve(state: Arc<ServerState>, mut socket: WebSocket) {
    let (sender, mut replies) = channel(WAITING);
    let client = ClientConnection { state, running: Running::default(), replies: sender };
    let mut ping = interval(PING);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => client.receive(text.as_str()),
                    Some(Ok(Message::Binary(_))) => {
                        let reason = "expected text messages".into();
                        let frame = CloseFrame { code: close_code::UNSUPPORTED, reason };
                        let _ = socket.send(Message::Close(Some(frame))).await;
                        break;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                }
            }
            Some(reply) = replies.recv() => {
                if !write(&mut socket, Message::Text(reply.into())).await {
                    break;
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE || !write(&mut socket, Message::Ping(Vec::new().into())).await {
                    break;
                }
            }
        }
    }
    // Searches that wait for room in the channel go on, and end.
    replies.close();
}

/// Writes a message, and returns whether the client took it in time.
async fn write(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(WRITE_TIME, socket.send(message)).await, Ok(Ok(())))
}

/// A client with its running requests.
struct ClientConnection {
    state: Arc<ServerState>,
    running: Running,
    replies: Sender<String>,
}

impl ClientConnection {
    /// Starts a request, or cancels one.
    fn receive(&self, text: &str) {
        let envelope = Envelope::read(text);
        if envelope.kind == "cancel" {
            let target = envelope.target.unwrap_or(envelope.id);
            if let Some(stop) = self.lock().get(&target) {
                stop.store(true, Relaxed);
            }
            return;
        }
        if let Err(reason) = self.start(&envelope, text) {
            let reply = format!(r#"{{"id":{},"type":"error","message":"{reason}","last":true}}"#, envelope.id);
            // A client that sends without reading loses these errors, and nothing else.
            let _ = self.replies.try_send(reply);
        }
    }

    fn start(&self, envelope: &Envelope, text: &str) -> Result<(), String> {
        let id = envelope.id;
        let stop = Arc::new(AtomicBool::new(false));
        {
            let mut running = self.lock();
            if running.len() >= AT_ONCE {
                return Err(format!("too many requests at once: at most {AT_ONCE}"));
            }
            if running.contains_key(&id) {
                return Err("this number belongs to a request that still runs".to_owned());
            }
            running.insert(id, Arc::clone(&stop));
        }
        let work = RequestWork {
            state: Arc::clone(&self.state),
            running: Arc::clone(&self.running),
            replies: self.replies.clone(),
            is_search: matches!(envelope.kind.as_str(), "analyze" | "solve" | "judge" | "play" | "upper"),
            text: text.to_owned(),
            id,
            stop,
        };
        tokio::task::spawn_blocking(move || work.run());
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Arc<AtomicBool>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A client that is gone needs no more replies. Its task is also dropped when the server ends.
impl Drop for ClientConnection {
    fn drop(&mut self) {
        self.lock().values().for_each(|stop| stop.store(true, Relaxed));
    }
}

/// A request on its thread.
struct RequestWork {
    state: Arc<ServerState>,
    running: Running,
    replies: Sender<String>,
    is_search: bool,
    text: String,
    id: u64,
    stop: Arc<AtomicBool>,
}

impl RequestWork {
    fn run(self) {
        let permit = if self.is_search { Some(self.state.searches.try_acquire()) } else { None };
        if let Some(Err(_)) = permit {
            let (id, most) = (self.id, self.state.search_limit);
            let message = format!("{most} searches run already, which is the limit; stop one of them");
            self.reply(format!(r#"{{"id":{id},"type":"error","message":"{message}","last":true}}"#));
        } else {
            self.state.theatre.answer(&self.text, &self.stop, &mut |reply| self.reply(reply));
        }
        self.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }

    /// Sends a reply. A client that is gone needs no more of them.
    fn reply(&self, reply: String) {
        if self.replies.blocking_send(reply).is_err() {
            self.stop.store(true, Relaxed);
        }
    }
}
