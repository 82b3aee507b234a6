//! Message timestamps in any program's format, converted to RFC 3339.

use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};
use toolcast_history::{ReadOptions, read_with};

use super::records;

fn time(message: Value) -> Option<String> {
    let history = records(&[message]);
    assert!(history.warnings.is_empty(), "{:?}", history.warnings);
    history.records[0].timestamp.clone()
}

#[test]
fn times_of_every_spelling_become_one() {
    const OUT: &str = "2026-11-22T04:05:06Z";
    for (key, value) in [
        ("timestamp", json!("2026-11-22T04:05:06Z")),
        ("timestamp", json!("2026-11-22T05:05:06+01:00")),
        ("timestamp", json!("2026-11-22t04:05:06z")),
        ("created_at", json!("2026-11-22 04:05:06+00:00")),
        // Python's `datetime.utcnow().isoformat()`.
        ("createdAt", json!("2026-11-22T04:05:06")),
        ("create_time", json!(1_795_320_306)),
        ("createTime", json!(1_795_320_306.0)),
        ("created", json!(1_795_320_306_000_i64)),
        ("created", json!(1_795_320_306_000_000_i64)),
        ("created", json!(1_795_320_306_000_000_000_i64)),
        ("created", json!("1795320306")),
    ] {
        let message = json!({"content": "x", key: value});
        assert_eq!(time(message.clone()).as_deref(), Some(OUT), "{message}");
    }
    assert_eq!(
        time(json!({"content": "x", "timestamp": 1_795_320_306.25})).as_deref(),
        Some("2026-11-22T04:05:06.25Z")
    );
    for message in [
        json!({"content": "x", "metadata": {"created_at": OUT}}),
        json!({"type": "ai", "data": {"content": "x", "response_metadata": {"created_at": OUT}}}),
        json!({"type": "ai", "content": "x", "additional_kwargs": {"timestamp": OUT}}),
        json!({"content": "x", "timestamp": null, "created": OUT}),
    ] {
        assert_eq!(time(message.clone()).as_deref(), Some(OUT), "{message}");
    }
    assert_eq!(time(json!({"content": "x"})), None);
}

#[test]
fn an_invalid_time_leaves_a_record_without_a_time() {
    for value in [
        json!("yesterday"),
        json!(""),
        json!(true),
        json!({"$date": 1}),
        json!("2026-13-01T00:00:00Z"),
        json!(1e300),
        json!(u64::MAX),
    ] {
        let history = records(&[json!({"content": "x", "timestamp": value})]);
        assert_eq!(history.records.len(), 1, "{value}");
        assert_eq!(history.records[0].timestamp, None, "{value}");
        assert_eq!(history.warnings.len(), 1, "{value}");
        assert!(history.warnings[0].reason.contains("`timestamp`"));
    }
}

#[test]
fn a_message_without_a_time_gets_the_time_of_the_options() {
    let now = UNIX_EPOCH + Duration::from_millis(1_795_320_306_007);
    let messages = [
        json!({"content": "x"}),
        json!({"content": "x", "timestamp": 0}),
        json!({"content": "x", "timestamp": "never"}),
    ];
    let history = read_with(&messages, &ReadOptions::new().default_time(now));
    let times: Vec<_> = history
        .records
        .iter()
        .map(|one| one.timestamp.as_deref().unwrap())
        .collect();
    assert_eq!(
        times,
        [
            "2026-11-22T04:05:06.007Z",
            "1970-01-01T00:00:00Z",
            "2026-11-22T04:05:06.007Z"
        ]
    );
}
