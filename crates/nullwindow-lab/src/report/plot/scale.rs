//! Maps numbers to axis coordinates, and chooses the tick labels.

use crate::finding::Axis;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use std::ops::Range;

/// An axis with its range and its ticks. A coordinate is the number itself, or its logarithm.
#[derive(Clone, PartialEq, Debug)]
pub struct Scale {
    mapping: AxisMapping,
    /// The least and the greatest coordinate.
    pub range: (f64, f64),
    /// Coordinates with their labels.
    pub ticks: Vec<(f64, String)>,
}

/// The mapping from numbers to coordinates.
#[derive(Clone, Copy, PartialEq, Debug)]
enum AxisMapping {
    /// The identity.
    Plain,
    /// The logarithm to this base.
    Log(f64),
    /// A logarithm on both sides of zero, nearly linear below this number.
    BothSides(f64),
}

impl Scale {
    /// Returns a scale for an axis that must show `values` and has room for `most` ticks. With `exact`, ticks are at
    /// the values themselves if these are few.
    pub fn new(axis: &Axis, values: &[f64], most: usize, exact: bool) -> Scale {
        if !axis.categories.is_empty() {
            return Scale::of_categories(&axis.categories);
        }
        let mut values: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let mut scale = Scale { mapping: AxisMapping::of(axis, &values, exact), range: (0.0, 1.0), ticks: Vec::new() };
        // Zero and negative numbers have no logarithm.
        values.retain(|v| scale.coordinate(*v).is_some());
        let places: Vec<f64> = values.iter().filter_map(|v| scale.coordinate(*v)).collect();
        scale.range = padded(&places, exact || scale.mapping != AxisMapping::Plain);
        if let Some(most) =
            axis.most.and_then(|most| scale.coordinate(most)).filter(|most| places.iter().all(|p| p <= most))
        {
            scale.range.1 = scale.range.1.min(most);
        }
        let numbers = if exact && values.len() <= most && evenly(&places) { values } else { scale.round_numbers(most) };
        scale.ticks = scale.written(&numbers);
        scale
    }

    fn of_categories(names: &[String]) -> Scale {
        let ticks: Vec<(f64, String)> = (0u32..).map(f64::from).zip(names.iter().cloned()).collect();
        let last = ticks.last().map_or(0.0, |(place, _)| *place);
        Scale { mapping: AxisMapping::Plain, range: (-0.5, last + 0.5), ticks }
    }

    /// Returns the coordinate of a number, or `None` if it is not finite or has no logarithm.
    pub fn coordinate(&self, value: f64) -> Option<f64> {
        let place = match self.mapping {
            AxisMapping::Plain => value,
            AxisMapping::Log(base) => value.ln() / base.ln(),
            AxisMapping::BothSides(small) => (value / small).asinh() / 10f64.ln(),
        };
        place.is_finite().then_some(place)
    }

    /// Returns the coordinate of a number, clamped to the range.
    pub fn coordinate_within(&self, value: f64) -> Option<f64> {
        let (low, high) = self.range;
        match self.mapping {
            _ if value.is_nan() => None,
            AxisMapping::Log(_) if value <= 0.0 => Some(low),
            _ if value.is_infinite() => Some(if value > 0.0 { high } else { low }),
            _ => self.coordinate(value).map(|place| place.clamp(low, high)),
        }
    }

    /// Returns at most `most` round numbers across the range.
    fn round_numbers(&self, most: usize) -> Vec<f64> {
        let (low, high) = self.range;
        match self.mapping {
            AxisMapping::Plain => steps(low, high, most),
            // On about one power of the base, round numbers of a linear scale give more ticks.
            AxisMapping::Log(base) if high - low < 1.2 => {
                steps(base.powf(low), base.powf(high), most).into_iter().filter(|v| *v > 0.0).collect()
            }
            AxisMapping::Log(base) => {
                let between: &[f64] = if base > 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let powers =
                    (floor(low)..=floor(high)).flat_map(|place| between.iter().map(move |by| by * base.powi(place)));
                let finer: Vec<f64> = powers.filter(|value| self.shows(*value)).collect();
                let whole = steps(low, high, most).into_iter().filter(|place| place.fract() == 0.0);
                if finer.len() <= most { finer } else { whole.map(|place| base.powf(place)).collect() }
            }
            AxisMapping::BothSides(small) => {
                let powers = (floor(small.log10())..12).map(|power| 10f64.powi(power)).filter(|power| *power >= small);
                let sides = powers.flat_map(|power| [power, -power]).filter(|value| self.shows(*value));
                [0.0].into_iter().chain(sides).collect()
            }
        }
    }

