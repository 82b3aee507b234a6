//! Requests with random changes, the same in every run: the fuzz target's assertions hold for each.
//! `TOOLCAST_FUZZ=<thousands>` changes more.

use crate::support::{none, request, strict, tool};
use serde_json::{Value, json};
use toolcast::Provider;
use toolcast_test_support::json::places;
use toolcast_test_support::lists::Counts;
use toolcast_test_support::random::Random;
use toolcast_tests::fuzz::lint;

/// The values to insert.
fn pieces() -> Vec<Value> {
    let mut pieces = vec![
        json!(null),
        json!(true),
        json!(1.5),
        json!("object"),
        json!("a.b"),
        json!([]),
        json!({}),
        json!({"$ref": "#"}),
        json!({"$ref": "#/$defs/A", "title": "A"}),
        json!({"type": ["string", "null"]}),
        json!({"type": "array"}),
        json!({"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}),
        json!({"type": "object", "additionalProperties": {"type": "integer"}}),
        json!({"oneOf": [{"const": "a"}, {"const": 1}]}),
        json!({"type": "string", "format": "uri", "pattern": "^(?!a)", "enum": ["", "b"]}),
        json!({"type": "object", "properties": {"a[]": {"type": "integer", "minimum": 1}}, "required": ["b"]}),
        json!({"functionDeclarations": [{"name": "g"}]}),
        json!({"type": "function", "function": {"name": "f"}}),
        json!({"name": "m", "inputSchema": {"type": "object"}}),
        json!({"type": "tool", "name": "f"}),
    ];
    for &provider in Provider::ALL {
        pieces.push(request(
            provider,
            &[tool(
                "x y",
                json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            )],
        ));
    }
    pieces
}

const KEYS: [&str; 24] = [
    "tools",
    "toolConfig",
    "tool_choice",
    "functions",
    "input",
    "messages",
    "strict",
    "strict_tools",
    "name",
    "description",
    "parameters",
    "parametersJsonSchema",
    "input_schema",
    "type",
    "properties",
    "required",
    "items",
    "anyOf",
    "$defs",
    "$ref",
    "additionalProperties",
    "enum",
    "outputSchema",
    "response_format",
];

#[test]
fn randomly_changed_requests_do_not_panic() {
    let mut random = Random::new(11);
    let mut failures = Vec::new();
    let pieces = pieces();
    let schema = json!({
        "type": "object",
        "properties": {"p": {"$ref": "#/$defs/A"}, "q": {"type": "array", "items": {"type": "integer"}}},
        "required": ["p"],
        "additionalProperties": false,
        "$defs": {"A": {"type": "string"}},
    });
    let most: usize = std::env::var("TOOLCAST_FUZZ")
        .ok()
        .and_then(|thousands| thousands.parse().ok())
        .unwrap_or(4);
    for _ in 0..most * 1000 {
        let number = random.below(Provider::ALL.len());
        let provider = Provider::ALL[number];
        let tools = [tool("one", schema.clone()), strict("two", schema.clone())];
        let mut body = request(provider, &tools);
        for _ in 0..=random.below(4) {
            let mut all = places(&body);
            let (place, _) = all.swap_remove(random.below(all.len()));
            let place = body.pointer_mut(&place).expect("it is there");
            let piece = random.pick(&pieces).clone();
            match place {
                Value::Object(map) if random.below(3) > 0 => {
                    map.insert((*random.pick(&KEYS)).into(), piece);
                }
                Value::Array(items) if random.below(3) > 0 => items.push(piece),
                place => *place = piece,
            }
        }
        let mut input = vec![u8::try_from(number).expect("few providers")];
        input.extend(body.to_string().bytes());
        // Collects all failures instead of stopping at the first.
        if let Err(panic) = std::panic::catch_unwind(|| lint(&input)) {
            let told = panic
                .downcast_ref::<String>()
                .map_or("a panic", String::as_str);
            failures.push(told.to_owned());
        }
    }
    none(&failures);
}

/// Checks the fuzzer's initial inputs.
#[test]
fn the_fuzz_corpus_covers_every_provider() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/lint");
    let mut providers = std::collections::BTreeSet::new();
    let mut found = 0;
    for file in std::fs::read_dir(&folder).expect("a corpus") {
        let input = std::fs::read(file.expect("a file").path()).expect("an input");
        let provider = Provider::ALL[usize::from(input[0]) % Provider::ALL.len()];
        let body: Value = serde_json::from_slice(&input[1..]).expect("JSON");
        providers.insert(provider);
        found += toolcast::lint::check(provider, &body).len();
        lint(&input);
    }
    // Every provider occurs, and there are findings to repair.
    assert_eq!(providers.len(), Provider::ALL.len());
    let mut counts = Counts::default();
    counts.add("findings in the stored inputs", found);
    counts.agree("requests/fuzzed");
}
