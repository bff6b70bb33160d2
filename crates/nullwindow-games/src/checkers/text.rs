//! The tokenizer of PDN: tags and words, without comments, variations and annotations.

use crate::ParseError;

/// A token of PDN; `at` is its offset in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum PdnToken<'a> {
    Tag { name: &'a str, value: &'a str, at: usize },
    Word { word: &'a str, at: usize },
}

/// Splits a text into tokens, in one pass.
#[derive(Clone, Debug)]
pub(super) struct PdnTokens<'a> {
    text: &'a str,
    at: usize,
    back: Option<PdnToken<'a>>,
    /// An offset and the number of lines before it, so that locating an error does not count from the start each time.
    counted: (usize, usize),
}

impl<'a> PdnTokens<'a> {
    pub(super) fn new(text: &'a str) -> PdnTokens<'a> {
        // Some programs write a byte-order mark at the beginning of a file.
        let at = text.len() - text.trim_start_matches('\u{feff}').len();
        PdnTokens { text, at, back: None, counted: (0, 0) }
    }

    pub(super) fn put_back(&mut self, token: PdnToken<'a>) {
        self.back = Some(token);
    }

    /// Returns the next token, or an error for a tag, comment or variation without an end.
    pub(super) fn next(&mut self) -> Result<Option<PdnToken<'a>>, ParseError> {
        if let Some(token) = self.back.take() {
            return Ok(Some(token));
        }
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                _ if byte.is_ascii_whitespace() => self.at += 1,
                b'{' => self.skip_to(b'}', "`}` behind a comment")?,
                b';' | b'%' => self.at = self.line_end(),
                b'(' => self.skip_variation()?,
                b'[' => return self.tag().map(Some),
                _ => {
                    if let Some(token) = self.word() {
                        return Ok(Some(token));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Continues after an error: skips to the end of the next result, or to the tags of the next game.
    pub(super) fn skip_game(&mut self) {
        self.back = None;
        let mut moves = false;
        while let Some(rest) = self.text.get(self.at..).filter(|rest| !rest.is_empty()) {
            let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
            if moves && line.trim_start().starts_with('[') {
                return;
            }
            moves = true;
            self.at = (self.at + line.len() + 1).min(self.text.len());
            if line
                .split_ascii_whitespace()
                .next_back()
                .is_some_and(|word| matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*"))
            {
                return;
            }
        }
    }

    fn line_end(&self) -> usize {
        self.text[self.at..].find('\n').map_or(self.text.len(), |end| self.at + end)
    }

    fn skip_to(&mut self, end: u8, expected: &'static str) -> Result<(), ParseError> {
        match self.text.as_bytes()[self.at..].iter().position(|&byte| byte == end) {
            Some(length) => {
                self.at += length + 1;
                Ok(())
            }
            None => Err(self.unended(expected)),
        }
    }

    /// Skips a variation with the comments and variations inside.
    fn skip_variation(&mut self) -> Result<(), ParseError> {
        let begin = self.at;
        let mut deep = 0usize;
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b'{' => {
                    self.skip_to(b'}', "`}` behind a comment")?;
                    continue;
                }
                b'(' => deep += 1,
                b')' => deep -= 1,
                _ => {}
            }
            self.at += 1;
            if deep == 0 {
                return Ok(());
            }
        }
        self.at = begin;
        Err(self.unended("`)` behind a variation"))
    }

    /// Returns an error for a construct that begins here and does not end. The rest of the text belongs to it.
    fn unended(&mut self, expected: &'static str) -> ParseError {
        let error = self.error(self.at, expected);
        self.at = self.text.len();
        error
    }

    fn tag(&mut self) -> Result<PdnToken<'a>, ParseError> {
        let (begin, end) = (self.at, self.line_end());
        let line = &self.text[begin..end];
        let parts = line.split_once('"').and_then(|(name, rest)| Some((name, rest.split_once('"')?)));
        let Some((name, (value, close))) = parts else {
            return Err(self.error(begin, "a tag such as `[Event \"Open\"]`"));
        };
        let behind = close.len() - close.trim_start().len();
        if !close.trim_start().starts_with(']') {
            return Err(self.error(end - close.len(), "`]` behind a tag"));
        }
        self.at = end - close.len() + behind + 1;
        Ok(PdnToken::Tag { name: name[1..].trim(), value, at: begin + name.len() + 1 })
    }

    /// Returns the next word, unless it is a move number or an annotation.
    fn word(&mut self) -> Option<PdnToken<'a>> {
        let rest = &self.text[self.at..];
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | '[' | ';');
        let mut word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let begin = self.at;
        self.at += if word.is_empty() { rest.chars().next().map_or(1, char::len_utf8) } else { word.len() };
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let dots = word[digits..].len() - word[digits..].trim_start_matches('.').len();
        if dots > 0 {
            word = &word[digits + dots..];
        }
        let at = begin + if dots > 0 { digits + dots } else { 0 };
        if word.starts_with('$') {
            return None;
        }
        let bare = word.trim_end_matches(['!', '?']);
        // A star after a move is an annotation; alone it is the result "unknown".
        let bare = if bare == "*" { bare } else { bare.trim_end_matches('*') };
        (!bare.is_empty()).then_some(PdnToken::Word { word: bare, at })
    }

    fn error(&mut self, at: usize, expected: &'static str) -> ParseError {
        let end = self.text[at..].find('\n').map_or(self.text.len(), |end| at + end);
        let error = ParseError::new(&self.text[at..end], 0, expected);
        self.within(at, error)
    }

    /// Converts an error of the word at byte `at` to an error of the whole text.
    pub(super) fn within(&mut self, at: usize, error: ParseError) -> ParseError {
        let text = self.text;
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let character = text[start..at].chars().count() + error.character;
        // Errors usually come in text order; only one before the last starts from the beginning again.
        let (from, before) = if at >= self.counted.0 { self.counted } else { (0, 0) };
        let lines = before + text[from..at].bytes().filter(|&byte| byte == b'\n').count();
        self.counted = (at, lines);
        let many = lines > 0 || text[at..].contains('\n');
        ParseError { line: many.then_some(lines + 1), character, ..error }
    }
}
