//! Reads what a person types: a move, the beginning of one, or a command.

use std::path::PathBuf;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayInput {
    /// Nothing but blanks.
    Empty,
    /// A legal move, by its name.
    Move(String),
    /// The beginning of several legal moves.
    Ambiguous(Vec<String>),
    /// A command.
    Command(PlayCommand),
    /// A command without its argument, or with one that it does not take; the text says what is expected.
    WrongCommand(&'static str),
    /// Neither.
    Unknown,
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// Lists the commands.
    Help,
    /// Takes back the last move of the person.
    Undo,
    /// Suggests a move.
    Hint,
    /// Evaluates the position.
    Eval,
    /// Lists the legal moves.
    Moves,
    /// Draws the board again.
    Board,
    /// Lets the engine move, and play this side from now on.
    Go,
    /// Gives up.
    Resign,
    /// Begins a new game.
    New,
    /// Writes the game to a file.
    Save(PathBuf),
    /// Continues the game of a file.
    Load(PathBuf),
    /// Ends the program.
    Quit,
}

/// The commands with their explanations.
pub const COMMANDS: [(&str, &str); 12] = [
    ("help", "list the commands"),
    ("moves", "list the legal moves"),
    ("board", "draw the board again"),
    ("undo", "take back your last move"),
    ("hint", "suggest a move"),
    ("eval", "evaluate the position"),
    ("go", "let the engine move, and play your side from now on"),
    ("resign", "give up"),
    ("new", "begin a new game"),
    ("save FILE", "write the game to a file"),
    ("load FILE", "continue the game of a file"),
    ("quit", "end; the game is kept"),
];

impl PlayInput {
    /// Reads a line. `legal` are the legal moves; `read` returns the name of the legal move that a text denotes in any
    /// notation of the game.
    ///
    /// A move has priority over a command of the same name; a colon before a word makes it a command in every game. A
    /// command has priority over the beginning of a move, and must be written out.
    pub fn read(line: &str, legal: &[String], read: impl FnOnce(&str) -> Option<String>) -> PlayInput {
        let text = line.trim();
        if text.is_empty() {
            return PlayInput::Empty;
        }
        if let Some(word) = text.strip_prefix(':') {
            return command(word).unwrap_or(PlayInput::Unknown);
        }
        if let Some(name) = legal.iter().find(|name| *name == text).cloned().or_else(|| read(text)) {
            return PlayInput::Move(name);
        }
        command(text).unwrap_or_else(|| beginning(text, legal))
    }
}

fn command(text: &str) -> Option<PlayInput> {
    let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let rest = rest.trim();
    let word = word.to_ascii_lowercase();
    if matches!(word.as_str(), "save" | "load") {
        return Some(match (rest, word.as_str()) {
            ("", "save") => PlayInput::WrongCommand("'save' needs a file, as in 'save game.txt'"),
            ("", _) => PlayInput::WrongCommand("'load' needs a file, as in 'load game.txt'"),
            (file, "save") => PlayInput::Command(PlayCommand::Save(file.into())),
            (file, _) => PlayInput::Command(PlayCommand::Load(file.into())),
        });
    }
    let command = match word.as_str() {
        "help" | "?" => PlayCommand::Help,
        "undo" => PlayCommand::Undo,
        "hint" => PlayCommand::Hint,
        "eval" => PlayCommand::Eval,
        "moves" => PlayCommand::Moves,
        "board" => PlayCommand::Board,
        "go" => PlayCommand::Go,
        "resign" => PlayCommand::Resign,
        "new" => PlayCommand::New,
        "quit" | "exit" => PlayCommand::Quit,
        _ => return None,
    };
    Some(match rest.is_empty() {
        true => PlayInput::Command(command),
        false => PlayInput::WrongCommand("this command has no argument; 'help' lists the commands"),
    })
}

/// Finds the moves that begin with a text. Blanks do not count; the case of letters counts only if it decides, as
/// between a bishop and a b pawn.
fn beginning(text: &str, legal: &[String]) -> PlayInput {
    let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
    let wanted = without_blanks(text);
    let lower = wanted.to_lowercase();
    let with = |fits: &dyn Fn(&str) -> bool| -> Vec<String> {
        legal.iter().filter(|name| fits(&without_blanks(name))).cloned().collect()
    };
    let mut found = with(&|name| name.starts_with(&wanted));
    if found.is_empty() {
        found = with(&|name| name.to_lowercase().starts_with(&lower));
    }
    match found.len() {
        0 => PlayInput::Unknown,
        1 => PlayInput::Move(found.swap_remove(0)),
        _ => PlayInput::Ambiguous(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal() -> Vec<String> {
        ["b3", "b4", "Bb5", "Bc4", "h3", "O-O", "Nf3"].map(str::to_owned).to_vec()
    }

    fn read(line: &str) -> PlayInput {
        PlayInput::read(line, &legal(), |text| (text == "e1g1").then(|| "O-O".to_owned()))
    }

    fn play(name: &str) -> PlayInput {
        PlayInput::Move(name.to_owned())
    }

    #[test]
    fn unique_beginnings_are_moves_and_others_list_the_candidates() {
        assert_eq!(read(" Nf3 "), play("Nf3"));
        assert_eq!(read("n"), play("Nf3"));
        assert_eq!(read("Bb"), play("Bb5"));
        assert_eq!(read("b"), PlayInput::Ambiguous(vec!["b3".into(), "b4".into()]), "small letters are pawns");
        assert_eq!(read("B"), PlayInput::Ambiguous(vec!["Bb5".into(), "Bc4".into()]));
        assert_eq!(read("o-"), play("O-O"));
        assert_eq!(read("e1g1"), play("O-O"), "another notation");
        assert_eq!(read("h"), play("h3"), "the beginning of a command is no command");
        assert_eq!(read("x"), PlayInput::Unknown);
        assert_eq!(read(" \t"), PlayInput::Empty);
    }

    #[test]
    fn commands_are_whole_words() {
        assert_eq!(read("undo"), PlayInput::Command(PlayCommand::Undo));
        assert_eq!(read("UNDO"), PlayInput::Command(PlayCommand::Undo));
        assert_eq!(read("save a b.pgn"), PlayInput::Command(PlayCommand::Save("a b.pgn".into())));
        assert!(matches!(read("save"), PlayInput::WrongCommand(text) if text.contains("'save game.txt'")));
        assert!(matches!(read("undo 2"), PlayInput::WrongCommand(_)));
        let moves = ["undo".to_owned(), "go".to_owned()];
        let read = |line| PlayInput::read(line, &moves, |_| None);
        assert_eq!(read("undo"), play("undo"), "the game's own move");
        assert_eq!(read(":undo"), PlayInput::Command(PlayCommand::Undo));
        assert_eq!(read("g"), play("go"));
        assert_eq!(read(":nonsense"), PlayInput::Unknown);
    }

    #[test]
    fn every_listed_command_is_read() {
        for (name, _) in COMMANDS {
            let line = name.replace("FILE", "x");
            assert!(matches!(PlayInput::read(&line, &[], |_| None), PlayInput::Command(_)), "{name}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_line_is_read(line in "\\PC{0,40}|[a-zA-Z:? ]{0,12}") {
            match read(&line) {
                PlayInput::Move(name) => assert!(legal().contains(&name), "{line:?}"),
                PlayInput::Ambiguous(names) => assert!(names.len() > 1 && names.iter().all(|name| legal().contains(name))),
                _ => {}
            }
        }

        #[test]
        fn beginnings_of_moves_never_select_another_move(index in 0_usize..7, length in 1_usize..4) {
            let name = &legal()[index];
            let text = &name[..length.min(name.len())];
            match read(text) {
                PlayInput::Move(found) => assert!(found.to_lowercase().starts_with(&text.to_lowercase())),
                PlayInput::Ambiguous(found) => assert!(found.contains(name)),
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
