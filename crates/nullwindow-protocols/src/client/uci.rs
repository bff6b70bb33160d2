//! A client of UCI engines.

use super::{ClientError, ClientMove, ClientRequest, EngineClient, EngineProcess, PATIENCE};
use nullwindow_engine::{Engine, GoLimits, MoveNotation, PlayedPosition, PositionText, Purpose};
use std::fmt::Write;
use std::sync::Arc;

/// Plays with a UCI engine.
pub struct UciClient {
    process: EngineProcess,
    engine: Arc<dyn Engine>,
    /// The moves of the game in the notation of UCI, with the texts that they were made of.
    sent: Vec<(String, String)>,
    /// The start position of the game, as given and as FEN.
    start: (Option<String>, String),
}

impl std::fmt::Debug for UciClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UciClient").field("process", &self.process).finish_non_exhaustive()
    }
}

impl UciClient {
    /// Greets an engine and sets its options.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn new(
        mut process: EngineProcess,
        engine: Arc<dyn Engine>,
        options: &[(String, String)],
    ) -> Result<UciClient, ClientError> {
        process.send("uci")?;
        process.until(PATIENCE, |line| (line == "uciok").then_some(()))?;
        for (name, value) in options {
            process.send(&format!("setoption name {name} value {value}"))?;
        }
        let mut client = UciClient { process, engine, sent: Vec::new(), start: (None, String::new()) };
        client.wait_until_ready()?;
        Ok(client)
    }

    fn wait_until_ready(&mut self) -> Result<(), ClientError> {
        self.process.send("isready")?;
        self.process.until(PATIENCE, |line| (line == "readyok").then_some(()))
    }

    /// Returns the command that sets the position. Moves that were converted before are not converted again.
    fn position(&mut self, position: &PositionText) -> Result<String, ClientError> {
        if self.start.1.is_empty() || self.start.0 != position.text {
            let start = self.engine.played(&PositionText::new(position.text.clone()), MoveNotation::Uci)?;
            self.start = (position.text.clone(), start.notation);
            self.sent.clear();
        }
        let same = self.sent.iter().zip(&position.moves).take_while(|((own, _), text)| own == *text).count();
        self.sent.truncate(same);
        let mut before = PositionText { text: position.text.clone(), moves: position.moves[..same].to_vec() };
        for text in &position.moves[same..] {
            let name = self.engine.move_name(&before, text, MoveNotation::Uci)?;
            self.sent.push((text.clone(), name));
            before.moves.push(text.clone());
        }
        let mut command = match &self.start.0 {
            None => "position startpos".to_owned(),
            Some(_) => format!("position fen {}", self.start.1),
        };
        if !self.sent.is_empty() {
            command += " moves";
            self.sent.iter().for_each(|(_, name)| command.extend([" ", name]));
        }
        Ok(command)
    }
}

impl EngineClient for UciClient {
    fn new_game(&mut self) -> Result<(), ClientError> {
        self.process.send("ucinewgame")?;
        self.wait_until_ready()
    }

    fn choose(&mut self, request: &ClientRequest<'_>) -> Result<ClientMove, ClientError> {
        let position = self.position(request.position)?;
        let played = self.engine.played(request.position, MoveNotation::Uci)?;
        self.process.send(&position)?;
        self.process.send(&go(request, &played))?;
        let scale = self.engine.profile(Purpose::FixedDepth).scale;
        let win = self.engine.profile(Purpose::FixedDepth).win.map_or(i32::MAX / 2, nullwindow::Score::get);
        let mut found = ClientMove::default();
        self.process.until(request.patience(), |line| {
            read_info(line, (scale, win), &mut found);
            let name = line.strip_prefix("bestmove")?.split_ascii_whitespace().next().unwrap_or_default();
            name.clone_into(&mut found.name);
            Some(())
        })?;
        match found.name.as_str() {
            "" | "(none)" | "0000" => Err(ClientError::Refused("it has no move".to_owned())),
            _ => Ok(found),
        }
    }
}

/// Returns the command that starts a search.
fn go(request: &ClientRequest<'_>, played: &PlayedPosition) -> String {
    let GoLimits { depth, nodes, move_time, clock, .. } = request.limits;
    let mut command = "go".to_owned();
    let mut add = |name: &str, value: Option<u128>| {
        if let Some(value) = value {
            let _ = write!(command, " {name} {value}");
        }
    };
    add("depth", depth.map(u128::from));
    add("nodes", nodes.map(u128::from));
    add("movetime", move_time.map(|time| time.as_millis().max(1)));
    let clocks = request.clocks.map(|[first, second]| [Some(first), Some(second)]);
    let own = if played.first_player_moves { [*clock, None] } else { [None, *clock] };
    let names = [("wtime", "winc"), ("btime", "binc")];
    for (clock, (time, increment)) in clocks.unwrap_or(own).into_iter().zip(names) {
        add(time, clock.map(|clock| clock.remaining.as_millis()));
        add(increment, clock.map(|clock| clock.increment.as_millis()));
    }
    command
}

