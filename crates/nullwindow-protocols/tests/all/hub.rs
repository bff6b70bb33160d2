//! Dialogues by Hub.

use crate::client::Client;
use nullwindow_protocols::{Hub, LineOutput, Reaction};
use std::time::{Duration, Instant};

const START: &str = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// Returns the value of an argument.
fn value<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    line.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
}

fn best_move(lines: &[String]) -> &str {
    lines.last().and_then(|line| line.strip_prefix("done ")).and_then(|line| value(line, "move")).expect("a move")
}

/// Returns the answer to a search to a small depth after a position was set.
fn answer(client: &mut Client<Hub>, position: &str) -> Vec<String> {
    client.send(&format!("pos {position}"));
    client.send("level depth=4");
    client.ask("go think", "done ")
}

#[test]
fn the_engine_introduces_itself() {
    let mut client = Client::of_hub();
    let lines = client.ask("hub", "wait");
    assert!(lines[0].starts_with("id name=Nullwindow version=") && lines[0].contains(" author=\""));
    for name in ["variant", "frame", "algorithm", "hash", "threads", "move-overhead"] {
        let param = format!("param name={name} value=");
        assert_eq!(lines.iter().filter(|line| line.starts_with(&param)).count(), 1, "{name}");
    }
    assert!(lines.contains(&"param name=variant value=english type=enum values=\"english\"".to_owned()));
    assert_eq!(client.ask("init", "ready"), ["ready"]);
}

#[test]
fn every_level_gets_a_score_and_a_move() {
    let mut client = Client::of_hub();
    client.send(&format!("pos pos=B{START}"));
    for level in [
        "depth=3",
        "nodes=2000",
        "move-time=0.05",
        "time=0.1",
        "time=1 inc=0.01",
        "moves=5 time=1",
        "moves=5 time=1 inc=0.1",
        "time=-0.05 inc=0.1",
        "time=0",
        "depth=0",
        "depth=3 unknown=7",
    ] {
        client.send(&format!("level {level}"));
        let lines = client.ask("go think", "done ");
        assert!(
            lines.iter().any(|line| value(line, "score").is_some_and(|text| text.parse::<f64>().is_ok())),
            "{level}"
        );
        assert!(best_move(&lines).contains('-'), "{level}: {lines:?}");
        // The client splits every argument at its only sign of equality.
        for line in &lines {
            let quoted: String = line.split('"').step_by(2).collect();
            let arguments: Vec<&str> = quoted.split(' ').skip(1).collect();
            assert!(arguments.iter().all(|argument| argument.matches('=').count() == 1), "{line}");
        }
    }
    assert_eq!(client.arrived(), [""; 0]);
}

#[test]
fn captures_name_the_captured_squares() {
    let mut client = Client::of_hub();
    // Black: a man on 14, White: men on 17 and 25 that one capture takes.
    let mut squares = ['e'; 32];
    for (square, piece) in [(14, 'b'), (17, 'w'), (25, 'w'), (32, 'W')] {
        squares[square - 1] = piece;
    }
    let board: String = squares.iter().collect();
    let lines = answer(&mut client, &format!("pos=B{board}"));
    assert_eq!(best_move(&lines), "14x30x17x25");
    let after = answer(&mut client, &format!("pos=B{board} moves=\"14x30x25x17\""));
    assert!(best_move(&after).starts_with("32-"), "{after:?}");
    for wrong in ["14x30x17", "14x30x17x17", "14x30x17x32", "14x21x17", "14-18"] {
        let line = format!("pos pos=B{board} moves=\"{wrong}\"");
        assert!(client.ask(&line, "error message=")[0].contains("no legal move"), "{wrong}");
    }
}

#[test]
fn frames_are_recognized_by_the_start_and_by_moves() {
    let mut client = Client::of_hub();
    // At the start Black moves from 9 to 12; a client with a turned board says that White moves.
    for mover in ["W", "B"] {
        let lines = answer(&mut client, &format!("pos=W{START}"));
        let from: u32 = best_move(&lines).split('-').next().unwrap().parse().unwrap();
        assert!((9..=12).contains(&from), "{mover}: {lines:?}");
    }
    // Legal only if turned: a white man on 22 of the text is a black one on 11.
    let one = |square: usize, other: usize, mover: char| {
        let mut squares = ['e'; 32];
        (squares[square - 1], squares[other - 1]) = ('w', 'b');
        format!("{mover}{}", squares.iter().collect::<String>())
    };
    let mut fresh = Client::of_hub();
    let turned = one(22, 3, 'W');
    let lines = answer(&mut fresh, &format!("pos={turned} moves=\"11-15\""));
    assert!(best_move(&lines).starts_with("30-"), "{lines:?}");
    // The frame is kept for positions that do not tell.
    assert!(best_move(&answer(&mut fresh, &format!("pos={turned}"))).starts_with("11-"));
    // And it changes when the moves say so.
    assert!(best_move(&answer(&mut fresh, &format!("pos={turned} moves=\"22-18\""))).starts_with("3-"));
    let mut plain = Client::of_hub();
    assert!(best_move(&answer(&mut plain, &format!("pos={turned}"))).starts_with("22-"));
}

