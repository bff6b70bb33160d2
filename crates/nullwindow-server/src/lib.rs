//! Serves the web page and the engines behind it.
//!
//! ```text
//! browser  ->  gate (Host, Origin)  ->  files of the page, health, laboratory
//!                                   ->  WebSocket  ->  connection  ->  Theatre, on threads for blocking work
//! ```
//!
//! - [`gate`](self): refuses requests that a page from another site could have caused;
//! - [`connection`](self): one WebSocket: requests in, replies out, searches that stop with their client;
//! - [`pages`](self): the files of the page, health, and what the program supplies;
//! - [`listener`](self): a bounded number of connections.
//!
//! ```no_run
//! use nullwindow_engine::Catalogue;
//! use nullwindow_server::{NoLab, Server, ServerOptions};
//! use nullwindow_theatre::Theatre;
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! let server = Server::bind(Theatre::new(Catalogue::shipped()), Arc::new(NoLab), ServerOptions::default())?;
//! println!("listening on {}", server.address());
//! server.run(&AtomicBool::new(false))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod connection;
mod gate;
mod listener;
mod pages;

pub use pages::{LabPages, NoLab};

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use gate::Gate;
use listener::BoundedListener;
use nullwindow_theatre::Theatre;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::Semaphore;

/// The interval at which the stop flag is read.
const POLL: Duration = Duration::from_millis(50);
/// The threads for requests. Others wait: descriptions of positions take milliseconds, and searches have a limit of their own.
const THREADS: usize = 16;
/// The time that searches get to stop when the server does.
const SHUTDOWN: Duration = Duration::from_secs(1);

/// Configures a server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServerOptions {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The number of searches at once, over all connections.
    pub searches: usize,
    /// The number of connections at once; further ones wait.
    pub connections: usize,
    /// A directory whose files replace those of the page, for work on the page.
    pub site: Option<PathBuf>,
}

impl ServerOptions {
    /// Replaces the address.
    #[must_use]
    pub fn with_listen(self, listen: SocketAddr) -> ServerOptions {
        ServerOptions { listen, ..self }
    }

    /// Takes the files of the page from a directory.
    #[must_use]
    pub fn with_site(self, site: Option<PathBuf>) -> ServerOptions {
        ServerOptions { site, ..self }
    }
}

impl Default for ServerOptions {
    /// Returns port 8080 on loopback, four searches and 64 connections at once.
    fn default() -> ServerOptions {
        let listen = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);
        ServerOptions { listen, searches: 4, connections: 64, site: None }
    }
}

/// A server that listens, and answers as soon as it runs.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<ServerState>,
    connections: usize,
}

/// The state that the handlers of all requests share.
pub(crate) struct ServerState {
    pub(crate) theatre: Theatre,
    pub(crate) lab: Arc<dyn LabPages>,
    pub(crate) gate: Gate,
    /// A permit for each search at once.
    pub(crate) searches: Semaphore,
    pub(crate) search_limit: usize,
    pub(crate) site: Option<PathBuf>,
}

impl Server {
    /// Binds the address.
    ///
    /// # Errors
    /// If the address is in use, or not one of this machine.
    pub fn bind(theatre: Theatre, lab: Arc<dyn LabPages>, options: ServerOptions) -> io::Result<Server> {
        let listener = TcpListener::bind(options.listen)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let state = ServerState {
            theatre,
            lab,
            gate: Gate::new(address),
            searches: Semaphore::new(options.searches),
            search_limit: options.searches,
            site: options.site,
        };
        Ok(Server { listener, address, state: Arc::new(state), connections: options.connections })
    }

    /// Returns the address, with the port that the system has chosen if 0 was requested.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is set. Then all searches end, and the connections are closed.
    ///
    /// # Errors
    /// If the system refuses a thread or a socket.
    pub fn run(self, stop: &AtomicBool) -> io::Result<()> {
        let Server { listener, state, connections, .. } = self;
        // One thread moves bytes; searches have threads of their own.
        let mut builder = tokio::runtime::Builder::new_current_thread();
        let runtime = builder.enable_io().enable_time().max_blocking_threads(THREADS).build()?;
        let result = runtime.block_on(async {
            let listener = BoundedListener::new(tokio::net::TcpListener::from_std(listener)?, connections);
            let served = axum::serve(listener, router(&state));
            tokio::select! {
                result = served => result,
                () = stopped(stop) => Ok(()),
            }
        });
        // The tasks of connections are dropped, which stops their searches.
        runtime.shutdown_timeout(SHUTDOWN);
        result
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

async fn stopped(stop: &AtomicBool) {
    // Polled, because the flag is set by a signal handler or another thread.
    while !stop.load(Relaxed) {
        tokio::time::sleep(POLL).await;
    }
}

fn router(state: &Arc<ServerState>) -> Router {
    Router::new()
        .route("/api/health", get(pages::health))
        .route("/api/lab", get(pages::lab))
        .route("/lab/report", get(pages::report))
        .route("/api/engine", get(connection::open))
        .fallback(pages::file)
        .layer(from_fn_with_state(Arc::clone(state), gate::check))
        .with_state(Arc::clone(state))
}
