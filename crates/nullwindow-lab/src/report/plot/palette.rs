//! Colours and markers. A name has the same ones in every chart, and no two names of a chart share both.

use plotters::style::RGBColor;

/// A colour on light background, with its counterpart on dark background.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThemeColor {
    /// On light background.
    pub light: u32,
    /// On dark background.
    pub dark: u32,
}

impl ThemeColor {
    const fn new(light: u32, dark: u32) -> ThemeColor {
        ThemeColor { light, dark }
    }

    /// Returns the colour for drawing, which is on light background.
    #[allow(clippy::cast_possible_truncation, reason = "a byte each")]
    pub const fn rgb(self) -> RGBColor {
        RGBColor((self.light >> 16) as u8, (self.light >> 8) as u8, self.light as u8)
    }
}

/// The background.
pub const GROUND: ThemeColor = ThemeColor::new(0xFF_FFFF, 0x1A_1F26);
/// Titles and labels.
pub const TEXT: ThemeColor = ThemeColor::new(0x1F_2328, 0xE6_EAEF);
/// Less important text.
pub const MUTED: ThemeColor = ThemeColor::new(0x59_636E, 0xA3_ADB8);
/// Axes.
pub const AXIS: ThemeColor = ThemeColor::new(0x8C_959F, 0x6B_7580);
/// The mesh.
pub const MESH: ThemeColor = ThemeColor::new(0xE4_E8EC, 0x2E_353D);
/// Claims of a paper.
pub const CLAIM: ThemeColor = ThemeColor::new(0x6E_5494, 0xB9_A3E0);

/// Series that no claim is about.
pub const QUIET: ThemeColor = ThemeColor::new(0xC4_CAD1, 0x4C_545D);

/// Colours of series, distinguishable with every common colour vision, each dark enough for a thin line on white.
pub const SERIES: [ThemeColor; 13] = [
    ThemeColor::new(0x24_292F, 0xF0_F3F6), // black
    ThemeColor::new(0xD5_5E00, 0xFF_8F45), // orange
    ThemeColor::new(0x00_72B2, 0x55_ACEE), // blue
    ThemeColor::new(0x3A_9BD9, 0x95_D3F8), // sky
    ThemeColor::new(0x11_7733, 0x56_C271), // green
    ThemeColor::new(0x2A_9D8F, 0x77_DBCF), // teal
    ThemeColor::new(0xAA_4499, 0xE0_8FD2), // purple
    ThemeColor::new(0xB8_860B, 0xE9_C45F), // amber
    ThemeColor::new(0xCC_6677, 0xF2_A0AC), // rose
    ThemeColor::new(0x33_2288, 0x9F_93FF), // indigo
    ThemeColor::new(0x88_2255, 0xDB_74A8), // wine
    ThemeColor::new(0x7A_7A1F, 0xCB_CB68), // olive
    ThemeColor::new(0x7F_8790, 0xA9_B1B9), // grey
];

/// The shape of a marker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkerShape {
    Circle,
    Square,
    Up,
    Down,
    Diamond,
    Cross,
    Plus,
}

const SHAPES: [MarkerShape; 7] = [
    MarkerShape::Circle,
    MarkerShape::Square,
    MarkerShape::Up,
    MarkerShape::Down,
    MarkerShape::Diamond,
    MarkerShape::Cross,
    MarkerShape::Plus,
];

/// The style of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeriesStyle {
    /// An index into [`SERIES`].
    pub color: usize,
    /// The shape of its markers.
    pub shape: MarkerShape,
    /// True if markers are hollow and the line is dashed: another series of the same algorithm.
    pub hollow: bool,
    /// True if no claim is about the series.
    pub muted: bool,
}

impl SeriesStyle {
    /// Returns the colour.
    pub fn color(self) -> ThemeColor {
        if self.muted { QUIET } else { SERIES[self.color] }
    }
}

/// Names with a style of their own: letters, digits and `+` only. The longest name that a series starts with applies.
const KNOWN: [(&str, usize, MarkerShape); 35] = [
    ("aspiration", 0, MarkerShape::Square),
    ("mtdf", 1, MarkerShape::Circle),
    ("ttalphabeta", 2, MarkerShape::Up),
    ("alphabeta", 2, MarkerShape::Up),
    ("ab", 2, MarkerShape::Up),
    ("negascout", 9, MarkerShape::Down),
    ("scout", 12, MarkerShape::Down),
    ("mtd+inf", 4, MarkerShape::Diamond),
    ("mtdinf", 5, MarkerShape::Plus),
    ("mtdbi", 6, MarkerShape::Cross),
    ("mtdstep", 7, MarkerShape::Square),
    ("mtdstepup", 11, MarkerShape::Down),
    ("mtdgallop", 3, MarkerShape::Diamond),
    ("mtdbest", 8, MarkerShape::Up),
    ("mtdbestrest", 10, MarkerShape::Down),
    ("mt", 12, MarkerShape::Plus),
    ("minimax", 12, MarkerShape::Circle),
    ("minimaltree", 4, MarkerShape::Square),
    ("minimalgraph", 6, MarkerShape::Diamond),
    ("sss", 10, MarkerShape::Circle),
    ("dual", 11, MarkerShape::Diamond),
    ("sss2", 8, MarkerShape::Square),
    ("recsss", 6, MarkerShape::Down),
    ("recdual", 5, MarkerShape::Cross),
    ("ps", 7, MarkerShape::Diamond),
    ("ps2", 1, MarkerShape::Diamond),
    ("ps4", 3, MarkerShape::Square),
    ("ps6", 7, MarkerShape::Down),
    ("ps8", 6, MarkerShape::Cross),
    ("ps16", 12, MarkerShape::Plus),
    ("uniform", 7, MarkerShape::Cross),
    ("iid", 7, MarkerShape::Cross),
    ("ordered", 8, MarkerShape::Down),
    ("correlated", 9, MarkerShape::Plus),
    ("incremental", 9, MarkerShape::Plus),
];

