//! Matches: the same games whatever the number of threads, no game lost or played twice, faults cost the game.

use nullwindow_engine::{Catalogue, Engine, GameResult, MoveNotation, PositionText};
use nullwindow_lab::Stop;
use nullwindow_lab::matches::{
    GameReferee, MatchGame, MatchLimits, MatchPlayer, MatchRules, MatchRun, MatchScore, MatchSetup, MoveRequest,
    OpeningBook, OpeningSource, PlayerAnswer, PlayerError, PlayerMaker, ResignRule, SearchPlayer, SearchSettings, Sprt,
    SprtDecision, run_match,
};
use std::collections::{BTreeMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

fn engine(name: &str) -> Arc<dyn Engine> {
    Catalogue::shipped().engine(name).unwrap()
}

fn nodes(nodes: u64) -> MatchLimits {
    let mut limits = MatchLimits::default();
    limits.nodes = Some(nodes);
    limits
}

fn player(engine: &Arc<dyn Engine>, algorithm: &str) -> impl Fn() -> Result<Box<dyn MatchPlayer>, PlayerError> {
    let mut settings = SearchSettings::new(algorithm.parse().unwrap());
    settings.table_bytes = 1 << 18;
    let engine = Arc::clone(engine);
    move || Ok(Box::new(SearchPlayer::new(&engine, &settings)?) as Box<dyn MatchPlayer>)
}

fn setup<'p>(
    engine: &Arc<dyn Engine>,
    players: [&'p PlayerMaker<'p>; 2],
    games: u32,
    concurrency: u32,
) -> MatchSetup<'p> {
    let book = OpeningBook::new(Arc::clone(engine), OpeningSource::Random { seed: 7 }).unwrap();
    let rules = MatchRules::new(nodes(100));
    MatchSetup { engine: Arc::clone(engine), players, rules, book, games, sprt: None, concurrency }
}

fn play(setup: MatchSetup<'_>, done: BTreeMap<u32, MatchGame>) -> MatchRun {
    run_match(setup, done, Stop::NEVER, |_, _| Ok::<(), Infallible>(())).unwrap()
}

/// Returns the games without their times, and without the numbers of nodes: those are reported from time to time.
fn timeless(run: &MatchRun) -> Vec<MatchGame> {
    let mut games: Vec<MatchGame> = run.games.values().cloned().collect();
    let timed = games.iter_mut().flat_map(|game| &mut game.work);
    timed.for_each(|work| (work.seconds, work.nodes) = (0.0, 0));
    games
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    for name in ["chess", "checkers", "othello", "connect4", "tictactoe", "nim"] {
        let engine = engine(name);
        let (a, b) = (player(&engine, "mtd-f"), player(&engine, "aspiration"));
        let one = play(setup(&engine, [&a, &b], 8, 1), BTreeMap::new());
        let four = play(setup(&engine, [&a, &b], 8, 4), BTreeMap::new());
        assert_eq!(timeless(&one), timeless(&four), "{name}");
        assert_eq!((one.played, one.score.games, one.stopped), (8, 8, false), "{name}");
        for pair in one.games.values().collect::<Vec<_>>().chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening, "{name}");
        }
    }
}

#[test]
fn an_interrupted_match_continues_with_the_missing_games() {
    let engine = engine("othello");
    let (a, b) = (player(&engine, "mtd-f"), player(&engine, "mtd-bi"));
    let whole = play(setup(&engine, [&a, &b], 10, 1), BTreeMap::new());
    let stop = AtomicBool::new(false);
    let mut kept = BTreeMap::new();
    let half = run_match(setup(&engine, [&a, &b], 10, 2), BTreeMap::new(), Stop::from(&stop), |game, _| {
        kept.insert(game.number, game.clone());
        stop.store(kept.len() >= 3, Relaxed);
        Ok::<(), Infallible>(())
    })
    .unwrap();
    assert!(half.stopped && half.games.len() < 10 && half.games == kept, "{} games", half.games.len());
    let before = u32::try_from(kept.len()).unwrap();
    let rest = play(setup(&engine, [&a, &b], 10, 2), kept);
    assert_eq!(rest.played, 10 - before);
    assert_eq!(timeless(&rest), timeless(&whole));
    assert_eq!(play(setup(&engine, [&a, &b], 10, 2), rest.games.clone()).played, 0);
    // Fewer games than there are: the first ones count.
    assert_eq!(play(setup(&engine, [&a, &b], 4, 1), rest.games).score.games, 4);
}

