//! Single answers of live APIs that the corpus does not have, as requests with their verdicts.

use crate::support::{request, strict, tool};
use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::lint::{self, Evidence, Rule};

fn with(one: &Value) -> Value {
    json!({"type": "object", "properties": {"a": one}, "additionalProperties": false, "required": ["a"]})
}

/// The JSON-Schema fields of a request, each with a property of this schema.
fn json_fields(property: &Value) -> Vec<Value> {
    let schema = with(property);
    let declared = |key: &str| json!([{"functionDeclarations": [{"name": "t", key: schema}]}]);
    vec![
        json!({"contents": [], "tools": declared("parametersJsonSchema")}),
        json!({"contents": [], "tools": declared("responseJsonSchema")}),
        json!({"contents": [], "generationConfig": {"responseJsonSchema": schema}}),
    ]
}

/// Recorded as accepted by the Gemini API. Vertex has an error of its own for it.
#[test]
fn siblings_of_any_of_are_rejected_by_vertex_alone() {
    let any_of = json!([{"type": "string"}, {"type": "integer"}]);
    for sibling in [json!({"default": "x"}), json!({"description": "Either"})] {
        let mut property = sibling;
        property["anyOf"] = any_of.clone();
        for body in json_fields(&property) {
            for provider in [Provider::Gemini, Provider::GeminiJsonSchema] {
                assert_eq!(lint::check(provider, &body), [], "{provider}: {body}");
            }
            let found = lint::check(Provider::Vertex, &body);
            assert_eq!(found.len(), 1, "{body}: {found:?}");
            assert_eq!(found[0].rule, Rule::AnyOfAlone);
            let mut body = body;
            let report = lint::fix(Provider::Vertex, &mut body);
            assert_eq!(report.remaining, [], "{body}");
        }
    }
}

/// Recorded: "For 'object' type, property 'properties' is not supported".
#[test]
fn a_property_of_any_value_is_rejected_by_claude_in_strict_mode() {
    let schema = with(&json!(true));
    for provider in [Provider::Anthropic, Provider::Bedrock] {
        let mut body = request(provider, &[strict("t", schema.clone())]);
        let found = lint::check(provider, &body);
        assert_eq!(found.len(), 1, "{provider}: {found:?}");
        assert_eq!(
            (found[0].rule, found[0].evidence),
            (Rule::Schema, Evidence::Recorded)
        );
        assert!(found[0].pointer.ends_with("/properties/a"));
        let report = lint::fix(provider, &mut body);
        assert_eq!(report.remaining, [], "{provider}: {body}");
        let body = request(provider, &[tool("t", schema.clone())]);
        assert_eq!(lint::check(provider, &body), [], "{provider}");
    }
}
