//! Suggestions for misspelled names.

pub use nullwindow::algorithm::edits;

/// Returns the names nearest to `wrong`, best first: at most three, and only similar ones.
///
/// ```
/// assert_eq!(nullwindow_engine::nearest("otello", ["chess", "othello"]), ["othello"]);
/// ```
pub fn nearest<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let wrong = wrong.to_lowercase();
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .map(|name| (edits(&wrong, &name.to_lowercase()), name))
        // One edit per three letters, and one more: enough for typical typos, too few to suggest unrelated names.
        .filter(|&(edits, name)| edits <= 1 + name.chars().count() / 3 || name.starts_with(&wrong) && !wrong.is_empty())
        .collect();
    near.sort_by_key(|&(edits, _)| edits);
    near.into_iter().map(|(_, name)| name).take(3).collect()
}

/// Returns the name with the smallest edit distance, however large; `None` if there is no name.
pub fn closest<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let wrong = wrong.to_lowercase();
    names.into_iter().min_by_key(|name| edits(&wrong, &name.to_lowercase()))
}

/// Writes the message for an unknown name, with the nearest names and all of them.
///
/// ```text
/// there is no game 'chss'; did you mean 'chess'? There are: othello, checkers, chess
/// ```
pub fn unknown<'n>(what: &str, wrong: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let near: Vec<String> = nearest(wrong, names.iter().copied()).iter().map(|name| format!("'{name}'")).collect();
    let meant = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
    let stop = if near.is_empty() { "." } else { "" };
    format!("there is no {what} '{wrong}'{meant}{stop} There are: {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_comes_first() {
        let names = ["othello", "checkers", "chess"];
        assert_eq!(nearest("chss", names), ["chess"]);
        assert_eq!(nearest("cheskers", names), ["checkers"]);
        assert_eq!(nearest("check", names), ["chess", "checkers"]);
        assert!(nearest("x", names).is_empty());
    }

    #[test]
    fn all_names_are_listed() {
        assert_eq!(
            unknown("game", "chss", ["go", "chess"]),
            "there is no game 'chss'; did you mean 'chess'? There are: go, chess"
        );
        assert_eq!(unknown("game", "x", ["go", "chess"]), "there is no game 'x'. There are: go, chess");
    }
}
