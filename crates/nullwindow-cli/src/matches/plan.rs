//! Plans of matches: runs them all, and answers their claims.

use super::order::{MatchOrder, PlayedMatch, note_database, show_progress};
use super::show::{self, MatchTitle, object};
use super::spec::PlayerSpec;
use crate::App;
use crate::output::style::{BAD, DIM, GOOD, HEAD, NAME};
use crate::output::{Align, Interrupted, TextCell, TextTable, Ui, usage};
use nullwindow_lab::finding::Answer;
use nullwindow_lab::matches::{MatchPlan, MatchRules, MatchScore, OpeningSource, PlannedMatch, answer_of};
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

/// The run of a plan.
pub struct PlanRun<'a> {
    pub app: &'a App,
    pub database: &'a Path,
    pub restart: bool,
    pub concurrency: u32,
    /// The number of games of each match, if it is not that of the plan.
    pub games: Option<u32>,
}

/// Reads a plan: a built-in one by its name, or a file.
pub fn read(name: &str) -> anyhow::Result<MatchPlan> {
    if Path::new(name).is_file() {
        let text = std::fs::read_to_string(name).map_err(|error| usage(format!("cannot read {name}: {error}")))?;
        return MatchPlan::parse(&text).map_err(|error| usage(format!("{name}: {error}")));
    }
    MatchPlan::named(name).map_err(|error| {
        let near = MatchPlan::nearest(name).map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
        usage(format!("--plan: {error}{near}"))
    })
}

impl PlanRun<'_> {
    /// Plays all matches, and shows results and verdicts.
    pub fn run(&self, plan: &MatchPlan) -> anyhow::Result<ExitCode> {
        let ui = &self.app.ui;
        let matches = self.matches(plan)?;
        let mut results: Vec<(PlannedMatch, MatchScore)> = Vec::new();
        let (mut new, mut old) = (0, 0);
        if ui.is_human() {
            ui.say(format_args!("{HEAD}{}{HEAD:#}\n{}\n{DIM}{}{DIM:#}", plan.title, plan.question, plan.setup))?;
        }
        for (number, planned) in matches.iter().enumerate() {
            let order = self.order(plan, planned)?;
            let title = MatchTitle::of(&order);
            let what = format!("match {} of {}, {}, {}", number + 1, matches.len(), planned.game, planned.b);
            let bar = ui.timed_progress(&what);
            let played = order.run(self.database, self.restart, |_, score| {
                show_progress(&bar, &what, score);
                Ok(())
            })?;
            drop(bar);
            (new, old) = (new + played.run.played, old + played.stored);
            if played.run.stopped {
                note_database(self.app, self.database, new, old);
                ui.note("interrupted; the same command resumes the plan");
                return Err(Interrupted.into());
            }
            self.show(planned, &title, &played)?;
            results.push((planned.clone(), played.run.score));
        }
        note_database(self.app, self.database, new, old);
        verdicts(plan, &results, ui)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the matches of the games that the program has.
    fn matches(&self, plan: &MatchPlan) -> anyhow::Result<Vec<PlannedMatch>> {
        let is_known = |game: &str| self.app.catalogue.engine(game).is_ok();
        let unknown: Vec<&str> = plan.games.iter().map(String::as_str).filter(|game| !is_known(game)).collect();
        let mut matches = plan.matches();
        matches.retain(|planned| is_known(&planned.game));
        if matches.is_empty() {
            return Err(usage(format!("--plan: this program has no game of the plan ({})", unknown.join(", "))));
        }
        if !unknown.is_empty() {
            self.app.ui.note(format!("left out, because this program does not have them: {}", unknown.join(", ")));
        }
        Ok(matches)
    }

    fn order(&self, plan: &MatchPlan, planned: &PlannedMatch) -> anyhow::Result<MatchOrder> {
        let engine = self.app.catalogue.engine(&planned.game)?;
        let player = |name: &str| {
            let player = PlayerSpec::of(name, Some(plan.table << 20)).map_err(usage)?;
            anyhow::Ok(player.with_selective(plan.selective))
        };
        let mut rules = MatchRules::new(planned.limits);
        rules.max_plies = plan.max_plies;
        Ok(MatchOrder {
            engine,
            players: [player(&plan.a)?, player(&planned.b)?],
            rules,
            source: OpeningSource::Random { seed: plan.seed },
            games: self.games.unwrap_or(plan.rounds),
            sprt: Some(plan.sprt()),
            plays_on: plan.plays_on,
            concurrency: self.concurrency,
        })
    }

    /// Shows one match as soon as it is over.
    fn show(&self, planned: &PlannedMatch, title: &MatchTitle, played: &PlayedMatch) -> anyhow::Result<()> {
        let ui = &self.app.ui;
        if !ui.is_human() {
            let mut record = show::match_record(title, played);
            record.insert("claim".to_owned(), planned.claim.clone().into());
            record.insert("answer".to_owned(), played.run.score.answer().label().into());
            return Ok(ui.records().write(&record)?);
        }
        let score = &played.run.score;
        let elo = score.elo.map_or_else(String::new, |elo| elo.to_string());
        let (games, answer) = (score.games, score.answer().label());
        let PlannedMatch { game, b, limits_name, .. } = planned;
        ui.note(format!("{game} against {b}, {limits_name}: {games} games, {elo}: {answer}"));
        Ok(())
    }
}

