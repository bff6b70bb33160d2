//! The command `tree`: a small tree drawn as an algorithm searched it.

pub mod input;
mod show;
mod steps;

use crate::output::{OutFile, OutputFormat, Record, Ui, usage};
use crate::value_parsers::algorithm;
use nullwindow::AnyAlgorithm;
use nullwindow_drawing::{DiagramTree, Drawing, NodeState, svg, watch};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  nullwindow tree                                Pearl's tree as MTD(+inf) searches it
  nullwindow tree pearl --passes                 pass by pass: 41 -> 36 -> 35 -> 35
  nullwindow tree pearl -a 'sss*' --passes       with the OPEN list after each pass
  nullwindow tree trends -a alphabeta --steps    every window and every cutoff
  nullwindow tree trends -a sss-2 --svg fig.svg  a picture for a page
  nullwindow tree '((41 5) (12 90))' -a alphabeta
  nullwindow tree --uniform 3x3 --seed 7 -a 'ps*(2)'

A tree is a leaf, written as its value for MAX, or sons in parentheses. MAX moves at the root and players take turns, \
unless '+(' (MAX) or '-(' (MIN) says otherwise; a number just before a parenthesis is the node's own evaluation.";

/// The arguments of `tree`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The tree: text such as '((41 5) (12 90))', a file, '-' for standard input, 'pearl' (or pspb96-fig-3), or 'trends'
    /// (dbp96-fig-1)
    #[arg(value_name = "TREE", default_value = "pearl")]
    tree: String,
    /// Draw a random tree of this width and depth, with leaves from 0 to 99
    #[arg(long, value_name = "WxD", conflicts_with = "tree")]
    uniform: Option<String>,
    /// The seed of the random tree
    #[arg(long, value_name = "N", default_value_t = 1, requires = "uniform")]
    seed: u64,
    /// The algorithm
    #[arg(long, short, value_name = "NAME", default_value = "mtd+inf", alias = "algorithms", hide_possible_values = true, value_parser = algorithm())]
    algorithm: AnyAlgorithm,
    /// The first guess of algorithms that take one, such as mtd-f
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    guess: Option<i32>,
    /// Search and draw this many plies; nodes at the horizon are evaluated
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=254))]
    depth: Option<u32>,
    /// Write the drawing to this file as SVG; '-' for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw every pass
    #[arg(long)]
    passes: bool,
    /// Draw one pass, counted from 1
    #[arg(long, value_name = "N", conflicts_with = "passes")]
    pass: Option<usize>,
    /// Show the search step by step: the window at each node and the reason for each cutoff; for algorithms with an OPEN
    /// list, each applied case and the list after it
    #[arg(long)]
    steps: bool,
    /// Draw only the solution trees
    #[arg(long)]
    solution: bool,
    /// Show the names of leaves too
    #[arg(long)]
    names: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

/// Runs the command.
#[allow(clippy::needless_pass_by_value, reason = "every command takes its arguments")]
pub fn run(args: Args, ui: &Ui) -> anyhow::Result<ExitCode> {
    let svg_takes_output = args.svg.as_ref().is_some_and(|file| file.as_os_str() == "-");
    // Two documents in one stream could not be separated again.
    if svg_takes_output && (args.steps || !ui.is_human()) {
        return Err(usage("--svg - uses standard output, which this command needs for its text; name a file"));
    }
    if args.guess.is_some() && !takes_guess(&args.algorithm) {
        let text = format!("{} takes no first guess; aspiration, mt, mtd-f and mtd-best do", args.algorithm);
        return Err(usage(format!("--guess: {text}")));
    }
    let (tree, title) = match &args.uniform {
        Some(size) => input::uniform(size, args.seed)?,
        None => input::tree(&args.tree)?,
    };
    let mut shape = DiagramTree::of(&tree, args.depth).map_err(usage)?;
    if let Some(title) = title {
        shape = shape.titled(title);
    }
    let mut drawing = watch(&shape, &tree, &args.algorithm, args.guess);
    if args.solution {
        drawing = drawing.only(|state: &NodeState| state.max_tree || state.min_tree);
    }
    if !args.steps {
        // JSON includes the steps only on request.
        drawing.steps.clear();
        drawing.walk.clear();
    }
    let numbers = chosen(&args, &drawing)?;
    if let Some(file) = &args.svg {
        let options = svg::SvgOptions::default().with_names(args.names);
        write_svg(file, &svg::draw(&drawing, &numbers, options), ui)?;
    }
    match ui.format {
        OutputFormat::Json => ui.records().write(&record(&drawing, args.pass))?,
        OutputFormat::Csv => csv(&drawing, args.pass, ui)?,
        OutputFormat::Human if args.svg.is_none() || args.steps => show::print(&drawing, &numbers, &args, ui)?,
        OutputFormat::Human => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns whether an algorithm uses a first guess.
fn takes_guess(algorithm: &AnyAlgorithm) -> bool {
    use AnyAlgorithm::{Aspiration, Mt, MtdBest, MtdF};
    matches!(algorithm, Aspiration(_) | Mt(_) | MtdBest(_) | MtdF(_))
}

/// Returns the numbers, from 0, of the pictures to draw: all, one, or the last.
fn chosen(args: &Args, drawing: &Drawing) -> anyhow::Result<Vec<usize>> {
    let count = drawing.pictures.len();
    match args.pass {
        Some(pass) if (1..=count).contains(&pass) => Ok(vec![pass - 1]),
        Some(pass) => {
            Err(usage(format!("{} makes {count} passes on this tree; there is no pass {pass}", args.algorithm)))
        }
        None if args.passes => Ok((0..count).collect()),
        None => Ok(vec![count - 1]),
    }
}

fn write_svg(file: &Path, text: &str, ui: &Ui) -> anyhow::Result<()> {
    OutFile::write(file, text)?;
    if file.as_os_str() != "-" {
        ui.note(format_args!("wrote {}", file.display()));
    }
    Ok(())
}

/// Returns the drawing as one record, with one pass only if one is requested.
fn record(drawing: &Drawing, pass: Option<usize>) -> Record {
    let mut object = match json!(drawing) {
        Value::Object(object) => object,
        _ => Record::new(),
    };
    if let (Some(pass), Some(Value::Array(pictures))) = (pass, object.get_mut("pictures")) {
        *pictures = pictures.drain(..).skip(pass - 1).take(1).collect();
    }
    // A text, as in every other command.
    object.insert("move".to_owned(), json!(drawing.best.map(|son| son.to_string())));
    object
}

/// Writes one line per node and pass.
fn csv(drawing: &Drawing, pass: Option<usize>, ui: &Ui) -> anyhow::Result<()> {
    let mut records = ui.records();
    for (number, picture) in drawing.pictures.iter().enumerate().filter(|(n, _)| pass.is_none_or(|pass| pass == n + 1))
    {
        for (node, state) in drawing.nodes.iter().zip(&picture.states) {
            let mut line = Record::new();
            line.insert("pass".to_owned(), json!(number + 1));
            for part in [json!(node), json!(state)] {
                line.extend(part.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())));
            }
            records.write(&line)?;
        }
    }
    Ok(())
}
