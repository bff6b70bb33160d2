//! Findings in the shapes that the experiments have, with numbers that nobody measured.

use nullwindow_lab::finding::{
    Answer, Axis, Chart, ChartPanel, ChartPoint, ClaimMark, Finding, ResultTable, Series, TableCell, TableMark, Verdict,
};
use nullwindow_lab::report::{Meta, Report};

/// A report of all of them.
pub fn report() -> Report {
    let meta = Meta {
        program: "nullwindow 0.1.0".into(),
        machine: "made-up processor, 2 cores, 24 GiB".into(),
        date: "2000-01-01".into(),
        command: "nullwindow lab run --all --quick && nullwindow lab report --out report.html".into(),
        form: "quick".into(),
    };
    Report { meta, findings: vec![leaves(), table_sizes(), guesses(), convergence(), plies(), phased(), kinds()] }
}

fn finding(name: &str, title: &str, sources: &[&str]) -> Finding {
    Finding {
        name: name.into(),
        title: title.into(),
        question: "Does MTD(f) look at fewer leaves than Aspiration NegaScout, at every depth and in every game?"
            .into(),
        paper:
            "MTD(f) builds trees that are 5 to 10 % smaller than those of Aspiration NegaScout in all three games.\n\n\
                Averages over 20 positions, at the depths of a tournament game."
                .into(),
        sources: sources.iter().map(|&source| source.into()).collect(),
        setup: "20 positions a game, iterative deepening to depth 9 (checkers by two plies), a table of 2^21 entries."
            .into(),
        refuted: "A mean above 1 at the greatest depth of any game, by more than its standard error.".into(),
        searches: 540,
        ..Finding::default()
    }
}

fn verdict(claim: &str, answer: Answer, measured: &str) -> Verdict {
    Verdict { claim: claim.into(), answer, measured: measured.into(), ..Verdict::default() }
}

fn axis(label: &str) -> Axis {
    Axis { label: label.into(), ..Axis::default() }
}

/// A line by a formula, with a spread that grows.
fn series(name: &str, xs: impl IntoIterator<Item = f64>, y: impl Fn(f64) -> f64) -> Series {
    let point = |x: f64| ChartPoint { x, y: y(x), spread: Some((y(x) * 0.96, y(x) * 1.05)) };
    Series { name: name.into(), points: xs.into_iter().map(point).collect(), ..Series::default() }
}

fn cell(text: &str, number: f64, note: Option<&str>, mark: Option<TableMark>) -> TableCell {
    TableCell { text: text.into(), number: Some(number), note: note.map(Into::into), mark }
}

fn name(text: &str) -> TableCell {
    TableCell { text: text.into(), ..TableCell::default() }
}

/// Relative to a baseline by depth, three panels.
fn leaves() -> Finding {
    let names = ["alphabeta", "negascout", "mtd+inf", "mtd-inf", "mtd-f", "mtd-bi", "mtd-step", "mtd-best"];
    let levels = [1.24, 1.08, 1.17, 1.11, 0.93, 0.985, 0.97, 0.90];
    let panel = |game: &str, depths: &[f64], swing: f64| ChartPanel {
        title: game.into(),
        x: axis("depth"),
        y: axis("leaves relative to Aspiration NegaScout"),
        series: names
            .iter()
            .zip(levels)
            .map(|(name, level)| {
                series(name, depths.iter().copied(), |x| {
                    1.0 + (level - 1.0) * (0.5 + x / 12.0) + swing * (x * 2.1 + level * 40.0).sin()
                })
            })
            .collect(),
        claims: vec![ClaimMark { label: "paper, MTD(f): 0.90 to 0.95".into(), low: 0.90, high: 0.95, x: None }],
    };
    let depths: Vec<f64> = (2..=9).map(f64::from).collect();
    let odd: Vec<f64> = (0..8).map(|k| 3.0 + 2.0 * f64::from(k)).collect();
    let chart = Chart {
        title: "Leaves by depth, relative to Aspiration NegaScout".into(),
        id: "leaves-by-depth".into(),
        panels: vec![panel("Checkers", &odd, 0.02), panel("Othello", &depths, 0.03), panel("Chess", &depths, 0.015)],
        ..Chart::default()
    };
    let rows = names.iter().zip(levels).map(|(algorithm, level)| {
        let best = (*algorithm == "mtd-best").then_some(TableMark::Best);
        let worse = (level > 1.1).then_some(TableMark::Worse);
        let note = (*algorithm == "mtd-f").then_some("± 0.01; paper 0.90 to 0.95");
        vec![
            name(algorithm),
            cell(&format!("{:.3}", level - 0.01), level - 0.01, note, best.or(worse)),
            cell(&format!("{:.3}", level + 0.02), level + 0.02, Some("± 0.02"), worse),
            cell(&format!("{level:.3}"), level, None, None),
        ]
    });
    let table = ResultTable {
        caption: "Distinct leaves at the greatest depth, relative to Aspiration NegaScout".into(),
        columns: ["algorithm", "checkers, 17", "othello, 9", "chess, 9"].map(Into::into).to_vec(),
        rows: rows.collect(),
        ..ResultTable::default()
    };
    Finding {
        verdicts: vec![
            verdict(
                "MTD(f) looks at 5 to 10 % fewer leaves than Aspiration NegaScout in all three games.",
                Answer::Refuted,
                "Checkers 0.93 ± 0.01, Othello 0.96 ± 0.02, chess 1.01 ± 0.01 at the greatest depth; standard errors over 20 positions.",
            ),
            verdict(
                "Alpha-Beta looks at more leaves than Aspiration NegaScout.",
                Answer::Confirmed,
                "1.10 to 1.26 in all games.",
            ),
        ],
        tables: vec![table],
        charts: vec![chart],
        remarks: vec![
            "MTD(f) loses to Aspiration NegaScout on 7 of 20 positions in chess; most on position 4, 1.21.".into(),
            "At depth 2 all algorithms lie within 3 % of each other.".into(),
        ],
        missing: 12,
        ..finding("leaves", "Leaves by depth", &["[PSPB96] Fig. 13", "[PSPB94] Fig. 11"])
    }
}

