//! Dialogues by UCI.

use crate::client::Client;
use nullwindow_protocols::{LineOutput, Reaction, Uci};
use std::time::{Duration, Instant};

/// Returns the number after a word.
fn number(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split_ascii_whitespace().skip_while(|&each| each != word);
    words.nth(1)?.parse().ok()
}

fn best_move(lines: &[String]) -> &str {
    lines.last().and_then(|line| line.split_ascii_whitespace().nth(1)).expect("a move")
}

/// Asserts what every answer to `go` has: a score in an integer before one best move.
fn is_complete(lines: &[String]) {
    assert!(lines.iter().any(|line| number(line, "cp").or(number(line, "mate")).is_some()), "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{lines:#?}");
}

#[test]
fn the_engine_introduces_itself() {
    let mut client = Client::of_uci();
    let lines = client.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name Nullwindow ") && lines[1].starts_with("id author "));
    for name in [
        "Algorithm",
        "Hash",
        "Clear Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_AnalyseMode",
        "UCI_ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
    ] {
        let option = format!("option name {name} type ");
        assert_eq!(lines.iter().filter(|line| line.starts_with(&option)).count(), 1, "{name}");
    }
    let algorithms = lines.iter().find(|line| line.contains("name Algorithm ")).unwrap();
    assert!(algorithms.contains("default mtd-f var minimax") && algorithms.contains(" var mtd-best "));
    assert!(!algorithms.contains(" var mt "), "it finds no move");
    assert_eq!(client.ask("isready", "readyok"), ["readyok"]);
}

#[test]
fn every_way_to_limit_a_search_gets_a_score_and_a_move() {
    let mut client = Client::of_uci();
    for position in ["startpos", "startpos moves e2e4", "fen 8/8/8/8/8/1k6/7r/K7 w - - 0 1"] {
        for limits in [
            "depth 3",
            "nodes 2000",
            "movetime 50",
            "mate 1",
            "wtime 100",
            "btime 100",
            "btime 100 wtime 100 binc 5",
            "wtime 1000 btime 1000 winc 10 binc 10 movestogo 5",
            "wtime 0 btime 0",
            "wtime -10 btime -10",
            "movetime 0",
            "depth 0",
            "nodes 0",
            "depth 2 searchmoves a2a3 e7e5",
            "wtime 100 unknown 7 btime 100",
        ] {
            client.send(&format!("position {position}"));
            let lines = client.ask(&format!("go {limits}"), "bestmove");
            is_complete(&lines);
            assert!(best_move(&lines).len() >= 4, "{position}, {limits}: {lines:?}");
        }
    }
    assert_eq!(client.arrived(), [""; 0]);
}

