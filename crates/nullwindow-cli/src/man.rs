//! The command `man`: manual pages of this program, with its name and its games.

use crate::output::usage;
use crate::{App, Cli, help};
use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `man`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The command whose page is written to standard output, such as 'lab run' [default: the program]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// Write the pages of all commands into this directory, which is created if needed
    #[arg(long, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  nullwindow man compare > compare.1  # then: man -l compare.1
  nullwindow man lab run > run.1
  nullwindow man --out man1           # for all commands";

/// Runs the command.
pub fn run(args: &Args, app: &App) -> anyhow::Result<ExitCode> {
    // The fitted command, so that the pages name the games of this program.
    let mut program = help::fitted(Cli::command(), app.name, &app.catalogue);
    program.build();
    let Some(directory) = &args.out else {
        let command = args.command.iter().try_fold(&program, |command, name| {
            command
                .find_subcommand(name)
                .ok_or_else(|| usage(format!("there is no command '{}'", args.command.join(" "))))
        })?;
        write_page(command, &mut io::stdout().lock())?;
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::create_dir_all(directory)
        .with_context(|| format!("cannot create the directory {}", directory.display()))?;
    let mut pages = Vec::new();
    collect(&program, &mut pages);
    for command in &pages {
        let file = directory.join(format!("{}.1", page_name(command)));
        let mut page = Vec::new();
        write_page(command, &mut page)?;
        std::fs::write(&file, page).with_context(|| format!("cannot write {}", file.display()))?;
    }
    app.ui.note(format_args!("{} pages in {}", pages.len(), directory.display()));
    Ok(ExitCode::SUCCESS)
}

/// Adds a command and all below it, except the built-in `help`.
fn collect<'c>(command: &'c Command, pages: &mut Vec<&'c Command>) {
    pages.push(command);
    command.get_subcommands().filter(|sub| sub.get_name() != "help").for_each(|sub| collect(sub, pages));
}

/// Returns the name of a page: `nullwindow-lab-run`.
fn page_name(command: &Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

/// Writes the page of a command. Its examples keep their line ends, which the usual layout of a page would fill.
fn write_page(command: &Command, out: &mut dyn Write) -> io::Result<()> {
    let extra = command.get_after_help().map(ToString::to_string);
    let man = Man::new(command.clone()).title(page_name(command).to_uppercase());
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    if let Some(text) = extra {
        write_extra(&text, out)?;
    }
    man.render_version_section(out)
}

/// Writes the text below the options: paragraphs are filled, examples are not.
fn write_extra(text: &str, out: &mut dyn Write) -> io::Result<()> {
    if !text.starts_with("Examples:") {
        writeln!(out, ".SH NOTES")?;
    }
    let mut verbatim = false;
    for line in text.lines() {
        if line.trim_end() == "Examples:" {
            writeln!(out, ".SH EXAMPLES\n.nf")?;
            verbatim = true;
        } else if verbatim && !line.is_empty() && !line.starts_with(' ') {
            // The text goes on after the examples.
            writeln!(out, ".fi\n.PP\n{}", escaped(line))?;
            verbatim = false;
        } else if line.is_empty() {
            writeln!(out, ".PP")?;
        } else {
            writeln!(out, "{}", escaped(line))?;
        }
    }
    if verbatim { writeln!(out, ".fi") } else { Ok(()) }
}

/// Escapes what the formatter would read as a request: backslashes, hyphens, and dots or quotes at the start of a line.
fn escaped(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if line.starts_with('.') { format!("\\&{line}") } else { line }
}
