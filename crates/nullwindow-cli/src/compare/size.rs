//! The size of a table: in bytes, `64M`, or in entries, `2^21`.

use nullwindow::memory::Table;
use std::str::FromStr;

/// A table size, in entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSize {
    /// The number of entries.
    pub entries: u64,
}

impl TableSize {
    /// The size used in the papers.
    pub(super) const USUAL: TableSize = TableSize { entries: 1 << 21 };

    /// Describes a size: `2^21 entries, 32 MiB`.
    pub fn describe(entries: u64) -> String {
        let bytes = crate::output::bytes(entries.saturating_mul(Table::ENTRY_BYTES as u64));
        match entries.is_power_of_two() {
            true => format!("2^{} entries, {bytes}", entries.ilog2()),
            false => format!("{} entries, {bytes}", crate::output::thousands(entries)),
        }
    }
}

impl FromStr for TableSize {
    type Err = String;

    fn from_str(text: &str) -> Result<TableSize, String> {
        let wrong = || {
            format!(
                "'{text}' is not a size: expected entries, such as 2^21 or 100000, or bytes, such as 64M, 512K or 1G"
            )
        };
        let number = |digits: &str| digits.trim().parse::<u64>().map_err(|_| wrong());
        let entries = if let Some(power) = text.strip_prefix("2^") {
            1u64.checked_shl(number(power)?.try_into().map_err(|_| wrong())?).ok_or_else(wrong)?
        } else if let Some(last) = text.find(|c: char| c.is_ascii_alphabetic()) {
            // `K`, `KB` and `KiB` all stand for 1024 bytes.
            let unit = match text[last..].to_lowercase().trim_end_matches("ib").trim_end_matches('b') {
                "k" => 10,
                "m" => 20,
                "g" => 30,
                _ => return Err(wrong()),
            };
            number(&text[..last])?.checked_mul(1 << unit).ok_or_else(wrong)? / Table::ENTRY_BYTES as u64
        } else {
            number(text)?
        };
        if entries == 0 { Err(wrong()) } else { Ok(TableSize { entries }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_entries() {
        let entries = |text: &str| text.parse::<TableSize>().map(|size| size.entries);
        assert_eq!(entries("2^21"), Ok(1 << 21));
        assert_eq!(entries("64M"), Ok(1 << 22));
        assert_eq!(entries("32MiB"), Ok(1 << 21));
        assert_eq!(entries("16kb"), Ok(1 << 10));
        assert_eq!(entries("1000"), Ok(1000));
        for wrong in ["", "0", "x", "2^64", "2^", "12Q", "-1", "99999999999G"] {
            assert!(entries(wrong).is_err(), "{wrong}");
        }
        assert_eq!(TableSize::describe(1 << 21), "2^21 entries, 32 MiB");
    }
}
