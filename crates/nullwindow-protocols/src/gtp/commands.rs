//! The commands of GTP, one method each.

use super::{GtpCommand, GtpDialogue, MoveSearch, OVERHEAD};
use crate::output::{one_line, shortened};
use crate::record::GameRecord;
use crate::turns::{self, PASS, Side, TurnError};
use nullwindow_engine::PositionText;
use std::io::Read;
use std::time::Instant;

/// The largest game record that is read, in bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// The commands, in the order of `list_commands`.
const COMMANDS: [&str; 20] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "set_game",
    "list_games",
    "loadsgf",
    "showboard",
    "final_score",
];

/// The answer to a command.
pub(super) enum GtpAnswer {
    Text(String),
    /// A search answers.
    Later,
    Quit,
}

/// The error for arguments that cannot be read.
fn syntax_error() -> String {
    "syntax error".to_owned()
}

impl GtpDialogue {
    /// Obeys a command while no search runs, or returns the reason why not.
    pub(super) fn obey(&mut self, command: &GtpCommand) -> Result<GtpAnswer, String> {
        let text = match command.name.as_str() {
            "protocol_version" => "2".to_owned(),
            "name" => "Nullwindow".to_owned(),
            "version" => env!("CARGO_PKG_VERSION").to_owned(),
            "known_command" => command.argument(0).is_some_and(|name| COMMANDS.contains(&name)).to_string(),
            "list_commands" => COMMANDS.join("\n"),
            "list_games" => self.game_name(),
            "set_game" => self.set_game(command)?,
            "boardsize" => self.set_board_size(command)?,
            "clear_board" => self.new_game()?,
            "komi" => command.parsed::<f64>(0).map(|_| String::new()).ok_or_else(syntax_error)?,
            "play" => self.play(command)?,
            "genmove" => return self.generate(command, true),
            "reg_genmove" => return self.generate(command, false),
            "undo" => self.undo()?,
            "time_settings" => self.set_time(command)?,
            "time_left" => self.set_time_left(command)?,
            "loadsgf" => self.load(command)?,
            "showboard" => self.show()?,
            "final_score" => self.final_score()?,
            "quit" => return Ok(GtpAnswer::Quit),
            _ => return Err("unknown command".to_owned()),
        };
        Ok(GtpAnswer::Text(text))
    }

    /// Returns the name of the game as clients write it, with a capital.
    fn game_name(&self) -> String {
        let name = self.session.engine().game();
        name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect()
    }

    fn set_game(&mut self, command: &GtpCommand) -> Result<String, String> {
        let name = command.argument(0).ok_or_else(syntax_error)?;
        if !name.eq_ignore_ascii_case(self.session.engine().game()) {
            return Err(format!("unsupported game: this engine plays {}", self.game_name()));
        }
        self.new_game()
    }

    fn set_board_size(&mut self, command: &GtpCommand) -> Result<String, String> {
        let size: usize = command.parsed(0).ok_or_else(syntax_error)?;
        if size != self.board_size() {
            return Err("unacceptable size".to_owned());
        }
        self.new_game()
    }

    /// Returns the length of the edge of the board: the notation of a position begins with its squares.
    fn board_size(&self) -> usize {
        let start = turns::played(&**self.session.engine(), &PositionText::start());
        let notation = start.map(|start| start.notation).unwrap_or_default();
        notation.split(' ').next().map_or(0, |squares| squares.len().isqrt())
    }

    fn new_game(&mut self) -> Result<String, String> {
        self.session.clear_table();
        self.clocks.reset();
        self.set_position(PositionText::start(), Vec::new())
    }

    fn set_position(&mut self, position: PositionText, plies: Vec<usize>) -> Result<String, String> {
        self.session.set_position(position).map_err(|error| one_line(&error))?;
        self.plies = plies;
        Ok(String::new())
    }

    fn play(&mut self, command: &GtpCommand) -> Result<String, String> {
        let side = side(command)?;
        let name = command.argument(1).ok_or_else(syntax_error)?.to_ascii_lowercase();
        self.play_move(side, &name).map_err(|error| match error {
            TurnError::NotItsTurn(_) => format!("illegal move: {error}"),
            TurnError::Illegal(_) => "illegal move".to_owned(),
        })?;
        Ok(String::new())
    }

    /// Plays a move with the pass that it implies, so that `undo` takes back both.
    fn play_move(&mut self, side: Side, name: &str) -> Result<(), TurnError> {
        let engine = self.session.engine();
        let mut position = self.session.position().clone();
        // Clients of other games end them by passes.
        if name == PASS && turns::played(&**engine, &position)?.over.is_some() {
            self.plies.push(0);
            return Ok(());
        }
        turns::play(&**engine, &mut position, side, name)?;
        self.plies.push(position.moves.len() - self.session.position().moves.len());
        self.session.set_position(position)?;
        Ok(())
    }

