//! The layout of a chart: title, legend, then the panels in rows.

use super::canvas::{HEAD, KEY, LABEL, PagePoint, SMALL, TITLE, width, wrap};
use super::claims::Remark;
use super::palette::SeriesStyle;
use super::scale::Scale;
use super::{claims, series_of, share_scale};
use crate::finding::{Chart, ChartPanel};

const MARGIN: f64 = 18.0;
const GAP: f64 = 22.0;
const LINE: f64 = 16.0;
const LEGEND_LINE: f64 = 22.0;
const PLOT: f64 = 270.0;
/// The width of bold text relative to normal text.
const BOLD: f64 = 1.16;

/// The page of a chart, in points.
#[derive(Debug)]
pub struct PlotLayout {
    pub width: f64,
    pub height: f64,
    pub title: Vec<String>,
    pub frames: Vec<Frame>,
    legend_top: f64,
}

/// The layout of one panel.
#[derive(Debug)]
pub struct Frame {
    /// The upper left corner of the panel.
    pub corner: PagePoint,
    /// Its title, in lines.
    pub title: Vec<String>,
    /// The text between title and axes: the vertical axis label and the claims.
    pub remarks: Vec<Remark>,
    /// The top of the axes.
    pub plot_top: f64,
    /// The height of the axes.
    pub plot_height: f64,
    /// The width of the panel.
    pub width: f64,
    /// The space for the numbers to the left of the axes.
    pub left: f64,
    /// The labels below the axes.
    pub below: TickLabels,
    /// The label of the horizontal axis, in lines.
    pub across: Vec<String>,
    pub x: Scale,
    pub y: Scale,
}

/// The labels of the ticks below the axes.
#[derive(Debug)]
pub enum TickLabels {
    /// Broken into lines.
    Lines(Vec<Vec<String>>),
    /// Rotated, because names are too long; the longest has this length.
    Turned(f64),
}

impl TickLabels {
    fn of(ticks: &[(f64, String)], slot: f64) -> TickLabels {
        let word = ticks
            .iter()
            .flat_map(|(_, label)| label.split_whitespace())
            .map(|word| width(word, SMALL))
            .fold(0.0, f64::max);
        let longest = ticks.iter().map(|(_, label)| width(label, SMALL)).fold(0.0, f64::max);
        if word > slot + 4.0 {
            TickLabels::Turned(longest)
        } else {
            TickLabels::Lines(ticks.iter().map(|(_, label)| wrap(label, SMALL, slot)).collect())
        }
    }

    /// Returns the height of the labels.
    pub fn height(&self) -> f64 {
        match self {
            TickLabels::Lines(labels) => to_f64(labels.iter().map(Vec::len).max().unwrap_or(0)) * LINE,
            TickLabels::Turned(longest) => longest + 6.0,
        }
    }
}

impl Frame {
    fn head(&self) -> f64 {
        8.0 + to_f64(self.title.len()) * (LINE + 2.0) + to_f64(self.remarks.iter().map(Remark::lines).sum()) * LINE
    }

    fn foot(&self) -> f64 {
        10.0 + self.below.height() + to_f64(self.across.len()) * LINE
    }
}

impl PlotLayout {
    /// Computes the layout of a chart.
    pub fn of(chart: &Chart) -> PlotLayout {
        let columns = chart.panels.len().clamp(1, 3);
        // Many category names need the full width.
        let crowded = chart.panels.iter().any(|panel| panel.x.categories.len() * columns > 8);
        let page = if crowded { 1080.0 } else { [720.0, 900.0, 1080.0][columns - 1] };
        let inner = page - 2.0 * MARGIN;
        let title = wrap(&chart.title, TITLE * BOLD, inner);
        let legend_top = MARGIN + to_f64(title.len()) * 22.0 + 4.0;
        let mut layout = PlotLayout { width: page, height: 0.0, title, frames: Vec::new(), legend_top };
        let legend = layout.legend(&series_of(chart)).last().map_or(legend_top, |(.., at)| at.1 + LEGEND_LINE);
        let wide = (inner - GAP * (to_f64(columns) - 1.0)) / to_f64(columns);
        layout.frames = frames(&chart.panels, wide);
        layout.height = arrange(&mut layout.frames, columns, wide, legend);
        layout
    }

    /// Returns the position of a title line.
    pub fn title_at(&self, line: usize) -> PagePoint {
        (MARGIN, MARGIN + 9.0 + to_f64(line) * 22.0)
    }

