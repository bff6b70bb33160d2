//! The files of the page, the state of the server, and the pages of the laboratory.

use crate::ServerState;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use nullwindow_theatre::site::FILES;
use std::sync::Arc;

const JSON: &str = "application/json";
const HTML: &str = "text/html; charset=utf-8";

/// Supplies what the page shows of the laboratory. The program has it, and the server does not know how.
pub trait LabPages: Send + Sync {
    /// Returns the experiments and the progress of runs, as JSON.
    fn experiments(&self) -> String;

    /// Returns the report as HTML.
    ///
    /// # Errors
    /// A text for the user, if there are no measurements.
    fn report(&self) -> Result<String, String>;
}

/// A program without a laboratory.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLab;

impl LabPages for NoLab {
    fn experiments(&self) -> String {
        r#"{"experiments":[],"database":null,"runs":[]}"#.to_owned()
    }

    fn report(&self) -> Result<String, String> {
        Err("this program has no laboratory".to_owned())
    }
}

/// Answers `GET /api/health`.
pub(crate) async fn health() -> Response {
    let body = concat!(r#"{"status":"ok","name":"nullwindow","version":""#, env!("CARGO_PKG_VERSION"), "\"}");
    ([(CONTENT_TYPE, JSON), (CACHE_CONTROL, "no-store")], body).into_response()
}

/// Answers `GET /api/lab`.
pub(crate) async fn lab(State(state): State<Arc<ServerState>>) -> Response {
    // Reading the database blocks.
    match tokio::task::spawn_blocking(move || state.lab.experiments()).await {
        Ok(body) => ([(CONTENT_TYPE, JSON), (CACHE_CONTROL, "no-store")], body).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Answers `GET /lab/report`.
pub(crate) async fn report(State(state): State<Arc<ServerState>>) -> Response {
    // The report carries its styles in itself and needs no script.
    const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    match tokio::task::spawn_blocking(move || state.lab.report()).await {
        Ok(Ok(page)) => ([(CONTENT_TYPE, HTML), (CONTENT_SECURITY_POLICY, POLICY)], page).into_response(),
        Ok(Err(reason)) => (StatusCode::NOT_FOUND, reason).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Answers all other requests: the files of the page.
pub(crate) async fn file(State(state): State<Arc<ServerState>>, method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = FILES.iter().find(|file| file.path == path) else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    // The program may be replaced by a newer one at the same address.
    let headers = [(CONTENT_TYPE, file.media_type), (CACHE_CONTROL, "no-cache")];
    // Only names of the list above are read, so that no other file of the machine can be.
    match state.site.as_ref().and_then(|site| std::fs::read(site.join(file.path)).ok()) {
        Some(content) => (headers, content).into_response(),
        None => (headers, file.content).into_response(),
    }
}
