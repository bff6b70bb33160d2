//! A real server on loopback: files, refusals, replies over a WebSocket, and searches that end with their clients.

use nullwindow_engine::Catalogue;
use nullwindow_server::{NoLab, Server, ServerOptions};
use nullwindow_theatre::Theatre;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A server that ends with the test.
struct Served {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    fn start() -> Served {
        Served::at(0)
    }

    fn at(port: u16) -> Served {
        let listen = SocketAddr::from(([127, 0, 0, 1], port));
        let options = ServerOptions::default().with_listen(listen);
        let server = Server::bind(Theatre::new(Catalogue::shipped()), Arc::new(NoLab), options).unwrap();
        let (address, stop) = (server.address(), Arc::new(AtomicBool::new(false)));
        let flag = Arc::clone(&stop);
        let thread = Some(std::thread::spawn(move || server.run(&flag).unwrap()));
        Served { address, stop, thread }
    }

    /// Sends a request of HTTP as it stands, and returns the answer.
    fn http(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str, headers: &str) -> String {
        let host = if headers.contains("Host:") { String::new() } else { format!("Host: {}\r\n", self.address) };
        self.http(&format!("GET {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n"))
    }

    fn connect(&self, origin: &str) -> Result<Client, tungstenite::Error> {
        let mut request = format!("ws://{}/api/engine", self.address).into_client_request()?;
        request.headers_mut().insert("origin", origin.parse().unwrap());
        tungstenite::connect(request).map(|(socket, _)| Client(socket))
    }

