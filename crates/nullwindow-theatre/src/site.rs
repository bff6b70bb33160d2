//! The files of the page.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SiteFile {
    /// The path below the page's address: `app.js`.
    pub path: &'static str,
    /// The media type.
    pub media_type: &'static str,
    /// The content.
    pub content: &'static [u8],
}

/// The files of the page as the server sends them. A static web server needs the same files, with another `engine.json`
/// and the engine compiled to wasm32.
pub const FILES: [SiteFile; 0] = [];
