//! Checks numbers against a claim, and describes the results.

use super::data::END;
use super::number::Number;
use super::{Case, formatting};
use crate::plan::grammar::{ClaimKind, PlanClaim};

/// The tolerance of a limit: ratios that differ only by rounding are equal.
const EPSILON: f64 = 1e-9;

/// The number of cases up to which all are listed. Of more, only the extremes are.
const MAX_LISTED: usize = 4;

/// The result of checking a number against a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    Holds,
    /// The number is on the claimed side of 1, by more than two standard errors, but not as far as claimed.
    InDirection,
    /// More than half of the counted figures support the claim.
    Mostly,
    Fails,
}

/// A number with its subject and its standing.
pub(super) struct CheckedNumber {
    pub case: Case,
    pub what: String,
    pub words: String,
    pub standing: Standing,
    /// True if the number is within two standard errors of a limit of the claim.
    pub doubtful: bool,
}

impl CheckedNumber {
    /// Checks the number of a subject at a depth; `text` describes it.
    pub fn new(claim: &PlanClaim, subject: &str, depth: u32, number: &Number, text: &str) -> CheckedNumber {
        let (least, most) = claim.limits();
        let near = |limit: f64| (number.value - limit).abs() < 2.0 * number.error;
        let doubtful = [least, most].into_iter().flatten().any(near);
        let doubt = if doubtful { ", within two standard errors of the limit" } else { "" };
        CheckedNumber {
            case: case(claim, subject, depth, number),
            what: format!("{subject}{}", formatting::at_depth(depth)),
            words: format!("{text}{doubt}"),
            standing: standing(claim, number.value, number.error),
            doubtful,
        }
    }
}

/// Converts a number to plain data.
fn case(claim: &PlanClaim, subject: &str, depth: u32, number: &Number) -> Case {
    // A share has no range over positions, and a mean is not compared with a base line.
    let (counted, compared) = match claim.kind {
        ClaimKind::Share | ClaimKind::Falling => (false, true),
        ClaimKind::Ratio | ClaimKind::Best => (true, true),
        _ => (true, false),
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
    }
}

/// Checks a number with this standard error against the claim.
fn standing(claim: &PlanClaim, value: f64, error: f64) -> Standing {
    let (least, most) = claim.limits();
    let (least, most) = (least.unwrap_or(f64::NEG_INFINITY), most.unwrap_or(f64::INFINITY));
    let below = most < 1.0 && value > most && value + 2.0 * error < 1.0;
    let above = least > 1.0 && value < least && value - 2.0 * error > 1.0;
    if (least - EPSILON..=most + EPSILON).contains(&value) {
        Standing::Holds
    } else if claim.kind == ClaimKind::Ratio && (below || above) {
        Standing::InDirection
    } else {
        Standing::Fails
    }
}

/// Describes the cases: all if they are few, else how many hold, the extremes and the failures.
pub(super) fn describe_cases(cases: &[CheckedNumber]) -> String {
    let say = |case: &CheckedNumber| format!("{} {}", case.what, case.words);
    let count = |standing: Standing| cases.iter().filter(|case| case.standing == standing).count();
    let all = cases.len();
    let direction = match count(Standing::InDirection) {
        0 => String::new(),
        some => format!("in the right direction, but by less than claimed, in {some} of {all}; "),
    };
    if cases.is_empty() {
        return "no rows to tell by".to_owned();
    }
    if all <= MAX_LISTED {
        return direction + &cases.iter().map(say).collect::<Vec<String>>().join("; ");
    }
    let holds = count(Standing::Holds);
    let least = cases.iter().min_by(|a, b| a.case.value.total_cmp(&b.case.value));
    let most = cases.iter().max_by(|a, b| a.case.value.total_cmp(&b.case.value));
    let range: Vec<String> = [least, most].into_iter().flatten().map(say).collect();
    let failed: Vec<&str> =
        cases.iter().filter(|case| case.standing != Standing::Holds).map(|case| case.what.as_str()).collect();
    let failed = if failed.is_empty() { String::new() } else { format!("; not for {}", failed.join(", ")) };
    format!("{direction}holds for {holds} of {all}: from {}{failed}", range.join(" to "))
}
