//! Formats variations.

use nullwindow::Player;

/// Numbers the moves of a variation, one number per round: `1. e4 e5 2. Nf3`, or `1... e5 2. Nf3`.
///
/// `movers` gives the player of each move, because players need not take turns.
pub fn numbered(line: &[String], movers: &[Player]) -> String {
    let (mut words, mut round) = (Vec::new(), 1);
    for (ply, (name, &mover)) in line.iter().zip(movers).enumerate() {
        let first = mover == Player::First;
        // A round starts with the first player's move.
        if first && ply > 0 {
            round += 1;
        }
        if first {
            words.push(format!("{round}."));
        } else if ply == 0 {
            words.push("1...".to_owned());
        }
        words.push(name.clone());
    }
    words.join(" ")
}

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
    use Player::{First, Second};

    #[test]
    fn rounds_are_numbered_from_the_mover() {
        let line = ["e4", "e5", "Nf3"].map(str::to_owned);
        assert_eq!(numbered(&line, &[First, Second, First]), "1. e4 e5 2. Nf3");
        assert_eq!(numbered(&line[1..], &[Second, First]), "1... e5 2. Nf3");
        assert_eq!(numbered(&line, &[First, First, Second]), "1. e4 2. e5 Nf3", "a player may move twice");
        assert_eq!(numbered(&[], &[]), "");
    }

    #[test]
    fn text_is_broken_at_blanks() {
        assert_eq!(wrap("ab cd efg h", 5), ["ab cd", "efg h"]);
        assert_eq!(wrap("abcdefgh i", 3), ["abcdefgh", "i"]);
    }
}
