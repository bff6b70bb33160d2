//! Endgame databases of checkers: known numbers, agreement with search, and files that are not what they should be.

use nullwindow::depth_first::AlphaBeta;
use nullwindow::memory::{AnyMemory, Table};
use nullwindow::mtd::MtdF;
use nullwindow::{Bounds, Depth, Evaluator, Game, Keyed, MoveBuf, Player, Score, Search, Window};
use nullwindow_games::Notation;
use nullwindow_games::checkers::{Checkers, DatabaseError, EndgameDatabase, EndgameOutcome, MaterialSummary, Position};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// All positions of up to three pieces.
fn three() -> Arc<EndgameDatabase> {
    static THREE: OnceLock<Arc<EndgameDatabase>> = OnceLock::new();
    Arc::clone(THREE.get_or_init(|| Arc::new(EndgameDatabase::build(3, &|_| ()).expect("three pieces"))))
}

fn with_three() -> Checkers {
    Checkers::new().with_database(three())
}

fn position(text: &str) -> Position {
    Checkers::new().parse_position(text).expect(text)
}

fn summary(material: &str) -> MaterialSummary {
    *three().summary().iter().find(|part| part.material.to_string() == material).expect(material)
}

/// Positions of two or three pieces, from a fixed sequence of numbers.
fn some_positions(count: usize) -> Vec<Position> {
    let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
    let mut throw = |sides: u64| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        dice % sides
    };
    let mut found = Vec::new();
    while found.len() < count {
        let mut piece = || format!("{}{}", if throw(2) == 0 { "K" } else { "" }, 1 + throw(32));
        let (one, two, three) = (piece(), piece(), piece());
        let (mover, third) = (["B", "W"][usize::from(throw(2) == 0)], throw(3));
        let text = match third {
            0 => format!("{mover}:W{one}:B{two}"),
            1 => format!("{mover}:W{one},{three}:B{two}"),
            _ => format!("{mover}:W{one}:B{two},{three}"),
        };
        found.extend(Checkers::new().parse_position(&text));
    }
    found
}

#[test]
fn the_numbers_are_those_of_others() {
    let count = |pieces: u32| {
        let parts = three().summary();
        let of = |part: &&MaterialSummary| {
            let m = part.material;
            u32::from(m.own_men + m.own_kings + m.other_men + m.other_kings) == pieces
        };
        parts.iter().filter(of).map(|part| part.positions).sum::<usize>()
    };
    assert_eq!([1, 2, 3].map(count), [120, 6_972, 261_224]);
    assert_eq!(three().positions(), 120 + 6_972 + 261_224);
    let kings = summary("k-k");
    assert_eq!((kings.wins, kings.positions - kings.wins - kings.losses, kings.losses), (230, 654, 108));
    assert_eq!(kings.longest_win, Some(11));
    assert_eq!(three().verify(), Ok(three().positions()));
}

#[test]
fn progress_is_told_and_ends() {
    let told = std::cell::RefCell::new(Vec::new());
    let database =
        EndgameDatabase::build(2, &|progress| told.borrow_mut().push((progress.done, progress.total))).expect("two");
    let told = told.into_inner();
    assert_eq!(told.last(), Some(&(database.positions(), database.positions())));
    assert!(told.is_sorted());
    for pieces in [0, 6, 9] {
        let error = EndgameDatabase::build(pieces, &|_| ()).expect_err("no such database");
        assert!(matches!(error, DatabaseError::UnsupportedPieces { pieces: named } if named == pieces), "{error}");
    }
    let error = database.clone().extend(1, &|_| ()).expect_err("it has two");
    assert!(matches!(error, DatabaseError::MorePieces { has: 2, pieces: 1 }), "{error}");
    assert_eq!(database.clone().extend(2, &|_| ()).expect("as it is").positions(), database.positions());
    let longer = database.extend(3, &|_| ()).expect("three pieces");
    assert_eq!(longer.summary(), three().summary());
}

