//! Breaks variations into lines.

/// Breaks a text at its blanks into lines of at most `width` characters.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn text_is_broken_at_blanks() {
        assert_eq!(wrap("ab cd efg h", 5), ["ab cd", "efg h"]);
        assert_eq!(wrap("abcdefgh i", 3), ["abcdefgh", "i"]);
    }
}
