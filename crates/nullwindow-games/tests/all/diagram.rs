//! Boards as data: compared with the notation of each game, read by other code than the game's.

use nullwindow::{Game, MoveBuf, Player};
use nullwindow_games::checkers::Checkers;
use nullwindow_games::chess::Chess;
use nullwindow_games::connect_four::ConnectFour;
use nullwindow_games::nim::Nim;
use nullwindow_games::othello::Othello;
use nullwindow_games::tic_tac_toe::TicTacToe;
use nullwindow_games::{BoardLook, ComposeError, DiagramPiece, Notation, PieceShape, Playable};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

type Cells = Vec<Option<DiagramPiece>>;

/// Splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ mixed >> 31) % bound as u64).unwrap()
    }
}

fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = MoveBuf::new();
    if game.moves(position, &mut moves).is_some() { Vec::new() } else { moves.iter().collect() }
}

/// Visits the positions of random games from the start and from the positions given.
fn each_position<G: Playable>(game: &G, starts: &[&str], games: u64, visit: &mut impl FnMut(&G::Position)) {
    for seed in 0..games {
        let mut random = Random(seed);
        let start = random.below(starts.len() + 1);
        let mut position = match starts.get(start) {
            Some(text) => game.parse_position(text).unwrap(),
            None => game.start(),
        };
        for _ in 0..120 {
            visit(&position);
            let moves = legal(game, &position);
            if moves.is_empty() {
                break;
            }
            position = game.play(&position, moves[random.below(moves.len())]);
        }
    }
}

/// Checks what holds of every game: the contents as read from the notation, the cells of moves, and set-ups that come back
/// as the same position. `board` reads the cells from the notation, `same` is the part of the notation that a board shows.
fn check<G: Playable>(
    game: &G,
    starts: &[&str],
    games: u64,
    board: impl Fn(&str) -> Cells,
    same: impl Fn(&str) -> String,
) {
    let (mut positions, mut ends) = (0, 0);
    each_position(game, starts, games, &mut |position| {
        let text = game.format_position(position);
        let diagram = game.diagram(position).unwrap();
        assert_eq!(diagram.cells.len(), diagram.columns * diagram.rows, "{text}");
        assert_eq!(diagram.contents(), board(&text), "{text}");
        let offered: HashSet<_> = diagram.pieces.iter().map(|offered| offered.piece).collect();
        assert!(diagram.contents().iter().flatten().all(|piece| offered.contains(piece)), "{text}");
        let names: HashSet<_> = diagram.cells.iter().map(|cell| &cell.name).filter(|name| !name.is_empty()).collect();
        let named = diagram.cells.iter().filter(|cell| !cell.name.is_empty()).count();
        assert_eq!(names.len(), named, "names are distinct: {text}");
        check_moves(game, position, &diagram.contents(), &text);
        let first = game.mover(position) == Player::First;
        let composed = game.compose(&diagram.contents(), first).unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = game.format_position(&composed);
        assert_eq!(same(&written), same(&text));
        assert_eq!(game.diagram(&composed).unwrap(), diagram, "{text}");
        assert_eq!(game.format_position(&game.parse_position(&written).unwrap()), written);
        positions += 1;
        ends += u32::from(legal(game, position).is_empty());
    });
    assert!(positions > 100 && ends > 0, "{}: {positions} positions, {ends} ends", G::NAME);
}

/// Checks the cells of all moves. Each begins with a piece of the mover or is one empty cell, and its last cell holds a
/// piece of the mover afterwards.
fn check_moves<G: Playable>(game: &G, position: &G::Position, before: &Cells, text: &str) {
    let first = game.mover(position) == Player::First;
    let mut seen: HashMap<Vec<usize>, String> = HashMap::new();
    for play in legal(game, position) {
        let (name, cells) = (game.format_move(position, play), game.move_cells(position, play));
        let next = game.diagram(&game.play(position, play)).unwrap().contents();
        match *cells {
            [] => assert_eq!((name.as_str(), &next), ("pass", before), "{text}"),
            [on] => assert!(before[on].is_none() && next[on].is_some_and(|piece| piece.first == first), "{text}"),
            [from, .., to] => {
                assert!(before[from].is_some_and(|piece| piece.first == first), "{text}: {name}");
                assert!(next[to].is_some_and(|piece| piece.first == first), "{text}: {name}");
                assert!(from == to || next[from].is_none(), "{text}: {name}");
            }
        }
        if let Some(other) = seen.insert(cells, name.clone()) {
            assert!(name.contains('=') && other.contains('='), "{text}: {name} and {other} have the same cells");
        }
    }
}

fn piece(shape: PieceShape, first: bool) -> Option<DiagramPiece> {
    Some(DiagramPiece { shape, first })
}

