//! Reads the arguments into requests.

use super::Args;
use super::size::TableSize;
use crate::App;
use crate::answer::subject::game_and_position;
use crate::answer::{files, request as answer};
use crate::output::usage;
use crate::read_tree::read_tree;
use crate::value_parsers::read_algorithm;
use anyhow::Context;
use nullwindow::trees::ExplicitTree;
use nullwindow::trees::explicit::NodeId;
use nullwindow::{AnyAlgorithm, Depth, Score};
use nullwindow_engine::{Catalogue, Engine, EngineError, Purpose};
use nullwindow_lab::{Cell, Lab, Method, Subject};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Positions of one game, or trees of one family, and the parameters of their searches.
pub(super) struct CompareRequest {
    /// `othello`, `tree`, `uniform`, `ordered` or `correlated`.
    pub(super) game: String,
    /// The text shown in place of a position: a tree, or a family of trees.
    pub(super) title: String,
    pub(super) kind: SubjectKind,
    /// A laboratory with one subject.
    pub(super) lab: Lab,
    /// The name of that subject.
    subject: String,
    /// The numbers of the positions, or the seeds of the trees.
    pub(super) instances: Range<u32>,
    pub(super) algorithms: Vec<AnyAlgorithm>,
    /// The depth in plies, or `None` for the end of the game.
    pub(super) depth: Option<u32>,
    /// The depth shown for trees.
    pub(super) tree_depth: Option<u32>,
    pub(super) step: Option<u32>,
    /// The time limit of each search.
    pub(super) time: Option<Duration>,
    pub(super) entries: Option<u64>,
    /// The number of threads per search.
    pub(super) threads: u16,
    /// True if leaves are evaluated only so far that their windows are answered.
    pub(super) windowed_leaves: bool,
    /// True if the searches follow the game's rules of selective search.
    pub(super) selective: bool,
    /// True if the leaf sequence is requested.
    pub(super) leaves: bool,
    /// The score of one unit of the game.
    pub(super) scale: i32,
    /// Formats a score for people.
    pub(super) format_score: ScoreFormat,
}

/// A function that formats a score for people.
type ScoreFormat = Box<dyn Fn(i32) -> String + Send + Sync>;

/// The kind of subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SubjectKind {
    /// Positions of a game.
    Game,
    /// An explicit tree.
    Tree,
    /// Random trees, which are reported as means.
    Random,
}

impl CompareRequest {
    pub(super) fn is_random(&self) -> bool {
        self.kind == SubjectKind::Random
    }

    /// Returns the number of searches.
    pub(super) fn searches(&self) -> u64 {
        self.instances.len() as u64 * self.algorithms.len() as u64
    }

    /// Returns whether distinct leaves are counted. With several threads no observer sees all of them, and under a time
    /// limit counting them would use up the time.
    pub(super) fn counts_distinct_leaves(&self) -> bool {
        self.threads == 1 && self.time.is_none()
    }

    /// Iterates over all searches, position by position.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + Clone + '_ {
        self.instances
            .clone()
            .flat_map(move |instance| self.algorithms.iter().map(move |&algorithm| self.cell(instance, algorithm)))
    }

    /// Returns the cell of one search.
    pub(super) fn cell(&self, instance: u32, algorithm: AnyAlgorithm) -> Cell {
        Cell {
            subject: self.subject.clone(),
            instance,
            method: Method::Search(algorithm),
            depth: self.depth,
            step: self.step,
            entries: self.entries,
            offset: None,
            distinct: self.time.is_none(),
            threads: self.threads,
            windowed_leaves: self.windowed_leaves,
        }
    }
}

/// Reads the requests from the arguments.
pub(super) fn read(args: &Args, app: &App) -> anyhow::Result<Vec<CompareRequest>> {
    if let Some(size) = args.table {
        // Allocated once, so that an impossible size is reported before any search.
        answer::table(size)?;
    }
    if let Some(text) = &args.tree {
        return Ok(vec![tree(args, &read_tree(text)?)?]);
    }
    if let Some(size) = &args.uniform {
        return Ok(vec![random(args, size)?]);
    }
    if let Some(size) = &args.correlated {
        let text = format!("correlated {size}");
        return Ok(vec![family(args, &format!("--correlated {size}"), size, &text, &text)?]);
    }
    if args.game.is_empty() {
        return tour(args, &app.catalogue);
    }
    let (engine, position) = game_and_position(&app.catalogue, &args.game)?;
    if let Some(text) = position.as_ref().filter(|_| !args.position.is_empty() || args.file.is_some()) {
        let other = if args.file.is_some() { "--file" } else { "--position" };
        return Err(usage(format!("'{text}' and {other}: name the position only once")));
    }
    let positions = position.map_or_else(|| args.position.clone(), |text| vec![text]);
    let profile = engine.profile(Purpose::FixedDepth);
    Ok(vec![game(args, engine, &positions, profile.usual_depth, profile.usual_positions)?])
}

