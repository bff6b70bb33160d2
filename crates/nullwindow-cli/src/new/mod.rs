//! The command `new`: a project with a game to change, in Rust or in Python.

mod names;

use crate::App;
use crate::output::usage;
use anyhow::Context;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The longer description of the command.
pub const ABOUT: &str = "\
Create a project with a game to change

The game is a pile of matches, from which the players take one to three. It has everything that a game can have: rules, \
an evaluation, notation, and tests with the conformance kit. Change it step by step, and run the tests after each.

A project in Rust becomes a program with every command for its game. With --path it refers to a copy of the sources of \
nullwindow; without, to the version of its crates, which are not published yet. A project in Python needs the package \
nullwindow.";

/// The arguments of `new`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The name of the project and of its directory: letters, digits, '-' and '_'
    name: String,
    /// Write the game in Rust
    #[arg(long, required_unless_present = "python", conflicts_with = "python")]
    rust: bool,
    /// Write the game in Python
    #[arg(long)]
    python: bool,
    /// The sources of nullwindow that a project in Rust refers to [default: the version, once it is published]
    #[arg(long, value_name = "DIRECTORY", conflicts_with = "python")]
    path: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  nullwindow new --python matches
  nullwindow new --rust matches
  nullwindow new --rust matches --path ../nullwindow  # a copy of the sources";

/// The files of a project in Rust.
const RUST: [(&str, &str); 6] = [
    ("Cargo.toml", include_str!("rust/Cargo.toml.txt")),
    ("README.md", include_str!("rust/README.md.txt")),
    (".gitignore", "/target\n"),
    ("src/lib.rs", include_str!("rust/lib.rs.txt")),
    ("src/main.rs", include_str!("rust/main.rs.txt")),
    ("tests/game.rs", include_str!("rust/game.rs.txt")),
];
/// The files of a project in Python.
const PYTHON: [(&str, &str); 5] = [
    ("pyproject.toml", include_str!("python/pyproject.toml.txt")),
    ("README.md", include_str!("python/README.md.txt")),
    (".gitignore", "__pycache__/\n"),
    ("MODULE.py", include_str!("python/game.py.txt")),
    ("test_MODULE.py", include_str!("python/test_game.py.txt")),
];

/// Runs the command.
pub fn run(args: &Args, _: &App) -> anyhow::Result<ExitCode> {
    let name = ProjectName::new(&args.name, if args.python { Language::Python } else { Language::Rust })?;
    let directory = Path::new(&args.name);
    if directory.exists() {
        return Err(usage(format!("{} exists already; choose another name", args.name)));
    }
    let dependency = dependency(args.path.as_deref())?;
    let files: &[(&str, &str)] = if args.python { &PYTHON } else { &RUST };
    for (file, text) in files {
        let path = directory.join(name.fill(file, &dependency));
        let parent = path.parent().unwrap_or(directory);
        fs::create_dir_all(parent).with_context(|| format!("cannot create the directory {}", parent.display()))?;
        fs::write(&path, name.fill(text, &dependency))
            .with_context(|| format!("cannot write the file {}", path.display()))?;
    }
    let next = if args.python {
        format!(
            "pip install pytest SOURCES/crates/nullwindow-py  # a copy of nullwindow\n  pytest\n  python {}.py",
            name.module
        )
    } else {
        format!("{}cargo test\n  cargo run --release -- play {}", unpublished(args), name.game)
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "created {}; next:\n  cd {}\n  {next}", args.name, args.name)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the step that a project in Rust needs before it can be built, if it refers to crates by their version.
fn unpublished(args: &Args) -> String {
    if args.path.is_some() {
        return String::new();
    }
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "edit Cargo.toml: the crates of nullwindow are not published yet, so in each of the three replace\n    \
         version = \"{version}\" by path = \"SOURCES/crates/NAME\", a copy of the sources; or remove {name} and let\n    \
         nullwindow new --rust {name} --path SOURCES write the paths\n  ",
        name = args.name
    )
}

