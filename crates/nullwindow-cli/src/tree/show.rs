//! Prints the drawing on a terminal.

use super::{Args, steps};
use crate::output::style::{BAD, DIM, HEAD, PLAIN};
use crate::output::{Align, TextTable, Ui, fold};
use anstyle::{AnsiColor, Style};
use nullwindow_drawing::{DiagramNode, Drawing, Picture, StyledLine, TextRole, sideways, text};
use std::io::{self, Write};

const MAX: Style = AnsiColor::BrightBlue.on_default();
const MIN: Style = AnsiColor::Yellow.on_default();
const LINE: Style = AnsiColor::Green.on_default().bold();

/// Prints the pictures with these numbers, below a heading with the cost of the search.
pub fn print(drawing: &Drawing, numbers: &[usize], args: &Args, ui: &Ui) -> io::Result<()> {
    let mut out = ui.out();
    let Drawing { algorithm, title, .. } = drawing;
    let heading = format!("{HEAD}{algorithm} on {title}{HEAD:#}: {}", drawing.facts().join(", "));
    writeln!(out, "{}", fold(&heading, ui.width()))?;
    if args.svg.is_none() {
        for &number in numbers {
            picture(&mut out, drawing, number, args, ui.width())?;
        }
        legend(&mut out, args, ui)?;
    }
    if args.steps {
        steps::print(&mut out, drawing, &args.algorithm, args.pass)?;
    }
    Ok(())
}

fn picture(out: &mut impl Write, drawing: &Drawing, number: usize, args: &Args, width: usize) -> io::Result<()> {
    let picture = &drawing.pictures[number];
    let options = text::TextOptions::default().with_ascii(args.ascii).with_names(args.names);
    writeln!(out)?;
    if drawing.passes > 1 {
        let Picture { question, reply, new_leaves, leaves, .. } = picture;
        let counts = format!("{new_leaves} new, {leaves} so far");
        let colon = if question.ends_with('?') { "" } else { ":" };
        let heading = format!("{HEAD}pass {}: {question}{colon}{HEAD:#} {reply}; leaves {counts}", number + 1);
        writeln!(out, "{}", fold(&heading, width))?;
    }
    let lines = text::draw(drawing, picture, options, width);
    // A tree that is wider than the terminal is drawn sideways.
    for line in lines.unwrap_or_else(|| sideways::draw(drawing, picture, options)) {
        writeln!(out, "{}", painted(&line))?;
    }
    lists(out, drawing, picture)
}

fn painted(line: &StyledLine) -> String {
    let paint = |role: TextRole| match role {
        TextRole::Plain => PLAIN,
        TextRole::Dim | TextRole::Faint => DIM,
        TextRole::Max => MAX,
        TextRole::Min => MIN,
        TextRole::Line => LINE,
        TextRole::Head => HEAD,
        TextRole::Cut => BAD,
    };
    line.iter().map(|span| format!("{0}{1}{0:#}", paint(span.role), span.text)).collect()
}

/// Prints OPEN and BACKUP, and the leaves of the solution trees.
fn lists(out: &mut impl Write, drawing: &Drawing, picture: &Picture) -> io::Result<()> {
    let words = |values: &[i32]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut table = TextTable::new([("", Align::Left), ("", Align::Left), ("", Align::Left)]);
    if let Some(open) = &picture.open {
        let entries: Vec<String> = open.iter().map(ToString::to_string).collect();
        table.row(["OPEN".into(), "".into(), entries.join(" ").into()]);
    }
    if !picture.backup.is_empty() {
        let entries: Vec<String> = picture.backup.iter().map(ToString::to_string).collect();
        table.row(["BACKUP".into(), "".into(), entries.join(" ").into()]);
    }
    let max = drawing.leaves_where(picture, |state| state.max_tree);
    if let (Some(upper), false) = (picture.upper, max.is_empty()) {
        table.row(["max solution tree".into(), format!("at most {upper}").into(), words(&max).into()]);
    }
    let min = drawing.leaves_where(picture, |state| state.min_tree);
    if let (Some(lower), false) = (picture.lower, min.is_empty()) {
        table.row(["min solution tree".into(), format!("at least {lower}").into(), words(&min).into()]);
    }
    let name = |node: &DiagramNode| if node.lettered { node.name.clone() } else { node.value.unwrap_or(0).to_string() };
    let on_line = drawing.nodes.iter().zip(&picture.states).filter(|(_, state)| state.line);
    let line: Vec<String> = on_line.map(|(node, _)| name(node)).collect();
    if line.len() > 1 {
        table.row(["best play".into(), "".into(), line.join(" ").into()]);
    }
    table.print(out)
}

fn legend(out: &mut impl Write, args: &Args, ui: &Ui) -> io::Result<()> {
    let cut = if args.ascii { 'x' } else { '╳' };
    let mut text =
        format!("\n{DIM}[a] MAX moves  (b) MIN moves{DIM:#}  {BAD}{cut}{BAD:#} {DIM}cut off  #5 visited fifth{DIM:#}");
    if ui.has_colors() {
        text += &format!("  {MAX}max{MAX:#}, {MIN}min{MIN:#} solution tree, {LINE}both{LINE:#}");
    }
    writeln!(out, "{}", fold(&text, ui.width()))
}
