//! Sessions: every game plays, stops, ponders and obeys its rules about the past.

use nullwindow::AnyAlgorithm;
use nullwindow_engine::{
    Catalogue, ChosenMove, EngineError, GameClock, GoLimits, PositionText, Purpose, ScoreKind, SearchInfo, Session,
    SessionEvent, StrengthLevel,
};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time after which a test fails instead of waiting: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);
/// The time within which an answer counts as immediate. It is far above the real one, because other tests use the same
/// cores; `tests/clients/uci.py` keeps real clocks.
const AT_ONCE: Duration = Duration::from_secs(1);
/// A position with a single legal move, Kh2.
const FORCED: &str = "k7/8/8/8/8/8/6P1/r6K w - - 0 1";

/// An event that outlives its search.
#[derive(Debug)]
enum Heard {
    Info(SearchInfo),
    Best(ChosenMove),
}

fn session(game: &str) -> Session {
    Session::new(Catalogue::shipped().engine(game).unwrap()).unwrap()
}

fn at(game: &str, text: Option<&str>, moves: &str) -> Session {
    let mut session = session(game);
    session.set_position(position(text, moves)).unwrap();
    session
}

fn position(text: Option<&str>, moves: &str) -> PositionText {
    PositionText { text: text.map(str::to_owned), moves: moves.split_ascii_whitespace().map(str::to_owned).collect() }
}

fn go(session: &mut Session, limits: &GoLimits) -> Receiver<Heard> {
    let (sender, receiver) = channel();
    let listener = move |event: &SessionEvent<'_>| {
        let heard = match *event {
            SessionEvent::Info(info) => Heard::Info(info.clone()),
            SessionEvent::BestMove(chosen) => Heard::Best(chosen.clone()),
            _ => return,
        };
        let _ = sender.send(heard);
    };
    session.go(limits, listener).unwrap();
    receiver
}

/// Waits for the answer.
fn answer(receiver: &Receiver<Heard>) -> (Vec<SearchInfo>, ChosenMove) {
    let (mut infos, end) = (Vec::new(), Instant::now() + PATIENCE);
    loop {
        match receiver.recv_timeout(end.saturating_duration_since(Instant::now())).expect("an answer") {
            Heard::Info(info) => infos.push(info),
            Heard::Best(chosen) => {
                assert!(matches!(receiver.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected)), "two answers");
                return (infos, chosen);
            }
        }
    }
}

fn search(session: &mut Session, limits: &GoLimits) -> (Vec<SearchInfo>, ChosenMove) {
    let receiver = go(session, limits);
    answer(&receiver)
}

fn seconds(seconds: u64) -> GoLimits {
    GoLimits::of_clock(GameClock::new(Duration::from_secs(seconds)))
}

#[test]
fn every_game_is_played_to_its_end_with_legal_moves() {
    for game in ["othello", "checkers", "chess", "connect4", "connect4 5x4", "tictactoe", "nim"] {
        let mut session = session(game);
        let mut position = PositionText::start();
        for _ in 0..200 {
            let played = session.set_position(position.clone()).unwrap();
            let (infos, chosen) = search(&mut session, &GoLimits::of_depth(2));
            assert!(!infos.is_empty(), "{game}: a score with every answer");
            let Some(best) = chosen.best else {
                assert!(played.over.is_some() && played.moves.is_empty(), "{game}");
                break;
            };
            assert!(played.moves.contains(&best), "{game}: {best} in {}", played.notation);
            if let Some(ponder) = chosen.ponder {
                let mut next = position.clone();
                next.moves.extend([best.clone(), ponder]);
                session.set_position(next).unwrap();
            }
            if played.drawn {
                break;
            }
            position.moves.push(best);
        }
    }
}

#[test]
fn every_algorithm_that_finds_a_move_plays() {
    for algorithm in AnyAlgorithm::all().into_iter().filter(AnyAlgorithm::finds_best_move) {
        for (game, moves) in [("chess", "e4 e5"), ("connect4", "4 4"), ("othello", "")] {
            let mut session = at(game, None, moves);
            session.set_options(|options| options.algorithm = algorithm);
            let (infos, chosen) = search(&mut session, &GoLimits::of_depth(3));
            assert_eq!(infos.last().and_then(|info| info.line.first()), chosen.best.as_ref(), "{algorithm}: {game}");
            assert_eq!(infos.last().and_then(|info| info.depth), Some(3), "{algorithm}: {game}");
            assert!(session.played().unwrap().moves.contains(&chosen.best.unwrap()), "{algorithm}: {game}");
        }
    }
}

