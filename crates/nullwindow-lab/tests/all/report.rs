//! The report: well formed, complete, self-contained, and nothing that a text says is taken for markup.

use crate::made_up;
use crate::markup::{Element, elements, text_of};
use nullwindow_lab::Stop;
use nullwindow_lab::finding::{
    Axis, Chart, ChartPanel, ChartPoint, ClaimMark, Finding, ResultTable, Series, TableCell, TableMark, Verdict,
};
use nullwindow_lab::report::{Meta, Report, html, svg};

fn page(report: &Report) -> (String, Vec<Element>) {
    let page = html(report, Stop::NEVER).unwrap();
    let elements = elements(&page).unwrap_or_else(|error| panic!("{error}"));
    (page, elements)
}

#[test]
fn every_finding_stands_in_it_with_all_it_says() {
    let report = made_up::report();
    let (page, _) = page(&report);
    let text = text_of(&page);
    let meta = &report.meta;
    let heads = [&meta.program, &meta.machine, &meta.date, &meta.command, &meta.form];
    let said = report.findings.iter().flat_map(|finding| {
        let verdicts = finding.verdicts.iter().flat_map(|v| [&v.claim, &v.measured]);
        let tables =
            finding.tables.iter().flat_map(|t| t.columns.iter().chain(t.rows.iter().flatten().map(|e| &e.text)));
        let notes = finding.tables.iter().flat_map(|t| t.rows.iter().flatten().filter_map(|e| e.note.as_ref()));
        let charts = finding.charts.iter().flat_map(|c| c.panels.iter().flat_map(|p| p.series.iter().map(|s| &s.name)));
        let heads = [&finding.title, &finding.question, &finding.setup, &finding.refuted];
        heads
            .into_iter()
            .chain(&finding.sources)
            .chain(&finding.remarks)
            .chain(verdicts)
            .chain(tables)
            .chain(notes)
            .chain(charts)
    });
    for said in heads.into_iter().chain(said) {
        assert!(text.contains(said.as_str()), "'{said}' is missing");
    }
    for words in ["confirmed", "refuted", "undecided", "12 searches of 552 missing"] {
        assert!(text.contains(words), "'{words}' is missing");
    }
    assert_eq!(text.matches("Not complete").count(), 1, "only one experiment is not complete");
}

#[test]
fn the_summary_opens_it_and_has_every_number_of_an_open_claim_once() {
    let (page, elements) = page(&made_up::report());
    let summary = page.find("id=\"verdicts\"").unwrap();
    assert!(summary < page.find("id=\"names\"").unwrap() && summary < page.find("<article").unwrap());
    let text = text_of(&page);
    assert!(text.contains("6 of 9 claims confirmed, 2 refuted, 1 undecided; 0 self-checks passed"), "{text}");
    assert_eq!(text.matches("Checkers 80, Othello 230, chess 380: not in checkers.").count(), 1);
    let badges: Vec<&str> =
        elements.iter().filter_map(|element| element.get("class")?.strip_prefix("badge ")).collect();
    // Refuted and undecided claims are in the summary and in their article.
    assert_eq!(badges.iter().filter(|class| **class == "undecided").count(), 2, "{badges:?}");
    assert_eq!(badges.iter().filter(|class| **class == "refuted").count(), 4, "{badges:?}");
}

#[test]
fn a_muted_series_is_grey() {
    let series = |muted| Series { name: "mtd-f".into(), points: points(&[1.0, 2.0]), muted };
    let drawn = |muted| {
        let panel = ChartPanel { series: vec![series(muted)], ..ChartPanel::default() };
        svg(&Chart { panels: vec![panel], ..Chart::default() })
    };
    let (orange, grey) = ("#D55E00", "#C4CAD1");
    assert!(drawn(false).contains(orange) && !drawn(false).contains(grey));
    assert!(drawn(true).contains(grey) && !drawn(true).contains(orange));
}

#[test]
fn it_needs_nothing_else_and_its_links_lead_somewhere() {
    let (page, elements) = page(&made_up::report());
    assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("url(") && !page.contains("@import"));
    let ids: Vec<&str> = elements.iter().filter_map(|element| element.get("id")).collect();
    for (at, id) in ids.iter().enumerate() {
        assert!(!ids[..at].contains(id), "two elements have the id {id}");
    }
    for element in &elements {
        assert!(
            !["script", "link", "img", "iframe", "object", "image", "use"].contains(&element.name.as_str()),
            "{element:?}"
        );
        assert_eq!(element.get("src"), None);
        for name in ["href", "aria-labelledby"] {
            let Some(target) = element.get(name) else { continue };
            let target =
                if name == "href" { target.strip_prefix('#').expect("links stay in the file") } else { target };
            assert!(ids.contains(&target), "nothing has the id {target}");
        }
    }
}

