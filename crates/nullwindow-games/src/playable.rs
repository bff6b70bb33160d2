//! The trait of games that every command can use.

use crate::{
    BoardDiagram, ComposeError, DiagramPiece, GameSetting, Notation, Perft, ProblemSet, Profile, SettingError,
};
use nullwindow::check::Check;
use nullwindow::{Evaluator, Game, Keyed, Player, Score};

/// A game with rules, evaluation, keys and notation: everything that the programs need.
///
/// Every method has a default, so that `impl Playable for MyGame {}` is enough.
pub trait Playable:
    Evaluator + Keyed + Notation + Perft + Game<Position: Send + Sync, Move: Send + Sync> + Clone + Send + Sync + 'static
{
    /// Returns the properties of the game that are not rules: names, units, usual depths, how to solve it.
    fn profile(&self) -> Profile {
        Profile::default()
    }

    /// Describes an exact value of `position`, from its mover's point of view, in the game's terms: the winner and the
    /// margin or distance.
    fn describe_value(&self, position: &Self::Position, value: Score) -> String {
        describe(self, position, value, |winner, magnitude| {
            let profile = self.profile();
            match distance(&profile, self.win_threshold(), magnitude) {
                Some(plies) => format!("{winner} wins in {} moves", moves_of_winner(plies)),
                None => format!("{winner} gets {}", in_units(magnitude, profile.scale)),
            }
        })
    }

    /// Writes a score of a search, which may be heuristic, in a few characters: `+0.35`, `#3`, `#-3`.
    fn short_score(&self, score: Score) -> String {
        let (profile, signed) = (self.profile(), score.get());
        match distance(&profile, self.win_threshold(), signed.abs()) {
            _ if !score.is_finite() => score.to_string(),
            // Wins with a distance are written as mates, whatever the unit: `#3`, and `#-3` for a loss.
            Some(plies) => format!("#{}{}", if signed < 0 { "-" } else { "" }, moves_of_winner(plies)),
            None if profile.scale == 1 && signed == 0 => "0".to_owned(),
            None if signed < 0 => format!("-{}", in_units(-signed, profile.scale)),
            None => format!("+{}", in_units(signed, profile.scale)),
        }
    }

    /// Returns the number of moves left in the game, in plies and without passes, if the position tells: the number of
    /// empty squares. The default does not know.
    fn moves_left(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Returns the last plies of a game that [`proven_bounds`](Evaluator::proven_bounds) decides at little cost. The
    /// default has none.
    fn endgame_plies(&self) -> u32 {
        0
    }

    /// Returns an estimate of the plies until the game is over or decided at little cost:
    /// [`Request::with_plies_left`](nullwindow::Request::with_plies_left).
    fn plies_left(&self, position: &Self::Position) -> Option<u32> {
        self.moves_left(position).map(|left| left.saturating_sub(self.endgame_plies()))
    }

    /// Returns the game after these positions were played, from the first to the one before `now`, the current position:
    /// its rules may draw a position that occurs again. The default returns `None`: the past does not matter.
    fn with_history(&self, played: &[Self::Position], now: &Self::Position) -> Option<Self> {
        let _ = (played, now);
        None
    }

    /// Returns the game without its draws by rule, such as those by repetition or by moves without progress. Players
    /// that have not claimed such a draw go on by it. The default returns `None`: there are no such draws.
    fn without_draws(&self) -> Option<Self> {
        None
    }

    /// Returns the settings of the game, in the order in which they are applied: one that replaces values which others
    /// change comes first. The default has none.
    fn settings(&self) -> &'static [GameSetting] {
        &[]
    }

    /// Returns the game with a setting changed: its evaluation or its knowledge, never its rules. Values of searches may
    /// differ, so that games with different settings must not share a table. Files are read here.
    ///
    /// # Errors
    /// If the game has no such setting, or the setting no such value. The default always returns an error that lists
    /// [`Playable::settings`].
    fn with_setting(&self, name: &str, value: &str) -> Result<Self, SettingError> {
        let _ = value;
        Err(SettingError::unknown(Self::NAME, name, self.settings()))
    }

    /// Returns the problem sets that the speed benchmark solves. The default has none.
    fn problems(&self) -> Vec<ProblemSet> {
        Vec::new()
    }

    /// Returns the position on a board of cells, for front ends that draw it. The default returns `None`: the game has no
    /// such board, and front ends show [`Playable::svg`] or [`Notation::draw`].
    fn diagram(&self, position: &Self::Position) -> Option<BoardDiagram> {
        let _ = position;
        None
    }

    /// Returns the cells of the [diagram](Playable::diagram) that a player clicks for a legal move, in this order: where a
    /// piece starts, the cells it comes to between its jumps, and where it ends; or the cell that a stone is placed on. A
    /// pass has none. Moves with the same cells are distinguished by their names. The default returns none.
    fn move_cells(&self, position: &Self::Position, play: Self::Move) -> Vec<usize> {
        let _ = (position, play);
        Vec::new()
    }

    /// Returns the position with these pieces on the cells of the [diagram](Playable::diagram), set up by hand. Counters
    /// and rights that a board does not show are those of a new game. A game that implements this offers pieces in its
    /// diagrams ([`BoardDiagram::with_pieces`]).
    ///
    /// # Errors
    /// If the pieces are not a position of the game. The default always returns [`ComposeError::Unsupported`].
    fn compose(&self, cells: &[Option<DiagramPiece>], first_moves: bool) -> Result<Self::Position, ComposeError> {
        let _ = (cells, first_moves);
        Err(ComposeError::Unsupported { game: Self::NAME })
    }

    /// Draws the position as SVG, for games whose boards are not made of cells. The default returns `None`.
    fn svg(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// Returns the conformance kit, extended by what only the author of a game knows: equality of positions, the position
    /// with the players exchanged, and a second, slow implementation of the rules ([`Check::reference`]).
    fn kit(&self) -> Check<'_, Self> {
        Check::new(self)
    }
}