/// Against table size: powers of two.
fn table_sizes() -> Finding {
    let sizes = || (10..=22).map(|k| 2f64.powi(k));
    let panel = |game: &str, tail: f64| ChartPanel {
        title: game.into(),
        x: Axis { logarithmic: true, ..axis("entries of the table") },
        y: axis("leaves relative to Alpha-Beta"),
        series: vec![
            series("mtd+inf", sizes(), move |x| tail + 900.0 / x),
            series("mtd-inf", sizes(), move |x| tail - 0.03 + 500.0 / x),
        ],
        claims: vec![ClaimMark { label: "as many as Alpha-Beta".into(), low: 1.0, high: 1.0, x: None }],
    };
    let chart = Chart {
        title: "Leaves of MTD(+inf) and MTD(-inf) against the size of the table".into(),
        id: "table-size".into(),
        panels: vec![panel("Othello, depth 9", 0.9), panel("Chess, depth 8", 1.05)],
        ..Chart::default()
    };
    Finding {
        verdicts: vec![verdict(
            "From 2^16 entries on the curves are flat.",
            Answer::Confirmed,
            "No step of more than 1 % above 2^16.",
        )],
        charts: vec![chart],
        ..finding("table-size", "Size of the table", &["[PSPB96] Figs. 9 and 10"])
    }
}

/// One panel, negative numbers across.
fn guesses() -> Finding {
    let offsets = || {
        [-2000.0, -300.0, -100.0, -40.0, -20.0, -10.0, -5.0, 0.0, 5.0, 10.0, 20.0, 40.0, 100.0, 300.0, 2000.0]
            .into_iter()
    };
    let panel = ChartPanel {
        title: String::new(),
        x: axis("first guess minus the value"),
        y: axis("leaves, per cent of those with the value as guess"),
        series: ["checkers", "othello", "chess"]
            .into_iter()
            .zip([0.4, 0.6, 0.9])
            .map(|(game, slope)| {
                series(game, offsets(), move |x| {
                    100.0 + slope * 4.0 * (1.0 + x.abs()).ln() + if x > 0.0 { 1.0 } else { 0.0 }
                })
            })
            .collect(),
        claims: vec![],
    };
    Finding {
        verdicts: vec![verdict(
            "The nearer the guess, the smaller the tree.",
            Answer::Confirmed,
            "Rank correlation 0.93.",
        )],
        charts: vec![Chart {
            title: "Tree size against the first guess".into(),
            id: "guess".into(),
            panels: vec![panel],
            ..Chart::default()
        }],
        ..finding("guess", "The first guess", &["[PSPB96] Fig. 15", "[PSPB94] Fig. 10"])
    }
}