    /// Returns the legend entries with their positions. A single series without a name needs none.
    pub fn legend<'a>(&self, series: &[(&'a str, SeriesStyle)]) -> Vec<(&'a str, SeriesStyle, PagePoint)> {
        let mut point = (MARGIN, self.legend_top + LEGEND_LINE / 2.0);
        let mut placed = Vec::new();
        for &(name, style) in series.iter().filter(|(name, _)| !name.is_empty()) {
            let wide = KEY + width(name, LABEL) + 18.0;
            if point.0 > MARGIN && point.0 + wide > self.width - MARGIN + 18.0 {
                point = (MARGIN, point.1 + LEGEND_LINE);
            }
            placed.push((name, style, point));
            point.0 += wide;
        }
        placed
    }
}

/// Returns the panels with their scales, not yet placed.
fn frames(panels: &[ChartPanel], wide: f64) -> Vec<Frame> {
    let values: Vec<Vec<f64>> = panels.iter().map(upward).collect();
    let spans: Vec<(f64, f64)> = values.iter().map(|values| span(values)).collect();
    // With one scale the panels can be compared at a glance.
    let together = share_scale(panels, &spans).then(|| values.concat());
    let scaled = panels.iter().zip(&values);
    scaled.map(|(panel, own)| frame(panel, together.as_ref().unwrap_or(own), wide)).collect()
}

fn frame(panel: &ChartPanel, upward: &[f64], wide: f64) -> Frame {
    let y = Scale::new(&panel.y, upward, 9, false);
    let left = y.ticks.iter().map(|(_, label)| width(label, SMALL)).fold(20.0, f64::max) + 12.0;
    let points = panel.series.iter().flat_map(|series| &series.points);
    let across: Vec<f64> = points.map(|point| point.x).chain(panel.claims.iter().filter_map(|claim| claim.x)).collect();
    let plot = wide - left;
    let most = floor(plot / if panel.x.logarithmic { 26.0 } else { 34.0 });
    let x = Scale::new(&panel.x, &across, most.clamp(2, 14), true);
    let slot = plot / to_f64(x.ticks.len().max(1)) - 10.0;
    let below = TickLabels::of(&x.ticks, slot);
    Frame {
        corner: (0.0, 0.0),
        title: wrap(&panel.title, HEAD * BOLD, wide),
        remarks: claims::remarks(panel, &x, &y, wide),
        plot_top: 0.0,
        plot_height: PLOT,
        width: wide,
        left,
        below,
        across: wrap(&format!("{}{}", panel.x.label, x.remark()), LABEL, plot),
        x,
        y,
    }
}

/// Places the panels below `top`, aligning the axes of each row. Returns the bottom.
fn arrange(frames: &mut [Frame], columns: usize, wide: f64, top: f64) -> f64 {
    let mut top = top;
    for row in frames.chunks_mut(columns) {
        let head = row.iter().map(Frame::head).fold(0.0, f64::max);
        let foot = row.iter().map(Frame::foot).fold(0.0, f64::max);
        for (column, frame) in row.iter_mut().enumerate() {
            frame.corner = (MARGIN + to_f64(column) * (wide + GAP), top);
            frame.plot_top = top + head;
        }
        top += head + PLOT + foot + 18.0;
    }
    if frames.is_empty() { top + 80.0 } else { top }
}

/// Returns the values that the vertical axis must show: points, claims, and spreads as far as they do not dwarf the
/// points.
fn upward(panel: &ChartPanel) -> Vec<f64> {
    let shown = |value: &f64| value.is_finite() && (!panel.y.logarithmic || *value > 0.0);
    let points = || panel.series.iter().flat_map(|series| &series.points);
    let claims = panel.claims.iter().flat_map(|claim| [claim.low, claim.high]);
    let mut values: Vec<f64> = points().map(|point| point.y).chain(claims).filter(shown).collect();
    let (low, high) = span(&values);
    // A spread may extend the axis by at most the height of the points on each side.
    let reach = if panel.y.logarithmic { (low / 4.0, high * 4.0) } else { (low - (high - low), high + (high - low)) };
    let reach = if low < high { reach } else { (f64::NEG_INFINITY, f64::INFINITY) };
    let spreads = points().filter_map(|point| point.spread).flat_map(|(from, to)| [from, to]);
    let near: Vec<f64> = spreads.filter(shown).map(|value| value.clamp(reach.0, reach.1)).collect();
    values.extend(near);
    values
}

fn span(values: &[f64]) -> (f64, f64) {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max))
}

#[allow(clippy::cast_precision_loss, reason = "a handful")]
pub(super) fn to_f64(count: usize) -> f64 {
    count as f64
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative, and small")]
fn floor(value: f64) -> usize {
    value.max(0.0) as usize
}
