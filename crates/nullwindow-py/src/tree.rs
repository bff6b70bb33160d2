//! Drawings of small trees as an algorithm searches them.

use crate::arguments::{self, options};
use crate::errors::wrong;
use crate::json::to_python;
use nullwindow::trees::ExplicitTree;
use nullwindow_drawing::trees::NAMED_TREES;
use nullwindow_drawing::{
    DiagramLimits, DiagramTree, Drawing, NodeState, RandomTreeKind, StyledLine, random_tree, sideways, svg, text, watch,
};
use nullwindow_engine::unknown;
use pyo3::prelude::*;
use serde_json::json;

options! {
    /// The tree to draw and the search of it, as the fields of a dictionary.
    struct TreeOptions {
        /// The text of a tree, the name of one, or a family with a size: `uniform 3x3`.
        tree: String,
        algorithm: String,
        depth: Option<i64>,
        guess: Option<i64>,
        seed: u64,
        /// True to draw the solution trees only.
        solution: bool,
    }
}

impl TreeOptions {
    fn drawing(&self) -> PyResult<Drawing> {
        let (tree, title) = self.read()?;
        let depth = self.depth.map(|depth| arguments::number("depth", depth, 0, 254)).transpose()?;
        let guess = self.guess.map(|guess| arguments::number("guess", guess, i32::MIN.into(), i32::MAX.into()));
        let mut shape = DiagramTree::of(&tree, depth).map_err(wrong)?;
        if let Some(title) = title {
            shape = shape.titled(title);
        }
        let drawing = watch(&shape, &tree, &arguments::algorithm(&self.algorithm)?, guess.transpose()?);
        let in_solution = |state: &NodeState| state.max_tree || state.min_tree;
        Ok(if self.solution { drawing.only(in_solution) } else { drawing })
    }

    /// Reads the tree, with a title if it has no name of its own.
    fn read(&self) -> PyResult<(ExplicitTree, Option<String>)> {
        let text = self.tree.trim();
        if let Some((_, text)) = NAMED_TREES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok((text.parse().map_err(wrong)?, None));
        }
        if let Some((family, size)) = text.split_once(' ')
            && let Ok(kind) = family.parse::<RandomTreeKind>()
        {
            let size = size.parse().map_err(wrong)?;
            let tree = random_tree(kind, size, self.seed, DiagramLimits::DRAWING).map_err(wrong)?;
            return Ok((tree, Some(format!("a random tree of {size}, seed {}", self.seed))));
        }
        if text.contains(['(', ')']) || text.parse::<i64>().is_ok() {
            return Ok((text.parse().map_err(|error| wrong(format!("the tree: {error}")))?, None));
        }
        let names = unknown("tree", text, NAMED_TREES.iter().map(|&(name, _)| name));
        Err(wrong(format!("{names}; or write one, such as '((41 5) (12 90))'")))
    }
}

/// Returns the drawing as data, with its steps.
#[pyfunction]
fn draw_tree<'py>(py: Python<'py>, options: TreeOptions) -> PyResult<Bound<'py, PyAny>> {
    let drawing = options.drawing()?;
    let mut record = json!(drawing);
    // A text, as in every other result.
    record["move"] = json!(drawing.best.map(|son| son.to_string()));
    record["answers"] = json!(drawing.answers());
    record["facts"] = json!(drawing.facts());
    to_python(py, &record)
}

/// Renders passes, counted from 1, as SVG; all of them, or the last, without a number.
#[pyfunction]
#[pyo3(signature = (options, passes, names))]
fn draw_tree_svg(options: TreeOptions, passes: Vec<usize>, names: bool) -> PyResult<String> {
    let drawing = options.drawing()?;
    let numbers = chosen(&drawing, &passes)?;
    Ok(svg::draw(&drawing, &numbers, svg::SvgOptions::default().with_names(names)))
}

/// Renders passes, counted from 1, as text of at most this width; sideways if the tree is wider.
#[pyfunction]
#[pyo3(signature = (options, passes, names, ascii, width))]
fn draw_tree_text(
    options: TreeOptions,
    passes: Vec<usize>,
    names: bool,
    ascii: bool,
    width: usize,
) -> PyResult<String> {
    let drawing = options.drawing()?;
    let options = text::TextOptions::default().with_ascii(ascii).with_names(names);
    let mut pages = Vec::new();
    for number in chosen(&drawing, &passes)? {
        let picture = &drawing.pictures[number];
        let lines =
            text::draw(&drawing, picture, options, width).unwrap_or_else(|| sideways::draw(&drawing, picture, options));
        let plain = |line: &StyledLine| line.iter().map(|span| span.text.as_str()).collect::<String>();
        let mut page: Vec<String> = lines.iter().map(|line| plain(line).trim_end().to_owned()).collect();
        if drawing.passes > 1 {
            let colon = if picture.question.ends_with('?') { "" } else { ":" };
            page.insert(0, format!("pass {}: {}{colon} {}", number + 1, picture.question, picture.reply));
        }
        pages.push(page.join("\n"));
    }
    Ok(pages.join("\n\n"))
}

/// Returns the numbers, from 0, of the pictures to draw: the last without a choice.
fn chosen(drawing: &Drawing, passes: &[usize]) -> PyResult<Vec<usize>> {
    let count = drawing.pictures.len();
    if let Some(pass) = passes.iter().find(|pass| !(1..=count).contains(*pass)) {
        let algorithm = &drawing.algorithm;
        return Err(wrong(format!("{algorithm} makes {count} passes on this tree; there is no pass {pass}")));
    }
    if passes.is_empty() { Ok(vec![count - 1]) } else { Ok(passes.iter().map(|pass| pass - 1).collect()) }
}

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(draw_tree, module)?)?;
    module.add_function(wrap_pyfunction!(draw_tree_svg, module)?)?;
    module.add_function(wrap_pyfunction!(draw_tree_text, module)?)
}
