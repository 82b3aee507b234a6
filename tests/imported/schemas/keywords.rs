//! Each keyword: the canonical text after reading, and the losses.

use serde_json::{Value, json};
use toolcast::import::ImportedSchema;
use toolcast::{Dialect, Outcome, Provider};
use toolcast_test_support::none;

fn dialect(provider: Provider) -> &'static Dialect {
    Dialect::all()
        .iter()
        .find(|dialect| dialect.provider() == provider)
        .expect("a dialect for each provider")
}

fn text(imported: &ImportedSchema) -> Value {
    let text = imported
        .with_schema(|schema| toolcast::render(schema, dialect(Provider::JsonSchema)))
        .unwrap_or_else(|report| panic!("{report}"));
    serde_json::from_str(&text).expect("our text is JSON")
}

/// The schema of a property `p`, as it comes back; and the keywords that are lost.
fn property(schema: &Value) -> (Value, Vec<(String, Outcome)>) {
    let whole = json!({"type": "object", "properties": {"p": schema}, "$defs": {"Name": {"type": "string", "minLength": 1}}});
    let imported =
        ImportedSchema::parse(&whole).unwrap_or_else(|error| panic!("{schema}: {error}"));
    let lost = imported
        .losses()
        .iter()
        .map(|loss| (loss.keyword.clone(), loss.outcome))
        .collect();
    (text(&imported)["properties"]["p"].clone(), lost)
}

