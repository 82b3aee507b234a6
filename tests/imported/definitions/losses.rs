//! Losses of real tools as claims. Each keyword of a third-party schema is taken out once: the
//! canonical text has to change, or an entry has to name the keyword.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use toolcast::import::ToolDefinition;
use toolcast::{Outcome, ReportEntry};
use toolcast_test_support::json::{below, remove};
use toolcast_test_support::lists::Counts;
use toolcast_test_support::{canonical, corpus, none, sampled, text};

/// Keywords whose members are schemas by name.
const NAMED: [&str; 5] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
];

/// Keywords whose value is a schema, or a list of schemas.
const SCHEMAS: [&str; 13] = [
    "items",
    "prefixItems",
    "additionalProperties",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedProperties",
];

/// The canonical text of a definition, and the members beside it.
fn canonical_text(definition: &ToolDefinition) -> Option<String> {
    definition.with_schema(|schema| {
        text(schema, canonical())
            .ok()
            .map(|(_, text)| text.to_string())
    })
}

/// Calls back with each schema below a place, and its pointer.
fn schemas(value: &Value, at: &str, each: &mut impl FnMut(&str, &Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            each(at, members);
            for (name, inner) in members {
                let inside = below(at, name);
                if NAMED.contains(&name.as_str()) {
                    for (name, schema) in inner.as_object().into_iter().flatten() {
                        schemas(schema, &below(&inside, name), each);
                    }
                } else if SCHEMAS.contains(&name.as_str()) {
                    schemas(inner, &inside, each);
                }
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                schemas(item, &format!("{at}/{i}"), each);
            }
        }
        _ => {}
    }
}

/// The tool without a keyword.
fn without(tool: &Value, pointer: &str, keyword: &str) -> Value {
    let mut tool = tool.clone();
    remove(&mut tool, &below(pointer, keyword));
    tool
}

/// Returns whether a keyword with this value neither constrains nor describes anything.
fn is_trivial(at: &str, keyword: &str, value: &Value) -> bool {
    match keyword {
        "additionalProperties" | "items" => *value == json!({}) || *value == json!(true),
        "properties" => *value == json!({}),
        "required" => *value == json!([]),
        "minItems" => *value == json!(0),
        "propertyNames" => *value == json!({"type": "string"}),
        // `null` is the same as an absent property.
        "default" => value.is_null(),
        // The text is written in this draft.
        "$schema" => value
            .as_str()
            .is_some_and(|draft| draft.contains("2020-12")),
        // A tool's root is an object; elsewhere the values of an enum have the type.
        // The tool has a name.
        "type" | "title" if at == "/inputSchema" => true,
        // Both values of the type.
        "enum" => *value == json!([true, false]),
        // Some generators write the name once more.
        "title" => {
            let letters = |text: &str| -> String {
                let letters = text.chars().filter(|c| c.is_alphanumeric());
                letters.flat_map(char::to_lowercase).collect()
            };
            let name = at.rsplit('/').next().unwrap_or_default();
            value
                .as_str()
                .is_some_and(|title| letters(title) == letters(name))
        }
        _ => false,
    }
}

/// The names of the definitions that the schema uses, also by way of other definitions.
fn used_definitions(tool: &Value) -> BTreeSet<String> {
    let mut schema = tool["inputSchema"].clone();
    let mut definitions = Map::new();
    for keyword in ["$defs", "definitions"] {
        let members = schema.as_object_mut().and_then(|root| root.remove(keyword));
        if let Some(Value::Object(members)) = members {
            definitions.extend(members);
        }
    }
    let mut used = BTreeSet::new();
    let mut texts = vec![schema.to_string()];
    while let Some(text) = texts.pop() {
        for (name, definition) in &definitions {
            if text.contains(&format!("/{name}\"")) && used.insert(name.clone()) {
                texts.push(definition.to_string());
            }
        }
    }
    used
}

/// Returns whether a keyword is in a definition that the schema doesn't use, or holds no other.
fn is_unused(used: &BTreeSet<String>, at: &str, keyword: &str) -> bool {
    if ["$defs", "definitions"].contains(&keyword) {
        return used.is_empty();
    }
    let from = at.rfind("/$defs/").or_else(|| at.rfind("/definitions/"));
    let name = from.and_then(|from| at[from..].split('/').nth(2));
    name.is_some_and(|name| !used.contains(name))
}

/// Returns whether a description is also that of an alternative, or of the schema around it.
fn is_written_twice(tool: &Value, at: &str, value: &Value) -> bool {
    let same = |schema: &Value| schema.get("description") == Some(value);
    let inside = tool.pointer(at).into_iter().flat_map(|schema| {
        let lists = ["anyOf", "oneOf"].into_iter();
        lists.flat_map(|keyword| schema[keyword].as_array().into_iter().flatten())
    });
    let around = at.rsplitn(3, '/').nth(2).and_then(|at| tool.pointer(at));
    inside.chain(around).any(same)
}

