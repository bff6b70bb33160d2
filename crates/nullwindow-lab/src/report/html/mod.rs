//! Renders the report as one self-contained HTML file: no network, no script.

mod tables;

use super::{Meta, Report, missing, plot};
use crate::finding::{Answer, Chart, ChartPanel, Finding, Verdict};
use crate::{Interrupted, Stop};
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");

/// The explanation of names and numbers.
const NAMES: &str = include_str!("names.html");

/// Renders the whole report as one HTML document.
///
/// # Errors
/// If a stop is requested, which is checked before every chart.
pub fn html(report: &Report, stop: Stop<'_>) -> Result<String, Interrupted> {
    let numbered: Vec<(String, &Finding)> =
        report.findings.iter().enumerate().map(|(at, finding)| (anchor(at, finding), finding)).collect();
    let articles = numbered.iter().map(|(id, finding)| article(id, finding, stop)).collect::<Result<String, _>>()?;
    let dark = plot::dark();
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Nullwindow: report of the laboratory</title>\n\
         <style>\n{STYLE}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n</style>\n</head>\n<body>\n\
         {header}<main>\n{NAMES}{summary}{articles}</main>\n{footer}</body>\n</html>\n",
        header = header(&report.meta),
        summary = summary(&numbered),
        footer = footer(&report.meta),
    ))
}

/// Escapes a text for use between tags and in attributes.
pub(super) fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, c| {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Characters that XML does not allow, even escaped.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
        escaped
    })
}

/// Returns the anchor of an experiment: its number and its name.
fn anchor(at: usize, finding: &Finding) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    // The number keeps anchors unique even if two plans have the same name.
    format!("{}-{}", at + 1, finding.name.chars().map(plain).collect::<String>())
}

fn header(meta: &Meta) -> String {
    let facts = [
        ("Program", &meta.program),
        ("Machine", &meta.machine),
        ("Date", &meta.date),
        ("Form", &meta.form),
        ("Command", &meta.command),
    ];
    let facts: String = facts
        .iter()
        .filter(|(_, fact)| !fact.is_empty())
        .map(|(name, fact)| {
            let fact = escape(fact);
            let fact = if *name == "Command" { format!("<code>{fact}</code>") } else { fact };
            format!("<div><dt>{name}</dt><dd>{fact}</dd></div>\n")
        })
        .collect();
    format!(
        "<header>\n<p class=\"brand\">Nullwindow</p>\n<h1>The papers’ experiments, measured again</h1>\n\
         <p class=\"lead\">Every verdict below is computed from the rows of the database. Where a claim does not hold here, \
         the report says so, and shows the cases.</p>\n<dl class=\"meta\">\n{facts}</dl>\n</header>\n"
    )
}

fn footer(meta: &Meta) -> String {
    format!("<footer>\n<p>{} · {}</p>\n</footer>\n", escape(&meta.program), escape(&meta.date))
}

/// Renders the table of all verdicts, with links. The style sheet cuts the measurement to two lines; the article of the
/// experiment has the full text.
fn summary(findings: &[(String, &Finding)]) -> String {
    let rows: String = findings.iter().map(|(id, finding)| summary_rows(id, finding)).collect();
    format!(
        "<section id=\"verdicts\" aria-labelledby=\"verdicts-title\">\n<h2 id=\"verdicts-title\">All verdicts</h2>\n{}\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All verdicts\">\n<table class=\"verdicts\">\n\
         <thead><tr><th scope=\"col\">Experiment</th><th scope=\"col\">Claim</th><th scope=\"col\">Verdict</th>\
         <th scope=\"col\">Measured</th></tr></thead>\n{rows}</table>\n</div>\n</section>\n",
        tally(findings)
    )
}

