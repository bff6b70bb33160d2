//! Renders the report as one self-contained HTML file: no network, no script.

mod tables;

use super::{Meta, Report, missing, open_claims, plot};
use crate::finding::{Answer, Chart, ChartPanel, Finding, VerdictCounts};
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
         {header}<main>\n{summary}{NAMES}{articles}</main>\n{footer}</body>\n</html>\n",
        header = header(&report.meta),
        summary = summary(&report.findings, &numbered),
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
    // The number keeps anchors unique: names of the user's plans may differ only in escaped characters.
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
         <p class=\"lead\">Every verdict below is computed from the rows of the database. A claim that the rows \
         neither confirm nor refute beyond their error is undecided.</p>\n<dl class=\"meta\">\n{facts}</dl>\n</header>\n"
    )
}

fn footer(meta: &Meta) -> String {
    format!("<footer>\n<p>{} · {}</p>\n</footer>\n", escape(&meta.program), escape(&meta.date))
}

/// Renders the counts, the level of the intervals, the refuted and undecided claims with their numbers, and links to the
/// experiments.
fn summary(findings: &[Finding], numbered: &[(String, &Finding)]) -> String {
    let counts = VerdictCounts::of(findings);
    let head = "<section id=\"verdicts\" aria-labelledby=\"verdicts-title\">\n<h2 id=\"verdicts-title\">Summary</h2>\n";
    if counts.claims() == 0 {
        return format!("{head}<p>No claim has been looked at.</p>\n{}</section>\n", contents(numbered));
    }
    let rows: String = open_claims(findings)
        .into_iter()
        .map(|(at, finding, verdict)| {
            let (id, title) = (&numbered[at].0, escape(&finding.title));
            let (claim, measured) = (escape(&verdict.claim), lines(&verdict.measured));
            let badge = badge(verdict.answer, verdict.answer.label());
            format!(
                "<tr><td>{badge}</td><th scope=\"row\"><a href=\"#{id}\">{title}</a></th><td>{claim}</td>\
                 <td>{measured}</td></tr>\n"
            )
        })
        .collect();
    let table = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Refuted and undecided claims\">\n\
         <table class=\"verdicts\">\n<caption>Refuted and undecided claims</caption>\n<thead><tr>\
         <th scope=\"col\">Verdict</th><th scope=\"col\">Experiment</th><th scope=\"col\">Claim</th>\
         <th scope=\"col\">Measured</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    );
    let table = if rows.is_empty() { String::new() } else { table };
    let level = paragraphs(&counts.level_text());
    format!("{head}<p class=\"tally\">{counts}</p>\n{level}{table}{}</section>\n", contents(numbered))
}

/// Renders links to the experiments, with their counts of confirmed claims.
fn contents(numbered: &[(String, &Finding)]) -> String {
    let items: String = numbered
        .iter()
        .map(|(id, finding)| {
            let confirmed = finding.verdicts.iter().filter(|verdict| verdict.answer == Answer::Confirmed).count();
            let short = if finding.missing > 0 { ", <span class=\"missing\">not complete</span>" } else { "" };
            let (title, all) = (escape(&finding.title), finding.verdicts.len());
            format!("<li><a href=\"#{id}\">{title}</a> <small>{confirmed} of {all} confirmed{short}</small></li>\n")
        })
        .collect();
    if items.is_empty() { items } else { format!("<h3>Experiments</h3>\n<ul>\n{items}</ul>\n") }
}

/// Renders an answer as symbol and word, so that the colour is not the only cue.
fn badge(answer: Answer, label: &str) -> String {
    let (class, sign) = (answer.label(), answer.sign());
    format!("<span class=\"badge {class}\"><span aria-hidden=\"true\">{sign}</span> {label}</span>")
}

/// Renders a measurement, one case per line.
fn lines(measured: &str) -> String {
    measured.split("; ").map(escape).collect::<Vec<String>>().join(";<br> ")
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
    article += &verdicts(finding);
    article += "<div class=\"columns\">\n";
    article += &part("What the paper reports", &paragraphs(&finding.paper));
    article += &part("How it was measured here", &paragraphs(&finding.setup));
    article += "</div>\n";
    for chart in &finding.charts {
        stop.check()?;
        article += &figure(chart);
    }
    article += &finding.tables.iter().filter(|table| !table.digest).map(tables::table).collect::<String>();
    article += &part("Where it loses, and other remarks", &list(&finding.remarks));
    article += &part("What would refute it", &paragraphs(&finding.refuted));
    article += "<p class=\"back\"><a href=\"#verdicts\">Summary</a></p>\n</article>\n";
    Ok(article)
}

fn verdicts(finding: &Finding) -> String {
    let item = |badge: String, claim: &str, measured: String| {
        let claim = escape(claim);
        format!("<li>{badge}<div><p class=\"claim\">{claim}</p>\n<p class=\"measured\">{measured}</p></div></li>\n")
    };
    let claims = finding.verdicts.iter().map(|verdict| {
        let measured = match verdict.answer {
            Answer::Confirmed => lines(&verdict.measured),
            _ => "<a href=\"#verdicts\">Numbers in the summary</a>".to_owned(),
        };
        item(badge(verdict.answer, verdict.answer.label()), &verdict.claim, measured)
    });
    let checks = finding
        .self_checks
        .iter()
        .map(|check| item(badge(check.answer, check.answer.check_label()), &check.claim, lines(&check.measured)));
    let items: String = claims.chain(checks).collect();
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

/// Renders a chart. Its numbers follow as a table for readers who cannot see it, unless the finding has them as a table.
fn figure(chart: &Chart) -> String {
    // Within HTML an SVG needs no namespace, and without it the file contains no URL at all.
    let svg = plot::svg(chart).replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    let (title, caption, panels) = (escape(&chart.title), caption(chart), chart.panels.len().clamp(1, 3));
    let data = if chart.tabulated {
        String::new()
    } else {
        format!("<details>\n<summary>The numbers of this chart</summary>\n{}</details>\n", tables::data(chart))
    };
    format!(
        "<figure class=\"panels-{panels}\">\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Chart: {title}\">\n\
         {svg}</div>\n<figcaption>{caption}</figcaption>\n{data}</figure>\n"
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
    let muted = any(&|panel| panel.series.iter().any(|series| series.muted));
    let muted = if muted { " No claim is about the lines in grey." } else { "" };
    let numbers = if chart.tabulated { " The tables below have the numbers." } else { "" };
    format!("{}.{spread}{claims}{muted}{numbers}", escape(chart.title.trim_end_matches('.')))
}
