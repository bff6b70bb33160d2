//! Checks the claims of a plan against the rows.

use super::data::{END, PlanRows, RowFilter};
use super::number::{Number, NumberKind, NumberQuery};
use super::verdict::{Basis, Case, Verdict};
use super::{formatting, reported, sizes};
use crate::Measure;
use crate::plan::Plan;
use crate::plan::grammar::{ClaimDepths, ClaimKind, PlanClaim};
use crate::stats::SampleEstimate;
use std::collections::{BTreeMap, BTreeSet};

/// The tolerance of a count: ratios that differ only by rounding are equal.
const EPSILON: f64 = 1e-9;

/// Returns the verdict on a claim, not yet decided.
pub(super) fn verdict(plan: &Plan, claim: &PlanClaim, data: &PlanRows<'_>) -> Verdict {
    let mut cases = match claim.kind {
        ClaimKind::Ratio | ClaimKind::Mean | ClaimKind::Share => numbers(claim, data),
        ClaimKind::Falling => falling(claim, data),
        ClaimKind::Best => best(claim, data),
        ClaimKind::Lowest => lowest(claim, data),
        ClaimKind::Reported => of_figures(plan, claim, data),
        ClaimKind::Sizes => of_sizes(claim, data),
    };
    if claim.any {
        // Of cases with the same answer, the first is described.
        let sign = if claim.most.is_some() { 1.0 } else { -1.0 };
        cases.sort_by(|a, b| (sign * a.value).total_cmp(&(sign * b.value)));
    }
    Verdict::new(&claim.text, claim.any, cases)
}

/// Returns the limits of a claim, infinite where it has none.
fn limits(claim: &PlanClaim) -> (f64, f64) {
    let (least, most) = claim.limits();
    (least.unwrap_or(f64::NEG_INFINITY), most.unwrap_or(f64::INFINITY))
}

/// Returns whether a number is as claimed, but for rounding.
fn is_within(claim: &PlanClaim, number: f64) -> bool {
    let (least, most) = limits(claim);
    (least - EPSILON..=most + EPSILON).contains(&number)
}

/// Returns whether one counterexample refutes the claim: it allows a single ratio, or no exception.
fn is_exact(claim: &PlanClaim) -> bool {
    let (least, most) = limits(claim);
    let is_share = claim.kind == ClaimKind::Share || (claim.kind == ClaimKind::Mean && claim.y == Measure::Proven);
    least == most || (is_share && (most <= 0.0 || least >= 1.0))
}

