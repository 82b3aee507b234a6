//! Checks each entry of a report against the texts, and each difference between the texts against
//! the report.
//!
//! The canonical text of a schema is compared with a provider's text. A constraint that the
//! provider's text lacks needs an entry at its place. A `text` entry needs its text in the
//! description there. An `exact` entry needs another form there, and a value that can be converted
//! back. `narrowed` and `widened` entries need a witness. No entry occurs twice, and none is left
//! over.

mod alike;
mod compared;
mod keywords;
mod tool;
mod witness;

use compared::Comparison;
use serde_json::{Value, json};
use tool::Claimed;
use toolcast::import::ToolDefinition;
use toolcast::{Dialect, Outcome, Provider, ReportEntry};
use toolcast_test_support::{
    self as support, canonical, corpus, is_refused, none, reports, sampled, text,
};
use toolcast_tests::{tools, zoo};

/// Checks the report of one tool for one provider.
fn faults(tool: &Claimed<'_>) -> Vec<String> {
    let mut failures: Vec<String> = Vec::new();
    for (i, one) in tool.entries.iter().enumerate() {
        let same =
            |other: &&ReportEntry| other.pointer == one.pointer && other.keyword == one.keyword;
        if tool.entries[..i].iter().any(|other| same(&other)) {
            failures.push(format!(
                "twice: {} `{}` {:?}",
                one.pointer, one.keyword, one.outcome
            ));
        }
    }
    let mut comparison = Comparison::new(tool);
    comparison.roots();
    failures.extend(comparison.finish());
    failures.extend(witness::missing(tool));
    failures.extend(witness::changed(tool));
    failures
        .into_iter()
        .map(|failure| format!("{}, {}: {failure}", tool.name, support::name(tool.dialect)))
        .collect()
}

#[test]
fn reports_of_the_zoo_are_true() {
    let mut failures = Vec::new();
    for specimen in zoo::all() {
        let Ok((_, canonical)) = text(specimen.schema, canonical()) else {
            continue;
        };
        for dialect in Dialect::all() {
            let Ok((_, spoken)) = text(specimen.schema, dialect) else {
                continue;
            };
            let Some(entries) = reports::entries(specimen.schema, dialect) else {
                continue;
            };
            failures.extend(faults(&Claimed {
                name: specimen.name,
                schema: specimen.schema,
                dialect,
                canonical: &canonical,
                spoken: &spoken,
                entries: &entries,
            }));
        }
    }
    none(&failures);
}

#[test]
fn reports_of_tools_are_true() {
    let mut failures = Vec::new();
    for tool in tools::all() {
        let schema = tool.parameters();
        let (_, canonical) = text(schema, canonical()).expect("a canonical text");
        for &provider in Provider::ALL {
            let report = tool.report_for(provider);
            let dialect = Dialect::of(provider, report.strict).expect("a dialect");
            if is_refused(schema, dialect) {
                continue;
            }
            let (_, spoken) = text(schema, dialect).expect("a text");
            failures.extend(faults(&Claimed {
                name: tool.name(),
                schema,
                dialect,
                canonical: &canonical,
                spoken: &spoken,
                entries: &report.entries,
            }));
        }
    }
    none(&failures);
}

/// The control: the same entries, for a text that accepts nothing more than the canonical one.
#[test]
fn a_widened_entry_without_a_witness_is_found() {
    let mut planted = 0;
    for tool in tools::all() {
        let schema = tool.parameters();
        let (_, text) = text(schema, canonical()).expect("a canonical text");
        let mut entries = tool.report_for(Provider::Gemini).entries.clone();
        entries.retain(|entry| entry.outcome == Outcome::Widened);
        let missing = witness::missing(&Claimed {
            name: tool.name(),
            schema,
            dialect: canonical(),
            canonical: &text,
            spoken: &text,
            entries: &entries,
        });
        assert_eq!(missing.len(), entries.len(), "{}: {entries:?}", tool.name());
        planted += entries.len();
    }
    assert!(planted >= 5, "{planted}");
}

/// Unions of alternatives that are written alike somewhere.
fn alike() -> Value {
    let id = json!({"type": "string"});
    let open = json!({"type": "object", "additionalProperties": true});
    json!({"type": "object", "properties": {
        "open": {"anyOf": [
            {"type": "object", "properties": {"id": id, "when": {"type": "string", "format": "date-time"}},
             "required": ["id"], "additionalProperties": true},
            open,
        ]},
        "apart": {"anyOf": [
            {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
            open,
        ]},
        "any": {"anyOf": [{"type": "string"}, {}]},
        "date": {"anyOf": [{"type": "string", "format": "date"}, {}]},
        "text": {"anyOf": [{"type": "integer"}, {"type": "string"}, open]},
        "numbers": {"anyOf": [{"enum": [1, 2]}, {"type": "string"}]},
        "others": {"anyOf": [{"enum": ["1", "b"]}, {"type": "array", "items": {"enum": [1, 2]}}, {"enum": [1, 3]}]},
        "names": {"anyOf": [{"enum": ["a", "b"]}, {"enum": [1, 2]}]},
        "items": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "array", "items": {}}]},
        "values": {"anyOf": [{"type": "object", "additionalProperties": {"type": "string"}}, open]},
        "tags": {"anyOf": [
            {"type": "object", "properties": {"tag": {"const": "a"}, "of": {"type": "string"}}, "required": ["tag", "of"]},
            {"type": "object", "properties": {"tag": {"const": "b"}, "of": {}}, "required": ["tag", "of"]},
        ]},
        "empty": {"anyOf": [{"type": "object", "properties": {"a": {"type": "object", "additionalProperties": false}}, "required": ["a"]},
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}]},
        "pairs": {"anyOf": [
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
            {"type": "array", "items": {}},
        ]},
    }})
}