#[test]
fn spellings_of_all_drafts_have_the_same_meaning() {
    let cases = [
        (
            json!({"type": "string", "nullable": true}),
            json!({"type": ["string", "null"]}),
        ),
        (
            json!({"type": ["null", "string"]}),
            json!({"type": ["string", "null"]}),
        ),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            json!({"type": ["string", "null"]}),
        ),
        (
            json!({"type": "number", "minimum": 1, "exclusiveMinimum": true}),
            json!({"type": "number", "exclusiveMinimum": 1}),
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 1}),
            json!({"type": "number", "exclusiveMinimum": 1}),
        ),
        (
            json!({"type": "number", "minimum": 1, "exclusiveMinimum": false}),
            json!({"type": "number", "minimum": 1}),
        ),
        (json!({"type": "integer"}), json!({"type": "integer"})),
        (
            json!({"type": "integer", "minimum": 0.5, "maximum": 4.0}),
            json!({"type": "integer", "minimum": 1, "maximum": 4}),
        ),
        (
            json!({"type": "integer", "not": {"const": 0}}),
            json!({"type": "integer", "anyOf": [{"type": "integer", "maximum": -1}, {"type": "integer", "minimum": 1}]}),
        ),
        (
            json!({"type": "integer", "anyOf": [{"type": "integer", "maximum": -1}, {"type": "integer", "minimum": 1}]}),
            json!({"type": "integer", "anyOf": [{"type": "integer", "maximum": -1}, {"type": "integer", "minimum": 1}]}),
        ),
        (
            json!({"type": "integer", "format": "uint64", "minimum": 0, "maximum": 9}),
            json!({"type": "integer", "minimum": 0, "maximum": 9}),
        ),
        (
            json!({"type": "integer", "format": "int"}),
            json!({"type": "integer"}),
        ),
        (
            json!({"const": "a"}),
            json!({"type": "string", "const": "a"}),
        ),
        (
            json!({"enum": ["a", "b", null]}),
            json!({"type": ["string", "null"], "enum": ["a", "b", null]}),
        ),
        (
            json!({"enum": [1, 2.0, 1]}),
            json!({"type": "integer", "enum": [1, 2]}),
        ),
        (json!({"enum": [true, false]}), json!({"type": "boolean"})),
        (
            json!({"enum": ["a", 1]}),
            json!({"anyOf": [{"type": "string", "const": "a"}, {"type": "integer", "const": 1}]}),
        ),
        (
            json!({"oneOf": [{"const": "a", "description": "First"}, {"const": "b", "title": "Second"}]}),
            json!({"type": "string", "enum": ["a", "b"], "description": "- a: First\n- b: Second"}),
        ),
        (
            json!({"type": ["string", "number"], "minLength": 2, "maximum": 3}),
            json!({"anyOf": [{"type": "string", "minLength": 2}, {"type": "number", "maximum": 3}]}),
        ),
        (
            json!({"$ref": "#/$defs/Name"}),
            json!({"type": "string", "minLength": 1}),
        ),
        (
            json!({"$ref": "#/%24defs/N%61me", "description": "Who"}),
            json!({"type": "string", "minLength": 1, "description": "Who"}),
        ),
        (
            json!({"$ref": "#/$defs/Name", "maxLength": 5}),
            json!({"type": "string", "minLength": 1, "maxLength": 5}),
        ),
        (
            json!({"allOf": [{"$ref": "#/$defs/Name"}], "description": "Who"}),
            json!({"type": "string", "minLength": 1, "description": "Who"}),
        ),
        (
            json!({"allOf": [{"type": "integer", "minimum": 1}, {"type": "number", "minimum": 3, "maximum": 9}]}),
            json!({"type": "integer", "minimum": 3, "maximum": 9}),
        ),
        (
            json!({"type": "array", "items": [{"type": "string"}, {"type": "number"}], "additionalItems": false, "minItems": 2}),
            json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "minItems": 2, "maxItems": 2}),
        ),
        (
            json!({"type": "array", "uniqueItems": true, "items": {"type": "string"}, "minItems": 1}),
            json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true}),
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1}),
            json!({"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1}),
        ),
        (
            json!({"type": "object"}),
            json!({"type": "object", "additionalProperties": {}}),
        ),
        (
            json!({"type": "object", "additionalProperties": {"allOf": [{"const": 2.5}, {"type": "integer"}]}}),
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"allOf": [{"const": 2.5}, {"type": "integer"}]}}),
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}),
        ),
        (
            json!({"type": "object", "patternProperties": {"^a": {"allOf": [{"const": 2.5}, {"type": "integer"}]}}, "additionalProperties": false}),
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "b"]}),
            json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "required": ["a", "b"]}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedProperties": false}),
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}),
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "integer", "maximum": 3}}),
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "integer", "maximum": 3}}),
        ),
        (
            json!({"title": "P", "type": "string"}),
            json!({"type": "string"}),
        ),
        (
            json!({"title": "A name", "type": "string"}),
            json!({"type": "string", "description": "A name"}),
        ),
        (
            json!({"type": "string", "default": "x", "examples": ["y"]}),
            json!({"type": "string", "default": "x", "examples": ["y"]}),
        ),
        (json!(true), json!({})),
    ];
    let mut failures = Vec::new();
    for (schema, expected) in cases {
        let (found, lost) = property(&schema);
        if found != expected || lost.iter().any(|(_, outcome)| *outcome != Outcome::Hidden) {
            failures.push(format!(
                "{schema}\n  expected {expected}\n  found    {found}\n  lost {lost:?}"
            ));
        }
    }
    none(&failures);
}

/// Validators don't check the format of a number.
#[test]
fn a_format_of_integers_is_a_bound_with_an_entry() {
    for (schema, expected) in [
        (
            json!({"type": "integer", "format": "int32"}),
            json!({"type": "integer", "minimum": -2_147_483_648_i64, "maximum": 2_147_483_647}),
        ),
        (
            json!({"type": "integer", "format": "uint8", "minimum": 1}),
            json!({"type": "integer", "minimum": 1, "maximum": 255}),
        ),
        (
            json!({"type": "integer", "format": "uint"}),
            json!({"type": "integer", "minimum": 0}),
        ),
    ] {
        let (found, lost) = property(&schema);
        assert_eq!(found, expected, "{schema}");
        assert_eq!(lost, [("format".to_owned(), Outcome::Narrowed)], "{schema}");
    }
    let (_, lost) =
        property(&json!({"type": "integer", "format": "int8", "minimum": -5, "maximum": 5}));
    assert_eq!(lost, []);
}

