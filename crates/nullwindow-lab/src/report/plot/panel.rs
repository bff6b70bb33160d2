//! Draws one set of axes with its series.

use super::canvas::{HEAD, LABEL, PagePoint, PlotCanvas, SMALL, Weight, pixels};
use super::claims::{Remark, RemarkKind, about, dashes};
use super::layout::{Frame, TickLabels, to_f64};
use super::palette::{AXIS, CLAIM, GROUND, MESH, MUTED, MarkerShape, SeriesStyle, TEXT};
use super::scale::Scale;
use super::{Backend, DrawResult};
use crate::finding::{ChartPanel, ChartPoint, Series};
use plotters::prelude::{
    Cartesian2d, ChartBuilder, ChartContext, Circle, DashedLineSeries, EmptyElement, ErrorBar, LineSeries, PathElement,
    Polygon, Rectangle,
};
use plotters::style::Color;

type Axes<'a, 'b> = ChartContext<'a, Backend<'b>, Cartesian2d<Scale, Scale>>;

/// The number of series up to which spreads are bands. More bands would cover each other, so bars replace them.
const BANDS: usize = 3;
/// The number of points up to which each has a marker. A longer line has markers at some points, including the last.
const MARKERS: usize = 25;
/// Half the size of a marker, in points.
const MARKER: f64 = 3.6;
const LINE_HEIGHT: f64 = 16.0;

/// Draws a panel into its frame.
pub fn draw(canvas: &PlotCanvas<'_>, panel: &ChartPanel, frame: &Frame, legend: &[(&str, SeriesStyle)]) -> DrawResult {
    head(canvas, frame)?;
    let corner = (frame.corner.0 + frame.left, frame.plot_top);
    let area = canvas.part(corner, frame.width - frame.left, frame.plot_height);
    let mut axes = ChartBuilder::on(&area).build_cartesian_2d(frame.x.clone(), frame.y.clone())?;
    mesh(&mut axes)?;
    labels(canvas, frame)?;
    claims(&mut axes, panel, frame)?;
    let mut styled: Vec<(usize, &Series, SeriesStyle)> = panel
        .series
        .iter()
        .enumerate()
        .filter_map(|(order, series)| Some((order, series, style(legend, series)?)))
        .collect();
    // Muted series come first, so that none covers a series that a claim is about.
    styled.sort_by_key(|(.., style)| !style.muted);
    for (order, series, style) in &styled {
        let points = placed(panel, frame, series, *order);
        let band = styled.len() <= BANDS && !side_by_side(panel) && narrow(&points, frame);
        spread(&mut axes, &points, *style, band)?;
    }
    for (order, series, style) in &styled {
        let points = placed(panel, frame, series, *order);
        if !side_by_side(panel) {
            line(&mut axes, &points, *style)?;
        }
        markers(&mut axes, &points, *style)?;
    }
    if panel.series.iter().all(|series| series.points.is_empty()) {
        let middle =
            (frame.corner.0 + frame.left + (frame.width - frame.left) / 2.0, frame.plot_top + frame.plot_height / 2.0);
        canvas.text("no data", middle, LABEL, Weight::Centred, MUTED)?;
    }
    Ok(())
}

/// Draws the key of a series in the legend: a piece of its line with a marker.
pub fn key(canvas: &PlotCanvas<'_>, style: SeriesStyle, at: PagePoint) -> DrawResult {
    let (left, right) = (at.0, at.0 + 26.0);
    let ends: &[(f64, f64)] = if style.hollow { &[(0.0, 8.0), (18.0, 26.0)] } else { &[(0.0, right - left)] };
    for end in ends {
        canvas.line(&[(left + end.0, at.1), (left + end.1, at.1)], style.color(), 1.0, 2.0)?;
    }
    let centre = (left + 13.0, at.1);
    let corners: Vec<PagePoint> =
        outline(style.shape, MARKER).iter().map(|(x, y)| (centre.0 + x, centre.1 + y)).collect();
    if strokes(style.shape) {
        return corners.chunks(2).try_for_each(|stroke| canvas.line(stroke, style.color(), 1.0, 1.8));
    }
    canvas.fill(&corners, if style.hollow { GROUND } else { style.color() }, 1.0)?;
    let closed: Vec<PagePoint> = corners.iter().chain(corners.first()).copied().collect();
    canvas.line(&closed, style.color(), 1.0, 1.5)
}