/// Two alternatives with the same text are never reported as exact, and two with different texts
/// are not reported as lost.
#[test]
fn alternatives_with_the_same_text_are_reported() {
    let mut failures = Vec::new();
    let all = alike();
    for (name, schema) in all["properties"].as_object().expect("properties") {
        let schema = json!({"type": "object", "properties": {name: schema}});
        let shape = json!({"name": name, "description": "D", "inputSchema": schema});
        of_definition(&shape, &mut failures);
    }
    none(&failures);
}

/// Properties of a third-party tool, each with something that providers have no keyword for.
fn third_party() -> Value {
    let node = json!({"type": "object", "properties": {
        "name": {"type": "string"},
        "below": {"type": "array", "items": {"$ref": "#/$defs/node"}},
    }});
    let either = json!([{"type": "string"}, {"type": "integer", "minimum": 3}]);
    json!({"type": "object", "$defs": {"node": node}, "properties": {
        "either": {"anyOf": either, "default": "both", "description": "One of two"},
        "nothing": {"anyOf": either, "default": ""},
        "empty": {"type": "string", "default": ""},
        "maybe": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null},
        "object": {"type": ["object", "null"], "properties": {"deep": {
            "type": "object",
            "properties": {"a": {"enum": ["x", "y"]}, "c": {"type": "array", "items": {"type": "integer"}}},
        }}, "required": ["deep"]},
        "tree": {"$ref": "#/$defs/node"},
        "trees": {"type": "object", "additionalProperties": {"$ref": "#/$defs/node"}},
        "sizes": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1, "multipleOf": 5}},
        "pair": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
    }, "required": ["object", "pair"]})
}

#[test]
fn reports_of_a_third_party_tool_are_true() {
    let mut failures = Vec::new();
    let shape = json!({"name": "t", "description": "D", "inputSchema": third_party()});
    of_definition(&shape, &mut failures);
    none(&failures);
}

#[test]
fn reports_of_the_corpus_are_true() {
    let mut failures = Vec::new();
    for path in sampled(corpus::files("mcp_tools")) {
        let file = std::fs::read_to_string(&path).expect("a file of the corpus");
        let file: Value = serde_json::from_str(&file).expect("JSON");
        for one in file["tools"].as_array().expect("a list of tools") {
            if ToolDefinition::parse(one).is_ok() {
                of_definition(one, &mut failures);
            }
        }
    }
    none(&failures);
}

/// Checks the reports of a definition for each provider, in the mode that it has by itself, with
/// strict mode and without.
fn of_definition(definition: &Value, failures: &mut Vec<String>) {
    let modes = [None, Some(true), Some(false)].map(|strict| {
        let mut definition = definition.clone();
        if let Some(strict) = strict {
            definition["strict"] = strict.into();
        }
        ToolDefinition::parse(&definition).expect("a definition")
    });
    let mut checked = Vec::new();
    for definition in &modes {
        definition.with_schema(|schema| of_mode(definition, schema, &mut checked, failures));
    }
}

fn of_mode(
    definition: &ToolDefinition,
    schema: &toolcast::schema::Schema<'_>,
    checked: &mut Vec<(Provider, bool)>,
    failures: &mut Vec<String>,
) {
    let Ok((_, canonical)) = text(schema, canonical()) else {
        return;
    };
    for &provider in Provider::ALL {
        let report = definition.report_for(provider);
        let dialect = Dialect::of(provider, report.strict).expect("a dialect");
        if checked.contains(&(provider, report.strict)) {
            continue;
        }
        let Ok((_, mut spoken)) = text(schema, dialect) else {
            continue;
        };
        let declaration = definition.schema_for(provider).expect("a text");
        let declaration = serde_json::from_str(&declaration).expect("JSON");
        if support::judges::parameters(provider, &declaration)
            .0
            .is_none()
        {
            // Without parameters no arguments can be sent.
            spoken["additionalProperties"] = false.into();
        }
        checked.push((provider, report.strict));
        failures.extend(faults(&Claimed {
            name: definition.name(),
            schema,
            dialect,
            canonical: &canonical,
            spoken: &spoken,
            entries: &report.entries,
        }));
    }
}
