//! Lines that no client should send: nothing may panic or hang, and the engine must stay usable.

use crate::client::Client;
use nullwindow_protocols::{Gtp, Hub, JsonLines, NBoard, Protocol, Uci};
use proptest::prelude::*;

/// Words of UCI, and some that are none.
const UCI_WORDS: [&str; 40] = [
    "uci",
    "isready",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "Algorithm",
    "mtd-f",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "e1g1",
    "8/8/8/4k3/8/4K3/8/8",
    "w",
    "-",
    "0",
    "1",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "infinite",
    "ponder",
    "searchmoves",
    "mate",
    "stop",
    "ponderhit",
    "d",
    "999999999999",
    "-1",
    "\u{0}",
    "ü",
];

/// Fields and values of JSON lines, and some that are none.
const JSON_PARTS: [&str; 32] = [
    r#""type":"go""#,
    r#""type":"position""#,
    r#""type":"stop""#,
    r#""type":"setoption""#,
    r#""type":"newgame""#,
    r#""type":"ponderhit""#,
    r#""type":"hello""#,
    r#""type":"ping""#,
    r#""depth":2"#,
    r#""depth":-1"#,
    r#""depth":null"#,
    r#""nodes":100"#,
    r#""movetime":5"#,
    r#""time":10"#,
    r#""increment":1"#,
    r#""movestogo":0"#,
    r#""infinite":true"#,
    r#""ponder":true"#,
    r#""moves":["4","4"]"#,
    r#""moves":["9"]"#,
    r#""moves":4"#,
    r#""position":"44""#,
    r#""position":"""#,
    r#""position":null"#,
    r#""name":"threads""#,
    r#""name":"table""#,
    r#""value":1"#,
    r#""value":"x""#,
    r#""id":[{}]"#,
    "\"",
    "}",
    "é",
];

/// Words of GTP, and some that are none.
const GTP_WORDS: [&str; 38] = [
    "1",
    "name",
    "list_commands",
    "known_command",
    "boardsize",
    "8",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "set_game",
    "Othello",
    "loadsgf",
    "/dev/stdin",
    "/dev/zero",
    "showboard",
    "final_score",
    "black",
    "white",
    "b",
    "w",
    "f5",
    "D6",
    "c3",
    "pass",
    "PASS",
    "0",
    "-1",
    "nan",
    "1e308",
    "999999999999",
    "#",
    "\u{0}",
    "ü",
];

/// Words of the protocol of NBoard, and some that are none.
const NBOARD_WORDS: [&str; 32] = [
    "nboard 2",
    "set depth",
    "set depth 3",
    "set game",
    "set contempt",
    "move",
    "hint",
    "go",
    "ping",
    "learn",
    "analyze",
    "1",
    "5",
    "-1",
    "99999999999",
    "F5",
    "F5/1.5/2",
    "D6//nan",
    "C3/x/1e308",
    "PA",
    "(;GM[Othello]",
    "BO[8 ---------------------------O*------*O--------------------------- *]",
    "BO[8 *]",
    "TI[05:00/1/2]",
    "TI[99999999:99999999]",
    "B[F5/1/2]",
    "W[d6]",
    "W[PA]",
    ";)",
    "]",
    "(;",
    "ü",
];

/// Parts of lines of Hub, and some that are none.
const HUB_WORDS: [&str; 32] = [
    "hub",
    "init",
    "set-param",
    "name=frame",
    "name=hash",
    "name=threads",
    "value=turned",
    "value=auto",
    "value=1",
    "pos",
    "pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
    "pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
    "pos=BeeeeeeeeeeeeeeeeeeeeeeWeeeeeeeeB",
    "pos=W",
    "moves=\"11-15 23-19\"",
    "moves=\"11-15 22-18 15x22x18\"",
    "moves=\"0-0\"",
    "level",
    "depth=2",
    "nodes=100",
    "move-time=0.005",
    "time=0.01",
    "inc=-5",
    "moves=0",
    "go",
    "think",
    "ponder",
    "ponder-hit",
    "stop",
    "new-game",
    "\"",
    "=é",
];

