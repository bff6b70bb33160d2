//! Checkers: the rules, by counts and by special cases.

use nullwindow::{Game, Keyed, MoveBuf, Player, Score};
use nullwindow_games::checkers::{Checkers, Move, Position};
use nullwindow_games::{Notation, Perft};

fn position(text: &str) -> Position {
    Checkers::new().parse_position(text).expect(text)
}

fn moves(position: &Position) -> Vec<Move> {
    let mut list = MoveBuf::new();
    let over = Checkers::new().moves(position, &mut list);
    assert!(over.is_none() || list.is_empty());
    list.iter().collect()
}

/// The moves of a position as players write them, in order of the text.
fn written(text: &str) -> Vec<String> {
    let (game, position) = (Checkers::new(), position(text));
    let mut words: Vec<String> = moves(&position).iter().map(|&play| game.format_move(&position, play)).collect();
    words.sort();
    words
}

fn after(text: &str, play: &str) -> String {
    let (game, position) = (Checkers::new(), position(text));
    let play = game.parse_move(&position, play).expect(play);
    game.format_position(&game.play(&position, play))
}

fn over(text: &str) -> Option<Score> {
    Checkers::new().over(&position(text), &mut MoveBuf::new())
}

#[test]
fn counts_of_the_first_position() {
    let game = Checkers::new();
    let counts = [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(game.perft(&game.start(), depth), count, "depth {depth}");
    }
}

/// From depth 12 on, the published counts are by path: comparing them with counts by result would report an error.
#[test]
fn only_counts_by_result_are_published() {
    const BY_PATH: [u64; 2] = [388_623_673, 1_766_623_630];
    let game = Checkers::new();
    let [("", counts)] = game.published() else { panic!("the first position alone") };
    assert_eq!(counts.len(), 11);
    assert!(!counts.iter().any(|count| BY_PATH.contains(count)));
}

/// The game with nothing but its rules, to count by lists.
struct Plain(Checkers);

impl Game for Plain {
    type Position = Position;
    type Move = Move;

    fn mover(&self, position: &Position) -> Player {
        self.0.mover(position)
    }

    fn moves(&self, position: &Position, moves: &mut MoveBuf<Move>) -> Option<Score> {
        self.0.moves(position, moves)
    }

    fn play(&self, position: &Position, play: Move) -> Position {
        self.0.play(position, play)
    }
}

impl Perft for Plain {}

#[test]
fn counting_with_lists_and_without_agree() {
    for text in [
        "B:W21-32:B1-12",
        "W:WK3,K14,30:BK7,K10,K19,23",
        "B:WK22,K23,24,31:BK1,K9,5,17",
        "W:W18,15,24,K32:BK4,8,11,12,20:H77",
        "B:WK2,K3:BK30,K31:H76",
    ] {
        for depth in 0..=6 {
            let plain = Plain(Checkers::new()).perft(&position(text), depth);
            assert_eq!(Checkers::new().perft(&position(text), depth), plain, "{text}, depth {depth}");
        }
    }
}

#[test]
fn captures_are_forced_and_completed() {
    // The step 1-5 and half the capture are no moves.
    assert_eq!(written("B:W15,22,32:B11,1"), ["11x25"]);
    // Any capture will do, not only the longest.
    assert_eq!(written("B:W15,22,16,32:B11,1"), ["11x20", "11x25"]);
}

#[test]
fn a_man_captures_forward_and_a_king_both_ways() {
    assert_eq!(written("B:W6,31:B10"), ["10-14", "10-15"]);
    assert_eq!(written("B:W6,31:BK10"), ["10x1"]);
}

#[test]
fn a_man_that_jumps_to_the_king_row_stops_there() {
    // A king on 31 could go on over 26 to 22.
    assert_eq!(written("B:W26,27,K1:B24"), ["24x31"]);
    assert_eq!(after("B:W26,27,K1:B24", "24x31"), "W:WK1,26:BK31");
    assert_eq!(written("B:W26,27,K1:BK24"), ["24x22"]);
    // By a step it becomes a king, too.
    assert_eq!(after("W:W5,30:BK32.", "5-1"), "B:WK1,30:BK32");
}

