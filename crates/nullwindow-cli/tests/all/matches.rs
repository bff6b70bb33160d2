//! `match`: two players, many games.

use crate::common::{fails, nullwindow, prints};
use serde_json::Value;
use std::path::Path;

/// Returns the JSON of a match in a directory of its own database.
fn records(directory: &Path, args: &[&str]) -> Vec<Value> {
    let args = [&["match"], args, &["--json"]].concat();
    let output = nullwindow(&args).current_dir(directory).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Returns openings, moves and results.
fn games(records: &[Value]) -> Vec<(Value, Value, Value)> {
    let games = records.iter().filter(|record| record["type"] == "game");
    games.map(|game| (game["opening"].clone(), game["moves"].clone(), game["result"].clone())).collect()
}

#[test]
fn a_match_has_its_games_in_order_and_a_result() {
    let directory = tempfile::tempdir().unwrap();
    let found =
        records(directory.path(), &["chess", "--a", "mtd-f", "--b", "aspiration", "--games", "4", "--nodes", "200"]);
    let (last, before) = found.split_last().unwrap();
    let numbers: Vec<u64> = before.iter().map(|game| game["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    assert_eq!((&before[0]["first"], &before[1]["first"]), (&"a".into(), &"b".into()));
    assert_eq!(before[0]["opening"], before[1]["opening"]);
    let points: f64 = before.iter().map(|game| game["points"].as_f64().unwrap()).sum();
    let (wins, draws) = (last["wins"].as_f64().unwrap(), last["draws"].as_f64().unwrap());
    assert!((points - wins - draws / 2.0).abs() < 1e-9, "{last}");
    assert_eq!((&last["type"], &last["forfeits"], &last["played"]), (&"match".into(), &0.into(), &4.into()));
    assert_eq!(last["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 2);
    assert!(directory.path().join("nullwindow-lab.db").exists());
    assert_eq!(last["selective"], serde_json::json!([true, true]), "{last}");
}

#[test]
fn the_title_says_which_player_is_selective() {
    let directory = tempfile::tempdir().unwrap();
    let args = ["match", "chess", "--a", "mtd-f", "--b", "mtd-f selective=off", "--games", "2", "--nodes", "100"];
    let output = nullwindow(&args).current_dir(directory.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("A mtd-f (selective), B mtd-f selective=off; nodes=100"), "{text}");
}

#[test]
fn the_same_games_are_played_with_any_concurrency_and_none_twice() {
    let directory = tempfile::tempdir().unwrap();
    let args = ["othello", "--a", "mtd-f", "--b", "mtd-bi depth=2", "--nodes", "100"];
    let with = |more: &[&str]| records(directory.path(), &[&args[..], more].concat());
    let one = with(&["--games", "6", "--db", "1.db"]);
    let three = with(&["--games", "6", "--db", "3.db", "--concurrency", "3"]);
    assert_eq!(games(&one), games(&three));
    let more = with(&["--games", "10", "--db", "1.db", "--concurrency", "2"]);
    assert_eq!(games(&more)[..6], games(&one)[..]);
    let last = more.last().unwrap();
    assert_eq!((&last["played"], &last["stored"], &last["games"]), (&4.into(), &6.into(), &10.into()));
    let other = with(&["--games", "6", "--db", "1.db", "--seed", "2"]);
    assert_ne!(games(&other), games(&one));
    let again = with(&["--games", "6", "--db", "1.db", "--restart"]);
    assert_eq!((&again.last().unwrap()["played"], games(&again)), (&6.into(), games(&one)));
}

#[cfg(unix)]
#[test]
fn a_killed_match_is_resumed() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let directory = tempfile::tempdir().unwrap();
    let args =
        ["checkers", "--a", "mtd-f", "--b", "aspiration", "--nodes", "300", "--games", "20", "--concurrency", "2"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_nullwindow"));
    let command = command.arg("match").args(args).args(["--db", "k.db", "--json"]).current_dir(&directory);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let seen: Vec<String> = BufReader::new(child.stdout.take().unwrap()).lines().take(3).map(Result::unwrap).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    let whole = records(directory.path(), &[&args[..], &["--db", "k.db"]].concat());
    let last = whole.last().unwrap();
    let (played, stored) = (last["played"].as_u64().unwrap(), last["stored"].as_u64().unwrap());
    assert!(played + stored == 20 && stored >= 3, "{last}");
    for (line, game) in seen.iter().zip(&whole) {
        assert_eq!(&serde_json::from_str::<Value>(line).unwrap(), game, "a finished game stays as it was");
    }
    let other = records(directory.path(), &[&args[..], &["--db", "l.db"]].concat());
    assert_eq!(games(&whole), games(&other));
}

#[test]
fn games_are_written_in_the_format_of_the_game() {
    let directory = tempfile::tempdir().unwrap();
    for (game, text) in [("chess", "[Termination \""), ("checkers", "[Round \"2\"]"), ("othello", "(;GM[Othello]")] {
        let file = directory.path().join(format!("{game}.txt"));
        let out = file.to_str().unwrap();
        let args = [game, "--a", "mtd-f", "--b", "mtd-best", "--games", "2", "--nodes", "50", "--out", out];
        records(directory.path(), &args);
        let written = std::fs::read_to_string(&file).unwrap();
        assert!(written.contains(text), "{game}: {written}");
        // The file is one of openings for another match, after the first moves.
        prints(&["perft", game, "--file", out, "--nth", "2", "--depth", "1"]);
    }
}

#[test]
fn openings_may_come_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("ballots.pdn"), "[Event \"9-13 24-20\"]\n1. 9-13 24-20 *\n").unwrap();
    let args =
        ["checkers", "--a", "mtd-f", "--b", "mtd-bi", "--games", "4", "--depth", "2", "--openings", "ballots.pdn"];
    let found = records(directory.path(), &args);
    assert!(games(&found).iter().all(|(opening, ..)| *opening == serde_json::json!(["9-13", "24-20"])));
    assert_eq!(found.last().unwrap()["repeated_openings"], 1);
}

#[test]
fn engines_of_other_programs_play() {
    let directory = tempfile::tempdir().unwrap();
    let engine = format!("uci:{} uci", env!("CARGO_BIN_EXE_nullwindow"));
    let args = ["chess", "--a", "mtd-f", "--b", &engine, "--b-option", "Hash=16", "--games", "2", "--nodes", "100"];
    let found = records(directory.path(), &args);
    let last = found.last().unwrap();
    assert_eq!((&last["forfeits"], &last["games"]), (&0.into(), &2.into()));
    // The same engine with the same limits, by the protocol and without it.
    let own = records(directory.path(), &["chess", "--a", "mtd-f", "--b", "mtd-f", "--games", "2", "--nodes", "100"]);
    assert_eq!(games(&found), games(&own));
    let clock = records(
        directory.path(),
        &[&args[..5], &["--games", "2", "--clock", "60+1", "--depth", "2", "--max-plies", "10"]].concat(),
    );
    assert_eq!(clock.last().unwrap()["forfeits"], 0);
}

#[test]
fn a_test_ends_a_match() {
    let directory = tempfile::tempdir().unwrap();
    let args = ["connect4", "--a", "mtd-f depth=8", "--b", "mtd-f depth=1", "--games", "200", "--sprt", "0,100"];
    let found = records(directory.path(), &args);
    let last = found.last().unwrap();
    assert_eq!(last["sprt"]["decision"], "H1", "{last}");
    assert!(last["games"].as_u64().unwrap() < 200 && last["elo"].as_f64().unwrap() > 0.0);
    let text = nullwindow(&[&["match"], &args[..]].concat()).current_dir(&directory).output().unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(
        text.contains("SPRT of +0 against +100 Elo, errors 0.05 and 0.05") && text.contains("H1 accepted"),
        "{text}"
    );
}

#[test]
fn a_plan_has_a_verdict_for_each_claim() {
    let directory = tempfile::tempdir().unwrap();
    let plan = "name = \"p\"\ntitle = \"t\"\nquestion = \"q\"\nclaim = \"mtd-f beats {b} at {limits}\"\nsetup = \"s\"\n\
                refuted = \"r\"\na = \"mtd-f\"\nopponents = [\"aspiration\"]\ngames = [\"connect4\", \"othello\"]\n\
                rounds = 4\nsprt = \"-10,10\"\nseed = 1\nmax_plies = 60\ntable = 1\n[[limits]]\nname = \"two plies\"\ndepth = 2\n";
    std::fs::write(directory.path().join("p.toml"), plan).unwrap();
    let found = records(directory.path(), &["--plan", "p.toml"]);
    let kinds: Vec<&str> = found.iter().map(|record| record["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["match", "match", "verdict"]);
    assert_eq!(found[2]["claim"], "mtd-f beats aspiration at two plies");
    assert_eq!(found[2]["answer"], "undecided", "four games prove nothing");
    let again = records(directory.path(), &["--plan", "p.toml"]);
    assert_eq!((&again[0]["played"], &again[0]["wins"]), (&0.into(), &found[0]["wins"]));
    let text = nullwindow(&["match", "--plan", "p.toml"]).current_dir(&directory).output().unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("undecided: mtd-f beats aspiration at two plies"), "{text}");
}

/// Writes weights of chess that differ from the shipped ones by `change` in the first number of a line.
fn write_weights(path: &Path, line: &str, change: i32) {
    let shipped = include_str!("../../../nullwindow-games/src/chess/evaluation/weights.txt");
    let mut changed = 0;
    let lines =
        shipped.lines().map(|text| match text.strip_prefix(line).and_then(|rest| rest.trim().split_once(' ')) {
            Some((first, rest)) => {
                changed += 1;
                format!("{line} {} {rest}\n", first.parse::<i32>().unwrap() + change)
            }
            None => format!("{text}\n"),
        });
    std::fs::write(path, lines.collect::<String>()).unwrap();
    assert_eq!(changed, 1, "{line}");
}

#[test]
fn players_have_settings_of_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let with =
        |a: &str| records(directory.path(), &["chess", "--a", a, "--b", "mtd-f", "--games", "2", "--nodes", "500"]);
    let (plain, grain) = (with("mtd-f"), with("mtd-f grain=1"));
    let last = grain.last().unwrap();
    assert_eq!((&last["a"], &last["b"], &last["forfeits"]), (&"mtd-f grain=1".into(), &"mtd-f".into(), &0.into()));
    assert_eq!((&last["games"], &last["played"]), (&2.into(), &2.into()));
    assert_ne!(games(&grain), games(&plain));
    assert_eq!(with("mtd-f grain=1").last().unwrap()["played"], 0, "the same player");
    // A player that does not see recaptures loses to one that does: the setting is that of A.
    let blind = ["chess", "--a", "mtd-f quiescence=off", "--b", "mtd-f", "--games", "6", "--depth", "1"];
    let found = records(directory.path(), &blind);
    let last = found.last().unwrap();
    assert!(last["losses"].as_u64() > Some(3) && last["wins"] == 0, "{last}");
    // The shipped grain changes nothing, but is another player by its text.
    let same = with("mtd-f grain=8");
    assert_eq!((games(&same), &same.last().unwrap()["played"]), (games(&plain), &2.into()));
}

#[test]
fn a_changed_file_is_another_player() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("w.txt");
    let run = || {
        let a = "mtd-f evaluation=w.txt";
        records(directory.path(), &["chess", "--a", a, "--b", "mtd-f", "--games", "2", "--nodes", "500"])
    };
    write_weights(&file, "material.mg", 0);
    let shipped = run();
    let plain = ["chess", "--a", "mtd-f", "--b", "mtd-f", "--games", "2", "--nodes", "500"];
    assert_eq!(games(&shipped), games(&records(directory.path(), &plain)));
    assert_eq!(run().last().unwrap()["played"], 0);
    write_weights(&file, "material.mg", 60);
    let changed = run();
    assert_eq!(changed.last().unwrap()["played"], 2, "the file has changed");
    assert_ne!(games(&changed), games(&shipped));
    write_weights(&file, "material.mg", 0);
    assert_eq!(run().last().unwrap()["played"], 0, "and changed back");
}

#[test]
fn wrong_settings_of_the_game_are_explained() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("w.txt"), "material.mg 1 2\n").unwrap();
    for (game, player, text) in [
        ("chess", "mtd-f x=1", "--a 'mtd-f x=1': there is no setting 'x'; players have nodes=N"),
        ("chess", "mtd-f x=1", "chess has evaluation=FILE, grain=N, quiescence=on|off"),
        ("chess", "mtd-f grain=0", "grain=0: expected a number from 1 to 100"),
        ("chess", "mtd-f evaluation=none.txt", "evaluation=none.txt: cannot be read"),
        ("chess", "mtd-f evaluation=w.txt", "evaluation=w.txt: line 1, character 16: expected 5 numbers"),
        ("chess", "mtd-f evaluation=.", "evaluation=.: cannot be read"),
        ("othello", "mtd-f evaluation=w.txt", "not a file of Othello weights"),
        ("checkers", "mtd-f database=w.txt", "database=w.txt: is no endgame database"),
        ("connect4", "mtd-f grain=1", "connect4 has no settings"),
    ] {
        let run = nullwindow(&["match", game, "--a", player]).current_dir(&directory).output().unwrap();
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(2) && error.contains(text) && run.stdout.is_empty(), "{player}: {error}");
    }
    assert!(!directory.path().join("nullwindow-lab.db").exists(), "nothing is stored");
}