    fn client(&self) -> Client {
        self.connect(&format!("http://{}", self.address)).unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

struct Client(WebSocket<MaybeTlsStream<TcpStream>>);

impl Client {
    fn send(&mut self, request: &Value) {
        self.0.send(Message::text(request.to_string())).unwrap();
    }

    /// Returns the next reply.
    fn reply(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Returns the last reply to a request.
    fn last(&mut self, id: u64) -> Value {
        loop {
            let reply = self.reply();
            if reply["id"] == id && reply["last"] == true {
                return reply;
            }
        }
    }
}

/// Returns the processor time of this process.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |n: usize| fields.get(n).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    Duration::from_millis(10 * (ticks(11) + ticks(12)))
}

#[test]
fn the_page_and_its_health_are_served() {
    let served = Served::start();
    let health = served.get("/api/health", "");
    assert!(health.starts_with("HTTP/1.1 200") && health.contains("application/json"), "{health}");
    assert!(health.contains(r#"{"status":"ok""#));
    let page = served.get("/", "");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("text/html") && page.contains("app.js"), "{page}");
    assert!(page.to_ascii_lowercase().contains("content-security-policy: default-src 'none'"));
    assert!(served.get("/app.js", "").contains("text/javascript"));
    for missing in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/lab/report"] {
        assert!(served.get(missing, "").starts_with("HTTP/1.1 404"), "{missing}");
    }
    assert!(served.http("POST / HTTP/1.1\r\nHost: x\r\n\r\n").starts_with("HTTP/1.1 403"));
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let served = Served::start();
    let port = served.address.port();
    for path in ["/", "/api/health", "/api/lab", "/api/engine", "/app.js"] {
        for headers in ["Host: example.org\r\n".to_owned(), format!("Host: example.org:{port}\r\n")] {
            assert!(served.get(path, &headers).starts_with("HTTP/1.1 403"), "{path} {headers}");
        }
        assert!(served.get(path, "Origin: http://example.org\r\n").starts_with("HTTP/1.1 403"), "{path}");
        assert!(served.get(path, "Origin: null\r\n").starts_with("HTTP/1.1 403"), "{path}");
    }
    assert!(served.connect("http://example.org").is_err());
    assert!(served.get("/", &format!("Host: localhost:{port}\r\n")).starts_with("HTTP/1.1 200"));
}

#[test]
fn requests_run_beside_each_other_and_can_be_cancelled() {
    let served = Served::start();
    let mut client = served.client();
    client.send(&json!({"id": 1, "type": "analyze", "game": "chess", "seconds": 600}));
    client.send(&json!({"id": 2, "type": "board", "game": "chess"}));
    assert_eq!(client.last(2)["type"], "board", "a board is described while a search runs");
    let asked = Instant::now();
    client.send(&json!({"id": 3, "type": "cancel", "target": 1}));
    assert_eq!(client.last(1)["stopped"], true);
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
}

#[test]
fn there_is_a_limit_of_searches_and_numbers_are_unique() {
    let served = Served::start();
    let mut client = served.client();
    for id in 1..=4 {
        client.send(&json!({"id": id, "type": "analyze", "game": "othello", "seconds": 600}));
    }
    // All four are running once they have reported something.
    let mut running = std::collections::HashSet::new();
    while running.len() < 4 {
        running.insert(client.reply()["id"].as_u64().unwrap());
    }
    client.send(&json!({"id": 5, "type": "analyze", "game": "othello", "seconds": 600}));
    let refused = client.last(5);
    assert!(refused["message"].as_str().unwrap().contains("4 searches"), "{refused}");
    client.send(&json!({"id": 1, "type": "hello"}));
    loop {
        let reply = client.reply();
        if reply["type"] == "error" {
            assert!(reply["message"].as_str().unwrap().contains("still runs"));
            break;
        }
    }
}

#[test]
fn a_search_ends_when_its_client_is_gone() {
    let served = Served::start();
    for polite in [true, false] {
        let mut client = served.client();
        client.send(&json!({"id": 1, "type": "analyze", "game": "chess", "seconds": 600}));
        client.reply();
        if polite {
            client.0.close(None).unwrap();
        }
        drop(client);
    }
    // Other tests of this process may search too: wait until the machine is nearly idle, for at most ten seconds.
    let idle = (0..50).any(|_| {
        let before = processor_time();
        std::thread::sleep(Duration::from_millis(200));
        processor_time() - before < Duration::from_millis(50)
    });
    let mut client = served.client();
    for id in 1..=4 {
        client.send(&json!({"id": id, "type": "analyze", "game": "nim", "depth": 3}));
        assert_eq!(client.last(id)["type"], "done", "searches of clients that are gone hold no permit");
    }
    assert!(idle || !cfg!(target_os = "linux"), "a search still runs");
}

/// Returns the memory of this process in KiB.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_thousand_analyses_leak_nothing() {
    // In a process of its own, as other tests allocate tables too.
    if std::env::var_os("NULLWINDOW_ALONE").is_none() {
        let own = std::env::current_exe().unwrap();
        let alone = std::process::Command::new(own)
            .args(["served::a_thousand_analyses_leak_nothing", "--exact"])
            .env("NULLWINDOW_ALONE", "1")
            .output()
            .unwrap();
        assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stdout));
        return;
    }
    let served = Served::start();
    let analyse = |count: u64| {
        let mut client = served.client();
        for id in 1..=count {
            client.send(&json!({"id": id, "type": "analyze", "game": "othello", "depth": 2, "table": 1}));
            assert_eq!(client.last(id)["type"], "done");
        }
    };
    // The first ones load weights, and start threads.
    analyse(200);
    let before = memory();
    (0..10).for_each(|_| analyse(100));
    let grown = memory().saturating_sub(before);
    assert!(grown < 8 << 10, "{grown} KiB after 1,000 analyses");
}

#[test]
fn hostile_messages_do_not_end_the_server() {
    let served = Served::start();
    let mut client = served.client();
    for text in ["", "{", "[]", "\u{0}", r#"{"id":-1}"#, r#"{"id":1,"type":7}"#, &"[".repeat(100_000)] {
        client.0.send(Message::text(text)).unwrap();
        assert_eq!(client.reply()["type"], "error", "{}", &text[..text.len().min(20)]);
    }
    client.0.send(Message::binary(vec![0, 255, 7])).unwrap();
    assert!((0..3).any(|_| matches!(client.0.read(), Ok(Message::Close(_)) | Err(_))));
    // A message beyond the limit closes the connection.
    let mut client = served.client();
    let _ = client.0.send(Message::text("x".repeat(3 << 20)));
    assert!((0..5).any(|_| client.0.read().is_err()));
    // Bytes that are not HTTP.
    served.http("\u{1}\u{2}\u{3} nothing\r\n\r\n");
    assert!(served.get("/api/health", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn the_same_port_can_be_served_again() {
    let first = Served::start();
    let (port, mut client) = (first.address.port(), first.client());
    client.send(&json!({"id": 1, "type": "analyze", "game": "chess", "seconds": 600}));
    client.reply();
    let asked = Instant::now();
    drop(first);
    assert!(asked.elapsed() < Duration::from_secs(5), "a server ends although a search runs");
    let second = Served::at(port);
    assert!(second.client().0.can_write());
}
