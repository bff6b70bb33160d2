//! EPD: a position with operations, such as its best moves (`bm`) or its name (`id`).

use super::fen::{build, parse_clock, parse_four, parse_number, split_words};
use super::san::parse_either;
use super::{Position, format_fen};
use crate::ParseError;
use cozy_chess::Move;
use std::fmt;

/// A line of EPD: the first four fields of FEN, then operations, each closed by a semicolon. The two clocks of FEN may
/// stand between them; they are written where they are not `0 1` and no operation states them.
///
/// ```
/// use nullwindow_games::chess::Epd;
///
/// let epd = Epd::parse(r#"7k/8/8/8/8/8/8/K6R w - - bm Rh2+ Rh3+; id "two checks"; acd 3;"#);
/// let error = epd.as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "character 20: expected a side to move whose opponent is not in check, found `w`");
///
/// let epd = Epd::parse(r#"6k1/8/8/8/8/8/8/K6R w - - bm Rh2 Rh3; id "a rook"; acd 3;"#)?;
/// assert_eq!(epd.id(), Some("a rook"));
/// assert_eq!(epd.best_moves()?.len(), 2);
/// # Ok::<(), nullwindow_games::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    position: Position,
    operations: Vec<Operation>,
}

/// An operation on a position: an opcode and its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// An operand: a word, or a quoted text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A move, a number, or any other word without blanks.
    Word(String),
    /// A quoted text; it contains no quotation marks.
    Text(String),
}

impl Operation {
    /// Returns the name of the operation: `bm`, `id`, `c0`.
    #[must_use]
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// Returns the operands.
    #[must_use]
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }
}

impl Operand {
    /// Returns the word, or the text without quotation marks.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Operand::Word(text) | Operand::Text(text) => text,
        }
    }
}

impl Epd {
    /// Creates a line without operations.
    #[must_use]
    pub fn new(position: Position) -> Epd {
        Epd { position, operations: Vec::new() }
    }

    /// Reads a line. The operations `hmvc` and `fmvn` set the clocks of the position and override those of FEN.
    ///
    /// # Errors
    /// If the position is invalid, or an operation is not closed.
    pub fn parse(text: &str) -> Result<Epd, ParseError> {
        let mut fields = split_words(text);
        let (mut builder, places) = parse_four(text, &mut fields)?;
        let mut behind = fields.next();
        if let Some(clock) = behind.filter(|(_, word)| word.starts_with(|c: char| c.is_ascii_digit())) {
            builder.halfmove_clock = parse_clock(text, clock)?;
            builder.fullmove_number = parse_number(text, fields.next().unwrap_or((text.len(), "")))?;
            behind = fields.next();
        }
        let from = behind.map_or(text.len(), |(place, _)| place);
        let operations = OperationReader { text, at: from }.operations()?;
        for (place, operation) in &operations {
            let value = operation.operands.first().map_or("", Operand::as_str);
            let located = |error: ParseError| ParseError { character: text[..*place].chars().count() + 1, ..error };
            match operation.opcode.as_str() {
                "hmvc" => builder.halfmove_clock = parse_clock(value, (0, value)).map_err(located)?,
                "fmvn" => builder.fullmove_number = parse_number(value, (0, value)).map_err(located)?,
                _ => {}
            }
        }
        // The clocks are set before the position is built: a finished board has no way to change them.
        let position = build(text, &builder, &places)?;
        Ok(Epd { position, operations: operations.into_iter().map(|(_, operation)| operation).collect() })
    }