/// Returns the entry for a keyword. The pointer of an entry leads to the schema that has it.
fn entry<'l>(losses: &'l [ReportEntry], at: &str, keyword: &str) -> Option<&'l ReportEntry> {
    losses
        .iter()
        .find(|loss| loss.keyword == keyword && loss.pointer == at)
}

/// The mistakes in the losses of one tool. `seen` has what other tools showed before.
fn mistakes(tool: &Value, seen: &mut BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    let Ok(definition) = ToolDefinition::parse(tool) else {
        return found;
    };
    let Some(whole) = canonical_text(&definition) else {
        return found;
    };
    let losses = definition.losses();
    for (i, loss) in losses.iter().enumerate() {
        // A text may accept more and less than a keyword.
        let narrows = |one: &ReportEntry| one.outcome == Outcome::Narrowed;
        let same = |one: &ReportEntry| {
            (&one.pointer, &one.keyword, narrows(one))
                == (&loss.pointer, &loss.keyword, narrows(loss))
        };
        if losses[..i].iter().any(same) {
            found.push(format!("twice: {loss:?}"));
        }
        let place = tool.pointer(&loss.pointer).and_then(Value::as_object);
        if !place.is_some_and(|place| place.contains_key(&loss.keyword)) {
            found.push(format!("leads to another place: {loss:?}"));
        }
    }
    let used = used_definitions(tool);
    let mut all = Vec::new();
    if let Some(schema) = tool.get("inputSchema") {
        schemas(schema, "/inputSchema", &mut |at, members| {
            let names: Vec<&String> = members.keys().collect();
            for (keyword, value) in members {
                let start: String = value.to_string().chars().take(40).collect();
                if seen.insert(format!("{keyword} {names:?} {start}")) {
                    all.push((at.to_owned(), keyword.clone()));
                }
            }
        });
    }
    for (at, keyword) in all {
        let value = tool
            .pointer(&at)
            .and_then(|at| at.get(&keyword))
            .expect("a keyword");
        if is_trivial(&at, &keyword, value)
            || is_unused(&used, &at, &keyword)
            || keyword == "description" && is_written_twice(tool, &at, value)
        {
            continue;
        }
        let Ok(changed) = ToolDefinition::parse(&without(tool, &at, &keyword)) else {
            continue;
        };
        // A type that is inferred has an entry itself.
        let more = changed.losses().len() > losses.len();
        let same = !more && canonical_text(&changed).is_some_and(|text| text == whole);
        let schema = tool.pointer(&at).and_then(Value::as_object);
        let beside = |name: &str| schema.is_some_and(|schema| schema.contains_key(name));
        // A type that the other keywords of the schema have, too.
        if keyword == "type"
            && ["enum", "const", "anyOf", "oneOf", "allOf"]
                .into_iter()
                .any(beside)
        {
            continue;
        }
        let entry = entry(losses, &at, &keyword);
        let hidden = entry.is_some_and(|loss| loss.outcome == Outcome::Hidden);
        if same && entry.is_none() {
            found.push(format!("no entry at {at} for `{keyword}`: {value}"));
        }
        if !same && !more && hidden {
            found.push(format!(
                "not hidden at {at}: `{keyword}`: {value}: {losses:?}"
            ));
        }
        if same && entry.is_some_and(|loss| loss.outcome == Outcome::Described) {
            found.push(format!("not in the text at {at}: `{keyword}`: {value}"));
        }
    }
    found
}

#[test]
fn each_keyword_of_a_real_tool_is_in_the_text_or_has_an_entry() {
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    for path in corpus::servers() {
        let file = std::fs::read_to_string(&path).expect("a file of the corpus");
        let file: Value = serde_json::from_str(&file).expect("JSON");
        for tool in sampled(file["tools"].as_array().expect("a list of tools")) {
            let found = mistakes(tool, &mut seen).into_iter();
            failures.extend(found.map(|mistake| format!("{}: {mistake}", tool["name"])));
        }
    }
    none(&failures);
    let mut counts = Counts::default();
    for (keyword, _) in seen.iter().filter_map(|one| one.split_once(' ')) {
        counts.one(keyword);
    }
    counts.agree("imported/definitions/losses, kinds of places of a keyword");
}

/// The losses of a tool with this schema, each as pointer, keyword and outcome.
fn losses(schema: &Value) -> Vec<(String, String, Outcome)> {
    let tool = json!({"name": "a", "inputSchema": schema});
    let tool = ToolDefinition::parse(&tool).expect("a definition");
    let all = tool.losses().iter();
    all.map(|loss| (loss.pointer.clone(), loss.keyword.clone(), loss.outcome))
        .collect()
}

