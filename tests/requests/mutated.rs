//! The renderer's texts, each damaged in one place in a way that the provider is known to reject.
//! The linter finds it, at that place and by that rule.

use crate::own_texts::texts;
use crate::support::{Tool, name, none, request, schema_at};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::lint::{self, Rule};
use toolcast::{Dialect, Provider};
use toolcast_test_support::json::{below, remove};

/// Damages a schema, and returns the pointer to the fault, relative to the schema.
pub(crate) type Spoil = fn(&mut Value) -> Option<String>;

/// The first schema in a schema, the root last, that fits; with its pointer.
fn find(root: &Value, fits: impl Fn(&Value, bool) -> bool) -> Option<String> {
    let mut open = vec![(String::new(), root)];
    let mut all = Vec::new();
    while let Some((pointer, schema)) = open.pop() {
        all.push((pointer.clone(), schema));
        for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
            open.push((below(&format!("{pointer}/properties"), key), inner));
        }
        if schema["items"].is_object() {
            open.push((format!("{pointer}/items"), &schema["items"]));
        }
        for (i, inner) in schema["anyOf"].as_array().into_iter().flatten().enumerate() {
            open.push((format!("{pointer}/anyOf/{i}"), inner));
        }
    }
    all.reverse();
    let below = all
        .iter()
        .find(|(pointer, one)| !pointer.is_empty() && fits(one, false));
    let found = below.or_else(|| {
        all.iter()
            .find(|(pointer, one)| pointer.is_empty() && fits(one, true))
    });
    found.map(|(pointer, _)| pointer.clone())
}

fn is(schema: &Value, name: &str) -> bool {
    schema["type"]
        .as_str()
        .is_some_and(|one| one.eq_ignore_ascii_case(name))
}

fn put(root: &mut Value, pointer: &str, key: &str, value: Value) {
    root.pointer_mut(pointer).expect("it was found")[key] = value;
}

fn take(root: &mut Value, pointer: &str, key: &str) {
    remove(root, &below(pointer, key));
}

/// A keyword on the first schema of a type.
macro_rules! keyword {
    ($ty:literal, $key:literal, $value:expr) => {
        |root: &mut Value| {
            let at = find(root, |schema, _| {
                is(schema, $ty) && schema.get($key).is_none()
            })?;
            put(root, &at, $key, $value);
            Some(at)
        }
    };
}

