//! Names that an object of a schema doesn't list, and accepts: each text accepts them too, as its
//! provider reads it, or the report has an entry `narrowed` for an object.

use serde_json::{Value, json};
use toolcast::import::ImportedSchema;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Dialect, Outcome, Provider};
use toolcast_test_support::json::{change_each, places, replaced};
use toolcast_test_support::lists::Counts;
use toolcast_test_support::measured::maker::Maker;
use toolcast_test_support::{judges, none, proto, sampled};

use super::arguments::sets;

/// The name that no schema lists.
const UNLISTED: &str = "zz unlisted";

/// Returns the text of the parameters as JSON Schema. xAI closes each object without
/// `additionalProperties`.
fn as_json_schema(provider: Provider, declaration: &str) -> Value {
    let declaration: Value = serde_json::from_str(declaration).expect("our text is JSON");
    let (parameters, _) = judges::parameters(provider, &declaration);
    let Some(parameters) = parameters else {
        return json!({"type": "object", "additionalProperties": false});
    };
    match provider {
        Provider::Gemini | Provider::Vertex => proto::to_json_schema(parameters),
        Provider::XAi => closed(parameters.clone()),
        _ => parameters.clone(),
    }
}

fn closed(mut schema: Value) -> Value {
    change_each(&mut schema, &mut |schema| {
        let is_object = schema.get("properties").is_some_and(Value::is_object)
            || schema.get("type").is_some_and(|ty| *ty == "object");
        if is_object && schema.get("additionalProperties").is_none() {
            schema["additionalProperties"] = json!(false);
        }
    });
    schema
}

/// Returns the value with the name added to one object, for each object in it.
fn extended(value: &Value) -> Vec<Value> {
    let objects = places(value).into_iter();
    let objects = objects.filter(|(_, value)| value.is_object());
    let extended = objects.map(|(place, object)| {
        let mut object = object.clone();
        object[UNLISTED] = json!("a");
        replaced(value, &place, object)
    });
    extended.collect()
}

/// A dialect's text of a schema, compiled, and its report's entries about other names.
struct Text {
    dialect: &'static Dialect,
    judge: jsonschema::Validator,
    is_narrowed: bool,
}

impl Text {
    fn new(dialect: &'static Dialect, set: &ToolSet) -> Option<Self> {
        let provider = dialect.provider();
        let declarations = set.declarations(provider).ok()?;
        let text = as_json_schema(provider, declarations[0]);
        let report = set.tools().next()?.report_for(provider);
        let narrowed = |entry: &toolcast::ReportEntry| {
            entry.outcome == Outcome::Narrowed && entry.keyword == "additionalProperties"
        };
        Some(Text {
            dialect,
            judge: jsonschema::draft202012::new(&text).ok()?,
            is_narrowed: report.entries.iter().any(narrowed),
        })
    }

    /// Returns true if the text accepts the value, and the decoder returns it unchanged.
    fn keeps(&self, imported: &ImportedSchema, value: &Value) -> bool {
        imported.with_schema(|tree| {
            let sent = toolcast::to_model(tree, self.dialect, value.clone());
            self.judge.is_valid(&sent) && toolcast::from_model(tree, self.dialect, sent) == *value
        })
    }
}

/// Checks the names of each object in the values. Returns how many it checked.
fn check(schema: &Value, values: &[Value], failures: &mut Vec<String>) -> usize {
    let (Some((imported, sets)), Ok(judge)) = (sets(schema), jsonschema::validator_for(schema))
    else {
        return 0;
    };
    let texts: Vec<Text> = (sets.iter())
        .filter_map(|(dialect, set)| Text::new(dialect, set))
        .collect();
    let mut checked = 0;
    for value in values.iter().filter(|value| judge.is_valid(value)) {
        let extended: Vec<Value> = (extended(value).into_iter())
            .filter(|value| judge.is_valid(value))
            .collect();
        for text in &texts {
            if !text.keeps(&imported, value) {
                continue;
            }
            for extended in &extended {
                checked += 1;
                if !text.keeps(&imported, extended) && !text.is_narrowed {
                    let strict = if text.dialect.strict() { " strict" } else { "" };
                    let provider = text.dialect.provider();
                    failures.push(format!("{provider}{strict}: {extended}\n  {schema}"));
                }
            }
        }
    }
    checked
}