fn style(legend: &[(&str, SeriesStyle)], series: &Series) -> Option<SeriesStyle> {
    legend.iter().find(|(name, _)| *name == series.name).map(|(_, style)| *style)
}

/// Draws title, vertical axis label and claims.
fn head(canvas: &PlotCanvas<'_>, frame: &Frame) -> DrawResult {
    let (left, mut y) = (frame.corner.0, frame.corner.1 + 10.0);
    for line in &frame.title {
        canvas.text(line, (left, y), HEAD, Weight::Bold, TEXT)?;
        y += LINE_HEIGHT + 2.0;
    }
    for remark in &frame.remarks {
        let indent = if matches!(remark.kind, RemarkKind::ClaimLine(_) | RemarkKind::ClaimPoints) { 30.0 } else { 0.0 };
        sign(canvas, remark, (left, y))?;
        for line in &remark.text {
            let color = if indent > 0.0 { CLAIM } else { MUTED };
            canvas.text(line, (left + indent, y), SMALL, Weight::Normal, color)?;
            y += LINE_HEIGHT;
        }
    }
    Ok(())
}

/// Draws the key of a claim.
fn sign(canvas: &PlotCanvas<'_>, remark: &Remark, at: PagePoint) -> DrawResult {
    match remark.kind {
        RemarkKind::ClaimLine(n) => {
            let (dash, gap) = dashes(n);
            let mut from = 0.0;
            while from < 24.0 {
                canvas.line(&[(at.0 + from, at.1), (at.0 + (from + dash).min(24.0), at.1)], CLAIM, 1.0, 1.5)?;
                from += dash + gap;
            }
            Ok(())
        }
        RemarkKind::ClaimPoints => canvas.line(&[(at.0 + 4.0, at.1), (at.0 + 20.0, at.1)], CLAIM, 1.0, 3.0),
        RemarkKind::Axis | RemarkKind::OmittedPoints => Ok(()),
    }
}

fn mesh(axes: &mut Axes<'_, '_>) -> DrawResult {
    let line = MESH.rgb().stroke_width(pixels(0.75).unsigned_abs());
    axes.configure_mesh().disable_axes().bold_line_style(line).draw()
}

/// Draws the axes, their tick labels, and the horizontal axis label.
fn labels(canvas: &PlotCanvas<'_>, frame: &Frame) -> DrawResult {
    let (left, bottom) = (frame.corner.0 + frame.left, frame.plot_top + frame.plot_height);
    let (wide, high) = (frame.width - frame.left, frame.plot_height);
    canvas.line(&[(left, bottom - high), (left, bottom), (left + wide, bottom)], AXIS, 1.0, 1.0)?;
    for (place, label) in &frame.y.ticks {
        let y = bottom - share(*place, frame.y.range) * high;
        canvas.text(label, (left - 7.0, y), SMALL, Weight::Right, MUTED)?;
    }
    for (at, (place, label)) in frame.x.ticks.iter().enumerate() {
        let x = left + share(*place, frame.x.range) * wide;
        canvas.line(&[(x, bottom), (x, bottom + 4.0)], AXIS, 1.0, 1.0)?;
        match &frame.below {
            TickLabels::Turned(_) => canvas.text(label, (x, bottom + 8.0), SMALL, Weight::Turned, MUTED)?,
            TickLabels::Lines(labels) => {
                for (line, text) in labels[at].iter().enumerate() {
                    canvas.text(
                        text,
                        (x, bottom + 13.0 + to_f64(line) * LINE_HEIGHT),
                        SMALL,
                        Weight::Centred,
                        MUTED,
                    )?;
                }
            }
        }
    }
    let below = bottom + 14.0 + frame.below.height();
    for (line, text) in frame.across.iter().enumerate() {
        canvas.text(text, (left + wide / 2.0, below + to_f64(line) * LINE_HEIGHT), LABEL, Weight::Centred, TEXT)?;
    }
    Ok(())
}

fn share(place: f64, range: (f64, f64)) -> f64 {
    (place - range.0) / (range.1 - range.0)
}

