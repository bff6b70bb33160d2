//! Builds, verifies and describes endgame databases of checkers.

use clap::{Parser, Subcommand, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use nullwindow_games::checkers::{BuildProgress, EndgameDatabase};
use nullwindow_train::output::{self, print_line};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Builds, verifies and describes endgame databases of checkers.
#[derive(Parser, Debug)]
struct DatabaseArguments {
    #[command(subcommand)]
    command: DatabaseCommand,
}

#[derive(Subcommand, Debug)]
enum DatabaseCommand {
    /// Computes a database and writes it to a file.
    Build {
        /// Largest number of pieces: 4 take 7 MB, 5 take 156 MB.
        #[arg(long, default_value_t = 4, value_parser = value_parser!(u32).range(1..=i64::from(EndgameDatabase::MAX_PIECES)))]
        pieces: u32,
        /// The file to write.
        file: PathBuf,
        /// Check every position against its successors before writing.
        #[arg(long)]
        verify: bool,
        /// A database of fewer pieces to extend.
        #[arg(long)]
        from: Option<PathBuf>,
    },
    /// Checks every position of a database against its successors.
    Verify {
        /// The file to read.
        file: PathBuf,
    },
    /// Prints wins, draws, losses and longest wins of each material.
    Describe {
        /// The file to read.
        file: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(DatabaseArguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: DatabaseCommand) -> Result<(), Box<dyn std::error::Error>> {
    match command {
        DatabaseCommand::Build { pieces, file, verify: check, from } => {
            // A build of five pieces takes long: an unwritable path must fail before it.
            output::check_writable(&file)?;
            let database = build(pieces, from.as_deref())?;
            if check {
                verify(&database)?;
            }
            database.save(&file)?;
            print_line(format_args!("{}: written", file.display()))?;
        }
        DatabaseCommand::Verify { file } => verify(&EndgameDatabase::load(&file)?)?,
        DatabaseCommand::Describe { file } => describe(&EndgameDatabase::load(&file)?)?,
    }
    Ok(())
}

fn build(pieces: u32, from: Option<&Path>) -> Result<EndgameDatabase, Box<dyn std::error::Error>> {
    let bar = ProgressBar::new(0);
    let template = "{msg:12} {wide_bar} {human_pos}/{human_len} positions, {elapsed}, {eta} left";
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    let show = |progress: BuildProgress| {
        bar.set_length(progress.total as u64);
        bar.set_message(progress.material.to_string());
        bar.set_position(progress.done as u64);
    };
    let begin = Instant::now();
    let database = match from {
        Some(file) => extend(EndgameDatabase::load(file)?, file, pieces, &show)?,
        None => EndgameDatabase::build(pieces, &show)?,
    };
    bar.finish_and_clear();
    let (positions, pieces) = (database.positions(), database.pieces());
    print_line(format_args!("{positions} positions of up to {pieces} pieces in {:.1?}", begin.elapsed()))?;
    Ok(database)
}

/// Extends the database of a file.
fn extend(
    database: EndgameDatabase,
    file: &Path,
    pieces: u32,
    show: &dyn Fn(BuildProgress),
) -> Result<EndgameDatabase, Box<dyn std::error::Error>> {
    // `EndgameDatabase::extend` rejects this too, but without the name of the file.
    if database.pieces() > pieces {
        let (file, has) = (file.display(), database.pieces());
        return Err(format!("{file}: already has {has} pieces, and {pieces} were asked for").into());
    }
    Ok(database.extend(pieces, show)?)
}

fn verify(database: &EndgameDatabase) -> Result<(), Box<dyn std::error::Error>> {
    let begin = Instant::now();
    let positions = database.verify()?;
    print_line(format_args!("{positions} positions follow from their successors, checked in {:.1?}", begin.elapsed()))?;
    Ok(())
}

fn describe(database: &EndgameDatabase) -> io::Result<()> {
    let titles = ["positions", "wins", "draws", "losses"].map(|title| format!("{title:>11}")).join(" ");
    print_line(format_args!("{:>12} {titles} {:>8}", "material", "longest"))?;
    for part in database.summary() {
        let draws = part.positions - part.wins - part.losses;
        let longest = part.longest_win.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let numbers = [part.positions, part.wins, draws, part.losses].map(|number| format!("{number:>11}")).join(" ");
        print_line(format_args!("{:>12} {numbers} {longest:>8}", part.material.to_string()))?;
    }
    Ok(())
}
