//! The classic mistakes, one at a time.

use super::subject::{Place, Subject};
use nullwindow::check::Property;
use nullwindow::{Bounds, Depth, MoveBuf, Player, Score, Window};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A mistake in the rules, the scores or the keys of a game.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mistake {
    None,
    EvaluationNegated,
    /// The evaluation is that of the first player, whoever is to move.
    EvaluationForFirst,
    EvaluationVaries,
    /// The evaluation grows with the number of moves made.
    EvaluationOfHistory,
    EvaluationAsHighAsAWin,
    /// The winner loses.
    ResultNegated,
    /// Final scores are those of the first player.
    ResultForFirst,
    /// The final score depends on the length of the game, which is not part of the position.
    ResultOfHistory,
    MoveMissing,
    MoveTwice,
    MovesVary,
    MovesAfterEnd,
    /// Neither moves nor a final score.
    EndNotSeen,
    OverDisagrees,
    /// A move leads where the next one of the list should.
    PlayOfAnotherMove,
    PlayVaries,
    /// The same player has every move.
    MoverConstant,
    /// Only so many bits.
    KeyTooShort,
    /// The key is sometimes that of the position before.
    KeyStale,
    /// The key depends on the position before.
    KeyOfHistory,
    /// The key of the first four words of the text without this one.
    KeyWithoutWord(usize),
    /// The key of the text without its last character.
    KeyWithoutLastLetter,
    /// The bounds are too high, by one point.
    KnowledgeTooHigh,
    KnowledgeOfDraws,
    /// The text after a move, given the texts before it and after it.
    Text(&'static str, fn(&str, &str) -> String, Property),
}

impl Mistake {
    /// Mistakes that every game can have.
    pub(super) const OF_RULES: [Mistake; 16] = [
        Mistake::ResultNegated,
        Mistake::ResultForFirst,
        Mistake::MoveMissing,
        Mistake::MoveTwice,
        Mistake::MovesVary,
        Mistake::MovesAfterEnd,
        Mistake::EndNotSeen,
        Mistake::OverDisagrees,
        Mistake::PlayOfAnotherMove,
        Mistake::PlayVaries,
        Mistake::MoverConstant,
        Mistake::KeyTooShort,
        Mistake::KeyStale,
        Mistake::KeyOfHistory,
        Mistake::KnowledgeTooHigh,
        Mistake::KnowledgeOfDraws,
    ];
    /// Mistakes of games with an evaluation.
    pub(super) const OF_EVALUATION: [Mistake; 3] =
        [Mistake::EvaluationNegated, Mistake::EvaluationForFirst, Mistake::EvaluationVaries];
    /// Mistakes of games whose positions do not tell the number of moves made.
    pub(super) const OF_HISTORY: [Mistake; 2] = [Mistake::EvaluationOfHistory, Mistake::ResultOfHistory];

    /// Returns the name of the mistake.
    pub(super) fn name(self) -> String {
        match self {
            Mistake::Text(name, ..) => name.to_owned(),
            other => format!("{other:?}"),
        }
    }

    /// Returns the property that the mistake violates.
    pub(super) fn property(self) -> Property {
        match self {
            Mistake::EvaluationNegated => Property::Signs,
            Mistake::EvaluationForFirst => Property::Sides,
            Mistake::ResultNegated | Mistake::ResultForFirst | Mistake::ResultOfHistory => Property::Results,
            Mistake::MoveMissing => Property::Moves,
            Mistake::PlayOfAnotherMove => Property::Play,
            Mistake::KeyTooShort
            | Mistake::KeyStale
            | Mistake::KeyWithoutWord(_)
            | Mistake::KeyWithoutLastLetter
            | Mistake::EvaluationOfHistory => Property::SharedKeys,
            Mistake::KeyOfHistory => Property::EqualKeys,
            Mistake::KnowledgeTooHigh | Mistake::KnowledgeOfDraws => Property::Knowledge,
            Mistake::Text(_, _, property) => property,
            _ => Property::Consistency,
        }
    }

    pub(super) fn mover(self, game: &Subject<'_>, place: &Place) -> Player {
        if matches!(self, Mistake::MoverConstant) { Player::First } else { game.rules.mover(place) }
    }

    pub(super) fn moves(self, game: &Subject<'_>, place: &Place, moves: &mut MoveBuf<u16>) -> Option<Score> {
        let (over, count) = game.rules.moves(place);
        match self {
            // A whole class of moves is missing, as if a direction had been forgotten.
            Mistake::MoveMissing if count > 2 => (0..count - 1).for_each(|index| moves.push(index)),
            Mistake::MoveTwice if sometimes(game, place) => (0..count).chain([0]).for_each(|index| moves.push(index)),
            Mistake::MovesVary if odd_call(game) => (0..count).rev().for_each(|index| moves.push(index)),
            Mistake::MovesAfterEnd if over.is_some() => moves.push(0),
            _ => (0..count).for_each(|index| moves.push(index)),
        }
        over.filter(|_| !matches!(self, Mistake::EndNotSeen)).map(|score| self.result(game, place, score))
    }

    fn result(self, game: &Subject<'_>, place: &Place, score: Score) -> Score {
        match self {
            Mistake::ResultNegated => -score,
            Mistake::ResultForFirst => score.flip_if(game.rules.mover(place) == Player::Second),
            Mistake::ResultOfHistory => score.offset(place.ply.cast_signed() / 2),
            _ => score,
        }
    }

    pub(super) fn over(self, game: &Subject<'_>, place: &Place) -> Option<Score> {
        let (over, _) = game.rules.moves(place);
        match self {
            Mistake::OverDisagrees if sometimes(game, place) => Some(Score::ZERO),
            Mistake::EndNotSeen => None,
            _ => over.map(|score| self.result(game, place, score)),
        }
    }

    pub(super) fn play(self, game: &Subject<'_>, place: &Place, index: u16) -> Place {
        let (_, count) = game.rules.moves(place);
        let other = match self {
            Mistake::PlayOfAnotherMove => sometimes(game, place),
            Mistake::PlayVaries => sometimes(game, place) && odd_call(game),
            _ => false,
        };
        let next = game.rules.play(place, if other { (index + 1) % count } else { index });
        if let Mistake::Text(_, edit, _) = self {
            let text = edit(&game.rules.text(place), &game.rules.text(&next));
            return game.rules.place(&text).unwrap_or_else(|| panic!("{text} is no position"));
        }
        next
    }

    pub(super) fn evaluate(self, game: &Subject<'_>, place: &Place) -> Score {
        let score = game.rules.evaluate(place);
        match self {
            Mistake::EvaluationNegated => -score,
            Mistake::EvaluationForFirst => score.flip_if(game.rules.mover(place) == Player::Second),
            Mistake::EvaluationVaries => score.offset(i32::from(odd_call(game))),
            Mistake::EvaluationOfHistory => score.offset(place.ply.cast_signed()),
            Mistake::EvaluationAsHighAsAWin if sometimes(game, place) => game.rules.win_threshold(),
            _ => score,
        }
    }

    pub(super) fn bounds(self, game: &Subject<'_>, place: &Place, depth: Depth, window: Window) -> Bounds {
        let known = game.rules.bounds(place, depth, window);
        match self {
            Mistake::KnowledgeTooHigh if sometimes(game, place) => match known {
                Bounds::UNKNOWN => Bounds::at_least(Score::new(1)),
                known => Bounds { lower: known.lower.offset(1), upper: known.upper.offset(1) },
            },
            Mistake::KnowledgeOfDraws if sometimes(game, place) => Bounds::exactly(Score::ZERO),
            _ => known,
        }
    }

    pub(super) fn key(self, game: &Subject<'_>, place: &Place) -> u64 {
        let key = game.rules.key(place);
        match self {
            Mistake::KeyTooShort => hash(&key) & 0x3ff,
            Mistake::KeyStale if place.ply % 4 == 3 => place.before,
            Mistake::KeyOfHistory => key ^ place.before << 56,
            Mistake::KeyWithoutWord(left_out) => {
                let text = game.rules.text(place);
                let words = text.split(' ').take(4).enumerate().filter(|&(word, _)| word != left_out);
                hash(&words.map(|(_, word)| word).collect::<Vec<_>>())
            }
            Mistake::KeyWithoutLastLetter => {
                let text = game.rules.text(place);
                hash(&text[..text.len() - 1])
            }
            _ => key,
        }
    }
}

/// Returns whether a mistake that shows in a few positions shows in this one.
fn sometimes(game: &Subject<'_>, place: &Place) -> bool {
    hash(&game.rules.key(place)).is_multiple_of(7)
}

fn odd_call(game: &Subject<'_>) -> bool {
    game.calls.set(game.calls.get() + 1);
    game.calls.get().is_multiple_of(2)
}

fn hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