#[test]
fn a_plain_search_agrees() {
    let plain = Checkers::new();
    let (mut decided, mut drawn) = (0, 0);
    for position in some_positions(600) {
        let depth = 9;
        let table = Arc::new(Table::with_bytes(1 << 20).expect("a table"));
        let mut search = Search::new(&plain).with_memory(AnyMemory::table(table));
        let mut value = |depth: u8| {
            search.run(&MtdF::new(), &position, Depth::plies(depth.into())).value().expect("not stopped").get()
        };
        let win = Checkers::WIN.get();
        match three().outcome(&position).expect("few pieces") {
            EndgameOutcome::Win(plies) if plies <= depth => {
                assert_eq!(value(plies), win - i32::from(plies), "{position:?}");
            }
            EndgameOutcome::Loss(plies) if plies <= depth => {
                assert_eq!(value(plies), i32::from(plies) - win, "{position:?}");
            }
            EndgameOutcome::Draw => {
                assert!(value(7).abs() < Checkers::WINS_FROM.get(), "{position:?}");
                drawn += 1;
                continue;
            }
            _ => continue,
        }
        decided += 1;
    }
    assert!(decided > 100 && drawn > 10, "{decided} {drawn}");
}

#[test]
fn what_is_known() {
    let known = |game: &Checkers, text: &str| game.proven_bounds(&position(text), Depth::plies(2), Window::FULL);
    let (game, win) = (with_three(), Checkers::WIN.get());
    // The king leaves the corner, because it must, and is captured.
    assert_eq!(three().outcome(&position("W:WK29:BK22")), Some(EndgameOutcome::Loss(2)));
    assert_eq!(known(&game, "W:WK29:BK22"), Bounds::exactly(Score::new(2 - win)));
    assert_eq!(known(&game, "W:WK11:BK1"), Bounds::exactly(Score::ZERO));
    assert_eq!(known(&Checkers::new(), "W:WK11:BK1"), Bounds::UNKNOWN);
    assert_eq!(known(&game, "W:WK11,K12:BK1,K2"), Bounds::UNKNOWN);
}

#[test]
fn wins_count_only_if_they_come_in_time() {
    let known = |game: &Checkers, quiet: u32| {
        game.proven_bounds(&position(&format!("W:WK29:BK22:H{quiet}")), Depth::plies(2), Window::FULL).exact().is_some()
    };
    let game = with_three();
    assert!(known(&game, 78) && !known(&game, 79));
    // What knowledge looks at, keys tell apart.
    let key = |game: &Checkers, quiet: u32| game.key(&position(&format!("W:WK29:BK22:H{quiet}")));
    assert_ne!(key(&game, 3), key(&game, 4));
    assert_eq!(key(&Checkers::new(), 3), key(&Checkers::new(), 4));
    // Too late for knowledge, it still is a judgement: nearer is better.
    let judged = |text: &str| game.evaluate(&position(text)).get();
    assert_eq!(judged("W:WK29:BK22:H79"), 2 - 800_000);
    assert_eq!(judged("W:WK29:BK22:H78"), 2 - 900_000);
    assert_eq!(judged("B:WK29:BK26:H78"), 800_000 - 3);
    assert_eq!(judged("B:WK29:BK26:H77"), 900_000 - 3);
    // A position of the game could come up again on the way.
    let played = position("B:WK1:BK32");
    let with = |now: &str| with_three().with_record(&[played], &position(now));
    assert!(!known(&with("W:WK1:BK28:H1"), 0));
    assert!(known(&with("W:WK1:BK28:H0"), 0), "there was progress since");
    assert!(known(&with("W:WK1,K2:BK32:H1"), 0), "captures cannot be undone");
}

#[test]
fn captures_lead_to_what_is_known() {
    let (game, before) = (with_three(), position("B:W15,K30:BK10,K1"));
    let after = game.play(&before, game.parse_move(&before, "10x19").expect("legal"));
    let Some(EndgameOutcome::Loss(plies)) = three().outcome(&after) else { panic!("two kings against one") };
    assert_eq!(game.evaluate(&before).get(), 900_000 - i32::from(plies) - 1);
}

