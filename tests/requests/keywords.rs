//! Every keyword, at every kind of place, for every dialect: the linter beside the tests' judges,
//! and wrong values beside the meta-schema of draft 2020-12.

use crate::mutated::ways;
use crate::own_texts::texts;
use crate::support::{Tool, listed, name, request};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use toolcast::lint::{self, Finding};
use toolcast::{Dialect, Provider};
use toolcast_test_support::json::change_each;
use toolcast_test_support::judges::{self, Kind};
use toolcast_test_support::lists::{self, Counts};

/// Schemas without a fault, by the type that a keyword is about.
pub(crate) fn host(kind: &str) -> Value {
    match kind {
        "object" => json!({
            "type": "object",
            "properties": {"b": {"type": "string"}},
            "required": ["b"],
            "additionalProperties": false
        }),
        "array" => json!({"type": "array", "items": {"type": "string"}}),
        other => json!({ "type": other }),
    }
}

/// Keywords of all drafts of JSON Schema, of `OpenAPI` and of the providers' own, each with a valid
/// value and the type that it is about.
pub(crate) fn keywords() -> Vec<(&'static str, &'static str, Value)> {
    let text = json!({"type": "string"});
    vec![
        ("object", "patternProperties", json!({ "^x": text })),
        ("object", "additionalProperties", text.clone()),
        ("object", "additionalProperties", json!(true)),
        (
            "object",
            "propertyNames",
            json!({"type": "string", "maxLength": 9}),
        ),
        ("object", "minProperties", json!(1)),
        ("object", "maxProperties", json!(3)),
        ("object", "dependentRequired", json!({"b": ["b"]})),
        ("object", "dependentSchemas", json!({ "b": host("object") })),
        ("object", "dependencies", json!({"b": ["b"]})),
        ("object", "unevaluatedProperties", json!(false)),
        ("object", "property_ordering", json!(["b"])),
        ("object", "propertyOrdering", json!(["b"])),
        ("object", "required", json!([])),
        ("object", "required", json!(["b", "c"])),
        ("object", "properties", json!({})),
        ("object", "if", host("object")),
        ("object", "then", host("object")),
        ("object", "else", host("object")),
        ("object", "allOf", json!([host("object")])),
        ("object", "anyOf", json!([host("object")])),
        ("object", "oneOf", json!([host("object")])),
        ("object", "not", json!({"type": "string"})),
        ("object", "$defs", json!({ "It": text })),
        ("object", "definitions", json!({ "It": text })),
        ("array", "prefixItems", json!([text])),
        ("array", "items", json!({})),
        ("array", "additionalItems", text.clone()),
        ("array", "unevaluatedItems", json!(false)),
        ("array", "contains", text.clone()),
        ("array", "minContains", json!(1)),
        ("array", "maxContains", json!(2)),
        ("array", "minItems", json!(1)),
        ("array", "minItems", json!(2)),
        ("array", "maxItems", json!(4)),
        ("array", "uniqueItems", json!(true)),
        ("string", "minLength", json!(1)),
        ("string", "maxLength", json!(9)),
        ("string", "pattern", json!("^[a-z]+$")),
        ("string", "pattern", json!("^(?=a)")),
        ("string", "pattern", json!("\\bword\\b")),
        ("string", "pattern", json!("^\\p{L}$")),
        ("string", "pattern", json!("(a)\\1")),
        ("string", "format", json!("date")),
        ("string", "format", json!("date-time")),
        ("string", "format", json!("uuid")),
        ("string", "format", json!("enum")),
        ("string", "format", json!("byte")),
        ("string", "format", json!("phone")),
        ("integer", "format", json!("int32")),
        ("integer", "format", json!("int64")),
        ("number", "format", json!("double")),
        ("string", "contentEncoding", json!("base64")),
        ("string", "contentMediaType", json!("text/plain")),
        ("string", "contentSchema", text.clone()),
        ("string", "enum", json!(["a", "b"])),
        ("integer", "enum", json!([1, 2])),
        ("string", "const", json!("a")),
        ("integer", "minimum", json!(1)),
        ("integer", "maximum", json!(9)),
        ("number", "exclusiveMinimum", json!(1)),
        ("number", "exclusiveMaximum", json!(9)),
        ("number", "exclusiveMaximum", json!(true)),
        ("number", "multipleOf", json!(2)),
        ("string", "default", json!("a")),
        ("string", "example", json!("a")),
        ("string", "examples", json!(["a"])),
        ("string", "title", json!("A title")),
        ("string", "description", json!("What it is")),
        ("string", "nullable", json!(true)),
        ("string", "type", json!(["string", "null"])),
        ("string", "type", json!("null")),
        ("string", "anyOf", json!([{"type": "string"}])),
        ("string", "oneOf", json!([{"type": "string"}])),
        ("string", "allOf", json!([{"type": "string"}])),
        ("string", "not", json!({"const": "x"})),
        ("string", "deprecated", json!(true)),
        ("string", "readOnly", json!(true)),
        ("string", "writeOnly", json!(true)),
        ("string", "$comment", json!("a comment")),
        (
            "string",
            "$schema",
            json!("https://json-schema.org/draft/2020-12/schema"),
        ),
        ("string", "$id", json!("https://example.com/it")),
        ("string", "$anchor", json!("it")),
        ("string", "$dynamicAnchor", json!("it")),
        ("string", "$dynamicRef", json!("#it")),
        ("string", "$ref", json!("#")),
        ("string", "discriminator", json!({"propertyName": "kind"})),
        ("string", "xml", json!({"name": "it"})),
        (
            "string",
            "externalDocs",
            json!({"url": "https://example.com"}),
        ),
        ("string", "x-internal", json!(true)),
        ("string", "unheard_of", json!(1)),
    ]
}

