//! The styles of all output. Write `{STYLE}text{STYLE:#}`.

use anstyle::{AnsiColor, Style};

/// Heads of tables and sections.
pub const HEAD: Style = Style::new().bold();
/// The name of something the user can name too.
pub const NAME: Style = AnsiColor::Cyan.on_default();
/// What is right, or best.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What is wrong, or worse.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// What needs a second look.
pub const WARN: Style = AnsiColor::Yellow.on_default();
/// What matters less.
pub const DIM: Style = Style::new().dimmed();
/// Nothing special.
pub const PLAIN: Style = Style::new();
