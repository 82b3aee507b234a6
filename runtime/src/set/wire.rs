//! Where declarations and the choice stand in a request, for the providers that speak OpenAI's chat shape. The words of all providers are the wire
//! shapes' part; these functions have their names and parameters.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use crate::provider::Provider;

/// Which tools a model may or must call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// Whatever it likes; each provider's default.
    Auto,
    /// No tool.
    None,
    /// At least one tool, whichever.
    Required,
    /// This tool.
    Tool(String),
    /// At least one tool, and only of these.
    AnyOf(Vec<String>),
}

/// A tool's declaration as the provider wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declared<'t> {
    pub(crate) name: &'t str,
    pub(crate) text: &'t str,
}

/// The members of a request, as pairs of a key and JSON text.
pub(crate) fn request_members(
    provider: Provider,
    tools: &[Declared<'_>],
    choice: Option<&ToolChoice>,
    parallel: Option<bool>,
) -> Result<Vec<(&'static str, String)>, String> {
    let speaks = matches!(
        provider,
        Provider::OpenAi
            | Provider::AzureOpenAi
            | Provider::Mistral
            | Provider::XAi
            | Provider::DeepSeek
            | Provider::Groq
            | Provider::Portable
    );
    let plain = choice.is_none() && parallel.is_none();
    if !speaks && (!plain || !is_list(provider)) {
        return Err(format!("{provider} has no words for it here"));
    }
    let mut members = Vec::new();
    if tools.is_empty() {
        return Ok(members);
    }
    let texts: Vec<&str> = tools.iter().map(|tool| tool.text).collect();
    members.push(("tools", format!("[{}]", texts.join(","))));
    let one = |name: &str| {
        format!(
            r#"{{"type":"function","function":{{"name":{}}}}}"#,
            Value::from(name)
        )
    };
    match choice {
        None => {}
        Some(ToolChoice::Auto) => members.push(("tool_choice", r#""auto""#.to_string())),
        Some(ToolChoice::None) => members.push(("tool_choice", r#""none""#.to_string())),
        Some(ToolChoice::Required) => members.push(("tool_choice", r#""required""#.to_string())),
        Some(ToolChoice::Tool(name)) => members.push(("tool_choice", one(name))),
        Some(ToolChoice::AnyOf(names)) => {
            let list: Vec<_> = names.iter().map(|name| one(name)).collect();
            members.push((
                "tool_choice",
                format!(
                    r#"{{"type":"allowed_tools","allowed_tools":{{"mode":"required","tools":[{}]}}}}"#,
                    list.join(",")
                ),
            ));
        }
    }
    if let Some(parallel) = parallel {
        members.push(("parallel_tool_calls", parallel.to_string()));
    }
    Ok(members)
}

/// Providers whose request has a plain list of declarations.
fn is_list(provider: Provider) -> bool {
    !matches!(
        provider,
        Provider::Gemini
            | Provider::GeminiJsonSchema
            | Provider::Vertex
            | Provider::Bedrock
            | Provider::JsonSchema
    )
}

/// Puts members into a request; tools are added to those that it has.
pub(crate) fn extend_request(
    _: Provider,
    request: &mut Value,
    members: &[(&'static str, String)],
) -> Result<(), String> {
    let Value::Object(request) = request else {
        return Err("the request is no object".to_string());
    };
    for (key, text) in members {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match (request.get_mut(*key), value) {
            (Some(Value::Array(old)), Value::Array(new)) => old.extend(new),
            (Some(_), Value::Array(_)) => return Err(format!("`{key}` is no list")),
            (_, value) => {
                request.insert((*key).to_string(), value);
            }
        }
    }
    Ok(())
}
