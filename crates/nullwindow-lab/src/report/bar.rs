//! Bars for the terminal.

/// Blocks of one eighth to eight eighths of a character.
const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// Returns a bar for `value`, where `max` fills `width` characters. Any value above zero shows at least an eighth of a
/// character. NaN shows nothing.
///
/// ```
/// assert_eq!(nullwindow_lab::report::bar(1.0, 2.0, 5), "██▌");
/// assert_eq!(nullwindow_lab::report::bar(0.001, 2.0, 5), "▏");
/// assert_eq!(nullwindow_lab::report::bar(f64::NAN, 2.0, 5), "");
/// ```
#[must_use]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "clamped to the width"
)]
pub fn bar(value: f64, max: f64, width: usize) -> String {
    let share = value / max;
    if share.is_nan() || share <= 0.0 || width == 0 {
        return String::new();
    }
    let eighths = ((share.min(1.0) * width as f64 * 8.0).round() as usize).max(1);
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(EIGHTHS[eighths % 8 - 1]);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn fills_its_width_and_never_more() {
        assert_eq!(bar(3.0, 3.0, 4), "████");
        assert_eq!(bar(9.0, 3.0, 4), "████");
        assert_eq!(bar(f64::INFINITY, 3.0, 4), "████");
        for eighths in 0..=32u8 {
            let chars = bar(f64::from(eighths), 32.0, 4).chars().count();
            assert_eq!(chars, usize::from(eighths.div_ceil(8)));
        }
    }

    #[test]
    fn nothing_for_what_is_not_above_zero() {
        for value in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(bar(value, 3.0, 4), "");
        }
        assert_eq!(bar(1.0, 0.0, 0), "");
        assert_eq!(bar(0.0, 0.0, 4), "");
    }
}
