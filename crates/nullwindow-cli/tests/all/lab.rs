//! `nullwindow lab`, end to end: runs, interruptions, files that cannot be used.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use nullwindow_lab::Store;
use predicates::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Many short searches.
const PLAN: &str = r#"
name = "small"
title = "Small trees"
question = "Does SSS* visit fewer leaves than Alpha-Beta?"
paper = "It dominates it."
sources = ["[PSPB96] sect. 2"]
setup = "Independent leaves."
refuted = "A tree on which it visits more."

[[searches]]
subjects = ["uniform 8x6"]
algorithms = ["sss*", "alphabeta"]
seeds = 400
distinct = true
quick = { positions = 150 }

[[views]]
title = "Leaves"
kind = "relative"
x = "subject"
y = "leaves"
base = "alphabeta"

[[claims]]
text = "SSS* visits fewer leaves"
kind = "ratio"
algorithm = "sss*"
base = "alphabeta"
y = "leaves"
most = 1.0
"#;

/// How many searches its quick form has.
const SEARCHES: usize = 300;

struct Place {
    directory: TempDir,
}

impl Place {
    fn new() -> Place {
        let directory = TempDir::new().unwrap();
        fs::write(directory.path().join("small.toml"), PLAN).unwrap();
        Place { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn lab(&self, arguments: &str) -> Command {
        let mut command = Command::cargo_bin("nullwindow").unwrap();
        command.current_dir(&self.directory).arg("lab").args(arguments.split_ascii_whitespace());
        command
    }

    /// A run that is to be interrupted.
    fn spawn(&self) -> Child {
        std::process::Command::new(cargo_bin("nullwindow"))
            .current_dir(&self.directory)
            .args(["lab", "run", "--plan", "small.toml", "--jobs", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// The cells of all rows, as an export has them.
    fn cells(&self) -> Vec<String> {
        let output = self.lab("export").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["cell"].to_string()).collect()
    }

    /// Waits until there are so many rows.
    fn wait_for_rows(&self, count: usize) {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(60) {
            if self.path("nullwindow-lab.db").exists()
                && self
                    .lab("export")
                    .ok()
                    .is_ok_and(|output| output.stdout.split(|&byte| byte == b'\n').count() > count)
            {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("no rows within a minute");
    }
}

#[test]
fn a_run_measures_reports_and_is_not_repeated() {
    let place = Place::new();
    let run = "run --plan small.toml --positions 3";
    place
        .lab(run)
        .assert()
        .success()
        .stderr(predicate::str::contains("measured 6 searches"))
        .stdout(predicate::str::contains("Small trees"));
    place
        .lab(run)
        .assert()
        .success()
        .stderr(predicate::str::contains("measured 0 searches; 6 searches were already in the database"));
    assert_eq!(place.cells().len(), 6);
    place.lab("report --plan small.toml --out report.html").assert().success();
    let html = fs::read_to_string(place.path("report.html")).unwrap();
    assert!(html.contains("Small trees") && html.contains("<svg") && !html.contains("http-equiv=\"refresh\""));
    place.lab("show --plan small.toml").assert().success().stdout(predicate::str::contains("SSS* visits fewer leaves"));
    let json = place.lab("show --plan small.toml --json").output().unwrap().stdout;
    let first = String::from_utf8(json).unwrap().lines().next().unwrap().to_owned();
    let verdict: serde_json::Value = serde_json::from_str(&first).unwrap();
    assert_eq!(verdict["experiment"], "small");
    assert_eq!(verdict["searches"], 6);
    // Three trees, one comparison: an interval at 95 %.
    assert!(["confirmed", "refuted", "undecided"].contains(&verdict["answer"].as_str().unwrap()));
    assert_eq!((&verdict["self_check"], &verdict["level"]), (&false.into(), &0.95.into()));
    assert_eq!(verdict["cases"][0]["interval"].as_array().map(Vec::len), Some(2));
    place.lab("export --out rows.csv").assert().success();
    assert_eq!(fs::read_to_string(place.path("rows.csv")).unwrap().lines().count(), 7);
    place.lab("list --plan small.toml").assert().success().stdout(predicate::str::contains("6 of 300"));
}

/// Kill -9 in the middle: nothing that was done is lost, and nothing is done twice.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let place = Place::new();
    let mut run = place.spawn();
    place.wait_for_rows(10);
    run.kill().unwrap();
    run.wait().unwrap();
    let before = place.cells();
    assert!((10..SEARCHES).contains(&before.len()), "killed in the middle, at {}", before.len());
    let rest = format!(
        "measured {} searches; {} searches were already in the database",
        SEARCHES - before.len(),
        before.len()
    );
    place.lab("run --plan small.toml --jobs 2").assert().success().stderr(predicate::str::contains(rest));
    let after = place.cells();
    assert_eq!(after[..before.len()], before[..], "what was there is still there, as it was");
    let distinct: HashSet<&String> = after.iter().collect();
    assert_eq!((after.len(), distinct.len()), (SEARCHES, SEARCHES), "each once");
}

/// Ctrl-C: the run ends cleanly, with what it has, and says how to go on.
#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_keeps_its_rows_and_says_how_to_go_on() {
    let place = Place::new();
    let run = place.spawn();
    place.wait_for_rows(10);
    let killed = std::process::Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = run.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("The same command resumes the run"), "{said}");
    let measured = place.cells().len();
    assert!(said.contains(&format!("measured {measured} searches")), "{said}");
    assert!(said.contains(&format!("{} searches left", SEARCHES - measured)), "{said}");
    assert!(!place.path("nullwindow-lab.db-wal").exists(), "the file is whole");
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let place = Place::new();
    fs::write(place.path("notes.db"), "these are notes, and no database at all: not one of SQLite, nor another")
        .unwrap();
    let wrong = |arguments: &str, code: i32, words: &str| {
        place.lab(arguments).assert().code(code).stderr(predicate::str::contains(words)).stdout("");
    };
    wrong("run --plan small.toml --db notes.db", 1, "notes.db is not a database");
    wrong("report --db notes.db", 1, "notes.db is not a database");
    wrong("report", 1, "there is no database nullwindow-lab.db");
    wrong("run --plan small.toml --db no/such/directory/x.db", 1, "no/such/directory/x.db");
    if cfg!(target_os = "linux") {
        wrong("run --plan small.toml --db /proc/rows.db", 1, "cannot open /proc/rows.db");
    }
    wrong("run --plan none.toml", 2, "none.toml");
    wrong("run leafs", 2, "'leaves'");
    wrong("run small.toml", 2, "--plan small.toml");
    wrong("run xylophones", 2, "there is no experiment 'xylophones'. There are: ");
    wrong("show", 2, "the experiments are: leaves");
    wrong("run --plan small.toml --db .", 1, ". is not a database of this program: it is a directory");
    wrong("run", 2, "--all");
    fs::write(place.path("bad.toml"), PLAN.replace("uniform 8x6", "unifrm 8x6")).unwrap();
    wrong("run --plan bad.toml", 2, "bad.toml");
    fs::write(place.path("worse.toml"), PLAN.replace("seeds = 400", "sedes = 400")).unwrap();
    wrong("run --plan worse.toml", 2, "sedes");
    assert!(!place.path("nullwindow-lab.db").exists(), "nothing was measured");
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let place = Place::new();
    place.lab("run --plan small.toml --positions 1").assert().success();
    let path = place.path("nullwindow-lab.db");
    let mut bytes = fs::read(&path).unwrap();
    bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
    fs::write(&path, &bytes).unwrap();
    for command in ["run --plan small.toml", "report", "list", "export"] {
        place.lab(command).assert().code(1).stderr(predicate::str::contains("newer version"));
    }
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[cfg(unix)]
fn read_only(path: &Path, only: bool) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(if only { 0o555 } else { 0o755 })).unwrap();
}

/// A superuser may write everywhere; then there is nothing to see here.
#[cfg(unix)]
#[test]
fn a_read_only_directory_stops_a_run_and_not_a_report() {
    let place = Place::new();
    place.lab("run --plan small.toml --positions 2").assert().success();
    let locked = place.path("locked");
    fs::create_dir(&locked).unwrap();
    fs::copy(place.path("nullwindow-lab.db"), locked.join("rows.db")).unwrap();
    read_only(&locked, true);
    let writable = fs::write(locked.join("probe"), "").is_ok();
    if !writable {
        let run = place.lab("run --plan small.toml --db locked/new.db").assert().code(1);
        run.stderr(predicate::str::contains("locked/new.db"));
    }
    place.lab("report --plan small.toml --db locked/rows.db --out report.html").assert().success();
    read_only(&locked, false);
}

/// A full disk, by a limit on the size of files: the run stops with a message, and what was written is there.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_a_run_and_loses_nothing() {
    let place = Place::new();
    let program = cargo_bin("nullwindow");
    let script = format!("trap '' XFSZ; ulimit -f 80; exec '{}' lab run --plan small.toml --jobs 2", program.display());
    let output =
        std::process::Command::new("bash").current_dir(&place.directory).args(["-c", &script]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("nullwindow-lab.db") && said.contains("make room"), "{said}");
    let measured = place.cells().len();
    assert!(said.contains(&format!("kept {measured} searches of this run")), "{said}");
    let size = fs::metadata(place.path("nullwindow-lab.db")).unwrap().len();
    assert!(size > 60 << 10, "the rows, not the log, take up the room: {size} bytes of 80 KiB");
    assert!((1..SEARCHES).contains(&measured), "{measured} rows");
    place.lab("run --plan small.toml --jobs 2").assert().success();
    assert_eq!(place.cells().len(), SEARCHES);
}

/// What is written never takes the place of the rows.
#[test]
fn the_database_is_not_written_over() {
    let place = Place::new();
    place.lab("run --plan small.toml --positions 2").assert().success();
    let before = fs::read(place.path("nullwindow-lab.db")).unwrap();
    for command in ["export --csv", "report --plan small.toml"] {
        for file in ["nullwindow-lab.db", "./nullwindow-lab.db", "nullwindow-lab.db-wal"] {
            let wrong = place.lab(&format!("{command} --out {file}")).assert().code(2);
            wrong.stderr(predicate::str::contains("is a file of the database"));
            assert!(fs::read(place.path("nullwindow-lab.db")).unwrap() == before, "{command} --out {file}");
        }
    }
    let names = fs::read_dir(place.directory.path()).unwrap().count();
    assert_eq!(names, 2, "the database and the plan");
}

#[test]
fn an_export_is_in_the_format_that_its_file_is_named_for() {
    let place = Place::new();
    place.lab("run --plan small.toml --positions 1").assert().success();
    for (file, start) in [("a.csv", "search,"), ("a.json", "{"), ("a.jsonl", "{"), ("a.ndjson", "{"), ("a", "{")] {
        place.lab(&format!("export --out {file}")).assert().success();
        assert!(fs::read_to_string(place.path(file)).unwrap().starts_with(start), "{file}");
    }
    for wrong in ["--out rows.parquet", "--csv --out rows.json", "--json --out rows.csv"] {
        place.lab(&format!("export {wrong}")).assert().code(2).stderr(predicate::str::contains("json"));
    }
    assert!(!place.path("rows.parquet").exists());
    let text = fs::read_to_string(place.path("a.csv")).unwrap();
    assert!(text.contains(",move,move_is_proven,settled,"), "{text}");
}

#[test]
fn rows_of_other_plans_are_pointed_to() {
    let place = Place::new();
    place.lab("run --plan small.toml --positions 1").assert().success();
    place.lab("report").assert().code(2).stderr(predicate::str::contains("report --plan FILE"));
    assert!(!place.path("report.html").exists());
}

/// Times are compared within one setting, so another number of jobs measures again, and says so.
#[test]
fn another_number_of_jobs_repeats_the_searches_and_says_so() {
    let place = Place::new();
    let again = predicate::str::contains("are measured again");
    place.lab("run --plan small.toml --positions 2 --jobs 1").assert().success().stderr(again.clone().not());
    let other = place.lab("run --plan small.toml --positions 3 --jobs 2").assert().success();
    other.stderr(
        predicate::str::contains("4 searches are in the database")
            .and(again.clone())
            .and(predicate::str::contains("--jobs 1 continues")),
    );
    place.lab("run --plan small.toml --positions 3 --jobs 2").assert().success().stderr(again.not());
}

/// Two runs would do the same work twice, and disturb each other's times. A run that was killed is no run.
#[cfg(unix)]
#[test]
fn a_second_run_on_the_same_database_is_refused() {
    let place = Place::new();
    let mut run = place.spawn();
    place.wait_for_rows(5);
    let is_running = || Store::read(place.path("nullwindow-lab.db")).unwrap().is_running();
    assert!(is_running());
    let second = place.lab("run --plan small.toml --positions 1").assert();
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(!is_running(), "the lock of a killed run is none");
    second.code(1).stderr(predicate::str::contains("another run is at work on nullwindow-lab.db"));
    place.lab("run --plan small.toml --positions 1").assert().success();
    assert!(!place.path("nullwindow-lab.db-lock").exists());
}

/// A program in place of Python: it has the package, and notes its arguments.
#[cfg(unix)]
fn fake_python(place: &Place, script: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = place.path("python");
    fs::write(&path, format!("#!/bin/sh\n[ \"$1\" = -c ] && exit 0\necho \"$*\" > arguments\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn a_run_on_a_cluster_is_passed_to_python_and_ends_as_python_ends() {
    let place = Place::new();
    let run = "run --plan small.toml --positions 2 --jobs 3 --quick --dask tcp://node1:8786";
    for (script, code) in [("exit 3", 1), ("exit 1", 1), ("exit 2", 2), ("exit 130", 130), ("exit 0", 0)] {
        // The rows of the run, which the fake has not measured.
        place.lab("run --plan small.toml --positions 2").assert().success();
        let python = fake_python(&place, script);
        let run = place.lab(run).env("NULLWINDOW_PYTHON", &python).assert().code(code);
        if ["exit 0", "exit 3"].contains(&script) {
            run.stdout(predicate::str::contains("SSS* visits fewer leaves"));
        }
    }
    let arguments = fs::read_to_string(place.path("arguments")).unwrap();
    assert_eq!(
        arguments.trim(),
        "-m nullwindow.lab --for-program --dask tcp://node1:8786 --db nullwindow-lab.db --quick --plan small.toml \
         --jobs 3 --positions 2 --"
    );
}

#[cfg(unix)]
#[test]
fn a_stop_closes_the_input_of_python() {
    let place = Place::new();
    let python = fake_python(&place, "cat > /dev/null; exit 130");
    let child = std::process::Command::new(cargo_bin("nullwindow"))
        .current_dir(&place.directory)
        .args(["lab", "run", "--plan", "small.toml", "--dask", "tcp://node1:8786"])
        .env("NULLWINDOW_PYTHON", python)
        .spawn()
        .unwrap();
    while !place.path("arguments").exists() {
        sleep(Duration::from_millis(20));
    }
    let start = Instant::now();
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut child = child;
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}

#[test]
fn a_cluster_without_python_or_its_package_says_what_to_do() {
    let place = Place::new();
    let run = "run --plan small.toml --dask tcp://node1:8786";
    let missing = place.lab(run).env("NULLWINDOW_PYTHON", "/no/such/python").assert().code(1);
    missing.stderr(
        predicate::str::contains("cannot start /no/such/python").and(predicate::str::contains("install Python")),
    );
    // `false` answers that the package is missing.
    let missing = place.lab(run).env("NULLWINDOW_PYTHON", "false").assert().code(1);
    missing.stderr(predicate::str::contains("pip install nullwindow[dask]"));
    assert!(!place.path("nullwindow-lab.db").exists());
}
