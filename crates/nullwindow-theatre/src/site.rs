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

/// Includes a file of the bundle.
macro_rules! file {
    ($path:literal, $media_type:literal) => {
        SiteFile { path: $path, media_type: $media_type, content: include_bytes!(concat!("../web/dist/", $path)) }
    };
}

/// The files of the page as the server sends them. A static web server needs the same files, with another `engine.json`
/// and the engine compiled to wasm32.
pub const FILES: [SiteFile; 6] = [
    file!("index.html", "text/html; charset=utf-8"),
    file!("app.js", "text/javascript; charset=utf-8"),
    file!("app.css", "text/css; charset=utf-8"),
    file!("worker.js", "text/javascript; charset=utf-8"),
    file!("engine.json", "application/json"),
    file!("LICENSES.txt", "text/plain; charset=utf-8"),
];
