//! `perft`, `check`, `bench` and `completions`.

use crate::common::{csv, fails, json, nullwindow, prints};

#[test]
fn perft_counts_every_depth_and_knows_what_is_published() {
    let depths = json(&["perft", "checkers", "--depth", "9"]);
    let counts: Vec<u64> = depths.iter().map(|depth| depth["sequences"].as_u64().unwrap()).collect();
    assert_eq!(counts, [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680]);
    assert!(depths.iter().all(|depth| depth["published"] == depth["sequences"]));
    let text = prints(&["perft", "checkers", "--depth", "9"]);
    assert!(text.contains("3,963,680") && text.matches('✓').count() == 9 && text.contains("/s"), "{text}");
}

#[test]
fn perft_of_every_game_agrees_with_what_is_published() {
    for (game, depth) in [("othello", "8"), ("chess", "4"), ("connect4", "7"), ("tictactoe", "9")] {
        let depths = json(&["perft", game, "--depth", depth]);
        assert!(depths.iter().all(|depth| depth["published"] == depth["sequences"]), "{depths:?}");
    }
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(json(&["perft", "chess", "--depth", "3", "--position", kiwipete])[2]["published"], 97_862);
}

#[test]
fn perft_ends_with_the_games() {
    let depths = json(&["perft", "tictactoe", "--position", "XOXXOO---", "--depth", "20"]);
    assert!(depths.len() < 6 && depths.last().unwrap()["sequences"] == 0, "{depths:?}");
}

/// The format is that of Stockfish's `go perft`; castling, promotion and en passant are written as in UCI.
#[test]
fn perft_divides_in_uci_notation_as_stockfish_does() {
    let text = prints(&["perft", "chess", "--depth", "2", "--divide", "--uci"]);
    let (lines, sum) = text.split_once("\n\n").expect("a blank line");
    assert_eq!((lines.lines().count(), sum), (20, "Nodes searched: 400\n"));
    assert!(lines.lines().any(|line| line == "e2e4: 20") && lines.lines().any(|line| line == "g1f3: 20"), "{text}");
    let position = "r3k3/1P6/8/3pP3/8/8/8/4K2R w Kq d6 0 1";
    let text = prints(&["perft", "chess", "-p", position, "--depth", "1", "--divide", "--uci"]);
    for name in ["e1g1: 1", "e5d6: 1", "b7b8q: 1", "b7a8n: 1"] {
        assert!(text.lines().any(|line| line == name), "{name}: {text}");
    }
    let moves = json(&["perft", "chess", "--depth", "1", "--divide", "--uci"]);
    assert!(moves.iter().any(|record| record["move"] == "b1c3" && record["sequences"] == 1), "{moves:?}");
    for args in [&["perft", "othello", "--divide", "--uci"][..], &["perft", "chess", "--uci"]] {
        let text = fails(2, args);
        assert!(text.contains("--uci") || text.contains("--divide"), "{text}");
    }
    assert!(fails(2, &["perft", "othello", "--divide", "--uci"]).contains("othello has no UCI notation"));
}

#[test]
fn perft_divides_by_move() {
    let moves = json(&["perft", "chess", "--depth", "3", "--divide"]);
    assert_eq!(moves.len(), 20);
    assert_eq!(moves.iter().map(|each| each["sequences"].as_u64().unwrap()).sum::<u64>(), 8_902);
    assert_eq!(moves.iter().find(|each| each["move"] == "e4").unwrap()["sequences"], 600);
    let text = prints(&["perft", "othello", "--depth", "5", "--divide"]);
    assert!(text.contains("1,396 sequences of 5 plies"), "{text}");
    let (header, lines) = csv(&["perft", "tictactoe", "--depth", "2", "--divide"]);
    assert_eq!(
        (header, lines.len()),
        (["game", "position", "depth", "move", "sequences"].map(str::to_owned).to_vec(), 9)
    );
}

#[test]
fn perft_names_what_is_wrong() {
    assert!(fails(2, &["perft", "ches"]).contains("did you mean 'chess'"));
    assert!(fails(2, &["perft", "chess", "--position", "8/8 w"]).contains("character"));
    for depth in ["0", "255", "-1"] {
        assert!(fails(2, &["perft", "chess", "--depth", depth]).contains("1..=254"));
    }
}

#[test]
fn check_finds_the_shipped_games_sound() {
    let found = json(&["check", "tictactoe"]);
    assert!(found.iter().all(|each| each["sound"] == true && each["searches"].as_u64().unwrap() > 100), "{found:?}");
    let text = prints(&["check", "nim", "3", "4"]);
    assert!(text.contains("nim 3 4") && text.contains("no flaw found: yes"), "{text}");
    // What was tested, what was not, and what it needs.
    assert!(text.contains("tested      both players have the same rules and scores: "), "{text}");
    assert!(
        text.contains("NOT TESTED  the moves are those of the rules") && text.contains("Check::reference"),
        "{text}"
    );
    let untested = found[0]["untested"].as_array().unwrap();
    let named = |property: &str| untested.iter().any(|one| one["property"] == property && one["remedy"].is_string());
    assert!(named("moves") && named("signs") && !named("searches"), "{found:?}");
    assert!(found[0]["tested"]["searches"].as_u64().unwrap() > 100 && found[0]["tested"]["text"].is_u64(), "{found:?}");
    assert!(json(&["check", "connect4"]).len() >= 3);
    assert!(fails(2, &["check", "shogi"]).contains("There are: othello"));
}

#[test]
fn bench_gives_the_same_signature_every_time() {
    let signature = |args: &[&str]| json(args).last().unwrap()["signature"].as_str().unwrap().to_owned();
    let trees = signature(&["bench", "--group", "trees"]);
    assert_eq!(trees, signature(&["bench", "--group", "trees"]));
    assert_eq!(trees.len(), 16);
    assert!(prints(&["bench", "--group", "trees"]).contains(&format!("signature {trees}")));
    assert_ne!(trees, signature(&["bench", "--group", "perft"]));
    assert!(fails(2, &["bench", "--group", "tree"]).contains("did you mean 'trees'"));
}

#[test]
fn bench_names_what_is_wrong() {
    assert!(fails(2, &["bench", "--group", "ffoo"]).contains("did you mean 'ffo'"));
    for group in [&[][..], &["--group", "perft"], &["--group", "ffo,threads"]] {
        let text = fails(2, &[&["bench", "--threads", "2"], group].concat());
        assert!(text.contains("--threads is only for --group ffo,"), "{text}");
    }
}

#[test]
fn completions_are_scripts() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = prints(&["completions", shell]);
        assert!(script.contains("compare") && script.contains("algorithms"), "{shell}");
    }
    assert!(prints(&["completions", "bash"]).contains("othello"), "names of games are completed");
    let zsh = prints(&["completions", "zsh"]);
    let names = |option: &str| zsh.lines().any(|line| line.contains(option) && line.contains("sss\\* dual\\*"));
    assert!(names("--algorithm=") && names("--algorithms=") && !zsh.contains("sss* "));
    nullwindow(&["completions", "tcsh"]).assert().code(2);
}
