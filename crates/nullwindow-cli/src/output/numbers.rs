//! Formats numbers for people.

/// Formats a count with commas between the thousands: `1,234,567`.
pub fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a time: `12 µs`, `1.8 ms`, `123 ms`, `4.56 s`, `2 min 05 s`, `1 h 02 min`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time in whole seconds fits")]
pub fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 0.01 => format!("{:.1} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        _ if whole < 3600 => format!("{} min {:02} s", whole / 60, whole % 60),
        _ => format!("{} h {:02} min", whole / 3600, whole / 60 % 60),
    }
}

/// Formats a rate per second: `950/s`, `12.3 k/s`, `4.56 M/s`.
#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub fn rate(count: u64, seconds: f64) -> String {
    match count as f64 / seconds.max(1e-9) {
        r if r < 1e3 => format!("{r:.0}/s"),
        r if r < 1e6 => format!("{:.1} k/s", r / 1e3),
        r if r < 1e9 => format!("{:.2} M/s", r / 1e6),
        r => format!("{:.2} G/s", r / 1e9),
    }
}

/// Formats a ratio: `0.93`, `12.1`, `1234`.
pub fn ratio(ratio: f64) -> String {
    match ratio {
        r if !r.is_finite() => "-".to_owned(),
        // The limits are those at which rounding would add a digit.
        r if r < 9.995 => format!("{r:.2}"),
        r if r < 99.95 => format!("{r:.1}"),
        r => format!("{r:.0}"),
    }
}

/// Formats a size in memory: `64 MiB`.
#[allow(clippy::cast_precision_loss, reason = "sizes stay far below 2^53")]
pub fn bytes(bytes: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let step = (bytes.max(1).ilog2() / 10).min(4);
    let size = bytes as f64 / f64::from(1 << step).powi(10);
    if bytes.is_multiple_of(1 << (10 * step)) {
        format!("{size:.0} {}", units[step as usize])
    } else {
        format!("{size:.1} {}", units[step as usize])
    }
}

/// Returns a bar for a fraction of `width` characters; a fraction above 1 ends in an arrow.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few characters")]
pub fn bar(fraction: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    if fraction > 1.0 {
        return "█".repeat(width.saturating_sub(1)) + "▶";
    }
    #[allow(clippy::cast_precision_loss, reason = "a few characters")]
    let eighths = (fraction.max(0.0) * width as f64 * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [0.000_012, 0.0018, 0.123, 4.556, 125.0, 3720.0].map(duration),
            ["12 µs", "1.8 ms", "123 ms", "4.56 s", "2 min 05 s", "1 h 02 min"]
        );
        assert_eq!([0.934, 12.08, 1234.4, f64::NAN].map(ratio), ["0.93", "12.1", "1234", "-"]);
        assert_eq!(
            [1, 1 << 20, 64 << 20, 3 << 29, 1000].map(bytes),
            ["1 bytes", "1 MiB", "64 MiB", "1.5 GiB", "1000 bytes"]
        );
        assert_eq!(rate(12_300, 1.0), "12.3 k/s");
    }

    #[test]
    fn bars_have_the_width_of_their_fraction() {
        assert_eq!(bar(0.5, 8), "████");
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(7.0, 4), "███▶");
        assert_eq!(bar(1.0 / 16.0, 8), "▌");
        assert_eq!(bar(0.0, 8), "");
    }
}
