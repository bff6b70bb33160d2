//! Prints the steps of a search, one line each.

use crate::output::style::{BAD, DIM, HEAD, PLAIN};
use crate::output::{Align, TextCell, TextTable, fold, width};
use nullwindow::AnyAlgorithm;
use nullwindow_drawing::{Drawing, WalkEvent, WalkStep, rules};
use std::io::{self, Write};

/// Prints the steps of every pass, or of one, counted from 1.
pub fn print(out: &mut impl Write, drawing: &Drawing, algorithm: &AnyAlgorithm, pass: Option<usize>) -> io::Result<()> {
    if !drawing.steps.is_empty() {
        return lists(out, drawing, algorithm, pass);
    }
    for (number, picture) in drawing.pictures.iter().enumerate() {
        if pass.is_some_and(|pass| pass != number + 1) {
            continue;
        }
        let heading = format!("\n{HEAD}pass {}, step by step: {}{HEAD:#}", number + 1, picture.question);
        writeln!(out, "{}", fold(&heading, width()))?;
        let steps = || drawing.walk.iter().filter(|step| step.pass == number);
        // SSS-2 has no windows.
        let window = if steps().any(|step| !step.window.is_empty()) { "window" } else { "" };
        let mut table = TextTable::new([("node", Align::Left), (window, Align::Left), ("", Align::Left)]);
        steps().for_each(|step| table.row(walk_row(step)));
        table.print(out)?;
        writeln!(out, "answer: {}", picture.reply)?;
    }
    legend(out, drawing)
}

/// Returns a step with its node indented by its distance from the root.
fn walk_row(step: &WalkStep) -> [TextCell; 3] {
    let style = match step.event {
        WalkEvent::Cutoff => BAD,
        WalkEvent::Leave | WalkEvent::Remove => DIM,
        _ => PLAIN,
    };
    let node = format!("{}{}", "  ".repeat(step.ply), step.label);
    [node.into(), TextCell::new(step.window.clone(), DIM), TextCell::new(step.text.clone(), style)]
}

fn legend(out: &mut impl Write, drawing: &Drawing) -> io::Result<()> {
    let has_windows = drawing.walk.iter().any(|step| !step.window.is_empty());
    if has_windows {
        let rule = "Scores are MAX's: a MAX node is cut off at g >= beta, a MIN node at g <= alpha.";
        writeln!(out, "\n{DIM}{}{DIM:#}", fold(rule, width()))?;
    }
    Ok(())
}

/// Prints the applications of the operator Gamma, with OPEN after each, and the rules of its cases.
fn lists(out: &mut impl Write, drawing: &Drawing, algorithm: &AnyAlgorithm, pass: Option<usize>) -> io::Result<()> {
    writeln!(out)?;
    let columns = [("pass", Align::Right), ("taken", Align::Left), ("case", Align::Right)];
    let mut table = TextTable::new(columns.into_iter().chain([("OPEN after it", Align::Left)]));
    for step in drawing.steps.iter().filter(|step| pass.is_none_or(|pass| pass == step.pass + 1)) {
        let open: Vec<String> = step.open.iter().map(ToString::to_string).collect();
        let case = if step.case == 0 { "end".to_owned() } else { step.case.to_string() };
        table.row([
            (step.pass + 1).to_string().into(),
            step.taken.to_string().into(),
            case.into(),
            open.join(" ").into(),
        ]);
    }
    table.print(out)?;
    writeln!(out)?;
    for (case, rule) in (1..).zip(rules::of(algorithm)) {
        writeln!(out, "{DIM}{}{DIM:#}", fold(&format!("case {case}: {rule}"), width()))?;
    }
    Ok(())
}
