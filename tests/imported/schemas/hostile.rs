//! Schemas built to do harm: each quickly ends in a tool or an error.

use futures_executor::block_on;
use serde_json::{Value, json};
use std::fmt::Write;
use toolcast::call::{ToolCall, ToolResult};
use toolcast::import::ImportedSchema;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Dialect, Provider};

use crate::soon;

/// Reads the schema and renders it for every provider, ignoring rejections.
fn all(schema: &str) -> Result<usize, String> {
    let imported = ImportedSchema::parse(schema).map_err(|error| error.to_string())?;
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
fn schemas_of_ten_thousand_levels_are_an_error() {
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
            // Not by `json!`, which copies its values.
            value = Value::Object([("items".to_owned(), value)].into_iter().collect());
        }
        assert!(ImportedSchema::parse(&value).is_err());
        // Dropping it uses stack too.
        std::mem::forget(value);
        // The deepest schema that is still read.
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
fn loops_of_references_are_read_or_rejected_in_time() {
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
            // Any result is fine, but not a panic.
            let _ = all(&schema.to_string());
        }
    });
}

#[test]
fn long_chains_and_exponential_definitions_are_read_or_rejected_in_time() {
    soon("chains", || {
        let mut chain = String::from(r##"{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{"##);
        for i in 0..10_000 {
            let _ = write!(chain, r##""d{i}":{{"$ref":"#/$defs/d{}"}},"##, i + 1);
        }
        chain.push_str(r#""d10000":{}}}"#);
        assert!(all(&chain).is_err());
        // A chain from the root, with a text at each step.
        let mut definitions = serde_json::Map::new();
        for i in 0..10_000 {
            let next = format!("#/$defs/d{}", i + 1);
            let step = json!({"$ref": next, "description": "the next"});
            definitions.insert(format!("d{i}"), step);
        }
        definitions.insert("d10000".to_owned(), json!({"type": "object"}));
        let chain = json!({"$ref": "#/$defs/d0", "$defs": definitions});
        assert!(all(&chain.to_string()).is_err());
        // Each definition occurs twice in the one before it: two to the power of forty.
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
fn large_schemas_are_read_or_refused_soon() {
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
        let _ = ImportedSchema::parse(&schema);
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
fn a_thousand_tools_take_seconds() {
    let schema = json!({"properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {"$ref": "#/$defs/B"}}}, "$defs": {"B": {"type": "object", "properties": {"c": {"type": "integer"}}}}});
    let text = schema.to_string();
    soon("a thousand tools", || {
        for _ in 0..1_000 {
            let imported = ImportedSchema::parse(&text).expect("a schema");
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
fn a_value_that_is_not_a_schema_is_an_error() {
    for text in [
        "",
        "{",
        "[]",
        "null",
        "7",
        "\"x\"",
        "{\"type\":",
        "{\"properties\":7}",
        "{\"enum\":7}",
        "{\"anyOf\":{}}",
        "{\"type\":[]}",
        "\u{0}",
    ] {
        assert!(all(text).is_err(), "{text:?}");
    }
    // Any result is fine, but not a panic.
    for text in ["{\"$ref\":7}", "{\"items\":\"x\"}"] {
        let _ = all(text);
    }
}

/// Calls a tool of the schema, as every provider.
fn called(schema: &Value, arguments: &Value) -> Vec<ToolResult> {
    let tool = DynamicTool::from_schema("t", "", schema, |arguments: Value, _: &_| {
        Ok::<_, String>(arguments.to_string())
    });
    let set = (ToolSet::builder().dynamic(tool.expect("a schema")).build()).expect("a set");
    let call =
        |provider| block_on(set.call(provider, ToolCall::new("1", "t", arguments.to_string())));
    Provider::ALL.iter().copied().map(call).collect()
}

/// An alternative that is the definition itself adds no value: it is left out.
#[test]
fn an_imported_alternative_that_is_the_whole_type_ends() {
    let this = json!({"$ref": "#/properties/a"});
    let definition = json!({"$ref": "#/$defs/D"});
    let schemas = [
        json!({"type": "object", "properties": {"a": {"anyOf": [this, {"type": "string"}]}}}),
        json!({"type": "object", "properties": {"a": {"oneOf": [{"type": "string"}, this]}}}),
        json!({"type": "object", "properties": {"a": {"anyOf": [{"anyOf": [this, {"type": "string"}]}, {"type": "boolean"}]}}}),
        json!({"type": "object", "properties": {"a": {"anyOf": [{"anyOf": [this, {"type": "null"}]}, {"type": "string"}]}}}),
        json!({"type": "object", "properties": {"a": definition}, "$defs": {"D": {"anyOf": [definition, {"type": "string"}]}}}),
        json!({"type": "object", "properties": {"a": definition}, "$defs": {
            "D": {"anyOf": [{"$ref": "#/$defs/E"}, {"type": "string"}]},
            "E": {"anyOf": [{"description": "again", "allOf": [definition]}, {"type": "boolean"}]},
        }}),
    ];
    for schema in &schemas {
        let bytes = all(&schema.to_string()).expect("a schema");
        assert!(bytes > 0, "{schema}");
        for result in called(schema, &json!({"a": "x"})) {
            assert!(!result.is_error(), "{schema}: {result:?}");
        }
        for result in called(schema, &json!({"a": 1})) {
            assert!(result.is_error(), "{schema}: {result:?}");
        }
    }
    // Nothing of it remains.
    let text = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    for schema in &schemas[..2] {
        for dialect in Dialect::all() {
            let render = |schema| {
                let imported = ImportedSchema::parse(schema).expect("a schema");
                imported.with_schema(|schema| toolcast::render(schema, dialect))
            };
            assert_eq!(render(schema), render(&text), "{schema}");
        }
    }
}

/// A root may be itself or an object: it is the object.
#[test]
fn a_root_that_is_itself_or_an_object_is_read_as_the_object() {
    let object =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    let schema = json!({"anyOf": [{"$ref": "#"}, object]});
    let imported = ImportedSchema::parse(&schema).expect("a schema");
    assert_eq!(imported.wrapper_name(), None);
    for result in called(&schema, &json!({"a": "x"})) {
        assert!(!result.is_error(), "{result:?}");
    }
    for result in called(&schema, &json!({"a": 1})) {
        assert!(result.is_error(), "{result:?}");
    }
}

/// A schema that only refers to itself describes no value, so it is rejected.
#[test]
fn a_schema_that_refers_only_to_itself_is_an_error() {
    for schema in [
        json!({"allOf": [{"$ref": "#"}]}),
        json!({"anyOf": [{"$ref": "#"}]}),
        json!({"oneOf": [{"anyOf": [{"$ref": "#"}]}]}),
        json!({"anyOf": [{"$ref": "#"}, {"description": "again", "allOf": [{"$ref": "#"}]}]}),
        json!({"properties": {"a": {"anyOf": [{"$ref": "#/properties/a"}]}}}),
        json!({"properties": {"a": {"$ref": "#/$defs/D"}}, "$defs": {"D": {"description": "D", "$ref": "#/$defs/D"}}}),
    ] {
        let error = ImportedSchema::parse(&schema)
            .expect_err("no schema")
            .to_string();
        assert!(error.contains("refers to itself"), "{schema}: {error}");
    }
    let null = json!({"anyOf": [{"$ref": "#"}, {"type": "null"}]});
    for result in called(&null, &json!({"x": 1})) {
        assert!(result.is_error(), "{result:?}");
    }
}

/// Alternatives that refer to themselves, each with its sibling keywords as text. For a provider
/// without definitions, the text grows with the square of their number.
#[test]
fn a_text_beyond_the_bound_is_refused() {
    let long = "x".repeat(900);
    let references: Vec<_> = (0..450)
        .map(|i| json!({"$ref": format!("#/$defs/D{}", i % 2)}))
        .collect();
    let mut p = json!({"anyOf": references});
    for keyword in ["not", "if", "then", "else", "contains", "unevaluatedItems"] {
        p[keyword] = json!({"const": long});
    }
    let d = json!({"type": "object", "properties": {"k": {"$ref": "#/properties/p"}}});
    let schema = json!({"type": "object", "properties": {"p": p}, "$defs": {"D0": d, "D1": d}});
    let tool = json!({"name": "a", "inputSchema": schema});
    let tool = toolcast::import::ToolDefinition::parse(&tool).expect("a definition");
    let mut refused = Vec::new();
    for &provider in Provider::ALL {
        match tool.schema_for(provider) {
            Ok(text) => assert!(text.len() < 17 << 20, "{provider}: {}", text.len()),
            Err(report) => {
                refused.push(provider);
                let reasons: Vec<_> = report.entries.iter().map(|one| &one.reason).collect();
                assert_eq!(
                    reasons,
                    ["the text would have more than 16 MiB"],
                    "{provider}"
                );
                let report = tool.report_for(provider).entries;
                let last = report.last().map(|one| &one.reason);
                assert_eq!(last, reasons.first().copied(), "{provider}");
            }
        }
    }
    assert_eq!(refused, [Provider::Cohere, Provider::XAi, Provider::Groq]);
}
