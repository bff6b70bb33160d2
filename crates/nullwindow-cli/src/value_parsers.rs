//! Parsers of arguments with known names, which help and completion scripts list.

use crate::nearest;
use clap::builder::{NonEmptyStringValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use nullwindow::AnyAlgorithm;
use nullwindow::algorithm::UnknownAlgorithm;
use std::ffi::OsStr;

/// Returns a parser that accepts any word and suggests these.
pub fn suggest(names: impl IntoIterator<Item = impl Into<String>>) -> impl TypedValueParser<Value = String> {
    SuggestingParser { names: names.into_iter().map(Into::into).collect() }
}

/// Returns a parser of algorithms that suggests their names.
pub fn algorithm() -> impl TypedValueParser<Value = AnyAlgorithm> {
    suggest(AnyAlgorithm::NAMES).try_map(|name| read_algorithm(&name))
}

/// Parses the name of an algorithm.
///
/// # Errors
/// If the name is unknown, with the nearest names and all names.
pub fn read_algorithm(name: &str) -> Result<AnyAlgorithm, String> {
    name.parse().map_err(|error: UnknownAlgorithm| match error.number {
        // The name is known, but its parameter is wrong.
        Some(_) => error.to_string(),
        None => nearest::unknown("algorithm", name, AnyAlgorithm::NAMES),
    })
}

/// Parses `name=value`.
///
/// # Errors
/// If there is no name, or a character that would begin a new line.
pub fn name_and_value(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
    let (name, value) = parts.ok_or_else(|| format!("'{text}': expected NAME=VALUE"))?;
    if text.contains(char::is_control) {
        return Err("expected NAME=VALUE on one line".to_owned());
    }
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Lets every argument accept a negative number, so that the argument's own parser reports the error.
pub fn with_negative_numbers(command: Command) -> Command {
    let numbers = |arg: Arg| {
        let takes_values = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    };
    command.mut_args(numbers).mut_subcommands(with_negative_numbers)
}

#[derive(Clone)]
struct SuggestingParser {
    names: Vec<String>,
}

impl TypedValueParser for SuggestingParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        NonEmptyStringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(|name| PossibleValue::new(name.clone()))))
    }
}
