//! The declaration around the schema: its keys, the tool's name and description.

use super::Findings;
use serde_json::Value;
use toolcast::Provider;

/// A provider's form of a declaration.
struct Form {
    /// The key of an object around the declaration, and whether `"type": "function"` is next to it.
    outer: Option<(&'static str, bool)>,
    /// Keys of the declaration.
    keys: &'static [&'static str],
    /// The path to the schema.
    schema: &'static [&'static str],
    /// The schema may be left out.
    optional: bool,
    /// `strict`: always, if it is on, or never.
    strict: Strict,
    name: fn(&str) -> bool,
    longest: usize,
}

#[derive(PartialEq, Eq)]
enum Strict {
    Always,
    WhenOn,
    Never,
}

fn word(name: &str) -> bool {
    name.bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

fn leading(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

const NESTED: Form = Form {
    outer: Some(("function", true)),
    keys: &["name", "description", "parameters", "strict"],
    schema: &["parameters"],
    optional: false,
    strict: Strict::Never,
    name: word,
    longest: 64,
};

fn form(provider: Provider) -> Form {
    let gemini = |schema: &'static [&'static str], keys: &'static [&'static str]| Form {
        outer: None,
        keys,
        schema,
        optional: true,
        name: |name| {
            leading(name)
                && name
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"_.:-".contains(&b))
        },
        ..NESTED
    };
    match provider {
        Provider::OpenAi | Provider::AzureOpenAi => Form {
            strict: Strict::Always,
            ..NESTED
        },
        Provider::OpenAiResponses => Form {
            outer: None,
            keys: &["type", "name", "description", "parameters", "strict"],
            strict: Strict::Always,
            ..NESTED
        },
        Provider::Anthropic => Form {
            outer: None,
            keys: &[
                "name",
                "description",
                "input_schema",
                "strict",
                "cache_control",
                "input_examples",
            ],
            schema: &["input_schema"],
            strict: Strict::WhenOn,
            longest: 128,
            ..NESTED
        },
        Provider::Gemini => gemini(&["parameters"], &["name", "description", "parameters"]),
        Provider::Vertex => Form {
            name: |name| {
                leading(name)
                    && name
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b))
            },
            ..gemini(&["parameters"], &["name", "description", "parameters"])
        },
        Provider::GeminiJsonSchema => gemini(
            &["parametersJsonSchema"],
            &["name", "description", "parametersJsonSchema"],
        ),
        Provider::Bedrock => Form {
            outer: Some(("toolSpec", false)),
            keys: &["name", "description", "inputSchema", "strict"],
            schema: &["inputSchema", "json"],
            strict: Strict::WhenOn,
            ..NESTED
        },
        Provider::DeepSeek => Form {
            strict: Strict::WhenOn,
            ..NESTED
        },
        Provider::Cohere | Provider::XAi | Provider::Ollama => Form {
            name: |_| true,
            longest: usize::MAX,
            ..NESTED
        },
        Provider::Mcp => Form {
            outer: None,
            keys: &[
                "name",
                "title",
                "description",
                "inputSchema",
                "outputSchema",
                "annotations",
                "icons",
                "_meta",
            ],
            schema: &["inputSchema"],
            name: |name| {
                name.bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b))
            },
            longest: 128,
            ..NESTED
        },
        Provider::Portable => Form {
            name: |name| leading(name) && word(name),
            ..NESTED
        },
        _ => NESTED,
    }
}

/// Checks the envelope. Returns the schema, and true if the declaration is strict.
pub fn check<'a>(
    provider: Provider,
    declaration: &'a Value,
    f: &mut Findings,
) -> (Option<&'a Value>, bool) {
    if provider == Provider::JsonSchema {
        for key in ["title", "description"] {
            if declaration
                .get(key)
                .and_then(Value::as_str)
                .is_none_or(str::is_empty)
            {
                f.house("", format!("no `{key}`"));
            }
        }
        return (Some(declaration), false);
    }
    let form = form(provider);
    let mut tool = declaration;
    if let Some((key, typed)) = form.outer {
        let expected = if typed { 2 } else { 1 };
        if declaration
            .as_object()
            .is_none_or(|members| members.len() != expected)
            || declaration.get(key).is_none()
        {
            f.refused("", format!("a declaration is one object with `{key}`"));
        }
        tool = declaration.get(key).unwrap_or(&Value::Null);
    }
    if (form.outer == Some(("function", true)) || provider == Provider::OpenAiResponses)
        && declaration.get("type") != Some(&Value::from("function"))
    {
        f.refused("", "`type` is not `function`");
    }
    for key in tool.as_object().into_iter().flat_map(serde_json::Map::keys) {
        if !form.keys.contains(&key.as_str()) {
            f.refused("", format!("`{key}` is not a key of a declaration"));
        }
    }
    let name = tool.get("name").and_then(Value::as_str).unwrap_or_default();
    if name.is_empty() || name.len() > form.longest || !(form.name)(name) {
        f.refused("", format!("the name `{name}`"));
    }
    let description = tool
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default();
    if description.is_empty() {
        f.refused("", "no description");
    }
    if provider == Provider::AzureOpenAi && description.chars().count() > 1024 {
        f.refused("", "descriptions are limited to 1,024 characters");
    }
    let strict = tool.get("strict");
    let fits = matches!(
        (&form.strict, strict),
        (Strict::Always, Some(Value::Bool(_)))
            | (Strict::WhenOn, None | Some(Value::Bool(true)))
            | (Strict::Never, None)
    );
    if !fits {
        f.house("", format!("`strict` is {strict:?}"));
    }
    if provider == Provider::Mcp {
        mcp(tool, f);
    }
    let schema = form.schema.iter().try_fold(tool, |at, key| at.get(key));
    if schema.is_none() && !form.optional {
        f.refused("", "no schema");
    }
    (schema, strict == Some(&Value::Bool(true)))
}

fn mcp(tool: &Value, f: &mut Findings) {
    let hints = [
        "title",
        "readOnlyHint",
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
    ];
    for key in tool
        .get("annotations")
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(serde_json::Map::keys)
    {
        if !hints.contains(&key.as_str()) {
            f.refused("/annotations", format!("`{key}` is no hint"));
        }
    }
    if tool
        .get("outputSchema")
        .is_some_and(|schema| schema.get("type") != Some(&Value::from("object")))
    {
        f.house("/outputSchema", "strict clients want an object");
    }
}
