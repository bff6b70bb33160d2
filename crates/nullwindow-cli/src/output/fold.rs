//! Folds text to the width of a line, measured in columns of the screen.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns the number of columns that a text takes on the screen, without its colour codes.
pub fn columns(text: &str) -> usize {
    // Nearly every text, and a quarter of all work of a command that answers at once.
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return text.len();
    }
    anstream::adapter::strip_str(text).to_string().width()
}

/// Folds each line of a text at its blanks. The parts after the first are indented by two more than the line itself. A
/// word that is longer than a whole line is broken.
pub fn fold(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.split('\n').flat_map(|line| fold_line(line, width, 2)).collect();
    lines.join("\n")
}

/// Folds a line at its blanks into parts of this width, all but the first indented by `more` than the line.
pub(super) fn fold_line(line: &str, width: usize, more: usize) -> Vec<String> {
    if columns(line) <= width {
        return vec![line.to_owned()];
    }
    let start = line.len() - line.trim_start_matches(' ').len();
    let indent = " ".repeat((start + more).min(width / 2));
    let room = width.saturating_sub(indent.len().max(start)).max(1);
    let mut lines: Vec<Vec<String>> = vec![Vec::new()];
    for word in line[start..].split(' ').flat_map(|word| broken(word, room)) {
        let mut before = if lines.len() == 1 { start } else { indent.len() };
        // Words that move to the next line may leave too little room there: then it is folded again.
        while let Some(last) = lines.last_mut().filter(|last| !last.is_empty())
            && before + length(last) + 1 + columns(&word) > width
        {
            let next = last.split_off(fold_place(last));
            lines.push(next);
            before = indent.len();
        }
        // Blanks at which a line is folded vanish.
        match lines.last_mut() {
            Some(last) if !last.is_empty() || !word.is_empty() => last.push(word),
            _ => {}
        }
    }
    let indents = std::iter::once(&line[..start]).chain(std::iter::repeat(indent.as_str()));
    indents.zip(lines).map(|(indent, words)| format!("{indent}{}", words.join(" ")).trim_end().to_owned()).collect()
}

/// Returns the number of words that stay on a full line: up to a comma or colon in its second half, else all.
fn fold_place(words: &[String]) -> usize {
    let ends_a_part = |word: &String| columns(word) > 1 && word.ends_with([',', ';', ':']);
    let place = words.iter().rposition(ends_a_part).map_or(0, |place| place + 1);
    if place > 0 && length(&words[..place]) * 2 >= length(words) { place } else { words.len() }
}

/// Returns the columns of some words with a blank between each two.
fn length(words: &[String]) -> usize {
    words.iter().map(|word| columns(word)).sum::<usize>() + words.len().saturating_sub(1)
}

/// Breaks a word that is longer than a line. One with colour codes is short, and must not be broken within a code.
fn broken(word: &str, room: usize) -> Vec<String> {
    if columns(word) <= room || word.contains('\x1b') {
        return vec![word.to_owned()];
    }
    let mut parts = vec![String::new()];
    for character in word.chars() {
        match parts.last_mut() {
            Some(part) if part.width() + character.width().unwrap_or(0) <= room => part.push(character),
            _ => parts.push(character.to_string()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_at_blanks_by_their_width_on_the_screen() {
        assert_eq!(fold("ab cd efg h", 7), "ab cd\n  efg h");
        assert_eq!(fold("  ab cd efg", 8), "  ab cd\n    efg");
        assert_eq!(fold("short\nlines stay", 20), "short\nlines stay");
        assert_eq!(fold("abcdefgh i", 5), "abc\n  def\n  gh\n  i");
        assert_eq!(fold("将棋 将棋", 6), "将棋\n  将棋");
        assert_eq!(fold("\x1b[1mab\x1b[0m cd ef", 6), "\x1b[1mab\x1b[0m cd\n  ef");
        assert_eq!(fold("ab  cd  ef", 4), "ab\n  cd\n  ef", "blanks at a fold vanish");
        assert_eq!(fold("two trees, 2 threads", 16), "two trees,\n  2 threads", "parts of a sentence stay together");
        assert_eq!(fold("one two, three fourandfive", 14), "one two,\n  three\n  fourandfive");
        assert_eq!(fold_line("ab cd", 3, 0), ["ab", "cd"]);
        assert_eq!(columns("\x1b[1m将\x1b[0ma"), 3);
    }
}
