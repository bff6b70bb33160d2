//! Renders charts as SVG with `plotters`.
//!
//! A chart has its own light background, so that it is readable on any page. [`dark`] is a style sheet that switches
//! charts within a page to a dark background. [`palette`] defines colours and markers, [`scale`] the axes.

mod canvas;
mod claims;
mod layout;
mod palette;
mod panel;
mod scale;

use crate::finding::{Chart, ChartPanel};
use canvas::{PlotCanvas, Weight};
use layout::PlotLayout;
use palette::{MUTED, SeriesStyle, TEXT};
use plotters::prelude::{DrawingAreaErrorKind, SVGBackend};
use std::fmt::Write as _;

pub use scale::number;

/// The result of drawing. The backend has the same error type for strings as for files.
type DrawResult = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// The backend of all charts.
type Backend<'a> = SVGBackend<'a>;

/// Renders a chart as an SVG document.
///
/// Points without a position on their axes, such as zero on a logarithmic axis, are left out, and the chart states
/// their number.
#[must_use]
pub fn svg(chart: &Chart) -> String {
    let layout = PlotLayout::of(chart);
    let mut drawn = String::new();
    draw(chart, &layout, &mut drawn).expect("a string can always be written to");
    named(chart, &layout, &drawn)
}

/// Returns the style of every series of a chart, by name, in the order of the legend.
fn series_of(chart: &Chart) -> Vec<(&str, SeriesStyle)> {
    let mut names: Vec<&str> = Vec::new();
    for series in chart.panels.iter().flat_map(|panel| &panel.series) {
        if !names.contains(&series.name.as_str()) {
            names.push(&series.name);
        }
    }
    let muted = |name: &str| {
        let mut series = chart.panels.iter().flat_map(|panel| &panel.series);
        series.all(|series| series.muted || series.name != name)
    };
    let styles = palette::styles(&names).into_iter();
    names.into_iter().zip(styles).map(|(name, style)| (name, SeriesStyle { muted: muted(name), ..style })).collect()
}

fn draw(chart: &Chart, layout: &PlotLayout, into: &mut String) -> DrawResult {
    let canvas = PlotCanvas::new(into, layout.width, layout.height)?;
    for (line, text) in layout.title.iter().enumerate() {
        canvas.text(text, layout.title_at(line), canvas::TITLE, Weight::Bold, TEXT)?;
    }
    let legend = series_of(chart);
    for (name, style, at) in layout.legend(&legend) {
        panel::key(&canvas, style, at)?;
        let color = if style.muted { MUTED } else { TEXT };
        canvas.text(name, (at.0 + canvas::KEY, at.1), canvas::LABEL, Weight::Normal, color)?;
    }
    for (panel, frame) in chart.panels.iter().zip(&layout.frames) {
        panel::draw(&canvas, panel, frame, &legend)?;
    }
    if chart.panels.is_empty() {
        canvas.text("no data", (layout.width / 2.0, layout.height / 2.0), canvas::LABEL, Weight::Centred, MUTED)?;
    }
    canvas.present()
}

/// Adds a title for screen readers, and sets the displayed size.
fn named(chart: &Chart, layout: &PlotLayout, drawn: &str) -> String {
    let body = drawn.split_once('>').map_or("", |(_, body)| body);
    let (width, height) = (layout.width, layout.height);
    let (wide, high) = (canvas::pixels(width), canvas::pixels(height));
    let title = super::html::escape(&chart.title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {wide} {high}\" \
         role=\"img\">\n<title>{title}</title>{body}"
    )
}

/// Returns a style sheet that replaces every colour of a chart by its dark counterpart.
pub fn dark() -> String {
    let colors =
        [palette::GROUND, palette::TEXT, palette::MUTED, palette::AXIS, palette::MESH, palette::CLAIM, palette::QUIET];
    colors.iter().chain(&palette::SERIES).fold(String::new(), |mut sheet, color| {
        for part in ["fill", "stroke"] {
            let _ =
                writeln!(sheet, "  figure svg [{part}=\"#{:06X}\"] {{ {part}: #{:06X}; }}", color.light, color.dark);
        }
        sheet
    })
}

/// Returns whether the panels can share one vertical scale: same axis, and no panel would be squeezed.
fn share_scale(panels: &[ChartPanel], spans: &[(f64, f64)]) -> bool {
    let same = panels.windows(2).all(|pair| pair[0].y == pair[1].y);
    let low = spans.iter().map(|span| span.0).fold(f64::INFINITY, f64::min);
    let high = spans.iter().map(|span| span.1).fold(f64::NEG_INFINITY, f64::max);
    // A panel that would use less than 40 % of the shared height keeps its own scale.
    same && spans.iter().all(|span| span.1 - span.0 > 0.4 * (high - low))
}