/// Reads score, depth and nodes of an info line. Scores are centipawns or moves to mate; `scale` is the score of a pawn in
/// the game, `win` that of a mate at once.
fn read_info(line: &str, (scale, win): (i32, i32), found: &mut ClientMove) {
    let Some(rest) = line.strip_prefix("info ") else { return };
    let words: Vec<&str> = rest.split_ascii_whitespace().take_while(|&word| word != "string" && word != "pv").collect();
    let after = |name: &str| words.iter().position(|&word| word == name).and_then(|at| words.get(at + 1));
    let number = |name: &str| after(name).and_then(|word| word.parse::<i64>().ok());
    if number("multipv").is_some_and(|rank| rank > 1) {
        return;
    }
    found.depth = number("depth").and_then(|depth| u32::try_from(depth).ok()).or(found.depth);
    found.nodes = number("nodes").and_then(|nodes| u64::try_from(nodes).ok()).or(found.nodes);
    let bounded = |score: i64| i32::try_from(score.clamp(-i64::from(win), i64::from(win))).unwrap_or(0);
    let cp = number("cp").map(|cp| bounded(cp.saturating_mul(i64::from(scale)) / 100));
    let mate = number("mate").map(|moves| {
        let plies = moves.unsigned_abs().saturating_mul(2).min(200);
        let score = i64::from(win).saturating_sub_unsigned(plies);
        bounded(if moves > 0 { score } else { -score })
    });
    found.score = mate.or(cp).or(found.score);
}

#[cfg(test)]
mod tests {
    use super::*;
    use nullwindow_engine::{Catalogue, GameClock};
    use std::time::Duration;

    fn read(line: &str) -> ClientMove {
        let mut found = ClientMove::default();
        read_info(line, (100, 1_000_000), &mut found);
        found
    }

    #[test]
    fn info_lines_are_read() {
        let found = read("info depth 9 seldepth 12 multipv 1 score cp -35 nodes 1234 nps 1 pv e2e4 nodes 9");
        assert_eq!((found.score, found.depth, found.nodes), (Some(-35), Some(9), Some(1234)));
        assert_eq!(read("info depth 3 score mate 2 nodes 1").score, Some(999_996));
        assert_eq!(read("info score mate -1").score, Some(-999_998));
        assert_eq!(read("info score cp 99999999999999999").score, Some(1_000_000));
        assert_eq!(read("info score mate 9223372036854775807").score, Some(999_800));
        assert_eq!(read("info multipv 2 score cp 10"), ClientMove::default());
        assert_eq!(read("info string score cp 10"), ClientMove::default());
        assert_eq!(read("bestmove e2e4"), ClientMove::default());
    }

    #[test]
    fn limits_become_a_command() {
        let engine = Catalogue::shipped().engine("chess").unwrap();
        let position = PositionText { text: None, moves: vec!["e4".into()] };
        let played = engine.played(&position, MoveNotation::Uci).unwrap();
        let clock = |ms| GameClock::new(Duration::from_millis(ms)).with_increment(Duration::from_millis(5));
        let mut limits = GoLimits::of_clock(clock(20));
        let clocks = Some([clock(10), clock(20)]);
        let text = |limits: &GoLimits, clocks| go(&ClientRequest { position: &position, limits, clocks }, &played);
        assert_eq!(text(&limits, clocks), "go wtime 10 winc 5 btime 20 binc 5");
        assert_eq!(text(&limits, None), "go btime 20 binc 5", "Black is to move");
        (limits.clock, limits.nodes, limits.depth) = (None, Some(5000), Some(3));
        assert_eq!(text(&limits, None), "go depth 3 nodes 5000");
        assert_eq!(text(&GoLimits::of_move_time(Duration::from_micros(10)), None), "go movetime 1");
    }

    proptest::proptest! {
        #[test]
        fn any_line_is_read(line in "(info )?(depth|score|cp|mate|nodes|pv|multipv|-?[0-9]{1,20}| ){0,20}|\\PC{0,60}") {
            let found = read(&line);
            assert!(found.score.is_none_or(|score| score.abs() <= 1_000_000));
        }
    }
}
