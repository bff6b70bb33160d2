//! Knights, bishops, rooks and queens: squares, mobility, king attacks and threats.

use super::contest::SideAttacks;
use super::features::{
    BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KING_ATTACKERS, KNIGHT_MOBILITY, MINOR_THREAT, OUTPOST, PAWN_THREAT,
    QUEEN_MOBILITY, ROOK_FILE, ROOK_MOBILITY, ROOK_THREAT,
};
use super::pawns::{beside, fill_down, fill_up};
use super::sink::{FeatureSink, SideView};
use cozy_chess::{BitBoard, Piece, Rank, Square, get_bishop_moves, get_knight_moves, get_rook_moves};

/// The attacks on the squares around the enemy king.
struct Siege {
    zone: BitBoard,
    attackers: u32,
    weight: u32,
}

impl Siege {
    /// Adds the attacks of one piece, weighted by its kind and the number of zone squares that it attacks.
    #[inline]
    fn join(&mut self, attacks: BitBoard, weight: u32) {
        let hits = (attacks & self.zone).len();
        self.attackers += u32::from(hits > 0);
        self.weight += weight * hits;
    }
}

/// Adds the features of the pieces of one side, and returns the squares that they attack.
#[inline]
pub(super) fn count<S: FeatureSink>(view: &SideView, sink: &mut S) -> SideAttacks {
    let around_king = around(view.their_king);
    // The zone extends one rank towards the attacking side.
    let zone = around_king | BitBoard(around_king.0 >> 8);
    let mut siege = Siege { zone, attackers: 0, weight: 0 };
    let knights = knights(view, sink, &mut siege);
    let bishops = bishops(view, sink, &mut siege);
    let rooks = rooks(view, sink, &mut siege);
    let queens = queens(view, sink, &mut siege);
    sink.add(KING_ATTACKERS + siege.attackers.min(5) as usize, 1);
    threats(view, sink, knights | bishops, rooks);
    let pieces = view.own_guard | knights | bishops | rooks | queens;
    SideAttacks { knights, bishops, rooks, queens, pieces, king: around(view.own_king), siege: siege.weight }
}

/// Returns the square with this index and its neighbours.
#[inline]
pub(super) fn around(king: usize) -> BitBoard {
    let row = BitBoard(1 << king);
    let row = row | beside(row);
    BitBoard(row.0 | row.0 << 8 | row.0 >> 8)
}

/// Returns the squares that count for mobility.
#[inline]
fn free(view: &SideView) -> BitBoard {
    !view.own_all & !view.their_guard
}

/// Returns the squares that an own pawn protects and no enemy pawn can ever attack.
#[inline]
fn outposts(view: &SideView) -> BitBoard {
    let ranks = Rank::Fourth.bitboard() | Rank::Fifth.bitboard() | Rank::Sixth.bitboard();
    ranks & view.own_guard & !fill_down(view.their_guard)
}

#[inline]
fn knights<S: FeatureSink>(view: &SideView, sink: &mut S, siege: &mut Siege) -> BitBoard {
    let mut all = BitBoard::EMPTY;
    let knights = view.own[Piece::Knight as usize];
    for square in knights {
        let attacks = get_knight_moves(square);
        sink.man(Piece::Knight, square as usize);
        sink.add(KNIGHT_MOBILITY + (attacks & free(view)).len() as usize, 1);
        siege.join(attacks, 2);
        all |= attacks;
    }
    sink.add(OUTPOST, (knights & outposts(view)).len());
    all
}