/// Each of these keywords is in the description and in the list of losses.
#[test]
fn keywords_without_a_place_in_the_tree_are_in_the_description() {
    let cases = [
        (
            "not",
            json!({"type": "string", "not": {"const": "zebra"}}),
            "zebra",
        ),
        (
            "if",
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "if": {"required": ["zebra"]}}),
            "zebra",
        ),
        (
            "patternProperties",
            json!({"type": "object", "properties": {"a": {}}, "patternProperties": {"^zebra": {}}}),
            "zebra",
        ),
        (
            "propertyNames",
            json!({"type": "object", "additionalProperties": {}, "propertyNames": {"not": {"const": "zebra"}}}),
            "zebra",
        ),
        (
            "dependentRequired",
            json!({"type": "object", "properties": {"a": {}}, "dependentRequired": {"a": ["zebra"]}}),
            "zebra",
        ),
        (
            "dependencies",
            json!({"type": "object", "properties": {"a": {}}, "dependencies": {"a": ["zebra"]}}),
            "zebra",
        ),
        (
            "contains",
            json!({"type": "array", "contains": {"const": "zebra"}}),
            "zebra",
        ),
        (
            "contentEncoding",
            json!({"type": "string", "contentEncoding": "zebra64"}),
            "zebra64",
        ),
        (
            "anyOf",
            json!({"type": "object", "properties": {"a": {}, "zebra": {}}, "anyOf": [{"required": ["a"]}, {"required": ["zebra"]}]}),
            "give a, or zebra",
        ),
        (
            "default",
            json!({"type": "object", "properties": {"a": {}}, "default": {"a": "zebra"}}),
            "zebra",
        ),
        ("enum", json!({"enum": [1.5, {"zebra": 1}]}), "zebra"),
        (
            "prefixItems",
            json!({"type": "array", "prefixItems": [{"const": "zebra"}]}),
            "zebra",
        ),
        (
            "minProperties",
            json!({"type": "object", "properties": {"a": {}}, "minProperties": 7}),
            "minProperties: 7",
        ),
        (
            "multipleOf",
            json!({"type": "integer", "multipleOf": 2.7}),
            "2.7",
        ),
        (
            "pattern",
            json!({"type": "string", "pattern": "(zebra"}),
            "zebra",
        ),
        (
            "examples",
            json!({"type": "string", "examples": ["a", {"zebra": 1}]}),
            "zebra",
        ),
        (
            "format",
            json!({"type": "number", "format": "zebra"}),
            "zebra",
        ),
    ];
    let mut failures = Vec::new();
    for (keyword, schema, words) in cases {
        let (found, lost) = property(&schema);
        let said = found["description"]
            .as_str()
            .is_some_and(|text| text.contains(words));
        let listed = lost
            .iter()
            .any(|(name, outcome)| name == keyword && *outcome == Outcome::Described);
        if !said || !listed {
            failures.push(format!("{keyword}: {found}: {lost:?}"));
        }
    }
    none(&failures);
}

/// Providers reject a negative count, and with it the whole request.
#[test]
fn negative_counts_are_left_out_with_an_entry() {
    let mut failures = Vec::new();
    for (kind, keyword) in [
        ("string", "minLength"),
        ("string", "maxLength"),
        ("array", "minItems"),
        ("array", "maxItems"),
        ("object", "minProperties"),
        ("object", "maxProperties"),
    ] {
        for count in [json!(-1), json!(-5), json!(-1.5), json!(-1e30)] {
            let schema = json!({"type": kind, keyword: count});
            let (found, lost) = property(&schema);
            let is_listed = lost.iter().any(|(name, _)| name == keyword);
            if found.to_string().contains('-') || !is_listed {
                failures.push(format!("{schema}: {found}: {lost:?}"));
            }
        }
        for none in [json!(0), json!(-0.0), json!(-0.5)] {
            let (found, _) = property(&json!({"type": kind, keyword: none}));
            if found.to_string().contains('-') && keyword.starts_with("min") {
                failures.push(format!("{keyword} {none}: {found}"));
            }
        }
    }
    none(&failures);
}

