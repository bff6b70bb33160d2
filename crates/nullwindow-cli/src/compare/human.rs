//! Prints the results for people: a table with bars.

use super::conclusion::Conclusion;
use super::measure::PositionResult;
use super::request::{CompareRequest, SubjectKind};
use super::size::TableSize;
use super::tally::{AlgorithmTotals, baseline};
use crate::output::style::{BAD, DIM, GOOD, HEAD, NAME, PLAIN, WARN};
use crate::output::{Align, TextCell, TextTable, Ui, bar, duration, ratio, thousands};
use anstyle::Style;
use nullwindow::AnyAlgorithm;
use nullwindow_lab::Measure;
use std::io::Write;

/// The multiple of the baseline at which bars are cut off.
const CUT_OFF: f64 = 4.0;

/// Prints the comparison of one request.
pub(super) fn print(
    ui: &Ui,
    request: &CompareRequest,
    tallies: &[AlgorithmTotals<'_>],
    conclusion: Option<&Conclusion>,
    blank: bool,
) -> std::io::Result<()> {
    let mut out = ui.out();
    if blank {
        writeln!(out)?;
    }
    ui.say(title(request, tallies))?;
    if let Some(text) = only_position(request, tallies) {
        writeln!(out, "{}", shortened(text, ui.width()))?;
    }
    let Some(base) = baseline(tallies) else {
        return writeln!(out, "nothing was measured");
    };
    let single = tallies[0].searches.len() == 1;
    let mut view = TotalsTable { base, request, single, bars: 0 };
    view.bars = view.bar_width(ui, tallies);
    view.table(tallies).print(&mut out)?;
    if request.leaves {
        tallies.iter().try_for_each(|tally| leaves(ui, tally))?;
    }
    let cut_off = tallies.iter().any(|tally| view.share(tally, view.drawn()) > CUT_OFF);
    let drawn = if view.drawn() == Measure::Leaves { "leaves" } else { "nodes" };
    let shown = match (view.bars, cut_off) {
        (0, _) => String::new(),
        (_, false) => format!("; bars: {drawn}"),
        (_, true) => format!("; bars: {drawn}, ▶ more than 4.00"),
    };
    let name = if matches!(base.algorithm, AnyAlgorithm::Aspiration(_)) { ", the papers' baseline" } else { "" };
    ui.say(format_args!("{DIM}rel: relative to {}{name}{shown}{DIM:#}", base.algorithm))?;
    if let Some(conclusion) = conclusion {
        ui.say(conclusion.text())?;
    }
    interrupted(ui, request, tallies)
}

/// Prints the number of completed searches, if the comparison was interrupted.
fn interrupted(ui: &Ui, request: &CompareRequest, tallies: &[AlgorithmTotals<'_>]) -> std::io::Result<()> {
    let (rows, wanted) = (tallies.len(), request.algorithms.len());
    let (done, all) = (tallies.first().map_or(0, |tally| tally.searches.len()), request.instances.len());
    let what = if request.is_random() { "trees" } else { "positions" };
    if rows < wanted {
        ui.say(format_args!("{WARN}interrupted{WARN:#}: {rows} of {wanted} algorithms on the first of {all} {what}"))
    } else if done < all {
        ui.say(format_args!("{WARN}interrupted{WARN:#}: {done} of {all} {what}"))
    } else {
        Ok(())
    }
}

/// Prints whether all values agree.
pub(super) fn agreement(ui: &Ui, agree: bool, interrupted: bool) -> std::io::Result<()> {
    let (style, answer) = if agree { (GOOD, "yes") } else { (BAD, "NO") };
    let so_far = if interrupted { " (incomplete: the run was interrupted)" } else { "" };
    writeln!(ui.out(), "\nall values agree: {style}{answer}{style:#}{so_far}")
}

fn title(request: &CompareRequest, tallies: &[AlgorithmTotals<'_>]) -> String {
    let name = if request.kind == SubjectKind::Tree { "tree" } else { &request.title };
    let title = format!("{HEAD}{name}{HEAD:#}");
    let number = tallies.first().map_or(0, |tally| tally.searches.len());
    let memory = request
        .entries
        .map_or("unlimited memory".to_owned(), |entries| format!("table of {}", TableSize::describe(entries)));
    let memory = match request.threads {
        1 => memory,
        threads => format!("{memory}, {threads} threads"),
    };
    match request.kind {
        SubjectKind::Tree => format!("{title}: searched to its leaves, {memory}"),
        SubjectKind::Random => {
            format!("{title}: means over {} from seed {}, {memory}", plural(number, "tree"), request.instances.start)
        }
        SubjectKind::Game => {
            let depth = request.depth.map_or("the end of the game".to_owned(), |depth| format!("depth {depth}"));
            let step = match request.step {
                Some(step) if step > 1 => format!(" in steps of {step} plies"),
                _ => String::new(),
            };
            let depth = match request.time {
                Some(time) => format!("for {} each", duration(time.as_secs_f64())),
                None => format!("to {depth}"),
            };
            let how = if request.selective { "searched selectively" } else { "searched" };
            format!("{title}: {} {how} {depth}{step}, {memory}", plural(number, "position"))
        }
    }
}

/// Returns the position, if there is only one.
fn only_position<'t>(request: &'t CompareRequest, tallies: &'t [AlgorithmTotals<'_>]) -> Option<&'t str> {
    match (request.kind, tallies.first()?.searches.as_slice()) {
        (SubjectKind::Tree, _) => Some(&request.title),
        (SubjectKind::Game, [result]) => Some(&result.last().position),
        _ => None,
    }
}