/// Returns the case of a subject at a depth.
fn case(claim: &PlanClaim, subject: &str, depth: u32, number: &Number) -> Case {
    let (counted, compared) = match claim.kind {
        ClaimKind::Share => (false, true),
        ClaimKind::Ratio | ClaimKind::Best => (true, true),
        _ => (true, false),
    };
    let (least, most) = limits(claim);
    let basis = match claim.kind {
        // The range of a share is that of all shares; the others have that of their positions.
        ClaimKind::Share if is_exact(claim) => Basis::Count(is_within(claim, number.value)),
        _ if is_exact(claim) => Basis::Count(is_within(claim, number.range.0) && is_within(claim, number.range.1)),
        _ => Basis::Limits { estimate: number.estimate.clone(), least, most },
    };
    Case {
        subject: subject.to_owned(),
        depth: (depth != END).then_some(depth),
        value: number.value,
        se: (number.count > 1).then_some(number.error),
        n: number.count,
        min: counted.then_some(number.range.0),
        max: counted.then_some(number.range.1),
        above: compared.then_some(number.above),
        name: format!("{subject}{}", formatting::at_depth(depth)),
        words: describe_number(claim, number),
        basis,
        ..Case::default()
    }
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
fn numbers(claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for subject in subjects(claim, data) {
        let query = query(claim, subject);
        let depths: Vec<u32> = query.depths(data).into_iter().collect();
        let at: &[u32] =
            if claim.at == ClaimDepths::Every { &depths } else { &depths[depths.len().saturating_sub(1)..] };
        for &depth in at {
            let Some(number) = at_depth(claim, data, &query, depth) else { continue };
            let mut case = case(claim, subject, depth, &number);
            if claim.at == ClaimDepths::All {
                case.name = format!("{subject} over all depths");
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

/// Returns the ratios to every other algorithm that finds the value.
fn best(claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<Case> {
    let algorithm = name(&claim.algorithm).unwrap_or_default();
    let mut cases = Vec::new();
    for subject in subjects(claim, data) {
        let Some(own) = data.resolve(subject, algorithm) else { continue };
        // An algorithm that only proves a bound is not a competitor.
        let finds = |other: &&String| data.rows(subject, other).iter().all(|row| row.value.is_some());
        let others = data.algorithms_of(subject).filter(|other| *other != own && !other.starts_with("minimal-"));
        // All of them are compared. The one with the lowest mean need not be the hardest to beat beyond the error.
        cases.extend(others.filter(finds).filter_map(|rival| {
            let query = NumberQuery { base: Some(rival), ..query(claim, subject) };
            let depth = *query.depths(data).last()?;
            let mut case = case(claim, subject, depth, &query.at(data, filter(claim, depth))?);
            case.name = format!("{} to {rival}", case.name);
            Some(case)
        }));
    }
    cases
}

/// Returns the first guess with the lowest cost, and the differences between guesses in the claimed range and others.
fn lowest(claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<Case> {
    let cases = subjects(claim, data).into_iter().filter_map(|subject| {
        let query = query(claim, subject);
        let depth = *query.depths(data).last()?;
        let offsets: BTreeSet<i32> = data.rows(subject, query.algorithm).iter().filter_map(|row| row.offset).collect();
        let each = offsets.into_iter().filter_map(|offset| {
            let filter = RowFilter { offset: Some(offset), ..filter(claim, depth) };
            Some(Guess { offset, number: query.at(data, filter)?, ratios: query.ratios(data, filter) })
        });
        let mut each: Vec<Guess> = each.collect();
        each.sort_by(|a, b| a.number.value.total_cmp(&b.number.value));
        let best = each.first()?;
        let name = format!("{subject}{}", formatting::at_depth(depth));
        Some(Case {
            subject: subject.to_owned(),
            depth: (depth != END).then_some(depth),
            value: f64::from(best.offset),
            n: best.number.count,
            name,
            ..minimum(claim, &query, &each)
        })
    });
    cases.collect()
}

/// The cost of a first guess.
struct Guess {
    offset: i32,
    number: Number,
    ratios: BTreeMap<u32, f64>,
}

/// Compares guesses in the claimed range with those outside; `each` is sorted by cost.
fn minimum(claim: &PlanClaim, query: &NumberQuery<'_>, each: &[Guess]) -> Case {
    let (inside, outside): (Vec<&Guess>, Vec<&Guess>) =
        each.iter().partition(|guess| is_within(claim, f64::from(guess.offset)));
    let text = |guess: &Guess| format!("{:+} ({})", guess.offset, formatting::ratio(guess.number.value));
    // With all guesses on one side nothing is compared, and the empty estimate leaves the claim undecided.
    let (Some(&best), Some(&rival)) = (inside.first(), outside.first()) else {
        let words = each.first().map(text).unwrap_or_default();
        let basis =
            Basis::Minimum { inside: Vec::new(), outside: Vec::new(), between: SampleEstimate::Median(Vec::new()) };
        return Case { words: format!("lowest at {words}"), basis, ..Case::default() };
    };
    let difference = |first: &Guess, second: &Guess| {
        query.difference(&first.ratios, &second.ratios).unwrap_or(SampleEstimate::Median(Vec::new()))
    };
    let basis = Basis::Minimum {
        inside: outside.iter().map(|other| difference(best, other)).collect(),
        outside: inside.iter().map(|other| difference(rival, other)).collect(),
        between: difference(best, rival),
    };
    let (mean, se) = match &basis {
        Basis::Minimum { between: SampleEstimate::Mean { mean, error, count }, .. } if *count > 1 => {
            (format!(" {} {}", formatting::ratio(*mean), formatting::error(*error)), Some(*error))
        }
        _ => (String::new(), None),
    };
    let (best, rival) = (text(best), text(rival));
    Case {
        words: format!("best in the range at {best}, best outside at {rival}, difference{mean}"),
        se,
        basis,
        ..Case::default()
    }
}

/// Returns the change of a share from each subject to the next, which must be a fall.
fn falling(claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<Case> {
    let order = claim.subjects.iter().flatten().map(|subject| subject.as_ref().as_str());
    let shares = order.filter_map(|subject| {
        let query = query(claim, subject);
        let depth = *query.depths(data).last()?;
        Some((subject, depth, at_depth(claim, data, &query, depth)?))
    });
    let shares: Vec<(&str, u32, Number)> = shares.collect();
    let steps = shares.windows(2).filter_map(|pair| {
        let [(from, _, before), (to, depth, after)] = pair else { return None };
        let (SampleEstimate::Share(first), SampleEstimate::Share(second)) = (&before.estimate, &after.estimate) else {
            return None;
        };
        let change = after.value - before.value;
        let texts = [before, after].map(|number| describe_number(claim, number));
        Some(Case {
            subject: format!("{from} to {to}"),
            depth: (*depth != END).then_some(*depth),
            value: change,
            se: Some(before.error.hypot(after.error)),
            n: before.count.min(after.count),
            name: format!("{from} to {to}"),
            words: format!("{} to {}, {}", texts[0], texts[1], formatting::signed(change)),
            // An equal share is no fall.
            basis: Basis::Limits {
                estimate: SampleEstimate::Change(*first, *second),
                least: f64::NEG_INFINITY,
                most: -2.0 * EPSILON,
            },
            ..Case::default()
        })
    });
    steps.collect()
}

/// Returns the share of a paper's figures that ours agree with: a count.
#[allow(clippy::cast_precision_loss, reason = "a hundred figures")]
fn of_figures(plan: &Plan, claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<Case> {
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
    vec![Case {
        value,
        n: figures.len(),
        name: agree.to_string(),
        words: format!("of {}{apart}", formatting::many(figures.len(), "figure")),
        basis: Basis::Count(is_within(claim, value)),
        ..Case::default()
    }]
}

/// Returns the lists that deviate most from their formulas: counts.
fn of_sizes(claim: &PlanClaim, data: &PlanRows<'_>) -> Vec<Case> {
    let cases = sizes::sizes(data).into_iter().map(|sizes| {
        let value = sizes.furthest();
        let subject = format!("{} {}", sizes.subject, sizes.algorithm);
        Case {
            name: subject.clone(),
            subject,
            value,
            n: 1,
            words: formatting::ratio(value),
            basis: Basis::Count(is_within(claim, value)),
            ..Case::default()
        }
    });
    cases.collect()
}
