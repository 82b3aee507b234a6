//! Reports as claims: each entry of a report is checked against the texts, and each difference between the texts against the report.
//!
//! The canonical text of a schema and that of a provider are read side by side. A constraint of the one that the other lacks needs an entry at its place. An
//! entry `text` needs its words in the description there, an entry `exact` needs another form there and a value that comes back, `narrowed` and `widened`
//! need a witness. No entry comes twice, and no entry is left over.

mod beside;
mod keywords;
#[path = "../it/support/mod.rs"]
#[allow(dead_code)] // The other binary uses all of it.
mod support;
mod tool;
mod witness;

use beside::Beside;
use serde_json::{Value, json};
use support::{canonical, is_refused, none, text};
use tool::Claimed;
use toolcast::import::Definition;
use toolcast::{Dialect, Provider, ReportEntry};
use toolcast_tests::{corpus, tools, zoo};

/// What is wrong with the report of one tool for one provider.
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
    let mut beside = Beside::new(tool);
    beside.roots();
    failures.extend(beside.finish());
    failures.extend(witness::missing(tool));
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
            let Some(entries) = tool::entries(specimen.schema, dialect) else {
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
        for provider in Provider::ALL {
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
    let definition = Definition::read(&shape).expect("a definition");
    definition.with_schema(|schema| of_definition(&definition, schema, &mut failures));
    none(&failures);
}

#[test]
fn reports_of_the_corpus_are_true() {
    let mut failures = Vec::new();
    for path in corpus::files("mcp_tools") {
        let file = std::fs::read_to_string(&path).expect("a file of the corpus");
        let file: Value = serde_json::from_str(&file).expect("JSON");
        for one in file["tools"].as_array().expect("a list of tools") {
            if let Ok(definition) = Definition::read(&one.to_string()) {
                definition.with_schema(|schema| of_definition(&definition, schema, &mut failures));
            }
        }
    }
    none(&failures);
}

fn of_definition(
    definition: &Definition,
    schema: &toolcast::schema::Schema<'_>,
    failures: &mut Vec<String>,
) {
    let Ok((_, canonical)) = text(schema, canonical()) else {
        return;
    };
    for provider in Provider::ALL {
        let report = definition.report(provider);
        let dialect = Dialect::of(provider, report.strict).expect("a dialect");
        let Ok((_, spoken)) = text(schema, dialect) else {
            continue;
        };
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
