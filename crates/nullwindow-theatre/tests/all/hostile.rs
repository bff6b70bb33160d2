//! Malformed and hostile requests neither panic nor hang the service.

use crate::ask::service;
use nullwindow_engine::Catalogue;
use nullwindow_theatre::{Theatre, TheatreLimits};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Good requests, from which wrong ones are made.
const REQUESTS: [&str; 10] = [
    r#"{"id":1,"type":"hello"}"#,
    r#"{"id":2,"type":"board","game":"chess","position":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","moves":["e4"]}"#,
    r#"{"id":3,"type":"tree","tree":{"text":"((41 5) (12 90))"},"algorithm":"mtd-f","guess":7}"#,
    r#"{"id":4,"type":"tree","tree":{"kind":"uniform","size":"3x3","seed":7},"algorithm":"ps*(2)"}"#,
    r#"{"id":5,"type":"compose","game":"connect4","cells":[null,{"shape":"disc","first":true}],"first_moves":true}"#,
    r#"{"id":6,"type":"read","game":"checkers","text":"11-15 23-19"}"#,
    r#"{"id":7,"type":"analyze","game":"othello","depth":2,"values":"all","algorithm":"mtd-bi"}"#,
    r#"{"id":8,"type":"solve","game":"tictactoe","position":"x.o/.../...","seconds":0.05}"#,
    r#"{"id":9,"type":"play","game":"checkers","depth":2,"seconds":0.05,"elo":900}"#,
    r#"{"id":10,"type":"upper","game":"tictactoe","depth":3,"path":["b2"],"plies":2}"#,
];

/// Answers with small limits, so that a request which stays legal is short. Returns the replies.
fn answer(request: &str) -> Vec<String> {
    let mut limits = TheatreLimits::default();
    (limits.depth, limits.time, limits.table) = (4, Duration::from_millis(100), 2);
    let theatre = Theatre::new(Catalogue::shipped()).with_limits(limits);
    let mut replies = Vec::new();
    theatre.answer(request, &AtomicBool::new(false), &mut |reply| replies.push(reply));
    replies
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Bytes are replaced, removed or repeated.
    #[test]
    fn damaged_requests_are_answered(which in 0..REQUESTS.len(), edits in prop::collection::vec((0..3u8, any::<u16>(), any::<char>()), 1..6)) {
        let mut text: Vec<char> = REQUESTS[which].chars().collect();
        for (kind, place, with) in edits {
            let place = usize::from(place) % text.len();
            match kind {
                0 => text[place] = with,
                1 => text.truncate(place.max(1)),
                _ => text.insert(place, with),
            }
        }
        let request: String = text.into_iter().collect();
        let replies = answer(&request);
        prop_assert!(replies.last().is_some_and(|reply| reply.ends_with(r#""last":true}"#)), "{request}: {replies:?}");
    }

    /// Values of other types and sizes stand where a field is expected.
    #[test]
    fn wrong_values_are_answered(which in 0..REQUESTS.len(), field in any::<prop::sample::Index>(), value in values()) {
        let mut request: serde_json::Value = serde_json::from_str(REQUESTS[which]).unwrap();
        let names: Vec<String> = request.as_object().unwrap().keys().cloned().collect();
        request[field.get(&names)] = value;
        let request = request.to_string();
        let replies = answer(&request);
        prop_assert!(replies.last().is_some_and(|reply| reply.ends_with(r#""last":true}"#)), "{request}: {replies:?}");
    }
}

/// Returns JSON values that a page would not send.
fn values() -> impl Strategy<Value = serde_json::Value> {
    prop_oneof![
        Just(serde_json::Value::Null),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
        Just("(".repeat(50_000).into()),
        Just("9x9".into()),
        Just(serde_json::json!({"kind": "uniform", "size": "60000x200", "seed": 1})),
        Just(serde_json::json!({"text": "((((".repeat(5_000)})),
        Just(serde_json::json!({"text": "(".repeat(20_000) + "1" + &")".repeat(20_000)})),
        Just(serde_json::json!(vec!["e4"; 2000])),
        Just(serde_json::json!(vec![serde_json::Value::Null; 100_000])),
        Just(serde_json::json!([[[[[[]]]]]])),
    ]
}

#[test]
fn deeply_nested_json_is_refused() {
    let text = "[".repeat(100_000);
    assert!(answer(&text)[0].contains(r#""type":"error""#));
    let mut replies = Vec::new();
    service().answer(&format!(r#"{{"id":1,"type":{text}"#), &AtomicBool::new(false), &mut |reply| replies.push(reply));
    assert_eq!(replies.len(), 1);
}
