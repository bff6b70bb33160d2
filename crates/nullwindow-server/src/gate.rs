//! Refuses requests that a page from another site could have caused.
//!
//! A browser sends the name that the user or a page typed as `Host`, and the site of the page that made a request as
//! `Origin`. A foreign page can neither change nor omit them. A site that lets its own name resolve to this machine (DNS
//! rebinding) is recognised by that name: only addresses and `localhost` are accepted.

use crate::ServerState;
use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Decides whether a request may enter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gate {
    /// The address that the server listens on.
    address: SocketAddr,
}

impl Gate {
    pub(crate) fn new(address: SocketAddr) -> Gate {
        Gate { address }
    }

    /// Returns the reason why a request is refused.
    pub(crate) fn refusal(self, headers: &HeaderMap) -> Option<&'static str> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = match (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) {
            (Some(host), None) if self.is_own(host) => host,
            _ => return Some("this server answers only to its own address"),
        };
        let is_foreign = |origin: &HeaderValue| {
            let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            !origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host))
        };
        headers.get_all(ORIGIN).iter().any(is_foreign).then_some("pages of other sites may not use this server")
    }

    /// Returns whether a host is an address of this server: with its port, and not a name that anybody can register.
    fn is_own(self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            // The last colon of `[::1]` belongs to the address.
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let Ok(ip) = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() else { return false };
        // A server that was opened to a network may be reached by any of the machine's addresses.
        if self.address.ip().is_unspecified() {
            true
        } else {
            ip == self.address.ip() || both_loopback(ip, self.address)
        }
    }
}

fn both_loopback(ip: IpAddr, address: SocketAddr) -> bool {
    ip.is_loopback() && address.ip().is_loopback()
}

/// Headers of every answer: the page may load nothing from other hosts, and no other page may embed it.
const HEADERS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Answers requests that may enter, and refuses the others.
pub(crate) async fn check(State(state): State<Arc<ServerState>>, request: Request, next: Next) -> Response {
    if let Some(reason) = state.gate.refusal(request.headers()) {
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        // A handler may have set one of its own.
        response.headers_mut().entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(address: &str, host: Option<&str>, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        host.into_iter().for_each(|host| drop(headers.insert(HOST, HeaderValue::from_str(host).unwrap())));
        origin.into_iter().for_each(|origin| drop(headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap())));
        Gate::new(address.parse().unwrap()).refusal(&headers).is_some()
    }

    #[test]
    fn only_addresses_of_the_server_are_hosts() {
        let own = "127.0.0.1:8080";
        for good in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "127.0.0.2:8080"] {
            assert!(!refused(own, Some(good), None), "{good}");
        }
        for bad in ["example.org:8080", "localhost", "localhost:81", "localhost.example.org:8080", "10.0.0.1:8080", ""]
        {
            assert!(refused(own, Some(bad), None), "{bad}");
        }
        assert!(refused(own, None, None));
        assert!(!refused("127.0.0.1:80", Some("localhost"), None));
        assert!(!refused("0.0.0.0:8080", Some("10.0.0.1:8080"), None));
        assert!(refused("0.0.0.0:8080", Some("rebound.example.org:8080"), None));
    }

    #[test]
    fn only_pages_of_the_server_may_ask() {
        let (own, host) = ("127.0.0.1:8080", Some("localhost:8080"));
        assert!(!refused(own, host, Some("http://localhost:8080")));
        let foreign =
            ["http://example.org", "null", "http://127.0.0.1:8080", "https://localhost:8080", "http://localhost"];
        for bad in foreign {
            assert!(refused(own, host, Some(bad)), "{bad}");
        }
    }
}
