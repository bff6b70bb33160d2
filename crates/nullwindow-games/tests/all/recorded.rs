//! Files of games and positions, and the numbers of moves in variations.

use nullwindow::{MoveBuf, Player};
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::nim::Nim;
use nullwindow_games::othello::{Move, Othello};
use nullwindow_games::tic_tac_toe::TicTacToe;
use nullwindow_games::{GameResult, Notation, ParseError, Playable, RecordOf, RecordedGame};

/// The number of moves of each game of a text.
fn lengths<G: Notation>(game: &G, text: &str) -> Vec<usize> {
    let games = game.read_games(text).expect("games");
    let positions = game.read_positions(text).expect("positions");
    // The last positions are those after the moves, and the text, if there is one, reads as the same.
    for (record, position) in games.iter().zip(&positions) {
        let end = record.moves.iter().fold(record.start.clone(), |position, &play| game.play(&position, play));
        assert_eq!(game.format_position(&end), game.format_position(position));
        if let Some(text) = &record.text {
            let again = game.parse_position(text).expect("a position");
            assert_eq!(game.format_position(&again), game.format_position(position));
        }
    }
    games.iter().map(|record| record.moves.len()).collect()
}

#[test]
fn every_game_reads_its_own_files() {
    let chess = Chess::new();
    assert_eq!(lengths(&chess, "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 *\n"), [2, 1]);
    assert_eq!(lengths(&chess, "1. e4 e5\ne4 e5 Nf3\n7k/8/5K2/8/8/8/8/6R1 w - - 0 1\n"), [2, 3, 0]);
    assert_eq!(lengths(&chess, "1. e4 {a\ncomment} e5 2. Nf3\nNc6 3. Bb5 *\n"), [5], "one game on several lines");
    let checkers = Checkers::new();
    assert_eq!(lengths(&checkers, "[Event \"a\"]\n1. 11-15 23-19 1-0\n"), [2]);
    assert_eq!(lengths(&checkers, "11-15 23-19 1/2-1/2\nB:W29:B26,K18\n1. 9-13\n"), [2, 0, 1]);
    assert_eq!(lengths(&checkers, "1. 11-15 23-19\n2. 8-11 22-17 *\n"), [4], "one game on several lines");
    let board = "40 O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38";
    assert_eq!(lengths(&Othello::new(), &format!("f5d6c3\n{board}\n")), [3, 0]);
    assert_eq!(lengths(&ConnectFour::standard(), "# columns\n4455\n\n4\n"), [4, 1]);
    assert_eq!(lengths(&Nim::default(), "3 4 5\n1,2 second\n"), [0, 0]);
    assert_eq!(lengths(&TicTacToe, "XO-------\n"), [0]);
}

#[test]
fn players_are_named_in_the_order_of_play() {
    let players = Chess::new().read_games("[White \" A \"]\n[Black \"?\"]\n\n1. e4 *\n").unwrap().remove(0).players;
    assert_eq!(players, [Some("A".to_owned()), None]);
    let text = "[White \"W\"]\n[Black \"B\"]\n\n1. 11-15 *\n";
    let players = Checkers::new().read_games(text).unwrap().remove(0).players;
    assert_eq!(players, [Some("B".to_owned()), Some("W".to_owned())]);
}

/// Returns the place of the error in a text.
fn error<G: Notation>(game: &G, text: &str) -> ParseError {
    game.read_games(text).expect_err("no games")
}

#[test]
fn errors_name_the_line() {
    assert_eq!(error(&Chess::new(), "1. e4 e5\n1. e5\n").line, Some(2));
    assert_eq!(error(&Chess::new(), "[Event \"a\"]\n\n1. e4 e4 *\n").line, Some(3));
    assert_eq!(error(&Checkers::new(), "11-15\n11-16 11-15\n").line, Some(2));
    assert_eq!(error(&Othello::new(), "f5\nf5f5\n").line, Some(2));
    assert_eq!(error(&ConnectFour::standard(), "4\n\n8\n").line, Some(3));
}

