//! Sets of the rules of selective search that a game can switch on and off.

/// A set of rules by their numbers: `Rule as u8` of the game's enumeration, less than 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct RuleSet(u8);

impl RuleSet {
    /// Creates a set.
    pub(crate) const fn of(rules: &[u8]) -> RuleSet {
        let (mut set, mut i) = (RuleSet(0), 0);
        while i < rules.len() {
            set = set.with(rules[i], true);
            i += 1;
        }
        set
    }

    /// Returns whether there is no rule: the full width.
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn has(self, rule: u8) -> bool {
        self.0 >> rule & 1 == 1
    }

    pub(crate) const fn with(self, rule: u8, on: bool) -> RuleSet {
        let bit = 1 << rule;
        RuleSet(if on { self.0 | bit } else { self.0 & !bit })
    }

    /// Returns a number that differs between sets, for keys.
    pub(crate) const fn number(self) -> u64 {
        self.0 as u64
    }
}
