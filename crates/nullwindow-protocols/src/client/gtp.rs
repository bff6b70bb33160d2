//! A client of GTP engines, version 2.
//!
//! GTP sets up no positions: a game is played from its start. Passes are not sent: some engines refuse them, and all
//! accept two moves of one colour in a row where a pass is implied.

use super::{ClientError, ClientMove, ClientRequest, EngineClient, EngineProcess, PATIENCE};
use nullwindow_engine::{Engine, MoveNotation, PositionText};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The name of a pass.
const PASS: &str = "pass";

/// Plays with a GTP engine.
pub struct GtpClient {
    process: EngineProcess,
    engine: Arc<dyn Engine>,
    /// The moves that the engine knows.
    sent: Vec<String>,
}

impl std::fmt::Debug for GtpClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GtpClient").field("process", &self.process).field("sent", &self.sent).finish_non_exhaustive()
    }
}

impl GtpClient {
    /// Greets an engine. `options` are commands with their arguments.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn new(
        process: EngineProcess,
        engine: Arc<dyn Engine>,
        options: &[(String, String)],
    ) -> Result<GtpClient, ClientError> {
        let mut client = GtpClient { process, engine, sent: Vec::new() };
        client.ask("protocol_version", PATIENCE)?;
        for (name, value) in options {
            client.ask(&format!("{name} {value}"), PATIENCE)?;
        }
        Ok(client)
    }

    /// Sends a command and returns the text of its answer, which ends with an empty line.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<String, ClientError> {
        self.process.send(command)?;
        let deadline = Instant::now() + patience;
        let mut answer: Option<String> = None;
        loop {
            let line = self.process.line(deadline)?;
            let line = line.trim();
            match (&mut answer, line) {
                (None, "") => {}
                (None, first) => match first.strip_prefix('=') {
                    Some(text) => answer = Some(without_id(text).to_owned()),
                    None if first.starts_with('?') => return Err(ClientError::Refused(format!("{command}: {first}"))),
                    // Some engines print a banner.
                    None => {}
                },
                (Some(text), "") => return Ok(std::mem::take(text)),
                (Some(text), more) => {
                    text.push('\n');
                    text.push_str(more);
                }
            }
        }
    }

    /// Tells the engine the moves that it does not know yet.
    fn send_moves(&mut self, position: &PositionText) -> Result<(), ClientError> {
        if position.text.is_some() {
            return Err(ClientError::Position("GTP sets up no positions: openings must begin at the start".to_owned()));
        }
        if !position.moves.starts_with(&self.sent) {
            self.ask("clear_board", PATIENCE)?;
            self.sent.clear();
        }
        for at in self.sent.len()..position.moves.len() {
            let before = PositionText { text: None, moves: position.moves[..at].to_vec() };
            let name = &position.moves[at];
            if !name.eq_ignore_ascii_case(PASS) {
                let first = self.engine.played(&before, MoveNotation::Own)?.first_player_moves;
                self.ask(&format!("play {} {name}", colour(first)), PATIENCE)?;
            }
            self.sent.push(name.clone());
        }
        Ok(())
    }

    /// Tells the engine its time.
    fn send_time(&mut self, request: &ClientRequest<'_>, first: bool) -> Result<(), ClientError> {
        let seconds = |time: Duration| time.as_secs_f64().ceil().max(1.0);
        if let Some(time) = request.limits.move_time {
            self.ask(&format!("time_settings 0 {} 1", seconds(time)), PATIENCE)?;
        }
        if let Some(clock) = request.limits.clock {
            // GTP counts whole seconds, rounded down: an engine must not take time that it does not have.
            let left = clock.remaining.as_secs();
            self.ask(&format!("time_left {} {left} 0", colour(first)), PATIENCE)?;
        }
        Ok(())
    }
}

impl EngineClient for GtpClient {
    fn new_game(&mut self) -> Result<(), ClientError> {
        self.sent.clear();
        self.ask("clear_board", PATIENCE).map(drop)
    }

    fn choose(&mut self, request: &ClientRequest<'_>) -> Result<ClientMove, ClientError> {
        let played = self.engine.played(request.position, MoveNotation::Own)?;
        if let [only] = played.moves.as_slice()
            && only.eq_ignore_ascii_case(PASS)
        {
            return Ok(ClientMove { name: only.clone(), ..ClientMove::default() });
        }
        self.send_moves(request.position)?;
        let first = played.first_player_moves;
        // An engine without time control plays at its own level.
        let _ = self.send_time(request, first);
        let answer = self.ask(&format!("genmove {}", colour(first)), request.patience())?;
        let name = answer.trim().to_ascii_lowercase();
        if name == "resign" {
            return Err(ClientError::Refused("it resigns".to_owned()));
        }
        // The engine has played the move on its own board.
        if let Ok(own) = self.engine.move_name(request.position, &name, MoveNotation::Own) {
            self.sent.push(own);
        }
        Ok(ClientMove { name, ..ClientMove::default() })
    }
}

/// Returns the colour of a player: the first one is black.
fn colour(first: bool) -> &'static str {
    if first { "black" } else { "white" }
}

/// Returns an answer without the id of its command.
fn without_id(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit()).trim()
}
