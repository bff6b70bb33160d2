//! Openings from a PGN file, plain or in a zip archive.

use crate::arguments::named;
use nullwindow_games::chess::{Chess, Position, read_pgn};
use nullwindow_train::read_text;
use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Returns the final positions of the openings in a file, shuffled by `seed`.
pub fn read(path: &Path, seed: u64) -> Result<Vec<Position>, Box<dyn Error>> {
    let text = if path.extension().is_some_and(|extension| extension == "zip") {
        unpack(path).map_err(|error| named(path, error.as_ref()))?
    } else {
        read_text(path)?
    };
    let chess = Chess::new();
    let mut openings = Vec::new();
    for game in read_pgn(&text) {
        openings.push(game.map_err(|error| named(path, &error))?.end(&chess));
    }
    if openings.is_empty() {
        return Err(format!("{}: no opening", path.display()).into());
    }
    shuffle(&mut openings, seed);
    Ok(openings)
}

/// Reads the first file of a zip archive.
fn unpack(path: &Path) -> Result<String, Box<dyn Error>> {
    let mut archive = zip::ZipArchive::new(File::open(path)?)?;
    let mut text = String::new();
    archive.by_index(0)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Shuffles, so that a seed gives the same order on all machines.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = Random::new(seed);
    for last in (1..items.len()).rev() {
        let other = usize::try_from(random.below(last as u64 + 1)).unwrap_or(0);
        items.swap(last, other);
    }
}

/// Random numbers by splitmix64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns a number from 0 to `limit` less one.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}
