//! Reads the commands of a Hub client.

use std::time::Duration;

/// A line of the protocol: a command with arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HubCommand {
    /// The name of the command; empty on an empty line.
    pub name: String,
    /// The names and values of the arguments. The value of a flag is empty.
    pub arguments: Vec<(String, String)>,
}

impl HubCommand {
    /// Reads a line: `name argument=value argument="a value with blanks" flag`. A quotation that does not end goes to the
    /// end of the line.
    #[must_use]
    pub fn parse(line: &str) -> HubCommand {
        let line = line.trim();
        let (name, mut rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut arguments = Vec::new();
        loop {
            rest = rest.trim_start();
            let Some(end) = rest.find(|c: char| c == '=' || c.is_whitespace()) else { break };
            let argument = &rest[..end];
            let value;
            (value, rest) = match rest[end..].strip_prefix('=') {
                None => ("", &rest[end..]),
                Some(rest) => match rest.strip_prefix('"') {
                    Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                    None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
                },
            };
            arguments.push((argument.to_owned(), value.to_owned()));
        }
        if !rest.is_empty() {
            arguments.push((rest.to_owned(), String::new()));
        }
        HubCommand { name: name.to_owned(), arguments }
    }

    /// Returns the value of an argument, the first one of this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(its, _)| its == name).map(|(_, value)| value.as_str())
    }
}

/// The limits of `level`. Without any, a search is infinite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct HubLevel {
    /// `depth`
    pub depth: Option<u32>,
    /// `nodes`
    pub nodes: Option<u64>,
    /// `move-time`
    pub move_time: Option<Duration>,
    /// `time` and `inc` together: the increment is added before the move.
    pub time: Option<Duration>,
    /// `inc`
    pub increment: Option<Duration>,
    /// `moves`
    pub moves: Option<u32>,
}

impl HubLevel {
    /// Reads the arguments of `level`. Unknown ones, and numbers that are none, are left out.
    #[must_use]
    pub fn of(command: &HubCommand) -> HubLevel {
        let number = |name: &str| -> Option<f64> { command.value(name)?.parse().ok().filter(|n: &f64| n.is_finite()) };
        let increment = number("inc");
        // The sum may be short or negative: a client that takes the increment off before sends so.
        let time = number("time").map(|time| seconds(time + increment.unwrap_or(0.0)));
        HubLevel {
            depth: number("depth").map(count),
            nodes: number("nodes").map(|nodes| nodes_of(nodes).max(1)),
            move_time: number("move-time").map(seconds),
            time,
            increment: increment.map(seconds),
            moves: number("moves").map(count).filter(|&moves| moves > 0),
        }
    }

    /// Returns whether nothing limits a search.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        *self == HubLevel::default()
    }
}

/// Converts a time; one below zero is none.
fn seconds(number: f64) -> Duration {
    // Beyond the range of `Duration` is a time without an end.
    Duration::try_from_secs_f64(number.max(0.0)).unwrap_or(Duration::from_secs(u64::from(u32::MAX)))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a conversion with `as` is saturating")]
fn count(number: f64) -> u32 {
    number as u32
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a conversion with `as` is saturating")]
fn nodes_of(number: f64) -> u64 {
    number as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (String, Vec<(String, String)>) {
        let command = HubCommand::parse(line);
        (command.name, command.arguments)
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn arguments_are_names_and_values() {
        assert_eq!(read("  hub \t"), ("hub".into(), vec![]));
        assert_eq!(read(""), (String::new(), vec![]));
        let set = vec![pair("name", "variant"), pair("value", "english")];
        assert_eq!(read("set-param  name=variant   value=english"), ("set-param".into(), set));
        let moves = vec![pair("pos", "We"), pair("moves", "1-5 2x9x6"), pair("x", "")];
        assert_eq!(read("pos pos=We moves=\"1-5 2x9x6\" x"), ("pos".into(), moves));
        assert_eq!(read("go think").1, [pair("think", "")]);
        assert_eq!(read("a b= c=\"\" d=\"no end").1, [pair("b", ""), pair("c", ""), pair("d", "no end")]);
        assert_eq!(read("a =x").1, [pair("", "x")]);
        assert_eq!(read("a b=c=d").1, [pair("b", "c=d")]);
        assert_eq!(read("a ü=\u{a0}ä").1, [pair("ü", ""), pair("ä", "")]);
        assert_eq!(HubCommand::parse("level depth=3 depth=4").value("depth"), Some("3"));
    }

    fn level(text: &str) -> HubLevel {
        HubLevel::of(&HubCommand::parse(text))
    }

    #[test]
    fn levels_are_read_in_every_form() {
        let ms = |ms| Some(Duration::from_millis(ms));
        assert_eq!(level("level depth=12"), HubLevel { depth: Some(12), ..HubLevel::default() });
        assert_eq!(level("level nodes=5000").nodes, Some(5000));
        assert_eq!(level("level move-time=0.25").move_time, ms(250));
        let clock = level("level moves=9 time=291.5 inc=0.5");
        assert_eq!((clock.moves, clock.time, clock.increment), (Some(9), ms(292_000), ms(500)));
        assert_eq!(level("level time=-0.4 inc=0.5").time, ms(100), "the increment comes first");
        assert_eq!(level("level time=-2").time, ms(0));
        assert!(level("level infinite").is_infinite() && level("level").is_infinite());
        assert!(level("level depth=x time=nan inc= move-time=inf").is_infinite());
        assert_eq!(level("level nodes=0 moves=0"), HubLevel { nodes: Some(1), ..HubLevel::default() });
        assert_eq!(level("level depth=1e99 nodes=1e99").depth, Some(u32::MAX));
        assert!(level("level time=1e300").time.is_some());
    }
}
