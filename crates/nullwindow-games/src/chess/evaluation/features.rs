//! The list of features, in groups of consecutive numbers.

/// A group of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FeatureGroup {
    /// Its name in weight files.
    pub name: &'static str,
    /// The number of its first feature.
    pub start: usize,
    /// The number of its features.
    pub len: usize,
}

macro_rules! groups {
    ($($(#[$doc:meta])* $constant:ident = $name:literal, $len:expr;)*) => {
        groups!(@offsets 0usize; $($(#[$doc])* $constant, $len;)*);
        /// All groups, in the order of their features.
        pub const GROUPS: &[FeatureGroup] = &[$(FeatureGroup { name: $name, start: $constant, len: $len }),*];
    };
    // Each group starts where the previous one ends, so that inserting a group renumbers the rest.
    (@offsets $at:expr; $(#[$doc:meta])* $constant:ident, $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $constant: usize = $at;
        groups!(@offsets $at + $len; $($rest)*);
    };
    (@offsets $at:expr;) => {
        /// The number of features.
        pub const LEN: usize = $at;
    };
}

groups! {
    /// The piece itself: pawn, knight, bishop, rook, queen.
    MATERIAL = "material", 5;
    /// The square of a piece, from its own side: four files from the edge to the centre, rank by rank; pawn to king.
    SQUARES = "squares", 6 * 32;
    /// The number of squares a knight attacks that hold no own piece and are not guarded by enemy pawns.
    KNIGHT_MOBILITY = "knight_mobility", 9;
    /// The same for a bishop.
    BISHOP_MOBILITY = "bishop_mobility", 14;
    /// The same for a rook.
    ROOK_MOBILITY = "rook_mobility", 15;
    /// The same for a queen.
    QUEEN_MOBILITY = "queen_mobility", 28;
    /// A bishop on squares of each colour.
    BISHOP_PAIR = "bishop_pair", 1;
    /// An own pawn on squares of the bishop's colour.
    BISHOP_PAWNS = "bishop_pawns", 1;
    /// A knight or a bishop on ranks four to six that an own pawn protects and no enemy pawn can drive away.
    OUTPOST = "outpost", 2;
    /// A rook on a file without pawns, on a file without own pawns, on the seventh rank.
    ROOK_FILE = "rook_file", 3;
    /// A pawn behind another one of its side.
    DOUBLED = "doubled", 1;
    /// A pawn without own pawns on the adjacent files.
    ISOLATED = "isolated", 1;
    /// A pawn that no other can protect and whose next square an enemy pawn guards.
    BACKWARD = "backward", 1;
    /// A pawn protected by another one or beside one, by rank.
    CONNECTED = "connected", 8;
    /// A pawn that no enemy pawn can stop or capture, by rank.
    PASSED = "passed", 8;
    /// A passed pawn whose next square is empty, by rank.
    PASSED_FREE = "passed_free", 8;
    /// A passed pawn whose next square the enemy attacks, by rank.
    PASSED_STOPPED = "passed_stopped", 8;
    /// A passed pawn with no enemy piece or attack on any square before it, by rank.
    PASSED_SAFE = "passed_safe", 8;
    /// A passed pawn with an own rook behind it, and with an enemy rook.
    PASSED_ROOK = "passed_rook", 2;
    /// The distance of the own king from the square in front of a passed pawn on the fourth rank or beyond.
    PASSED_KING = "passed_king", 8;
    /// The same for the enemy king.
    PASSED_ENEMY_KING = "passed_enemy_king", 8;
    /// The number of pawns in front of the king, up to four.
    SHIELD = "shield", 5;
    /// Files at the king without own pawns, and without any pawns.
    KING_FILE = "king_file", 2;
    /// The number of pieces that attack squares around the enemy king.
    KING_ATTACKERS = "king_attackers", 6;
    /// The danger of these attacks, weak squares around the king and safe checks: without a queen, and with one.
    KING_DANGER = "king_danger", 2 * 32;
    /// Pieces attacked by a pawn: knight, bishop, rook, queen.
    PAWN_THREAT = "pawn_threat", 4;
    /// Pieces attacked by a knight or bishop: pawn, knight, bishop (if not protected by a pawn), rook, queen.
    MINOR_THREAT = "minor_threat", 5;
    /// Pieces attacked by a rook, in the same order.
    ROOK_THREAT = "rook_threat", 5;
    /// Attacked pieces without any protection: pawn, knight or bishop, rook, queen.
    HANGING = "hanging", 4;
    /// Pieces that a safe step of a pawn would attack.
    PUSH_THREAT = "push_threat", 1;
    /// The right to move.
    TEMPO = "tempo", 1;
}
