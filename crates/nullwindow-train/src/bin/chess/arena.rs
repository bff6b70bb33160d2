//! Games of selective searches between two sets of weights at a fixed depth, with adjudication.

use nullwindow::memory::Table;
use nullwindow::mtd::MtdF;
use nullwindow::{Deepening, Depth, Game, MoveBuf, Player, Search};
use nullwindow_games::chess::{Chess, Move, Position, WINS_FROM};

/// A position of a game, before its move.
pub struct ArenaPosition {
    /// The position.
    pub position: Position,
    /// Its value for the player to move, by the search.
    pub value: i32,
    /// True if the move played is a capture or a promotion.
    pub noisy: bool,
}

/// A finished game.
pub struct ArenaGame {
    /// Its positions except the last one.
    pub moments: Vec<ArenaPosition>,
    /// Half points for White: 0, 1 or 2.
    pub half_points: u8,
}

/// The value from which a game is adjudicated as won, in hundredths of a pawn.
const WON: i32 = 1000;
/// The value up to which a game is adjudicated as drawn.
const EVEN: i32 = 8;
/// The length in plies at which a game is adjudicated as drawn.
const LONGEST: usize = 320;

/// Plays a game from `opening`. `players` are White and Black.
pub fn play(players: [&Chess; 2], opening: &Position, depth: u32, bytes: usize) -> ArenaGame {
    // One table per player: entries of the other weights would be wrong.
    let tables = [0, 1].map(|_| Table::with_bytes(bytes).expect("a small table"));
    let plan = Deepening::to(Depth::plies(depth));
    let mut moments: Vec<ArenaPosition> = Vec::new();
    let mut position = opening.clone();
    loop {
        let played: Vec<Position> = moments.iter().map(|moment| moment.position.clone()).collect();
        let side = usize::from(players[0].mover(&position) == Player::Second);
        let game = players[side].clone().with_record(&played, &position);
        if let Some(score) = game.over(&position, &mut MoveBuf::new()) {
            return ArenaGame { moments, half_points: half_points(score.get(), side) };
        }
        let found = Search::new(&game).with_memory(&tables[side]).with_order(Chess::SELECTIVE_ORDER).deepen(
            &MtdF::new(),
            &position,
            plan,
        );
        let Some(best) = found.best() else { return ArenaGame { moments, half_points: 1 } };
        let value = found.estimate().get();
        let noisy = is_noisy(&position, best);
        let next = game.play(&position, best);
        moments.push(ArenaPosition { position, value, noisy });
        if let Some(half_points) = adjudicate(&moments, side) {
            return ArenaGame { moments, half_points };
        }
        position = next;
    }
}

fn half_points(score: i32, side: usize) -> u8 {
    match score.signum() * if side == 0 { 1 } else { -1 } {
        1 => 2,
        0 => 1,
        _ => 0,
    }
}

/// Adjudicates a game: won if both sides have agreed for two moves each, drawn if neither has seen an advantage for six
/// moves, or if it takes too long.
fn adjudicate(moments: &[ArenaPosition], side: usize) -> Option<u8> {
    let last = moments.last()?;
    // A proven mate needs no agreement of the other side.
    if last.value.abs() >= WINS_FROM {
        return Some(half_points(last.value, side));
    }
    let values = |count: usize| moments.iter().rev().map(|moment| moment.value).take(count).enumerate();
    let agrees = |(back, value): (usize, i32)| {
        // Values alternate between the players' points of view.
        let seen = if back % 2 == 0 { value } else { -value };
        seen.abs() >= WON && seen.signum() == last.value.signum()
    };
    if moments.len() >= 4 && values(4).all(agrees) {
        return Some(half_points(last.value, side));
    }
    let even = moments.len() >= 60 && values(12).all(|(_, value)| value.abs() <= EVEN);
    (even || moments.len() >= LONGEST).then_some(1)
}

/// Returns whether a move captures or promotes; moves while an en passant capture is possible count too.
fn is_noisy(position: &Position, play: Move) -> bool {
    let board = position.board();
    board.colors(!board.side_to_move()).has(play.to) || play.promotion.is_some() || position.en_passant().is_some()
}
