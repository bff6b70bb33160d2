//! Checks that a plan shows and claims only what it searches.

use super::grammar::{ClaimKind, PlanClaim, PlanView, ViewKind, XAxis};
use super::{Plan, PlanError};
use crate::nearest;
use std::collections::HashMap;
use toml::Spanned;

/// Checks the rules that serde cannot.
pub(super) fn check(plan: &Plan) -> Result<(), PlanError> {
    let names = PlanNames::of(plan);
    let name = &plan.file.name;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.as_ref().is_empty() || !name.as_ref().chars().all(plain) {
        let message = "a name is for commands and files: small letters a to z, digits and hyphens";
        return Err(names.wrong(name.span(), message.to_owned()));
    }
    if plan.file.searches.is_empty() {
        return Err(names.wrong(0..0, "a plan needs at least one [[searches]]".to_owned()));
    }
    plan.check_size()?;
    names.leaves()?;
    if let Some(favourite) = &plan.file.favourite {
        names.algorithm(&favourite.algorithm)?;
        names.algorithm(&favourite.base)?;
    }
    plan.file.views.iter().try_for_each(|view| names.view(view))?;
    plan.file.claims.iter().try_for_each(|claim| names.claim(claim))?;
    for reported in &plan.file.reported {
        names.subject(&reported.subject)?;
        reported.values.keys().try_for_each(|name| names.algorithm(name))?;
        reported.values.values().try_for_each(|value| names.finite(value))?;
    }
    Ok(())
}

/// The names that the searches of a plan use.
struct PlanNames<'p> {
    plan: &'p Plan,
    subjects: Vec<&'p str>,
    algorithms: Vec<String>,
}

impl<'p> PlanNames<'p> {
    fn of(plan: &'p Plan) -> PlanNames<'p> {
        let methods = plan.file.searches.iter().flat_map(|searches| &searches.algorithms);
        PlanNames { plan, subjects: plan.subjects(), algorithms: methods.map(ToString::to_string).collect() }
    }

    fn wrong(&self, span: std::ops::Range<usize>, message: String) -> PlanError {
        PlanError::at(&self.plan.file_name, &self.plan.text, span, message)
    }

    /// Checks that a subject is searched either with exact leaves or with windowed ones: views and claims name
    /// algorithms, and could not tell the two apart.
    fn leaves(&self) -> Result<(), PlanError> {
        let mut settings = HashMap::new();
        for searches in &self.plan.file.searches {
            for subject in searches.subjects.iter().chain(searches.quick.subjects.iter().flatten()) {
                if *settings.entry(subject.as_ref()).or_insert(searches.windowed_leaves) != searches.windowed_leaves {
                    let message = format!("'{}' is searched with exact and with windowed leaves", subject.as_ref());
                    return Err(self.wrong(subject.span(), message + ": make it two plans"));
                }
            }
        }
        Ok(())
    }

    fn view(&self, view: &PlanView) -> Result<(), PlanError> {
        self.all(&view.subjects, &view.algorithms, [&view.base])?;
        let needs_base = matches!(view.kind, ViewKind::Relative | ViewKind::Share);
        if needs_base && view.base.is_none() {
            return Err(self.titled(&view.title, "this kind of view needs a base".to_owned()));
        }
        if view.x == XAxis::Ply && (view.kind != ViewKind::Mean || !view.y.has_plies()) {
            let message = "x = \"ply\" needs kind = \"mean\" and y = \"moves-at-cuts\" or \"first-move\"";
            return Err(self.titled(&view.title, message.to_owned()));
        }
        Ok(())
    }

    fn claim(&self, claim: &PlanClaim) -> Result<(), PlanError> {
        self.all(&claim.subjects, &None, [&claim.algorithm, &claim.base])?;
        let (algorithm, base) = (claim.algorithm.is_some(), claim.base.is_some());
        let complete = match claim.kind {
            ClaimKind::Ratio | ClaimKind::Share | ClaimKind::Falling | ClaimKind::Lowest => algorithm && base,
            ClaimKind::Mean | ClaimKind::Best => algorithm,
            ClaimKind::Reported | ClaimKind::Sizes => true,
        };
        if !complete {
            return Err(self.titled(&claim.text, "this kind of claim needs an algorithm, and a base".to_owned()));
        }
        if claim.kind != ClaimKind::Falling && claim.least.is_none() && claim.most.is_none() {
            return Err(self.titled(&claim.text, "a claim needs least, or most, or both".to_owned()));
        }
        [&claim.least, &claim.most].into_iter().flatten().try_for_each(|limit| self.finite(limit))?;
        if let (Some(least), Some(most)) = (&claim.least, &claim.most)
            && least.as_ref() > most.as_ref()
        {
            let message = format!("least is {} and most is {}: nothing can hold", least.as_ref(), most.as_ref());
            return Err(self.wrong(least.span(), message));
        }
        match &claim.band {
            Some(band) if !band.as_ref().is_sorted() => {
                Err(self.wrong(band.span(), "a band goes from the lower number to the higher one".to_owned()))
            }
            _ => Ok(()),
        }
    }

    fn finite(&self, number: &Spanned<f64>) -> Result<(), PlanError> {
        let message = || format!("{} is no number to compare with", number.as_ref());
        if number.as_ref().is_finite() { Ok(()) } else { Err(self.wrong(number.span(), message())) }
    }

    /// Returns an error at the line of this title or text.
    fn titled(&self, words: &str, message: String) -> PlanError {
        // Titles carry no span, so the first occurrence gives the line.
        let start = self.plan.text.find(words).unwrap_or(0);
        self.wrong(start..start, message)
    }

    fn all<const N: usize>(
        &self,
        subjects: &Option<Vec<Spanned<String>>>,
        algorithms: &Option<Vec<Spanned<String>>>,
        single: [&Option<Spanned<String>>; N],
    ) -> Result<(), PlanError> {
        subjects.iter().flatten().try_for_each(|name| self.subject(name))?;
        let single = single.into_iter().flatten();
        algorithms.iter().flatten().chain(single).try_for_each(|name| self.algorithm(name))
    }

    fn subject(&self, name: &Spanned<String>) -> Result<(), PlanError> {
        let known = self.subjects.iter().any(|known| known == name.as_ref());
        self.known(name, known, "subject", self.subjects.clone())
    }

    fn algorithm(&self, name: &Spanned<String>) -> Result<(), PlanError> {
        let known = self.algorithms.iter().any(|known| matches(name.as_ref(), known));
        self.known(name, known, "algorithm", self.algorithms.iter().map(String::as_str).collect())
    }

    fn known(&self, name: &Spanned<String>, known: bool, what: &str, names: Vec<&str>) -> Result<(), PlanError> {
        if known {
            return Ok(());
        }
        let near = nearest(name.as_ref(), names).unwrap_or_default();
        let message = format!("the plan searches no {what} '{}'; did you mean '{near}'?", name.as_ref());
        Err(self.wrong(name.span(), message))
    }
}

/// Returns whether a name in a view or a claim means this algorithm: by its full name, or by the name without
/// parameter.
pub(crate) fn matches(name: &str, algorithm: &str) -> bool {
    name == algorithm || algorithm.split_once('(').is_some_and(|(family, _)| family == name)
}