#[test]
fn invalid_schemas_are_errors_with_place_and_reason() {
    let cases = [
        (json!(7), "", "not a number"),
        (
            json!({"type": "object", "properties": {"a": {"type": "strin"}}}),
            "/properties/a/type",
            "\"strin\" is not a type",
        ),
        (
            json!({"type": "object", "properties": {"a/b": {"type": "array", "items": 3}}}),
            "/properties/a~1b/items",
            "not a number",
        ),
        (
            json!({"properties": {"a": {"$ref": "#/$defs/None"}}}),
            "/properties/a/$ref",
            "refers to nothing",
        ),
        (
            json!({"properties": {"a": {"$ref": "https://example.com/a.json"}}}),
            "/properties/a/$ref",
            "another document",
        ),
        (
            json!({"properties": {"a": false}, "required": ["a"]}),
            "/properties/a",
            "no value fits",
        ),
        (
            json!({"properties": {"a": {"anyOf": []}}}),
            "/properties/a/anyOf",
            "no alternative",
        ),
        (json!(false), "", "no value fits"),
        (
            json!({"properties": [1]}),
            "/properties",
            "must be an object",
        ),
    ];
    let mut failures = Vec::new();
    for (schema, pointer, reason) in cases {
        match ImportedSchema::parse(&schema) {
            Ok(_) => failures.push(format!("{schema} was read")),
            Err(error) if error.pointer == pointer && error.reason.contains(reason) => {}
            Err(error) => failures.push(format!("{schema}: {error:?}")),
        }
    }
    none(&failures);
}