/// Bounds that close in, step by step, two lines an algorithm.
fn convergence() -> Finding {
    let line = |name: &str, ys: &[f64]| Series {
        name: name.into(),
        points: ys.iter().zip(1u8..).map(|(y, x)| ChartPoint { x: f64::from(x), y: *y, spread: None }).collect(),
        ..Series::default()
    };
    let panel = ChartPanel {
        title: "Othello, position 3, depth 9".into(),
        x: axis("pass"),
        y: axis("bound on the value"),
        series: vec![
            line("mtd-f lower", &[f64::NEG_INFINITY, 12.0, 15.0, 15.0]),
            line("mtd-f upper", &[21.0, 21.0, 21.0, 15.0]),
            line("mtd+inf upper", &[64.0, 51.0, 40.0, 36.0, 31.0, 28.0, 24.0, 22.0, 21.0, 19.0, 17.0, 16.0, 15.0]),
            line("mtd-inf lower", &[-64.0, -31.0, -12.0, -2.0, 4.0, 8.0, 11.0, 12.0, 14.0, 15.0]),
            line("mtd-bi lower", &[0.0, 0.0, 8.0, 12.0, 14.0, 15.0]),
            line("mtd-bi upper", &[64.0, 32.0, 32.0, 16.0, 16.0, 15.0]),
        ],
        claims: vec![],
    };
    let calls = ChartPanel {
        title: "Calls of MT an iteration".into(),
        x: Axis { categories: ["checkers", "othello", "chess"].map(Into::into).to_vec(), ..axis("") },
        y: Axis { logarithmic: true, ..axis("calls") },
        series: vec![
            series("mtd-f", [0.0, 1.0, 2.0], |x| 3.3 + x),
            series("mtd+inf", [0.0, 1.0, 2.0], |x| 80.0 + 150.0 * x),
            series("mtd-inf", [0.0, 1.0, 2.0], |x| 60.0 + 90.0 * x),
            series("mtd-bi", [0.0, 1.0, 2.0], |x| 8.0 + x),
        ],
        claims: vec![
            ClaimMark { label: "paper, MTD(f): 3 to 6".into(), low: 3.0, high: 6.0, x: None },
            ClaimMark { label: "paper, SSS*: hundreds".into(), low: 100.0, high: 1000.0, x: None },
        ],
    };
    Finding {
        verdicts: vec![
            verdict(
                "MTD(f) needs 3 to 6 calls of MT an iteration.",
                Answer::Confirmed,
                "Checkers 3.3, Othello 4.3, chess 5.3.",
            ),
            verdict("SSS* needs hundreds.", Answer::Refuted, "Checkers 80, Othello 230, chess 380: not in checkers."),
        ],
        charts: vec![Chart {
            title: "How the bounds converge".into(),
            id: "convergence".into(),
            panels: vec![panel, calls],
            ..Chart::default()
        }],
        ..finding("convergence", "How the bounds converge", &["[PSPB96] Fig. 12"])
    }
}

/// By ply, with the paper's number as a line, and another panel in per cent.
fn plies() -> Finding {
    let plies = || (1..=8).map(f64::from);
    let games = |y: &dyn Fn(f64, f64) -> f64| -> Vec<Series> {
        ["checkers", "othello", "chess"]
            .into_iter()
            .zip([0.0, 1.0, 2.0])
            .map(|(game, k)| series(game, plies(), |x| y(k, x)))
            .collect()
    };
    let panels = vec![
        ChartPanel {
            title: "Moves tried at cut nodes".into(),
            x: axis("ply"),
            y: axis("moves"),
            series: games(&|k, x| 1.1 + 0.05 * k + 0.02 * (x * 1.7).sin()),
            claims: vec![ClaimMark { label: "paper: 1.1 to 1.2".into(), low: 1.1, high: 1.2, x: None }],
        },
        ChartPanel {
            title: "First move cuts off".into(),
            x: axis("ply"),
            y: axis("per cent"),
            series: games(&|k, x| 97.0 - 2.0 * k + (x * 1.3).cos()),
            claims: vec![ClaimMark { label: "paper: over 95 %".into(), low: 95.0, high: 100.0, x: None }],
        },
    ];
    Finding {
        verdicts: vec![verdict("Over 95 % of cutoffs come from the first move.", Answer::Undecided, "")],
        charts: vec![Chart { title: "Move ordering by ply".into(), id: "ordering".into(), panels, ..Chart::default() }],
        ..finding("ordering", "Move ordering at cut nodes", &["[PSPB96] sect. 5.2"])
    }
}

