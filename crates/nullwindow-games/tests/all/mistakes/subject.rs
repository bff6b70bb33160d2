//! A game without its types, so that the conformance kit is compiled once for all games, with room for one mistake.

use super::mistake::Mistake;
use nullwindow::check::Check;
use nullwindow::{Bounds, Depth, Evaluator, Game, Keyed, MoveBuf, Player, Score, Window};
use nullwindow_games::Notation;
use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// A position of some game, with the history that a mistake may look at.
#[derive(Clone)]
pub(super) struct Place {
    position: Rc<dyn Any>,
    text: Rc<dyn Fn() -> String>,
    /// The plies from the root, and the key one ply earlier.
    pub(super) ply: u32,
    pub(super) before: u64,
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.text)())
    }
}

/// The answers of a game. A move is its index in the list of the correct game.
pub(super) trait Rules {
    fn place(&self, text: &str) -> Option<Place>;
    fn text(&self, place: &Place) -> String;
    fn mover(&self, place: &Place) -> Player;
    fn moves(&self, place: &Place) -> (Option<Score>, u16);
    fn play(&self, place: &Place, index: u16) -> Place;
    fn evaluate(&self, place: &Place) -> Score;
    fn bounds(&self, place: &Place, depth: Depth, window: Window) -> Bounds;
    fn win_threshold(&self) -> Score;
    fn key(&self, place: &Place) -> u64;
    fn same(&self, a: &Place, b: &Place) -> bool;
    /// Returns variants of the first position, each with one word of the text of the second.
    fn variants(&self, a: &Place, b: &Place) -> Vec<Place>;
    /// Returns the position with the players exchanged, if the game has one.
    fn exchanged(&self, place: &Place) -> Option<Place>;
}

/// Exchanges the players of a position.
pub(super) type Exchange<G> = fn(&<G as Game>::Position) -> <G as Game>::Position;

/// A correct game, and how its players are exchanged.
pub(super) struct Correct<G: Game> {
    pub(super) game: Rc<G>,
    pub(super) exchanged: Option<Exchange<G>>,
}

impl<G: Notation<Position: PartialEq + 'static, Move: 'static> + 'static> Correct<G> {
    fn wrap(&self, position: G::Position, ply: u32, before: u64) -> Place {
        let (game, shown) = (Rc::clone(&self.game), position.clone());
        let mut moves = MoveBuf::new();
        let over = self.game.moves(&position, &mut moves);
        let known = Known { position, over, moves: moves.iter().collect::<Vec<G::Move>>() };
        Place { position: Rc::new(known), text: Rc::new(move || game.format_position(&shown)), ply, before }
    }
}

/// A position with its moves, which are generated once.
struct Known<P, M> {
    position: P,
    over: Option<Score>,
    moves: Vec<M>,
}

fn known<G: Game<Position: 'static, Move: 'static>>(place: &Place) -> &Known<G::Position, G::Move> {
    place.position.downcast_ref().expect("a position of this game")
}

impl<G: Notation<Position: PartialEq + 'static, Move: 'static> + Evaluator + Keyed + 'static> Rules for Correct<G> {
    fn place(&self, text: &str) -> Option<Place> {
        Some(self.wrap(self.game.parse_position(text).ok()?, 0, 0))
    }

    fn text(&self, place: &Place) -> String {
        self.game.format_position(&known::<G>(place).position)
    }

    fn mover(&self, place: &Place) -> Player {
        self.game.mover(&known::<G>(place).position)
    }

    fn moves(&self, place: &Place) -> (Option<Score>, u16) {
        let known = known::<G>(place);
        (known.over, u16::try_from(known.moves.len()).expect("few moves"))
    }

    fn play(&self, place: &Place, index: u16) -> Place {
        let known = known::<G>(place);
        let next = self.game.play(&known.position, known.moves[usize::from(index)]);
        self.wrap(next, place.ply + 1, self.game.key(&known.position))
    }

    fn evaluate(&self, place: &Place) -> Score {
        self.game.evaluate(&known::<G>(place).position)
    }

    fn bounds(&self, place: &Place, depth: Depth, window: Window) -> Bounds {
        self.game.proven_bounds(&known::<G>(place).position, depth, window)
    }

    fn win_threshold(&self) -> Score {
        self.game.win_threshold()
    }

    fn key(&self, place: &Place) -> u64 {
        self.game.key(&known::<G>(place).position)
    }

    fn same(&self, a: &Place, b: &Place) -> bool {
        known::<G>(a).position == known::<G>(b).position
    }

    fn variants(&self, a: &Place, b: &Place) -> Vec<Place> {
        let positions = self.game.variants(&known::<G>(a).position, &known::<G>(b).position);
        positions.into_iter().map(|position| self.wrap(position, a.ply, a.before)).collect()
    }

    fn exchanged(&self, place: &Place) -> Option<Place> {
        Some(self.wrap((self.exchanged?)(&known::<G>(place).position), place.ply, place.before))
    }
}

/// The settings of the kit for one root.
#[derive(Clone, Copy)]
pub(super) struct KitSize {
    pub(super) positions: usize,
    pub(super) playouts: usize,
    pub(super) plies: usize,
    pub(super) nodes: usize,
}

/// A game with a mistake, or with none.
pub(super) struct Subject<'r> {
    pub(super) rules: &'r dyn Rules,
    pub(super) mistake: Mistake,
    /// Counts calls, for answers that change.
    pub(super) calls: Cell<u32>,
}

impl<'r> Subject<'r> {
    pub(super) fn new(rules: &'r dyn Rules, mistake: Mistake) -> Subject<'r> {
        Subject { rules, mistake, calls: Cell::new(0) }
    }

    /// Returns the kit that the author of the game would use, small enough for a hundred runs.
    pub(super) fn kit(&self, root: &Place, size: KitSize) -> Check<'_, Subject<'r>> {
        let (rules, KitSize { positions, playouts, plies, nodes }) = (self.rules, size);
        let kit = Check::new(self).same(|a, b| rules.same(a, b)).positions(positions).playouts(playouts).longest(plies);
        let kit = kit.nodes(nodes).searched(1).depth(Depth::plies(1));
        let kit = kit.round_trip(|place| rules.place(&rules.text(place))).variants(|a, b| rules.variants(a, b));
        match rules.exchanged(root) {
            Some(_) => kit.mirror(|place| rules.exchanged(place).unwrap_or_else(|| place.clone())),
            None => kit,
        }
    }
}

impl Game for Subject<'_> {
    type Position = Place;
    type Move = u16;

    fn mover(&self, place: &Place) -> Player {
        self.mistake.mover(self, place)
    }

    fn moves(&self, place: &Place, moves: &mut MoveBuf<u16>) -> Option<Score> {
        self.mistake.moves(self, place, moves)
    }

    fn play(&self, place: &Place, index: u16) -> Place {
        self.mistake.play(self, place, index)
    }

    fn over(&self, place: &Place, _: &mut MoveBuf<u16>) -> Option<Score> {
        self.mistake.over(self, place)
    }

    fn win_threshold(&self) -> Score {
        self.rules.win_threshold()
    }
}

impl Evaluator for Subject<'_> {
    fn evaluate(&self, place: &Place) -> Score {
        self.mistake.evaluate(self, place)
    }

    fn proven_bounds(&self, place: &Place, depth: Depth, window: Window) -> Bounds {
        self.mistake.bounds(self, place, depth, window)
    }
}

impl Keyed for Subject<'_> {
    fn key(&self, place: &Place) -> u64 {
        self.mistake.key(self, place)
    }
}
