//! The list of features: groups of consecutive numbers.

/// A group of features: its name in weight files, the number of its first feature, and how many it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureGroup {
    /// Its name in weight files.
    pub name: &'static str,
    /// The number of its first feature.
    pub start: usize,
    /// How many features it has.
    pub len: usize,
}

macro_rules! groups {
    ($($(#[$doc:meta])* $constant:ident = $name:literal, $len:expr;)*) => {
        groups!(@offsets 0usize; $($(#[$doc])* $constant, $len;)*);
        /// All groups, in the order of their features.
        pub const GROUPS: &[FeatureGroup] = &[$(FeatureGroup { name: $name, start: $constant, len: $len }),*];
    };
    (@offsets $at:expr; $(#[$doc:meta])* $constant:ident, $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $constant: usize = $at;
        groups!(@offsets $at + $len; $($rest)*);
    };
    (@offsets $at:expr;) => {
        /// How many features there are.
        pub const LEN: usize = $at;
    };
}

groups! {
    /// The man itself: pawn, knight, bishop, rook, queen.
    MATERIAL = "material", 5;
    /// The square it stands on, seen from its side: four files from the edge to the centre, rank by rank; pawn to king.
    SQUARES = "squares", 6 * 32;
    /// How many squares a knight attacks that are neither his own men's nor guarded by pawns.
    KNIGHT_MOBILITY = "knight_mobility", 9;
    /// The same of a bishop.
    BISHOP_MOBILITY = "bishop_mobility", 14;
    /// The same of a rook.
    ROOK_MOBILITY = "rook_mobility", 15;
    /// The same of a queen.
    QUEEN_MOBILITY = "queen_mobility", 28;
    /// Two bishops.
    BISHOP_PAIR = "bishop_pair", 1;
    /// A pawn of the bishop's side on squares of his colour.
    BISHOP_PAWNS = "bishop_pawns", 1;
    /// A knight, a bishop that a pawn protects and none can drive away, on ranks four to six.
    OUTPOST = "outpost", 2;
    /// A rook on a file without pawns, without own pawns, on the seventh rank.
    ROOK_FILE = "rook_file", 3;
    /// A pawn with another one of its side before it.
    DOUBLED = "doubled", 1;
    /// A pawn without neighbours on the files beside it.
    ISOLATED = "isolated", 1;
    /// A pawn that no other can protect, before a square guarded by a pawn.
    BACKWARD = "backward", 1;
    /// A pawn protected by, or beside, another one, by rank.
    CONNECTED = "connected", 8;
    /// A pawn that no pawn can stop or take, by rank.
    PASSED = "passed", 8;
    /// A passed pawn whose next square is empty, by rank.
    PASSED_FREE = "passed_free", 8;
    /// The distance of the own king from the square before a passed pawn beyond the middle.
    PASSED_KING = "passed_king", 8;
    /// The same of the other king.
    PASSED_ENEMY_KING = "passed_enemy_king", 8;
    /// How many pawns stand before the king, up to four.
    SHIELD = "shield", 5;
    /// Files at the king without own pawns, and without any.
    KING_FILE = "king_file", 2;
    /// How many pieces attack squares at the enemy's king.
    KING_ATTACKERS = "king_attackers", 6;
    /// How heavily they attack.
    KING_ATTACKS = "king_attacks", 20;
    /// Pieces attacked by a pawn: knight, bishop, rook, queen.
    PAWN_THREAT = "pawn_threat", 4;
    /// Men attacked by a knight or bishop: pawn, knight, bishop (not protected by a pawn), rook, queen.
    MINOR_THREAT = "minor_threat", 5;
    /// Men attacked by a rook: the same.
    ROOK_THREAT = "rook_threat", 5;
    /// The right to move.
    TEMPO = "tempo", 1;
}