    /// Adds an operation.
    ///
    /// # Errors
    /// If the opcode or a word operand is not a single word, or a text contains quotation marks or line ends.
    pub fn with(mut self, opcode: &str, operands: &[Operand]) -> Result<Epd, ParseError> {
        let is_word =
            |word: &str| !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || c == ';' || c == '"');
        if !is_word(opcode) || !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(ParseError::new(opcode, 0, "an opcode of one word"));
        }
        for operand in operands {
            match operand {
                Operand::Word(word) if !is_word(word) => {
                    return Err(ParseError::new(word, 0, "an operand of one word"));
                }
                Operand::Text(text) if text.contains(['"', '\n', '\r']) => {
                    return Err(ParseError::new(text, 0, "a text of one line without quotation marks"));
                }
                _ => {}
            }
        }
        self.operations.push(Operation { opcode: opcode.to_owned(), operands: operands.to_vec() });
        Ok(self)
    }

    /// Returns whether four fields and the operations describe the position completely.
    fn tells_clocks(&self) -> bool {
        let tells = |opcode: &str| self.operations.iter().any(|operation| operation.opcode == opcode);
        let board = &self.position.board;
        (board.halfmove_clock() == 0 || tells("hmvc")) && (board.fullmove_number() == 1 || tells("fmvn"))
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns all operations, in the order of the line.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Returns the operands of the first operation of this name.
    #[must_use]
    pub fn operands(&self, opcode: &str) -> Option<&[Operand]> {
        self.operations.iter().find(|operation| operation.opcode == opcode).map(Operation::operands)
    }

    /// Returns the name of the position: `id`.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.operands("id")?.first().map(Operand::as_str)
    }

    /// Returns the best moves, `bm`; empty if the line names none.
    ///
    /// # Errors
    /// If one of them is not a legal move.
    pub fn best_moves(&self) -> Result<Vec<Move>, ParseError> {
        self.moves("bm")
    }

    /// Returns the moves to avoid, `am`; empty if the line names none.
    ///
    /// # Errors
    /// If one of them is not a legal move.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, ParseError> {
        self.moves("am")
    }

    fn moves(&self, opcode: &str) -> Result<Vec<Move>, ParseError> {
        let operands = self.operands(opcode).unwrap_or_default();
        operands.iter().map(|operand| parse_either(&self.position, operand.as_str())).collect()
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = format_fen(&self.position);
        let fields: Vec<&str> = fen.split(' ').collect();
        write!(f, "{}", fields[..if self.tells_clocks() { 4 } else { 6 }].join(" "))?;
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            for operand in &operation.operands {
                match operand {
                    Operand::Word(word) => write!(f, " {word}")?,
                    Operand::Text(text) => write!(f, " \"{text}\"")?,
                }
            }
            write!(f, ";")?;
        }
        Ok(())
    }
}

/// Reads the operations that start at byte `at`.
struct OperationReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> OperationReader<'a> {
    /// Reads all operations, each with its offset.
    fn operations(mut self) -> Result<Vec<(usize, Operation)>, ParseError> {
        let mut all = Vec::new();
        while let Some(first) = self.peek() {
            let place = self.at;
            if !first.is_ascii_alphabetic() {
                return Err(ParseError::new(self.text, place, "an opcode, such as `bm` or `id`"));
            }
            let opcode = self.word().to_owned();
            let operands = self.operands()?;
            all.push((place, Operation { opcode, operands }));
        }
        Ok(all)
    }

    /// Reads the operands up to the semicolon.
    fn operands(&mut self) -> Result<Vec<Operand>, ParseError> {
        let mut operands = Vec::new();
        loop {
            match self.peek() {
                None => return Err(ParseError::new(self.text, self.text.len(), "`;` behind an operation")),
                Some(b';') => {
                    self.at += 1;
                    return Ok(operands);
                }
                Some(b'"') => {
                    let open = self.at + 1;
                    let length = self.text[open..]
                        .find('"')
                        .ok_or_else(|| ParseError::new(self.text, self.text.len(), "`\"` at the end of a text"))?;
                    operands.push(Operand::Text(self.text[open..open + length].to_owned()));
                    self.at = open + length + 1;
                }
                Some(_) => operands.push(Operand::Word(self.word().to_owned())),
            }
        }
    }

    /// Skips blanks and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest.bytes().next()
    }

    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| c.is_whitespace() || c == ';' || c == '"').unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }
}
