//! Certificates as files: which game and position a solution tree is about, and several of them in one file.

use nullwindow::solution::{Kind, Proof, SolutionTree};

/// The first word of every certificate.
const BEGIN: &str = "nullwindow-proof ";

/// A certificate about a position of a game; its name tells both: `connect4: 44444`.
pub fn certificate(game: &str, position: &str, tree: SolutionTree) -> Proof {
    Proof::new(&format!("{game}: {position}"), tree)
}

/// The game and the position that a certificate is about.
pub fn subject(proof: &Proof) -> Option<(&str, &str)> {
    proof.root().split_once(':').map(|(game, position)| (game.trim(), position.trim()))
}

/// The certificates of a file, each with the number of lines before it.
pub fn split(text: &str) -> Vec<(usize, &str)> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut byte = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if line.starts_with(BEGIN) || number == 0 {
            starts.push((number, byte));
        }
        byte += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(_, byte)| byte).chain([text.len()]);
    starts.iter().zip(ends).map(|(&(line, start), end)| (line, &text[start..end])).collect()
}

/// What a tree proves, in words.
pub fn claim(tree: &SolutionTree) -> String {
    let than = if tree.kind() == Kind::Max { "at most" } else { "at least" };
    let depth = tree.depth().get().map_or("to the end of the game".to_owned(), |plies| format!("at depth {plies}"));
    format!("the value is {than} {} {depth}", tree.bound())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_split_where_certificates_begin() {
        let text = "nullwindow-proof 1\nkind max\nnullwindow-proof 1\nkind min\n";
        assert_eq!(split(text), [(0, "nullwindow-proof 1\nkind max\n"), (2, "nullwindow-proof 1\nkind min\n")]);
        assert_eq!(split("junk\nnullwindow-proof 1"), [(0, "junk\n"), (1, "nullwindow-proof 1")]);
        assert!(split("").is_empty());
    }
}
