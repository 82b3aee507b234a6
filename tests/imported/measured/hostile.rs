//! Schemas built to do harm, with arguments checked against them too: each quickly ends in a tool
//! or an error.

use serde_json::{Map, Value, json};
use std::fmt::Write;
use toolcast::Dialect;
use toolcast::call::CallContext;
use toolcast::import::ImportedSchema;
use toolcast::set::{DynamicTool, ToolSet};

use crate::soon;

/// Reads it, renders it for every provider and validates some values, ignoring the results.
fn all(schema: &str) -> Result<(), String> {
    let imported = ImportedSchema::parse(schema).map_err(|error| error.to_string())?;
    imported.with_schema(|schema| {
        for dialect in Dialect::all() {
            if let Ok(text) = toolcast::render(schema, dialect) {
                serde_json::from_str::<Value>(&text).expect("our text is JSON");
            }
        }
    });
    for value in [
        json!({}),
        json!({"a": "x"}),
        json!({"a": {"a": {"a": [1, "x"]}}}),
    ] {
        let _ = imported.validate(&value);
    }
    Ok(())
}

#[test]
fn many_properties_are_read_or_refused_soon() {
    for (n, read) in [(30_000, true), (100_000, false)] {
        soon("properties", || {
            let names = || (0..n).map(|n| format!("p{n}"));
            let properties: Map<String, Value> = names()
                .map(|name| (name, json!({"type": "string"})))
                .collect();
            let required: Vec<String> = names().collect();
            let schema = json!({"type": "object", "properties": properties, "required": required});
            assert_eq!(all(&schema.to_string()).is_ok(), read);
        });
    }
    soon("names that are asked for", || {
        let required: Vec<String> = (0..30_000).map(|n| format!("p{n}")).collect();
        let _ = all(&json!({"required": required}).to_string());
    });
}

#[test]
fn many_parts_of_a_union_are_read_soon() {
    let many = |n: usize, one: fn(usize) -> Value| (0..n).map(one).collect::<Vec<Value>>();
    soon("allOf", || {
        let parts = many(
            1_000,
            |n| json!({"properties": {format!("p{n}"): {"type": "integer"}}, "required": [format!("p{n}")]}),
        );
        assert!(all(&json!({"allOf": parts}).to_string()).is_ok());
        let parts = many(1_000, |_| json!({"$ref": "#/$defs/A"}));
        let schema = json!({"properties": {"a": {"allOf": parts}}, "$defs": {"A": {"type": "string", "minLength": 1}}});
        assert!(all(&schema.to_string()).is_ok());
    });
    soon("alternatives", || {
        for keyword in ["anyOf", "oneOf"] {
            let parts = many(
                5_000,
                |n| json!({"type": "object", "properties": {"kind": {"const": n}}, "required": ["kind"]}),
            );
            assert!(all(&json!({"properties": {"a": {keyword: parts}}}).to_string()).is_ok());
        }
    });
    soon("words", || {
        let values = many(100_000, |n| json!(n));
        let patterns: Map<String, Value> = (0..2_000)
            .map(|n| (format!("^p{n}$"), json!({"type": "string"})))
            .collect();
        let dependent: Map<String, Value> = (0..10_000)
            .map(|n| (format!("p{n}"), json!({"required": ["a"]})))
            .collect();
        let schema = json!({"not": {"enum": values}, "patternProperties": patterns, "dependentSchemas": dependent});
        assert!(all(&schema.to_string()).is_ok());
    });
}