#[test]
fn a_search_stops_at_once() {
    for game in ["chess", "othello", "checkers", "connect4"] {
        for threads in [1, 2] {
            let mut session = session(game);
            session.set_options(|options| options.threads = threads);
            let receiver = go(&mut session, &GoLimits::until_stopped());
            std::thread::sleep(Duration::from_millis(300));
            let start = Instant::now();
            session.stop();
            let (infos, chosen) = answer(&receiver);
            assert!(start.elapsed() < AT_ONCE, "{game}: {:?}", start.elapsed());
            assert!(chosen.best.is_some() && infos.iter().any(|info| info.depth >= Some(1)), "{game}");
        }
    }
}

#[test]
fn a_search_that_is_stopped_before_it_begins_has_a_move_and_a_score() {
    for game in ["chess", "othello", "checkers", "connect4", "tictactoe", "nim"] {
        let mut session = session(game);
        let search = session.prepare(&GoLimits::until_stopped()).unwrap();
        session.stop();
        let (mut scores, mut chosen) = (0, None);
        search.run(&mut |event| match *event {
            SessionEvent::Info(_) => scores += 1,
            SessionEvent::BestMove(best) => chosen = best.best.clone(),
            _ => {}
        });
        assert!(scores > 0 && session.played().unwrap().moves.contains(&chosen.unwrap()), "{game}");
    }
}

#[test]
fn an_infinite_search_waits_for_the_stop() {
    // Tic-tac-toe is solved in milliseconds.
    let mut session = session("tictactoe");
    let receiver = go(&mut session, &GoLimits::until_stopped());
    let mut infos = 0;
    while let Ok(heard) = receiver.recv_timeout(Duration::from_millis(500)) {
        assert!(matches!(heard, Heard::Info(_)), "an answer without a stop");
        infos += 1;
    }
    assert!(infos > 0);
    session.stop();
    assert!(answer(&receiver).1.best.is_some());
}

#[test]
fn pondering_waits_for_the_hit_and_then_uses_the_clock() {
    let limits = |text: &str, clock: u64| {
        let mut limits = seconds(clock);
        limits.ponder = true;
        let mut session = at("chess", Some(text), "");
        let receiver = go(&mut session, &limits);
        (session, receiver)
    };
    // A single move, and it still waits.
    let (mut session, receiver) = limits(FORCED, 1);
    std::thread::sleep(Duration::from_millis(200));
    assert!(receiver.try_iter().all(|heard| matches!(heard, Heard::Info(_))));
    session.ponder_hit();
    let (infos, chosen) = answer(&receiver);
    assert_eq!(chosen.best.as_deref(), Some("Kh2"));
    assert!(!infos.is_empty(), "a score after the hit");
    // Without a hit, a stop ends it.
    let (mut session, receiver) = limits("startpos", 1);
    session.stop();
    assert!(answer(&receiver).1.best.is_some());
    // After the hit the search ends by its clock, and not before.
    let (mut session, receiver) = limits("startpos", 3);
    session.ponder_hit();
    let start = Instant::now();
    assert!(answer(&receiver).1.best.is_some());
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}

#[test]
fn a_clock_is_kept() {
    for (game, milliseconds) in [("chess", 100), ("othello", 100), ("chess", 1000), ("connect4", 1000)] {
        let mut session = session(game);
        let clock = Duration::from_millis(milliseconds);
        let start = Instant::now();
        let (_, chosen) = search(&mut session, &GoLimits::of_clock(GameClock::new(clock)));
        assert!(chosen.best.is_some());
        assert!(start.elapsed() < clock.max(AT_ONCE), "{game}: {:?} of {clock:?}", start.elapsed());
    }
    let mut session = session("chess");
    let start = Instant::now();
    search(&mut session, &GoLimits::of_move_time(Duration::from_millis(300)));
    // The search ends early if the next pass would not finish in time.
    let (least, most) = (Duration::from_millis(100), Duration::from_millis(300) + AT_ONCE);
    assert!((least..most).contains(&start.elapsed()), "{:?}", start.elapsed());
}

