//! Keywords that the tree can't express exactly: what is read is valid, what isn't checked has an
//! entry, and no description refers to a definition that the declaration doesn't have.

use serde_json::{Value, json};
use toolcast::import::ToolDefinition;
use toolcast::{Dialect, Outcome, Provider, to_model};

/// A `Value` would hold a float near them.
#[test]
fn integers_beyond_64_bits_are_a_fault_with_the_bound() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer", "minimum": 5}}});
    let tool = json!({"name": "t", "inputSchema": schema}).to_string();
    let tool = ToolDefinition::parse(&tool).unwrap();
    for (text, bound) in [
        ("18446744073709551615", None),
        ("-9223372036854775808", None),
        ("18446744073709551616", Some("at most 18446744073709551615")),
        (
            "-9223372036854775809",
            Some("at least -9223372036854775808"),
        ),
        ("1e300", Some("18446744073709551615")),
    ] {
        for name in ["a", "b"] {
            let sent = format!("{{\"{name}\":{text}}}");
            let read = tool.decode_arguments(Provider::Mcp, &sent);
            match bound {
                None if name == "b" && text.starts_with('-') => assert!(read.is_err()),
                None => assert_eq!(read.unwrap().to_string(), sent),
                Some(_) if name == "b" => assert!(read.is_err(), "{sent}"),
                Some(bound) => {
                    let error = read.unwrap_err().to_string();
                    assert!(error.contains(bound), "{sent}: {error}");
                }
            }
        }
    }
}

