//! Reads the commands of an NBoard client.

/// A command of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NBoardCommand {
    /// `nboard VERSION`
    NBoard,
    /// `set depth N`
    SetDepth(u32),
    /// `set game GGF`
    SetGame(String),
    /// `set contempt N`
    SetContempt(i32),
    /// `move F5/EVAL/TIME`, as it stands in a game record: `F5/1.25/3.5`
    Move(String),
    /// `hint N`
    Hint(u16),
    /// `go`
    Go,
    /// `ping N`
    Ping(String),
    /// `learn`
    Learn,
    /// `analyze`
    Analyze,
    /// `quit`
    Quit,
    /// An empty line, an unknown command, or one without an argument that it needs.
    Ignored,
}

impl NBoardCommand {
    /// Reads a line. Lines that are not understood are ignored as a whole, as the protocol demands.
    #[must_use]
    pub fn parse(line: &str) -> NBoardCommand {
        let (name, rest) = first_word(line);
        match name {
            "nboard" => NBoardCommand::NBoard,
            "set" => set(rest),
            "move" if !rest.is_empty() => NBoardCommand::Move(rest.to_owned()),
            "hint" => NBoardCommand::Hint(
                number(rest).map_or(1, |moves: i64| u16::try_from(moves.max(1)).unwrap_or(u16::MAX)),
            ),
            "go" => NBoardCommand::Go,
            "ping" if number::<i64>(rest).is_some() => NBoardCommand::Ping(first_word(rest).0.to_owned()),
            "learn" => NBoardCommand::Learn,
            "analyze" => NBoardCommand::Analyze,
            "quit" => NBoardCommand::Quit,
            _ => NBoardCommand::Ignored,
        }
    }
}

fn set(text: &str) -> NBoardCommand {
    match first_word(text) {
        ("depth", rest) => number(rest).map_or(NBoardCommand::Ignored, |depth: i64| {
            NBoardCommand::SetDepth(u32::try_from(depth.max(0)).unwrap_or(u32::MAX))
        }),
        ("game", game) if !game.is_empty() => NBoardCommand::SetGame(game.to_owned()),
        ("contempt", rest) => number(rest).map_or(NBoardCommand::Ignored, NBoardCommand::SetContempt),
        _ => NBoardCommand::Ignored,
    }
}

/// Divides a text after its first word.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(|c: char| c.is_ascii_whitespace()).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// Reads the number at the beginning of a text.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    first_word(text).0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_read() {
        use NBoardCommand as C;
        for (line, command) in [
            ("nboard 2", C::NBoard),
            ("set depth 60", C::SetDepth(60)),
            ("set depth -1", C::SetDepth(0)),
            ("set depth 99999999999", C::SetDepth(u32::MAX)),
            ("set contempt -100", C::SetContempt(-100)),
            ("set game (;GM[Othello]PB[a b];)", C::SetGame("(;GM[Othello]PB[a b];)".into())),
            ("move F5/1.25/3.5", C::Move("F5/1.25/3.5".into())),
            ("move PA", C::Move("PA".into())),
            ("hint 4", C::Hint(4)),
            ("hint 0", C::Hint(1)),
            ("hint -3", C::Hint(1)),
            ("hint 99999999", C::Hint(u16::MAX)),
            ("hint", C::Hint(1)),
            ("go", C::Go),
            ("  ping   17 ", C::Ping("17".into())),
            ("learn", C::Learn),
            ("analyze", C::Analyze),
            ("quit", C::Quit),
        ] {
            assert_eq!(NBoardCommand::parse(line), command, "{line}");
        }
    }

    #[test]
    fn other_lines_are_ignored_as_a_whole() {
        let lines = [
            "",
            " ",
            "go5",
            "set",
            "set depth",
            "set depth x",
            "set game",
            "ping",
            "ping x",
            "move",
            "F5",
            "é",
            "set x go",
        ];
        for line in lines {
            assert_eq!(NBoardCommand::parse(line), NBoardCommand::Ignored, "{line}");
        }
    }
}
