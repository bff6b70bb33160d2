//! The drawing area, in points of the page. It is drawn in finer pixels, because the backend rounds to whole pixels.

use super::palette::{GROUND, ThemeColor};
use super::{Backend, DrawResult};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea, Polygon, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontFamily, FontStyle, FontTransform, IntoFont, TextStyle};

/// Pixels per point.
const GRAIN: f64 = 4.0;
/// The divisor that the backend applies to font sizes.
const FONT: f64 = 1.24;
const FAMILY: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/// Sizes of text, in points.
pub const TITLE: f64 = 16.0;
pub const HEAD: f64 = 13.5;
pub const LABEL: f64 = 12.0;
pub const SMALL: f64 = 11.0;
/// The width of a key in the legend.
pub const KEY: f64 = 34.0;

/// A point on the page.
pub type PagePoint = (f64, f64);

/// The weight and alignment of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    Normal,
    Bold,
    Centred,
    Right,
    /// Rotated to read upwards, ending at the point.
    Turned,
}

/// The drawing area.
pub struct PlotCanvas<'a> {
    area: DrawingArea<Backend<'a>, Shift>,
}

impl<'a> PlotCanvas<'a> {
    /// Returns an empty canvas of this size with a light background.
    pub fn new(
        into: &'a mut String,
        width: f64,
        height: f64,
    ) -> Result<PlotCanvas<'a>, DrawingAreaErrorKind<std::io::Error>> {
        let size = (pixels(width).unsigned_abs(), pixels(height).unsigned_abs());
        let area = SVGBackend::with_string(into, size).into_drawing_area();
        area.fill(&GROUND.rgb())?;
        Ok(PlotCanvas { area })
    }

    /// Returns a part of the canvas, to put axes on.
    pub fn part(&self, corner: PagePoint, width: f64, height: f64) -> DrawingArea<Backend<'a>, Shift> {
        self.area.clone().shrink(at(corner), (pixels(width), pixels(height)))
    }

    /// Draws a text, vertically centred on the point.
    pub fn text(&self, text: &str, point: PagePoint, size: f64, weight: Weight, color: ThemeColor) -> DrawResult {
        let horizontal = match weight {
            Weight::Normal | Weight::Bold => HPos::Left,
            Weight::Centred => HPos::Center,
            Weight::Right | Weight::Turned => HPos::Right,
        };
        let style = font(size, weight == Weight::Bold, color).pos(Pos::new(horizontal, VPos::Center));
        let style = if weight == Weight::Turned { style.transform(FontTransform::Rotate270) } else { style };
        // The backend escapes markup, but not the characters that XML does not allow.
        let text: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        self.area.draw_text(&text, &style, at(point))
    }

    /// Draws a filled polygon.
    pub fn fill(&self, corners: &[PagePoint], color: ThemeColor, opacity: f64) -> DrawResult {
        let corners: Vec<(i32, i32)> = corners.iter().map(|point| at(*point)).collect();
        self.area.draw(&Polygon::new(corners, color.rgb().mix(opacity)))
    }

    /// Draws a line.
    pub fn line(&self, path: &[PagePoint], color: ThemeColor, opacity: f64, width: f64) -> DrawResult {
        let path: Vec<(i32, i32)> = path.iter().map(|point| at(*point)).collect();
        let style = color.rgb().mix(opacity).stroke_width(pixels(width).unsigned_abs());
        self.area.draw(&plotters::element::PathElement::new(path, style))
    }

    /// Finishes the drawing.
    pub fn present(&self) -> DrawResult {
        self.area.present()
    }
}

/// Returns a font of this size in points.
pub fn font(size: f64, bold: bool, color: ThemeColor) -> TextStyle<'static> {
    let weight = if bold { FontStyle::Bold } else { FontStyle::Normal };
    (FontFamily::Name(FAMILY), size * GRAIN * FONT, weight).into_font().color(&color.rgb())
}

/// Converts points to pixels.
#[allow(clippy::cast_possible_truncation, reason = "pages are small")]
pub fn pixels(points: f64) -> i32 {
    (points * GRAIN).round() as i32
}

fn at(point: PagePoint) -> (i32, i32) {
    (pixels(point.0), pixels(point.1))
}

/// Estimates the width of a text. There is no font to measure it with.
pub fn width(text: &str, size: f64) -> f64 {
    let units = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '(' | ')' | '[' | ']' | '\u{202f}' => 0.32,
        't' | 'f' | 'r' | ' ' | '-' | '¹' => 0.38,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.9,
        c if c.is_uppercase() || c == '+' || c == '−' || c == '=' => 0.7,
        c if unicode_width::UnicodeWidthChar::width(c) == Some(2) => 1.05,
        _ => 0.57,
    };
    text.chars().map(units).sum::<f64>() * size
}

/// Breaks a text between words into lines of at most this width.
pub fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
