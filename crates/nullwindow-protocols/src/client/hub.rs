//! A client of Hub engines, version 2: draughts on 32 squares.
//!
//! Hub writes a position as the player to move and one letter per square, and a capture with the squares of the captured
//! pieces. The client makes the position from the text of the game, `B:W18,K20:B1-12`, and finds captures among the legal
//! moves by their ends and captured pieces.

use super::{ClientError, ClientMove, ClientRequest, EngineClient, EngineProcess, PATIENCE};
use nullwindow_engine::{Engine, GoLimits, MoveNotation, PlayedPosition, Purpose};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// The number of squares.
const SQUARES: usize = 32;
/// The squares of a row.
const ROW: i32 = 4;

/// Plays with a Hub engine.
pub struct HubClient {
    process: EngineProcess,
    engine: Arc<dyn Engine>,
}

impl std::fmt::Debug for HubClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HubClient").field("process", &self.process).finish_non_exhaustive()
    }
}

impl HubClient {
    /// Greets an engine, selects English checkers where it offers variants, and sets its parameters.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn new(
        mut process: EngineProcess,
        engine: Arc<dyn Engine>,
        options: &[(String, String)],
    ) -> Result<HubClient, ClientError> {
        process.send("hub")?;
        let mut variants = false;
        process.until(PATIENCE, |line| {
            variants |= line.starts_with("param") && line.contains("name=variant") && line.contains("english");
            (line == "wait").then_some(())
        })?;
        if variants {
            process.send("set-param name=variant value=english")?;
        }
        for (name, value) in options {
            process.send(&format!("set-param name={name} value=\"{value}\""))?;
        }
        process.send("init")?;
        process.until(PATIENCE, |line| (line == "ready").then_some(()))?;
        Ok(HubClient { process, engine })
    }
}

impl EngineClient for HubClient {
    fn new_game(&mut self) -> Result<(), ClientError> {
        self.process.send("new-game")
    }

    fn choose(&mut self, request: &ClientRequest<'_>) -> Result<ClientMove, ClientError> {
        let played = self.engine.played(request.position, MoveNotation::Own)?;
        let text = position(&played.notation)
            .ok_or_else(|| ClientError::Position(format!("Hub has no text for the position {}", played.notation)))?;
        self.process.send(&format!("pos pos={text}"))?;
        self.process.send(&level(request))?;
        self.process.send("go think")?;
        let scale = self.engine.profile(Purpose::FixedDepth).scale;
        let mut found = ClientMove::default();
        let answer = self.process.until(request.patience(), |line| {
            read_info(line, scale, &mut found);
            let refused = line.strip_prefix("error").map(|text| Err(ClientError::Refused(text.trim().to_owned())));
            refused.or_else(|| line.strip_prefix("done ").map(|rest| Ok(value(rest, "move").unwrap_or_default())))
        })?;
        let name = answer?;
        found.name = legal_move(&played, &name).unwrap_or(name);
        Ok(found)
    }
}

/// Returns the command that sets the limits.
fn level(request: &ClientRequest<'_>) -> String {
    let GoLimits { depth, nodes, move_time, clock, .. } = request.limits;
    let mut command = "level".to_owned();
    if let Some(depth) = depth {
        let _ = write!(command, " depth={depth}");
    }
    if let Some(nodes) = nodes {
        let _ = write!(command, " nodes={nodes}");
    }
    if let Some(time) = move_time {
        let _ = write!(command, " move-time={}", time.as_secs_f64());
    }
    if let Some(clock) = clock {
        let _ = write!(command, " time={} inc={}", clock.remaining.as_secs_f64(), clock.increment.as_secs_f64());
    }
    command
}

/// Returns the value of an argument, `name=value` or `name="value"`.
fn value(arguments: &str, name: &str) -> Option<String> {
    let mut rest = arguments;
    loop {
        let (key, after) = rest.split_once('=')?;
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        if key.trim() == name {
            return Some(value.to_owned());
        }
        rest = next;
    }
}

/// Reads score, depth and nodes of an info line; scores are in men.
fn read_info(line: &str, scale: i32, found: &mut ClientMove) {
    let Some(rest) = line.strip_prefix("info ") else { return };
    let number = |name: &str| value(rest, name)?.parse::<f64>().ok().filter(|number| number.is_finite());
    #[allow(clippy::cast_possible_truncation, reason = "casts of floats saturate")]
    if let Some(men) = number("score") {
        found.score = Some((men * f64::from(scale)).round() as i32);
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
    {
        found.depth = number("depth").map(|depth| depth as u32).or(found.depth);
        found.nodes = number("nodes").map(|nodes| nodes as u64).or(found.nodes);
    }
}

/// Converts `B:W18,K20:B1-12` to the player to move and a letter per square.
fn position(notation: &str) -> Option<String> {
    let mut squares = [b'e'; SQUARES];
    let mut parts = notation.split(':');
    let mover = parts.next()?.trim();
    for part in parts.map(str::trim) {
        let man = match part.as_bytes().first()? {
            b'W' | b'w' => b'w',
            b'B' | b'b' => b'b',
            // Counters and other facts that Hub does not have.
            _ => continue,
        };
        for piece in part[1..].split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
            let (numbers, letter) = match piece.strip_prefix(['K', 'k']) {
                Some(king) => (king, man.to_ascii_uppercase()),
                None => (piece, man),
            };
            let (from, to) = numbers.split_once('-').unwrap_or((numbers, numbers));
            let (from, to): (usize, usize) = (from.parse().ok()?, to.parse().ok()?);
            squares.get_mut(from.checked_sub(1)?..to)?.fill(letter);
        }
    }
    let mover = match mover {
        "B" | "b" => 'B',
        "W" | "w" => 'W',
        _ => return None,
    };
    Some(format!("{mover}{}", squares.map(char::from).iter().collect::<String>()))
}

