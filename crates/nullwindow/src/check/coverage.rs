//! The properties that a check tests, and what each needs to be tested.

use std::fmt;

/// A property of a game that a check tests if it can. Those that it cannot test are listed in the report.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Property {
    /// Moves, ends and scores of single positions are consistent and reproducible.
    Consistency,
    /// The moves are those of the rules.
    Moves,
    /// A move leads to the position that the rules say.
    Play,
    /// The game ends where the rules say, with their score.
    Results,
    /// A position written as text is read back as the same position.
    Text,
    /// Equal positions have equal keys.
    EqualKeys,
    /// The key that moves update is the key of the position.
    FreshKeys,
    /// Positions with the same key have the same value.
    SharedKeys,
    /// The key covers every part of a position that changes its value or its moves.
    KeyParts,
    /// Both players have the same rules and scores.
    Symmetry,
    /// Scores are those of the player to move, for either player.
    Sides,
    /// Evaluations and final scores have the same sign.
    Signs,
    /// The bounds known without a search are true.
    Knowledge,
    /// Every algorithm returns the value of minimax.
    Searches,
}

impl Property {
    /// All properties, in the order in which they are checked.
    pub const ALL: [Property; 14] = [
        Property::Consistency,
        Property::Moves,
        Property::Play,
        Property::Results,
        Property::Text,
        Property::EqualKeys,
        Property::FreshKeys,
        Property::SharedKeys,
        Property::KeyParts,
        Property::Symmetry,
        Property::Sides,
        Property::Signs,
        Property::Knowledge,
        Property::Searches,
    ];

    /// Returns the name, as in JSON output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Property::Consistency => "consistency",
            Property::Moves => "moves",
            Property::Play => "play",
            Property::Results => "results",
            Property::Text => "text",
            Property::EqualKeys => "equal_keys",
            Property::FreshKeys => "fresh_keys",
            Property::SharedKeys => "shared_keys",
            Property::KeyParts => "key_parts",
            Property::Symmetry => "symmetry",
            Property::Sides => "sides",
            Property::Signs => "signs",
            Property::Knowledge => "knowledge",
            Property::Searches => "searches",
        }
    }

    /// Returns the property as a statement.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Property::Consistency => "moves, ends and scores are consistent and reproducible",
            Property::Moves => "the moves are those of the rules: none is missing, none is illegal",
            Property::Play => "a move leads to the position that the rules say",
            Property::Results => "the game ends where the rules say, with their score",
            Property::Text => "a position written as text is read back as the same position",
            Property::EqualKeys => "equal positions have equal keys",
            Property::FreshKeys => "the key that moves update is the key of the position",
            Property::SharedKeys => "positions of one key have the same value",
            Property::KeyParts => "the key covers every part of a position that matters, such as rights of a player",
            Property::Symmetry => "both players have the same rules and scores",
            Property::Sides => "scores are those of the player to move, for either player",
            Property::Signs => "evaluations and final scores have the same sign",
            Property::Knowledge => "the bounds known without a search are true",
            Property::Searches => "every algorithm finds the value of minimax",
        }
    }

    /// Returns what makes the property testable, if it was not tested.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        match self {
            Property::Consistency => "let the check run to its end",
            Property::Moves => {
                "supply a second, slow implementation of the rules: Check::reference; or compare perft counts"
            }
            Property::Play => "supply a reference that plays moves too: Check::reference",
            Property::Results => {
                "supply a reference that scores finished games: Check::reference; start near the end if no random \
                 game ends"
            }
            Property::Text => "implement Notation::format_position and Notation::parse_position, or Check::round_trip",
            Property::EqualKeys => "say when two positions are equal: Check::same",
            Property::FreshKeys => "if moves update keys, compute them afresh: Check::fresh_key",
            Property::SharedKeys => "check more positions, or start where moves transpose: Check::positions",
            Property::KeyParts => {
                "write positions as text of several words, which are then varied one by one, or supply Check::variants"
            }
            Property::Symmetry => "exchange the players, if the game allows it: Check::mirror",
            Property::Sides => "exchange the players, if the game allows it: Check::mirror",
            Property::Signs => {
                "write an evaluation that predicts results, start where games can be solved, or raise Check::nodes and \
                 Check::playouts"
            }
            Property::Knowledge => {
                "nothing to do if Evaluator::proven_bounds knows none; else start near the end, or raise Check::nodes"
            }
            Property::Searches => "raise Check::nodes, or start near the end of the game",
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.description())
    }
}

/// A property with the number of cases that tested it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Coverage {
    /// The property.
    pub property: Property,
    /// The number of positions, pairs, moves or searches that were compared; 0 if the property was not tested.
    pub cases: usize,
}