#[test]
fn the_same_capture_by_two_ways_is_one_move() {
    let ring = "B:W6,7,14,15:BK2";
    assert_eq!(written(ring), ["2x2"], "clockwise and against it");
    assert_eq!(after(ring, "2x2"), "W:W:BK2");
    assert_eq!(after(ring, "2x9x18x11x2"), "W:W:BK2");
    assert_eq!(after(ring, "2x11x18x9x2"), "W:W:BK2");
    // The ring entered at a corner from outside ends at that corner, too.
    assert_eq!(written("W:WK25:BK22,K14,K15,K6,K7"), ["25x18"]);
    // What was jumped stays on the board until the move is over, and is not jumped again.
    assert_eq!(written("B:W6:BK1,K32"), ["1x10"]);
}

#[test]
fn two_captures_with_the_same_ends_need_the_squares_between() {
    let (game, text) = (Checkers::new(), "B:W6,14,7,15,32:B2");
    assert_eq!(written(text), ["2x11x18", "2x9x18"]);
    let fork = position(text);
    for word in written(text) {
        let play = game.parse_move(&fork, &word).expect("its own text");
        assert_eq!(game.format_move(&fork, play), word);
    }
    let error = game.parse_move(&fork, "2x18").unwrap_err();
    assert!(error.to_string().contains("squares between"), "{error}");
    assert!(game.parse_move(&fork, "2x10x18").is_err());
    assert!(game.parse_move(&fork, "2x9x11x18").is_err());
}

#[test]
fn who_cannot_move_has_lost() {
    for text in ["W:W:B1", "B:W32:B", "W:W12:B3,8", "B:W9,14:B5:H80"] {
        assert_eq!(over(text), Some(-Checkers::WIN), "{text}");
    }
}

#[test]
fn nothing_happens_for_too_long() {
    assert_eq!(over("W:WK1:BK32:H79"), None);
    assert_eq!(over("W:WK1:BK32:H80"), Some(Score::ZERO));
    assert_eq!(after("W:WK1,30:BK32:H79", "30-26"), "B:WK1,26:BK32");
    assert_eq!(after("W:WK1,30:BK32:H79", "1-5"), "B:WK5,30:BK32:H80");
    assert_eq!(after("W:WK1,30:BK6:H79", "1x10"), "B:WK10,30:B");
}

#[test]
fn keys_leave_out_what_cannot_matter() {
    let (game, counted) = (Checkers::new(), Checkers::new().with_counted_keys());
    let key = |game: &Checkers, quiet: u32| game.key(&position(&format!("W:WK1:BK32:H{quiet}")));
    assert_eq!(key(&game, 3), key(&game, 15));
    assert_ne!(key(&game, 15), key(&game, 16));
    assert_ne!(key(&counted, 3), key(&counted, 4));
}

#[test]
fn positions_of_the_game_are_drawn_when_they_occur_again() {
    let fresh = Checkers::new();
    let mut played = vec![position("B:WK32:BK1,K5")];
    for word in "1-6 32-28 6-1 28-32 1-6".split(' ') {
        let last = played[played.len() - 1];
        played.push(fresh.play(&last, fresh.parse_move(&last, word).expect(word)));
    }
    let now = played[5];
    let later = Checkers::new().with_record(&played[..5], &now);
    let back = later.play(&now, later.parse_move(&now, "32-28").expect("legal"));
    assert_eq!(later.over(&back, &mut MoveBuf::new()), Some(Score::ZERO));
    assert_eq!(fresh.over(&back, &mut MoveBuf::new()), None);
    assert_ne!(later.key(&now), fresh.key(&now));
    assert_eq!(later.over(&now, &mut MoveBuf::new()), None, "the current position, for the second time");
    // What cannot come back needs no other key.
    let fewer = position("B:WK32:BK1");
    assert_eq!(later.key(&fewer), fresh.key(&fewer));
    assert_eq!(later.perft(&now, 2), fresh.perft(&now, 2) - fresh.perft(&back, 1));
}
