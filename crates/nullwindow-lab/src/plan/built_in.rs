//! The plans that ship with the program.

use super::Plan;

/// File name and text.
macro_rules! plans {
    ($($name:literal)*) => {
        [$((concat!("plans/", $name, ".toml"), include_str!(concat!("../../plans/", $name, ".toml")))),*]
    };
}

const PLANS: [(&str, &str); 12] = plans!(
    "leaves" "total" "table-size" "first-guess" "convergence" "best-move"
    "ordering" "phased" "open-price" "minimal" "dominance" "artificial"
);

/// All of them. A test parses each.
pub(super) fn built_in() -> Vec<Plan> {
    PLANS.iter().filter_map(|(file, text)| Plan::parse(file, text).ok()).collect()
}
