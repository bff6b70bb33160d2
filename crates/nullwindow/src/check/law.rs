//! The laws of a game, with their descriptions.

use std::fmt;

/// A law that a game must obey. The laws are about single positions, the reference, text, keys, symmetry, turns and
/// signs, knowledge, and searches, and are checked in this order. Among violations by single positions, the one with the shortest line is
/// reported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Law {
    /// A position lists the same move twice.
    DuplicateMove,
    /// A position is over and has moves.
    MovesAfterEnd,
    /// A position is not over and has no moves.
    NoMoves,
    /// An evaluation or a final score is one of the infinities.
    ScoreOutOfRange,
    /// [`Game::over`](crate::Game::over) and [`Game::moves`](crate::Game::moves) disagree.
    OverDisagrees,
    /// The player to move depends on more than the position.
    MoverVaries,
    /// Moves, their order, their ranks or the final score depend on more than the position.
    MovesVary,
    /// The evaluation depends on more than the position.
    EvaluationVaries,
    /// [`Evaluator::evaluate_within`](crate::Evaluator::evaluate_within) answers a window with a bound that is not true,
    /// or the full window with another score than the evaluation.
    EvaluationWindow,
    /// The key depends on more than the position.
    KeyVaries,
    /// The same move leads from the same position to different ones.
    PlayVaries,
    /// A move leads to the position in which it was made, with the same player to move.
    StandStill,
    /// The moves are not those of the reference ([`Check::reference`](super::Check::reference)).
    ReferenceMoves,
    /// The game ends elsewhere, or with another score, than by the reference.
    ReferenceResult,
    /// A move leads to another position than by the reference.
    ReferencePlay,
    /// A position that was written as text is read back as another one ([`Check::round_trip`](super::Check::round_trip)).
    Text,
    /// The key differs from the one computed from scratch ([`Check::fresh_key`](super::Check::fresh_key)).
    KeyStale,
    /// Equal positions have different keys ([`Check::same`](super::Check::same)).
    KeySplit,
    /// Positions with the same key and the same player to move have different values.
    KeyShared,
    /// Positions with the same key and different players to move have different values or moves.
    KeyIgnoresMover,
    /// Positions with the same key have different numbers of moves: the rules depend on something that the key does not
    /// cover.
    KeyIgnoresRules,
    /// A position and its variant in one part have the same key, and different values or numbers of moves
    /// ([`Check::variants`](super::Check::variants)).
    KeyIgnoresPart,
    /// The position with the players exchanged has a different value ([`Check::mirror`](super::Check::mirror)).
    Mirror,
    /// The same player has every move of the game.
    MoverConstant,
    /// Evaluations and final scores are seen from one player, regardless of the player to move.
    ScoresFromOneSide,
    /// The evaluation has the wrong sign for one of the players.
    EvaluationSign,
    /// Final scores have the wrong sign where one of the players would be to move.
    FinalSign,
    /// Evaluations and final scores disagree: one of the two has the wrong sign, for one player or for both.
    SignsOpposed,
    /// [`Evaluator::proven_bounds`](crate::Evaluator::proven_bounds) returns bounds that are wrong, or different ones when called
    /// again.
    Knowledge,
    /// An evaluation is as high as a win, or as low as a loss ([`Game::win_threshold`](crate::Game::win_threshold)).
    EvaluationWins,
    /// A [rule of selective search](crate::selective) depends on more than position and depth, has a score that is no
    /// evaluation or a depth that need not end, or applies where the game knows bounds.
    SelectiveRules,
    /// A search returns another value than minimax.
    Value,
    /// A search reports a move that does not have the reported value.
    Move,
}

impl Law {
    /// All laws, in the order in which they are checked.
    pub const ALL: [Law; 33] = [
        Law::DuplicateMove,
        Law::MovesAfterEnd,
        Law::NoMoves,
        Law::ScoreOutOfRange,
        Law::OverDisagrees,
        Law::MoverVaries,
        Law::MovesVary,
        Law::EvaluationVaries,
        Law::EvaluationWindow,
        Law::KeyVaries,
        Law::PlayVaries,
        Law::StandStill,
        Law::ReferenceMoves,
        Law::ReferenceResult,
        Law::ReferencePlay,
        Law::Text,
        Law::KeyStale,
        Law::KeySplit,
        Law::KeyShared,
        Law::KeyIgnoresMover,
        Law::KeyIgnoresRules,
        Law::KeyIgnoresPart,
        Law::Mirror,
        Law::MoverConstant,
        Law::ScoresFromOneSide,
        Law::EvaluationSign,
        Law::FinalSign,
        Law::SignsOpposed,
        Law::Knowledge,
        Law::EvaluationWins,
        Law::SelectiveRules,
        Law::Value,
        Law::Move,
    ];

    /// Returns the description of a violation.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Law::DuplicateMove => "a position lists the same move twice",
            Law::MovesAfterEnd => "a position that is over has moves",
            Law::NoMoves => "a position that is not over has no moves (a pass is a move)",
            Law::ScoreOutOfRange => "a score is outside of the range of evaluations",
            Law::OverDisagrees => "Game::over and Game::moves disagree",
            Law::MoverVaries => "the player to move depends on something else than the position",
            Law::MovesVary => "moves depend on something else than the position",
            Law::EvaluationVaries => "the evaluation depends on something else than the position",
            Law::EvaluationWindow => "Evaluator::evaluate_within contradicts the evaluation",
            Law::KeyVaries => "the key depends on something else than the position",
            Law::PlayVaries => "the same move from the same position leads to different positions",
            Law::StandStill => "a move changes nothing: neither the position nor the player to move",
            Law::ReferenceMoves => "the moves are not those of the reference",
            Law::ReferenceResult => "the game does not end as by the reference",
            Law::ReferencePlay => "a move leads to another position than by the reference",
            Law::Text => "a position written as text is read back as another one",
            Law::KeyStale => "the key is not the one computed afresh",
            Law::KeySplit => "equal positions have different keys",
            Law::KeyShared => "positions of one key have different values",
            Law::KeyIgnoresMover => "positions of one key differ by the player to move, and in value or moves",
            Law::KeyIgnoresRules => "positions of one key have different numbers of moves",
            Law::KeyIgnoresPart => "positions that differ in one part have the same key, and different values or moves",
            Law::Mirror => "a position is not worth the same with the players exchanged",
            Law::MoverConstant => "the same player has every move of the game",
            Law::ScoresFromOneSide => {
                "scores are given from one side: they must be those of the player to move, \
                 so give -x when the second player moves"
            }
            Law::EvaluationSign => "the evaluation is turned round for one player: it must be that of the mover",
            Law::FinalSign => "final scores are turned round for one player: they must be those of the mover",
            Law::SignsOpposed => "evaluations and final scores disagree: one of the two is turned round",
            Law::Knowledge => "the game knows something that is not so",
            Law::EvaluationWins => "an evaluation is as high as a win, which begins at Game::win_threshold",
            Law::SelectiveRules => "a rule of selective search breaks the law of value",
            Law::Value => "a search does not find the value of minimax",
            Law::Move => "a search names a move that does not have the value it names",
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.description())
    }
}