    /// Returns a note to add to the axis label.
    pub fn remark(&self) -> &'static str {
        if matches!(self.mapping, AxisMapping::BothSides(_)) { " (logarithmic on both sides of 0)" } else { "" }
    }

    fn shows(&self, value: f64) -> bool {
        self.coordinate(value).is_some_and(|place| (self.range.0..=self.range.1).contains(&place))
    }

    fn written(&self, numbers: &[f64]) -> Vec<(f64, String)> {
        let gap = numbers.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(f64::INFINITY, f64::min);
        let write = |value: f64| match self.mapping {
            AxisMapping::Log(2.0) if value >= 16.0 => format!("2{}", superscript(floor(value.log2().round()))),
            AxisMapping::Log(_) if value >= 10_000.0 && nearly_whole(value.log10()) => {
                format!("10{}", superscript(floor(value.log10().round())))
            }
            AxisMapping::Log(_) | AxisMapping::BothSides(_) => number(value, value),
            AxisMapping::Plain => number(value, gap),
        };
        numbers.iter().filter_map(|value| Some((self.coordinate(*value)?, write(*value)))).collect()
    }
}

impl AxisMapping {
    /// Chooses the mapping of an axis with these values.
    fn of(axis: &Axis, values: &[f64], exact: bool) -> AxisMapping {
        let sides = values.iter().any(|v| *v < 0.0) && values.iter().any(|v| *v > 0.0);
        let sizes = || values.iter().map(|v| v.abs()).filter(|v| *v > 0.0);
        let (small, large) = (sizes().fold(f64::INFINITY, f64::min), sizes().fold(0.0, f64::max));
        let powers = || values.iter().filter(|v| **v > 0.0).all(|v| is_power_of_two(*v));
        match axis.logarithmic {
            // Values both near zero and far from it, on both sides: a linear axis would merge the near ones.
            _ if sides && exact && (axis.logarithmic || large > 30.0 * small) => AxisMapping::BothSides(small),
            true => AxisMapping::Log(if powers() { 2.0 } else { 10.0 }),
            false => AxisMapping::Plain,
        }
    }
}

/// Implements an axis of `plotters`: its values are coordinates, its key points the ticks.
impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    #[allow(clippy::cast_possible_truncation, reason = "pages are small")]
    fn map(&self, place: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (place - self.range.0) / (self.range.1 - self.range.0);
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() {
            Vec::new()
        } else {
            self.ticks.iter().map(|(place, _)| *place).collect()
        }
    }

    fn range(&self) -> Range<f64> {
        self.range.0..self.range.1
    }
}

/// Formats a number with the digits that steps of this size need, with the thousands separated.
pub fn number(value: f64, step: f64) -> String {
    let step = if step.is_finite() { step } else { value };
    let digits = [0u8, 1, 2, 3, 4].into_iter().find(|digits| nearly_whole(step * 10f64.powi(i32::from(*digits))));
    let text = format!("{:.*}", usize::from(digits.unwrap_or(3)), value.abs());
    let whole = text.find('.').unwrap_or(text.len());
    let mut written =
        if value < 0.0 && text.contains(|c| ('1'..='9').contains(&c)) { "−".to_owned() } else { String::new() };
    for (at, digit) in text.char_indices() {
        if whole > 4 && at > 0 && at < whole && (whole - at).is_multiple_of(3) {
            written.push('\u{202f}');
        }
        written.push(digit);
    }
    written
}

fn superscript(exponent: i32) -> String {
    let raise = |c| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32(0x2070 + u32::from(digit) - u32::from('0')).unwrap_or(digit),
    };
    exponent.to_string().chars().map(raise).collect()
}

/// Returns at most `most` multiples of 1, 2 or 5 times a power of ten from `low` to `high`.
fn steps(low: f64, high: f64, most: usize) -> Vec<f64> {
    let span = high - low;
    if span <= 0.0 || !span.is_finite() {
        return vec![low];
    }
    let power = floor((span / 100.0).log10());
    let sizes = (power..power + 4).flat_map(|power| [1.0, 2.0, 5.0].map(|by| by * 10f64.powi(power)));
    let count =
        |step: f64| floor(high / step + 1e-9).saturating_sub(floor((low / step - 1e-9).ceil())).saturating_add(1);
    let most = i32::try_from(most.max(2)).unwrap_or(i32::MAX);
    let step = sizes.into_iter().find(|step| count(*step) <= most).unwrap_or(span);
    // The tolerance keeps a tick at the edge in spite of rounding.
    let first = (low / step - 1e-9).ceil();
    (0u32..200).map(|k| (first + f64::from(k)) * step).take_while(|v| *v <= high + step * 1e-9).collect()
}

