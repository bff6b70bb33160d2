//! The file format of databases.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `nwchkdb` and a zero |
//! | 4 | the version of this format, 1 |
//! | 4 | the largest number of pieces |
//! | 8 | the number of positions |
//! | 8 | a checksum of everything else |
//! | | one byte per position |
//!
//! Numbers are little-endian. A file is read as a whole, and its checksum is verified before use.

use super::slice::{Material, Slice};
use super::store::EndgameDatabase;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: [u8; 8] = *b"nwchkdb\0";
const VERSION: u32 = 1;
const HEADER: usize = 32;

/// An error of building, reading or writing a database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file could not be read, or does not exist.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file could not be written.
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file does not begin with the magic number.
    #[error("{}: is no endgame database of checkers", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// The file has another version of the format.
    #[error("{}: has version {found} of the format, and {VERSION} is read here", path.display())]
    WrongVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The file is for a number of pieces that is not supported.
    #[error("{}: is for {found} pieces, and databases have 1 to {}", path.display(), EndgameDatabase::MAX_PIECES)]
    WrongPieces {
        /// The file.
        path: PathBuf,
        /// The number in the file.
        found: u32,
    },
    /// The length of the file does not match its number of pieces.
    #[error("{}: has {found} bytes, and {expected} were expected for {pieces} pieces", path.display())]
    WrongLength {
        /// The file.
        path: PathBuf,
        /// The number of pieces in the file.
        pieces: u32,
        /// The expected length in bytes.
        expected: u64,
        /// The length in bytes.
        found: u64,
    },
    /// The checksum does not match the contents.
    #[error("{}: is damaged: its checksum is {stored:016x}, and that of its contents {computed:016x}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The checksum in the file.
        stored: u64,
        /// The checksum of the contents.
        computed: u64,
    },
    /// The requested number of pieces is not supported.
    #[error("databases have 1 to {} pieces, not {pieces}", EndgameDatabase::MAX_PIECES)]
    UnsupportedPieces {
        /// The requested number.
        pieces: u32,
    },
    /// The database to extend has more pieces than requested.
    #[error("the database already has {has} pieces, and {pieces} were asked for")]
    MorePieces {
        /// The number of pieces in the database.
        has: u32,
        /// The requested number.
        pieces: u32,
    },
    /// A win takes more plies than a byte can hold.
    #[error("{material}: a win takes more than 252 plies")]
    TooLong {
        /// The pieces.
        material: Material,
    },
}

impl EndgameDatabase {
    /// Writes the database to a file. The file appears under its name only when it is complete.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), DatabaseError> {
        let unwritable = |source| DatabaseError::Unwritable { path: path.to_owned(), source };
        // Written under another name and renamed: an interrupted write never leaves a partial database.
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let part = PathBuf::from(name);
        self.write(&part).and_then(|()| std::fs::rename(&part, path)).map_err(|error| {
            // The partial file is useless. It may not exist, so a second error is ignored.
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
    /// If the file does not exist or is not valid. The error names the file and the reason.
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

/// The file header.
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

    /// Reads the header of a file of `found` bytes, and the checksum in it.
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
        if !(1..=EndgameDatabase::MAX_PIECES).contains(&pieces) {
            return Err(DatabaseError::WrongPieces { path, found: pieces });
        }
        let header = Header { pieces, positions };
        // The length is checked before anything is allocated for the positions.
        let expected = header.slices().iter().map(Slice::len).sum::<usize>() as u64;
        if positions != expected || found != expected + HEADER as u64 {
            let expected = expected + HEADER as u64;
            return Err(DatabaseError::WrongLength { path, pieces, expected, found });
        }
        Ok((header, eight(24)))
    }

    fn checksum(self) -> Checksum {
        // The offset basis of FNV-1a: any constant other than 0 would do.
        let mut sum = Checksum { state: 0xcbf2_9ce4_8422_2325, rest: 0, count: 0 };
        sum.add(&self.bytes(0));
        sum
    }

    /// Returns the parts of such a database in file order.
    fn slices(self) -> Vec<Slice> {
        (1..=self.pieces as usize).flat_map(Material::pairs).flatten().map(Slice::new).collect()
    }
}

/// A checksum over words of eight bytes. Each step is invertible, so that every change within one word is detected.
#[derive(Clone, Copy, Debug)]
struct Checksum {
    state: u64,
    /// The bytes of an incomplete word, and the number of bytes so far.
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