/// Shortens a text to the width of a line.
fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(3)).chain("...".chars()).collect()
}

fn plural(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// The table of totals with its bars.
struct TotalsTable<'t, 's> {
    base: &'t AlgorithmTotals<'s>,
    request: &'t CompareRequest,
    single: bool,
    bars: usize,
}

impl TotalsTable<'_, '_> {
    fn table(&self, tallies: &[AlgorithmTotals<'_>]) -> TextTable {
        let mut columns = vec![("algorithm", Align::Left), ("", Align::Left)];
        if self.single {
            columns.extend([("value", Align::Right), ("move", Align::Left)]);
        }
        if self.request.time.is_some() {
            columns.push(("depth", Align::Right));
        }
        columns.push(("leaves", Align::Right));
        if self.request.is_random() && !self.single {
            columns.push(("±", Align::Right));
        }
        columns.extend([("rel", Align::Right), ("nodes", Align::Right), ("rel", Align::Right)]);
        columns.extend([("time", Align::Right), ("rel", Align::Right), ("", Align::Left)]);
        let mut table = TextTable::new(columns).joined(&["", "±", "rel"]);
        let most = tallies.iter().map(|tally| self.share(tally, self.drawn())).fold(1.0, f64::max);
        tallies.iter().for_each(|tally| table.row(self.row(tally, most)));
        table
    }

    fn row(&self, tally: &AlgorithmTotals<'_>, most: f64) -> Vec<TextCell> {
        let style = if tally.algorithm == self.base.algorithm { HEAD } else { NAME };
        let mut cells = vec![TextCell::new(tally.algorithm.to_string(), style), mark(tally.agrees)];
        if self.single {
            cells.extend(answer(tally.searches[0], self.request));
        }
        if self.request.time.is_some() {
            cells.push(format!("{:.1}", tally.mean_depth()).into());
        }
        cells.push(self.number(tally, Measure::Leaves).into());
        if self.request.is_random() && !self.single {
            let error = tally.standard_error(Measure::Leaves).filter(|_| self.request.counts_distinct_leaves());
            let error = error.map_or("-".to_owned(), |error| format!("{error:.1}"));
            cells.push(TextCell::new(error, DIM));
        }
        cells.push(self.relative(tally, Measure::Leaves));
        cells.push(self.number(tally, Measure::Total).into());
        cells.push(self.relative(tally, Measure::Total));
        cells.push(self.number(tally, Measure::Seconds).into());
        cells.push(self.relative(tally, Measure::Seconds));
        cells.push(TextCell::new(self.bar(self.share(tally, self.drawn()), most), self.style(tally, self.drawn())));
        cells
    }

    /// Returns the measure that the bars show.
    fn drawn(&self) -> Measure {
        if self.request.counts_distinct_leaves() { Measure::Leaves } else { Measure::Total }
    }

    /// Returns whether the measure is available.
    fn is_known(&self, measure: Measure) -> bool {
        measure != Measure::Leaves || self.request.counts_distinct_leaves()
    }

    fn share(&self, tally: &AlgorithmTotals<'_>, measure: Measure) -> f64 {
        tally.sum(measure) / self.base.sum(measure)
    }

    /// Formats a measure of an algorithm: the mean for random trees, else the sum.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts stay far below 2^53")]
    fn number(&self, tally: &AlgorithmTotals<'_>, measure: Measure) -> String {
        let number = if self.request.is_random() { tally.mean(measure) } else { tally.sum(measure) };
        match measure {
            _ if !self.is_known(measure) => "-".to_owned(),
            Measure::Seconds => duration(number),
            // Means of small counts need a decimal.
            _ if self.request.is_random() && number < 1e4 => format!("{number:.1}"),
            _ => thousands(number.round() as u64),
        }
    }

    fn relative(&self, tally: &AlgorithmTotals<'_>, measure: Measure) -> TextCell {
        match self.is_known(measure) {
            true => TextCell::new(ratio(self.share(tally, measure)), self.style(tally, measure)),
            false => "-".into(),
        }
    }

    /// Returns the style of a number: highlighted if it is clearly better or worse than the baseline.
    fn style(&self, tally: &AlgorithmTotals<'_>, measure: Measure) -> Style {
        match self.share(tally, measure) {
            // Shares that print as 1.00 are not highlighted.
            share if share < 0.995 => GOOD,
            share if share > 1.5 => WARN,
            _ => PLAIN,
        }
    }

    /// Returns a bar for a share, cut off at four times the baseline.
    fn bar(&self, share: f64, most: f64) -> String {
        if self.bars == 0 {
            return String::new();
        }
        bar(share / most.min(CUT_OFF), self.bars)
    }

    /// Returns the width available for bars, at most 32 characters; 0 if there is too little room.
    fn bar_width(&self, ui: &Ui, tallies: &[AlgorithmTotals<'_>]) -> usize {
        let used = self.table(tallies).natural_width();
        let room = ui.width().saturating_sub(used + 2).min(32);
        if room >= 6 { room } else { 0 }
    }
}

fn mark(agrees: bool) -> TextCell {
    if agrees { TextCell::new("✓", GOOD) } else { TextCell::new("✗", BAD) }
}

/// Formats value and move of a search, or the proven bounds.
fn answer(result: &PositionResult, request: &CompareRequest) -> [TextCell; 2] {
    let (last, format_score) = (result.last(), &request.format_score);
    let value = match (last.value, last.lower, last.upper) {
        (Some(value), ..) => format_score(value),
        (_, Some(lower), None) => format!(">={}", format_score(lower)),
        (_, None, Some(upper)) => format!("<={}", format_score(upper)),
        (_, Some(lower), Some(upper)) => format!("{}..{}", format_score(lower), format_score(upper)),
        _ => "?".to_owned(),
    };
    [value.into(), last.best.clone().unwrap_or_else(|| "-".to_owned()).into()]
}

fn leaves(ui: &Ui, tally: &AlgorithmTotals<'_>) -> std::io::Result<()> {
    for result in &tally.searches {
        let sequence = result.leaf_sequence.iter().flatten().map(u64::to_string).collect::<Vec<_>>().join(" ");
        ui.say(format_args!("{NAME}{}{NAME:#}: {sequence}", tally.algorithm))?;
    }
    Ok(())
}
