//! Reads the commands of a UCI client.

use nullwindow_engine::PositionText;
use std::time::Duration;

/// A command of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UciCommand {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `setoption name N [value V]`
    SetOption {
        /// The name of the option, which may contain blanks.
        name: String,
        /// The value; `None` for a button.
        value: Option<String>,
    },
    /// `ucinewgame`
    NewGame,
    /// `position startpos|fen F [moves ...]`
    Position(PositionText),
    /// `go ...`
    Go(GoCommand),
    /// `go perft N`
    Perft(u32),
    /// `bench [DEPTH]`
    Bench(Option<u32>),
    /// `d`
    Show,
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// An empty line, an unknown command, or one without an effect.
    Ignored,
}

/// The fields of `go`. Sides are White and Black, in this order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct GoCommand {
    /// `wtime`, `btime`
    pub time: [Option<Duration>; 2],
    /// `winc`, `binc`
    pub increment: [Option<Duration>; 2],
    /// `movestogo`
    pub moves_to_go: Option<u32>,
    /// `depth`
    pub depth: Option<u32>,
    /// `nodes`
    pub nodes: Option<u64>,
    /// `mate`
    pub mate: Option<u32>,
    /// `movetime`
    pub move_time: Option<Duration>,
    /// `infinite`
    pub infinite: bool,
    /// `ponder`
    pub ponder: bool,
    /// `searchmoves`
    pub search_moves: Vec<String>,
}

impl UciCommand {
    /// Reads a line. Words before the first known command are skipped, as the protocol demands.
    #[must_use]
    pub fn parse(line: &str) -> UciCommand {
        let mut words = line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            let rest: &mut dyn Iterator<Item = &str> = &mut words;
            return match word {
                "uci" => UciCommand::Uci,
                "isready" => UciCommand::IsReady,
                "setoption" => set_option(rest),
                "ucinewgame" => UciCommand::NewGame,
                "position" => position(rest),
                "go" => go(rest.collect()),
                "bench" => UciCommand::Bench(rest.next().and_then(|depth| depth.parse().ok())),
                "d" => UciCommand::Show,
                "stop" => UciCommand::Stop,
                "ponderhit" => UciCommand::PonderHit,
                "quit" => UciCommand::Quit,
                "debug" | "register" => UciCommand::Ignored,
                _ => continue,
            };
        }
        UciCommand::Ignored
    }
}

fn set_option(words: &mut dyn Iterator<Item = &str>) -> UciCommand {
    let words: Vec<&str> = words.skip_while(|&word| word != "name").skip(1).collect();
    let at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let value = words.get(at + 1..).map(|value| value.join(" "));
    UciCommand::SetOption { name: words[..at].join(" "), value }
}

fn position(words: &mut dyn Iterator<Item = &str>) -> UciCommand {
    let words: Vec<&str> = words.collect();
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let text = match words[..at] {
        ["startpos"] => None,
        // Without fields the text would be empty, which games read as their start.
        ["fen", ref fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
        _ => return UciCommand::Ignored,
    };
    let moves = words[at..].iter().skip(1).map(|&word| word.to_owned()).collect();
    UciCommand::Position(PositionText { text, moves })
}

fn go(words: Vec<&str>) -> UciCommand {
    let mut go = GoCommand::default();
    let mut words = words.into_iter().peekable();
    let mut perft = None;
    while let Some(word) = words.next() {
        // A number that is missing or wrong leaves its field out; the word is read again as a field.
        let mut number = || words.next_if(|next| next.parse::<i64>().is_ok()).and_then(|next| next.parse().ok());
        match word {
            "wtime" => go.time[0] = number().map(milliseconds),
            "btime" => go.time[1] = number().map(milliseconds),
            "winc" => go.increment[0] = number().map(milliseconds),
            "binc" => go.increment[1] = number().map(milliseconds),
            // No move to go before the control says nothing.
            "movestogo" => go.moves_to_go = number().map(count).filter(|&moves| moves > 0),
            "depth" => go.depth = number().map(count),
            "nodes" => go.nodes = number().map(|number| u64::try_from(number).unwrap_or(1).max(1)),
            "mate" => go.mate = number().map(count),
            "movetime" => go.move_time = number().map(milliseconds),
            "perft" => perft = number().map(count),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(name) = words.next_if(|next| !is_field(next)) {
                    go.search_moves.push(name.to_owned());
                }
            }
            _ => {}
        }
    }
    perft.map_or(UciCommand::Go(go), UciCommand::Perft)
}

fn is_field(word: &str) -> bool {
    const FIELDS: [&str; 12] = [
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "perft",
        "infinite",
        "ponder",
    ];
    FIELDS.contains(&word)
}

/// Converts a time; a clock below zero is empty.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}

fn count(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str) -> GoCommand {
        match UciCommand::parse(line) {
            UciCommand::Go(go) => go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn fields_of_go_come_in_any_order() {
        let ms = |ms| Some(Duration::from_millis(ms));
        let go = go_of("go binc 20 wtime 1000 movestogo 40 winc 10 btime -5");
        assert_eq!((go.time, go.increment, go.moves_to_go), ([ms(1000), ms(0)], [ms(10), ms(20)], Some(40)));
        let go = go_of("go infinite searchmoves e2e4 d2d4 depth 7 nodes 100");
        assert_eq!((go.infinite, go.search_moves.len(), go.depth, go.nodes), (true, 2, Some(7), Some(100)));
        let go = go_of("go depth nodes x mate 3 ponder unknown");
        assert_eq!((go.depth, go.nodes, go.mate, go.ponder), (None, None, Some(3), true));
        assert_eq!(go_of("go movestogo 0 depth 99999999999").depth, Some(u32::MAX));
        assert_eq!(UciCommand::parse("go perft 3"), UciCommand::Perft(3));
    }

    #[test]
    fn unknown_words_are_skipped() {
        assert_eq!(UciCommand::parse("joho isready"), UciCommand::IsReady);
        assert_eq!(UciCommand::parse("  \t"), UciCommand::Ignored);
        assert_eq!(UciCommand::parse("isready go"), UciCommand::IsReady);
        assert_eq!(UciCommand::parse("position"), UciCommand::Ignored);
        assert_eq!(UciCommand::parse("position fen moves e2e4"), UciCommand::Ignored);
        assert_eq!(UciCommand::parse("debug on"), UciCommand::Ignored);
    }

    #[test]
    fn positions_are_a_text_and_moves() {
        let position = |line: &str| match UciCommand::parse(line) {
            UciCommand::Position(position) => (position.text, position.moves.join(" ")),
            other => panic!("{other:?}"),
        };
        assert_eq!(position("position startpos"), (None, String::new()));
        assert_eq!(position("position startpos moves e2e4 e7e5"), (None, "e2e4 e7e5".into()));
        assert_eq!(position("position fen 8/8 w - - 0 1 moves a1a2"), (Some("8/8 w - - 0 1".into()), "a1a2".into()));
    }

    #[test]
    fn names_and_values_of_options_may_have_blanks() {
        let option = |line: &str| match UciCommand::parse(line) {
            UciCommand::SetOption { name, value } => (name, value),
            other => panic!("{other:?}"),
        };
        assert_eq!(option("setoption name Move Overhead value 30"), ("Move Overhead".into(), Some("30".into())));
        assert_eq!(option("setoption name Clear Hash"), ("Clear Hash".into(), None));
        assert_eq!(option("setoption name X value a b"), ("X".into(), Some("a b".into())));
        assert_eq!(option("setoption name X value"), ("X".into(), Some(String::new())));
        assert_eq!(option("setoption"), (String::new(), None));
    }
}
