//! The cases of the operator Gamma, in one line each: those of SSS*, \[PSPB96\] Fig. 1; those of DUAL*, which exchanges the
//! players; those of PS*, \[SM86\] Table 1.

use nullwindow::AnyAlgorithm;

/// The rules of cases 1 to 6. `h` is the merit of the state taken, `f` the value of a leaf.
pub type Rules = [&'static str; 6];

/// The rules of SSS*.
pub const SSS_STAR: Rules = [
    "solved MIN node: its parent is solved at h; everything below the parent leaves OPEN",
    "solved MAX node with a next brother: the brother enters, live at h",
    "solved MAX node, the last brother: its parent is solved at h",
    "live leaf: it enters, solved at min(h, f)",
    "live MIN node: its first son enters, live at h",
    "live MAX node: all its sons enter, live at h",
];

/// The rules of DUAL*: MAX and MIN, minimum and maximum exchanged.
pub const DUAL_STAR: Rules = [
    "solved MAX node: its parent is solved at h; everything below the parent leaves OPEN",
    "solved MIN node with a next brother: the brother enters, live at h",
    "solved MIN node, the last brother: its parent is solved at h",
    "live leaf: it enters, solved at max(h, f)",
    "live MAX node: its first son enters, live at h",
    "live MIN node: all its sons enter, live at h",
];

/// The rules of PS*. `low` is the largest lower bound in BACKUP on the path to the node.
pub const PS_STAR: Rules = [
    "live MAX node: its first partition of sons enters, live at h",
    "live MIN node: its first son enters, live at h",
    "live leaf: it enters, solved at min(h, f); or its MIN node does, if that is not above low",
    "solved MAX node with a next brother: the brother enters if h > low, else the parent is solved at h",
    "solved MAX node, the last brother: its parent is solved at h",
    "solved MIN node: it raises low of its parent, which is solved, or its next partition enters",
];

/// Returns the rules of an algorithm that keeps an OPEN list. Others have no cases, and get those of SSS*.
#[must_use]
pub fn of(algorithm: &AnyAlgorithm) -> Rules {
    match algorithm {
        AnyAlgorithm::DualStar(_) | AnyAlgorithm::RecDualStar(_) => DUAL_STAR,
        AnyAlgorithm::PsStar(_) => PS_STAR,
        _ => SSS_STAR,
    }
}

/// Returns the rule of a case; case 0 is the end of the search.
pub(super) fn rule(rules: Rules, case: u8) -> &'static str {
    let number = usize::from(case).checked_sub(1);
    number.and_then(|number| rules.get(number).copied()).unwrap_or("the root is solved: the search ends")
}
