//! Lists of a fixed length, for providers that have one schema for all items of a list: equal items
//! are written once.

use serde_json::{Value, json};
use toolcast::import::ImportedSchema;
use toolcast::{Dialect, Provider, to_model};
use toolcast_test_support::none;

/// Two items, a value of both, and a word of each that a text must show.
fn pairs() -> Vec<([Value; 2], Value, [&'static str; 2])> {
    let object = |words: &str, required: Value| json!({"type": "object", "properties": {"a": {"type": "string", "description": words}}, "required": required});
    vec![
        (
            [
                json!({"enum": ["asc", "desc"]}),
                json!({"enum": ["name", "date"]}),
            ],
            json!(["asc", "name"]),
            ["\"desc\"", "\"date\""],
        ),
        (
            [json!({"const": "first"}), json!({"const": "second"})],
            json!(["first", "second"]),
            ["first", "second"],
        ),
        (
            [json!({"const": "first"}), json!({"const": 7_654})],
            json!(["first", 7_654]),
            ["first", "7654"],
        ),
        (
            [json!({"enum": [1_234, 2]}), json!({"enum": [7_654, 2]})],
            json!([1_234, 7_654]),
            ["1234", "7654"],
        ),
        (
            [
                json!({"type": "string", "description": "From here."}),
                json!({"type": "string", "description": "To there."}),
            ],
            json!(["a", "b"]),
            ["From here.", "To there."],
        ),
        (
            [
                json!({"$ref": "#/$defs/Place", "description": "From here."}),
                json!({"$ref": "#/$defs/Place", "description": "To there."}),
            ],
            json!([{"at": "a"}, {"at": "b"}]),
            ["From here.", "To there."],
        ),
        (
            [
                object("The to_model.", json!(["a"])),
                object("The upper.", json!(["a"])),
            ],
            json!([{"a": "x"}, {"a": "y"}]),
            ["The to_model.", "The upper."],
        ),
        (
            [object("It.", json!([])), object("It.", json!(["a"]))],
            json!([{}, {"a": "y"}]),
            ["It.", "\"a\""],
        ),
        (
            [
                json!({"type": "array", "items": {"type": "string", "maxLength": 1_234}}),
                json!({"type": "array", "items": {"type": "string", "maxLength": 7_654}}),
            ],
            json!([["a"], ["b"]]),
            ["1234", "7654"],
        ),
        (
            [
                json!({"type": "number", "exclusiveMaximum": 1_234}),
                json!({"type": "number", "exclusiveMaximum": 7_654}),
            ],
            json!([1.5, 2_345.5]),
            ["1234", "7654"],
        ),
        (
            [
                json!({"type": "string", "format": "date"}),
                json!({"type": "string", "format": "uri"}),
            ],
            json!(["2026-01-02", "https://example.com/"]),
            ["date", "uri"],
        ),
    ]
}

#[test]
fn tuples_whose_items_differ_are_read_apart() {
    let mut failures = Vec::new();
    let mut tried = 0;
    for (items, value, words) in pairs() {
        let schema = json!({
            "type": "object",
            "properties": {"p": {"type": "array", "prefixItems": items, "minItems": 2, "maxItems": 2}},
            "required": ["p"],
            "$defs": {"Place": {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]}},
        });
        let value = json!({ "p": value });
        assert!(jsonschema::is_valid(&schema, &value), "{value}: {schema}");
        let imported =
            ImportedSchema::parse(&schema).unwrap_or_else(|error| panic!("{schema}: {error}"));
        for dialect in Dialect::all() {
            let (text, lowered) = imported.with_schema(|tree| {
                let text = toolcast::render(tree, dialect);
                (text, to_model(tree, dialect, value.clone()))
            });
            // Strict mode rejects lists that it has no form for; plain modes have a form for each
            // of these.
            let Ok(text) = text else {
                assert!(dialect.strict(), "{}: {schema}", dialect.provider());
                continue;
            };
            tried += 1;
            for word in words.iter().filter(|word| !text.contains(*word)) {
                failures.push(format!("{}: no {word} in {text}", dialect.provider()));
            }
            let proto = matches!(dialect.provider(), Provider::Gemini | Provider::Vertex);
            let parameters: Value = serde_json::from_str(&text).expect("JSON");
            if !proto && !jsonschema::is_valid(&parameters, &lowered) {
                failures.push(format!("{}: {lowered} before {text}", dialect.provider()));
            }
        }
    }
    assert_eq!(tried, 252);
    none(&failures);
}

/// Items with equal schemas can't be distinguished.
#[test]
fn equal_items_are_written_once() {
    for item in [
        json!({"type": "string", "description": "A name."}),
        json!({"enum": ["asc", "desc"]}),
        json!({"type": "object", "properties": {"a": {"type": "integer", "minimum": 3}}, "required": ["a"]}),
    ] {
        let schema = json!({
            "type": "object",
            "properties": {"p": {"type": "array", "prefixItems": [item, item], "minItems": 2, "maxItems": 2}},
        });
        let imported = ImportedSchema::parse(&schema).expect("a schema");
        let gemini = Dialect::all()
            .iter()
            .find(|dialect| dialect.provider() == Provider::Gemini)
            .expect("a dialect for each provider");
        let text = imported
            .with_schema(|tree| toolcast::render(tree, gemini))
            .expect("a text");
        let text: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(text["properties"]["p"]["type"], "ARRAY", "{text}");
        assert_eq!(text["properties"]["p"]["maxItems"], 2, "{text}");
    }
}
