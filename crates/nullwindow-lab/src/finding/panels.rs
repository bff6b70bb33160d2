//! The charts of a [`ViewGrid`].

use super::grid::{Tick, ViewGrid, float};
use super::number::{Number, NumberKind};
use super::{Axis, ChartPanel, ChartPoint, ClaimMark, Series, formatting};
use crate::Measure;
use crate::plan::grammar::{ClaimKind, PlanClaim, XAxis};
use crate::plan::matches;
use toml::Spanned;

impl ViewGrid<'_> {
    pub fn panel(&self, subject: &str, ticks: &[Tick]) -> ChartPanel {
        let series = self.algorithms(subject).into_iter().map(|(name, algorithm)| {
            let point = |tick: &Tick| {
                self.query(subject, &algorithm).at(self.data, tick.filter).map(|number| point(tick.x, &number))
            };
            Series { name, points: ticks.iter().filter_map(point).collect(), ..Series::default() }
        });
        let mut series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
        series.extend(self.base_line(&ticks.iter().map(|tick| tick.x).collect::<Vec<f64>>()));
        let categories = if self.view.x == XAxis::Offset {
            ticks.iter().map(|tick| tick.name.clone()).collect()
        } else {
            Vec::new()
        };
        let x =
            Axis { label: self.along().to_owned(), logarithmic: self.view.x == XAxis::Entries, categories, most: None };
        let at = |claim: &PlanClaim| {
            ticks
                .iter()
                .find(|tick| match self.view.x {
                    XAxis::Entries => claim.entries.is_some_and(|entries| tick.filter.entries == Some(entries.0)),
                    XAxis::Offset => claim.offset.is_some() && tick.filter.offset == claim.offset,
                    _ => false,
                })
                .map(|tick| tick.x)
        };
        let claims = self.claimed(subject, at);
        ChartPanel { title: subject.to_owned(), x, y: self.y_axis(&series), series, claims }
    }

    pub fn subjects_panel(&self) -> ChartPanel {
        let series = self.names().into_iter().map(|name| {
            let point = |(i, subject): (usize, &&str)| {
                let number = self.number(subject, &name, self.filter(subject)?)?;
                Some(point(float(i as u64), &number))
            };
            let points = self.subjects.iter().enumerate().filter_map(point).collect();
            Series { name, points, ..Series::default() }
        });
        let mut series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
        let compared = |x: &f64| series.iter().flat_map(|series| &series.points).any(|point| point.x == *x);
        let xs: Vec<f64> = (0..self.subjects.len()).map(|i| float(i as u64)).filter(compared).collect();
        series.extend(self.base_line(&xs).filter(|_| !series.is_empty()));
        let categories = self.subjects.iter().map(|&subject| subject.to_owned()).collect();
        let x = Axis { categories, ..Axis::default() };
        let claims =
            self.subjects.iter().enumerate().flat_map(|(i, subject)| self.claimed(subject, |_| Some(float(i as u64))));
        ChartPanel { title: String::new(), x, y: self.y_axis(&series), claims: claims.collect(), series }
    }

    /// Returns the baseline, which is 1 at every x with something to compare.
    fn base_line(&self, xs: &[f64]) -> Option<Series> {
        let name = self.base.filter(|_| self.kind == NumberKind::Relative)?.to_owned();
        let points = xs.iter().map(|&x| ChartPoint { x, y: 1.0, spread: None }).collect();
        Some(Series { name, points, ..Series::default() })
    }

    fn y_axis(&self, series: &[Series]) -> Axis {
        let label = match (self.kind, self.base) {
            (NumberKind::Relative, Some(base)) => format!("{} relative to {base}", self.view.y.label()),
            (NumberKind::Share, Some(base)) => format!("share with more {} than {base}", self.view.y.label()),
            _ => formatting::axis(self.view.y),
        };
        let values = || series.iter().flat_map(|series| &series.points).map(|point| point.y).filter(|&y| y > 0.0);
        let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
        let is_share = self.kind == NumberKind::Share || matches!(self.view.y, Measure::FirstMove | Measure::Proven);
        // On a linear axis the smallest of such values would be hard to distinguish from zero.
        let logarithmic = !is_share && most > 20.0 * least;
        Axis { label, logarithmic, categories: Vec::new(), most: is_share.then_some(1.0) }
    }

    /// Returns the numbers that a paper reports for this panel, except the baseline itself.
    fn claimed(&self, subject: &str, x: impl Fn(&PlanClaim) -> Option<f64>) -> Vec<ClaimMark> {
        let kind = match self.kind {
            NumberKind::Relative => ClaimKind::Ratio,
            NumberKind::Mean => ClaimKind::Mean,
            NumberKind::Share => ClaimKind::Share,
        };
        let same_base = |base: &Option<Spanned<String>>| {
            self.kind == NumberKind::Mean || base.as_ref().map(|base| base.as_ref().as_str()) == self.base
        };
        let about = |names: &Option<Vec<Spanned<String>>>| {
            names.as_ref().is_none_or(|names| names.iter().any(|name| name.as_ref() == subject))
        };
        let shown = |name: &str| self.algorithms(subject).iter().any(|(_, algorithm)| matches(name, algorithm));
        let claims = self.plan.file.claims.iter().filter(|claim| {
            claim.kind == kind && claim.y == self.view.y && same_base(&claim.base) && about(&claim.subjects)
        });
        let claims = claims.filter(|claim| claim.algorithm.as_ref().is_some_and(|name| shown(name.as_ref())));
        let marked = claims.filter_map(|claim| {
            let [low, high] = claim.band.as_ref().map(|band| *band.as_ref()).filter(|ends| *ends != [1.0, 1.0])?;
            let name = claim.algorithm.as_ref().map(|name| name.as_ref().as_str()).unwrap_or_default();
            let label =
                if low < high { format!("paper: {name} {low} to {high}") } else { format!("paper: {name} {low}") };
            Some(ClaimMark { label, low, high, x: x(claim) })
        });
        marked.collect()
    }
}

fn point(x: f64, number: &Number) -> ChartPoint {
    let spread = (number.count > 1).then_some((number.value - number.error, number.value + number.error));
    ChartPoint { x, y: number.value, spread }
}
