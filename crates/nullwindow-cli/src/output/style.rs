//! The styles of all output. Write `{STYLE}text{STYLE:#}`.

use anstyle::{AnsiColor, Style};

/// Headings of tables and sections.
pub const HEAD: Style = Style::new().bold();
/// Names that the user can type.
pub const NAME: Style = AnsiColor::Cyan.on_default();
/// Correct or best results.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Wrong or worse results.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Results that need attention.
pub const WARN: Style = AnsiColor::Yellow.on_default();
/// Less important text.
pub const DIM: Style = Style::new().dimmed();
/// Normal text.
pub const PLAIN: Style = Style::new();