/// `additionalProperties` is about the names that match no pattern.
#[test]
fn names_that_match_a_pattern_are_not_additional() {
    let open = json!({
        "type": "object",
        "patternProperties": {"^x-": {"type": "string"}},
        "additionalProperties": {"type": "integer"},
    });
    let mut listed = open.clone();
    listed["properties"] = json!({"id": {"type": "integer"}});
    let mut required = listed.clone();
    required["required"] = json!(["x-1"]);
    for schema in [&open, &listed, &required] {
        let nested = json!({"type": "object", "properties": {"m": schema}});
        for (schema, place) in [(schema, None), (&nested, Some("m"))] {
            let tool = json!({"name": "t", "inputSchema": schema}).to_string();
            let tool = ToolDefinition::parse(&tool).unwrap();
            let losses = tool.losses();
            let of_others = losses
                .iter()
                .find(|loss| loss.keyword == "additionalProperties");
            let outcome = of_others.map(|loss| loss.outcome);
            assert_eq!(outcome, Some(Outcome::Described), "{losses:?}");
            let text = tool.schema_for(Provider::Mcp).unwrap();
            assert!(
                text.contains(r#"additionalProperties: {\"type\":\"integer\"}"#),
                "{text}"
            );
            for provider in Provider::ALL {
                let read = |value: Value| {
                    let value = place.map_or(value.clone(), |place| json!({ place: value }));
                    let dialect = Dialect::of(*provider, false).unwrap();
                    let parameters = tool.parameters();
                    let sent = parameters
                        .with_schema(|schema| to_model(schema, dialect, value))
                        .to_string();
                    tool.decode_arguments(*provider, &sent)
                };
                for (value, is_valid) in [
                    (json!({"x-1": "s"}), true),
                    (json!({"x-1": "s", "y": 1}), true),
                    (json!({"x-1": 1}), false),
                    (json!({"x-1": "s", "y": "s"}), false),
                ] {
                    let is_read = read(value.clone());
                    assert_eq!(
                        is_read.is_ok(),
                        is_valid,
                        "{provider}: {schema} {value} {is_read:?}"
                    );
                }
            }
        }
    }
}

/// No text of a declaration refers to a definition that the declaration doesn't have.
#[test]
fn no_description_has_a_reference() {
    let defs = json!({
        "s": {"type": "string", "minLength": 2},
        "o": {"type": "object", "required": ["q"]},
        "l0": {"$ref": "#/$defs/l1"}, "l1": {"$ref": "#/$defs/l2"}, "l2": {"$ref": "#/$defs/l3"},
        "l3": {"$ref": "#/$defs/l4"}, "l4": {"$ref": "#/$defs/s"},
        "r": {"type": "array", "items": {"$ref": "#/$defs/r"}},
        "dyn": {"$dynamicAnchor": "dyn", "type": "integer"},
    });
    for (schema, words) in [
        (
            json!({"allOf": [{"not": {"$ref": "#/$defs/s"}}, {"not": {"$ref": "#/$defs/o"}}]}),
            "required",
        ),
        (
            json!({"type": "array", "prefixItems": [{"$ref": "#/$defs/s"}, {"type": "integer"}]}),
            "minLength",
        ),
        (json!({"not": {"$ref": "#/$defs/l0"}}), "…"),
        (json!({"not": {"$ref": "#/$defs/r"}}), "…"),
        (
            json!({"not": {"$dynamicRef": "#dyn"}}),
            "must not match this schema: {",
        ),
        (
            json!({"not": {"$ref": "#/$defs/s", "maxLength": 5}}),
            "maxLength",
        ),
        (json!({"not": {"const": {"$ref": "a"}}}), "$ref"),
        (
            json!({"enum": [[1], [2]], "contains": {"$ref": "#/$defs/s"}}),
            "minLength",
        ),
    ] {
        let schema = json!({"type": "object", "properties": {"a": schema}, "$defs": defs});
        let tool = json!({"name": "t", "inputSchema": schema}).to_string();
        let tool = ToolDefinition::parse(&tool).unwrap();
        let mut texts = 0;
        for provider in Provider::ALL {
            let Ok(text) = tool.schema_for(*provider) else {
                continue;
            };
            texts += 1;
            assert!(text.contains(words), "{provider}: {text}");
            let has_reference =
                text.contains("#/$defs/") && !text.contains("\"$defs\"") || text.contains("#dyn");
            assert!(!has_reference, "{provider}: {text}");
        }
        assert_eq!(texts, Provider::ALL.len(), "{words}");
    }
}

/// A bound that is not checked has an entry.
#[test]
fn bounds_that_no_float_holds_are_losses() {
    for (keyword, ty, number) in [
        ("minimum", "number", "1e400"),
        ("maximum", "integer", "-1e400"),
        ("exclusiveMinimum", "number", "1e400"),
        ("minLength", "string", "1e400"),
        ("minItems", "array", "1e400"),
        (
            "multipleOf",
            "number",
            "776253467301960817588775587524161828143155",
        ),
        (
            "multipleOf",
            "number",
            "170141183460469231731687303715884105728.50",
        ),
    ] {
        let property = format!(r#"{{"type":"{ty}","{keyword}":{number}}}"#);
        let schema = format!(r#"{{"type":"object","properties":{{"a":{property}}}}}"#);
        let tool = format!(r#"{{"name":"t","inputSchema":{schema}}}"#);
        let tool = ToolDefinition::parse(&tool).unwrap();
        let found = tool.losses().iter().any(|loss| loss.keyword == keyword);
        assert!(found, "{property}: {:?}", tool.losses());
    }
}

/// Calls of a tool with one property, a third of them invalid, at each provider.
fn assert_read(property: &Value, cases: &[(&str, bool)]) {
    let schema = json!({"type": "object", "properties": {"a": property}});
    let tool = json!({"name": "t", "inputSchema": schema}).to_string();
    let tool = ToolDefinition::parse(&tool).unwrap();
    for provider in Provider::ALL {
        for (value, is_valid) in cases {
            let sent = format!(r#"{{"a":{value}}}"#);
            let read = tool.decode_arguments(*provider, &sent);
            assert_eq!(
                read.is_ok(),
                *is_valid,
                "{provider}: {property} {sent} {read:?}"
            );
        }
    }
}

/// Serde reads a struct from a list. A schema without a type accepts objects alone.
#[test]
fn a_list_is_not_an_object() {
    let object = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
    assert_read(
        &object,
        &[
            (r#"{"x":1}"#, true),
            ("[1]", false),
            ("[]", false),
            (r#"[{"x":1}]"#, false),
        ],
    );
    let nullable = json!({"anyOf": [object, {"type": "null"}]});
    assert_read(&nullable, &[(r#"{"x":1}"#, true), ("[1]", false)]);
    let tag = json!({"type": "object", "properties": {"k": {"const": "p"}, "n": {"type": "integer"}}, "required": ["k", "n"]});
    let other = json!({"type": "object", "properties": {"k": {"const": "q"}}, "required": ["k"]});
    let tagged = json!({"oneOf": [tag, other]});
    assert_read(
        &tagged,
        &[
            (r#"{"k":"p","n":1}"#, true),
            (r#"["p",1]"#, false),
            (r#"["q"]"#, false),
        ],
    );
    let rows = json!({"type": "array", "items": object});
    assert_read(&rows, &[(r#"[{"x":1}]"#, true), ("[[1]]", false)]);
}

/// The items of a set are compared as the function receives them.
#[test]
fn equal_items_are_a_fault_in_any_form_of_a_dialect() {
    let list_of = |items: Value| json!({"type": "array", "items": items, "uniqueItems": true});
    let map = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let object = json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}});
    for (items, sent) in [
        (
            map,
            r#"[[{"key":"a","value":1},{"key":"b","value":2}],[{"key":"b","value":2},{"key":"a","value":1}]]"#,
        ),
        (json!({}), r#"["1","1.0"]"#),
        (json!({}), r#"["\"s\"","s"]"#),
        (json!({"enum": [1, 2]}), r#"["1",1]"#),
        (object, r#"[{"a":1},{"a":1,"b":null}]"#),
    ] {
        let schema = json!({"type": "object", "properties": {"a": list_of(items)}});
        let tool = json!({"name": "t", "inputSchema": schema}).to_string();
        let tool = ToolDefinition::parse(&tool).unwrap();
        for provider in Provider::ALL {
            let sent = format!(r#"{{"a":{sent}}}"#);
            let Ok(read) = tool.decode_arguments(*provider, &sent) else {
                continue;
            };
            let items = read["a"].as_array().unwrap();
            assert_ne!(items[0], items[1], "{provider}: {sent}");
        }
    }
}

/// A string in quotes that violates a constraint is not another string.
#[test]
fn a_value_in_a_string_keeps_its_constraints() {
    let short = json!({"type": ["string", "null"], "minLength": 2});
    let three = json!({"type": ["string", "null"], "pattern": "^.{3}$"});
    let union = json!({"anyOf": [{"type": "string", "minLength": 2}, {"type": "null"}]});
    for property in [short, three, union] {
        let schema = json!({"type": "object", "properties": {"a": property}, "required": ["a"]});
        let tool = json!({"name": "t", "inputSchema": schema}).to_string();
        let tool = ToolDefinition::parse(&tool).unwrap();
        let read = |value| {
            let sent = json!({ "a": value }).to_string();
            tool.decode_arguments(Provider::Portable, &sent)
        };
        assert_eq!(read(r#""abc""#).unwrap(), json!({"a": "abc"}));
        assert_eq!(read("abc").unwrap(), json!({"a": "abc"}));
        assert_eq!(read("null").unwrap(), json!({"a": null}));
        assert!(read(r#""a""#).is_err(), "{property}");
    }
}

/// An object in an `enum` is an object.
#[test]
fn a_listed_object_has_its_type() {
    for property in [
        json!({"type": "object", "enum": [{"a": 1}, {"a": 2}]}),
        json!({"const": {"a": 1}}),
        json!({"anyOf": [{"enum": [{"a": 1}]}, {"enum": [{"b": 1}]}]}),
    ] {
        let schema = json!({"type": "object", "properties": {"a": property}});
        let tool = json!({"name": "t", "inputSchema": schema}).to_string();
        let tool = ToolDefinition::parse(&tool).unwrap();
        for provider in Provider::ALL {
            for (value, is_valid) in [
                (json!({"a": 1}), true),
                (json!(5), false),
                (json!([5]), false),
            ] {
                let dialect = Dialect::of(*provider, false).unwrap();
                let value = json!({ "a": value });
                let sent = (tool.parameters())
                    .with_schema(|schema| to_model(schema, dialect, value))
                    .to_string();
                let read = tool.decode_arguments(*provider, &sent);
                assert_eq!(read.is_ok(), is_valid, "{provider}: {sent} {read:?}");
            }
        }
    }
}

/// Names in any script are a usual pattern of foreign schemas.
#[test]
fn a_repeated_class_of_letters_in_any_script_is_checked() {
    let class = json!({"type": "string", "pattern": r"^[\p{L}\p{Nd}]{3,64}$"});
    let schema = json!({"type": "object", "properties": {"name": class}, "required": ["name"]});
    let tool = json!({"name": "t", "inputSchema": schema}).to_string();
    let tool = ToolDefinition::parse(&tool).unwrap();
    assert!(tool.losses().is_empty(), "{:?}", tool.losses());
    for (name, is_valid) in [("Ωμέγα", true), ("ab", false), ("a b", false)] {
        let arguments = json!({"name": name}).to_string();
        let read = tool.decode_arguments(Provider::Mcp, &arguments);
        assert_eq!(read.is_ok(), is_valid, "{name}");
    }
}

/// The items of a set are compared by value.
#[test]
fn equal_items_are_a_fault_in_any_notation() {
    let list = json!({"type": "array", "uniqueItems": true});
    let schema = json!({"type": "object", "properties": {"a": list}});
    let tool = json!({"name": "t", "inputSchema": schema}).to_string();
    let tool = ToolDefinition::parse(&tool).unwrap();
    for (items, is_valid) in [
        ("[0.5,5e-1]", false),
        ("[0.1,0.10]", false),
        ("[[1],[1.0]]", false),
        (r#"[{"x":1,"y":2},{"y":2,"x":1}]"#, false),
        (r#"[{"a":1},{"\u0061":1}]"#, false),
        (r#"[{"a":[{"b":1e0}]},{"a":[{"b":1}]}]"#, false),
        (r#"[1,"1",true,null,[1],{"1":1}]"#, true),
        (r#"[{"a":1},{"a":2},{"b":1}]"#, true),
        (r#"["a","\"a\""]"#, true),
    ] {
        let read = tool.decode_arguments(Provider::Mcp, &format!("{{\"a\":{items}}}"));
        assert_eq!(read.is_ok(), is_valid, "{items}: {read:?}");
    }
}

/// Reads arguments with the one property `p` of an imported tool.
#[track_caller]
fn assert_becomes(property: &Value, providers: &[Provider], sent: &Value, expected: &Value) {
    let schema = json!({"type": "object", "properties": {"p": property}, "required": ["p"]});
    let tool = json!({"name": "t", "inputSchema": schema}).to_string();
    let tool = ToolDefinition::parse(&tool).unwrap();
    for provider in providers {
        let sent = json!({"p": sent}).to_string();
        let read = tool.decode_arguments(*provider, &sent);
        assert_eq!(read.unwrap(), json!({"p": expected}), "{provider}: {sent}");
    }
}

/// An open object takes any names, and so the list form of a map.
#[test]
fn the_list_form_of_a_map_is_not_an_earlier_open_object() {
    let open = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
    let mut map = json!({"type": "object", "additionalProperties": {"type": "string"}});
    let entries = json!([{"key": "c", "value": "text"}]);
    let without_maps = [Provider::Gemini];
    let lists = json!({"anyOf": [open, {"type": "array"}, map]});
    let sent = json!({"entries": entries});
    assert_becomes(&lists, &without_maps, &sent, &json!({"c": "text"}));
    map["properties"] = json!({"a": {"type": "string"}});
    map["required"] = json!(["a"]);
    let objects = json!({"anyOf": [open, map]});
    let sent = json!({"a": "q", "additional_properties": entries});
    assert_becomes(
        &objects,
        &without_maps,
        &sent,
        &json!({"a": "q", "c": "text"}),
    );
    assert_becomes(&objects, &without_maps, &json!({"x": 1}), &json!({"x": 1}));
}

/// The words about JSON text describe the value itself.
#[test]
fn values_inside_json_text_are_values() {
    let integer = json!({"type": ["integer", "null"]});
    let scalars = json!({"anyOf": [integer, {"type": "string"}, {"type": "null"}]});
    let list = json!({"type": ["array", "null"]});
    let object = json!({"type": ["object", "null"], "properties": {"q": {}}});
    for (property, sent, expected) in [
        (&scalars, "\"5\"", json!("5")),
        (&scalars, "\"null\"", json!("null")),
        (&scalars, "5", json!(5)),
        (&scalars, "null", json!(null)),
        (&list, r#"["1","null","a"]"#, json!(["1", "null", "a"])),
        (&object, r#"{"q":"1"}"#, json!({"q": "1"})),
    ] {
        assert_becomes(property, &[Provider::Portable], &json!(sent), &expected);
    }
}

/// The declaration is that of the tool with the short description.
#[test]
fn arguments_are_read_in_the_dialect_of_the_declaration() {
    for description in ["short", &"long words. ".repeat(200)] {
        let schema = json!({"type": "object", "properties": {"p": {}}, "required": ["p"]});
        let function =
            json!({"name": "t", "description": description, "strict": true, "parameters": schema});
        let tool = json!({"type": "function", "function": function}).to_string();
        let tool = ToolDefinition::parse(&tool).unwrap();
        for provider in [Provider::OpenAi, Provider::AzureOpenAi] {
            let text = tool.schema_for(provider).unwrap();
            assert!(text.contains(r#""strict":true"#), "{text}");
            let read = tool.decode_arguments(provider, r#"{"p":"5"}"#).unwrap();
            assert_eq!(read, json!({"p": 5}), "{provider}");
            let read = tool.from_model(provider, json!({"p": "5"}));
            assert_eq!(read, json!({"p": 5}), "{provider}");
        }
    }
}

/// A string in an open object is a string, although a later alternative has any values, which some
/// dialects write as JSON text.
#[test]
fn a_string_in_an_earlier_open_object_stays_one() {
    let kind =
        json!({"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]});
    let listed = json!({"type": "object", "properties": {"kind": {"type": "string"}, "b": {}}});
    let value = json!({"kind": "x", "b": "1"});
    for later in [json!({"type": "object"}), listed] {
        let property = json!({"anyOf": [kind, later]});
        assert_becomes(
            &property,
            &[Provider::Vertex, Provider::Gemini],
            &value,
            &value,
        );
    }
}
