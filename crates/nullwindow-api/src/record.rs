//! The record of an interface: one line per public item.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;

/// The format of rustdoc's JSON that this program reads.
pub const FORMAT: u64 = 57;

/// The error of a file of rustdoc that cannot be read.
pub enum Unreadable {
    /// The file has another format.
    Format {
        /// The number of the format.
        found: u64,
    },
    /// The file is missing or damaged.
    File(String),
}

/// Reads an interface from rustdoc's JSON. Leaves out what every type has: auto traits and blanket implementations.
///
/// # Errors
/// If the file is missing, damaged or of another format.
pub fn interface(json: &Path) -> Result<String, Unreadable> {
    let wrong = |error: &dyn std::fmt::Display| {
        Unreadable::File(format!("{}: {error}; 'cargo clean --doc' lets it be written again", json.display()))
    };
    let text = fs::read_to_string(json).map_err(|error| wrong(&error))?;
    let value: serde_json::Value = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    match value["format_version"].as_u64() {
        Some(FORMAT) => {}
        Some(found) => return Err(Unreadable::Format { found }),
        None => return Err(wrong(&"it has no format")),
    }
    let builder = public_api::Builder::from_rustdoc_json(json).omit_auto_trait_impls(true).omit_blanket_impls(true);
    builder.build().map(|interface| shortened(&interface.to_string())).map_err(|error| wrong(&error))
}

/// Leaves out the lines that follow from others: the functions of a trait's implementation, which the trait declares;
/// an implementation listed under its trait and again under its type; and the marker that `PartialEq` derives.
fn shortened(interface: &str) -> String {
    let (mut lines, mut listed) = (String::new(), HashSet::new());
    let mut implementor = None;
    for line in interface.lines() {
        if line.starts_with("impl") {
            let end = line.split(" where ").next().unwrap_or(line);
            implementor = end.rsplit_once(" for ").map(|(_, implementor)| format!(" fn {implementor}::"));
        }
        let follows = implementor.as_ref().is_some_and(|method| line.contains(method));
        if !follows && !line.contains("StructuralPartialEq") && listed.insert(line) {
            lines.push_str(line);
            lines.push('\n');
        }
    }
    lines
}

/// Writes an interface to its file, or with `check` prints how it differs from the file. Returns whether it differs.
///
/// # Errors
/// If the file cannot be written.
pub fn update(file: &Path, interface: &str, check: bool) -> Result<bool, String> {
    let recorded = fs::read_to_string(file).unwrap_or_default();
    let differences = differences(&recorded, interface);
    if check {
        differences.iter().for_each(|line| println!("{}: {line}", file.display()));
    } else if recorded != interface {
        fs::write(file, interface).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        println!("{}: {} lines, {} differ", file.display(), interface.lines().count(), differences.len());
    }
    Ok(recorded != interface)
}

/// Returns the lines that are only in `before`, after a minus, and those that are only in `after`, after a plus.
fn differences(before: &str, after: &str) -> Vec<String> {
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) = (before.lines().collect(), after.lines().collect());
    let removed = before.lines().filter(|line| !new.contains(line)).map(|line| format!("- {line}"));
    let added = after.lines().filter(|line| !old.contains(line)).map(|line| format!("+ {line}"));
    removed.chain(added).collect()
}
