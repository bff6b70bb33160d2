//! Renders pictures for a page: one SVG with a panel per requested pass, a heading and a legend.
//!
//! Colours are from the palette of Okabe and Ito, which colour-blind readers can distinguish; every colour has a second
//! cue. The drawing has its own background, so that it stays readable on a dark page.

mod legend;
mod panel;
mod writer;

use super::picture::Drawing;
use panel::PicturePanel;
use writer::{Anchor, DARK, PALE, SOFT, SvgWriter};

/// Options of the SVG rendering.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SvgOptions {
    /// Show the names of leaves too.
    pub names: bool,
}

impl SvgOptions {
    /// Shows or hides the names of leaves.
    #[must_use]
    pub const fn with_names(self, names: bool) -> SvgOptions {
        SvgOptions { names, ..self }
    }
}

const MARGIN: i32 = 36;
const BETWEEN: i32 = 44;
/// The widest page with panels side by side.
const WIDEST: i32 = 1640;
const NARROWEST: i32 = 620;

/// Renders the pictures with these numbers, from 0, on one page. Numbers without a picture are skipped.
#[must_use]
pub fn draw(drawing: &Drawing, numbers: &[usize], options: SvgOptions) -> String {
    let many = numbers.len() > 1;
    let panels: Vec<PicturePanel<'_>> = numbers
        .iter()
        .filter(|&&number| number < drawing.pictures.len())
        .map(|&number| PicturePanel::new(drawing, number, many || drawing.passes > 1, options))
        .collect();
    let widest = panels.iter().map(|panel| panel.width).max().unwrap_or(0);
    // The number of columns that fit on the widest page.
    let most = usize::try_from((WIDEST - 2 * MARGIN + BETWEEN) / (widest + BETWEEN)).unwrap_or(1);
    let columns = balanced(panels.len(), most);
    let across = i32::try_from(columns).unwrap_or(1);
    let width = (across * (widest + BETWEEN) - BETWEEN + 2 * MARGIN).max(NARROWEST);
    let mut svg = SvgWriter::new();
    let mut y = head(&mut svg, drawing);
    let left = (width - (across * (widest + BETWEEN) - BETWEEN)) / 2;
    for row in panels.chunks(columns) {
        for (place, panel) in (0i32..).zip(row) {
            // Centred in its column.
            panel.draw(&mut svg, left + place * (widest + BETWEEN) + (widest - panel.width) / 2, y);
        }
        y += row.iter().map(|panel| panel.height).max().unwrap_or(0) + 26;
    }
    svg.line((MARGIN, y), (width - MARGIN, y), &format!("stroke=\"{PALE}\""));
    y = legend::draw(&mut svg, drawing, MARGIN, y + 28, width - 2 * MARGIN);
    svg.page(width, y + 8, &title(drawing), &summary(drawing))
}

/// Returns the number of columns: as many as fit, but balanced so that rows have about the same length.
fn balanced(panels: usize, most: usize) -> usize {
    let rows = panels.div_ceil(most.max(1)).max(1);
    panels.div_ceil(rows).max(1)
}

fn head(svg: &mut SvgWriter, drawing: &Drawing) -> i32 {
    let algorithm = format!("font-size=\"21\" font-weight=\"700\" fill=\"{DARK}\"");
    svg.text((MARGIN, 46), &title(drawing), Anchor::Start, &algorithm);
    svg.text((MARGIN, 70), &summary(drawing), Anchor::Start, &format!("font-size=\"14\" fill=\"{SOFT}\""));
    100
}

fn title(drawing: &Drawing) -> String {
    format!("{} on {}", drawing.algorithm, drawing.title)
}

/// Describes value, leaves and passes in one line.
fn summary(drawing: &Drawing) -> String {
    drawing.facts().join("  ·  ").replace("->", "→")
}