/// Returns the styles of the series of a chart, in their order.
pub fn styles(names: &[&str]) -> Vec<SeriesStyle> {
    let folded: Vec<String> = names.iter().map(|name| fold(name)).collect();
    let mut order: Vec<usize> = (0..names.len()).collect();
    // Exact names choose first, then names that start with one, so that an algorithm keeps its style beside variants.
    order.sort_by_key(|&at| !KNOWN.iter().any(|(known, ..)| *known == folded[at]));
    let mut chosen: Vec<Option<SeriesStyle>> = vec![None; names.len()];
    for at in order {
        let first = known(&folded[at]).unwrap_or_else(|| by_hash(&folded[at]));
        let style = like(first).find(|style| !chosen.contains(&Some(*style)));
        chosen[at] = Some(style.unwrap_or(first));
    }
    chosen.into_iter().flatten().collect()
}

/// Iterates over styles of the same colour, the most similar first.
fn like(first: SeriesStyle) -> impl Iterator<Item = SeriesStyle> {
    let shapes = [first.shape].into_iter().chain(SHAPES);
    let both = shapes.flat_map(move |shape| [false, true].map(|hollow| SeriesStyle { shape, hollow, ..first }));
    // Crosses have no interior that could be hollow.
    both.filter(|style| !(style.hollow && matches!(style.shape, MarkerShape::Cross | MarkerShape::Plus)))
}

/// Reduces a name to lowercase letters, digits and `+`; infinity becomes "inf".
fn fold(name: &str) -> String {
    let name = name.to_lowercase().replace('∞', "inf").replace('α', "alpha").replace('β', "beta");
    name.chars().filter(|c| c.is_alphanumeric() || *c == '+').collect()
}

fn known(name: &str) -> Option<SeriesStyle> {
    let begins = KNOWN.iter().filter(|(known, ..)| name.starts_with(known));
    let longest = begins.max_by_key(|(known, ..)| known.len())?;
    Some(SeriesStyle { color: longest.1, shape: longest.2, hollow: false, muted: false })
}

/// Chooses the style of a name that is not in the table, such as a game, by a hash (FNV-1a), so that it is the same in
/// every chart.
fn by_hash(name: &str) -> SeriesStyle {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let at = |shift: u32, len: usize| (hash >> shift) as usize % len;
    SeriesStyle { color: 1 + at(0, SERIES.len() - 1), shape: SHAPES[at(16, SHAPES.len())], hollow: false, muted: false }
}

#[cfg(test)]
mod tests {
    use super::{fold, known, styles};

    #[test]
    fn a_name_looks_the_same_however_it_is_written_and_beside_whatever() {
        for same in [["MTD(f)", "mtd-f"], ["MTD(+∞)", "mtd+inf"], ["MTD(-inf)", "mtd-inf"], ["Alpha-Beta", "αβ"]] {
            assert_eq!(known(&fold(same[0])), known(&fold(same[1])), "{same:?}");
            assert!(known(&fold(same[0])).is_some());
        }
        assert_eq!(styles(&["mtd-f", "kalah engine"])[1], styles(&["kalah engine", "sss*"])[0]);
        assert_eq!(styles(&["mtd-f lower", "mtd-f"])[1], styles(&["mtd-f"])[0]);
        assert_ne!(known(&fold("mtd+inf")), known(&fold("mtd-inf")));
        assert_ne!(known(&fold("mtd-step")), known(&fold("mtd-step-up")));
    }

    #[test]
    fn every_algorithm_has_a_look_of_its_own() {
        let names: Vec<_> = nullwindow::AnyAlgorithm::NAMES.iter().filter(|name| !name.starts_with("tt-")).collect();
        for (at, name) in names.iter().enumerate() {
            let style = known(&fold(name)).unwrap_or_else(|| panic!("{name} is not known"));
            for other in &names[..at] {
                assert_ne!(Some(style), known(&fold(other)), "{name} looks as {other} does");
            }
        }
    }

    #[test]
    fn no_two_series_of_a_chart_look_the_same() {
        let names: Vec<String> = (0..12).map(|k| format!("mtd-f {k}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let styles = styles(&names);
        for (at, style) in styles.iter().enumerate() {
            assert!(!styles[..at].contains(style), "{at}");
        }
    }
}