/// Writes the variation after some moves from there.
fn line<G: Playable>(game: &G, position: &str, moves: &[&str]) -> String {
    let start = game.parse_position(position).expect("a position");
    let (mut now, mut plays) = (start.clone(), Vec::new());
    for name in moves {
        let play = game.parse_move(&now, name).expect("a move");
        now = game.play(&now, play);
        plays.push(play);
    }
    game.format_line(&start, game.moves_before(&start).unwrap_or(0), &plays)
}

#[test]
fn variations_have_the_numbers_of_the_game() {
    let chess = Chess::new();
    assert_eq!(line(&chess, "1. e4 e5", &["Nf3", "Nc6", "Bb5"]), "2. Nf3 Nc6 3. Bb5");
    assert_eq!(line(&chess, "1. e4", &["e5", "Nf3"]), "1... e5 2. Nf3");
    assert_eq!(line(&ConnectFour::standard(), "44", &["4", "3"]), "2. 4 3");
    assert_eq!(line(&Othello::new(), "f5d6c3", &["d3", "c4"]), "4. d3 5. c4");
    let (a1, b1) = (Move::on(0).expect("a square"), Move::on(1).expect("a square"));
    let passed = Othello::new().format_line(&Othello::new().start(), 9, &[a1, Move::PASS, b1]);
    assert_eq!(passed, "10. a1 pass 11. b1", "a pass has no number");
}

#[test]
fn moves_left_are_empty_squares() {
    let connect4 = ConnectFour::standard();
    assert_eq!(connect4.moves_left(&connect4.parse_position("4455").unwrap()), Some(38));
    assert_eq!(Othello::new().moves_left(&Othello::new().start()), Some(60));
    assert_eq!(TicTacToe.moves_left(&TicTacToe.start()), Some(9));
    assert_eq!(Chess::new().moves_left(&Chess::new().start()), None);
}

#[test]
fn no_text_is_too_odd_to_be_refused() {
    fn read<G: Playable>(game: &G) {
        for text in ["", "\u{feff}", "[", "1.", "1. \n", "{", "é\n", "--", "[a \"b\"]", "1.e4 )", "9\n9\n9", "\0"] {
            let _ = game.read_games(text);
            let _ = game.read_positions(text);
        }
    }
    read(&Chess::new());
    read(&Checkers::new());
    read(&Othello::new());
    read(&ConnectFour::standard());
    read(&Nim::default());
    read(&TicTacToe);
}