/// Returns the requests of a comparison without arguments: the games whose profile has settings for it (`tour`), or all
/// games if none has.
fn tour(args: &Args, catalogue: &Catalogue) -> anyhow::Result<Vec<CompareRequest>> {
    /// The number of positions of a game whose profile has no settings for the tour.
    const FEW: u32 = 4;
    let engines: Vec<_> = catalogue.names().into_iter().map(|name| catalogue.engine(name)).collect::<Result<_, _>>()?;
    let parts = engines.iter().filter_map(|engine| {
        let tour = engine.profile(Purpose::FixedDepth).tour?;
        Some((Arc::clone(engine), Some(tour.depth), tour.positions))
    });
    let mut parts: Vec<_> = parts.collect();
    // A program that has only the user's games compares these.
    if parts.is_empty() {
        let usual = |engine: Arc<dyn Engine>| {
            let depth = engine.profile(Purpose::FixedDepth).usual_depth;
            (engine, depth, FEW)
        };
        parts = engines.into_iter().map(usual).collect();
    }
    parts.into_iter().map(|(engine, depth, positions)| game(args, engine, &[], depth, positions)).collect()
}

/// Returns the request for a game. The positions are those that the user `named`, those of a file, or the test set.
fn game(
    args: &Args,
    engine: Arc<dyn Engine>,
    named: &[String],
    depth: Option<u32>,
    positions: u32,
) -> anyhow::Result<CompareRequest> {
    // All positions that the user names are searched; a test set is limited to the usual number.
    let own = !named.is_empty() || args.file.is_some();
    let name = engine.name().to_owned();
    let subject = subject(args, named, Arc::clone(&engine))?;
    let available = subject.positions().unwrap_or(u32::MAX);
    // A search with a time limit has no other limit than that of the game.
    let purpose = if args.selective { Purpose::Selective } else { Purpose::FixedDepth };
    let max_depth = engine.profile(purpose).safe_depth.unwrap_or(Depth::MAX_PLIES.into());
    let positions = args.positions.unwrap_or(if own { available } else { positions }).min(available);
    Ok(CompareRequest {
        game: name.clone(),
        title: name.clone(),
        kind: SubjectKind::Game,
        lab: Lab::with_catalogue(Catalogue::new()).with_subject(subject),
        subject: name,
        instances: 1..positions + 1,
        // Minimax is too slow for games.
        algorithms: algorithms(args, |algorithm| {
            !matches!(algorithm, AnyAlgorithm::Minimax(_)) && (!args.selective || algorithm.follows_rules())
        })?,
        depth: args.depth.or(if args.time.is_some() { Some(max_depth) } else { depth }),
        tree_depth: None,
        step: Some(args.step.unwrap_or(1)),
        time: args.time,
        entries: Some(args.table.unwrap_or(TableSize::USUAL).entries),
        threads: args.threads.threads,
        windowed_leaves: args.windowed_leaves,
        selective: args.selective && engine.is_selective(),
        leaves: false,
        scale: engine.profile(Purpose::FixedDepth).scale,
        format_score: Box::new(move |score| engine.short_score(Purpose::FixedDepth, Score::new(score))),
    })
}

/// Returns a game with the positions that the arguments name, or with its test set.
fn subject(args: &Args, named: &[String], engine: Arc<dyn Engine>) -> anyhow::Result<Subject> {
    let texts = match &args.file {
        Some(path) => read_file(&*engine, path)?,
        None => named.to_vec(),
    };
    let name = engine.name().to_owned();
    let subject = limited(args, Subject::new(engine));
    Ok(if texts.is_empty() { subject } else { subject.with_positions(name, texts)? })
}

/// Adds the first guess and the time limit of the arguments.
fn limited(args: &Args, mut subject: Subject) -> Subject {
    if let Some(guess) = args.guess {
        subject = subject.with_guess(guess);
    }
    subject = subject.with_selective(args.selective);
    match args.time {
        Some(time) => subject.with_time(time),
        None => subject,
    }
}

/// Reads the positions of a file, in the game's notation.
fn read_file(engine: &dyn Engine, path: &Path) -> anyhow::Result<Vec<String>> {
    let name = files::name(path);
    let positions = engine.read_positions(&files::read_text(path)?).with_context(|| name.clone())?;
    if positions.is_empty() {
        return Err(usage(format!("{name}: the file has no position")));
    }
    Ok(positions.into_iter().filter_map(|position| position.text).collect())
}

fn tree(args: &Args, tree: &ExplicitTree) -> anyhow::Result<CompareRequest> {
    let text = tree.to_string();
    let mut request = family(args, "--tree", "", &format!("tree {text}"), &text)?;
    request.kind = SubjectKind::Tree;
    request.instances = 1..2;
    request.tree_depth = Some(height(tree, tree.root()));
    Ok(request)
}