#[test]
fn names_that_an_open_object_accepts_are_accepted_or_reported() {
    let inner = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    let mut failures = Vec::new();
    for (schema, value) in [
        (json!({"type": "object"}), json!({})),
        (inner.clone(), json!({"a": 1})),
        (
            json!({"type": "object", "properties": {"of": inner}, "additionalProperties": false}),
            json!({"of": {"a": 1}}),
        ),
        (
            json!({"type": "object", "properties": {"of": {"type": "array", "items": inner}}}),
            json!({"of": [{"a": 1}, {}]}),
        ),
        (
            json!({"type": "object", "properties": {"of": {"anyOf": [inner, {"type": "string"}]}}}),
            json!({"of": {"a": 1}}),
        ),
        (
            json!({"type": "object", "properties": {"of": {"$ref": "#/$defs/inner"}}, "$defs": {"inner": inner}}),
            json!({"of": {"a": 1}}),
        ),
    ] {
        assert!(check(&schema, &[value], &mut failures) > 0, "{schema}");
    }
    none(&failures);
}

#[test]
fn names_that_real_tools_accept_are_accepted_or_reported() {
    let mut failures = Vec::new();
    let mut checked = 0;
    for (_, tool) in sampled(super::corpus::tools()) {
        let schema = &tool["inputSchema"];
        let mut maker = Maker::new(schema, 7);
        let values: Vec<Value> = (0..3).map(|_| maker.value()).collect();
        checked += check(schema, &values, &mut failures);
        // The entry of an open root is not one of an object inside.
        let mut closed = schema.clone();
        closed["additionalProperties"] = json!(false);
        checked += check(&closed, &values, &mut failures);
    }
    none(&failures);
    let mut counts = Counts::default();
    counts.add("values with an unlisted name", checked);
    counts.agree_with_corpus("imported/schemas/unknown_names");
}

/// A strict text has a type inside of itself as a string containing JSON, which isn't closed.
#[test]
fn names_in_a_text_that_holds_json_are_kept() {
    let schema = json!({
        "type": "object", "properties": {"root": {"$ref": "#/$defs/node"}}, "additionalProperties": false,
        "$defs": {"node": {"type": "object", "properties": {"below": {"$ref": "#/$defs/node"}}}},
    });
    let imported = ImportedSchema::parse(&schema).expect("a schema");
    let value = json!({"root": {"below": {UNLISTED: 1, "below": {UNLISTED: 2}}}});
    for dialect in Dialect::all() {
        // The strict modes of OpenAI have references.
        if dialect.strict() && toolcast_test_support::name(dialect).contains("openai") {
            continue;
        }
        let back = imported.with_schema(|tree| {
            let sent = toolcast::to_model(tree, dialect, value.clone());
            toolcast::from_model(tree, dialect, sent)
        });
        assert_eq!(back, value, "{}", toolcast_test_support::name(dialect));
    }
}

/// A report's entries `narrowed`, as keyword and place.
fn narrowed(set: &ToolSet, provider: Provider) -> Vec<(String, String)> {
    let report = set.tools().next().expect("a tool").report_for(provider);
    (report.entries.into_iter())
        .filter(|entry| entry.outcome == Outcome::Narrowed)
        .map(|entry| (entry.keyword, entry.pointer))
        .collect()
}

#[test]
fn the_entry_is_at_the_object() {
    let schema = json!({"type": "object", "properties": {"of": {"type": "object", "properties": {"a": {"type": "integer"}}}}});
    let echo = |arguments: Value, _: &_| Ok::<_, String>(arguments.to_string());
    let set = |schema: &Value| {
        let tool = DynamicTool::from_schema("t", "Any.", schema, echo).expect("a schema");
        ToolSet::builder().dynamic(tool).build().expect("a set")
    };
    let nested = set(&schema);
    let entry = |place: &str| ("additionalProperties".to_owned(), place.to_owned());
    assert_eq!(
        narrowed(&nested, Provider::OpenAi),
        [entry("/properties/of"), entry("")]
    );
    let text = nested.declarations(Provider::XAi).expect("a text")[0];
    assert_eq!(text.matches("\"additionalProperties\":true").count(), 2);
    let text = nested.declarations(Provider::Groq).expect("a text")[0];
    assert_eq!(text.matches("additionalProperties").count(), 0);
    // Gemini accepts no object without properties, so there are no parameters.
    let any = set(&json!({"type": "object"}));
    assert_eq!(narrowed(&any, Provider::Gemini), [entry("")]);
    let none = set(&json!({"type": "object", "additionalProperties": false}));
    for &provider in Provider::ALL {
        assert_eq!(narrowed(&none, provider), [], "{provider}");
    }
}
