//! The catalogue entry of Othello: names, units, usual depths, how to solve it.

use super::{FFO, Move, Othello, OthelloBoard, Problem, diagram, knowledge, settings};
use crate::playable::describe;
use crate::{
    BenchSettings, BoardDiagram, ComposeError, DiagramPiece, GameSetting, Judging, Listing, Notation, Playable,
    ProblemPart, ProblemSet, Profile, Purpose, SettingError, SizeError, Solving,
};
use nullwindow::Score;
use nullwindow::check::Check;

impl Playable for Othello {
    fn profile(&self) -> Profile {
        // The evaluation predicts the final score, and one more iteration costs little compared with the endgame. Short
        // searches order moves better than the evaluation, which pays off where the tree below them is large.
        let solving = Solving::ToTheEnd { guess: 11, order: Othello::SOLVING };
        Profile::default()
            .with_unit("discs", 1)
            .with_usual(Some(6), 20)
            .with_tour(7, 3)
            .with_bench(BenchSettings { depth: 8, positions: 2, perft_depth: 9, threads_depth: Some(11) })
            // One ply above the horizon a node costs about as much as a cache miss.
            .with_memory_from(2)
            // To depth 14 the iterations to odd depths would take a quarter of the time and save nothing.
            .with_step(2)
            .with_order(Othello::ORDER)
            .with_solving(solving)
            .with_solvable(18, "empty squares")
            .with_protocols(&["gtp", "nboard"])
            .with_judging(Judging { inaccuracy: 2, mistake: 4, blunder: 10, enough: 64 })
    }

    fn endgame_plies(&self) -> u32 {
        if self.uses_knowledge { knowledge::UNORDERED } else { 0 }
    }

    fn describe_value(&self, position: &OthelloBoard, value: Score) -> String {
        describe(self, position, value, |winner, discs| format!("{winner} wins by {discs} discs"))
    }

    fn moves_left(&self, board: &OthelloBoard) -> Option<u32> {
        Some(board.empty().count_ones())
    }

    fn problems(&self) -> Vec<ProblemSet> {
        let about = "the endgames 40 to 49 of the FFO test in Othello (about a minute)";
        let parts = FFO.iter().filter_map(|line| Problem::parse(line).ok()).map(|problem| ProblemPart {
            name: format!("FFO {}", problem.number.unwrap_or_default()),
            positions: vec![self.format_position(&problem.board)],
            value: problem.moves.first().map(|&(_, value)| value),
        });
        vec![ProblemSet::new("ffo", about, 256 << 20, parts.collect()).with_threads_compared()]
    }

    fn settings(&self) -> &'static [GameSetting] {
        &settings::SETTINGS
    }

    fn with_setting(&self, name: &str, value: &str) -> Result<Othello, SettingError> {
        settings::apply(*self, name, value)
    }

    fn diagram(&self, board: &OthelloBoard) -> Option<BoardDiagram> {
        Some(diagram::of(board))
    }

    fn move_cells(&self, _: &OthelloBoard, play: Move) -> Vec<usize> {
        diagram::move_cells(play)
    }

    fn compose(&self, cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<OthelloBoard, ComposeError> {
        diagram::compose(cells, first_moves)
    }

    fn kit(&self) -> Check<'_, Othello> {
        Check::new(self).same(|a, b| a == b).mirror(OthelloBoard::exchanged).nodes(1000)
    }
}

/// Lists [`Othello`].
#[derive(Clone, Copy, Debug)]
pub struct OthelloListing;

impl Listing for OthelloListing {
    type Game = Othello;

    fn name(&self) -> &str {
        Othello::NAME
    }

    fn aliases(&self) -> &[&str] {
        &["reversi"]
    }

    fn create(&self, size: &[&str], purpose: Purpose) -> Result<Othello, SizeError> {
        SizeError::unless_empty(Othello::NAME, size)?;
        Ok(match purpose {
            Purpose::FixedDepth | Purpose::Solve => Othello::new(),
            Purpose::Selective => Othello::new().selective(),
            Purpose::Proof => Othello::new().without_knowledge(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_endgame_test_is_a_problem() {
        let sets = Othello::new().problems();
        assert_eq!((sets.len(), sets[0].parts.len()), (1, FFO.len()));
        assert_eq!((&*sets[0].parts[0].name, sets[0].parts[0].value), ("FFO 40", Some(38)));
        assert_eq!((&*sets[0].parts[9].name, sets[0].parts[9].value), ("FFO 49", Some(16)));
    }
}