/// Returns the source of a dependency: `%` stands for the name of the crate.
fn dependency(path: Option<&Path>) -> anyhow::Result<String> {
    let Some(path) = path else { return Ok(format!("version = \"{}\"", env!("CARGO_PKG_VERSION"))) };
    if !path.join("crates/nullwindow/Cargo.toml").is_file() {
        return Err(usage(format!("{} has no crates/nullwindow: expected the sources of nullwindow", path.display())));
    }
    // Absolute, because the project lies in another directory than the one the path is relative to.
    let path = path.canonicalize().with_context(|| format!("cannot read {}", path.display()))?;
    Ok(format!("path = {:?}", path.join("crates/%").display().to_string()))
}

/// The language of a project.
#[derive(Clone, Copy, PartialEq)]
enum Language {
    Python,
    Rust,
}

/// Returns whether a file of a project in Rust names a type like this. Comments count as well: that refuses a few names more.
fn is_type_of_templates(class: &str) -> bool {
    let is_other = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    RUST.iter()
        .filter(|(file, _)| file.ends_with(".rs"))
        .any(|(_, text)| text.split(is_other).any(|word| word == class))
}

/// The forms of a project's name.
struct ProjectName {
    package: String,
    module: String,
    class: String,
    game: String,
}

impl ProjectName {
    fn new(name: &str, language: Language) -> anyhow::Result<ProjectName> {
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if !is_name {
            return Err(usage(format!("'{name}' is no name; expected a letter, then letters, digits, '-' and '_'")));
        }
        let capital = |word: &str| {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_ascii_uppercase() + rest
        };
        let package = name.to_ascii_lowercase();
        let (module, class) = (package.replace('-', "_"), package.split(['-', '_']).map(capital).collect::<String>());
        let taken = match language {
            Language::Python => names::of_python(&module),
            Language::Rust => names::of_rust(&module)
                .or_else(|| is_type_of_templates(&class).then_some("the name of a type that the project uses")),
        };
        if let Some(what) = taken {
            return Err(usage(format!("'{name}' is {what}; choose another name")));
        }
        Ok(ProjectName { module, class, game: package.replace('_', "-"), package })
    }

    fn fill(&self, text: &str, dependency: &str) -> String {
        let mut filled = text.replace("PACKAGE", &self.package).replace("MODULE", &self.module);
        filled = filled.replace("CLASS", &self.class).replace("GAME", &self.game);
        for name in ["nullwindow", "nullwindow-cli", "nullwindow-games"] {
            filled = filled.replace(&format!("SOURCE({name})"), &dependency.replace('%', name));
        }
        filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_all_forms() {
        let name = ProjectName::new("My-New_game", Language::Rust).unwrap();
        assert_eq!((&*name.package, &*name.module, &*name.class), ("my-new_game", "my_new_game", "MyNewGame"));
        for language in [Language::Python, Language::Rust] {
            let is_wrong = |name: &&str| ProjectName::new(name, language).is_err();
            assert!(["", "1x", "a b", "../x", "nullwindow"].iter().all(is_wrong));
        }
    }

    /// A keyword is a syntax error, and a module or type of the same name would be used in the place of the other one.
    #[test]
    fn names_with_a_meaning_are_refused() {
        let refusal = |name, language| ProjectName::new(name, language).err().map(|error| error.to_string());
        for (language, names) in [
            (Language::Python, &["class", "math", "Math", "random", "test", "lambda", "pytest", "conftest"][..]),
            (Language::Rust, &["match", "Self", "core", "std", "test", "deps", "nullwindow-cli", "game", "position"]),
        ] {
            for &name in names {
                let refused = refusal(name, language).unwrap_or_default();
                assert!(refused.contains(name) && refused.contains("choose another name"), "{name}: {refused}");
            }
        }
        for name in ["matches", "my-game", "math2", "hexapawn", "string_game"] {
            assert_eq!((refusal(name, Language::Python), refusal(name, Language::Rust)), (None, None), "{name}");
        }
        assert_eq!((refusal("class", Language::Rust), refusal("impl", Language::Python)), (None, None));
    }

    #[test]
    fn no_placeholder_is_left() {
        let name = ProjectName::new("matches", Language::Rust).unwrap();
        for (file, text) in RUST.iter().chain(&PYTHON) {
            let filled = name.fill(text, "version = \"1\"");
            for word in ["PACKAGE", "MODULE", "CLASS", "GAME", "SOURCE("] {
                assert!(!filled.contains(word), "{file}: {word}");
            }
        }
    }
}
