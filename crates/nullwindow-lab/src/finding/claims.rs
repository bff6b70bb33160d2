//! Verdicts: checks the claims of a plan against the rows.

use super::checked_number::{CheckedNumber, Standing, describe_cases};
use super::data::{END, PlanRows, RowFilter};
use super::number::{Number, NumberKind, NumberQuery};
use super::{Answer, Verdict, formatting, reported, sizes};
use crate::plan::Plan;
use crate::plan::grammar::{ClaimDepths, ClaimKind, PlanClaim};
use std::collections::BTreeSet;

/// Returns the verdict on a claim.
pub(super) fn verdict(plan: &Plan, claim: &PlanClaim, data: &PlanRows<'_>) -> Verdict {
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
    let measured = describe_cases(&cases);
    // A partial answer already says that the cases differ.
    let doubtful = answer != Answer::Partly && cases.iter().any(|case| case.doubtful);
    let cases = cases.into_iter().map(|case| case.case).collect();
    Verdict { claim: claim.text.clone(), answer, doubtful, measured, cases }
}

/// Returns the one case that supports a claim best.
fn most_favourable(claim: &PlanClaim, cases: Vec<CheckedNumber>) -> Vec<CheckedNumber> {
    let all = cases.len();
    // With an upper limit the smallest number supports the claim best, with a lower limit the greatest.
    let sign = if claim.most.is_some() { 1.0 } else { -1.0 };
    let best = cases.into_iter().min_by(|a, b| (sign * a.case.value).total_cmp(&(sign * b.case.value)));
    best.into_iter().map(|best| CheckedNumber { what: format!("the best of {all} is {}", best.what), ..best }).collect()
}

/// Returns the subjects that a claim is about.
fn subjects<'d>(claim: &PlanClaim, data: &'d PlanRows<'_>) -> Vec<&'d str> {
    let about =
        |subject: &&str| claim.subjects.as_ref().is_none_or(|names| names.iter().any(|name| name.as_ref() == subject));
    data.subjects.iter().map(String::as_str).filter(about).collect()
}

fn name(name: &Option<toml::Spanned<String>>) -> Option<&str> {
    name.as_ref().map(|name| name.as_ref().as_str())
}

fn query<'a>(claim: &'a PlanClaim, subject: &'a str) -> NumberQuery<'a> {
    let kind = match claim.kind {
        ClaimKind::Mean => NumberKind::Mean,
        ClaimKind::Share | ClaimKind::Falling => NumberKind::Share,
        _ => NumberKind::Relative,
    };
    let base = name(&claim.base).filter(|_| kind != NumberKind::Mean);
    NumberQuery { kind, subject, algorithm: name(&claim.algorithm).unwrap_or_default(), base, y: claim.y }
}

fn filter(claim: &PlanClaim, depth: u32) -> RowFilter {
    let entries = claim.entries.map(|entries| entries.0);
    RowFilter { depth, entries, offset: claim.offset, ply: None, cumulative: claim.cumulative }
}