#[test]
fn a_test_ends_a_match_at_the_same_pair_whatever_the_threads() {
    let engine = engine("connect4");
    let (a, b) = (player(&engine, "mtd-f"), || Ok(Box::new(First) as Box<dyn MatchPlayer>));
    let sprt = Sprt::new(0.0, 200.0, 0.05, 0.05);
    let run = |concurrency| {
        let mut setup = setup(&engine, [&a, &b], 400, concurrency);
        setup.sprt = sprt;
        play(setup, BTreeMap::new())
    };
    let (one, three) = (run(1), run(3));
    assert_eq!(one.score.decision, SprtDecision::AcceptH1);
    assert!(one.score.games < 100, "{}", one.score.games);
    assert_eq!((one.score.pairs, one.score.llr), (three.score.pairs, three.score.llr));
    assert_eq!(MatchScore::of(three.games.values(), sprt.as_ref()).games, one.score.games);
}

/// Plays the first legal move.
struct First;

impl MatchPlayer for First {
    fn begin(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<PlayerAnswer, PlayerError> {
        Ok(PlayerAnswer { name: request.played.moves[0].clone(), ..PlayerAnswer::default() })
    }
}

/// Plays the first legal move, or a fault at the third.
struct Faulty {
    fault: &'static str,
    moves: u32,
}

impl MatchPlayer for Faulty {
    fn begin(&mut self) -> Result<(), PlayerError> {
        if self.fault == "begin" { Err(PlayerError("no start".to_owned())) } else { Ok(()) }
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<PlayerAnswer, PlayerError> {
        self.moves += 1;
        let mut answer = First.choose(request)?;
        match self.fault {
            "illegal" if self.moves == 3 => answer.name = "z9".to_owned(),
            "error" if self.moves == 3 => return Err(PlayerError("gone".to_owned())),
            "slow" if self.moves == 3 => std::thread::sleep(Duration::from_millis(60)),
            "sure" => answer.score = Some(if request.played.first_player_moves { 5000 } else { -5000 }),
            _ => {}
        }
        Ok(answer)
    }
}

/// Plays one game of a faulty player, A or B, in each colour.
fn faulty(fault: &'static str, rules: &MatchRules) -> Vec<MatchGame> {
    let engine = engine("chess");
    let game = |(number, side): (u32, usize)| {
        let mut players: [Box<dyn MatchPlayer>; 2] = [Box::new(First), Box::new(First)];
        players[side] = Box::new(Faulty { fault, moves: 0 });
        if fault == "sure" {
            players[1 - side] = Box::new(Faulty { fault, moves: 0 });
        }
        let referee = GameReferee::new(&*engine, rules, number, PositionText::start());
        referee.play(number, &mut players, &|| false).unwrap().unwrap()
    };
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(game).to_vec()
}

#[test]
fn a_fault_costs_the_game() {
    let mut rules = MatchRules::new(nodes(1));
    for (fault, reason) in [("illegal", "illegal move z9"), ("error", "gone"), ("begin", "no start")] {
        let games = faulty(fault, &rules);
        let points: Vec<usize> = games.iter().map(MatchGame::half_points).collect();
        assert_eq!(points, [0, 0, 2, 2], "{fault}: A is at fault in the first two");
        assert!(games.iter().all(|game| game.reason.ends_with(reason) && game.is_forfeit()), "{games:?}");
    }
    rules.limits[0].clock = Some((Duration::from_millis(50), Duration::ZERO));
    rules.limits[1].clock = rules.limits[0].clock;
    let games = faulty("slow", &rules);
    assert!(games.iter().all(|game| game.reason.ends_with("time forfeit")), "{games:?}");
}

#[test]
fn games_end_by_length_by_rule_and_by_agreement() {
    let mut rules = MatchRules::new(nodes(1));
    rules.max_plies = 5;
    let short = &faulty("none", &rules)[0];
    assert_eq!((short.moves.len(), short.result.as_str(), short.reason.as_str()), (5, "1/2-1/2", "maximum length"));
    rules.max_plies = 1000;
    let drawn = &faulty("none", &rules)[0];
    assert!(!drawn.is_forfeit() && drawn.reason != "maximum length", "{drawn:?}");
    rules.resign = Some(ResignRule { score: 1000, moves: 2 });
    let agreed = &faulty("sure", &rules)[0];
    assert_eq!((agreed.moves.len(), agreed.result.as_str()), (4, "1-0"));
    assert!(agreed.reason.starts_with("adjudicated") && !agreed.is_forfeit());
    rules.resign = Some(ResignRule { score: 6000, moves: 2 });
    assert!(faulty("sure", &rules)[0].moves.len() > 4);
    rules.resign = Some(ResignRule::in_units(&*engine("chess"), 10, 2));
    assert_eq!(rules.resign, Some(ResignRule { score: 1000, moves: 2 }));
}

#[test]
fn openings_are_legal_new_and_balanced() {
    for name in ["chess", "checkers", "othello", "connect4", "tictactoe", "nim"] {
        let engine = engine(name);
        let book = |seed| OpeningBook::new(Arc::clone(&engine), OpeningSource::Random { seed }).unwrap();
        let (mut one, mut same, mut other) = (book(1), book(1), book(2));
        let mut seen = HashSet::new();
        let mut differ = false;
        for pair in 0..12 {
            let opening = one.opening(pair).unwrap();
            let played = engine.played(&opening, MoveNotation::Own).unwrap();
            assert!(played.over.is_none() && !played.moves.is_empty(), "{name}: {opening:?}");
            seen.insert(played.notation);
            assert_eq!(same.opening(pair).unwrap(), opening, "{name}");
            differ |= other.opening(pair).unwrap() != opening;
        }
        assert!(differ, "{name}");
        assert_eq!(seen.len() + one.repeated() as usize, 12, "{name}");
        if !["tictactoe", "nim"].contains(&name) {
            assert_eq!(one.repeated(), 0, "{name}");
        }
        // In any order.
        assert_eq!(book(1).opening(11).unwrap(), one.opening(11).unwrap());
    }
}

#[test]
fn openings_come_from_files() {
    let engine = engine("chess");
    let games = engine.read_games("1. e4 e5\n7k/8/5K2/8/8/8/8/6R1 w - - 0 1\n").unwrap();
    let mut book = OpeningBook::new(Arc::clone(&engine), OpeningSource::of_games(&games)).unwrap();
    assert_eq!(book.opening(0).unwrap().moves, ["e4", "e5"]);
    assert!(book.opening(1).unwrap().text.unwrap().starts_with("7k/"));
    assert_eq!(book.opening(2).unwrap(), book.opening(0).unwrap());
    assert_eq!(book.repeated(), 1);
    let over = engine.read_games("1. f3 e5 2. g4 Qh4#\n").unwrap();
    assert!(OpeningBook::new(Arc::clone(&engine), OpeningSource::of_games(&over)).is_err());
    assert!(OpeningBook::new(engine, OpeningSource::Games(Vec::new())).is_err());
}

#[test]
fn games_become_files_of_the_game() {
    let engine = engine("chess");
    let (a, b) = (player(&engine, "mtd-f"), player(&engine, "aspiration"));
    let run = play(setup(&engine, [&a, &b], 2, 1), BTreeMap::new());
    for game in run.games.values() {
        let file = engine.write_game(&game.text(["A", "B"])).unwrap();
        let read = engine.read_games(&file).unwrap().remove(0);
        assert_eq!(read.moves.len(), game.opening.len() + game.moves.len());
        assert_eq!(read.result, GameResult::read(&game.result));
        assert_eq!(read.players[usize::from(!game.a_is_first())].as_deref(), Some("A"));
    }
}

#[cfg(feature = "store")]
mod stored {
    use super::*;
    use nullwindow_lab::matches::MatchStore;
    use nullwindow_lab::store::{Setting, Store, StoreError};

    #[test]
    fn finished_games_are_kept_by_match_and_setting() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("m.db");
        let engine = engine("tictactoe");
        let (a, b) = (player(&engine, "mtd-f"), player(&engine, "aspiration"));
        let setting = Setting::here(1);
        let mut store = MatchStore::open(&path, &setting, "one").unwrap();
        let run = run_match(setup(&engine, [&a, &b], 4, 1), BTreeMap::new(), Stop::NEVER, |game, _| store.put(game));
        let run = run.unwrap();
        assert_eq!(store.games().unwrap(), run.games);
        assert!(matches!(MatchStore::open(&path, &setting, "one"), Err(StoreError::Running { .. })));
        drop(store);
        assert!(MatchStore::open(&path, &setting, "two").unwrap().games().unwrap().is_empty());
        assert!(MatchStore::open(&path, &Setting::here(2), "one").unwrap().games().unwrap().is_empty());
        let mut store = MatchStore::open(&path, &setting, "one").unwrap();
        assert_eq!(store.games().unwrap().len(), 4);
        store.clear().unwrap();
        assert!(store.games().unwrap().is_empty());
        drop(store);
        // The rows of searches are not touched.
        assert!(Store::read(&path).unwrap().is_empty().unwrap());
    }
}
