//! Hostile values that a model could send: time, memory and stack must not grow faster than the
//! input.

use serde::Deserialize;
use serde_json::{Value, json};
use toolcast::{Dialect, Provider, ToolSchema, from_model, to_model};
use toolcast_test_support::name;

/// Two alternatives that one property distinguishes.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Link {
    Number { a: u8, next: Option<Box<Link>> },
    Word { a: String, next: Option<Box<Link>> },
}

/// A list that contains itself.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Chain {
    value: u8,
    next: Option<Box<Chain>>,
}

/// `levels` objects inside one another around `inner`, with `value` beside each.
fn nested(levels: usize, key: &str, value: &Value, inner: Value) -> Value {
    (0..levels).fold(inner, |inner, _| json!({ key: value, "next": inner }))
}

/// Lifting each alternative before choosing one would take 2^60 steps.
#[test]
fn alternatives_are_looked_at_before_they_are_converted() {
    let value = nested(60, "a", &json!("s"), Value::Null);
    for dialect in Dialect::all() {
        let sent = json!({ "value": value });
        let lifted = from_model(Link::SCHEMA.get(), dialect, sent);
        serde_json::from_value::<Link>(lifted)
            .unwrap_or_else(|error| panic!("{}: {error}", name(dialect)));
    }
}

/// A text in a text would double its escapes at each level: 2^60 bytes.
#[test]
fn a_deep_value_is_encoded_to_a_text_of_its_own_length() {
    let value = nested(60, "value", &json!(1), Value::Null);
    let length = value.to_string().len();
    for dialect in Dialect::all() {
        let low = to_model(Chain::SCHEMA.get(), dialect, value.clone());
        assert!(low.to_string().len() < 4 * length, "{}", name(dialect));
        let back = from_model(Chain::SCHEMA.get(), dialect, low);
        let chain = serde_json::from_value::<Chain>(back);
        assert!(chain.is_ok(), "{}: {chain:?}", name(dialect));
    }
}

/// The parser's limit on depth applies to each text alone, so strings with JSON in strings with
/// JSON need their own limit. A string beyond it stays unchanged.
#[test]
fn texts_in_texts_do_not_overflow_the_stack() {
    let mut value = Value::Null;
    for _ in 0..6 {
        value = json!(nested(100, "value", &json!(1), value).to_string());
    }
    let sent = json!({ "value": 1, "next": value });
    for provider in [Provider::Gemini, Provider::Ollama, Provider::OpenAi] {
        let dialect = Dialect::of(provider, false).expect("every provider has a dialect");
        let lifted = from_model(Chain::SCHEMA.get(), dialect, sent.clone());
        assert!(serde_json::from_value::<Chain>(lifted).is_err());
    }
}
