//! Reads the tree argument: a name, a text, a file, or a random tree.

use crate::nearest::unknown;
use crate::output::usage;
use anyhow::Context;
use nullwindow::trees::{ExplicitTree, ParseTreeError};
use nullwindow_drawing::trees::NAMED_TREES;
use nullwindow_drawing::{DiagramLimits, RandomTreeKind, random_tree};
use std::io::Read;
use std::path::Path;

/// A tree, with a title if it has no name of its own.
pub type TitledTree = (ExplicitTree, Option<String>);

/// Reads the tree that the argument names or contains.
pub fn tree(argument: &str) -> anyhow::Result<TitledTree> {
    let named = NAMED_TREES.iter().find(|(name, _)| name.eq_ignore_ascii_case(argument.trim()));
    if let Some((_, text)) = named {
        return Ok((parse(text, "the tree")?, None));
    }
    if argument == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        return Ok((parse(&text, "standard input")?, None));
    }
    // Before files: a text with parentheses is a tree, not a path.
    if looks_like_a_tree(argument) {
        return Ok((parse(argument, "the tree")?, None));
    }
    let path = Path::new(argument);
    if !path.exists() {
        let names = unknown("tree or file", argument, NAMED_TREES.iter().map(|&(name, _)| name));
        return Err(usage(format!("{names}; or write one, such as '((41 5) (12 90))'")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| usage(format!("cannot read {argument}: {error}")))?;
    let name = path.file_name().map_or_else(|| argument.to_owned(), |name| name.to_string_lossy().into_owned());
    Ok((parse(&text, argument)?, Some(name)))
}

/// Returns whether the argument is a tree, not a name: it has a parenthesis, or is a number.
fn looks_like_a_tree(argument: &str) -> bool {
    let text = argument.trim();
    text.is_empty() || text.contains(['(', ')']) || text.parse::<i64>().is_ok()
}

fn parse(text: &str, source: &str) -> anyhow::Result<ExplicitTree> {
    text.parse().map_err(|error: ParseTreeError| usage(placed(text, source, &error)))
}

/// Formats an error with its line and a mark below the column.
fn placed(text: &str, source: &str, error: &ParseTreeError) -> String {
    let before = &text[..error.at.min(text.len())];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next().unwrap_or("");
    let (number, column) = (before.matches('\n').count() + 1, before[start..].chars().count());
    // Of a long line, the part around the column is shown.
    let skip = column.saturating_sub(60);
    let shown: String = line.chars().skip(skip).take(100).collect();
    format!("{source}, line {number}, column {}: {error}\n  {shown}\n  {:>2$}", column + 1, "^", column - skip + 1)
}

/// Returns a random tree by its size: `3x4` has width 3 and depth 4.
pub fn uniform(size: &str, seed: u64) -> anyhow::Result<TitledTree> {
    let tree = size.parse().and_then(|size| random_tree(RandomTreeKind::Uniform, size, seed, DiagramLimits::DRAWING));
    Ok((tree.map_err(usage)?, Some(format!("a random tree of {size}, seed {seed}"))))
}