/// Draws the claims as bands and dashed lines.
fn claims(axes: &mut Axes<'_, '_>, panel: &ChartPanel, frame: &Frame) -> DrawResult {
    let mut along = 0;
    for claim in &panel.claims {
        let (Some(low), Some(high)) = (frame.y.coordinate_within(claim.low), frame.y.coordinate_within(claim.high))
        else {
            continue;
        };
        let (left, right) = match claim.x.map(|x| frame.x.coordinate(x)) {
            None => frame.x.range,
            Some(None) => continue,
            Some(Some(x)) => around(x, panel, about(panel, claim), frame),
        };
        if low < high {
            let band = Rectangle::new([(left, low), (right, high)], CLAIM.rgb().mix(0.12).filled());
            axes.draw_series([band])?;
        }
        let (dash, gap) = if claim.x.is_some() { (100.0, 1.0) } else { dashes(along) };
        let width = if claim.x.is_some() { 3.0 } else { 1.5 };
        along += usize::from(claim.x.is_none());
        let edges = if low < high { vec![low, high] } else { vec![low] };
        for edge in edges {
            let style = CLAIM.rgb().stroke_width(pixels(width).unsigned_abs());
            axes.draw_series(DashedLineSeries::new([(left, edge), (right, edge)], pixels(dash), pixels(gap), style))?;
        }
    }
    Ok(())
}

/// Returns the horizontal extent of a claim at one x: around x, or around the series that it names.
fn around(x: f64, panel: &ChartPanel, series: Option<usize>, frame: &Frame) -> (f64, f64) {
    let (middle, reach) = match series {
        Some(order) if side_by_side(panel) => (x + aside(panel, order), 0.45 * step(panel)),
        _ if frame.x.ticks.len() > 1 => (x, (frame.x.ticks[1].0 - frame.x.ticks[0].0) * 0.3),
        _ => (x, 0.1),
    };
    ((middle - reach).max(frame.x.range.0), (middle + reach).min(frame.x.range.1))
}

/// Returns whether the x axis has names, not numbers: then the points of one x stand side by side, without lines.
fn side_by_side(panel: &ChartPanel) -> bool {
    panel.x.categories.iter().any(|name| name.replace('−', "-").trim_start_matches('+').parse::<f64>().is_err())
}

/// Returns the distance between series that stand side by side.
fn step(panel: &ChartPanel) -> f64 {
    (0.8 / to_f64(panel.series.len().max(1))).min(0.12)
}

fn aside(panel: &ChartPanel, order: usize) -> f64 {
    if side_by_side(panel) { step(panel) * (to_f64(order) - (to_f64(panel.series.len()) - 1.0) / 2.0) } else { 0.0 }
}

/// A point in axis coordinates; `None` if it has no position.
type PlacedPoint = Option<(f64, f64, Option<(f64, f64)>)>;

fn placed(panel: &ChartPanel, frame: &Frame, series: &Series, order: usize) -> Vec<PlacedPoint> {
    let place = |point: &ChartPoint| {
        let spread = point
            .spread
            .and_then(|(from, to)| Some((frame.y.coordinate_within(from)?, frame.y.coordinate_within(to)?)));
        Some((frame.x.coordinate(point.x)? + aside(panel, order), frame.y.coordinate(point.y)?, spread))
    };
    series.points.iter().map(place).collect()
}

/// Returns whether the spread covers a small part of the axes. A band that fills them is useless.
fn narrow(points: &[PlacedPoint], frame: &Frame) -> bool {
    let spreads = || points.iter().flatten().filter_map(|(.., spread)| *spread);
    let height: f64 = spreads().map(|(from, to)| to - from).sum();
    height < 0.5 * (frame.y.range.1 - frame.y.range.0) * to_f64(spreads().count())
}

/// Draws the spread as a light band, or as bars.
fn spread(axes: &mut Axes<'_, '_>, points: &[PlacedPoint], style: SeriesStyle, band: bool) -> DrawResult {
    let color = style.color().rgb();
    let spread = |(x, y, spread): &(f64, f64, Option<(f64, f64)>)| spread.map(|(from, to)| (*x, from, *y, to));
    let spreads: Vec<(f64, f64, f64, f64)> = points.iter().flatten().filter_map(spread).collect();
    if band && spreads.len() > 1 {
        let up = spreads.iter().map(|(x, _, _, to)| (*x, *to));
        let down = spreads.iter().rev().map(|(x, from, ..)| (*x, *from));
        axes.draw_series([Polygon::new(up.chain(down).collect::<Vec<_>>(), color.mix(0.13))])?;
        return Ok(());
    }
    let (style, wide) = (color.mix(0.4).stroke_width(pixels(1.25).unsigned_abs()), pixels(6.0).unsigned_abs());
    axes.draw_series(spreads.iter().map(|(x, from, y, to)| ErrorBar::new_vertical(*x, *from, *y, *to, style, wide)))?;
    Ok(())
}

