//! The judgement of moves: the value of a position is the value of its best move.

use nullwindow::Depth;
use nullwindow_engine::{Catalogue, Control, Horizon, MemoryChoice, PositionText, SearchRequest, new_table};
use std::sync::atomic::AtomicBool;

/// Judges every move of a position at a depth, and returns the values with the best one.
fn values(game: &str, position: &str, depth: u32, selective: bool) -> (Vec<i32>, i32) {
    let engine = Catalogue::shipped().engine(game).expect("a game");
    let horizon = Horizon::Deepening { to: Depth::plies(depth), step: 1 };
    let memory = MemoryChoice::Table(new_table(1 << 16).expect("a table"));
    let mut request = SearchRequest::new("mtd-f".parse().expect("an algorithm"), horizon, memory);
    request.position = PositionText::from(position);
    request.selective = selective;
    let board = engine.board(&request.position).expect("a position");
    let stop = AtomicBool::new(false);
    let (mut values, mut highest) = (Vec::new(), None);
    for name in &board.moves {
        let judgement = engine.judge(&request, name, &mut Control::new(&stop)).expect("a move").expect("not stopped");
        let best = judgement.best.value.expect("a value");
        assert_eq!(*highest.get_or_insert(best), best, "the best value does not depend on the move played");
        assert!(judgement.played <= best && judgement.loss >= 0, "{game} {position} {name}: {judgement:?}");
        assert_eq!(judgement.line.first(), Some(name));
        values.push(judgement.played);
    }
    (values, highest.expect("a move"))
}

#[test]
fn the_best_move_has_the_value_of_the_position_and_no_move_has_more() {
    let cases = [
        ("chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 5),
        ("chess", "7k/8/5K2/8/8/8/6R1/8 b - - 0 40", 4),
        ("chess", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6", 2),
        ("checkers", "B:W29:B26,K18", 6),
        ("othello", "f5d6c3d3c4", 4),
        ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
        ("checkers", "B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12", 8),
        ("connect4", "11213", 5),
        ("connect4", "44", 1),
        ("tictactoe", "XO--X--O-", 9),
    ];
    for (game, position, depth) in cases {
        for selective in [false, true] {
            let (values, best) = values(game, position, depth, selective);
            assert_eq!(values.iter().max(), Some(&best), "{game} {position}, selective {selective}: {values:?}");
        }
    }
}

#[test]
fn wrong_moves_are_refused() {
    let engine = Catalogue::shipped().engine("chess").expect("a game");
    let horizon = Horizon::Fixed(Depth::plies(1));
    let request = SearchRequest::new("mtd-f".parse().expect("an algorithm"), horizon, MemoryChoice::Nothing);
    let stop = AtomicBool::new(false);
    assert!(engine.judge(&request, "e5", &mut Control::new(&stop)).is_err());
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(engine.judge(&request, "e4", &mut Control::new(&stop)), Ok(None));
}

#[test]
fn games_are_read_as_text() {
    let catalogue = Catalogue::shipped();
    let read = |game: &str, text: &str| catalogue.engine(game).expect("a game").read_games(text).expect("games");
    let games = read("connect4", "4455\n");
    assert_eq!((&games[0].moves, &games[0].end), (&["4", "4", "5", "5"].map(str::to_owned).to_vec(), &"4455".into()));
    let games = read("chess", "[White \"A\"]\n[Black \"?\"]\n\n1. e4 e5 *\n");
    assert_eq!((games[0].moves.len(), &games[0].players), (2, &[Some("A".to_owned()), None]));
    let games = read("nim", "3 4 5\n");
    assert_eq!((games[0].moves.len(), &games[0].start), (0, &"3 4 5".into()));
}
