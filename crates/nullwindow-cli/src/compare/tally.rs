//! What the searches of an algorithm come to together.

use super::measure::PositionResult;
use super::request::CompareRequest;
use nullwindow::AnyAlgorithm;
use nullwindow_lab::Measure;

/// All searches of one algorithm.
#[derive(Clone, Debug)]
pub(super) struct AlgorithmTotals<'s> {
    pub(super) algorithm: AnyAlgorithm,
    pub(super) searches: Vec<&'s PositionResult>,
    /// Whether all their values are those of the others.
    pub(super) agrees: bool,
}

impl AlgorithmTotals<'_> {
    /// The sum over all searches.
    pub(super) fn sum(&self, measure: Measure) -> f64 {
        self.searches.iter().map(|searched| searched.sum(measure)).sum()
    }

    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    fn count(&self) -> f64 {
        self.searches.len() as f64
    }

    /// The mean over all searches.
    pub(super) fn mean(&self, measure: Measure) -> f64 {
        self.sum(measure) / self.count()
    }

    /// The standard error of the mean; none of a single search.
    pub(super) fn standard_error(&self, measure: Measure) -> Option<f64> {
        let mean = self.mean(measure);
        let squares: f64 = self.searches.iter().map(|searched| (searched.sum(measure) - mean).powi(2)).sum();
        (self.searches.len() > 1).then(|| (squares / (self.count() - 1.0) / self.count()).sqrt())
    }
}

/// One tally an algorithm, those without a search left out. Only positions that all algorithms have searched count: of an
/// interrupted comparison, the whole part; or what there is of the first position, if none is whole.
pub(super) fn tallies<'s>(request: &CompareRequest, searches: &'s [PositionResult]) -> Vec<AlgorithmTotals<'s>> {
    let whole =
        |place: u32| searches.iter().filter(|searched| searched.place == place).count() == request.algorithms.len();
    let mut places: Vec<u32> = request.places.clone().filter(|&place| whole(place)).collect();
    if places.is_empty() {
        places.extend(searches.first().map(|searched| searched.place));
    }
    let of = |algorithm: AnyAlgorithm| {
        let searches: Vec<&PositionResult> = searches
            .iter()
            .filter(|searched| searched.algorithm == algorithm && places.binary_search(&searched.place).is_ok())
            .collect();
        AlgorithmTotals { algorithm, agrees: searches.iter().all(|searched| searched.agrees), searches }
    };
    request.algorithms.iter().map(|&algorithm| of(algorithm)).filter(|tally| !tally.searches.is_empty()).collect()
}

/// The algorithm that others are set beside: Aspiration NegaScout, or the first one if it is not there.
pub(super) fn base_line<'t, 's>(tallies: &'t [AlgorithmTotals<'s>]) -> Option<&'t AlgorithmTotals<'s>> {
    let aspiration = tallies.iter().find(|tally| matches!(tally.algorithm, AnyAlgorithm::Aspiration(_)));
    aspiration.or(tallies.first())
}
