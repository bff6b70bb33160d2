//! Law: a file is loaded only if it is byte for byte a database, and saving it again writes the same bytes; for any
//! other file the error contains its path; no file causes a panic. The input is either arbitrary bytes, or a database
//! of one piece with some bytes changed, cut off or appended.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use nullwindow_games::checkers::EndgameDatabase;
use std::path::PathBuf;
use std::sync::LazyLock;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Changed { bytes: Vec<(u16, u8)>, cut: u16, behind: &'a [u8] },
    FromNowhere(&'a [u8]),
}

/// A file name that no other process uses.
static PATH: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("nullwindow-fuzz-{}.database", std::process::id())));

static TRUE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let database = EndgameDatabase::build(1, &|_| {}).expect("a database of one piece");
    database.save(&PATH).expect("a file that can be written");
    std::fs::read(&*PATH).expect("the file just written")
});

fuzz_target!(|input: Input<'_>| {
    let bytes = match input {
        Input::Changed { bytes, cut, behind } => changed(&bytes, cut, behind),
        Input::FromNowhere(bytes) => bytes.to_vec(),
    };
    std::fs::write(&*PATH, &bytes).expect("a file that can be written");
    match EndgameDatabase::load(&PATH) {
        Ok(database) => {
            assert!(bytes == *TRUE, "a file that is not a database was loaded");
            database.save(&PATH).expect("a file that can be written");
            assert!(std::fs::read(&*PATH).is_ok_and(|again| again == bytes));
        }
        Err(error) => {
            assert!(bytes != *TRUE, "{error}");
            assert!(error.to_string().contains(&*PATH.to_string_lossy()), "{error}");
        }
    }
});

fn changed(changes: &[(u16, u8)], cut: u16, behind: &[u8]) -> Vec<u8> {
    let mut bytes = TRUE.clone();
    let length = bytes.len();
    for &(place, byte) in changes {
        bytes[usize::from(place) % length] = byte;
    }
    bytes.truncate(length.saturating_sub(usize::from(cut) % 64));
    bytes.extend_from_slice(behind);
    bytes
}
