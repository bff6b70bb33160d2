//! Hand-written weights, where tuning begins.

use nullwindow_games::chess::evaluation::{ChessWeights, GROUPS, WeightPair};

const MATERIAL: [(i32, i32); 5] = [(90, 110), (320, 310), (330, 330), (480, 540), (950, 980)];
const PASSED: [(i32, i32); 8] = [(0, 0), (5, 12), (8, 18), (15, 35), (30, 60), (55, 100), (90, 160), (0, 0)];

/// Returns common chess values in round numbers.
pub fn weights() -> ChessWeights {
    let pairs: Vec<WeightPair> =
        GROUPS.iter().flat_map(|group| (0..group.len).map(move |at| pair(weight(group.name, at)))).collect();
    ChessWeights::new(&pairs)
}

fn pair((middlegame, endgame): (i32, i32)) -> WeightPair {
    let narrow = |weight: i32| i16::try_from(weight).unwrap_or(0);
    WeightPair { middlegame: narrow(middlegame), endgame: narrow(endgame) }
}

/// Returns the weight of a feature in the middlegame and in the endgame.
fn weight(group: &str, at: usize) -> (i32, i32) {
    let n = i32::try_from(at).unwrap_or(0);
    match group {
        "material" => MATERIAL[at],
        "squares" => square(at / 32, n % 4, n % 32 / 4),
        "knight_mobility" => (6 * (n - 4), 5 * (n - 4)),
        "bishop_mobility" => (5 * (n - 6), 5 * (n - 6)),
        "rook_mobility" => (2 * (n - 7), 4 * (n - 7)),
        "queen_mobility" => (n - 13, 2 * (n - 13)),
        "bishop_pair" => (30, 50),
        "bishop_pawns" => (-3, -6),
        "outpost" => [(20, 10), (12, 5)][at],
        "rook_file" => [(30, 10), (15, 8), (10, 25)][at],
        "doubled" => (-8, -20),
        "isolated" => (-12, -12),
        "backward" => (-8, -8),
        "connected" => (3 * n, 2 * n),
        "passed" => PASSED[at],
        "passed_free" => (PASSED[at].0 / 4, PASSED[at].1 / 4),
        "passed_king" => (0, 20 - 6 * n),
        "passed_enemy_king" => (0, 6 * n - 15),
        "shield" => ([-25, -10, 5, 15, 18][at], 0),
        "king_file" => ([-15, -30][at], 0),
        "king_attackers" => ([0, 3, 12, 25, 40, 50][at], 0),
        "king_danger" => (danger(n % 32, at >= 32), 0),
        "push_threat" => (15, 12),
        "hanging" => [(10, 20), (20, 20), (20, 20), (20, 20)][at],
        "passed_stopped" => (0, -PASSED[at].1 / 8),
        "passed_safe" => (0, PASSED[at].1 / 4),
        "passed_rook" => [(5, 15), (-5, -15)][at],
        "pawn_threat" => (50, 40),
        "minor_threat" => [(8, 15), (15, 15), (15, 15), (35, 20), (35, 20)][at],
        "rook_threat" => [(5, 15), (12, 15), (12, 15), (5, 5), (35, 20)][at],
        "tempo" => (15, 10),
        _ => (0, 0),
    }
}

/// Returns the weight of a danger to the king in the middlegame. Attacks support each other, so it grows faster than the
/// danger; without a queen it counts for half.
fn danger(danger: i32, with_queen: bool) -> i32 {
    let weight = 2 * danger + danger * danger / 8;
    if with_queen { weight } else { weight / 2 }
}

/// Returns the weight of a piece on a square, given by its file from the edge to the centre and its rank.
fn square(piece: usize, file: i32, rank: i32) -> (i32, i32) {
    // The distance from the edge in both directions.
    let central = file + rank.min(7 - rank);
    match piece {
        0 if rank == 0 || rank == 7 => (0, 0),
        0 => (2 * file * (rank - 1) + 2 * (rank - 1), 5 * (rank - 1)),
        1 => (7 * central - 24, 6 * central - 18),
        2 => (4 * central - 12, 3 * central - 9),
        3 => (3 * file - 4, 0),
        4 => (central - 3, 5 * central - 15),
        _ => (30 - 12 * file - 15 * rank, 9 * central - 27),
    }
}