/// Returns the legal move that Hub writes as `11-15` or `from x to x captured x captured ...`.
fn legal_move(played: &PlayedPosition, name: &str) -> Option<String> {
    let numbers =
        |text: &str| -> Option<Vec<i32>> { text.split(['-', 'x']).map(|word| word.trim().parse().ok()).collect() };
    let wanted = numbers(name)?;
    let (&from, &to) = (wanted.first()?, wanted.get(1)?);
    let captured: BTreeSet<i32> = wanted[2..].iter().copied().collect();
    let ends = |own: &&String| {
        let path = numbers(own).unwrap_or_default();
        path.first() == Some(&from) && path.last() == Some(&to)
    };
    let fitting: Vec<&String> = played.moves.iter().filter(ends).collect();
    // Moves with the same ends are written with all their squares, which tell the captured pieces.
    let same = |own: &&&String| numbers(own).is_some_and(|path| jumped(&path) == captured);
    let only = if fitting.len() == 1 { fitting.first().copied() } else { None };
    only.or_else(|| fitting.iter().find(same).copied()).cloned()
}

/// Returns the squares between the squares of a capture.
fn jumped(path: &[i32]) -> BTreeSet<i32> {
    let place = |square: i32| ((square - 1) / ROW, 2 * ((square - 1) % ROW) + i32::from((square - 1) / ROW % 2 == 0));
    let square = |row: i32, column: i32| ROW * row + column / 2 + 1;
    let between = |pair: &[i32]| {
        let ((row0, column0), (row1, column1)) = (place(pair[0]), place(pair[1]));
        square((row0 + row1) / 2, (column0 + column1) / 2)
    };
    path.windows(2).map(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nullwindow_engine::{Catalogue, PositionText};

    #[test]
    fn positions_are_letters_by_square() {
        let start = position("B:W21-32:B1-12").unwrap();
        assert_eq!(start, format!("B{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12)));
        let kings = position("W:WK1,32:BK5").unwrap();
        assert_eq!((&kings[..6], &kings[32..]), ("WWeeeB", "w"));
        for wrong in ["", "X:W1", "B:W33", "B:W0", "B:Wx", "B:W5-2", "B:W1-"] {
            assert_eq!(position(wrong).filter(|text| text.len() != 33), None, "{wrong}");
        }
    }

    #[test]
    fn captures_are_found_by_their_pieces() {
        let engine = Catalogue::shipped().engine("checkers").unwrap();
        let played = |text: &str| engine.played(&PositionText::from(text), MoveNotation::Own).unwrap();
        let start = played("B:W21-32:B1-12");
        assert_eq!(legal_move(&start, "11-15").as_deref(), Some("11-15"));
        assert_eq!(legal_move(&start, "11-14"), None);
        let one = played("B:W18:B14");
        assert_eq!(legal_move(&one, "14x23x18").as_deref(), Some("14x23"));
        // Two captures of two pieces each begin and end on the same squares.
        let two = played("B:W6,7,14,15:B2");
        assert_eq!(legal_move(&two, "2x18x6x14").as_deref(), Some("2x9x18"));
        assert_eq!(legal_move(&two, "2x18x15x7").as_deref(), Some("2x11x18"));
        assert_eq!(legal_move(&two, "2x18x6x15"), None);
        assert_eq!(jumped(&[14, 23]), BTreeSet::from([18]));
        assert_eq!(jumped(&[2, 9, 18]), BTreeSet::from([6, 14]));
        assert_eq!(jumped(&[2, 11, 18]), BTreeSet::from([7, 15]));
    }

    #[test]
    fn arguments_are_read() {
        let line = "depth=5 mean-depth=4.5 score=-0.25 nodes=100 pv=\"11-15 score=9\" nps=1.5";
        assert_eq!(value(line, "pv").as_deref(), Some("11-15 score=9"));
        assert_eq!(value(line, "nps").as_deref(), Some("1.5"));
        assert_eq!(value(line, "time"), None);
        let mut found = ClientMove::default();
        read_info(&format!("info {line}"), 100, &mut found);
        assert_eq!((found.score, found.depth, found.nodes), (Some(-25), Some(5), Some(100)));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(line in "\\PC{0,60}|(info |done )?(score|depth|move|pv|=|\"|-|x|[0-9]{1,12}| ){0,16}") {
            let mut found = ClientMove::default();
            read_info(&line, 100, &mut found);
            let _ = (value(&line, "move"), position(&line));
            let engine = Catalogue::shipped().engine("tictactoe").unwrap();
            let played = engine.played(&PositionText::start(), MoveNotation::Own).unwrap();
            let _ = legal_move(&played, &line);
        }
    }
}
