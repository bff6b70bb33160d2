//! Verdicts: a claim of the plan, held against the rows.

use super::checked::{Checked, Standing, told};
use super::data::{Data, END, Spot};
use super::number::{Asked, Number, Way};
use super::{Answer, Verdict, reported, sizes, words};
use crate::plan::Plan;
use crate::plan::grammar::{At, Claim, ClaimKind};
use std::collections::BTreeSet;

/// The verdict on a claim.
pub(super) fn verdict(plan: &Plan, claim: &Claim, data: &Data<'_>) -> Verdict {
    let mut cases = match claim.kind {
        ClaimKind::Ratio | ClaimKind::Mean | ClaimKind::Share => numbers(claim, data),
        ClaimKind::Falling => return falling(claim, data),
        ClaimKind::Best => best(claim, data),
        ClaimKind::Lowest => lowest(claim, data),
        ClaimKind::Reported => of_figures(plan, claim, data),
        ClaimKind::Sizes => of_sizes(claim, data),
    };
    if claim.any {
        cases = most_favourable(claim, cases);
    }
    let count = |standing: Standing| cases.iter().filter(|case| case.standing == standing).count();
    let answer = match (cases.len(), count(Standing::Holds), count(Standing::Fails)) {
        (0, _, _) => Answer::Unknown,
        (all, holds, _) if all == holds => Answer::Holds,
        (all, _, fails) if all == fails => Answer::Fails,
        _ => Answer::Partly,
    };
    let measured = told(&cases);
    let doubtful = answer != Answer::Partly && cases.iter().any(|case| case.doubtful);
    let cases = cases.into_iter().map(|case| case.case).collect();
    Verdict { claim: claim.text.clone(), answer, doubtful, measured, cases }
}

/// The one case that bears a claim out best.
fn most_favourable(claim: &Claim, cases: Vec<Checked>) -> Vec<Checked> {
    let all = cases.len();
    let sign = if claim.most.is_some() { 1.0 } else { -1.0 };
    let best = cases.into_iter().min_by(|a, b| (sign * a.case.value).total_cmp(&(sign * b.case.value)));
    best.into_iter().map(|best| Checked { what: format!("the best of {all} is {}", best.what), ..best }).collect()
}

/// The subjects that a claim is about.
fn subjects<'d>(claim: &Claim, data: &'d Data<'_>) -> Vec<&'d str> {
    let about =
        |subject: &&str| claim.subjects.as_ref().is_none_or(|names| names.iter().any(|name| name.as_ref() == subject));
    data.subjects.iter().map(String::as_str).filter(about).collect()
}

fn name(name: &Option<toml::Spanned<String>>) -> Option<&str> {
    name.as_ref().map(|name| name.as_ref().as_str())
}

fn asked<'a>(claim: &'a Claim, subject: &'a str) -> Asked<'a> {
    let way = match claim.kind {
        ClaimKind::Mean => Way::Mean,
        ClaimKind::Share | ClaimKind::Falling => Way::Share,
        _ => Way::Relative,
    };
    let base = name(&claim.base).filter(|_| way != Way::Mean);
    Asked { way, subject, algorithm: name(&claim.algorithm).unwrap_or_default(), base, y: claim.y }
}

fn spot(claim: &Claim, depth: u32) -> Spot {
    let entries = claim.entries.map(|entries| entries.0);
    Spot { depth, entries, offset: claim.offset, ply: None, cumulative: claim.cumulative }
}

/// One case a subject, or one a subject and depth.
fn numbers(claim: &Claim, data: &Data<'_>) -> Vec<Checked> {
    let mut cases = Vec::new();
    for subject in subjects(claim, data) {
        let asked = asked(claim, subject);
        let depths: Vec<u32> = asked.depths(data).into_iter().collect();
        let at: &[u32] = if claim.at == At::Every { &depths } else { &depths[depths.len().saturating_sub(1)..] };
        for &depth in at {
            let Some(number) = at_depth(claim, data, &asked, depth) else { continue };
            let mut case = Checked::new(claim, subject, depth, &number, &said(claim, &number));
            if claim.at == At::All {
                case.what = format!("{subject} over all depths");
            }
            cases.push(case);
        }
    }
    cases
}

/// The number at a depth, or over all up to it.
fn at_depth(claim: &Claim, data: &Data<'_>, asked: &Asked<'_>, depth: u32) -> Option<Number> {
    match claim.at {
        At::All => asked.over_all(data, spot(claim, depth)),
        _ => asked.at(data, spot(claim, depth)),
    }
}

/// A number with its error, its range, and where it is above 1.
fn said(claim: &Claim, number: &Number) -> String {
    let (least, most) = number.range;
    let (cases, error) = (words::many(number.count, "case"), words::error_of(number));
    match claim.kind {
        ClaimKind::Share | ClaimKind::Falling => {
            format!("{}{error} ({} of {cases})", words::ratio(number.value), number.above)
        }
        ClaimKind::Mean => {
            let [value, least, most] = [number.value, least, most].map(words::number);
            format!("{value}{error} ({cases}, {least} to {most})")
        }
        _ => {
            let [value, least, most] = [number.value, least, most].map(words::ratio);
            format!("{value}{error} ({cases}, {least} to {most}, above 1 in {})", number.above)
        }
    }
}

