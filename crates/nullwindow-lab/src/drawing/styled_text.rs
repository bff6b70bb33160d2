//! Text with meaning: what the terminal's colours, or any other, stand for.

/// What a piece of text is, so that whoever prints it can choose a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TextRole {
    /// Visited, and in neither solution tree.
    #[default]
    Plain,
    /// Not visited.
    Dim,
    /// Numbers of visits, and other small print.
    Faint,
    /// In the max solution tree.
    Max,
    /// In the min solution tree.
    Min,
    /// On the line of best play.
    Line,
    /// A head.
    Head,
    /// Where an edge is cut.
    Cut,
}

/// A piece of a line in one ink.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StyledSpan {
    /// Its ink.
    pub role: TextRole,
    /// Its text.
    pub text: String,
}

/// A line of text.
pub type StyledLine = Vec<StyledSpan>;