#[test]
fn a_schema_that_contains_itself_is_rendered_for_all() {
    let schemas = [
        // Through the root, through one definition, through two, and through two that each contain
        // themselves.
        json!({"type": "object", "title": "Node", "properties": {"next": {"$ref": "#"}, "v": {"type": "string"}}}),
        json!({"properties": {"t": {"$ref": "#/definitions/T"}}, "definitions": {"T": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/definitions/T"}}}}}}),
        json!({"properties": {"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/B"}}, "$defs": {
            "A": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}, "n": {"type": "integer"}}},
            "B": {"type": "object", "properties": {"a": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}}}}}),
        json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {
            "A": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/B"}}},
            "B": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/B"}}}}}),
        json!({"properties": {"e": {"$ref": "#/$defs/E"}}, "$defs": {"E": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/E"}}, {"type": "null"}]}}}),
    ];
    let mut failures = Vec::new();
    for schema in schemas {
        let imported =
            ImportedSchema::parse(&schema).unwrap_or_else(|error| panic!("{schema}: {error}"));
        for dialect in Dialect::all() {
            if dialect.strict() {
                continue; // A tool is strict only if nothing prevents it.
            }
            match imported.with_schema(|schema| toolcast::render(schema, dialect)) {
                Ok(text) => {
                    let text: Value = serde_json::from_str(&text).expect("our text is JSON");
                    for finding in
                        toolcast_test_support::judges::schema(dialect.provider(), false, &text)
                    {
                        failures.push(format!("{} {finding}: {text}", dialect.provider()));
                    }
                }
                Err(report) => failures.push(report.to_string()),
            }
        }
    }
    none(&failures);
}

/// `allOf` of two closed objects shows only the names that both accept. If one requires a name that
/// the other rejects, no value is valid.
#[test]
fn merged_closed_objects_have_only_the_names_that_both_accept() {
    let closed = |names: &[&str], required: &[&str]| {
        let properties: Value = (names.iter())
            .map(|name| ((*name).to_owned(), json!({"type": "string"})))
            .collect::<serde_json::Map<_, _>>()
            .into();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    };
    let all = |parts: Value| json!({"type": "object", "properties": {"p": {"allOf": parts}}});
    let read = all(json!([
        closed(&["a", "b", "c"], &[]),
        closed(&["b", "c", "d"], &["b"]),
        closed(&["c", "b"], &[])
    ]));
    let text = text(&ImportedSchema::parse(&read).expect("a schema"));
    let property = &text["properties"]["p"];
    assert_eq!(
        *property,
        json!({"type": "object", "properties": {"b": {"type": "string"}, "c": {"type": "string"}},
            "required": ["b"], "additionalProperties": false})
    );
    // A part that follows doesn't bring a rejected name back.
    let open = json!({"properties": {"a": {"maxLength": 5}, "b": {"maxLength": 5}}});
    let read = all(json!([closed(&["a", "b"], &[]), closed(&["b"], &[]), open]));
    let imported = ImportedSchema::parse(&read).expect("a schema");
    assert_eq!(imported.losses(), []);
    let property = &self::text(&imported)["properties"]["p"];
    assert_eq!(
        *property,
        json!({"type": "object", "properties": {"b": {"type": "string", "maxLength": 5}}, "additionalProperties": false})
    );
    let impossible = json!([closed(&["a", "b"], &["a"]), closed(&["b"], &[])]);
    assert!(ImportedSchema::parse(&json!({"allOf": impossible})).is_err());
    // Patterns allow other names too.
    let mut by_pattern = closed(&["a"], &[]);
    by_pattern["patternProperties"] = json!({"^b$": {}});
    assert!(ImportedSchema::parse(&json!({"allOf": [by_pattern, closed(&["b"], &["b"])]})).is_ok());
}

/// A whole number's exclusive bound is an inclusive one, which every provider with bounds has.
#[test]
fn exclusive_bounds_of_whole_numbers_are_inclusive() {
    let (text, lost) = property(
        &json!({"type": "integer", "exclusiveMinimum": -20, "exclusiveMaximum": -9, "minimum": -30}),
    );
    assert_eq!(lost, []);
    assert_eq!(
        text,
        json!({"type": "integer", "minimum": -19, "maximum": -10})
    );
    let (text, _) = property(
        &json!({"type": "integer", "exclusiveMinimum": -1, "maximum": 4, "exclusiveMaximum": 9}),
    );
    assert_eq!(text, json!({"type": "integer", "minimum": 0, "maximum": 4}));
    let (text, _) = property(&json!({"type": "number", "exclusiveMinimum": 0}));
    assert_eq!(text, json!({"type": "number", "exclusiveMinimum": 0}));
}

/// A reference to the definition that it is in, with keywords beside it or in an `allOf`.
#[test]
fn recursive_references_with_siblings_are_read() {
    let beside = [
        json!({"nullable": true}),
        json!({"type": "object"}),
        json!({"required": ["v"]}),
        json!({"properties": {"w": {"type": "integer"}}}),
        json!({"properties": {"up": {"description": "Again"}}}),
        json!({"minProperties": 1}),
        json!({"additionalProperties": false}),
    ];
    let mut failures = Vec::new();
    for siblings in &beside {
        let reference = json!({"$ref": "#/$defs/N"});
        let mut up = siblings.clone();
        up["$ref"] = reference["$ref"].clone();
        for up in [up, json!({"allOf": [reference, siblings]})] {
            let node = json!({"type": "object", "properties": {"v": {"type": "string"}, "up": up}});
            let schema = json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/N"}}, "$defs": {"N": node}});
            let imported = match ImportedSchema::parse(&schema) {
                Ok(imported) => imported,
                Err(error) => {
                    failures.push(format!("{up}: {error}"));
                    continue;
                }
            };
            for dialect in Dialect::all() {
                let text = imported.with_schema(|schema| toolcast::render(schema, dialect));
                // A strict mode may reject a schema that its plain mode accepts.
                if let Err(report) = text
                    && !dialect.strict()
                {
                    failures.push(format!("{up}: {report}"));
                }
            }
            let deep = (0..6).fold(json!({"v": "x"}), |inner, _| json!({"v": "x", "up": inner}));
            let lifted = imported.with_schema(|schema| {
                toolcast::from_model(schema, dialect(Provider::JsonSchema), json!({"p": deep}))
            });
            if lifted != json!({"p": deep}) {
                failures.push(format!("{up}: {lifted}"));
            }
        }
    }
    none(&failures);
}

/// Arrays that are values of an `enum` or a `const` are arrays, of any root too.
#[test]
fn array_enums_keep_their_type() {
    for schema in [
        json!({"type": "array", "enum": [[1], [2]]}),
        json!({"type": "array", "const": [1]}),
        json!({"enum": [["a"], ["b"]]}),
    ] {
        let (text, lost) = property(&schema);
        assert_eq!(text["type"], "array", "{schema}: {text}");
        assert!(text["description"].as_str().is_some(), "{schema}: {text}");
        assert_eq!(lost.len(), 1, "{lost:?}");
        let root = ImportedSchema::parse(&schema).expect("a schema");
        assert_eq!(root.wrapper_name(), Some("value"), "{schema}");
    }
}

/// Each loss of a root with the outcome `text` is in the description of the tool, for every
/// provider.
#[test]
fn constraints_of_a_root_are_in_the_description() {
    let constraints = [
        (
            json!({"dependentRequired": {"a": ["b"]}}),
            "dependentRequired",
        ),
        (json!({"not": {"required": ["a", "b"]}}), "not"),
        (
            json!({"if": {"required": ["a"]}, "then": {"required": ["b"]}}),
            "then",
        ),
        (
            json!({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}),
            "anyOf",
        ),
        (json!({"minProperties": 1}), "minProperties"),
        (json!({"propertyNames": {"maxLength": 9}}), "propertyNames"),
        (
            json!({"patternProperties": {"^x": {"type": "string"}}}),
            "patternProperties",
        ),
        (json!({"enum": [{"a": 1}, {"b": 2}]}), "enum"),
    ];
    let words = |keyword: &str| match keyword {
        "not" => "must not match this schema:",
        "anyOf" => "give a, or b",
        "enum" => "one of: {\"a\":1}",
        "then" => "then: ",
        other => other.to_owned().leak(),
    };
    let mut failures = Vec::new();
    for (constraint, keyword) in constraints {
        let mut object = json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}});
        for (name, value) in constraint.as_object().expect("an object") {
            object[name] = value.clone();
        }
        let referred = json!({"$ref": "#/$defs/Root", "$defs": {"Root": object}});
        for schema in [&object, &referred] {
            let imported = ImportedSchema::parse(schema).expect("a schema");
            assert!(
                imported
                    .losses()
                    .iter()
                    .any(|loss| loss.keyword == keyword && loss.outcome == Outcome::Described),
                "{schema}: {:?}",
                imported.losses()
            );
            for description in ["Does it.", ""] {
                let tool = json!({"name": "t", "description": description, "inputSchema": schema});
                let tool = toolcast::import::ToolDefinition::parse(&tool).expect("a tool");
                for &provider in Provider::ALL {
                    let text = tool.schema_for(provider).expect("a text");
                    let text: Value = serde_json::from_str(&text).expect("JSON");
                    let text = text.to_string().replace("\\\"", "\"");
                    if !text.contains(words(keyword)) {
                        failures.push(format!("{provider} {keyword}: {text}"));
                    }
                }
            }
        }
    }
    none(&failures);
}

