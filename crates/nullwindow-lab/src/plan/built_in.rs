//! The plans that ship with the program.

use super::Plan;

/// Includes plans as pairs of file name and text.
macro_rules! plans {
    ($($name:literal)*) => {
        [$((concat!("plans/", $name, ".toml"), include_str!(concat!("../../plans/", $name, ".toml")))),*]
    };
}

const PLANS: [(&str, &str); 15] = plans!(
    "leaves" "total" "drivers" "table-size" "first-guess" "guess-shift" "convergence" "best-move"
    "ordering" "phased" "growing-partitions" "open-price" "minimal" "dominance" "artificial"
);

/// Returns all built-in plans.
pub(super) fn built_in() -> Vec<Plan> {
    // A test parses each of them, so no plan is dropped here.
    PLANS.iter().filter_map(|(file, text)| Plan::parse(file, text).ok()).collect()
}