/// Counts the verdicts by answer.
fn tally(findings: &[(String, &Finding)]) -> String {
    let verdicts = || findings.iter().flat_map(|(_, finding)| &finding.verdicts);
    let same = |a: &Verdict, b: &Verdict| (a.answer, a.doubtful) == (b.answer, b.doubtful);
    let counted: String = [Answer::Holds, Answer::Partly, Answer::Fails, Answer::Unknown]
        .into_iter()
        .flat_map(|answer| [false, true].map(|doubtful| Verdict { answer, doubtful, ..Verdict::default() }))
        .map(|kind| (badge(&kind), verdicts().filter(|verdict| same(verdict, &kind)).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(badge, count)| format!("<li><b>{count}</b> {badge}</li>\n"))
        .collect();
    if counted.is_empty() {
        "<p>No claim has been looked at.</p>\n".to_owned()
    } else {
        format!("<ul class=\"tally\">\n{counted}</ul>\n")
    }
}

fn summary_rows(id: &str, finding: &Finding) -> String {
    let none = [Verdict { claim: "no claim".to_owned(), ..Verdict::default() }];
    let verdicts = if finding.verdicts.is_empty() { &none[..] } else { &finding.verdicts };
    let mut rows = String::from("<tbody>\n");
    for (at, verdict) in verdicts.iter().enumerate() {
        rows.push_str("<tr>");
        if at == 0 {
            let short = if finding.missing > 0 { "<br><small class=\"missing\">not complete</small>" } else { "" };
            let title = escape(&finding.title);
            let _ = write!(
                rows,
                "<th scope=\"rowgroup\" rowspan=\"{}\"><a href=\"#{id}\">{title}</a>{short}</th>",
                verdicts.len()
            );
        }
        let (claim, measured) = (escape(&verdict.claim), escape(&verdict.measured));
        let _ = writeln!(
            rows,
            "<td>{claim}</td><td>{}</td><td><div class=\"brief\">{measured}</div></td></tr>",
            badge(verdict)
        );
    }
    rows + "</tbody>\n"
}

/// Renders an answer as symbol and word, so that the colour is not the only cue.
fn badge(verdict: &Verdict) -> String {
    let class = match verdict.answer {
        Answer::Holds => "holds",
        Answer::Partly => "partly",
        Answer::Fails => "fails",
        Answer::Unknown => "unknown",
    };
    let (sign, label) = (verdict.answer.sign(), verdict.label());
    let doubtful = if verdict.doubtful { " doubtful" } else { "" };
    format!("<span class=\"badge {class}{doubtful}\"><span aria-hidden=\"true\">{sign}</span> {label}</span>")
}

/// Renders one experiment.
fn article(id: &str, finding: &Finding, stop: Stop<'_>) -> Result<String, Interrupted> {
    let mut article = format!("<article id=\"{id}\" aria-labelledby=\"{id}-title\">\n");
    let sources = escape(&finding.sources.join(" · "));
    let name = escape(&finding.name);
    let _ = writeln!(article, "<p class=\"kicker\"><code>{name}</code> {sources}</p>");
    let _ = writeln!(article, "<h2 id=\"{id}-title\">{}</h2>", escape(&finding.title));
    let _ = writeln!(article, "<div class=\"question\">{}</div>", paragraphs(&finding.question));
    if let Some(missing) = missing(finding) {
        let _ = writeln!(article, "<p class=\"notice\"><span aria-hidden=\"true\">⚠</span> {missing}</p>");
    }
    article += &verdicts(&finding.verdicts);
    article += "<div class=\"columns\">\n";
    article += &part("What the paper reports", &paragraphs(&finding.paper));
    article += &part("How it was measured here", &paragraphs(&finding.setup));
    article += "</div>\n";
    for chart in &finding.charts {
        stop.check()?;
        article += &figure(chart);
    }
    article += &finding.tables.iter().map(tables::table).collect::<String>();
    article += &part("Where it loses, and other remarks", &list(&finding.remarks));
    article += &part("What would refute it", &paragraphs(&finding.refuted));
    article += "<p class=\"back\"><a href=\"#verdicts\">All verdicts</a></p>\n</article>\n";
    Ok(article)
}

fn verdicts(verdicts: &[Verdict]) -> String {
    let items: String = verdicts
        .iter()
        .map(|verdict| {
            let (badge, claim) = (badge(verdict), escape(&verdict.claim));
            // One case per line.
            let lines: Vec<String> = verdict.measured.split("; ").map(escape).collect();
            let measured = lines.join(";<br> ");
            format!("<li>{badge}<div><p class=\"claim\">{claim}</p>\n<p class=\"measured\">{measured}</p></div></li>\n")
        })
        .collect();
    if items.is_empty() { items } else { format!("<h3>Verdict</h3>\n<ul class=\"answers\">\n{items}</ul>\n") }
}

/// Renders a section with a heading; nothing if the body is empty.
fn part(heading: &str, body: &str) -> String {
    if body.is_empty() { String::new() } else { format!("<section>\n<h3>{heading}</h3>\n{body}</section>\n") }
}

fn paragraphs(text: &str) -> String {
    let texts = text.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
    texts.map(|text| format!("<p>{}</p>\n", escape(text))).collect()
}

fn list(items: &[String]) -> String {
    let items: String = items.iter().map(|item| format!("<li>{}</li>\n", escape(item))).collect();
    if items.is_empty() { items } else { format!("<ul>\n{items}</ul>\n") }
}

/// Renders a chart, with its numbers as a table for readers who cannot see it.
fn figure(chart: &Chart) -> String {
    // Within HTML an SVG needs no namespace, and without it the file contains no URL at all.
    let svg = plot::svg(chart).replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    let (title, data, panels) = (escape(&chart.title), tables::data(chart), chart.panels.len().clamp(1, 3));
    let caption = caption(chart);
    format!(
        "<figure class=\"panels-{panels}\">\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Chart: {title}\">\n\
         {svg}</div>\n<figcaption>{caption}</figcaption>\n\
         <details>\n<summary>The numbers of this chart</summary>\n{data}</details>\n</figure>\n"
    )
}

/// Explains the symbols of a chart.
fn caption(chart: &Chart) -> String {
    let any = |has: &dyn Fn(&ChartPanel) -> bool| chart.panels.iter().any(has);
    let spread =
        any(&|panel| panel.series.iter().flat_map(|series| &series.points).any(|point| point.spread.is_some()));
    let claims = any(&|panel| !panel.claims.is_empty());
    let spread = if spread { " Light bands and thin bars are one standard error either way." } else { "" };
    let claims = if claims { " Violet marks what the paper claims, as written above the axes." } else { "" };
    format!("{}.{spread}{claims}", escape(chart.title.trim_end_matches('.')))
}