#[inline]
fn bishops<S: FeatureSink>(view: &SideView, sink: &mut S, siege: &mut Siege) -> BitBoard {
    let mut all = BitBoard::EMPTY;
    let bishops = view.own[Piece::Bishop as usize];
    let pawns = view.own[Piece::Pawn as usize];
    for square in bishops {
        let attacks = get_bishop_moves(square, view.occupied);
        let dark = BitBoard::DARK_SQUARES.has(square);
        let colour = if dark { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
        sink.man(Piece::Bishop, square as usize);
        sink.add(BISHOP_MOBILITY + (attacks & free(view)).len() as usize, 1);
        sink.add(BISHOP_PAWNS, (pawns & colour).len());
        siege.join(attacks, 2);
        all |= attacks;
    }
    let pair = !bishops.is_disjoint(BitBoard::DARK_SQUARES) && !bishops.is_disjoint(BitBoard::LIGHT_SQUARES);
    sink.add(BISHOP_PAIR, u32::from(pair));
    sink.add(OUTPOST + 1, (bishops & outposts(view)).len());
    all
}

#[inline]
fn rooks<S: FeatureSink>(view: &SideView, sink: &mut S, siege: &mut Siege) -> BitBoard {
    let mut all = BitBoard::EMPTY;
    let (own, their) = (view.own[Piece::Pawn as usize], view.their[Piece::Pawn as usize]);
    let rooks = view.own[Piece::Rook as usize];
    for square in rooks {
        let attacks = get_rook_moves(square, view.occupied);
        sink.man(Piece::Rook, square as usize);
        sink.add(ROOK_MOBILITY + (attacks & free(view)).len() as usize, 1);
        siege.join(attacks, 3);
        all |= attacks;
    }
    let without_own = !(fill_up(own) | fill_down(own));
    let without_their = !(fill_up(their) | fill_down(their));
    sink.add(ROOK_FILE, (rooks & without_own & without_their).len());
    sink.add(ROOK_FILE + 1, (rooks & without_own & !without_their).len());
    // A rook on the seventh rank matters only if there are targets: the king on the last rank, or pawns beside the
    // rook.
    let has_targets = view.their_king / 8 == Rank::Eighth as usize || !their.is_disjoint(Rank::Seventh.bitboard());
    sink.add(ROOK_FILE + 2, if has_targets { (rooks & Rank::Seventh.bitboard()).len() } else { 0 });
    all
}

#[inline]
fn queens<S: FeatureSink>(view: &SideView, sink: &mut S, siege: &mut Siege) -> BitBoard {
    let mut all = BitBoard::EMPTY;
    for square in view.own[Piece::Queen as usize] {
        let attacks = queen_moves(square, view.occupied);
        sink.man(Piece::Queen, square as usize);
        sink.add(QUEEN_MOBILITY + (attacks & free(view)).len() as usize, 1);
        siege.join(attacks, 4);
        all |= attacks;
    }
    all
}

#[inline]
fn queen_moves(square: Square, occupied: BitBoard) -> BitBoard {
    get_bishop_moves(square, occupied) | get_rook_moves(square, occupied)
}

/// Adds the features of enemy pieces that are attacked by less valuable ones, or attacked and not protected by a pawn.
#[inline]
fn threats<S: FeatureSink>(view: &SideView, sink: &mut S, minors: BitBoard, rooks: BitBoard) {
    let their = |piece: Piece| view.their[piece as usize];
    let men = |piece: Piece| their(piece) & !view.their_guard;
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    // Most positions have few threats: three tests skip the counts of all kinds.
    if !(view.own_guard & view.their_all & !their(Piece::Pawn)).is_empty() {
        for (place, piece) in pieces.into_iter().enumerate() {
            sink.add(PAWN_THREAT + place, (their(piece) & view.own_guard).len());
        }
    }
    let minor_targets = view.their_all & !view.their_guard | their(Piece::Rook) | their(Piece::Queen);
    if !(minors & minor_targets).is_empty() {
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop] {
            sink.add(MINOR_THREAT + piece as usize, (men(piece) & minors).len());
        }
        sink.add(MINOR_THREAT + 3, (their(Piece::Rook) & minors).len());
        sink.add(MINOR_THREAT + 4, (their(Piece::Queen) & minors).len());
    }
    if !(rooks & (view.their_all & !view.their_guard | their(Piece::Queen))).is_empty() {
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook] {
            sink.add(ROOK_THREAT + piece as usize, (men(piece) & rooks).len());
        }
        sink.add(ROOK_THREAT + 4, (their(Piece::Queen) & rooks).len());
    }
}
