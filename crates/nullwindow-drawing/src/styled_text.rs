//! Text with roles, which a terminal may show as colours.

/// The role of a piece of text, from which the printer chooses a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TextRole {
    /// Visited, and in neither solution tree.
    #[default]
    Plain,
    /// Not visited.
    Dim,
    /// Visit numbers and other small print.
    Faint,
    /// In the max solution tree.
    Max,
    /// In the min solution tree.
    Min,
    /// On the principal variation.
    Line,
    /// A heading.
    Head,
    /// The mark of a cutoff.
    Cut,
}

/// A piece of a line with one role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StyledSpan {
    /// Its role.
    pub role: TextRole,
    /// Its text.
    pub text: String,
}

/// A line of text.
pub type StyledLine = Vec<StyledSpan>;