#[test]
fn headings_come_in_order_and_tables_say_what_their_heads_head() {
    let (_, elements) = page(&made_up::report());
    let levels: Vec<u32> = elements
        .iter()
        .filter_map(|element| element.name.strip_prefix('h').and_then(|level| level.parse().ok()))
        .collect();
    assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1);
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
    assert!(elements.iter().filter(|element| element.name == "th").all(|element| element.get("scope").is_some()));
    let pictures = elements.iter().filter(|element| element.name == "svg");
    assert!(pictures.map(|picture| picture.get("role")).all(|role| role == Some("img")));
}

/// A finding in which every text is this one.
fn everywhere(text: &str) -> Report {
    let entry = |mark| TableCell { text: text.into(), note: Some(text.into()), mark, number: None };
    let axis = || Axis { label: text.into(), categories: vec![text.into()], ..Axis::default() };
    let point = ChartPoint { x: 0.0, y: 0.0, spread: Some((0.0, 0.0)) };
    let panel = ChartPanel {
        title: text.into(),
        x: axis(),
        y: axis(),
        series: vec![Series { name: text.into(), points: vec![point], ..Series::default() }],
        claims: vec![ClaimMark { label: text.into(), low: 0.0, high: 0.0, x: None }],
    };
    let finding = Finding {
        name: text.into(),
        title: text.into(),
        question: text.into(),
        paper: text.into(),
        sources: vec![text.into()],
        setup: text.into(),
        refuted: text.into(),
        verdicts: vec![Verdict {
            claim: text.into(),
            answer: nullwindow_lab::finding::Answer::Confirmed,
            measured: text.into(),
            ..Verdict::default()
        }],
        tables: vec![ResultTable {
            caption: text.into(),
            columns: vec![text.into(), text.into()],
            rows: vec![vec![entry(None), entry(Some(TableMark::Best))]],
            ..ResultTable::default()
        }],
        charts: vec![Chart { title: text.into(), id: text.into(), panels: vec![panel], ..Chart::default() }],
        remarks: vec![text.into()],
        missing: 0,
        searches: 1,
        ..Finding::default()
    };
    let meta =
        Meta { program: text.into(), machine: text.into(), date: text.into(), command: text.into(), form: text.into() };
    Report { meta, findings: vec![finding] }
}

/// Elements and the names of their attributes, without what charts are drawn with: that depends on the length of a text.
fn outside_charts(elements: &[Element]) -> Vec<(&str, Vec<&str>)> {
    let shapes = ["polyline", "polygon", "circle", "line", "text", "rect"];
    let others = elements.iter().filter(|element| !shapes.contains(&element.name.as_str()));
    others
        .map(|element| (element.name.as_str(), element.attributes.iter().map(|(name, _)| name.as_str()).collect()))
        .collect()
}

#[test]
fn no_text_is_taken_for_markup() {
    let plain = page(&everywhere("plain")).1;
    for nasty in ["<b>&lt;\"'</b>", "\"><script>x</script>", "--><!--", "' onload='x", "&amp;", "]]>", "a\0b\u{1b}[2J"]
    {
        let (page, marked) = page(&everywhere(nasty));
        assert!(!page.contains("<script") && !page.contains("<b>&lt;") && !page.contains(['\0', '\u{1b}']), "{nasty}");
        assert_eq!(outside_charts(&marked), outside_charts(&plain), "{nasty}");
        if !nasty.contains(' ') && !nasty.contains('\0') {
            let seen = text_of(&page).matches(nasty).count();
            assert!(seen >= 25, "{nasty} is seen {seen} times");
        }
    }
}

#[test]
fn a_report_of_nothing_says_so() {
    let (page, _) = page(&Report::default());
    assert!(text_of(&page).contains("No claim has been looked at"));
    let (page, _) =
        self::page(&Report { findings: vec![Finding { missing: 3, ..Finding::default() }], ..Report::default() });
    assert!(text_of(&page).contains("3 searches of 3 missing"));
}

