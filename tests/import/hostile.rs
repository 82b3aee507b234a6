//! Schemas made to do harm: each ends in a tool or in an error, soon.

use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};
use toolcast::import::Imported;
use toolcast::{Dialect, Provider};

/// Far more than any of these takes, so that a slow machine is no failure; quadratic time would be.
const SOON: Duration = Duration::from_secs(120);

fn soon(what: &str, run: impl FnOnce()) {
    let begin = Instant::now();
    run();
    let took = begin.elapsed();
    assert!(took < SOON, "{what} took {took:?}");
}

/// Reads it and renders it for everybody, whatever comes of it.
fn all(schema: &str) -> Result<usize, String> {
    let imported = Imported::read(schema).map_err(|error| error.to_string())?;
    let mut bytes = 0;
    imported.with_schema(|schema| {
        for dialect in Dialect::all() {
            if let Ok(text) = toolcast::render(schema, dialect) {
                serde_json::from_str::<Value>(&text).expect("our text is JSON");
                bytes += text.len();
            }
        }
    });
    Ok(bytes)
}

#[test]
fn ten_thousand_levels() {
    soon("nesting", || {
        let text = format!(
            "{}{}{}",
            r#"{"properties":{"a":"#.repeat(10_000),
            "{}",
            "}}".repeat(10_000)
        );
        assert!(all(&text).is_err());
        let lists = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(all(&lists).is_err());
        let mut value = json!({});
        for _ in 0..10_000 {
            // Not by `json!`, which copies what it is given.
            value = Value::Object([("items".to_owned(), value)].into_iter().collect());
        }
        assert!(Imported::read(&value).is_err());
        // To drop it takes stack too.
        std::mem::forget(value);
        // As deep as it is read.
        let text = format!(
            "{}{}{}",
            r#"{"type":"array","items":"#.repeat(40),
            "{}",
            "}".repeat(40)
        );
        assert!(all(&text).is_ok_and(|bytes| bytes > 0));
    });
}

#[test]
fn loops_of_references() {
    soon("loops", || {
        for schema in [
            json!({"$ref": "#"}),
            json!({"properties": {"a": {"$ref": "#/properties/a"}}}),
            json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}}),
            json!({"allOf": [{"$ref": "#"}]}),
            json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"allOf": [{"$ref": "#/$defs/A"}, {"type": "string"}]}}}),
            json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}]}}}),
            json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}}}),
            json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "string"}]}}}),
            json!({"anyOf": [{"$ref": "#"}, {"type": "object"}]}),
            json!({"type": ["object", "null"], "properties": {"a": {"$ref": "#"}}, "required": ["a"]}),
        ] {
            // Whatever it is, it is no panic.
            let _ = all(&schema.to_string());
        }
    });
}

#[test]
fn chains_and_bombs() {
    soon("chains", || {
        let mut chain = String::from(r##"{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{"##);
        for i in 0..10_000 {
            let _ = write!(chain, r##""d{i}":{{"$ref":"#/$defs/d{}"}},"##, i + 1);
        }
        chain.push_str(r#""d10000":{}}}"#);
        assert!(all(&chain).is_err());
        // Each definition twice in the one before it: two to the power of forty.
        for link in ["properties", "allOf"] {
            let mut bomb = String::from(r##"{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{"##);
            for i in 0..40 {
                let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, i + 1);
                let _ = if link == "allOf" {
                    write!(bomb, r#""d{i}":{{"allOf":[{next},{next}]}},"#)
                } else {
                    write!(
                        bomb,
                        r#""d{i}":{{"type":"object","properties":{{"x":{next},"y":{next}}}}},"#
                    )
                };
            }
            bomb.push_str(r#""d40":{"type":"string"}}}"#);
            let _ = all(&bomb);
        }
        // Twelve definitions that all contain one another.
        let mut web = json!({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {}});
        for i in 0..12 {
            let members: serde_json::Map<String, Value> = (0..12)
                .map(|j| (format!("p{j}"), json!({"$ref": format!("#/$defs/d{j}")})))
                .collect();
            web["$defs"][format!("d{i}")] = json!({"type": "object", "properties": members});
        }
        let _ = all(&web.to_string());
    });
}

#[test]
fn size() {
    soon("size", || {
        let values: Vec<String> = (0..100_000).map(|n| format!("value {n}")).collect();
        let schema = json!({"properties": {"a": {"enum": values}}}).to_string();
        assert!(all(&schema).is_ok_and(|bytes| bytes > 0));
        let properties: serde_json::Map<String, Value> = (0..5_000)
            .map(|n| (format!("p{n}"), json!({"type": "string"})))
            .collect();
        let required: Vec<String> = (0..5_000).map(|n| format!("p{n}")).collect();
        let schema = json!({"type": "object", "properties": properties, "required": required});
        assert!(all(&schema.to_string()).is_ok_and(|bytes| bytes > 0));
        let long = "x".repeat(10 << 20);
        let schema = json!({"description": long, "properties": {long.as_str(): {"description": long, "not": {"const": long}}}});
        let _ = Imported::read(&schema);
        for pattern in [
            "[".repeat(100_000),
            "(".repeat(100_000),
            "(a+)+$".repeat(300),
            "((((x{99}){99}){99}){99})".into(),
        ] {
            let schema = json!({"properties": {"a": {"type": "string", "pattern": pattern}}});
            let _ = all(&schema.to_string());
        }
    });
}

#[test]
fn a_thousand_tools_take_linear_time() {
    let schema = json!({"properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {"$ref": "#/$defs/B"}}}, "$defs": {"B": {"type": "object", "properties": {"c": {"type": "integer"}}}}});
    let text = schema.to_string();
    soon("a thousand tools", || {
        for _ in 0..1_000 {
            let imported = Imported::read(&text).expect("a schema");
            let dialect = Dialect::all()
                .iter()
                .find(|dialect| dialect.provider() == Provider::Gemini)
                .expect("a dialect");
            imported
                .with_schema(|schema| toolcast::render(schema, dialect))
                .expect("a text");
        }
    });
}

#[test]
fn what_is_no_schema() {
    for text in [
        "",
        "{",
        "[]",
        "null",
        "7",
        "\"x\"",
        "{\"type\":",
        "{\"$ref\":7}",
        "{\"properties\":7}",
        "{\"enum\":7}",
        "{\"anyOf\":{}}",
        "{\"type\":[]}",
        "{\"items\":\"x\"}",
        "\u{0}",
    ] {
        let _ = all(text);
    }
}
