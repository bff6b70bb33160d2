//! Chooses the move of a player of limited strength: the best one, after random numbers were added to the values.

use super::report::{ChosenMove, ScoreKind, SearchInfo};

/// A random choice among moves with values.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoisyChoice {
    /// The largest number that is added to a value.
    pub(super) noise: i32,
    /// The seed.
    pub(super) seed: u64,
}

impl NoisyChoice {
    /// Returns the move whose value is the greatest with a random number added; `None` without moves. The numbers depend
    /// on the seed, the position and the move alone, so that a game can be played again.
    pub(super) fn choose(&self, position: &str, moves: &[SearchInfo]) -> Option<ChosenMove> {
        let exact = moves.iter().filter(|info| info.kind == ScoreKind::Exact && !info.line.is_empty());
        let noisy = |info: &&SearchInfo| {
            let random = mixed(self.seed ^ hash(position) ^ hash(&info.line[0]).rotate_left(32));
            let range = u64::try_from(self.noise).unwrap_or(0) + 1;
            i64::from(info.score) + i64::try_from(random % range).unwrap_or(0)
        };
        // Of equals the last one is the maximum, and the better one shall be.
        let best = exact.rev().max_by_key(noisy)?;
        Some(ChosenMove { best: best.line.first().cloned(), ponder: best.line.get(1).cloned() })
    }
}

/// Hashes a text (FNV-1a). The hasher of the standard library may change with its version.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Mixes the bits of a number (the finalizer of splitmix64).
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn info(name: &str, score: i32) -> SearchInfo {
        SearchInfo {
            depth: Some(1),
            rank: 1,
            score,
            settled: false,
            kind: ScoreKind::Exact,
            win_distance: None,
            nodes: 1,
            time: Duration::ZERO,
            table_use: 0,
            line: vec![name.to_owned(), "reply".to_owned()],
        }
    }

    fn choices(noise: i32) -> Vec<String> {
        let moves = [info("a", 100), info("b", 80), info("c", 0)];
        let choice = |seed| NoisyChoice { noise, seed }.choose("position", &moves).and_then(|chosen| chosen.best);
        (0..200).filter_map(choice).collect()
    }

    #[test]
    fn moves_within_the_noise_are_chosen_and_others_are_not() {
        let count = |names: &[String], name: &str| names.iter().filter(|each| *each == name).count();
        let few = choices(50);
        assert!(count(&few, "a") > 100 && count(&few, "b") > 10 && count(&few, "c") == 0, "{few:?}");
        let many = choices(1000);
        assert!(["a", "b", "c"].iter().all(|name| count(&many, name) > 40), "{many:?}");
        assert_eq!(count(&choices(20), "a"), 200, "a tie goes to the better move");
    }

    #[test]
    fn a_seed_repeats_its_choices_and_no_move_gives_none() {
        assert_eq!(choices(300), choices(300));
        assert!(NoisyChoice { noise: 100, seed: 1 }.choose("position", &[]).is_none());
    }
}
