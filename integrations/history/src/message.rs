//! Locates a message's role and body in its JSON. Removes LangChain's wrappers.

use serde_json::{Map, Value};

use super::record::Role;

/// A message without wrappers.
pub(super) struct Message<'m> {
    /// The object with the content, ids and other members.
    pub(super) body: &'m Map<String, Value>,
    pub(super) role: Role,
    /// The role's name, if it is unknown.
    pub(super) unknown: Option<&'m str>,
    /// The message's type if it isn't a role: an item of OpenAI's Responses.
    pub(super) item: &'m str,
}

pub(super) fn message(value: &Value) -> Result<Message<'_>, String> {
    let Value::Object(outer) = value else {
        return Err(format!("expected an object, found {}", kind(value)));
    };
    let named = text(outer, "type")?.unwrap_or_default();
    let (kind, body) = if outer.contains_key("lc") {
        constructor(outer, named)?
    } else {
        match outer.get("data") {
            // `{"type":"human","data":{..}}`
            Some(Value::Object(data)) if !outer.contains_key("content") => (named, data),
            _ => (named, outer),
        }
    };
    Ok(with_role(body, kind, text(body, "role")?))
}

/// Reads `{"lc":1,"type":"constructor","id":[..,"HumanMessage"],"kwargs":{..}}`.
fn constructor<'m>(
    outer: &'m Map<String, Value>,
    named: &str,
) -> Result<(&'m str, &'m Map<String, Value>), String> {
    if named != "constructor" {
        return Err(format!(
            "a serialised object of type `{named}` is not a message"
        ));
    }
    let class = outer
        .get("id")
        .and_then(Value::as_array)
        .and_then(|path| path.last()?.as_str())
        .ok_or("a serialised object without the name of its class")?;
    let Some(word) = class
        .strip_suffix("Chunk")
        .unwrap_or(class)
        .strip_suffix("Message")
    else {
        return Err(format!("a serialised `{class}` is not a message"));
    };
    match outer.get("kwargs") {
        Some(Value::Object(kwargs)) => Ok((word, kwargs)),
        Some(other) => Err(format!(
            "expected an object at `kwargs`, found {}",
            kind(other)
        )),
        None => Err("a serialised message without `kwargs`".to_string()),
    }
}

/// Determines the role from its own member or from the message's type.
fn with_role<'m>(
    body: &'m Map<String, Value>,
    named: &'m str,
    name: Option<&'m str>,
) -> Message<'m> {
    // `AIMessageChunk` is one of LangChain's types.
    let class = named.strip_suffix("MessageChunk").unwrap_or(named);
    let by_class = Role::from_name(class);
    let item = if by_class.is_none() { named } else { "" };
    let (role, unknown) = match name {
        Some(word) if !word.is_empty() => match Role::from_name(word) {
            Some(role) => (role, None),
            None => (Role::User, Some(word)),
        },
        _ => (by_class.unwrap_or_else(|| by_item(body, item)), None),
    };
    Message {
        body,
        role,
        unknown,
        item,
    }
}

/// Determines the role of an item without one.
fn by_item(body: &Map<String, Value>, item: &str) -> Role {
    // MCP's `CallToolResult` has neither role nor type, and each of its members is optional.
    let is_mcp = ["isError", "structuredContent", "resultType"]
        .iter()
        .any(|key| body.contains_key(*key));
    let has_blocks = body.get("content").and_then(Value::as_array);
    let has_blocks = has_blocks.is_some_and(|blocks| {
        let kinds = ["text", "image", "audio", "resource", "resource_link"];
        let is_block = |block: &Value| block["type"].as_str().is_some_and(|of| kinds.contains(&of));
        !blocks.is_empty() && blocks.iter().all(is_block)
    });
    let is_mcp = is_mcp || item.is_empty() && has_blocks;
    match item {
        // Steps of Gemini's Interactions.
        "model_output" | "thought" => Role::Assistant,
        // OpenAI's item for an MCP call includes the result.
        "function_result" | "mcp_call" => Role::Tool,
        item if item.ends_with("_output") || is_mcp => Role::Tool,
        item if item.ends_with("_call") || item == "reasoning" => Role::Assistant,
        _ => Role::User,
    }
}

pub(super) fn text<'m>(
    object: &'m Map<String, Value>,
    key: &str,
) -> Result<Option<&'m str>, String> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!(
            "expected a string at `{key}`, found {}",
            kind(other)
        )),
    }
}

pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