/// Returns the range of coordinates with a margin. Zero is included if it is not far, unless the axis is `tight`.
fn padded(places: &[f64], tight: bool) -> (f64, f64) {
    let (Some(&low), Some(&high)) = (places.first(), places.last()) else { return (0.0, 1.0) };
    if high - low <= f64::EPSILON * high.abs().max(1.0) {
        let air = if low == 0.0 { 1.0 } else { low.abs() * 0.2 };
        return (low - air, high + air);
    }
    let air = (high - low) * 0.05;
    match tight {
        false if low >= 0.0 && low < 0.35 * high => (0.0, high + air),
        false if high <= 0.0 && high > 0.35 * low => (low - air, 0.0),
        _ => (low - air, high + air),
    }
}

fn evenly(places: &[f64]) -> bool {
    let gaps: Vec<f64> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let least = gaps.iter().copied().fold(f64::INFINITY, f64::min);
    // Gaps of double width are accepted; the excess covers rounding.
    gaps.iter().all(|gap| *gap <= 2.01 * least)
}

fn is_power_of_two(value: f64) -> bool {
    value >= 1.0 && value.log2().fract() == 0.0
}

fn nearly_whole(value: f64) -> bool {
    (value - value.round()).abs() < 1e-6
}

#[allow(clippy::cast_possible_truncation, reason = "exponents are small")]
fn floor(value: f64) -> i32 {
    value.floor() as i32
}

#[cfg(test)]
mod tests {
    use super::{Scale, number};
    use crate::finding::Axis;

    fn labels(axis: &Axis, values: &[f64], exact: bool) -> Vec<String> {
        Scale::new(axis, values, 8, exact).ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_or_where_things_happened() {
        let plain = Axis::default();
        assert_eq!(
            labels(&plain, &[0.83, 1.21], false),
            ["0.85", "0.90", "0.95", "1.00", "1.05", "1.10", "1.15", "1.20"]
        );
        assert_eq!(labels(&plain, &[1.0, 3.0, 5.0, 7.0], true), ["1", "3", "5", "7"]);
        assert_eq!(
            labels(&plain, &[0.0, 20_000.0], false),
            ["0", "5000", "10\u{202f}000", "15\u{202f}000", "20\u{202f}000"]
        );
        assert_eq!(labels(&plain, &[-50.0, 50.0], false), ["−40", "−20", "0", "20", "40"]);
    }

    #[test]
    fn a_logarithm_has_the_base_that_fits() {
        let axis = Axis { logarithmic: true, ..Axis::default() };
        assert_eq!(labels(&axis, &[1024.0, 4096.0, 16384.0], true), ["2¹⁰", "2¹²", "2¹⁴"]);
        assert_eq!(labels(&axis, &[3.0, 900.0], false), ["5", "10", "20", "50", "100", "200", "500", "1000"]);
        assert_eq!(labels(&axis, &[3.0, 9e6], false), ["10", "100", "1000", "10⁴", "10⁵", "10⁶", "10⁷"]);
        assert_eq!(labels(&axis, &[0.5, 0.7], false).last().map(String::as_str), Some("0.7"));
    }

    #[test]
    fn far_on_both_sides_of_zero_does_not_hide_what_is_near() {
        let values = [-2000.0, -20.0, -5.0, 0.0, 5.0, 20.0, 2000.0];
        let mut ticks = Scale::new(&Axis::default(), &values, 9, true).ticks;
        ticks.sort_by(|a, b| a.0.total_cmp(&b.0));
        let labels: Vec<&str> = ticks.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["−1000", "−100", "−10", "0", "10", "100", "1000"]);
        assert!(ticks[4].0 - ticks[3].0 > 0.1 * (ticks[6].0 - ticks[0].0), "{ticks:?}");
    }

    #[test]
    fn what_has_no_place_has_none() {
        let axis = Axis { logarithmic: true, ..Axis::default() };
        let scale = Scale::new(&axis, &[0.0, f64::NAN, 10.0, 100.0], 5, false);
        assert_eq!(
            (scale.coordinate(0.0), scale.coordinate(f64::NAN), scale.coordinate(f64::INFINITY)),
            (None, None, None)
        );
        assert_eq!(scale.coordinate_within(0.0), Some(scale.range.0));
        assert_eq!(scale.coordinate_within(f64::INFINITY), Some(scale.range.1));
        assert_eq!(scale.coordinate_within(f64::NAN), None);
    }

    #[test]
    fn numbers_show_what_their_step_needs() {
        assert_eq!(number(0.25, 0.25), "0.25");
        assert_eq!(number(-0.0, 1.0), "0");
        assert_eq!(number(12345.678, 0.1), "12\u{202f}345.7");
        assert_eq!(number(1e7, 1e6), "10\u{202f}000\u{202f}000");
    }
}
