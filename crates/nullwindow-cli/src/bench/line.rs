//! A result line, and the signature of all counts.

use nullwindow_engine::SearchRecord;
use std::fmt;

/// A result line: some work, with its nodes and its time.
#[derive(Clone, Debug, Default)]
pub(super) struct BenchLine {
    pub(super) group: String,
    pub(super) name: String,
    /// The value of a solved position.
    pub(super) value: Option<i32>,
    pub(super) threads: u16,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// The nodes of quiescence searches, where they are compared.
    pub(super) quiescence: Option<u64>,
    /// True if leaves are evaluated only so far that their windows are answered.
    pub(super) windowed_leaves: bool,
    /// The ratio of the time of one thread, of exact leaves, or with all techniques, to this time.
    pub(super) speedup: Option<f64>,
    /// True if the line is the sum of other lines.
    pub(super) sum: bool,
}

impl BenchLine {
    /// Returns an empty line for work on one thread.
    pub(super) fn new(group: &str, name: impl Into<String>) -> BenchLine {
        BenchLine { group: group.to_owned(), name: name.into(), threads: 1, ..BenchLine::default() }
    }

    /// Adds the nodes and seconds of another line.
    pub(super) fn add(&mut self, other: &BenchLine) {
        self.nodes += other.nodes;
        self.seconds += other.seconds;
    }
}

/// A hash of all counts: FNV-1a over eight bytes per count.
pub(super) struct Signature(u64);

impl Default for Signature {
    fn default() -> Signature {
        Signature(0xcbf2_9ce4_8422_2325)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Signature {
    pub(super) fn add(&mut self, count: u64) {
        // A fixed byte order, so that the signature is the same on every machine.
        for byte in count.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds the counts of a search, and its value if it has one.
    pub(super) fn record(&mut self, record: &SearchRecord) {
        [record.leaf_visits, record.interior, record.answered, record.passes]
            .into_iter()
            .for_each(|count| self.add(count));
        self.add(record.value.map_or(0, |value| i64::from(value).cast_unsigned()));
    }
}
