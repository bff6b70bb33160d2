use super::*;
use nullwindow_engine::Catalogue;
use std::sync::Arc;

fn othello() -> Arc<dyn Engine> {
    Catalogue::shipped().engine("othello").unwrap()
}

fn parse(text: &str) -> GameRecord {
    GameRecord::parse(text, "othello", 8).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn names(record: &GameRecord) -> String {
    record.moves.iter().map(|play| play.name.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_of_ggf_has_a_position_clocks_and_moves_with_times() {
    let text = "1 (;GM[Othello]PC[GGS/os]PB[a]PW[b\\]c]RE[?]TI[05:00/2/1:00]TY[8]BO[8 -------- -------- -------- \
                ---O*--- ---*O--- -------- -------- -------- *]B[F5//0.5]W[d6/-1.25/12]B[C3];)";
    let record = parse(text);
    assert_eq!(names(&record), "f5 d6 c3");
    let times: Vec<f64> = record.moves.iter().map(|play| play.time.as_secs_f64()).collect();
    assert_eq!(times, [0.5, 12.0, 0.0]);
    let clock = RecordClock {
        time: Duration::from_secs(300),
        increment: Duration::from_secs(2),
        grace: Duration::from_secs(60),
    };
    assert_eq!(record.clocks, [Some(clock); 2]);
    let (position, plies) = record.play(&*othello(), usize::MAX).unwrap();
    assert_eq!((position.moves.join(" ").as_str(), plies), ("f5 d6 c3", vec![1, 1, 1]));
    assert_eq!(record.play(&*othello(), 1).unwrap().0.moves, ["f5"]);
}

#[test]
fn clocks_are_seconds_minutes_hours_and_days() {
    let time_of = |text: &str| clock(text).map(|clock| (clock.time.as_secs(), clock.increment.as_secs()));
    assert_eq!(time_of("15:00"), Some((900, 0)));
    assert_eq!(time_of("90"), Some((90, 0)));
    assert_eq!(time_of("1:00:00/30"), Some((3600, 30)));
    assert_eq!(time_of("2.01:00:00"), Some((2 * 86_400 + 3600, 0)));
    assert_eq!(clock("05:00//02:00").unwrap().grace, Duration::from_secs(120));
    for none in ["", "0", "00:00", "x", "1:2:3:4:5", "-5"] {
        assert_eq!(clock(none), None, "{none}");
    }
}

#[test]
fn passes_may_be_written_or_left_out() {
    // White has no move after B[C1].
    let board = "BO[8 O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- *]";
    for pass in ["W[PA]", "W[pass]", ""] {
        let text = format!("(;GM[Othello]{board}B[A2]W[B1]B[C1]{pass}B[B6];)");
        let (position, plies) = parse(&text).play(&*othello(), usize::MAX).unwrap();
        assert_eq!(position.moves.join(" "), "a2 b1 c1 pass b6", "{text}");
        assert_eq!(plies.iter().sum::<usize>(), 5);
    }
}

#[test]
fn the_main_line_of_sgf_is_read() {
    let text = "(;FF[4]GM[2]CA[UTF-8]SZ[8]C[a (comment; with\\] marks)](;B[fe]W[df];B[cc](;W[dc])(;W[cd]))(;B[d3]))";
    assert_eq!(names(&parse(text)), "f5 d6 c3 d3");
    let text = "(;GM[2]AB[d5][e4]AW[d4]\n[e5]PL[W];W[f4])";
    let record = parse(text);
    assert_eq!(record.position.as_deref().unwrap().chars().filter(|&c| c != '-').collect::<String>(), "OXXO O");
    let (position, _) = record.play(&*othello(), usize::MAX).unwrap();
    assert_eq!(position.moves, ["f4"]);
}

#[test]
fn wrong_records_are_explained() {
    let error = |text: &str| {
        let record = GameRecord::parse(text, "othello", 8);
        record.and_then(|record| record.play(&*othello(), usize::MAX)).unwrap_err().to_string()
    };
    for (text, part) in [
        ("", "expected (;...)"),
        ("(;GM[Othello]B[F5]", "expected (;...)"),
        ("(;GM[Othello]B[F5", "expected (;...)"),
        ("(;GM[1])", "another game: 1"),
        ("(;GM[99999999999999999999])", "another game"),
        ("(;GM[Chess])", "another game: Chess"),
        ("(;B[F99])", "expected a move"),
        ("(;B[F5]W[F5])", "move 2: 'f5' is no legal move"),
        ("(;W[F5])", "move 1: it is not the turn of white"),
        ("(;B[PA])", "move 1: 'pass' is no legal move"),
        ("(;BO[8])", "expected BO[8 <squares>"),
        ("(;BO[8 ---- *])", "is no position of othello"),
        ("(;AB[z9])", "expected a square"),
    ] {
        let said = error(text);
        assert!(said.contains(part), "{text}: {said}");
    }
}