/// As deep as JSON is read at all, in the keywords that the tree does not follow.
#[test]
fn keywords_nested_to_the_limit_are_read_soon() {
    soon("deep words", || {
        for (open, close) in [
            (r#"{"not":"#, "}"),
            (r#"{"anyOf":["#, "]}"),
            (r#"{"properties":{"a":"#, "}}"),
            (r#"{"if":{},"then":"#, "}"),
            (r#"{"contains":"#, "}"),
        ] {
            for depth in [30, 70, 150] {
                let text = format!(
                    "{{\"not\":{}{{}}{}}}",
                    open.repeat(depth),
                    close.repeat(depth)
                );
                let _ = all(&text);
            }
        }
    });
}

#[test]
fn texts_of_ten_megabytes_are_read_soon() {
    soon("ten megabytes", || {
        let long = "x".repeat(10 << 20);
        let _ = all(
            &json!({"description": long, "properties": {"a": {"not": {"const": long}}}})
                .to_string(),
        );
        let _ = all(&json!({"properties": {"a": {"const": long}, long.as_str(): {}}}).to_string());
    });
}

#[test]
fn webs_of_references_are_read_in_time() {
    soon("webs", || {
        for keyword in ["not", "if", "contains", "propertyNames"] {
            let mut web = json!({keyword: {"$ref": "#/$defs/d0"}, "$defs": {}});
            for i in 0..12 {
                let members: Map<String, Value> = (0..12)
                    .map(|j| {
                        (
                            ["a", "b"][j % 2].to_owned() + &"a".repeat(j),
                            json!({"$ref": format!("#/$defs/d{j}")}),
                        )
                    })
                    .collect();
                web["$defs"][format!("d{i}")] = json!({"type": "object", "properties": members});
            }
            let _ = all(&web.to_string());
        }
        let mut bomb = String::from(r##"{"if":{"$ref":"#/$defs/d0"},"$defs":{"##);
        for i in 0..30 {
            let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, i + 1);
            let _ = write!(
                bomb,
                r#""d{i}":{{"if":{next},"then":{next},"else":{next}}},"#
            );
        }
        bomb.push_str(r#""d30":{"type":"string"}}}"#);
        let _ = all(&bomb);
    });
}

/// Definitions that each refer to the next one ten times: `allOf` of ten to the power of levels.
fn definitions(levels: usize) -> Value {
    let next = |i: usize| json!({ "$ref": format!("#/$defs/d{i}") });
    let all = |i: usize| match i {
        i if i == levels => json!({}),
        i => json!({"allOf": vec![next(i + 1); 10]}),
    };
    Value::Object((0..=levels).map(|i| (format!("d{i}"), all(i))).collect())
}

/// The value is rejected at once. All that is below has far more faults than can be collected.
#[test]
fn errors_below_a_missing_property_are_not_collected_without_a_bound() {
    soon("errors", || {
        let below = json!({"required": ["z"], "allOf": [{"$ref": "#/$defs/d0"}]});
        let schema = json!({"type": "object", "not": {"not": below}, "$defs": definitions(14)});
        let imported = ImportedSchema::parse(&schema).expect("a schema");
        assert!(imported.validate(&json!({})).is_err());
    });
}

/// There are ten to the power of fourteen ways to what these keywords look into.
#[test]
fn unevaluated_keywords_over_many_ways_end_at_the_bound() {
    soon("unevaluated", || {
        for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
            let inner = json!({"$ref": "#/$defs/d0", keyword: false});
            let mut schema = json!({"type": "object", "not": inner, "$defs": definitions(14)});
            schema["$defs"]["d14"] = json!({"minimum": 1});
            let imported = ImportedSchema::parse(&schema).expect("a schema");
            let rejected = imported.validate(&json!({})).expect_err("too many ways");
            assert!(rejected.to_string().contains("too many ways"), "{rejected}");
        }
    });
}

/// Twelve types with an address that all refer to one another: there are more ways of references
/// among them than anything could follow.
fn addressed(keyword: &str) -> Value {
    let one = |i: usize| {
        let refers = |j: usize| {
            (
                format!("p{j}"),
                json!({ "$ref": format!("https://x/T{j}") }),
            )
        };
        let properties: Map<String, Value> = (0..12).map(refers).collect();
        json!({"$id": format!("https://x/T{i}"), "type": "object", "properties": properties,
            "not": {"required": ["z"]}})
    };
    let all: Map<String, Value> = (0..12).map(|i| (format!("T{i}"), one(i))).collect();
    json!({"type": "object", "not": {"not": {keyword: "https://x/T0"}}, "$defs": all})
}

#[test]
fn types_with_addresses_are_compiled_once() {
    soon("addressed types", || {
        for inside in [None, Some("default")] {
            let mut schema = addressed("$ref");
            if let Some(name) = inside {
                schema["$defs"] = json!({name: {"$defs": schema["$defs"]}});
            }
            let imported = ImportedSchema::parse(&schema).expect("a schema");
            let reported = imported.losses().iter();
            let unchecked = reported.filter(|one| one.reason.contains("not checked"));
            assert_eq!(unchecked.count(), 0);
            let nested = |leaf| (0..20).fold(leaf, |one, i| json!({format!("p{}", i % 12): one}));
            assert!(imported.validate(&nested(json!({}))).is_ok());
            assert!(imported.validate(&nested(json!({"z": 1}))).is_err());
        }
    });
}

/// A reference is looked up once, not for each value.
#[test]
fn references_among_many_addresses_are_looked_up_in_time() {
    soon("addresses", || {
        let mut schema = json!({
            "properties": {"a": {"items": {"$ref": "#/$defs/x"}}},
            "$defs": {"x": {"not": {"const": "x"}}},
        });
        for i in 0..900 {
            schema["$defs"][format!("i{i}")] = json!({ "$id": format!("u:{i}") });
        }
        let imported = ImportedSchema::parse(&schema).expect("a schema");
        assert!(
            imported
                .losses()
                .iter()
                .all(|one| !one.reason.contains("not checked"))
        );
        let value = json!({"a": (0..300_000).collect::<Vec<_>>()});
        assert!(imported.validate(&value).is_ok());
        let wrong = json!({"a": ["x"]});
        assert!(imported.validate(&wrong).is_err());
    });
}

/// One set with a thousand tools. Finding a tool must not visit all others.
#[test]
fn a_thousand_tools_are_called_in_time() {
    soon("a thousand tools", || {
        let schema = json!({"properties": {"a": {"type": "string", "not": {"const": "x"}}, "b": {"type": "array", "items": {"$ref": "#/$defs/B"}}}, "$defs": {"B": {"type": "object", "properties": {"c": {"type": "integer"}}}}});
        let text = schema.to_string();
        let mut set = ToolSet::builder();
        for n in 0..1_000 {
            let tool = DynamicTool::from_schema(
                format!("t{n}"),
                "It",
                &text,
                |value: Value, _: &CallContext| Ok::<_, String>(value.to_string()),
            );
            set = set.dynamic(tool.expect("a schema"));
        }
        let set = set.build().expect("a set");
        assert_eq!(set.len(), 1_000);
        assert_eq!(
            set.declarations(toolcast::Provider::Mcp)
                .map(|all| all.len()),
            Ok(1_000)
        );
    });
}
