//! Matches between two evaluations.

use crate::predict::Judge;
use nullwindow::depth_first::AlphaBeta;
use nullwindow::{Depth, Evaluator, Game, MoveBuf, Player, Score, Search};
use nullwindow_games::checkers::{Checkers, Move, PlayedGame, Position};
use rayon::prelude::*;
use std::collections::HashSet;

/// Checkers with another evaluation.
struct Rival<'a> {
    game: Checkers,
    judge: Judge<'a>,
}

impl Game for Rival<'_> {
    type Position = Position;
    type Move = Move;

    fn mover(&self, position: &Position) -> Player {
        self.game.mover(position)
    }

    fn moves(&self, position: &Position, moves: &mut MoveBuf<Move>) -> Option<Score> {
        self.game.moves(position, moves)
    }

    fn play(&self, position: &Position, play: Move) -> Position {
        self.game.play(position, play)
    }

    fn over(&self, position: &Position, scratch: &mut MoveBuf<Move>) -> Option<Score> {
        self.game.over(position, scratch)
    }

    fn win_threshold(&self) -> Score {
        self.game.win_threshold()
    }
}

impl Evaluator for Rival<'_> {
    fn evaluate(&self, position: &Position) -> Score {
        #[allow(clippy::cast_possible_truncation, reason = "far from the limits")]
        Score::new(self.judge.value(position).round() as i32)
    }
}

/// The wins, draws and losses of the first evaluation.
pub struct DuelScore(pub [u32; 3]);

/// Plays pairs of games. Each pair starts `plies` plies into another recorded game, and both evaluations play it with
/// either colour at `depth` plies.
pub fn duel(openings: &[PlayedGame], plies: usize, pairs: usize, depth: u32, [one, two]: [Judge<'_>; 2]) -> DuelScore {
    // Many recorded games share their opening; each start position is used once.
    let mut seen = HashSet::new();
    let mut starts = openings.iter().filter_map(|game| game.positions().get(plies).copied());
    let starts: Vec<Position> = starts.by_ref().filter(|start| seen.insert(*start)).take(pairs).collect();
    let games: Vec<usize> = starts
        .par_iter()
        .flat_map_iter(|start| [(Player::First, start), (Player::Second, start)])
        .map(|(colour, start)| {
            let black = if colour == Player::First { [one, two] } else { [two, one] };
            let result = play(start, black, depth);
            match result {
                None => 1,
                Some(winner) if winner == colour => 0,
                Some(_) => 2,
            }
        })
        .collect();
    DuelScore([0, 1, 2].map(|which| games.iter().filter(|&&game| game == which).count().try_into().unwrap_or(u32::MAX)))
}

/// Plays a game and returns the winner.
fn play(start: &Position, judges: [Judge<'_>; 2], depth: u32) -> Option<Player> {
    let mut played = vec![*start];
    loop {
        let position = played[played.len() - 1];
        let judge = judges[usize::from(position.mover() == Player::Second)];
        let rival = Rival { game: Checkers::new().with_record(&played[..played.len() - 1], &position), judge };
        if let Some(score) = rival.over(&position, &mut MoveBuf::new()) {
            return (score != Score::ZERO).then(|| position.mover().other());
        }
        // A plain Alpha-Beta search: both sides get the same algorithm, so only the evaluation differs.
        let best = Search::new(&rival).run(&AlphaBeta, &position, Depth::plies(depth)).best?;
        played.push(rival.play(&position, best));
    }
}
