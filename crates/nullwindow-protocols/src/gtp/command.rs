//! Reads the commands of a GTP client.

/// A command: an optional number that the answer repeats, a name and arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GtpCommand {
    /// The number, as the client wrote it; empty if it sent none.
    pub id: String,
    /// The name; empty if there is only a number.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<String>,
}

impl GtpCommand {
    /// Reads a line; `None` if it is empty or a comment. Control characters are dropped, as the protocol demands.
    #[must_use]
    pub fn parse(line: &str) -> Option<GtpCommand> {
        let text = line.split('#').next().unwrap_or_default();
        let plain: String = text.replace('\t', " ").chars().filter(|character| !character.is_control()).collect();
        let mut words = plain.split_ascii_whitespace().map(str::to_owned).peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
        let name = words.next().unwrap_or_default();
        if id.is_empty() && name.is_empty() {
            return None;
        }
        Some(GtpCommand { id, name, arguments: words.collect() })
    }

    /// Returns an argument.
    #[must_use]
    pub fn argument(&self, index: usize) -> Option<&str> {
        self.arguments.get(index).map(String::as_str)
    }

    /// Reads an argument.
    pub(super) fn parsed<T: std::str::FromStr>(&self, index: usize) -> Option<T> {
        self.argument(index)?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Option<(String, String, String)> {
        GtpCommand::parse(line).map(|command| (command.id, command.name, command.arguments.join(",")))
    }

    fn some(id: &str, name: &str, arguments: &str) -> Option<(String, String, String)> {
        Some((id.into(), name.into(), arguments.into()))
    }

    #[test]
    fn a_line_has_a_number_a_name_and_arguments() {
        assert_eq!(parts("play white C5"), some("", "play", "white,C5"));
        assert_eq!(parts("  007\tgenmove \t b "), some("007", "genmove", "b"));
        assert_eq!(parts("12"), some("12", "", ""));
        assert_eq!(parts("12a 3"), some("", "12a", "3"));
    }

    #[test]
    fn comments_blank_lines_and_control_characters_are_dropped() {
        for line in ["", "  \t", "# genmove black", "\u{1}\u{7f}", "\r"] {
            assert_eq!(parts(line), None, "{line:?}");
        }
        assert_eq!(parts("komi 6.5 # points"), some("", "komi", "6.5"));
        assert_eq!(parts("qu\u{0}it\r"), some("", "quit", ""));
    }
}