/// Shows all results as a table, and the verdict on each claim.
fn verdicts(plan: &MatchPlan, results: &[(PlannedMatch, MatchScore)], ui: &Ui) -> anyhow::Result<()> {
    if ui.is_human() {
        print_table(results, ui)?;
        let (sprt, (low, high)) = (plan.sprt(), plan.sprt().bounds());
        let hypotheses = format!("H0 {:+} Elo, H1 {:+} Elo", sprt.elo0, sprt.elo1);
        ui.say(format_args!("{DIM}{hypotheses}; H0 is accepted at LLR {low:.2}, H1 at {high:.2}{DIM:#}"))?;
    }
    let mut claims: Vec<&str> = Vec::new();
    for (planned, _) in results {
        if !claims.contains(&planned.claim.as_str()) {
            claims.push(&planned.claim);
        }
    }
    for claim in claims {
        let about: Vec<&(PlannedMatch, MatchScore)> = results.iter().filter(|(one, _)| one.claim == claim).collect();
        let answers: Vec<Answer> = about.iter().map(|(_, score)| score.answer()).collect();
        let answer = answer_of(&answers);
        let each: Vec<String> =
            about.iter().map(|(one, score)| format!("{} {}", one.game, score.answer().label())).collect();
        if !ui.is_human() {
            let games: Vec<_> =
                about.iter().map(|(one, score)| json!({"game": one.game, "answer": score.answer().label()})).collect();
            let record = json!({"type": "verdict", "claim": claim, "answer": answer.label(), "games": games});
            ui.records().write(&object(record))?;
            continue;
        }
        let style = match answer {
            Answer::Confirmed => GOOD,
            Answer::Refuted => BAD,
            Answer::Undecided => DIM,
        };
        ui.say(format_args!("{style}{} {}{style:#}: {claim}", answer.sign(), answer.label()))?;
        ui.say(format_args!("    {DIM}{}{DIM:#}", each.join(", ")))?;
    }
    Ok(())
}

fn print_table(results: &[(PlannedMatch, MatchScore)], ui: &Ui) -> anyhow::Result<()> {
    const COLUMNS: [(&str, Align); 11] = [
        ("game", Align::Left),
        ("B", Align::Left),
        ("at", Align::Left),
        ("games", Align::Right),
        ("wins", Align::Right),
        ("draws", Align::Right),
        ("losses", Align::Right),
        ("Elo", Align::Right),
        ("95 %", Align::Left),
        ("LLR", Align::Right),
        ("answer", Align::Left),
    ];
    let mut table = TextTable::new(COLUMNS);
    for (planned, score) in results {
        let elo = score.elo.map_or_else(String::new, |elo| format!("{:+.1}", elo.elo + 0.0));
        let interval = score.elo.map_or_else(String::new, |elo| elo.interval_text());
        let names = [planned.b.clone(), planned.limits_name.clone()];
        let counts = [score.games, score.wins, score.draws, score.losses].map(|count| count.to_string());
        let rest = [elo, interval, format!("{:.2}", score.llr.unwrap_or(0.0)), score.answer().label().to_owned()];
        let cells = names.into_iter().chain(counts).chain(rest).map(TextCell::from);
        table.row(std::iter::once(TextCell::new(planned.game.clone(), NAME)).chain(cells));
    }
    table.print(&mut ui.out())?;
    Ok(())
}