/// Each keyword with values of all types, some of which JSON Schema takes.
pub(crate) fn wrong() -> impl Iterator<Item = (&'static str, &'static str, Value)> {
    let values = [
        json!(7),
        json!(-1),
        json!(1.5),
        json!("x"),
        json!(true),
        json!(null),
        json!([]),
        json!([7]),
        json!(["x", "x"]),
        json!({}),
        json!({"a": 7}),
    ];
    let mut keys: Vec<(&str, &str)> = (keywords().iter())
        .map(|(kind, key, _)| (*kind, *key))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys.into_iter().flat_map(move |(kind, key)| {
        let values = values.clone().into_iter();
        values.map(move |value| (kind, key, value))
    })
}

/// A way to put a schema into a tool's parameters.
pub(crate) type Place = (&'static str, fn(Value) -> Value);

pub(crate) const PLACES: [Place; 5] = [
    ("in a property", |schema| schema),
    (
        "in an item",
        |schema| json!({"type": "array", "items": schema}),
    ),
    (
        "in an alternative",
        |schema| json!({"anyOf": [schema, {"type": "boolean"}]}),
    ),
    ("below a property", |schema| {
        json!({
            "type": "object",
            "properties": { "b": schema },
            "required": ["b"],
            "additionalProperties": false
        })
    }),
    (
        "in a definition",
        |schema| json!({ "$ref": "#/$defs/It", "$defs": { "It": schema } }),
    ),
];

/// The parameters of a tool with the schema at a place. Definitions are at the root.
pub(crate) fn parameters(dialect: &Dialect, place: Place, schema: Value) -> Value {
    let mut property = place.1(schema);
    let definitions = property
        .as_object_mut()
        .filter(|_| place.0 == "in a definition")
        .and_then(|property| property.remove("$defs"));
    let mut root = json!({"type": "object", "properties": { "a": property }, "required": ["a"]});
    if dialect.strict() {
        root["additionalProperties"] = json!(false);
    }
    if let Some(definitions) = definitions {
        root["$defs"] = definitions;
    }
    let is_proto = matches!(dialect.provider(), Provider::Gemini | Provider::Vertex);
    if is_proto { upper(root) } else { root }
}

/// The schema with its types as the protos name them.
fn upper(mut schema: Value) -> Value {
    change_each(&mut schema, &mut |schema| {
        let Value::Object(members) = schema else {
            return;
        };
        members.retain(|name, value| name != "additionalProperties" || *value != json!(false));
        if let Some(Value::String(kind)) = members.get_mut("type") {
            *kind = kind.to_uppercase();
        }
    });
    schema
}

fn findings(dialect: &Dialect, schema: Value) -> Vec<Finding> {
    let provider = dialect.provider();
    let tool = Tool {
        name: "tool".into(),
        schema: Some(schema),
        strict: dialect.strict(),
    };
    lint::check(provider, &request(provider, &[tool]))
}

/// Values that only one of the two rejects, by dialect, with their places.
#[derive(Default)]
struct Alone(BTreeMap<String, BTreeMap<String, BTreeSet<&'static str>>>);

impl Alone {
    fn add(&mut self, dialect: &Dialect, who: &str, what: String, place: &'static str) {
        let key = format!("{}, {who} alone", name(dialect));
        let known = self.0.entry(key).or_default();
        known.entry(what).or_default().insert(place);
    }

    /// Dialects of which the same is true share a line; most keywords are refused at all places.
    fn agree(self, list: &str) {
        let lines = self.0.into_iter().flat_map(|(who, what)| {
            what.into_iter().map(move |(what, places)| {
                let places: Vec<&str> = places.into_iter().collect();
                let places = match places.len() {
                    4.. => "everywhere".to_owned(),
                    _ => places.join(", "),
                };
                format!("{who}: {what} {places}").trim_end().to_owned()
            })
        });
        lists::agrees(list, lines);
    }
}

#[test]
fn a_valid_keyword_is_refused_by_the_linter_and_a_judge_or_by_neither_but_for_the_list() {
    let mut alone = Alone::default();
    let mut asked = Counts::default();
    for dialect in Dialect::all() {
        for place in PLACES {
            for (kind, key, value) in keywords() {
                let judged = |schema: &Value| {
                    let found = judges::schema(dialect.provider(), dialect.strict(), schema);
                    let is_refused = |finding: &judges::Finding| finding.kind == Kind::Refused;
                    (found.iter().any(is_refused), found.is_empty())
                };
                let plain = parameters(dialect, place, host(kind));
                if judged(&plain).0 || !findings(dialect, plain).is_empty() {
                    asked.one(format!("places that {} doesn't have", name(dialect)));
                    continue;
                }
                let mut schema = host(kind);
                schema[key] = value.clone();
                let schema = parameters(dialect, place, schema);
                let (refused, is_fine) = judged(&schema);
                let found = findings(dialect, schema);
                asked.one("texts");
                let what = match value {
                    Value::Object(_) => key.to_owned(),
                    value => format!("{key} {value}"),
                };
                match (found.is_empty(), refused) {
                    (true, true) => alone.add(dialect, "a judge", what, place.0),
                    (false, false) if is_fine => alone.add(dialect, "the linter", what, place.0),
                    _ => {}
                }
            }
        }
    }
    alone.agree("lint-keywords");
    asked.agree("requests/keywords");
}

#[test]
fn a_value_of_the_wrong_type_is_refused_by_the_linter_and_the_meta_schema_or_by_neither_but_for_the_list()
 {
    let mut alone = Alone::default();
    for dialect in Dialect::all() {
        // The protos have types of their own, and Ollama's templates read few keywords.
        let provider = dialect.provider();
        if matches!(
            provider,
            Provider::Gemini | Provider::Vertex | Provider::Ollama
        ) {
            continue;
        }
        for (kind, key, value) in wrong() {
            let mut schema = host(kind);
            schema[key] = value.clone();
            let schema = parameters(dialect, PLACES[0], schema);
            let is_valid = jsonschema::draft202012::meta::is_valid(&schema);
            let found = findings(dialect, schema);
            // The linter has more rules than the meta-schema.
            if found.is_empty() && !is_valid {
                alone.add(dialect, "the meta-schema", format!("{key} {value}"), "");
            }
        }
    }
    alone.agree("lint-wrong-values");
}

/// The words of findings about every keyword, wrong value and way to spoil a text.
#[test]
fn the_words_of_findings_about_schemas_are_those_of_the_list() {
    for dialect in Dialect::all() {
        let valid = keywords().into_iter();
        for (kind, key, value) in valid.chain(wrong()) {
            let mut schema = host(kind);
            schema[key] = value;
            listed(&findings(dialect, parameters(dialect, PLACES[0], schema)));
        }
        for (_, schema) in texts(dialect).into_iter().step_by(7) {
            for (_, _, spoil, _) in ways() {
                let mut spoilt = schema.clone();
                if spoil(&mut spoilt).is_some() {
                    listed(&findings(dialect, spoilt));
                }
            }
        }
    }
}