/// A kind of damage: its name, the rule that it breaks, the function that applies it, and the
/// dialects that have the rule.
pub(crate) type Way = (&'static str, Rule, Spoil, fn(&Dialect) -> bool);

/// All ways.
pub(crate) fn ways() -> Vec<Way> {
    fn strict_openai(d: &Dialect) -> bool {
        d.strict() && openai(d)
    }
    fn openai(d: &Dialect) -> bool {
        matches!(
            d.provider(),
            Provider::OpenAi | Provider::OpenAiResponses | Provider::AzureOpenAi
        )
    }
    fn claude(d: &Dialect) -> bool {
        matches!(d.provider(), Provider::Anthropic | Provider::Bedrock)
    }
    fn strict_claude(d: &Dialect) -> bool {
        d.strict() && claude(d)
    }
    fn proto(d: &Dialect) -> bool {
        matches!(d.provider(), Provider::Gemini | Provider::Vertex)
    }
    fn strict(d: &Dialect) -> bool {
        d.strict()
    }
    fn rooted(d: &Dialect) -> bool {
        d.provider() != Provider::JsonSchema
    }
    vec![
        (
            "oneOf",
            Rule::Keyword,
            keyword!("string", "oneOf", json!([{"type": "string"}])),
            |d| strict(d) || proto(d),
        ),
        (
            "not",
            Rule::Keyword,
            keyword!("string", "not", json!({"const": "x"})),
            |d| strict(d) || proto(d),
        ),
        (
            "if",
            Rule::Keyword,
            keyword!("object", "if", json!({"required": []})),
            |d| strict_openai(d) || strict_claude(d) || proto(d),
        ),
        (
            "uniqueItems",
            Rule::Keyword,
            keyword!("array", "uniqueItems", json!(true)),
            |d| strict(d) || proto(d),
        ),
        (
            "contains",
            Rule::Keyword,
            keyword!("array", "contains", json!({"type": "string"})),
            |d| strict(d) || proto(d),
        ),
        (
            "prefixItems",
            Rule::Keyword,
            keyword!("array", "prefixItems", json!([{"type": "string"}])),
            |d| strict(d) || proto(d) || d.provider() == Provider::Ollama,
        ),
        (
            "allOf",
            Rule::Keyword,
            keyword!(
                "object",
                "allOf",
                json!([{"type": "object", "properties": {}, "required": [], "additionalProperties": false}])
            ),
            |d| strict_openai(d) || proto(d) || d.provider() == Provider::Ollama,
        ),
        (
            "const",
            Rule::Keyword,
            keyword!("string", "const", json!("x")),
            |d| proto(d) || d.provider() == Provider::Ollama || d.provider() == Provider::Portable,
        ),
        (
            "exclusiveMinimum",
            Rule::Keyword,
            keyword!("number", "exclusiveMinimum", json!(0)),
            |d| strict_claude(d) || proto(d),
        ),
        (
            "maximum",
            Rule::Keyword,
            keyword!("integer", "maximum", json!(9)),
            |d| strict_claude(d) || d.strict() && d.provider() == Provider::AzureOpenAi,
        ),
        (
            "maxItems",
            Rule::Keyword,
            keyword!("array", "maxItems", json!(3)),
            |d| strict_claude(d) || d.strict() && d.provider() == Provider::DeepSeek,
        ),
        (
            "minItems over 1",
            Rule::Keyword,
            |root| {
                let at = find(root, |schema, _| is(schema, "array"))?;
                put(root, &at, "minItems", json!(2));
                Some(at)
            },
            strict_claude,
        ),
        (
            "patternProperties",
            Rule::Keyword,
            keyword!(
                "object",
                "patternProperties",
                json!({"^x": {"type": "string"}})
            ),
            |d| strict(d) || proto(d),
        ),
        (
            "propertyNames",
            Rule::Keyword,
            keyword!("object", "propertyNames", json!({"type": "string"})),
            |d| strict(d) || proto(d),
        ),
        (
            "$schema",
            Rule::Keyword,
            |root| {
                put(
                    root,
                    "",
                    "$schema",
                    json!("https://json-schema.org/draft/2020-12/schema"),
                );
                Some(String::new())
            },
            |d| proto(d) || d.provider() == Provider::Portable,
        ),
        (
            "a $ref",
            Rule::Keyword,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                *root.pointer_mut(&at)? = json!({"$ref": "#/properties"});
                Some(at)
            },
            |d| proto(d) || d.provider() == Provider::Ollama,
        ),
        (
            "a $ref to nowhere",
            Rule::RefTarget,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                *root.pointer_mut(&at)? = json!({"$ref": "#/$defs/None of that name"});
                Some(at)
            },
            |d| !proto(d) && d.provider() != Provider::Ollama && d.provider() != Provider::Portable,
        ),
        (
            "a $ref with siblings",
            Rule::RefAlone,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                *root.pointer_mut(&at)? = json!({"$ref": "#/$defs/It", "title": "It"});
                put(root, "", "$defs", json!({"It": {"type": "string"}}));
                Some(at)
            },
            |d| strict_openai(d) || d.provider() == Provider::GeminiJsonSchema,
        ),
        (
            "a circle",
            Rule::Recursion,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                *root.pointer_mut(&at)? = json!({"$ref": "#"});
                Some(at)
            },
            strict_claude,
        ),
        (
            "a property that is not required",
            Rule::Required,
            |root| {
                let at = find(root, |schema, _| {
                    schema["required"]
                        .as_array()
                        .is_some_and(|names| !names.is_empty())
                })?;
                root.pointer_mut(&at)?["required"].as_array_mut()?.pop();
                Some(at)
            },
            |d| strict_openai(d) || d.strict() && d.provider() == Provider::DeepSeek,
        ),
        (
            "required left out",
            Rule::Required,
            |root| {
                let at = find(root, |schema, _| {
                    schema["required"]
                        .as_array()
                        .is_some_and(|names| !names.is_empty())
                })?;
                take(root, &at, "required");
                Some(at)
            },
            |d| strict_openai(d) || d.strict() && d.provider() == Provider::DeepSeek,
        ),
        (
            "a required name that is not a property",
            Rule::RequiredName,
            |root| {
                let at = find(root, |schema, _| schema["required"].is_array())?;
                root.pointer_mut(&at)?["required"]
                    .as_array_mut()?
                    .push(json!("no such name"));
                Some(at)
            },
            proto,
        ),
        (
            "an object that is open",
            Rule::OpenObject,
            |root| {
                let at = find(root, |schema, _| schema["additionalProperties"] == false)?;
                take(root, &at, "additionalProperties");
                Some(at)
            },
            strict,
        ),
        (
            "an object with a schema for other names",
            Rule::OpenObject,
            |root| {
                let at = find(root, |schema, _| schema["additionalProperties"] == false)?;
                put(root, &at, "additionalProperties", json!({"type": "string"}));
                Some(at)
            },
            strict,
        ),
        (
            "items left out",
            Rule::MissingItems,
            |root| {
                let at = find(root, |schema, _| {
                    is(schema, "array")
                        && schema["items"].is_object()
                        && schema.get("prefixItems").is_none()
                })?;
                take(root, &at, "items");
                Some(at)
            },
            |d| openai(d) || proto(d),
        ),
        (
            "type left out",
            Rule::MissingType,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                take(root, &at, "type");
                Some(at)
            },
            |d| strict_openai(d) || proto(d) || d.strict() && d.provider() == Provider::DeepSeek,
        ),
        (
            "a list of types",
            Rule::UnsupportedType,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                put(root, &at, "type", json!(["string", "null"]));
                Some(at)
            },
            proto,
        ),
        (
            "a type of another language",
            Rule::UnsupportedType,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                put(root, &at, "type", json!("str"));
                Some(at)
            },
            |d| d.provider() != Provider::Ollama,
        ),
        (
            "the root's type left out",
            Rule::Root,
            |root| {
                take(root, "", "type");
                Some(String::new())
            },
            rooted,
        ),
        (
            "a root of another type",
            Rule::Root,
            |root| {
                put(root, "", "type", json!("array"));
                Some(String::new())
            },
            rooted,
        ),
        (
            "a union at the root",
            Rule::Root,
            |root| {
                put(root, "", "anyOf", json!([{"required": []}]));
                Some(String::new())
            },
            |d| openai(d) || claude(d),
        ),
        (
            "a property's name",
            Rule::PropertyName,
            |root| {
                put(root, "", "properties", json!({"a[]": {"type": "string"}}));
                put(root, "", "required", json!(["a[]"]));
                Some(String::new())
            },
            claude,
        ),
        (
            "a number in an enum",
            Rule::Enum,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                put(root, &at, "enum", json!([1]));
                Some(at)
            },
            proto,
        ),
        (
            "an empty text in an enum",
            Rule::Enum,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                put(root, &at, "enum", json!(["a", ""]));
                Some(at)
            },
            proto,
        ),
        (
            "a format",
            Rule::Format,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                put(root, &at, "format", json!("phone"));
                Some(at)
            },
            |d| {
                d.strict() && d.provider() != Provider::AzureOpenAi
                    || d.provider() == Provider::Gemini
            },
        ),
        (
            "a pattern",
            Rule::Pattern,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                put(root, &at, "pattern", json!("^(?!x)\\p{L}$"));
                Some(at)
            },
            |d| {
                openai(d) && !(d.strict() && d.provider() == Provider::AzureOpenAi)
                    || strict_claude(d)
            },
        ),
        (
            "anyOf with siblings",
            Rule::AnyOfAlone,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                *root.pointer_mut(&at)? = json!({"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}], "description": "Either"});
                Some(at)
            },
            |d| d.provider() == Provider::Vertex,
        ),
        (
            "true for a schema",
            Rule::Schema,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                *root.pointer_mut(&at)? = json!(true);
                // Only at a property: elsewhere the path may mean something else.
                at.contains("/properties/").then_some(at)
            },
            |d| {
                strict_openai(d)
                    || strict_claude(d)
                    || proto(d)
                    || d.provider() == Provider::XAi
                    || d.provider() == Provider::Portable
            },
        ),
        (
            "a number for a schema",
            Rule::Schema,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                *root.pointer_mut(&at)? = json!(7);
                Some(at)
            },
            |_| true,
        ),
        (
            "a bound that is a text",
            Rule::Value,
            |root| {
                let at = find(root, |schema, root| !root && is(schema, "string"))?;
                put(root, &at, "minLength", json!("one"));
                Some(at)
            },
            |d| !d.strict() && !matches!(d.provider(), Provider::Ollama | Provider::Portable),
        ),
        (
            "required that is a word",
            Rule::Value,
            |root| {
                put(root, "", "required", json!("all"));
                Some(String::new())
            },
            |_| true,
        ),
        (
            "a name required twice",
            Rule::Value,
            |root| {
                let at = find(root, |schema, _| {
                    schema["required"]
                        .as_array()
                        .is_some_and(|names| !names.is_empty())
                })?;
                let names = root.pointer_mut(&at)?["required"].as_array_mut()?;
                names.push(names[0].clone());
                Some(at)
            },
            |d| !proto(d),
        ),
        (
            "a list in items",
            Rule::Value,
            |root| {
                let at = find(root, |schema, _| {
                    is(schema, "array") && schema["items"].is_object()
                })?;
                put(root, &at, "items", json!([{"type": "string"}]));
                Some(at)
            },
            |d| !matches!(d.provider(), Provider::Ollama | Provider::Mistral),
        ),
    ]
}

