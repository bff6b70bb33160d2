//! Selective search on the command line: one value for every driver, and what the output says of the width.

use super::{json, refused, text};
use nullwindow::AnyAlgorithm;
use serde_json::Value;

const FEN: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQR1K1 w - - 0 10";
/// A position with few moves, which can be searched to the same depth in full width.
const ENDGAME: &str = "8/8/4k3/4p3/4P3/4K3/8/8 w - - 0 1";

/// The drivers that find a value by the rules.
fn drivers() -> Vec<String> {
    let suits = |algorithm: &AnyAlgorithm| algorithm.follows_rules() && algorithm.finds_value();
    AnyAlgorithm::all().into_iter().filter(suits).map(|algorithm| algorithm.to_string()).collect()
}

fn last(args: &[&str]) -> Value {
    json(args).pop().expect("an iteration")
}

#[test]
fn every_driver_finds_the_same_value() {
    let drivers = drivers();
    assert!(drivers.len() >= 10, "{drivers:?}");
    for (fen, width) in [(FEN, "--selective"), (ENDGAME, "--selective"), (ENDGAME, "--full-width")] {
        // Without a table a search to this depth takes too long.
        let with_table = drivers.iter().filter(|name| fen == ENDGAME || *name != "alphabeta");
        let answers = with_table.map(|name| {
            let args = ["analyze", "chess", "--position", fen, "--depth", "8", "--algorithm", name, width];
            let answer = last(&args);
            assert_eq!(
                (&answer["depth"], &answer["selective"]),
                (&8.into(), &(width == "--selective").into()),
                "{name}"
            );
            (answer["value"].clone(), name)
        });
        let answers: Vec<_> = answers.collect();
        assert!(answers.iter().all(|(value, _)| *value == answers[0].0), "{fen} {width}: {answers:?}");
    }
}

#[test]
fn several_root_moves_have_the_value_of_one() {
    let one = last(&["analyze", "chess", "-p", FEN, "-d", "6"]);
    let three = last(&["analyze", "chess", "-p", FEN, "-d", "6", "--multipv", "3"]);
    assert_eq!((&one["value"], &one["selective"]), (&three["moves"][0]["value"], &true.into()));
}

#[test]
fn a_mate_found_by_rules_need_not_be_the_shortest() {
    let fen = "2k5/8/8/8/4R3/1K6/3Q4/8 w - - 0 1";
    let full = last(&["analyze", "chess", "-p", fen, "-d", "9", "--full-width"]);
    assert_eq!((&full["value"], &full["settled"]), (&999_997.into(), &true.into()));
    let selective = last(&["analyze", "chess", "-p", fen, "-d", "9"]);
    assert_eq!((&selective["value"], &selective["settled"]), (&999_997.into(), &false.into()));
}

#[test]
fn endgames_that_reach_the_last_square_are_decided() {
    let board = "OOOOOOOOOOOOXOOOOOOOXXOOOOOOXOOOOOOOXOXOOOOOXXXOOOOOX---OOOX---- O";
    let selective = last(&["analyze", "othello", "-p", board]);
    let full = last(&["analyze", "othello", "-p", board, "--full-width"]);
    assert_eq!((&selective["value"], &selective["settled"]), (&full["value"], &true.into()));
}

#[test]
fn compare_searches_by_rules_on_request() {
    let all =
        json(&["compare", "chess", "--selective", "--depth", "8", "--positions", "1", "-a", "mtd-f,mtd-bi,negascout"]);
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|each| each["selective"] == true && each["agree"] == true && each["depth"] == 8), "{all:?}");
    let (out, _, code) = text(&["compare", "chess", "--selective", "-d", "3", "--positions", "1", "-a", "all"]);
    assert!(code == 0 && out.contains("searched selectively to depth 3") && !out.contains("minimax"), "{out}");
}

#[test]
fn the_output_says_how_wide_a_search_is() {
    let (out, _, _) = text(&["analyze", "chess", "-d", "1"]);
    assert!(out.contains("searched selectively") && out.contains("--full-width"), "{out}");
    let (out, _, _) = text(&["analyze", "chess", "-d", "1", "--full-width"]);
    assert!(!out.contains("selectively"), "{out}");
    let (out, err, code) = text(&["analyze", "connect4", "-d", "1", "--selective"]);
    assert!(code == 0 && err.contains("connect4 has no rules") && !out.contains("selectively"), "{out}{err}");
    let (_, err, _) = text(&["analyze", "chess", "-d", "1", "-a", "scout"]);
    assert!(err.contains("scout searches the full width only"), "{err}");
}

#[test]
fn algorithms_that_follow_no_rules_are_refused() {
    refused(&["analyze", "chess", "-d", "2", "-a", "minimax", "--selective"], &["minimax", "--full-width"]);
    refused(&["compare", "chess", "-d", "2", "-a", "scout,mtd-f", "--selective"], &["scout", "full width only"]);
    refused(
        &["match", "chess", "--a", "scout selective=on", "--games", "2", "--nodes", "10"],
        &["scout", "full width"],
    );
    refused(&["analyze", "chess", "-d", "2", "--selective", "--full-width"], &["--full-width"]);
}
