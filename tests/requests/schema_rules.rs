//! Single rules on the schemas of a request.

use std::slice;

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::lint::{self, Finding, Rule};

use crate::good::parameters;
use crate::support::{check, request, strict, tool};

#[test]
fn a_reference_to_an_anchor_of_the_schema_has_a_target() {
    let with = |target: Value, reference: &str| {
        let mut schema = json!({
            "type": "object",
            "properties": {"a": {"$ref": reference}},
            "required": ["a"],
            "$defs": {"It": {"type": "object", "properties": {"n": {"type": "string"}}}}
        });
        for (key, value) in target.as_object().into_iter().flatten() {
            schema["$defs"]["It"][key] = value.clone();
        }
        let body = request(Provider::Anthropic, &[tool("a", schema)]);
        let findings = check(Provider::Anthropic, &body).into_iter();
        findings
            .map(|one| (one.rule, one.pointer))
            .collect::<Vec<_>>()
    };
    let missing = (
        Rule::RefTarget,
        "/tools/0/input_schema/properties/a".to_owned(),
    );
    for anchor in [json!({"$anchor": "it"}), json!({"$dynamicAnchor": "it"})] {
        assert_eq!(with(anchor.clone(), "#it"), [], "{anchor}");
        assert_eq!(with(anchor, "#other"), *slice::from_ref(&missing));
    }
    assert_eq!(with(json!({}), "#it"), [missing]);
}

#[test]
fn a_reference_to_an_id_of_the_schema_has_a_target_and_one_to_another_document_has_none() {
    let id = "https://example.com/it";
    let below = "https://example.com/it#/properties/n";
    let other = "https://example.com/other";
    for (key, value, reference, words) in [
        ("$id", id, id, None),
        ("id", id, id, None),
        ("$id", id, below, None),
        ("id", "#it", "#it", None),
        ("$comment", id, "#/$defs/It", None),
        ("$comment", id, id, Some("refers to another document")),
        ("$comment", id, below, Some("refers to another document")),
        ("$id", id, other, Some("refers to another document")),
        ("$id", id, "#/$defs/Other", Some("refers to nothing")),
        ("$id", id, "#other", Some("refers to nothing")),
    ] {
        let schema = json!({
            "type": "object",
            "properties": {"a": {"$ref": reference}},
            "required": ["a"],
            "$defs": {"It": {key: value, "type": "object", "properties": {"n": {"type": "string"}}}}
        });
        let body = request(Provider::Anthropic, &[tool("a", schema)]);
        let found = lint::check(Provider::Anthropic, &body);
        let targets = found.iter().filter(|one| one.rule == Rule::RefTarget);
        let targets: Vec<(&str, &str)> = targets
            .map(|one| (one.pointer.as_str(), one.found.as_str()))
            .collect();
        let words = words.map(|words| format!("`{reference}` {words}"));
        let place = "/tools/0/input_schema/properties/a";
        let expected: Vec<(&str, &str)> = words.iter().map(|words| (place, &**words)).collect();
        assert_eq!(targets, expected, "{key} {value} {reference}");
    }
}

/// The proto has formats for texts and numbers, strict modes for texts.
#[test]
fn a_format_has_a_finding_if_its_type_has_formats_without_it() {
    let of = |provider: Provider, kind: &str, format: &str| {
        let value = json!({"type": kind, "format": format});
        let root = if provider == Provider::Gemini {
            "OBJECT"
        } else {
            "object"
        };
        let mut schema = json!({"type": root, "properties": {"n": value}, "required": ["n"]});
        let tool = if provider == Provider::Gemini {
            tool("a", schema)
        } else {
            schema["additionalProperties"] = json!(false);
            strict("a", schema)
        };
        let found = lint::check(provider, &request(provider, &[tool]));
        let found = found.into_iter().filter(|one| one.rule == Rule::Format);
        found.map(|one| one.found).collect::<Vec<_>>()
    };
    let gemini = [
        ("STRING", "date-time", true),
        ("STRING", "enum", true),
        ("STRING", "uri", false),
        ("NUMBER", "float", true),
        ("NUMBER", "double", true),
        ("NUMBER", "int32", false),
        ("INTEGER", "int32", true),
        ("INTEGER", "int64", true),
        ("INTEGER", "double", false),
        ("BOOLEAN", "double", true),
        ("BOOLEAN", "uri", true),
    ];
    let gemini = gemini.map(|(kind, format, is_fine)| (Provider::Gemini, kind, format, is_fine));
    let strict = [Provider::OpenAi, Provider::Anthropic].map(|provider| {
        [
            (provider, "string", "date-time", true),
            (provider, "string", "uuid", true),
            (provider, "string", "phone", false),
            (provider, "string", "int64", false),
            (provider, "integer", "int64", true),
            (provider, "boolean", "phone", true),
        ]
    });
    for (provider, kind, format, is_fine) in gemini.into_iter().chain(strict.into_iter().flatten())
    {
        let found = of(provider, kind, format);
        let words = format!("format `{format}`");
        let expected: &[String] = if is_fine {
            &[]
        } else {
            slice::from_ref(&words)
        };
        assert_eq!(found, expected, "{provider}: {kind}, {format}");
    }
}