#[test]
fn wrong_usage_is_explained() {
    let fails = |args: &[&str]| fails(2, &[&["match"], args].concat());
    assert!(fails(&["chess", "--a", "mtd-g", "--b", "mtd-f"]).contains("mtd-f"));
    assert!(fails(&["--a", "mtd-f"]).contains("GAME"));
    assert!(fails(&["chess", "--a", "mtd-f", "--b", "mtd-f", "--games", "3"]).contains("even"));
    assert!(fails(&["chess", "--a", "mtd-f", "--b", "mtd-f", "--sprt", "5,0"]).contains("elo0 is less"));
    assert!(fails(&["chess", "--a", "mtd-f", "--b", "mtd-f", "--resign", "x"]).contains("10,3"));
    assert!(fails(&["chess", "--a", "mtd-f", "--b", "mtd-f", "--b-option", "Hash=1"]).contains("no external engine"));
    assert!(fails(&["--plan", "drivers"]).contains("drivers-at-play"));
    assert!(fails(&["--plan", "drivers-at-play", "--nodes", "100"]).contains("has its own limits"));
    assert!(fails(&["--plan", "drivers-at-play", "--seed", "2"]).contains("cannot be used with"));
    let directory = tempfile::tempdir().unwrap();
    for (player, text) in [("uci:/nowhere/x", "cannot be started"), ("gtp:cat", "its protocols are: uci")] {
        let output =
            nullwindow(&["match", "chess", "--a", "mtd-f", "--b", player]).current_dir(&directory).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(text), "{player}");
    }
}