/// A large table beside the paper's numbers, and the same as categories.
fn phased() -> Finding {
    let paper = [
        ("sss*", [5805.0, 4423.0, 3206.0, 4702.0, 3513.0, 576.0]),
        ("ps*(2)", [7345.0, 4423.0, 3203.0, 4956.0, 3690.0, 157.0]),
        ("ps*(4)", [8650.0, 5718.0, 3201.0, 6460.0, 3940.0, 43.0]),
        ("ps*(6)", [9207.0, 6222.0, 3950.0, 7126.0, 4649.0, 21.0]),
        ("ps*(8)", [9753.0, 6652.0, 4300.0, 7517.0, 4938.0, 13.0]),
        ("alphabeta", [10602.0, 7437.0, 5031.0, 8364.0, 5660.0, 4.0]),
    ];
    let columns = ["ord=1 (random)", "ord=2", "ord=4", "ord=2, prob=0.9", "ord=4, prob=0.9", "size"];
    let rows = paper.iter().map(|(algorithm, cells)| {
        let cells = cells.iter().map(|n| {
            let ours = n * 1.013;
            cell(
                &format!("{ours:.0}"),
                ours,
                Some(&format!("± {:.0}; paper {n:.0}", ours / 90.0)),
                (*n > 10000.0).then_some(TableMark::Worse),
            )
        });
        [name(algorithm)].into_iter().chain(cells).collect()
    });
    let table = ResultTable {
        caption: "Leaves on trees of depth 4 and width 24 (Table 4), means over 100 trees".into(),
        columns: ["algorithm"].into_iter().chain(columns).map(Into::into).collect(),
        rows: rows.collect(),
        ..ResultTable::default()
    };
    let chart = Chart {
        title: "Leaves on trees of depth 4 and width 24".into(),
        id: "phased".into(),
        panels: vec![ChartPanel {
            title: String::new(),
            x: Axis { categories: columns[..5].iter().map(|&c| c.into()).collect(), ..axis("order of the tree") },
            y: axis("leaves"),
            series: paper
                .iter()
                .map(|(algorithm, cells)| Series {
                    name: (*algorithm).into(),
                    points: cells[..5]
                        .iter()
                        .zip(0u8..)
                        .map(|(n, x)| ChartPoint { x: f64::from(x), y: n * 1.013, spread: Some((n * 0.99, n * 1.04)) })
                        .collect(),
                    ..Series::default()
                })
                .collect(),
            claims: (0u8..5)
                .map(|x| ClaimMark {
                    label: "paper, SSS*".into(),
                    low: paper[0].1[usize::from(x)],
                    high: paper[0].1[usize::from(x)],
                    x: Some(f64::from(x)),
                })
                .collect(),
        }],
        ..Chart::default()
    };
    Finding {
        verdicts: vec![verdict(
            "On random trees PS*(2) lies between SSS* and Alpha-Beta.",
            Answer::Confirmed,
            "5881 < 7440 < 10740, 30 standard errors apart.",
        )],
        tables: vec![table],
        charts: vec![chart],
        ..finding("phased", "PS*: the tables of the paper, whole", &["[SM86] Tables 2-6"])
    }
}

/// Six kinds of trees side by side: two rows of panels.
fn kinds() -> Finding {
    let panel = |(kind, level): (&str, f64)| ChartPanel {
        title: kind.into(),
        x: axis("depth"),
        y: axis("leaves relative to Alpha-Beta"),
        series: ["sss*", "dual*", "mtd-f", "negascout"]
            .into_iter()
            .zip([1.0, 0.96, 0.9, 1.03])
            .map(|(name, k)| series(name, (2..=8).map(f64::from), move |x| k * level.powf(x / 4.0)))
            .collect(),
        claims: vec![],
    };
    let panels = [
        ("i.i.d.", 0.6),
        ("ordered, r = 2", 0.8),
        ("correlated", 0.85),
        ("checkers", 0.97),
        ("othello", 0.95),
        ("chess", 0.98),
    ];
    Finding {
        verdicts: vec![verdict(
            "Artificial trees flatter SSS*.",
            Answer::Confirmed,
            "0.36 on i.i.d. trees, 0.96 to 1.02 on games.",
        )],
        charts: vec![Chart {
            title: "The same comparison on artificial trees and on games".into(),
            id: "kinds".into(),
            panels: panels.map(panel).into(),
            ..Chart::default()
        }],
        ..finding("artificial", "Artificial against real trees", &["[PSPB96] sect. 6"])
    }
}
