//! The result of a match for people, and as records.

use super::order::{MatchOrder, PlayedMatch};
use crate::output::style::{DIM, HEAD};
use crate::output::{Record, Ui, duration, thousands};
use nullwindow_lab::matches::{MatchGame, MatchLimits, MatchScore, SideWork, Sprt, SprtDecision};
use serde_json::{Value, json};

/// What a result is about.
pub struct MatchTitle {
    pub game: String,
    pub players: [String; 2],
    /// True for a player that searches selectively; `None` for engines of other programs.
    pub selective: [Option<bool>; 2],
    pub limits: [MatchLimits; 2],
    pub sprt: Option<Sprt>,
}

impl MatchTitle {
    pub fn of(order: &MatchOrder) -> MatchTitle {
        MatchTitle {
            game: order.engine.name().to_owned(),
            players: [order.players[0].to_string(), order.players[1].to_string()],
            selective: [0, 1].map(|side| order.players[side].is_selective(&*order.engine)),
            limits: order.rules.limits,
            sprt: order.sprt,
        }
    }

    /// Returns the limits, once if they are the same.
    fn limits(&self) -> String {
        let [a, b] = self.limits.map(|limits| limits.to_string());
        if a == b { a } else { format!("A {a}, B {b}") }
    }
}

/// Returns a finished game as a record.
pub fn game_record(game: &MatchGame) -> Record {
    let points = [0.0, 0.5, 1.0][game.half_points().min(2)];
    object(json!({
        "type": "game",
        "number": game.number + 1,
        "first": if game.a_is_first() { "a" } else { "b" },
        "result": game.result,
        "points": points,
        "reason": game.reason,
        "start": game.start,
        "opening": game.opening,
        "moves": game.moves,
        "nodes": game.work.map(|work| work.nodes),
        "seconds": game.work.map(|work| work.seconds),
    }))
}

/// Returns the result of a match as a record.
pub fn match_record(title: &MatchTitle, played: &PlayedMatch) -> Record {
    let score = &played.run.score;
    let sprt = title.sprt.map_or(Value::Null, |sprt| {
        let (low, high) = sprt.bounds();
        json!({
            "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
            "llr": score.llr, "low": low, "high": high, "decision": decision(score.decision),
        })
    });
    object(json!({
        "type": "match",
        "game": title.game,
        "a": title.players[0],
        "b": title.players[1],
        "selective": title.selective,
        "limits": title.limits.map(|limits| limits.to_string()),
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "pairs": score.pairs.0,
        "elo": score.elo.map(|elo| elo.elo),
        "elo_low": score.elo.and_then(|elo| elo.interval).map(|(low, _)| low),
        "elo_high": score.elo.and_then(|elo| elo.interval).map(|(_, high)| high),
        "sprt": sprt,
        "first_wins": score.first_wins,
        "forfeits": score.forfeits,
        "work": { "a": work_record(&score.work[0]), "b": work_record(&score.work[1]) },
        "played": played.run.played,
        "stored": played.stored,
        "repeated_openings": played.run.repeated_openings,
        "complete": !played.run.stopped,
    }))
}

fn work_record(work: &SideWork) -> Value {
    json!({
        "moves": work.moves,
        "nodes": work.nodes,
        "seconds": work.seconds,
        "mean_depth": per_move(work.depth, work),
    })
}

#[allow(clippy::cast_precision_loss, reason = "sums stay far below 2^53")]
fn per_move(sum: u64, work: &SideWork) -> f64 {
    sum as f64 / f64::from(work.moves.max(1))
}

fn decision(decision: SprtDecision) -> &'static str {
    match decision {
        SprtDecision::Continue => "undecided",
        SprtDecision::AcceptH0 => "H0",
        SprtDecision::AcceptH1 => "H1",
    }
}

/// Prints the result of a match.
pub fn print(title: &MatchTitle, played: &PlayedMatch, ui: &Ui) -> anyhow::Result<()> {
    let score = &played.run.score;
    let [a, b] = [0, 1].map(|side| {
        let width = if title.selective[side] == Some(true) { " (selective)" } else { "" };
        format!("{}{width}", title.players[side])
    });
    ui.say(format_args!("{HEAD}{}{HEAD:#}: A {a}, B {b}; {} per move", title.game, title.limits()))?;
    ui.say(format_args!(
        "  A: {} wins, {} draws, {} losses in {} games{}",
        score.wins,
        score.draws,
        score.losses,
        score.games,
        score.elo.map_or_else(String::new, |elo| format!("; {elo}"))
    ))?;
    let pairs = score.pairs.0.map(|count| count.to_string()).join(" ");
    ui.say(format_args!("  {DIM}pairs with 0, 1/2, 1, 3/2 and 2 points of A: {pairs}{DIM:#}"))?;
    if let Some(sprt) = title.sprt {
        ui.say(format_args!("  {}", sprt_text(&sprt, score)))?;
    }
    for (name, work) in ["A", "B"].into_iter().zip(&score.work) {
        let seconds = duration(work.seconds / f64::from(work.moves.max(1)));
        let nodes = thousands(work.nodes / u64::from(work.moves.max(1)));
        let depth = per_move(work.depth, work);
        ui.say(format_args!(
            "  {DIM}{name}: {seconds} per move; completed iterations: depth {depth:.1}, {nodes} nodes{DIM:#}"
        ))?;
    }
    let (first, forfeits) = (score.first_wins, score.forfeits);
    ui.say(format_args!("  {DIM}the first player won {first} games; {forfeits} were forfeited{DIM:#}"))?;
    if played.run.repeated_openings > 0 {
        let repeated = played.run.repeated_openings;
        ui.say(format_args!("  {DIM}{repeated} openings repeat earlier ones: the interval is too narrow{DIM:#}"))?;
    }
    Ok(())
}

/// Describes the state of a sequential test.
pub fn sprt_text(sprt: &Sprt, score: &MatchScore) -> String {
    let (low, high) = sprt.bounds();
    let llr = score.llr.unwrap_or(0.0);
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    let words = match score.decision {
        SprtDecision::Continue => "undecided".to_owned(),
        SprtDecision::AcceptH0 => format!("H0 accepted ({elo0:+} Elo)"),
        SprtDecision::AcceptH1 => format!("H1 accepted ({elo1:+} Elo)"),
    };
    let (alpha, beta) = (sprt.alpha, sprt.beta);
    format!(
        "SPRT of {elo0:+} against {elo1:+} Elo, errors {alpha} and {beta}: LLR {llr:.2} in [{low:.2}, {high:.2}], {words}"
    )
}

/// Returns a JSON object as a record.
pub fn object(value: Value) -> Record {
    match value {
        Value::Object(record) => record,
        _ => Record::new(),
    }
}