    fn undo(&mut self) -> Result<String, String> {
        let plies = self.plies.pop().ok_or_else(|| "cannot undo".to_owned())?;
        let mut position = self.session.position().clone();
        position.moves.truncate(position.moves.len().saturating_sub(plies));
        self.session.set_position(position).map_err(|error| one_line(&error))?;
        Ok(String::new())
    }

    /// Starts a search for a move, or answers at once if there is only a pass.
    fn generate(&mut self, command: &GtpCommand, plays: bool) -> Result<GtpAnswer, String> {
        let side = side(command)?;
        let before = (self.session.position().clone(), self.plies.clone());
        let mut position = before.0.clone();
        let root =
            turns::give_turn(&**self.session.engine(), &mut position, side).map_err(|error| error.to_string())?;
        if root.over.is_some() {
            self.plies.extend(plays.then_some(0));
            return Ok(GtpAnswer::Text(PASS.to_ascii_uppercase()));
        }
        if turns::must_pass(&root) {
            if plays {
                self.play_move(side, PASS).map_err(|error| error.to_string())?;
            }
            return Ok(GtpAnswer::Text(PASS.to_ascii_uppercase()));
        }
        self.session.set_position(position).map_err(|error| one_line(&error))?;
        let search = MoveSearch { id: String::new(), side, plays, before, start: Instant::now() };
        self.start_search(&command.id, search, &root).map_err(|error| one_line(&error))?;
        Ok(GtpAnswer::Later)
    }

    /// Plays the move that a search has found, and returns it as clients write it.
    pub(super) fn finish_search(&mut self, search: MoveSearch, best: Option<String>) -> Result<String, String> {
        let time = search.start.elapsed();
        let (position, plies) = search.before;
        self.set_position(position, plies)?;
        let best = best.ok_or_else(|| "there is no move".to_owned())?;
        if search.plays {
            self.clocks.spend(search.side, time + OVERHEAD);
            self.play_move(search.side, &best).map_err(|error| error.to_string())?;
        }
        Ok(best.to_ascii_uppercase())
    }

    fn set_time(&mut self, command: &GtpCommand) -> Result<String, String> {
        let numbers = (command.parsed(0), command.parsed(1), command.parsed(2));
        let (Some(main), Some(period), Some(stones)) = numbers else { return Err(syntax_error()) };
        self.clocks.set(main, period, stones);
        Ok(String::new())
    }

    fn set_time_left(&mut self, command: &GtpCommand) -> Result<String, String> {
        let side = side(command)?;
        let (Some(time), Some(stones)) = (command.parsed(1), command.parsed(2)) else { return Err(syntax_error()) };
        self.clocks.set_left(side, time, stones);
        Ok(String::new())
    }

    /// Reads a game from a file, up to the position before a move if its number follows the name.
    fn load(&mut self, command: &GtpCommand) -> Result<String, String> {
        let path = command.argument(0).ok_or_else(syntax_error)?;
        let most = match command.argument(1) {
            Some(_) => command.parsed::<usize>(1).ok_or_else(syntax_error)?.saturating_sub(1),
            None => usize::MAX,
        };
        let cannot = |reason: String| format!("cannot load file: {}", shortened(&reason));
        let text = read(path).map_err(|error| cannot(error.to_string()))?;
        let engine = self.session.engine();
        let record = GameRecord::parse(&text, engine.game(), self.board_size());
        let loaded = record.and_then(|record| record.play(&**engine, most));
        let (position, plies) = loaded.map_err(|error| cannot(error.to_string()))?;
        self.new_game()?;
        self.set_position(position, plies)?;
        let now = self.session.played().map_err(|error| one_line(&error))?;
        Ok(Side::of(&now).colour().to_owned())
    }

    fn show(&self) -> Result<String, String> {
        let board = self.session.engine().board(self.session.position()).map_err(|error| one_line(&error))?;
        Ok(format!("\n{}", board.picture))
    }

    /// Returns the result, such as `B+12`.
    fn final_score(&self) -> Result<String, String> {
        let now = self.session.played().map_err(|error| one_line(&error))?;
        let score = now.over.ok_or_else(|| "cannot score: the game is not over".to_owned())?.get();
        let first = if now.first_player_moves { score } else { -score };
        Ok(match first {
            0 => "0".to_owned(),
            1.. => format!("B+{first}"),
            _ => format!("W+{}", -first),
        })
    }
}

/// Reads the colour of a command.
fn side(command: &GtpCommand) -> Result<Side, String> {
    match command.argument(0).unwrap_or_default().to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err(format!("{}: expected black or white", syntax_error())),
    }
}

/// Reads a file that is not too large. A pipe or a device might never end.
fn read(path: &str) -> std::io::Result<String> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("expected a file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LARGEST_FILE).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
