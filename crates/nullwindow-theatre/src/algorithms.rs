//! Titles, sources and properties of the algorithms, for the page.

use nullwindow::AnyAlgorithm;

/// Returns the title of an algorithm, and its source by the keys of `docs/papers.md`.
pub(crate) fn described(algorithm: &AnyAlgorithm) -> (&'static str, &'static str) {
    match algorithm {
        AnyAlgorithm::Minimax(_) => ("Minimax", "[dBP96] Fig. 2"),
        AnyAlgorithm::AlphaBeta(_) => ("Alpha-Beta", "[dBP96] Fig. 3"),
        AnyAlgorithm::TtAlphaBeta(_) => ("Alpha-Beta with memory", "[dBP96] Fig. 5, [PSPB96] Fig. 2"),
        AnyAlgorithm::Scout(_) => ("Scout", "[PSPB96] section 2"),
        AnyAlgorithm::NegaScout(_) => ("NegaScout", "[dBP96] Fig. 6"),
        AnyAlgorithm::Aspiration(_) => ("Aspiration NegaScout", "[PSPB96] section 5.1"),
        AnyAlgorithm::Mt(_) => ("MT, one null-window test", "[PSPB96] Fig. 17, [PSPB94] Fig. 1"),
        AnyAlgorithm::MtdPlusInfinity(_) => ("MTD(+inf), which is SSS*", "[PSPB96] Fig. 8"),
        AnyAlgorithm::MtdMinusInfinity(_) => ("MTD(-inf), which is DUAL*", "[PSPB96] Fig. 8"),
        AnyAlgorithm::MtdF(_) => ("MTD(f)", "[PSPB96] Fig. 11"),
        AnyAlgorithm::MtdBi(_) => ("MTD(bi), bisection", "[PSPB96] section 4"),
        AnyAlgorithm::MtdStep(_) => ("MTD(step)", "[PSPB96] section 4"),
        AnyAlgorithm::MtdGallop(_) => ("MTD(gallop)", "after [PSPB96] section 4"),
        AnyAlgorithm::MtdBest(_) => ("MTD(best)", "[PSPB94] sections 3 and 4.6"),
        AnyAlgorithm::SssStar(_) => ("SSS*", "[PSPB96] Fig. 1"),
        AnyAlgorithm::DualStar(_) => ("DUAL*", "[CPW]"),
        AnyAlgorithm::Sss2(_) => ("SSS-2", "[dBP96] Figs. 7-9"),
        AnyAlgorithm::RecSssStar(_) => ("RecSSS*", "[CPW]"),
        AnyAlgorithm::RecDualStar(_) => ("RecDUAL*", "[CPW]"),
        AnyAlgorithm::PsStar(_) => ("PS*, phased search", "[SM86] Table 1"),
        _ => ("", ""),
    }
}

/// Returns whether an algorithm uses a first guess.
pub(crate) fn takes_guess(algorithm: &AnyAlgorithm) -> bool {
    use AnyAlgorithm::{Aspiration, Mt, MtdBest, MtdF, MtdGallop};
    matches!(algorithm, Aspiration(_) | Mt(_) | MtdBest(_) | MtdF(_) | MtdGallop(_))
}

/// Returns whether an algorithm keeps a list of nodes, or a solution tree, instead of searching depth first.
pub(crate) fn has_list(algorithm: &AnyAlgorithm) -> bool {
    use AnyAlgorithm::{DualStar, PsStar, RecDualStar, RecSssStar, Sss2, SssStar};
    matches!(algorithm, SssStar(_) | DualStar(_) | Sss2(_) | RecSssStar(_) | RecDualStar(_) | PsStar(_))
}
