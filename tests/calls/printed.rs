//! The JSON and the texts of values that a program logs or stores.

use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use toolcast::call::OverBudget;
use toolcast::decode::FaultKind;
use toolcast::http::ErrorKind;
use toolcast::import::ToolFormat;
use toolcast::lint::Effect;
use toolcast::{FinishReason, Outcome, Provider, StreamEvent, ToolAnnotations};

fn json_of(value: impl Serialize) -> Value {
    serde_json::to_value(value).expect("JSON")
}

#[test]
fn events_of_a_stream_are_json() {
    let body = r#"{"choices":[{"index":0,"delta":{"content":"Hi","tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}]}}]}"#;
    let mut stream = Provider::OpenAi.stream().expect("an API");
    let events = stream.push(format!("data: {body}\n\n").as_bytes());
    let expected = json!([
        {"text": "Hi"},
        {"call_started": {"index": 0, "id": "c", "name": "f"}},
        {"arguments": {"index": 0, "delta": "{}"}},
    ]);
    assert_eq!(json_of(events.expect("a chunk")), expected);
    let finished = json_of(StreamEvent::Finished(FinishReason::ToolCalls));
    assert_eq!(finished, json!({"finished": "tool_calls"}));
}

#[test]
fn kinds_and_settings_are_json() {
    let effects = ToolAnnotations::new().read_only(true).open_world(false);
    let expected = json!({"readOnlyHint": true, "openWorldHint": false});
    assert_eq!(json_of(effects), expected);
    assert_eq!(json_of(ToolAnnotations::new()), json!({}));
    assert_eq!(json_of(ToolFormat::ALL)[1], "openai-responses");
    assert_eq!(json_of(OverBudget::Requests(3)), json!({"requests": 3}));
    assert_eq!(json_of(OverBudget::Cancelled), "cancelled");
    let time = json_of(OverBudget::Time(Duration::from_secs(2)));
    assert_eq!(time, json!({"time": {"secs": 2, "nanos": 0}}));
    assert_eq!(json_of(ErrorKind::RateLimit), "rate_limit");
}

#[test]
fn kinds_are_written_by_the_names_of_their_json() {
    assert_eq!(ErrorKind::ContextTooLong.to_string(), "context_too_long");
    assert_eq!(FaultKind::NotJson.to_string(), "not_json");
    assert_eq!(FinishReason::ToolCalls.to_string(), "tool_calls");
    assert_eq!(FinishReason::Other("eos".into()).to_string(), "eos");
    assert_eq!(Outcome::Rewritten.name(), "rewritten");
    assert_eq!(json_of(Outcome::Hidden), Outcome::Hidden.to_string());
    assert_eq!(Effect::Dropped.name(), "dropped");
    assert_eq!(json_of(Effect::Rejected), Effect::Rejected.to_string());
    assert_eq!(format!("{:>6}|", FinishReason::Stop), "  stop|");
}