#[test]
fn every_damaged_schema_has_a_finding() {
    let mut failures = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let ways = ways();
    for dialect in Dialect::all() {
        let provider = dialect.provider();
        for (specimen, schema) in texts(dialect) {
            for (what, rule, spoil, has) in &ways {
                if !has(dialect) {
                    continue;
                }
                let mut spoilt = schema.clone();
                let Some(at) = spoil(&mut spoilt) else {
                    continue; // The schema has no such place.
                };
                let at = format!("{}{at}", schema_at(provider, 0));
                let tool = Tool {
                    name: "tool".into(),
                    schema: Some(spoilt.clone()),
                    strict: dialect.strict(),
                };
                let findings = lint::check(provider, &request(provider, &[tool]));
                let named = findings
                    .iter()
                    .any(|finding| finding.rule == *rule && finding.pointer == at);
                if named {
                    *counts.entry(what).or_default() += 1;
                } else {
                    failures.push(format!(
                        "{}, {specimen}, {what} at {at}: {spoilt}: {findings:?}",
                        name(dialect)
                    ));
                }
            }
        }
    }
    for (what, count) in &counts {
        println!("{count:6} {what}");
    }
    none(&failures);
    let never: Vec<&str> = ways
        .iter()
        .map(|way| way.0)
        .filter(|what| !counts.contains_key(what))
        .collect();
    assert!(never.is_empty(), "no text has a place for {never:?}");
}