/// Returns one case per subject, or one per subject and depth.
fn numbers(claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<CheckedNumber> {
    let mut cases = Vec::new();
    for subject in subjects(claim, data) {
        let query = query(claim, subject);
        let depths: Vec<u32> = query.depths(data).into_iter().collect();
        let at: &[u32] =
            if claim.at == ClaimDepths::Every { &depths } else { &depths[depths.len().saturating_sub(1)..] };
        // `Deepest` and `All` give one number per subject, at the greatest depth.
        for &depth in at {
            let Some(number) = at_depth(claim, data, &query, depth) else { continue };
            let mut case = CheckedNumber::new(claim, subject, depth, &number, &describe_number(claim, &number));
            if claim.at == ClaimDepths::All {
                case.what = format!("{subject} over all depths");
            }
            cases.push(case);
        }
    }
    cases
}

/// Returns the number at a depth, or over all depths up to it.
fn at_depth(claim: &PlanClaim, data: &PlanRows<'_>, query: &NumberQuery<'_>, depth: u32) -> Option<Number> {
    match claim.at {
        ClaimDepths::All => query.over_all(data, filter(claim, depth)),
        _ => query.at(data, filter(claim, depth)),
    }
}

/// Describes a number with its error, its range, and the count above 1.
fn describe_number(claim: &PlanClaim, number: &Number) -> String {
    let (least, most) = number.range;
    let (cases, error) = (formatting::many(number.count, "case"), formatting::error_of(number));
    match claim.kind {
        ClaimKind::Share | ClaimKind::Falling => {
            format!("{}{error} ({} of {cases})", formatting::ratio(number.value), number.above)
        }
        ClaimKind::Mean => {
            let [value, least, most] = [number.value, least, most].map(formatting::number);
            format!("{value}{error} ({cases}, {least} to {most})")
        }
        _ => {
            let [value, least, most] = [number.value, least, most].map(formatting::ratio);
            format!("{value}{error} ({cases}, {least} to {most}, above 1 in {})", number.above)
        }
    }
}

/// Returns the ratio to the best other algorithm that finds the value.
fn best(claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<CheckedNumber> {
    let algorithm = name(&claim.algorithm).unwrap_or_default();
    let cases = subjects(claim, data).into_iter().filter_map(|subject| {
        let own = data.resolve(subject, algorithm)?;
        // An algorithm that only proves a bound is not a competitor.
        let finds = |other: &&String| data.rows(subject, other).iter().all(|row| row.value.is_some());
        let others = data.algorithms_of(subject).filter(|other| *other != own && !other.starts_with("minimal-"));
        let rivals = others.filter(finds);
        let ratios = rivals.filter_map(|rival| {
            let query = NumberQuery { base: Some(rival), ..query(claim, subject) };
            let depth = *query.depths(data).last()?;
            Some((rival, depth, query.at(data, filter(claim, depth))?))
        });
        let (rival, depth, number) = ratios.max_by(|a, b| a.2.value.total_cmp(&b.2.value))?;
        let text =
            format!("{}{} of the best other, {rival}", formatting::ratio(number.value), formatting::error_of(&number));
        Some(CheckedNumber::new(claim, subject, depth, &number, &text))
    });
    cases.collect()
}

/// Returns the first guess with the lowest cost.
fn lowest(claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<CheckedNumber> {
    let cases = subjects(claim, data).into_iter().filter_map(|subject| {
        let query = query(claim, subject);
        let depth = *query.depths(data).last()?;
        let offsets: BTreeSet<i32> = data.rows(subject, query.algorithm).iter().filter_map(|row| row.offset).collect();
        let each = offsets.into_iter().filter_map(|offset| {
            let number = query.at(data, RowFilter { offset: Some(offset), ..filter(claim, depth) })?;
            Some((offset, number))
        });
        let (offset, number) = each.min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        let text = format!("at {offset:+} ({})", formatting::ratio(number.value));
        let number = Number { count: number.count, ..Number::single(f64::from(offset)) };
        Some(CheckedNumber::new(claim, subject, depth, &number, &text))
    });
    cases.collect()
}

/// Checks that a share falls from subject to subject, and from the first to the last by more than chance.
fn falling(claim: &PlanClaim, data: &PlanRows<'_>) -> Verdict {
    let order = claim.subjects.iter().flatten().map(|subject| subject.as_ref().as_str());
    let shares: Vec<(CheckedNumber, Number)> = order
        .filter_map(|subject| {
            let query = query(claim, subject);
            let depth = *query.depths(data).last()?;
            let number = at_depth(claim, data, &query, depth)?;
            Some((CheckedNumber::new(claim, subject, depth, &number, &describe_number(claim, &number)), number))
        })
        .collect();
    let shares_text: Vec<String> =
        shares.iter().map(|(case, _)| format!("{} {}", case.case.subject, case.words)).collect();
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
            let from = format!("from the first to the last {} {}", formatting::signed(-fall), formatting::error(error));
            (answer, fall.abs() < 2.0 * error, format!("{}; {from}", shares_text.join("; ")))
        }
    };
    let cases = shares.into_iter().map(|(case, _)| case.case).collect();
    Verdict { claim: claim.text.clone(), answer, doubtful, measured, cases }
}

/// Returns the share of a paper's figures that ours agree with.
#[allow(clippy::cast_precision_loss, reason = "a hundred figures")]
fn of_figures(plan: &Plan, claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<CheckedNumber> {
    let figures = reported::figures(plan, data, claim.y);
    if figures.is_empty() {
        return Vec::new();
    }
    let agree = figures.iter().filter(|figure| figure.agrees()).count();
    let value = agree as f64 / figures.len() as f64;
    let apart = figures.iter().filter(|figure| !figure.agrees()).map(|figure| {
        format!(
            "{} {} {} (ours {})",
            figure.subject,
            figure.algorithm,
            figure.paper,
            formatting::number(figure.ours.mean)
        )
    });
    let apart: Vec<String> = apart.collect();
    let apart = if apart.is_empty() { String::new() } else { format!("; apart are {}", apart.join(", ")) };
    let text = format!("of {}{apart}", formatting::many(figures.len(), "figure"));
    let number = Number { count: figures.len(), ..Number::single(value) };
    let mut case = CheckedNumber { what: agree.to_string(), ..CheckedNumber::new(claim, "", END, &number, &text) };
    // A majority of agreeing figures supports the claim in part.
    if case.standing == Standing::Fails && value >= 0.5 {
        case.standing = Standing::Mostly;
    }
    vec![case]
}

/// Returns the lists that deviate most from their formulas.
fn of_sizes(claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<CheckedNumber> {
    let cases = sizes::sizes(data).into_iter().map(|sizes| {
        let value = sizes.furthest();
        let subject = format!("{} {}", sizes.subject, sizes.algorithm);
        CheckedNumber::new(claim, &subject, END, &Number::single(value), &formatting::ratio(value))
    });
    cases.collect()
}