/// Returns whether an engine still answers.
fn hub_is_alive(client: &mut Client<Hub>) -> bool {
    client.send("stop");
    client.send("level depth=1");
    client.send("pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
    client.ask("go think", "done ");
    client.ask("ping", "pong").iter().any(|line| line == "pong")
}

/// Returns whether an engine still answers.
fn uci_is_alive(client: &mut Client<Uci>) -> bool {
    client.send("stop");
    client.send("position startpos");
    client.ask("go depth 1", "bestmove");
    client.send("stop");
    client.ask("isready", "readyok").iter().any(|line| line == "readyok")
}

fn gtp_is_alive(client: &mut Client<Gtp>) -> bool {
    !client.ask("4242 protocol_version", "=4242 2").is_empty()
}

fn nboard_is_alive(client: &mut Client<NBoard>) -> bool {
    !client.ask("ping 4242", "pong 4242").is_empty()
}

fn lines_are_alive(client: &mut Client<JsonLines>) -> bool {
    client.send(r#"{"type": "stop"}"#);
    !client.ask(r#"{"type": "ping", "id": "alive"}"#, "alive").is_empty()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn uci_survives_any_sequence_of_its_words(
        lines in prop::collection::vec(prop::collection::vec(prop::sample::select(&UCI_WORDS[..]), 0..12), 0..30)
    ) {
        let mut client = Client::of_uci();
        for words in lines {
            // A perft or a table of gigabytes is a wish, not an accident.
            client.send(&words.join(" "));
        }
        prop_assert!(uci_is_alive(&mut client));
    }

    #[test]
    fn uci_survives_any_text(lines in prop::collection::vec("\\PC{0,200}|[ -~\t]{0,200}", 0..20)) {
        let mut client = Client::of_uci();
        for line in lines {
            client.send(&line);
        }
        prop_assert!(uci_is_alive(&mut client));
    }

    #[test]
    fn gtp_survives_any_sequence_of_its_words(
        lines in prop::collection::vec(prop::collection::vec(prop::sample::select(&GTP_WORDS[..]), 0..6), 0..30)
    ) {
        let mut client = Client::of_gtp();
        for words in lines {
            client.send(&words.join(" "));
        }
        prop_assert!(gtp_is_alive(&mut client));
    }

    #[test]
    fn gtp_survives_any_text(lines in prop::collection::vec("\\PC{0,200}|[ -~\t]{0,200}", 0..20)) {
        let mut client = Client::of_gtp();
        for line in lines {
            client.send(&line);
        }
        prop_assert!(gtp_is_alive(&mut client));
    }

    #[test]
    fn nboard_survives_any_sequence_of_its_words(
        lines in prop::collection::vec(prop::collection::vec(prop::sample::select(&NBOARD_WORDS[..]), 0..6), 0..30)
    ) {
        let mut client = Client::of_nboard();
        for words in lines {
            client.send(&words.join(" "));
        }
        prop_assert!(nboard_is_alive(&mut client));
    }

    #[test]
    fn nboard_survives_any_text(
        lines in prop::collection::vec("\\PC{0,200}|[ -~\t]{0,200}|set game [();\\[\\]A-Z0-9*O-]{0,200}", 0..20)
    ) {
        let mut client = Client::of_nboard();
        for line in lines {
            client.send(&line);
        }
        prop_assert!(nboard_is_alive(&mut client));
    }

    #[test]
    fn hub_survives_any_sequence_of_its_words(
        lines in prop::collection::vec(prop::collection::vec(prop::sample::select(&HUB_WORDS[..]), 0..6), 0..30)
    ) {
        let mut client = Client::of_hub();
        for words in lines {
            client.send(&words.join(" "));
        }
        prop_assert!(hub_is_alive(&mut client));
    }

    #[test]
    fn hub_survives_any_text(lines in prop::collection::vec("\\PC{0,200}|[a-z]{2,8}[ =\"a-zA-Z0-9-]{0,200}", 0..20)) {
        let mut client = Client::of_hub();
        for line in lines {
            client.send(&line);
        }
        prop_assert!(hub_is_alive(&mut client));
    }

    #[test]
    fn json_lines_survive_any_sequence_of_their_fields(
        lines in prop::collection::vec(prop::collection::vec(prop::sample::select(&JSON_PARTS[..]), 0..5), 0..30)
    ) {
        let mut client = Client::of_lines("connect4");
        for parts in lines {
            client.send(&format!("{{{}}}", parts.join(",")));
        }
        prop_assert!(lines_are_alive(&mut client));
    }

    #[test]
    fn json_lines_survive_any_text(lines in prop::collection::vec("\\PC{0,200}|[\\[\\]{}\",:0-9a-z]{0,200}", 0..20)) {
        let mut client = Client::of_lines("connect4");
        for line in lines {
            client.send(&line);
        }
        prop_assert!(lines_are_alive(&mut client));
    }
}

#[test]
fn long_lines_are_answered_briefly() {
    let mut uci = Client::of_uci();
    let long = "x".repeat(1 << 20);
    for line in [
        long.clone(),
        format!("position fen {long}"),
        format!("position startpos moves {}", "e2e4 ".repeat(200_000)),
        format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(10_000)),
        format!("setoption name {long} value {long}"),
        format!("go depth 1 searchmoves {long}"),
    ] {
        uci.send(&line);
    }
    assert!(uci_is_alive(&mut uci));
    let mut hub = Client::of_hub();
    let start = "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    for line in [
        long.clone(),
        format!("pos pos={long}"),
        format!("{start} moves=\"{}\"", "11-15 ".repeat(150_000)),
        format!("pos pos=BeeeeeeeeeeeeeeeeeeeeeeWeeeeeeeeB moves=\"{}\"", "32-28 23-27 28-32 27-23 ".repeat(20_000)),
        format!("set-param name={long} value={long}"),
        format!("level {}", "a=b ".repeat(200_000)),
    ] {
        hub.send(&line);
    }
    assert!(hub_is_alive(&mut hub));
    for line in hub.arrived() {
        assert!(line.len() < 4000, "{} bytes", line.len());
    }
    let mut lines = Client::of_lines("connect4");
    for line in [
        long.clone(),
        "[".repeat(1 << 20),
        format!(r#"{{"type": "position", "position": "{long}"}}"#),
        format!(r#"{{"type": "{long}"}}"#),
    ] {
        lines.send(&line);
    }
    assert!(lines_are_alive(&mut lines));
    for line in lines.arrived() {
        assert!(line.len() < 4000, "{} bytes", line.len());
    }
}

#[test]
fn long_lines_of_board_games_are_answered_briefly() {
    let long = "x".repeat(1 << 20);
    let mut gtp = Client::of_gtp();
    for line in [long.clone(), format!("play black {long}"), format!("loadsgf {long}"), format!("set_game {long}")] {
        gtp.send(&line);
    }
    assert!(gtp_is_alive(&mut gtp));
    let mut nboard = Client::of_nboard();
    for line in [
        long.clone(),
        format!("move {long}"),
        format!("set game (;GM[{long}];)"),
        format!("set game (;BO[8 {long}];)"),
        format!("set game {}", "(;".repeat(1 << 19)),
        format!("set game (;{};)", "B[F5]W[PA]".repeat(100_000)),
    ] {
        nboard.send(&line);
    }
    for line in nboard.ask("ping 4242", "pong 4242").into_iter().chain(gtp.arrived()) {
        assert!(line.len() < 4000, "{} bytes", line.len());
    }
}

#[test]
fn lines_that_were_cut_are_explained() {
    let engine = nullwindow_engine::Catalogue::shipped().engine("chess").unwrap();
    let said = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let heard = std::sync::Arc::clone(&said);
    let output = nullwindow_protocols::LineOutput::new(move |line| heard.lock().unwrap().push(line.to_owned()));
    let mut uci = Uci::new(engine, output).unwrap().unwrap();
    uci.cut_line("position startpos moves e2e4");
    assert!(said.lock().unwrap()[0].starts_with("info string this line is too long"));
}