#[test]
fn moves_are_in_the_notation_of_uci() {
    let mut client = Client::of_uci();
    client.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8");
    let lines = client.ask("go depth 2", "bestmove");
    for word in lines.iter().filter(|line| line.contains(" pv ")).flat_map(|line| line.split(" pv ").nth(1)) {
        assert!(word.split(' ').all(|play| (4..=5).contains(&play.len())), "{word}");
    }
    client.send("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(best_move(&client.ask("go depth 3", "bestmove")), "a7a8q");
}

#[test]
fn mates_are_counted_in_moves() {
    let mut client = Client::of_uci();
    let mut mate = |position: &str, go: &str| {
        client.send(&format!("position fen {position}"));
        let lines = client.ask(go, "bestmove");
        let last = lines.iter().rev().find(|line| line.contains(" score ")).unwrap();
        (number(last, "mate"), best_move(&lines).to_owned())
    };
    assert_eq!(mate("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "go mate 1"), (Some(1), "d1d8".into()));
    assert_eq!(mate("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "go mate 2").0, Some(2));
    assert_eq!(mate("6k1/8/5K2/8/8/8/8/6RR b - - 0 1", "go depth 3").0, Some(-1));
    assert_eq!(mate("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "go depth 3"), (Some(0), "(none)".into()), "mated");
    assert_eq!(mate("k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "go depth 3"), (None, "(none)".into()), "stalemate");
}

#[test]
fn infinite_search_waits_and_the_engine_stays_responsive() {
    let mut client = Client::of_uci();
    client.send("position startpos");
    client.send("go infinite");
    assert!(client.ask("isready", "readyok").iter().all(|line| !line.starts_with("bestmove")));
    std::thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    let lines = client.ask("stop", "bestmove");
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    is_complete(&lines);
    // A stop without a search, and a second one, are no errors.
    client.send("stop");
    client.send("ponderhit");
    assert_eq!(client.ask("isready", "readyok"), ["readyok"]);
}

#[test]
fn pondering_is_answered_after_the_hit() {
    let mut client = Client::of_uci();
    client.send("position startpos moves e2e4 e7e5");
    client.send("go ponder wtime 300 btime 300");
    std::thread::sleep(Duration::from_millis(500));
    assert!(client.arrived().iter().all(|line| !line.starts_with("bestmove")));
    is_complete(&client.ask("ponderhit", "bestmove"));
    client.send("go ponder wtime 300 btime 300");
    assert!(client.ask("stop", "bestmove").last().unwrap().starts_with("bestmove "));
}

#[test]
fn options_are_set_and_wrong_values_are_explained() {
    let mut client = Client::of_uci();
    for option in [
        "Algorithm value negascout",
        "hash value 1",
        "Clear Hash",
        "Threads value 2",
        "MultiPV value 3",
        "Ponder value true",
        "Move Overhead value 100",
        "UCI_AnalyseMode value true",
        "Hash value -5",
        "MultiPV value 100000",
    ] {
        client.send(&format!("setoption name {option}"));
    }
    assert_eq!(client.arrived(), [""; 0]);
    for (option, reason) in [
        ("Algorithm value mt", "is no value of"),
        ("Algorithm value alfabeta", "is no value of"),
        ("Hash value x", "is no value of"),
        ("Ponder value maybe", "is no value of"),
        ("Nothing value 1", "there is no option"),
    ] {
        assert!(client.ask(&format!("setoption name {option}"), "info string")[0].contains(reason), "{option}");
    }
}

/// Returns the chances in a line.
fn chances(line: &str) -> Option<Vec<u32>> {
    let words: Vec<&str> = line.split(" wdl ").nth(1)?.split(' ').take(3).collect();
    words.iter().map(|word| word.parse().ok()).collect()
}

#[test]
fn chances_are_shown_on_request() {
    let mut client = Client::of_uci();
    client.send("position startpos");
    assert!(client.ask("go depth 2", "bestmove").iter().all(|line| !line.contains(" wdl ")));
    client.send("setoption name UCI_ShowWDL value true");
    for position in ["startpos", "fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "fen 7k/8/8/8/8/8/q7/7K w - - 0 1"] {
        client.send(&format!("position {position}"));
        let lines = client.ask("go depth 3", "bestmove");
        let last = lines.iter().rev().find(|line| line.contains(" score ")).unwrap();
        let [win, draw, loss] = chances(last).expect(last)[..] else { panic!("{last}") };
        assert_eq!(win + draw + loss, 1000, "{last}");
        let score = number(last, "cp").or(number(last, "mate")).unwrap();
        assert!(
            score.signum() == i64::from(win.cast_signed() - loss.cast_signed()).signum() || score.abs() < 10,
            "{last}"
        );
    }
    client.send("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    assert!(client.ask("go depth 3", "bestmove").iter().any(|line| chances(line) == Some(vec![1000, 0, 0])));
}

#[test]
fn limited_players_search_less_and_answer_in_time() {
    let mut client = Client::of_uci();
    let declared = client.ask("uci", "uciok").into_iter().find(|line| line.contains("name UCI_Elo ")).unwrap();
    let (least, most) = (number(&declared, "min").unwrap(), number(&declared, "max").unwrap());
    assert!(least < most, "{declared}");
    client.send("setoption name UCI_LimitStrength value true");
    for elo in [least, (least + most) / 2, most, most + 500, -5] {
        client.send(&format!("setoption name UCI_Elo value {elo}"));
        client.send("position startpos moves e2e4 e7e5");
        for limits in ["wtime 60000 btime 60000", "movetime 2000", "wtime 100 btime 100", "depth 2"] {
            let lines = client.ask(&format!("go {limits}"), "bestmove");
            is_complete(&lines);
            assert!(
                lines.iter().all(|line| number(line, "nodes").is_none_or(|nodes| nodes < 20_000)),
                "{elo}: {lines:?}"
            );
            assert!(lines.iter().all(|line| number(line, "multipv").is_none_or(|rank| rank == 1)), "{elo}");
        }
    }
    assert!(client.ask("setoption name UCI_Elo value high", "info string")[0].contains("is no value of"));
    client.send("setoption name UCI_LimitStrength value false");
    let lines = client.ask("go depth 10", "bestmove");
    assert!(lines.iter().any(|line| number(line, "nodes").is_some_and(|nodes| nodes > 20_000)), "{lines:?}");
}

#[test]
fn several_lines_carry_their_rank() {
    let mut client = Client::of_uci();
    client.send("setoption name MultiPV value 3");
    client.send("position startpos");
    let lines = client.ask("go depth 3", "bestmove");
    for (rank, line) in (1..).zip(&lines[lines.len() - 4..lines.len() - 1]) {
        assert!(number(line, "multipv") == Some(rank) && line.contains(" pv "), "{line}");
        assert_eq!(number(line, "depth"), Some(3));
    }
    client.send("position fen 8/8/8/8/8/1k6/7r/K7 w - - 0 1");
    is_complete(&client.ask("go depth 3", "bestmove"));
}

#[test]
fn searchmoves_restrict_the_root() {
    let mut client = Client::of_uci();
    client.send("position startpos");
    let lines = client.ask("go depth 3 searchmoves h2h4 a2a4", "bestmove");
    assert!(["h2h4", "a2a4"].contains(&best_move(&lines)));
}

#[test]
fn wrong_positions_are_explained_and_change_nothing() {
    let mut client = Client::of_uci();
    client.send("position startpos moves e2e4 e7e5");
    for wrong in ["fen x", "startpos moves e2e5", "fen 8/8/8/8/8/8/8/8 w - - 0 1"] {
        assert!(client.ask(&format!("position {wrong}"), "info string").len() == 1, "{wrong}");
    }
    let shown = client.ask("d", "Fen: ");
    assert!(shown.last().unwrap().contains("4p3/4P3"), "{shown:?}");
}

#[test]
fn perft_counts_and_bench_is_deterministic() {
    let mut client = Client::of_uci();
    client.send("position startpos");
    let lines = client.ask("go perft 3", "Nodes searched");
    assert_eq!((lines.len(), lines.last().unwrap().as_str()), (21, "Nodes searched: 8902"));
    assert!(lines.contains(&"g1f3: 440".to_owned()), "{lines:?}");
    let mut nodes = || number(&format!("x {}", client.ask("bench 2", " nps")[0]), "x").unwrap();
    assert_eq!(nodes(), nodes());
    // A count that would take hours ends with the next command.
    client.send("go perft 9");
    is_complete(&client.ask("go depth 1", "bestmove"));
}

#[test]
fn a_position_that_is_drawn_by_rule_still_gets_a_move() {
    let mut client = Client::of_uci();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    client.send(&format!("position startpos moves {}", shuffle.repeat(30)));
    let lines = client.ask("go depth 2", "bestmove");
    is_complete(&lines);
    assert_ne!(best_move(&lines), "(none)");
}

#[test]
fn chess960_castles_by_capturing_the_rook() {
    let mut client = Client::of_uci();
    client.send("setoption name UCI_Chess960 value true");
    client.send("position fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1 moves e1g1");
    let shown = client.ask("d", "Fen: ");
    assert!(shown.last().unwrap().contains("1R3RK1 b"), "{shown:?}");
    client.send("position fen 5k2/8/8/8/8/8/8/5K1R w H - 0 1");
    let moves = client.ask("go depth 1 searchmoves f1h1", "bestmove");
    assert_eq!(best_move(&moves), "f1h1");
}

#[test]
fn the_client_quits_and_a_running_search_ends() {
    let mut client = Client::of_uci();
    client.send("go infinite");
    let start = Instant::now();
    assert_eq!(client.send("quit"), Reaction::Quit);
    drop(client);
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn games_without_a_notation_of_uci_are_refused() {
    let engine = nullwindow_engine::Catalogue::shipped().engine("nim").unwrap();
    assert!(Uci::new(engine, LineOutput::new(|_| ())).unwrap().is_none());
}