#[test]
fn charts_are_well_formed_and_name_what_they_show() {
    let report = made_up::report();
    for chart in report.findings.iter().flat_map(|finding| &finding.charts) {
        let drawn = svg(chart);
        let elements = elements(&drawn).unwrap_or_else(|error| panic!("{}: {error}", chart.id));
        assert_eq!(elements[0].name, "svg");
        assert_eq!(elements[0].get("xmlns"), Some("http://www.w3.org/2000/svg"));
        let text = text_of(&drawn);
        let panels = || chart.panels.iter();
        let names = panels().flat_map(|panel| panel.series.iter().map(|series| &series.name));
        let axes = panels()
            .map(|panel| &panel.x.label)
            .chain(panels().flat_map(|panel| panel.claims.iter().map(|c| &c.label)));
        for name in names.chain(axes).chain([&chart.title]) {
            assert!(text.contains(name.as_str()), "{}: '{name}' is missing", chart.id);
        }
    }
}

#[test]
fn everything_is_drawn_within_the_page() {
    for chart in made_up::report().findings.iter().flat_map(|finding| &finding.charts) {
        let elements = elements(&svg(chart)).expect("well formed");
        let page: Vec<f64> = elements[0].get("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
        for element in &elements[1..] {
            for (name, limit) in
                [("x", page[2]), ("x1", page[2]), ("x2", page[2]), ("cx", page[2]), ("y", page[3]), ("cy", page[3])]
            {
                let Some(place) = element.get(name) else { continue };
                let place: f64 = place.parse().unwrap();
                assert!((0.0..=limit).contains(&place), "{}: {element:?}", chart.id);
            }
        }
    }
}

fn points(ys: &[f64]) -> Vec<ChartPoint> {
    let point = |(x, y): (u8, &f64)| ChartPoint { x: f64::from(x), y: *y, spread: Some((y - 1.0, y + 1.0)) };
    (0u8..).zip(ys).map(point).collect()
}

#[test]
fn no_number_is_too_strange_to_be_drawn() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let strange: [&[f64]; 12] = [
        &[],
        &[1.0],
        &[0.0],
        &[nan],
        &[inf, -inf],
        &[0.0, 1.0],
        &[-1.0, 5.0],
        &[5.0, 5.0, 5.0],
        &[1e308, -1e308],
        &[1e-308, 1e-300],
        &[1.0, nan, 2.0, inf, 3.0],
        &[f64::MIN_POSITIVE, f64::MAX],
    ];
    for ys in strange {
        for (x_log, y_log) in [(false, false), (true, false), (false, true), (true, true)] {
            let axis = |logarithmic| Axis { logarithmic, ..Axis::default() };
            let series = vec![Series { name: "s".into(), points: points(ys), ..Series::default() }];
            let claims =
                [nan, inf, 0.0, 1.0].map(|at| ClaimMark { label: "c".into(), low: at, high: inf, x: Some(at) });
            let swapped = Series {
                name: "t".into(),
                points: points(ys).iter().map(|p| ChartPoint { x: p.y, y: p.x, ..*p }).collect(),
                ..Series::default()
            };
            for series in [series.clone(), vec![swapped], Vec::new()] {
                let panel = ChartPanel {
                    x: axis(x_log),
                    y: axis(y_log),
                    series,
                    claims: claims.to_vec(),
                    ..ChartPanel::default()
                };
                let drawn =
                    svg(&Chart { panels: vec![panel.clone(), panel, ChartPanel::default()], ..Chart::default() });
                assert!(elements(&drawn).is_ok());
                assert!(!drawn.contains("NaN") && !drawn.contains("inf\""), "{ys:?}: {drawn}");
            }
        }
    }
    assert!(text_of(&svg(&Chart::default())).contains("no data"));
}

#[test]
fn a_point_without_a_place_is_left_out_and_the_chart_says_so() {
    let series = vec![Series { name: "s".into(), points: points(&[0.0, 10.0, 100.0]), ..Series::default() }];
    let panel = |logarithmic| ChartPanel {
        y: Axis { logarithmic, ..Axis::default() },
        series: series.clone(),
        ..ChartPanel::default()
    };
    let drawn = |logarithmic| text_of(&svg(&Chart { panels: vec![panel(logarithmic)], ..Chart::default() }));
    assert!(drawn(true).contains("1 point is outside the axes"));
    assert!(!drawn(false).contains("outside the axes"));
}