#[test]
fn who_wins_makes_progress() {
    let game = with_three();
    let won = position("B:WK4:B9,10");
    let Some(EndgameOutcome::Win(plies)) = three().outcome(&won) else { panic!("two men against a king") };
    let mut position = won;
    let mut played = 0;
    while game.over(&position, &mut MoveBuf::new()).is_none() {
        let outcome = Search::new(&game).with_memory(AnyMemory::none()).run(&AlphaBeta, &position, Depth::plies(1));
        position = game.play(&position, outcome.best.expect("a move"));
        played += 1;
    }
    assert_eq!((played, position.mover()), (u32::from(plies), Player::Second));
}

#[test]
fn files_come_back_as_they_were() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("three");
    three().save(&path).expect("written");
    let read = EndgameDatabase::load(&path).expect("read");
    assert_eq!((read.pieces(), read.summary()), (3, three().summary()));
    assert_eq!(read.verify(), Ok(three().positions()));
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 1);
    let (game, error) = Checkers::with_database_file(&path);
    assert!(error.is_none() && game.database().is_some());
}

/// The error of a file with these contents; the game must go on without it.
fn refused(path: &Path, bytes: &[u8]) -> DatabaseError {
    std::fs::write(path, bytes).expect("written");
    let (game, error) = Checkers::with_database_file(path);
    assert!(game.database().is_none());
    let value =
        Search::new(&game).with_memory(AnyMemory::none()).run(&AlphaBeta, &game.start(), Depth::plies(3)).value();
    assert!(value.is_some());
    let error = error.expect("an error");
    assert!(error.to_string().contains("database-file"), "{error}");
    error
}

#[test]
fn damaged_files_are_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("database-file");
    EndgameDatabase::build(2, &|_| ()).expect("two pieces").save(&path).expect("written");
    let whole = std::fs::read(&path).expect("read");
    let flipped = |at: usize, bit: u8| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << bit;
        bytes
    };
    for at in 0..8 {
        assert!(matches!(refused(&path, &flipped(at, 3)), DatabaseError::NotADatabase { .. }));
    }
    for at in 8..12 {
        assert!(matches!(refused(&path, &flipped(at, 1)), DatabaseError::WrongVersion { found, .. } if found != 1));
    }
    for (at, bit) in (12..16).flat_map(|at| [(at, 0), (at, 4)]) {
        use DatabaseError::{WrongLength, WrongPieces};
        assert!(matches!(refused(&path, &flipped(at, bit)), WrongPieces { .. } | WrongLength { .. }));
    }
    for at in 16..24 {
        assert!(matches!(refused(&path, &flipped(at, 5)), DatabaseError::WrongLength { .. }));
    }
    let places = (24..32).chain((32..whole.len()).step_by(97)).chain([whole.len() - 1]);
    for (at, bit) in places.flat_map(|at| [(at, 0), (at, 7)]) {
        assert!(matches!(refused(&path, &flipped(at, bit)), DatabaseError::Damaged { .. }), "byte {at}");
    }
    for length in [0, 1, 8, 31] {
        assert!(matches!(refused(&path, &whole[..length]), DatabaseError::NotADatabase { .. }));
    }
    for length in [32, 33, 1000, whole.len() - 1] {
        assert!(matches!(refused(&path, &whole[..length]), DatabaseError::WrongLength { .. }));
    }
    assert!(matches!(refused(&path, &[&whole[..], &[0]].concat()), DatabaseError::WrongLength { .. }));
}

#[test]
fn missing_files_are_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("nothing-here");
    let (game, error) = Checkers::with_database_file(&path);
    let error = error.expect("an error");
    assert!(game.database().is_none() && matches!(error, DatabaseError::Unreadable { .. }));
    assert!(error.to_string().contains("nothing-here"), "{error}");
    assert!(matches!(
        EndgameDatabase::load(directory.path()),
        Err(DatabaseError::Unreadable { .. } | DatabaseError::NotADatabase { .. } | DatabaseError::WrongLength { .. })
    ));
    let nowhere = directory.path().join("no").join("such").join("place");
    assert!(matches!(three().save(&nowhere), Err(DatabaseError::Unwritable { .. })));
}