#[test]
fn a_chosen_frame_is_obeyed() {
    let mut client = Client::of_hub();
    client.send("set-param name=frame value=plain");
    let lines = answer(&mut client, &format!("pos=W{START}"));
    assert!(["21", "22", "23", "24"].iter().any(|from| best_move(&lines).starts_with(from)), "{lines:?}");
    assert!(client.ask(&format!("pos pos=W{START} moves=\"11-15\""), "error")[0].contains("no legal move"));
    client.send("set-param name=frame value=turned");
    let lines = answer(&mut client, &format!("pos=W{START} moves=\"11-15\""));
    assert!(["21", "22", "23", "24"].iter().any(|from| best_move(&lines).starts_with(from)), "{lines:?}");
}

#[test]
fn pings_are_answered_during_a_search() {
    let mut client = Client::of_hub();
    client.send("level infinite");
    client.send("go analyze");
    assert!(client.ask("ping", "pong").iter().all(|line| !line.starts_with("done")));
    std::thread::sleep(Duration::from_millis(100));
    assert!(client.ask("ping", "pong").iter().all(|line| !line.starts_with("done")));
    let start = Instant::now();
    assert!(best_move(&client.ask("stop", "done ")).contains('-'));
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    // Without a search these say nothing.
    client.send("stop");
    client.send("ponder-hit");
    assert_eq!(client.ask("ping", "pong"), ["pong"]);
}

#[test]
fn analysis_of_a_decided_position_waits_for_the_stop() {
    let mut client = Client::of_hub();
    // One capture ends the game.
    let mut squares = ['e'; 32];
    (squares[13], squares[16]) = ('b', 'w');
    client.send(&format!("pos pos=B{}", squares.iter().collect::<String>()));
    client.send("level infinite");
    client.send("go analyze");
    std::thread::sleep(Duration::from_millis(200));
    assert!(client.arrived().iter().all(|line| !line.starts_with("done")));
    assert_eq!(best_move(&client.ask("stop", "done ")), "14x21x17");
}

#[test]
fn analysis_to_a_depth_ends() {
    let mut client = Client::of_hub();
    client.send("level depth=3");
    assert!(best_move(&client.ask("go analyze", "done ")).contains('-'));
}

#[test]
fn pondering_is_answered_after_the_hit() {
    let mut client = Client::of_hub();
    client.send(&format!("pos pos=B{START} moves=\"11-15 23-19\""));
    client.send("level time=0.3");
    client.send("go ponder");
    std::thread::sleep(Duration::from_millis(500));
    assert!(client.arrived().iter().all(|line| !line.starts_with("done")));
    assert!(!best_move(&client.ask("ponder-hit", "done ")).is_empty());
    client.send("go ponder");
    assert!(client.ask("stop", "done ").last().unwrap().starts_with("done move="));
}

#[test]
fn wrong_commands_are_explained_and_every_go_is_answered() {
    let mut client = Client::of_hub();
    for (line, part) in [
        ("set-param name=variant value=normal", "variant: expected english, found 'normal'"),
        ("set-param name=frame value=sideways", "expected auto, plain or turned"),
        ("set-param name=hash value=0", "from 1 to 65536"),
        ("set-param name=algorithm value=mt", "expected an algorithm"),
        ("set-param name=book value=true", "there is no parameter 'book'"),
        ("set-param", "there is no parameter"),
        ("pos", "the player to move"),
        ("pos pos=Wx", "square 1"),
        ("pos pos=Bweeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "men do not stand there"),
    ] {
        let lines = client.ask(line, "error message=\"");
        assert!(lines.len() == 1 && lines[0].contains(part) && lines[0].ends_with('"'), "{line}: {lines:?}");
    }
    let lines = client.ask("go think", "done ");
    assert_eq!(lines, ["error message=\"there is no position to search\"", "done move=0-0"]);
    // A game that is over: the mover has no piece.
    let lines = answer(&mut client, "pos=Bweeeeeeeeeeeeeeeeeeeeeeeeeeeeeee".replace("Bwee", "Beew").as_str());
    assert_eq!(best_move(&lines), "0-0");
    for ignored in ["", "   ", "unknown a=b", "go", "level"] {
        client.send(ignored);
    }
    client.send("stop");
    assert_eq!(client.ask("ping", "pong").last().unwrap(), "pong");
}

#[test]
fn parameters_change_the_search() {
    let mut client = Client::of_hub();
    for param in
        ["algorithm value=negascout", "hash value=1", "threads value=2", "move-overhead value=50", "frame value=auto"]
    {
        client.send(&format!("set-param name={param}"));
    }
    client.send("new-game");
    assert_eq!(client.arrived(), [""; 0]);
    assert!(best_move(&answer(&mut client, &format!("pos=B{START}"))).contains('-'));
}

#[test]
fn the_client_quits_and_a_running_search_ends() {
    let mut client = Client::of_hub();
    client.send("go analyze");
    let start = Instant::now();
    assert_eq!(client.send("quit"), Reaction::Quit);
    drop(client);
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn games_without_the_protocol_are_refused() {
    let engine = nullwindow_engine::Catalogue::shipped().engine("chess").unwrap();
    assert!(Hub::new(engine, LineOutput::new(|_| ())).unwrap().is_none());
}
