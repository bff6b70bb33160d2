//! Totals of the searches of an algorithm.

use super::measure::PositionResult;
use super::request::CompareRequest;
use nullwindow::AnyAlgorithm;
use nullwindow_lab::Measure;

/// All searches of one algorithm.
#[derive(Clone, Debug)]
pub(super) struct AlgorithmTotals<'s> {
    pub(super) algorithm: AnyAlgorithm,
    pub(super) searches: Vec<&'s PositionResult>,
    /// True if all values agree with the other algorithms.
    pub(super) agrees: bool,
}

impl AlgorithmTotals<'_> {
    /// Returns the sum over all searches.
    pub(super) fn sum(&self, measure: Measure) -> f64 {
        self.searches.iter().map(|result| result.sum(measure)).sum()
    }

    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    fn count(&self) -> f64 {
        self.searches.len() as f64
    }

    /// Returns the mean over all searches.
    pub(super) fn mean(&self, measure: Measure) -> f64 {
        self.sum(measure) / self.count()
    }

    /// Returns the mean depth of the last iterations.
    pub(super) fn mean_depth(&self) -> f64 {
        self.searches.iter().map(|result| f64::from(result.depth())).sum::<f64>() / self.count()
    }

    /// Returns the standard error of the mean, or `None` for a single search.
    pub(super) fn standard_error(&self, measure: Measure) -> Option<f64> {
        let mean = self.mean(measure);
        let squares: f64 = self.searches.iter().map(|result| (result.sum(measure) - mean).powi(2)).sum();
        (self.searches.len() > 1).then(|| (squares / (self.count() - 1.0) / self.count()).sqrt())
    }
}

/// Returns the totals per algorithm, without algorithms that have no search.
pub(super) fn tallies<'s>(request: &CompareRequest, searches: &'s [PositionResult]) -> Vec<AlgorithmTotals<'s>> {
    let whole = |instance: u32| {
        searches.iter().filter(|result| result.instance == instance).count() == request.algorithms.len()
    };
    // Only positions that every algorithm has searched are comparable. If an interrupted run has none, the searches of
    // the first position are shown.
    let mut instances: Vec<u32> = request.instances.clone().filter(|&instance| whole(instance)).collect();
    if instances.is_empty() {
        instances.extend(searches.first().map(|result| result.instance));
    }
    let of = |algorithm: AnyAlgorithm| {
        let searches: Vec<&PositionResult> = searches
            .iter()
            .filter(|result| result.algorithm == algorithm && instances.binary_search(&result.instance).is_ok())
            .collect();
        AlgorithmTotals { algorithm, agrees: searches.iter().all(|result| result.agrees), searches }
    };
    request.algorithms.iter().map(|&algorithm| of(algorithm)).filter(|tally| !tally.searches.is_empty()).collect()
}

/// Returns the baseline of the comparison: Aspiration NegaScout if it is compared, otherwise the first algorithm.
pub(super) fn baseline<'t, 's>(tallies: &'t [AlgorithmTotals<'s>]) -> Option<&'t AlgorithmTotals<'s>> {
    // The papers state costs relative to Aspiration NegaScout.
    let aspiration = tallies.iter().find(|tally| matches!(tally.algorithm, AnyAlgorithm::Aspiration(_)));
    aspiration.or(tallies.first())
}