/// Returns the number of plies from a node to its deepest leaf.
fn height(tree: &ExplicitTree, node: NodeId) -> u32 {
    tree.sons(node).iter().map(|&son| 1 + height(tree, son)).max().unwrap_or(0)
}

fn random(args: &Args, size: &str) -> anyhow::Result<CompareRequest> {
    let mut typed = format!("--uniform {size}");
    if args.order.is_none() && args.prob.is_none() {
        let text = format!("uniform {size}");
        return family(args, &typed, size, &text, &text);
    }
    let order = args.order.unwrap_or(1);
    let (mut subject, mut title) = (format!("ordered {size} r{order}"), format!("uniform {size} order {order}"));
    if let Some(order) = args.order {
        typed += &format!(" --order {order}");
    }
    if let Some(probability) = args.prob {
        typed += &format!(" --prob {probability}");
        subject += &format!(" p{probability}");
        title += &format!(" prob {probability}");
    }
    family(args, &typed, size, &subject, &title)
}

/// Parses a score.
pub(super) fn score(text: &str) -> Result<Score, String> {
    let max = Score::MAX.get();
    let number = text.parse().ok().filter(|number: &i32| number.abs() <= max);
    number.map(Score::new).ok_or_else(|| format!("expected an integer from -{max} to {max}"))
}

/// Parses a width and a depth, such as `8x4`.
pub(super) fn size(text: &str) -> Result<String, String> {
    let is_number = |digits: &str| !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
    match text.split_once('x') {
        Some((width, depth)) if is_number(width) && is_number(depth) => {
            if width.parse::<u16>().is_err() || depth.parse::<u8>().is_err() {
                return Err(format!("the width is at most {}, and the depth at most {}", u16::MAX, u8::MAX));
            }
            Ok(text.to_owned())
        }
        _ => Err("expected a width and a depth, as in 8x4".to_owned()),
    }
}

/// Returns the request for a family of trees, described by `subject`; `typed` is the option as the user wrote it, for errors.
fn family(args: &Args, typed: &str, size: &str, subject: &str, title: &str) -> anyhow::Result<CompareRequest> {
    let game = subject.split(' ').next().unwrap_or_default();
    let engine = Catalogue::new().engine(subject).map_err(|error| match error {
        EngineError::Tree { reason, .. } => usage(format!("{typed}: {reason}")),
        other => usage(other),
    })?;
    let seeds = args.seeds.unwrap_or(if args.leaves { 1 } else { 20 });
    let end = args.seed.checked_add(seeds).ok_or_else(|| usage("the last seed must not exceed 4294967295"))?;
    Ok(CompareRequest {
        game: game.to_owned(),
        title: title.to_owned(),
        kind: SubjectKind::Random,
        lab: Lab::with_catalogue(Catalogue::new()).with_subject(limited(args, Subject::new(engine))),
        subject: subject.to_owned(),
        instances: args.seed..end,
        algorithms: algorithms(args, |_| true)?,
        depth: None,
        tree_depth: size.split_once('x').and_then(|(_, depth)| depth.parse().ok()),
        step: None,
        time: None,
        // Threads can share only a table of fixed size.
        entries: args.table.or(args.several().then_some(TableSize::USUAL)).map(|size| size.entries),
        threads: args.threads.threads,
        windowed_leaves: false,
        selective: false,
        leaves: args.leaves,
        scale: 1,
        format_score: Box::new(|score| score.to_string()),
    })
}

/// Returns the requested algorithms; by default, those that find a best move and satisfy `suits`.
fn algorithms(args: &Args, suits: impl Fn(&AnyAlgorithm) -> bool) -> anyhow::Result<Vec<AnyAlgorithm>> {
    let mut chosen: Vec<AnyAlgorithm> = Vec::new();
    if args.algorithms.is_empty() {
        chosen = AnyAlgorithm::all().into_iter().filter(AnyAlgorithm::finds_best_move).filter(suits).collect();
    }
    for name in args.algorithms.iter().map(|name| name.trim()) {
        let named = match name {
            "all" if args.selective => {
                let follows = |algorithm: &AnyAlgorithm| algorithm.finds_best_move() && algorithm.follows_rules();
                AnyAlgorithm::all().into_iter().filter(follows).collect()
            }
            "all" => AnyAlgorithm::all().into_iter().filter(AnyAlgorithm::finds_best_move).collect(),
            name => vec![read_algorithm(name).map_err(usage)?],
        };
        if let Some(other) = named.iter().find(|algorithm| args.selective && !algorithm.follows_rules()) {
            return Err(usage(format!("--selective: {other} searches the full width only")));
        }
        chosen.extend(named.into_iter().filter(|algorithm| !chosen.contains(algorithm)).collect::<Vec<_>>());
    }
    Ok(chosen)
}
