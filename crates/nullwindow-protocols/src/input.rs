//! Reads lines of a client, however long, broken or incomplete they are.

use std::io::{self, BufRead};

/// The longest line in bytes: the moves of a game of 200,000 plies.
const LONGEST: usize = 1 << 20;

/// A line of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClientLine {
    /// The text without its line end; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// True if the line was longer than 1 MiB: then the text is its beginning.
    pub is_cut: bool,
}

/// Reads lines of bounded length.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
}

impl<R: BufRead> LineReader<R> {
    /// Creates a reader.
    pub fn new(input: R) -> LineReader<R> {
        LineReader { input }
    }

    /// Returns the next line; `None` at the end of the input. The last line needs no line end.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<ClientLine>> {
        let (mut bytes, mut is_cut, mut is_empty) = (Vec::new(), false, true);
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                available => available?,
            };
            if available.is_empty() {
                break;
            }
            is_empty = false;
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            // The rest of a line that is too long is read and dropped.
            let room = LONGEST - bytes.len();
            is_cut |= part.len() > room;
            bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok((!is_empty).then_some(ClientLine { text, is_cut }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(input: &[u8]) -> Vec<ClientLine> {
        let mut reader = LineReader::new(BufReader::with_capacity(7, input));
        std::iter::from_fn(|| reader.next_line().unwrap()).collect()
    }

    fn texts(input: &[u8]) -> Vec<String> {
        lines(input).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_end_at_line_ends_and_at_the_end_of_the_input() {
        assert_eq!(texts(b"uci\r\n\nposition startpos\ngo inf"), ["uci", "", "position startpos", "go inf"]);
        assert_eq!(texts(b""), [""; 0]);
        assert_eq!(texts(b"quit\n"), ["quit"]);
        assert_eq!(texts(b"\xff\xfe go\n"), ["\u{fffd}\u{fffd} go"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; 3 * LONGEST];
        input.extend_from_slice(b"\nquit\n");
        let lines = lines(&input);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].is_cut && lines[0].text.len() == LONGEST);
        assert_eq!(lines[1], ClientLine { text: "quit".into(), is_cut: false });
    }
}
