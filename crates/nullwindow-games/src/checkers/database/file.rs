//! Databases in files.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `nwchkdb` and a zero |
//! | 4 | the version of this format, 1 |
//! | 4 | the most pieces |
//! | 8 | how many positions follow |
//! | 8 | a checksum of all the rest |
//! | | a byte for each position |
//!
//! Numbers have their lowest byte first. A file is read as a whole and checked before it is believed.

use super::slice::{Material, Slice};
use super::store::EndgameDatabase;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: [u8; 8] = *b"nwchkdb\0";
const VERSION: u32 = 1;
const HEADER: usize = 32;

/// Why there is no database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file could not be read; perhaps it is not there.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file could not be written.
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file does not begin as databases do.
    #[error("{}: is no endgame database of checkers", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by another version of this library.
    #[error("{}: has version {found} of the format, and {VERSION} is read here", path.display())]
    WrongVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The file names a number of pieces for which there are no databases.
    #[error("{}: is for {found} pieces, and databases have 1 to {}", path.display(), EndgameDatabase::MOST_PIECES)]
    WrongPieces {
        /// The file.
        path: PathBuf,
        /// The number it names.
        found: u32,
    },
    /// The file is shorter or longer than its number of pieces asks for.
    #[error("{}: has {found} bytes, and {expected} were expected for {pieces} pieces", path.display())]
    WrongLength {
        /// The file.
        path: PathBuf,
        /// The number of pieces it names.
        pieces: u32,
        /// The length for so many.
        expected: u64,
        /// Its length.
        found: u64,
    },
    /// The checksum is not that of the contents.
    #[error("{}: is damaged: its checksum is {stored:016x}, and that of its contents {computed:016x}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The checksum in the file.
        stored: u64,
        /// The checksum of what is there.
        computed: u64,
    },
    /// A database of so many pieces is not supported.
    #[error("databases have 1 to {} pieces, not {pieces}", EndgameDatabase::MOST_PIECES)]
    UnsupportedPieces {
        /// How many were asked for.
        pieces: u32,
    },
    /// A database to go on from has more pieces than were asked for.
    #[error("the database already has {has} pieces, and {pieces} were asked for")]
    MorePieces {
        /// How many it has.
        has: u32,
        /// How many were asked for.
        pieces: u32,
    },
    /// A win takes more plies than a byte can tell.
    #[error("{material}: a win takes more than 252 plies")]
    TooLong {
        /// The pieces.
        material: Material,
    },
}

impl EndgameDatabase {
    /// Writes the database to a file, which appears only when it is complete.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), DatabaseError> {
        let unwritable = |source| DatabaseError::Unwritable { path: path.to_owned(), source };
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let part = PathBuf::from(name);
        self.write(&part).and_then(|()| std::fs::rename(&part, path)).map_err(|error| {
            // What is left of it is of no use; that it may not be there is no second error.
            let _ = std::fs::remove_file(&part);
            unwritable(error)
        })
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let header = Header { pieces: self.pieces, positions: self.positions() as u64 };
        let mut sum = header.checksum();
        self.parts.iter().for_each(|part| sum.add(&part.bytes));
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(&header.bytes(sum.finish()))?;
        for part in &self.parts {
            file.write_all(&part.bytes)?;
        }
        file.into_inner()?.sync_all()
    }

    /// Reads a database from a file.
    ///
    /// # Errors
    /// If the file is not there or is not what it should be: the error names the file and what is wrong with it.
    pub fn load(path: &Path) -> Result<EndgameDatabase, DatabaseError> {
        let unreadable = |source| DatabaseError::Unreadable { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(unreadable)?;
        let found = file.metadata().map_err(unreadable)?.len();
        let (header, stored) = Header::read(&mut file, path, found)?;
        let mut sum = header.checksum();
        let mut database = EndgameDatabase::empty();
        for slice in header.slices() {
            let mut bytes = vec![0; slice.len()];
            file.read_exact(&mut bytes).map_err(unreadable)?;
            sum.add(&bytes);
            database.push(slice, bytes);
        }
        database.pieces = header.pieces;
        let computed = sum.finish();
        if computed != stored {
            return Err(DatabaseError::Damaged { path: path.to_owned(), stored, computed });
        }
        Ok(database)
    }
}

/// What stands before the positions.
#[derive(Clone, Copy, Debug)]
struct Header {
    pieces: u32,
    positions: u64,
}

impl Header {
    fn bytes(self, checksum: u64) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.pieces.to_le_bytes());
        bytes.extend(self.positions.to_le_bytes());
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The header of a file of `found` bytes, and the checksum in it.
    fn read(file: &mut File, path: &Path, found: u64) -> Result<(Header, u64), DatabaseError> {
        let mut bytes = [0; HEADER];
        let path = path.to_owned();
        if found < HEADER as u64 {
            return Err(DatabaseError::NotADatabase { path });
        }
        if let Err(source) = file.read_exact(&mut bytes) {
            return Err(DatabaseError::Unreadable { path, source });
        }
        let four = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let eight = |at: usize| u64::from(four(at)) | u64::from(four(at + 4)) << 32;
        let (version, pieces, positions) = (four(8), four(12), eight(16));
        if bytes[..8] != MAGIC {
            return Err(DatabaseError::NotADatabase { path });
        }
        if version != VERSION {
            return Err(DatabaseError::WrongVersion { path, found: version });
        }
        if !(1..=EndgameDatabase::MOST_PIECES).contains(&pieces) {
            return Err(DatabaseError::WrongPieces { path, found: pieces });
        }
        let header = Header { pieces, positions };
        let expected = header.slices().iter().map(Slice::len).sum::<usize>() as u64;
        if positions != expected || found != expected + HEADER as u64 {
            let expected = expected + HEADER as u64;
            return Err(DatabaseError::WrongLength { path, pieces, expected, found });
        }
        Ok((header, eight(24)))
    }

    fn checksum(self) -> Checksum {
        let mut sum = Checksum { state: 0xcbf2_9ce4_8422_2325, rest: 0, count: 0 };
        sum.add(&self.bytes(0));
        sum
    }

    /// The parts of such a database, in their order.
    fn slices(self) -> Vec<Slice> {
        (1..=self.pieces as usize).flat_map(Material::pairs).flatten().map(Slice::new).collect()
    }
}

/// A checksum of words of eight bytes: each step can be undone, so that no change within one word goes unseen.
#[derive(Clone, Copy, Debug)]
struct Checksum {
    state: u64,
    /// Bytes that make no word yet, and how many bytes there were.
    rest: u64,
    count: u64,
}

impl Checksum {
    fn add(&mut self, mut bytes: &[u8]) {
        while !self.count.is_multiple_of(8) && !bytes.is_empty() {
            self.byte(bytes[0]);
            bytes = &bytes[1..];
        }
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.word(u64::from_le_bytes(*word)));
        self.count += 8 * words.len() as u64;
        rest.iter().for_each(|&byte| self.byte(byte));
    }

    fn byte(&mut self, byte: u8) {
        self.rest = self.rest >> 8 | u64::from(byte) << 56;
        self.count += 1;
        if self.count.is_multiple_of(8) {
            self.word(self.rest);
            self.rest = 0;
        }
    }

    fn word(&mut self, word: u64) {
        self.state = (self.state.rotate_left(23) ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
    }

    fn finish(mut self) -> u64 {
        self.word(self.rest);
        self.word(self.count);
        self.state ^ self.state >> 32
    }
}