/// Returns a game of at most `plies` random moves.
fn random_game<G: Playable>(game: &G, mut start: G::Position, seed: u64, plies: usize) -> RecordOf<G> {
    let (first, mut moves, mut state) = (start.clone(), Vec::new(), seed);
    for _ in 0..plies {
        let mut legal = MoveBuf::new();
        if game.moves(&start, &mut legal).is_some() {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let play = legal.iter().nth(usize::try_from(state >> 33).unwrap_or(0) % legal.len()).expect("a legal move");
        start = game.play(&start, play);
        moves.push(play);
    }
    RecordedGame::new(first, moves)
}

/// Writes random games, with names and results, and reads them back.
fn are_read_back<G: Playable>(game: &G, starts: &[&str]) {
    let results = [None, Some(GameResult::Draw), Some(GameResult::Win(Player::First))];
    let starts = starts.iter().map(|text| game.parse_position(text).expect("a position"));
    let starts: Vec<G::Position> = std::iter::once(game.start()).chain(starts).collect();
    let mut file = String::new();
    let mut written = Vec::new();
    for (number, start) in (0_usize..60).zip(starts.iter().cycle()) {
        let plies = if number % 7 == 0 { 0 } else { 10 * number % 130 };
        let record = random_game(game, start.clone(), number as u64, plies).with_result(results[number % 3]);
        let record = record.with_players([Some("A \"B\" [c]"), None]);
        file += &game.write_game(&record);
        written.push(record);
    }
    let read = game.read_games(&file).unwrap_or_else(|error| panic!("{}: {error}\n{file}", G::NAME));
    assert_eq!(read.len(), written.len(), "{}", G::NAME);
    let end = |record: &RecordOf<G>| {
        let end = record.moves.iter().fold(record.start.clone(), |position, &play| game.play(&position, play));
        game.format_position(&end)
    };
    for (read, written) in read.iter().zip(&written) {
        assert_eq!(end(read), end(written), "{}", G::NAME);
        assert!(read.moves.ends_with(&written.moves), "{}", G::NAME);
    }
}

#[test]
fn games_are_written_as_they_are_read() {
    are_read_back(&Chess::new(), &["r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20"]);
    are_read_back(&Checkers::new(), &["W:W21-32:B1-12", "B:W29:B26,K18"]);
    are_read_back(&Othello::new(), &["f5d6c3", "-XXXXXXXOOOOOOOO-XXXXXXX-------------------------------X-------- O"]);
    are_read_back(&ConnectFour::standard(), &["4455", "......./......./......./......./x....../o......"]);
    are_read_back(&Nim::default(), &["3,4,5 second"]);
    are_read_back(&TicTacToe, &["XO-------"]);
}

#[test]
fn files_have_the_form_that_other_programs_read() {
    let chess = Chess::new();
    let pgn = "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n\
               [Result \"0-1\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[Termination \"normal\"]\n\n\
               7... Kd7 8. e4 0-1\n\n";
    let game = chess.read_games(pgn).unwrap().remove(0);
    assert_eq!(game.result, Some(GameResult::Win(Player::Second)));
    assert_eq!(game.tags.len(), 2);
    assert_eq!(chess.write_game(&game), pgn);
    let pdn = "[Event \"E\"]\n[Black \"A\"]\n[White \"B\"]\n[Result \"1/2-1/2\"]\n1. 11-15 23-19 1/2-1/2\n\n";
    let game = Checkers::new().read_games(pdn).unwrap().remove(0);
    assert_eq!(Checkers::new().write_game(&game), pdn);
    let ggf = "(;GM[Othello]PC[x]PB[A]PW[B]TY[8]RE[-64.000:r]\
               BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)\n";
    let game = Othello::new().read_games(ggf).unwrap().remove(0);
    assert_eq!(game.result, Some(GameResult::Win(Player::Second)));
    assert_eq!(Othello::new().write_game(&game), ggf);
    let four = ConnectFour::standard();
    assert_eq!(four.write_game(&four.read_games("4455").unwrap()[0]), "4455\n");
    let extensions = [chess.file_extension(), Checkers::new().file_extension(), Othello::new().file_extension()];
    assert_eq!(extensions, ["pgn", "pdn", "ggf"]);
}

#[test]
fn games_of_other_programs_are_read_from_ggf() {
    let othello = Othello::new();
    let text = "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[a]PW[b]RB[1]TI[05:00//02:00]TY[8]RE[+2.000]\n\
                BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\n\
                B[d3//0.01]W[c5/-1.2/3]B[D6];)\n(;GM[Othello]B[f5];)";
    let games = othello.read_games(text).unwrap();
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [3, 1]);
    for (wrong, line) in [
        ("(;GM[Go]B[f5];)", 1),
        ("(;GM[Othello]\nB[a1];)", 2),
        ("(;GM[Othello]W[f5];)", 1),
        ("(;GM[Othello]B[f5]", 1),
        ("(;GM[Othello]BO[10 -];)", 1),
        ("(;GM[Othello]B[f5];) x", 1),
        ("(;[x];)", 1),
        ("(;GM", 1),
        ("(;GM[é", 1),
    ] {
        assert_eq!(error(&othello, wrong).line, Some(line), "{wrong}");
    }
}

#[test]
fn lists_of_moves_are_games_where_they_are_no_positions() {
    assert_eq!(lengths(&TicTacToe, "5 1 9\nXO------- moves 5\nstart moves\n"), [3, 1, 0]);
    assert_eq!(lengths(&Nim::default(), "1:1 2:2\n3 4 5\n"), [2, 0]);
    assert_eq!(error(&TicTacToe, "5 5\n").line, Some(1));
    assert_eq!(error(&TicTacToe, "XO------- moves 1\n").line, Some(1));
}