/// Draws the line, interrupted where a point has no position.
fn line(axes: &mut Axes<'_, '_>, points: &[PlacedPoint], style: SeriesStyle) -> DrawResult {
    let width = match style.color {
        _ if style.muted => 1.2,
        1 => 2.4,
        _ => 1.8,
    };
    let stroke = style.color().rgb().stroke_width(pixels(width).unsigned_abs());
    for run in points.split(Option::is_none).filter(|run| run.len() > 1) {
        let path: Vec<(f64, f64)> = run.iter().flatten().map(|(x, y, _)| (*x, *y)).collect();
        if style.hollow {
            axes.draw_series(DashedLineSeries::new(path, pixels(5.0), pixels(3.0), stroke))?;
        } else {
            axes.draw_series(LineSeries::new(path, stroke))?;
        }
    }
    Ok(())
}

fn markers(axes: &mut Axes<'_, '_>, points: &[PlacedPoint], style: SeriesStyle) -> DrawResult {
    let color = style.color().rgb();
    let edge = color.stroke_width(pixels(1.5).unsigned_abs());
    let inside = if style.hollow { GROUND.rgb() } else { color };
    let outline: Vec<(i32, i32)> = outline(style.shape, MARKER).iter().map(|(x, y)| (pixels(*x), pixels(*y))).collect();
    let every = points.len() / MARKERS + 1;
    for (x, y, _) in points.iter().rev().step_by(every).flatten() {
        let at = || EmptyElement::at((*x, *y));
        if strokes(style.shape) {
            for stroke in outline.chunks(2) {
                axes.plotting_area().draw(&(at() + PathElement::new(stroke.to_vec(), edge)))?;
            }
        } else if style.shape == MarkerShape::Circle {
            let radius = pixels(MARKER).unsigned_abs();
            axes.plotting_area()
                .draw(&(at() + Circle::new((0, 0), radius, inside.filled()) + Circle::new((0, 0), radius, edge)))?;
        } else {
            let closed: Vec<(i32, i32)> = outline.iter().chain(outline.first()).copied().collect();
            axes.plotting_area()
                .draw(&(at() + Polygon::new(outline.clone(), inside) + PathElement::new(closed, edge)))?;
        }
    }
    Ok(())
}

/// Returns whether a shape consists of strokes and has no interior.
fn strokes(shape: MarkerShape) -> bool {
    matches!(shape, MarkerShape::Cross | MarkerShape::Plus)
}

/// Returns the corners of a shape, or the pairs of ends of its strokes.
fn outline(shape: MarkerShape, r: f64) -> Vec<PagePoint> {
    match shape {
        MarkerShape::Circle => {
            (0..16u8).map(|k| f64::from(k) * std::f64::consts::TAU / 16.0).map(|a| (r * a.cos(), r * a.sin())).collect()
        }
        MarkerShape::Square => vec![(-r, -r), (r, -r), (r, r), (-r, r)],
        MarkerShape::Up => vec![(0.0, -1.25 * r), (1.15 * r, 0.8 * r), (-1.15 * r, 0.8 * r)],
        MarkerShape::Down => vec![(0.0, 1.25 * r), (1.15 * r, -0.8 * r), (-1.15 * r, -0.8 * r)],
        MarkerShape::Diamond => vec![(0.0, -1.3 * r), (1.3 * r, 0.0), (0.0, 1.3 * r), (-1.3 * r, 0.0)],
        MarkerShape::Cross => vec![(-r, -r), (r, r), (-r, r), (r, -r)],
        MarkerShape::Plus => vec![(-1.3 * r, 0.0), (1.3 * r, 0.0), (0.0, -1.3 * r), (0.0, 1.3 * r)],
    }
}