#[test]
fn a_circle_through_an_anchor_is_a_recursion() {
    let body = |anchor: &str| {
        let schema = json!({
            "type": "object",
            "properties": {"a": {"$ref": "#it"}},
            "required": ["a"],
            "additionalProperties": false,
            "$defs": {"It": {
                anchor: "it",
                "type": "object",
                "properties": {"next": {"$ref": "#it"}},
                "required": ["next"],
                "additionalProperties": false
            }}
        });
        request(Provider::Anthropic, &[strict("a", schema)])
    };
    for anchor in ["$anchor", "$dynamicAnchor"] {
        let findings = check(Provider::Anthropic, &body(anchor)).into_iter();
        let circles: Vec<String> = findings
            .filter(|one| one.rule == Rule::Recursion)
            .map(|one| one.pointer)
            .collect();
        let place = "/tools/0/input_schema/$defs/It/properties/next";
        assert_eq!(circles, [place], "{anchor}");
    }
}

#[test]
fn items_of_googles_proto_are_one_schema() {
    for (items, words) in [
        (
            json!([{"type": "STRING"}]),
            "`items` is a list, not a schema",
        ),
        (json!(true), "`items` is `true`, not a schema"),
        (json!("STRING"), "`items` is \"STRING\", not a schema"),
    ] {
        let schema =
            json!({"type": "OBJECT", "properties": {"n": {"type": "ARRAY", "items": items}}});
        for provider in [Provider::Gemini, Provider::Vertex] {
            let found = check(provider, &request(provider, &[tool("a", schema.clone())]));
            let place = "/tools/0/functionDeclarations/0/parameters/properties/n";
            let is_it = |one: &&Finding| {
                one.rule == Rule::Value && one.pointer == place && one.keyword == "items"
            };
            let said: Vec<&str> = found.iter().filter(is_it).map(|one| &*one.found).collect();
            assert_eq!(said, [words], "{provider}: {found:?}");
        }
    }
}

#[test]
fn a_name_in_googles_order_is_one_property_in_both_spellings() {
    let text = json!({"type": "STRING"});
    for key in ["propertyOrdering", "property_ordering"] {
        for (order, wrong) in [
            (json!(["a", "b"]), None),
            (json!(["b"]), None),
            (json!(["a", "c"]), Some("`c` in `propertyOrdering`")),
            (json!(["a", "a"]), Some("`a` in `propertyOrdering`")),
        ] {
            let schema = json!({
                "type": "OBJECT", "properties": {"a": text, "b": text}, key: order
            });
            for provider in [Provider::Gemini, Provider::Vertex] {
                let found = check(provider, &request(provider, &[tool("t", schema.clone())]));
                let found: Vec<(Rule, &str)> =
                    found.iter().map(|one| (one.rule, &*one.found)).collect();
                let wanted: Vec<(Rule, &str)> =
                    wrong.iter().map(|words| (Rule::Value, *words)).collect();
                assert_eq!(found, wanted, "{provider}, {key}: {order}");
            }
        }
    }
}

#[test]
fn an_output_schema_of_mcp_has_a_type_or_a_keyword_that_implies_it() {
    let text = json!({"type": "string"});
    let with = |output: &Value| {
        let mut body = request(Provider::Mcp, &[tool("a", parameters())]);
        body["tools"][0]["outputSchema"] = output.clone();
        check(Provider::Mcp, &body)
    };
    for output in [
        json!({"type": "object"}),
        json!({"anyOf": [text]}),
        json!({"oneOf": [text]}),
        json!({"allOf": [text]}),
        json!({"$ref": "#/$defs/It", "$defs": {"It": text}}),
    ] {
        assert_eq!(with(&output), [], "{output}");
    }
    for output in [json!({}), json!({"not": text}), json!({"properties": {}})] {
        let found = with(&output);
        assert_eq!(found.len(), 1, "{output}");
        assert_eq!(found[0].rule, Rule::MissingType);
        assert_eq!(found[0].pointer, "/tools/0/outputSchema");
        assert_eq!(found[0].keyword, "outputSchema");
        assert_eq!(found[0].source, "mcp-clients");
        assert_eq!(found[0].found, "an `outputSchema` without `type`");
    }
}

#[test]
fn a_property_of_claudes_tools_has_64_characters_and_no_more() {
    let of = |name: &str| {
        let schema = json!({"type": "object", "properties": {name: {"type": "string"}}});
        // Their names are in the words of the findings.
        let found = lint::check(
            Provider::Anthropic,
            &request(Provider::Anthropic, &[tool("a", schema)]),
        );
        let found = found.into_iter().map(|one| (one.rule, one.keyword));
        found.collect::<Vec<_>>()
    };
    for fine in ["n".repeat(64), "a.b-c_9".into(), "9".into(), "-".into()] {
        assert_eq!(of(&fine), [], "{fine}");
    }
    for odd in [
        "n".repeat(65),
        String::new(),
        "a b".into(),
        "é".into(),
        "a/b".into(),
    ] {
        let found = of(&odd);
        assert_eq!(found.len(), 1, "{odd}");
        assert_eq!(found[0].0, Rule::PropertyName, "{odd}");
    }
}