/// The ratio to the best of the others that find the value.
fn best(claim: &Claim, data: &Data<'_>) -> Vec<Checked> {
    let algorithm = name(&claim.algorithm).unwrap_or_default();
    let cases = subjects(claim, data).into_iter().filter_map(|subject| {
        let own = data.resolve(subject, algorithm)?;
        let finds = |other: &&String| data.rows(subject, other).iter().all(|row| row.value.is_some());
        let others = data.searched(subject).filter(|other| *other != own && !other.starts_with("minimal-"));
        let rivals = others.filter(finds);
        let ratios = rivals.filter_map(|rival| {
            let asked = Asked { base: Some(rival), ..asked(claim, subject) };
            let depth = *asked.depths(data).last()?;
            Some((rival, depth, asked.at(data, spot(claim, depth))?))
        });
        let (rival, depth, number) = ratios.max_by(|a, b| a.2.value.total_cmp(&b.2.value))?;
        let text = format!("{}{} of the best other, {rival}", words::ratio(number.value), words::error_of(&number));
        Some(Checked::new(claim, subject, depth, &number, &text))
    });
    cases.collect()
}

/// The first guess at which least was needed.
fn lowest(claim: &Claim, data: &Data<'_>) -> Vec<Checked> {
    let cases = subjects(claim, data).into_iter().filter_map(|subject| {
        let asked = asked(claim, subject);
        let depth = *asked.depths(data).last()?;
        let offsets: BTreeSet<i32> = data.rows(subject, asked.algorithm).iter().filter_map(|row| row.offset).collect();
        let each = offsets.into_iter().filter_map(|offset| {
            let number = asked.at(data, Spot { offset: Some(offset), ..spot(claim, depth) })?;
            Some((offset, number))
        });
        let (offset, number) = each.min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        let text = format!("at {offset:+} ({})", words::ratio(number.value));
        let number = Number { count: number.count, ..Number::alone(f64::from(offset)) };
        Some(Checked::new(claim, subject, depth, &number, &text))
    });
    cases.collect()
}

/// Whether a share falls from subject to subject, and from the first to the last by more than chance.
fn falling(claim: &Claim, data: &Data<'_>) -> Verdict {
    let order = claim.subjects.iter().flatten().map(|subject| subject.as_ref().as_str());
    let shares: Vec<(Checked, Number)> = order
        .filter_map(|subject| {
            let asked = asked(claim, subject);
            let depth = *asked.depths(data).last()?;
            let number = at_depth(claim, data, &asked, depth)?;
            Some((Checked::new(claim, subject, depth, &number, &said(claim, &number)), number))
        })
        .collect();
    let said: Vec<String> = shares.iter().map(|(case, _)| format!("{} {}", case.case.subject, case.words)).collect();
    let falls = shares.windows(2).all(|pair| pair[1].1.value <= pair[0].1.value);
    let (answer, doubtful, measured) = match shares.as_slice() {
        [] | [_] => (Answer::Unknown, false, "no rows to tell by".to_owned()),
        [(_, first), .., (_, last)] => {
            let (fall, error) = (first.value - last.value, first.error.hypot(last.error));
            let answer = match fall > 0.0 {
                true if falls => Answer::Holds,
                true => Answer::Partly,
                false => Answer::Fails,
            };
            let from = format!("from the first to the last {} {}", words::signed(-fall), words::error(error));
            (answer, fall.abs() < 2.0 * error, format!("{}; {from}", said.join("; ")))
        }
    };
    let cases = shares.into_iter().map(|(case, _)| case.case).collect();
    Verdict { claim: claim.text.clone(), answer, doubtful, measured, cases }
}

/// The share of a paper's figures that ours agree with.
#[allow(clippy::cast_precision_loss, reason = "a hundred figures")]
fn of_figures(plan: &Plan, claim: &Claim, data: &Data<'_>) -> Vec<Checked> {
    let figures = reported::figures(plan, data, claim.y);
    if figures.is_empty() {
        return Vec::new();
    }
    let agree = figures.iter().filter(|figure| figure.agrees()).count();
    let value = agree as f64 / figures.len() as f64;
    let apart = figures.iter().filter(|figure| !figure.agrees()).map(|figure| {
        format!("{} {} {} (ours {})", figure.subject, figure.algorithm, figure.paper, words::number(figure.ours.mean))
    });
    let apart: Vec<String> = apart.collect();
    let apart = if apart.is_empty() { String::new() } else { format!("; apart are {}", apart.join(", ")) };
    let text = format!("of {}{apart}", words::many(figures.len(), "figure"));
    let number = Number { count: figures.len(), ..Number::alone(value) };
    let mut case = Checked { what: agree.to_string(), ..Checked::new(claim, "", END, &number, &text) };
    if case.standing == Standing::Fails && value >= 0.5 {
        case.standing = Standing::Mostly;
    }
    vec![case]
}

/// The lists that are furthest from their formulas.
fn of_sizes(claim: &Claim, data: &Data<'_>) -> Vec<Checked> {
    let cases = sizes::sizes(data).into_iter().map(|sizes| {
        let value = sizes.furthest();
        let subject = format!("{} {}", sizes.subject, sizes.algorithm);
        Checked::new(claim, &subject, END, &Number::alone(value), &words::ratio(value))
    });
    cases.collect()
}