/// The canonical schema of the property `p`.
fn property(schema: &Value) -> Value {
    let tool = json!({"name": "a", "inputSchema": schema});
    let tool = ToolDefinition::parse(&tool).expect("a definition");
    let text: Value = serde_json::from_str(&canonical_text(&tool).expect("a text")).expect("JSON");
    text["properties"]["p"].clone()
}

#[test]
fn an_alternative_that_nothing_matches_is_left_out_without_a_loss() {
    for never in [json!({"not": {}}), json!({"not": true}), json!(false)] {
        let schema = json!({"type": "object", "properties": {
            "p": {"anyOf": [{"type": "number"}, never, {"type": "null"}]},
        }});
        assert_eq!(losses(&schema), []);
        assert_eq!(property(&schema), json!({"type": ["number", "null"]}));
    }
}

/// Drafts 3 and 4 allow `required` in the property itself.
#[test]
fn a_property_that_requires_itself_and_that_nothing_matches_has_the_entry() {
    let never = json!({"type": "object", "properties": {"a": {"not": {}, "required": true}}});
    let found = losses(
        &json!({"type": "object", "properties": {"p": {"anyOf": [never, {"type": "string"}]}}}),
    );
    let at = "/inputSchema/properties/p/anyOf/0/properties/a".to_owned();
    let expected = (at, "required".to_owned(), Outcome::Rewritten);
    assert!(found.contains(&expected), "{found:?}");
}

#[test]
fn a_loss_in_an_alternative_after_null_has_the_place_of_the_alternative() {
    let schema = json!({"type": "object", "properties": {
        "p": {"anyOf": [{"type": "null"}, {"type": "array", "items": {"type": "string"}, "contains": {"const": "x"}}]},
    }});
    let at = "/inputSchema/properties/p/anyOf/1".to_owned();
    assert_eq!(
        losses(&schema),
        [(at, "contains".to_owned(), Outcome::Described)]
    );
}

#[test]
fn a_description_that_another_replaces_has_an_entry_and_keeps_its_constraints() {
    let list = json!({"type": "array", "items": {"type": "string"}, "contains": {"const": "x"}, "description": "Tags"});
    let mut schema = json!({"type": "object", "$defs": {"tags": list},
        "properties": {"p": {"$ref": "#/$defs/tags", "description": "Of the post"}},
    });
    let at = "/inputSchema/$defs/tags".to_owned();
    let contains = (at.clone(), "contains".to_owned(), Outcome::Described);
    let hidden = (at, "description".to_owned(), Outcome::Hidden);
    assert_eq!(losses(&schema), [contains.clone(), hidden]);
    let described = property(&schema)["description"].clone();
    let described = described.as_str().expect("a description");
    assert!(
        described.starts_with("Of the post") && described.contains("contains"),
        "{described}"
    );
    // It is shown if another property has no description of its own.
    schema["properties"]["q"] = json!({"$ref": "#/$defs/tags"});
    assert_eq!(losses(&schema), [contains]);
}

/// B19: a statement contains expressions and statements, and an expression contains statements.
#[test]
fn definitions_that_contain_one_another_and_themselves_are_widened_with_an_entry() {
    let list = |name: &str| json!({"type": "array", "items": {"$ref": format!("#/$defs/{name}")}});
    let schema = json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/expression"}}, "$defs": {
        "expression": {"type": "object", "properties": {"block": list("statement")}},
        "statement": {"type": "object", "properties": {"body": list("statement"), "of": list("expression")}},
    }});
    let at = "/inputSchema/$defs/statement/properties/of/items".to_owned();
    assert_eq!(losses(&schema), [(at, "$ref".to_owned(), Outcome::Widened)]);
}

#[test]
fn all_of_beside_a_reference_is_merged_with_its_target() {
    let definitions = json!({
        "text": {"type": "string"},
        "base": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
        "more": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
    });
    let schema = |p: Value| json!({"type": "object", "$defs": definitions, "properties": {"p": p}});
    let bounded = schema(json!({"$ref": "#/$defs/text", "allOf": [{"maxLength": 3}]}));
    assert_eq!(
        property(&bounded),
        json!({"type": "string", "maxLength": 3})
    );
    let both = schema(
        json!({"$ref": "#/$defs/base", "allOf": [{"$ref": "#/$defs/more"}], "description": "Both"}),
    );
    let both = property(&both);
    assert_eq!(both["required"].as_array().map(Vec::len), Some(2), "{both}");
    assert_eq!(both["description"], "Both");
}