#[test]
fn a_forced_move_on_a_clock_is_made_at_once() {
    let mut session = at("chess", Some(FORCED), "");
    let start = Instant::now();
    let (infos, chosen) = search(&mut session, &seconds(3600));
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
    assert_eq!(chosen.best.as_deref(), Some("Kh2"));
    assert!(!infos.is_empty());
    // Without a clock there is something to analyse.
    let (infos, _) = search(&mut session, &GoLimits::of_depth(5));
    assert_eq!(infos.last().and_then(|info| info.depth), Some(5));
}

#[test]
fn a_mate_is_reported_with_its_distance() {
    let mut session = at("chess", Some("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), "");
    let (infos, chosen) = search(&mut session, &GoLimits::default());
    let last = infos.last().unwrap();
    assert_eq!((chosen.best.as_deref(), last.win_distance, last.kind), (Some("Rd8#"), Some(1), ScoreKind::Exact));
    assert_eq!(search(&mut at("chess", Some("k7/8/8/8/8/8/8/K7 w - - 0 1"), ""), &GoLimits::of_depth(2)).0[0].score, 0);
}

#[test]
fn limits_of_depth_nodes_and_moves_are_kept() {
    let mut session = session("chess");
    let (infos, _) = search(&mut session, &GoLimits::of_depth(3));
    assert_eq!(infos.iter().filter_map(|info| info.depth).max(), Some(3));
    let mut limits = GoLimits::default();
    limits.nodes = Some(5000);
    session.clear_table();
    let (infos, _) = search(&mut session, &limits);
    assert!(infos.iter().all(|info| info.nodes <= 5000), "{infos:?}");
    let mut limits = GoLimits::of_depth(3);
    limits.only = vec!["a3".into(), "h2h3".into()];
    let (infos, chosen) = search(&mut session, &limits);
    assert!(["a3", "h3"].contains(&chosen.best.as_deref().unwrap()));
    assert!(infos.iter().all(|info| ["a3", "h3"].contains(&info.line[0].as_str())));
    limits.only.push("e2e5".into());
    assert!(matches!(session.go(&limits, |_| ()), Err(EngineError::Move { .. })));
}

#[test]
fn several_best_moves_are_reported_in_order() {
    let mut session = at("chess", None, "e4 d5");
    session.set_options(|options| options.multi_pv = 3);
    let (infos, chosen) = search(&mut session, &GoLimits::of_depth(3));
    let last = &infos[infos.len() - 3..];
    assert_eq!(last.iter().map(|info| info.rank).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(last[0].score >= last[1].score && last[1].score >= last[2].score);
    assert_eq!(chosen.best.as_ref(), last[0].line.first());
    // The best of them is what a search for the best move finds.
    session.set_options(|options| options.multi_pv = 1);
    let (infos, _) = search(&mut session, &GoLimits::of_depth(3));
    assert_eq!(infos.last().unwrap().score, last[0].score);
}

#[test]
fn a_position_of_the_game_is_a_draw_when_it_occurs_again() {
    // White is a queen up. By this move the first position occurs again.
    let text = Some("3k4/8/8/8/8/8/Q7/4K3 w - - 0 1");
    let there_and_back = "Kf1 Kc7 Ke1 Kd8";
    let score = |moves: &str, only: &str| {
        let mut session = at("chess", text, moves);
        let mut limits = GoLimits::of_depth(4);
        limits.only = vec![only.to_owned()];
        search(&mut session, &limits).0.last().unwrap().score
    };
    assert_eq!(score(&format!("{there_and_back} Kf1 Kc7 Ke1"), "Kd8"), 0, "Black repeats");
    assert_eq!(score("Kf1 Kc7 Ke1", "Kd8"), 0, "the second occurrence is enough for a search");
    assert!(score("Kf1 Kc7 Ke1", "Kc8") < -500, "another position");
    let played = at("chess", text, "Kf1 Kc7 Ke1 Kd8").played().unwrap();
    assert!(!played.drawn && played.over.is_none(), "by the rules the game is not drawn yet: {played:?}");
    // A game that goes on after a draw has moves, and White still wins.
    let mut session = at("chess", text, &format!("{there_and_back} {there_and_back}"));
    let played = session.played().unwrap();
    assert!(played.drawn && played.over.is_none() && !played.moves.is_empty());
    let (infos, chosen) = search(&mut session, &GoLimits::of_depth(3));
    assert!(played.moves.contains(&chosen.best.unwrap()) && infos.last().unwrap().score > 500);
}

#[test]
fn a_game_goes_on_after_fifty_moves_that_nobody_counted() {
    let mut session = at("chess", Some("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"), "Ra2 Kd7 Ra1");
    let played = session.played().unwrap();
    assert!(played.drawn && !played.moves.is_empty(), "{played:?}");
    assert!(search(&mut session, &GoLimits::of_depth(2)).1.best.is_some());
    // Two kings cannot end the game by mate, but a client may still ask for a move.
    let mut session = at("chess", Some("k7/8/8/8/8/8/8/K7 w - - 0 1"), "Ka2");
    assert!(search(&mut session, &GoLimits::of_depth(2)).1.best.is_some());
    // Checkers has the same rules.
    let mut session = at("checkers", Some("B:WK1:BK32:H80"), "");
    assert!(session.played().unwrap().drawn);
    assert!(search(&mut session, &GoLimits::of_depth(4)).1.best.is_some());
}

#[test]
fn slices_choose_the_same_moves_as_a_thread() {
    for (game, depth) in [("chess", 4), ("othello", 6), ("connect4", 8), ("nim", 20)] {
        let limits = GoLimits::of_depth(depth);
        let (infos, chosen) = search(&mut session(game), &limits);
        let mut session = session(game);
        let mut slices = session.prepare(&limits).unwrap();
        let mut last = None;
        let answer = loop {
            let mut listen = |event: &SessionEvent<'_>| {
                if let SessionEvent::Info(info) = *event {
                    last = Some((info.depth, info.score));
                }
            };
            if let Some(answer) = slices.advance(5000, Duration::ZERO, &mut listen).unwrap() {
                break answer;
            }
        };
        assert_eq!(answer.best, chosen.best, "{game}");
        assert_eq!(last, infos.last().map(|info| (info.depth, info.score)), "{game}");
    }
}

#[test]
fn slices_stop_by_the_callers_clock_and_by_signals() {
    let mut session = session("chess");
    let mut slices = session.prepare(&seconds(60)).unwrap();
    let (mut elapsed, mut answer) = (Duration::ZERO, None);
    while answer.is_none() {
        answer = slices.advance(5000, elapsed, &mut |_| ()).unwrap();
        elapsed += Duration::from_millis(100);
        assert!(elapsed < Duration::from_secs(9), "four times the share of 2 s is 8 s");
    }
    let mut slices = session.prepare(&GoLimits::until_stopped()).unwrap();
    assert_eq!(slices.advance(5000, Duration::from_secs(9), &mut |_| ()).unwrap(), None);
    session.stop();
    assert!(slices.advance(5000, Duration::from_secs(9), &mut |_| ()).unwrap().unwrap().best.is_some());
}

#[test]
fn wrong_positions_change_nothing() {
    let mut session = at("connect4", None, "4 4");
    assert!(session.set_position(position(None, "4 9")).is_err());
    assert!(session.set_position(position(Some("x"), "")).is_err());
    assert_eq!(session.position().moves, ["4", "4"]);
}

#[test]
fn a_table_of_another_size_and_a_new_game_work() {
    let mut session = session("connect4");
    session.set_table_bytes(1 << 20).unwrap();
    assert!(session.set_table_bytes(1 << 60).is_err());
    let (first, _) = search(&mut session, &GoLimits::of_depth(8));
    session.clear_table();
    let (second, _) = search(&mut session, &GoLimits::of_depth(8));
    assert_eq!(first.last().unwrap().nodes, second.last().unwrap().nodes, "an empty table");
    let (third, _) = search(&mut session, &GoLimits::of_depth(8));
    assert!(third.last().unwrap().nodes < second.last().unwrap().nodes, "the table is kept between moves");
}

/// The endgame 40 of the FFO test; the mover wins by 38.
const ENDGAME: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
/// Best play in it, up to 13 empty squares.
const BEST: &str = "a2 b1 c1 pass b6 c7 a7 b7";

#[test]
fn an_endgame_is_searched_to_its_end_at_once() {
    let limits = [GoLimits::default(), GoLimits::of_depth(60), GoLimits::of_depth(13), seconds(600)];
    for (lines, limits) in [1, 3].into_iter().flat_map(|lines| limits.iter().map(move |limits| (lines, limits))) {
        let mut session = at("othello", Some(ENDGAME), BEST);
        session.set_options(|options| options.multi_pv = lines);
        let (infos, chosen) = search(&mut session, limits);
        let last = &infos[infos.len() - usize::from(lines)];
        assert!(last.settled && last.depth.is_none_or(|depth| depth <= 11), "{limits:?}: {last:?}");
        assert_eq!((last.score, last.rank, last.line.first()), (38, 1, chosen.best.as_ref()), "{limits:?}");
        assert!(infos.iter().all(|info| info.depth.is_none_or(|depth| depth <= 11)), "{limits:?}");
    }
}

#[test]
fn a_depth_that_ends_before_the_game_does_is_kept() {
    let mut session = at("othello", Some(ENDGAME), BEST);
    let (infos, _) = search(&mut session, &GoLimits::of_depth(12));
    assert_eq!(infos.last().and_then(|last| last.depth), Some(12), "13 squares are empty");
    let mut session = at("othello", None, "f5 d6 c3");
    let (infos, _) = search(&mut session, &GoLimits::of_depth(5));
    assert!(infos.iter().all(|info| !info.settled) && infos.last().unwrap().depth == Some(5), "{infos:?}");
}

/// Returns the move of a weaker player.
fn weak_move(session: &mut Session, noise: i32, seed: u64) -> (Vec<SearchInfo>, String) {
    session.set_options(|options| {
        (options.strength, options.seed) = (Some(StrengthLevel { elo: 0, nodes: 2000, noise }), seed);
    });
    let (infos, chosen) = search(session, &GoLimits::default());
    (infos, chosen.best.expect("a move"))
}

#[test]
fn weaker_players_are_limited_and_choose_at_random() {
    let mut session = session("chess");
    let legal = session.played().unwrap().moves;
    let (infos, _) = weak_move(&mut session, 0, 1);
    assert!(infos.iter().all(|info| info.nodes < 4000), "{infos:?}");
    let mut chosen: Vec<String> = (0..20).map(|seed| weak_move(&mut session, 500, seed).1).collect();
    assert_eq!(chosen[7], weak_move(&mut session, 500, 7).1, "a seed repeats its choice");
    assert!(chosen.iter().all(|name| legal.contains(name)));
    chosen.sort_unstable();
    chosen.dedup();
    assert!(chosen.len() > 5, "{chosen:?}");
    // The values of the other moves are not reported.
    let (infos, _) = weak_move(&mut session, 500, 1);
    assert!(!infos.is_empty() && infos.iter().all(|info| info.rank == 1), "{infos:?}");
}

#[test]
fn weaker_players_keep_their_clock_and_find_a_mate() {
    let mut session = at("chess", Some("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), "");
    assert_eq!(weak_move(&mut session, 500, 3).1, "Rd8#");
    let start = Instant::now();
    let clock = GameClock::new(Duration::from_millis(100));
    let mut session = at("chess", None, "e2e4");
    session.set_options(|options| {
        options.strength = Some(StrengthLevel { elo: 0, nodes: u64::MAX, noise: 100 });
    });
    assert!(search(&mut session, &GoLimits::of_clock(clock)).1.best.is_some());
    assert!(start.elapsed() < AT_ONCE);
}

#[test]
fn the_measured_strength_of_chess_is_a_rising_scale() {
    let profile = session("chess").engine().profile(Purpose::FixedDepth);
    let model = profile.strength.expect("a measured strength");
    assert!(model.levels().len() >= 2);
    let rises = |low: StrengthLevel, high: StrengthLevel| {
        low.elo < high.elo && (low.nodes <= high.nodes || high.noise < low.noise) && high.noise <= low.noise
    };
    assert!(model.levels().windows(2).all(|pair| rises(pair[0], pair[1])), "{model}");
    let [win, draw, loss] = model.chances(0);
    assert!(win == loss && win + draw + loss == 1000);
}