/// Describes a value: "a draw", or the text that `win` makes of the winner's name and the absolute value.
pub(crate) fn describe<G: Playable>(
    game: &G,
    position: &G::Position,
    value: Score,
    win: impl Fn(&str, i32) -> String,
) -> String {
    if value == Score::ZERO {
        return "a draw".to_owned();
    }
    let mover = game.mover(position);
    let winner = if value > Score::ZERO { mover } else { mover.other() };
    win(game.profile().players[usize::from(winner == Player::Second)], value.get().abs())
}

/// Returns the plies to the end of the game if a score of this magnitude is a win that encodes its distance.
fn distance(profile: &Profile, win_threshold: Score, magnitude: i32) -> Option<i32> {
    profile.win.filter(|_| magnitude >= win_threshold.get()).map(|win| win.get() - magnitude)
}

/// Converts plies to moves of the winner.
pub(crate) fn moves_of_winner(plies: i32) -> i32 {
    (plies + 1) / 2
}

/// Writes a magnitude in units, with as many decimals as the scale has digits.
fn in_units(magnitude: i32, scale: i32) -> String {
    if scale <= 1 {
        return magnitude.to_string();
    }
    let decimals = scale.ilog10() as usize;
    format!("{:.decimals$}", f64::from(magnitude) / f64::from(scale))
}

#[cfg(all(test, feature = "chess"))]
mod tests {
    use super::*;
    use crate::checkers::Checkers;
    use crate::chess::{Chess, MATE};
    use crate::connect_four::ConnectFour;
    use crate::nim::Nim;
    use crate::othello::Othello;
    use crate::tic_tac_toe::TicTacToe;

    fn at_start<G: Playable>(game: &G, value: i32) -> String {
        game.describe_value(&game.start(), Score::new(value))
    }

    fn short<G: Playable>(game: &G, score: i32) -> String {
        game.short_score(Score::new(score))
    }

    #[test]
    fn values_are_described_as_players_do() {
        assert_eq!(at_start(&Othello::new(), 38), "X wins by 38 discs");
        assert_eq!(at_start(&Othello::new(), -2), "O wins by 2 discs");
        assert_eq!(at_start(&ConnectFour::standard(), 1), "x wins with the last stone of x");
        assert_eq!(
            at_start(&ConnectFour::standard(), -18),
            "o wins with 18 stones of o left, the winning one included"
        );
        assert_eq!(at_start(&Chess::new(), MATE - 1), "White mates in 1");
        assert_eq!(at_start(&Chess::new(), 4 - MATE), "Black mates in 2");
        assert_eq!(at_start(&Checkers::new(), MATE - 5), "Black wins in 3 moves");
        assert_eq!(at_start(&TicTacToe, 0), "a draw");
        assert_eq!(at_start(&TicTacToe, 3), "X wins with 2 squares left empty");
        assert_eq!(at_start(&TicTacToe, -1), "O wins with the last square");
        assert_eq!(at_start(&Nim::default(), 1), "the first player wins");
    }

    #[test]
    fn values_that_are_no_wins_are_not_described_as_wins() {
        assert_eq!(at_start(&Chess::new(), 35), "White is ahead by 0.35 pawns");
        assert_eq!(at_start(&Checkers::new(), -120), "White is ahead by 1.20 men");
        let judged = ConnectFour::standard().with_heuristic();
        assert_eq!(at_start(&judged, 2000), "x wins with 2 stones of x left, the winning one included");
        assert_eq!(at_start(&judged, 1000), "x wins with the last stone of x");
        assert_eq!(at_start(&judged, -7), "o is ahead by 0.007 stones left");
    }

    #[test]
    fn short_scores_show_pawns_and_mates() {
        assert_eq!([35, -120, 0].map(|score| short(&Chess::new(), score)), ["+0.35", "-1.20", "+0.00"]);
        assert_eq!([MATE - 5, 4 - MATE].map(|score| short(&Chess::new(), score)), ["#3", "#-2"]);
        assert_eq!(short(&Othello::new(), -6), "-6");
        let judged = ConnectFour::standard().with_heuristic();
        assert_eq!([999, -7, 2000].map(|score| short(&judged, score)), ["+0.999", "-0.007", "+2"]);
        assert_eq!([0, -7].map(|score| short(&ConnectFour::standard(), score)), ["0", "-7"]);
        assert_eq!(Othello::new().short_score(Score::INFINITY), "+inf");
    }
}
