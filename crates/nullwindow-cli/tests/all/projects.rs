//! `new`: projects with a game to change.

use crate::common::nullwindow;
use std::path::Path;
use std::process::Command;

// The templates are Rust: the placeholders are names, and the crate of the tests is the library of that name. So they are
// compiled and their tests run without another build, which would compile every library once more and take minutes.
#[path = "../../src/new/rust/lib.rs.txt"]
mod template;
#[path = "../../src/new/rust/main.rs.txt"]
#[allow(dead_code, reason = "the program of the project is not run")]
mod template_program;
#[path = "../../src/new/rust/game.rs.txt"]
mod template_tests;

pub use template::CLASS;

/// Runs `new` in a directory. Returns standard output, standard error and the exit code.
fn new(directory: &Path, args: &[&str]) -> (String, String, i32) {
    let output = nullwindow(&[&["new"], args].concat()).current_dir(directory).output().unwrap();
    let utf8 = |bytes| String::from_utf8(bytes).unwrap();
    (utf8(output.stdout), utf8(output.stderr), output.status.code().unwrap())
}

fn files(directory: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = vec![directory.to_owned()];
    while let Some(next) = left.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => left.push(path),
                false => found.push(path.strip_prefix(directory).unwrap().display().to_string()),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_project_in_python_has_a_game_and_its_tests() {
    let directory = tempfile::tempdir().unwrap();
    let (out, err, code) = new(directory.path(), &["--python", "my-matches"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("cd my-matches") && out.contains("python my_matches.py"), "{out}");
    assert!(out.contains("pip install pytest SOURCES/crates/nullwindow-py"), "{out}");
    let project = directory.path().join("my-matches");
    assert_eq!(files(&project), [".gitignore", "README.md", "my_matches.py", "pyproject.toml", "test_my_matches.py"]);
    let game = std::fs::read_to_string(project.join("my_matches.py")).unwrap();
    assert!(game.contains("class MyMatches"), "{game}");
}

#[test]
fn a_project_in_rust_refers_to_the_library() {
    let directory = tempfile::tempdir().unwrap();
    let (out, err, code) = new(directory.path(), &["--rust", "matches"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("cargo run --release -- play matches"), "{out}");
    let edit = out.find("not published yet").expect("the step before the first build");
    assert!(edit < out.find("cargo test").unwrap() && out.contains("nullwindow new --rust matches --path"), "{out}");
    let project = directory.path().join("matches");
    assert_eq!(
        files(&project),
        [".gitignore", "Cargo.toml", "README.md", "src/lib.rs", "src/main.rs", "tests/game.rs"]
    );
    let manifest = std::fs::read_to_string(project.join("Cargo.toml")).unwrap();
    assert!(manifest.contains(&format!("version = \"{}\"", env!("CARGO_PKG_VERSION"))), "{manifest}");
}

#[test]
fn nothing_is_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(new(directory.path(), &["--python", "matches"]).2, 0);
    let before = std::fs::read_to_string(directory.path().join("matches/README.md")).unwrap();
    for language in ["--python", "--rust"] {
        let (out, err, code) = new(directory.path(), &[language, "matches"]);
        assert!(code == 2 && out.is_empty() && err.contains("exists already"), "{err}");
    }
    assert_eq!(std::fs::read_to_string(directory.path().join("matches/README.md")).unwrap(), before);
}

#[test]
fn wrong_names_and_options_create_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 12] = [
        (&["--rust", "1x"], "expected a letter"),
        (&["--rust", "a b"], "expected a letter"),
        (&["--python", "../x"], "expected a letter"),
        (&["--python", "nullwindow"], "the name of a package that the project uses; choose another name"),
        (&["--python", "class"], "a keyword of Python; choose another name"),
        (&["--python", "math"], "the name of a module of Python; choose another name"),
        (&["--rust", "match"], "a keyword of Rust; choose another name"),
        (&["--rust", "core"], "the name of a library; choose another name"),
        (&["matches"], "--rust"),
        (&["--rust", "--python", "matches"], "--python"),
        (&["--python", "matches", "--path", "."], "--path"),
        (&["--rust", "matches", "--path", "."], "no crates/nullwindow"),
    ];
    for (args, says) in cases {
        let (out, err, code) = new(directory.path(), args);
        assert!(code == 2 && out.is_empty() && err.contains(says), "{args:?}: {code}: {err}");
    }
    assert!(files(directory.path()).is_empty());
}

/// The manifest is read by Cargo, and all packages are found.
#[test]
fn a_project_in_rust_finds_the_sources() {
    let directory = tempfile::tempdir().unwrap();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let (out, err, code) = new(directory.path(), &["--rust", "matches", "--path", workspace.to_str().unwrap()]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(!out.contains("not published yet"), "{out}");
    let project = directory.path().join("matches");
    // The same versions as here, without a registry.
    std::fs::copy(workspace.join("Cargo.lock"), project.join("Cargo.lock")).unwrap();
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--format-version", "1"])
        .current_dir(&project)
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let found = |name: &str| {
        let packages = metadata["packages"].as_array().unwrap();
        let package = packages.iter().find(|package| package["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        package["manifest_path"].as_str().unwrap().to_owned()
    };
    assert!(found("matches").starts_with(project.canonicalize().unwrap().to_str().unwrap()));
    for name in ["nullwindow", "nullwindow-games", "nullwindow-cli"] {
        assert!(Path::new(&found(name)).starts_with(&workspace), "{name}");
    }
}