fn fen_cells(fen: &str) -> Cells {
    let mut cells = Vec::new();
    for letter in fen.split(' ').next().unwrap().chars().filter(|&letter| letter != '/') {
        let shape = match letter.to_ascii_lowercase() {
            'k' => PieceShape::King,
            'q' => PieceShape::Queen,
            'r' => PieceShape::Rook,
            'b' => PieceShape::Bishop,
            'n' => PieceShape::Knight,
            'p' => PieceShape::Pawn,
            digit => {
                cells.extend(vec![None; digit.to_digit(10).unwrap() as usize]);
                continue;
            }
        };
        cells.push(piece(shape, letter.is_ascii_uppercase()));
    }
    cells
}

#[test]
fn chess_agrees_with_fen() {
    let starts = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
        "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
    ];
    let same = |text: &str| text.split(' ').take(2).collect::<Vec<_>>().join(" ");
    check(&Chess::new(), &starts, 60, fen_cells, same);
}

#[test]
fn castling_is_the_step_of_the_king() {
    let chess = Chess::new();
    let cells = |fen: &str, name: &str| {
        let position = chess.parse_position(fen).unwrap();
        let play = chess.parse_move(&position, name).unwrap();
        let diagram = chess.diagram(&position).unwrap();
        let names = chess.move_cells(&position, play).into_iter().map(|cell| diagram.cells[cell].name.clone());
        names.collect::<Vec<_>>().join(" ")
    };
    let open = "r3k2r/8/8/8/8/8/8/R3K2R";
    assert_eq!(cells(&format!("{open} w KQkq - 0 1"), "O-O"), "e1 g1");
    assert_eq!(cells(&format!("{open} w KQkq - 0 1"), "O-O-O"), "e1 c1");
    assert_eq!(cells(&format!("{open} b KQkq - 0 1"), "O-O"), "e8 g8");
    // In Chess960 the step of the king may be an ordinary move.
    assert_eq!(cells("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "O-O"), "f1 h1");
    assert_eq!(cells("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "Kg1"), "f1 g1");
}

#[test]
fn rights_to_castle_come_from_kings_and_rooks_at_home() {
    let rights = |board: &str| {
        let position = Chess::new().compose(&fen_cells(board), true).unwrap();
        Chess::new().format_position(&position).split(' ').nth(2).unwrap().to_owned()
    };
    assert_eq!(rights("r3k2r/8/8/8/8/8/8/R3K2R"), "KQkq");
    assert_eq!(rights("r3k3/8/8/8/8/8/8/4K2R"), "Kq");
    assert_eq!(rights("r2k3r/8/8/8/8/8/8/R2K3R"), "-");
    assert_eq!(rights("4k3/8/8/8/8/8/8/1R2K1R1"), "-");
}

#[test]
fn wrong_boards_of_chess_say_what_is_wrong() {
    let error = |board: &str| Chess::new().compose(&fen_cells(board), true).unwrap_err().to_string();
    assert_eq!(error("8/8/8/8/8/8/8/8"), "expected one white king, not 0");
    assert_eq!(error("4k3/8/8/8/8/8/8/K3K3"), "expected one white king, not 2");
    assert_eq!(error("4k3/8/8/8/8/8/8/8"), "expected one white king, not 0");
    assert_eq!(error("4k3/8/8/8/8/8/8/PPPP1K2"), "expected no pawn on the first or last rank");
    assert_eq!(error("4k3/8/8/8/P7/PPPPPPPP/8/4K3"), "expected at most 8 white pawns, not 9");
    assert_eq!(error("8/8/8/8/8/8/8/3kK3"), "expected kings that do not stand side by side");
    assert_eq!(error("4k3/8/8/8/8/8/8/K3R3"), "expected a side to move whose opponent is not in check");
    let mut cells = fen_cells("4k3/8/8/8/8/8/8/4K3");
    cells[8] = piece(PieceShape::Disc, false);
    let error = Chess::new().compose(&cells, true).unwrap_err();
    assert_eq!(error.to_string(), "square a7: expected a piece of chess, found a disc");
    assert_eq!(Chess::new().compose(&cells[1..], true), Err(ComposeError::Count { expected: 64, found: 63 }));
}

#[test]
fn othello_agrees_with_its_boards() {
    let board = |text: &str| {
        let mark = |mark| match mark {
            'X' => piece(PieceShape::Disc, true),
            'O' => piece(PieceShape::Disc, false),
            _ => None,
        };
        text.chars().take(64).map(mark).collect()
    };
    check(&Othello::new(), &[], 30, board, str::to_owned);
    let diagram = Othello::new().diagram(&Othello::new().start()).unwrap();
    assert_eq!((diagram.look, &*diagram.cells[0].name, &*diagram.cells[63].name), (BoardLook::Felt, "a1", "h8"));
    assert_eq!((&*diagram.files[7], &*diagram.ranks[0]), ("h", "1"));
}

#[test]
fn a_pass_has_no_cells() {
    let game = Othello::new();
    let board = game.parse_position(&format!("{}X-{}O X", "-".repeat(8), "-".repeat(53))).unwrap();
    assert!(legal(&game, &board).is_empty(), "neither can move");
    let board = game.parse_position(&format!("XO-{} O", "-".repeat(61))).unwrap();
    let passes = legal(&game, &board);
    assert_eq!((passes.len(), game.move_cells(&board, passes[0])), (1, Vec::new()));
}

/// Reads `B:W21,K22:B1,2` and finds the squares by walking over the board.
fn draughts_cells(text: &str) -> Cells {
    let mut pieces = HashMap::new();
    for field in text.split(':').skip(1).filter(|field| field.starts_with(['W', 'B'])) {
        let first = field.starts_with('B');
        for word in field[1..].split(',').filter(|word| !word.is_empty()) {
            let (shape, number) = match word.strip_prefix('K') {
                Some(number) => (PieceShape::Crowned, number),
                None => (PieceShape::Man, word),
            };
            pieces.insert(number.parse::<u32>().unwrap(), DiagramPiece { shape, first });
        }
    }
    let mut number = 0;
    let cell = |place: usize| {
        let dark = (place / 8 + place % 8) % 2 == 1;
        number += u32::from(dark);
        if dark { pieces.get(&number).copied() } else { None }
    };
    (0..64).map(cell).collect()
}

#[test]
fn checkers_agrees_with_its_fen() {
    let starts = ["B:W18,19,26,27,K10:BK14,K22,7", "W:WK15,K18:B6,7,11,14,22,23,26", "B:W29:B26,K18"];
    let same = |text: &str| text.split(":H").next().unwrap().to_owned();
    check(&Checkers::new(), &starts, 60, draughts_cells, same);
    let start = Checkers::new().diagram(&Checkers::new().start()).unwrap();
    assert!(start.cells.iter().all(|cell| cell.shade != cell.name.is_empty()), "pieces stand on dark squares");
}

#[test]
fn a_multiple_jump_has_the_cells_of_its_path() {
    let game = Checkers::new();
    let position = game.parse_position("B:W6,14,22:B1").unwrap();
    let moves = legal(&game, &position);
    let diagram = game.diagram(&position).unwrap();
    let cells = game.move_cells(&position, moves[0]);
    let names: Vec<&str> = cells.iter().map(|&cell| &*diagram.cells[cell].name).collect();
    assert_eq!((moves.len(), names), (1, vec!["1", "10", "17", "26"]));
}

#[test]
fn wrong_boards_of_checkers_say_what_is_wrong() {
    let game = Checkers::new();
    let error = |cells: &Cells| game.compose(cells, true).unwrap_err().to_string();
    let mut cells = draughts_cells("B:W21:B1");
    cells[62] = piece(PieceShape::Man, true);
    assert_eq!(error(&cells), "square 32: expected a king, because men do not stand there, found a man");
    cells[62] = None;
    cells[1] = piece(PieceShape::Man, false);
    assert_eq!(error(&cells), "square 1: expected a king, because men do not stand there, found a man");
    cells[1] = None;
    cells[0] = piece(PieceShape::Man, true);
    assert_eq!(error(&cells), "a cell outside the board: expected no piece, found a man");
    let thirteen = draughts_cells("B:W21:B1,2,3,4,5,6,7,8,9,10,11,12,13");
    assert_eq!(error(&thirteen), "expected at most 12 pieces of a player");
    let mut cells = draughts_cells("B:W21:B1");
    cells[3] = piece(PieceShape::Pawn, true);
    assert_eq!(error(&cells), "square 2: expected a man or a king, found a pawn");
}

/// Drops stones into columns.
fn columns_cells(text: &str, width: usize, height: usize) -> Cells {
    let mut cells = vec![None; width * height];
    let mut filled = vec![0; width];
    for (turn, name) in text.chars().enumerate() {
        let column = name.to_digit(16).unwrap() as usize - 1;
        filled[column] += 1;
        cells[(height - filled[column]) * width + column] = piece(PieceShape::Disc, turn % 2 == 0);
    }
    cells
}

#[test]
fn connect_four_agrees_with_its_columns() {
    check(&ConnectFour::standard(), &[], 40, |text| columns_cells(text, 7, 6), str::to_owned);
    for (width, height) in [(4, 4), (12, 4), (4, 15), (8, 7)] {
        let game = ConnectFour::sized(width, height).unwrap();
        check(&game, &[], 20, |text| columns_cells(text, width as usize, height as usize), str::to_owned);
    }
}

#[test]
fn wrong_boards_of_connect_four_say_what_is_wrong() {
    let game = ConnectFour::standard();
    let error = |cells: &Cells, first| game.compose(cells, first).unwrap_err().to_string();
    let mut floating = columns_cells("44", 7, 6);
    floating[0] = piece(PieceShape::Disc, true);
    assert_eq!(error(&floating, false), "expected no stone above an empty square");
    let mut many = columns_cells("44", 7, 6);
    many[35] = piece(PieceShape::Disc, false);
    assert_eq!(error(&many, true), "expected as many x as o, or one more");
    assert_eq!(error(&columns_cells("44", 7, 6), false), "expected one more x than o if o is to move");
    assert_eq!(error(&columns_cells("444", 7, 6), true), "expected as many x as o if x is to move");
    let mut ring = columns_cells("44", 7, 6);
    ring[35] = piece(PieceShape::Ring, true);
    assert_eq!(error(&ring, false), "square 1.1: expected a disc, found a ring");
}

fn grid_cells(text: &str) -> Cells {
    let mark = |mark| match mark {
        'X' => piece(PieceShape::Cross, true),
        'O' => piece(PieceShape::Ring, false),
        _ => None,
    };
    text.chars().map(mark).collect()
}

#[test]
fn tic_tac_toe_agrees_with_its_grids() {
    check(&TicTacToe, &[], 60, grid_cells, str::to_owned);
    let error = |text: &str, first| TicTacToe.compose(&grid_cells(text), first).unwrap_err().to_string();
    assert!(error("XX-------", true).starts_with("expected as many X as O or one more"));
    assert!(error("XXXOOO---", true).starts_with("expected as many X as O or one more"));
    assert_eq!(error("X--------", true), "expected as many X as O if X is to move");
}

#[test]
fn games_without_a_board_have_no_diagram() {
    let nim = Nim::default();
    assert_eq!((nim.diagram(&nim.start()), nim.svg(&nim.start())), (None, None));
    assert_eq!(nim.compose(&[], true).unwrap_err().to_string(), "positions of nim cannot be set up on a board");
}

/// Any pieces are a position that reads back, or an error.
fn compose_any<G: Playable>(game: &G, cells: &Cells, first_moves: bool) -> Result<(), TestCaseError> {
    if let Ok(position) = game.compose(cells, first_moves) {
        prop_assert_eq!(&game.diagram(&position).unwrap().contents(), cells);
        prop_assert_eq!(game.mover(&position) == Player::First, first_moves);
        let text = game.format_position(&position);
        let read = game.parse_position(&text);
        prop_assert!(read.is_ok(), "{}: {:?}", text, read);
        prop_assert_eq!(game.format_position(&read.unwrap()), text);
    }
    Ok(())
}

fn any_cells() -> impl Strategy<Value = Cells> {
    let any_piece = (0..PieceShape::ALL.len(), any::<bool>())
        .prop_map(|(shape, first)| DiagramPiece { shape: PieceShape::ALL[shape], first });
    let lengths = prop_oneof![Just(9), Just(16), Just(42), Just(64), 0..70usize];
    lengths.prop_flat_map(move |length| {
        proptest::collection::vec(proptest::option::weighted(0.2, any_piece.clone()), length)
    })
}

/// Cells with the pieces that a game offers, often at random changes of the start.
fn own_cells<G: Playable>(game: &G, changes: &[(usize, usize)]) -> Cells {
    let diagram = game.diagram(&game.start()).unwrap();
    let mut cells = diagram.contents();
    for &(place, kind) in changes {
        let place = place % cells.len();
        cells[place] = diagram.pieces.get(kind % (diagram.pieces.len() + 1)).map(|offered| offered.piece);
    }
    cells
}

proptest! {
    #[test]
    fn no_set_up_panics(
        cells in any_cells(),
        changes in proptest::collection::vec((0..64usize, 0..24usize), 0..20),
        first in any::<bool>(),
    ) {
        fn both<G: Playable>(
            game: &G,
            cells: &Cells,
            changes: &[(usize, usize)],
            first: bool,
        ) -> Result<(), TestCaseError> {
            compose_any(game, cells, first)?;
            compose_any(game, &own_cells(game, changes), first)
        }
        both(&Chess::new(), &cells, &changes, first)?;
        both(&Othello::new(), &cells, &changes, first)?;
        both(&Checkers::new(), &cells, &changes, first)?;
        both(&ConnectFour::standard(), &cells, &changes, first)?;
        both(&ConnectFour::sized(4, 4).unwrap(), &cells, &changes, first)?;
        both(&TicTacToe, &cells, &changes, first)?;
    }
}
