//! Prints the results for people and for programs.

use super::line::{BenchLine, Signature};
use super::solving::signed;
use crate::output::style::{HEAD, NAME};
use crate::output::{Align, Record, TextCell, TextTable, Ui, duration, rate, ratio, thousands};
use serde_json::json;

/// Prints the results as a table without empty columns, the total, and the signature.
pub(super) fn print(ui: &Ui, lines: &[BenchLine], signature: Option<&Signature>) -> std::io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let values = lines.iter().any(|line| line.value.is_some());
    let threads = lines.iter().any(|line| line.threads > 1);
    let quiescence = lines.iter().any(|line| line.quiescence.is_some());
    let speedups = lines.iter().any(|line| line.speedup.is_some());
    let columns = [
        (true, "part", Align::Left),
        (true, "work", Align::Left),
        (threads, "threads", Align::Right),
        (values, "value", Align::Right),
        (true, "nodes", Align::Right),
        (quiescence, "quiescence", Align::Right),
        (true, "time", Align::Right),
        (true, "speed", Align::Right),
        (speedups, "speedup", Align::Right),
    ];
    let shown = columns.map(|(shown, ..)| shown);
    let mut table =
        TextTable::new(columns.into_iter().filter(|(shown, ..)| *shown).map(|(_, name, align)| (name, align)));
    for line in lines {
        let cells: [TextCell; 9] = [
            line.group.clone().into(),
            TextCell::new(line.name.clone(), if line.sum { HEAD } else { NAME }),
            line.threads.to_string().into(),
            line.value.map_or(String::new(), signed).into(),
            thousands(line.nodes).into(),
            line.quiescence.map_or(String::new(), thousands).into(),
            duration(line.seconds).into(),
            rate(line.nodes, line.seconds).into(),
            line.speedup.map_or(String::new(), ratio).into(),
        ];
        table.row(cells.into_iter().zip(shown).filter(|(_, shown)| *shown).map(|(cell, _)| cell));
    }
    let all = total(lines);
    table.print(&mut ui.out())?;
    let (nodes, time, speed) = (thousands(all.nodes), duration(all.seconds), rate(all.nodes, all.seconds));
    ui.say(format_args!("{nodes} nodes in {time}, {speed}"))?;
    match signature {
        Some(signature) => ui.say(format_args!("{HEAD}signature {signature}{HEAD:#}")),
        None => Ok(()),
    }
}

/// Writes one record per line, and one for the total.
pub(super) fn write(ui: &Ui, lines: &[BenchLine], signature: Option<&Signature>) -> std::io::Result<()> {
    let mut records = ui.records();
    let all = signature.map(|_| total(lines));
    for line in lines.iter().chain(&all) {
        let mut record = Record::new();
        record.insert("part".into(), line.group.clone().into());
        record.insert("work".into(), line.name.clone().into());
        record.insert("threads".into(), line.threads.into());
        record.insert("value".into(), json!(line.value));
        record.insert("nodes".into(), line.nodes.into());
        record.insert("seconds".into(), line.seconds.into());
        #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
        record.insert("nodes_per_second".into(), (line.nodes as f64 / line.seconds).into());
        record.insert("speedup".into(), json!(line.speedup));
        record.insert("quiescence".into(), json!(line.quiescence));
        record.insert("windowed_leaves".into(), line.windowed_leaves.into());
        record.insert("signature".into(), json!(signature.map(Signature::to_string)));
        records.write(&record)?;
    }
    Ok(())
}

/// Returns the total of all lines.
fn total(lines: &[BenchLine]) -> BenchLine {
    let threads = lines.iter().map(|line| line.threads).max().unwrap_or(1);
    let mut all = BenchLine { threads, ..BenchLine::new("all", "all") };
    // Lines that are sums are skipped: they would count their parts twice.
    lines.iter().filter(|line| !line.sum).for_each(|line| all.add(line));
    all
}