/// References to references, each with a description, in the forms that generators write.
#[test]
fn a_root_of_references_is_the_object_with_the_outermost_description() {
    let refer = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let in_all_of = |name: &str| json!({"allOf": [refer(name)]});
    let described = |mut schema: Value, description: &str| {
        schema["description"] = description.into();
        schema
    };
    let inner = refer("Inner");
    let roots = [
        (described(refer("Outer"), "root"), "root"),
        (described(in_all_of("Outer"), "root"), "root"),
        (refer("Outer"), "outer"),
        (in_all_of("Outer"), "outer"),
    ];
    let nexts = [
        None,
        Some(refer("Outer")),
        Some(inner.clone()),
        Some(refer("Least")),
    ];
    let mut failures = Vec::new();
    for (root, description) in &roots {
        for next in &nexts {
            for outer in [
                described(inner.clone(), "outer"),
                described(in_all_of("Inner"), "outer"),
            ] {
                let mut least = json!({"type": "object", "description": "least", "properties": {"a": {"type": "string"}}, "required": ["a"]});
                if let Some(next) = next {
                    least["properties"]["next"] = next.clone();
                }
                let mut schema = root.clone();
                schema["$defs"] = json!({"Outer": outer, "Inner": described(refer("Least"), "inner"), "Least": least});
                let tool = json!({"name": "t", "inputSchema": schema});
                let tool = toolcast::import::ToolDefinition::parse(&tool).expect("a tool");
                let parameters = tool.parameters();
                let found = (parameters.wrapper_name(), parameters.description());
                if found != (None, *description) || tool.description() != *description {
                    failures.push(format!("{schema}: {found:?}"));
                }
                for &provider in Provider::ALL {
                    let text = tool.schema_for(provider);
                    if !text.is_ok_and(|text| text.contains(*description)) {
                        failures.push(format!("{provider}: {schema}: no text"));
                    }
                }
                let accepts =
                    |arguments: &str| tool.decode_arguments(Provider::Mcp, arguments).is_ok();
                let nested_is_read = !accepts(r#"{"a": "x", "next": {"a": 1}}"#);
                if !accepts(r#"{"a": "x", "next": {"a": "y"}}"#) || nested_is_read != next.is_some()
                {
                    failures.push(format!("{schema}: other arguments"));
                }
            }
        }
    }
    none(&failures);
}

/// Annotations beside the references are in the description of the tool.
#[test]
fn annotations_beside_references_of_a_root_are_in_its_description() {
    let schema = json!({"$ref": "#/$defs/A", "deprecated": true, "$defs": {
        "A": {"$ref": "#/$defs/B", "examples": [{"a": "x"}]},
        "B": {"type": "object", "description": "Finds.", "properties": {"a": {"type": "string"}}},
    }});
    let tool = json!({"name": "t", "inputSchema": schema});
    let tool = toolcast::import::ToolDefinition::parse(&tool).expect("a tool");
    for &provider in Provider::ALL {
        let text = tool.schema_for(provider).expect("a text");
        assert!(text.contains("Finds."), "{provider}: {text}");
        assert!(text.contains("deprecated"), "{provider}: {text}");
        assert!(text.contains("example"), "{provider}: {text}");
    }
}

/// A root that is a reference is read like its target.
#[test]
fn a_root_that_is_a_reference_is_an_object_without_properties_too() {
    for (object, arguments) in [
        (json!({"type": "object"}), "{}"),
        (json!({"type": "object", "minProperties": 1}), r#"{"x":1}"#),
        (
            json!({"type": "object", "patternProperties": {"^x": {}}, "additionalProperties": false}),
            "{}",
        ),
    ] {
        for root in [
            json!({"$ref": "#/$defs/A"}),
            json!({"allOf": [{"$ref": "#/$defs/A"}]}),
        ] {
            let mut schema = root;
            schema["$defs"] = json!({"A": object});
            let tool = json!({"name": "t", "inputSchema": schema});
            let tool = toolcast::import::ToolDefinition::parse(&tool).expect("a tool");
            assert_eq!(tool.parameters().wrapper_name(), None, "{schema}");
            let read = tool.decode_arguments(Provider::Mcp, arguments);
            assert!(read.is_ok(), "{schema}: {read:?}");
        }
    }
}
