//! Puts tools and the tool choice into a request.
//!
//! Rendered texts are joined; only [`extend_request`] works on a tree, because its caller has one.

use core::fmt::Write;
use std::collections::HashMap;

use serde_json::Value;

use super::choice::RequestedChoice;
use super::{ToolChoice, WireError};
use crate::dialect::DECLARATIONS;
use crate::json_index::object;
use crate::order::ByKey;
use crate::provider::{Api, Provider, ToolList};

/// A tool's declaration in the provider's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolDeclaration<'t> {
    /// The tool's name.
    pub name: &'t str,
    /// The whole declaration as JSON text, an object:
    /// [`ToolDef::schema_for`](crate::ToolDef::schema_for).
    pub text: &'t str,
}

/// Returns the members of a request that declare tools and express the tool choice, as pairs of a
/// unique key and JSON text. Without tools the list is empty. A `tool_choice` or
/// `parallel_tool_calls` of `None` adds nothing. `parallel: Some(true)` adds nothing if the
/// provider has no flag for it, since every provider allows several calls in one turn by default.
///
/// # Errors
///
/// [`WireError::Unsupported`] if the provider can't express the choice. [`WireError::UnknownTool`]
/// if a choice names an undeclared tool, or requires a call without tools. [`WireError::NoCalls`]
/// for [`Provider::JsonSchema`].
pub fn request_members(
    provider: Provider,
    tools: &[ToolDeclaration<'_>],
    choice: Option<&ToolChoice>,
    parallel: Option<bool>,
) -> Result<Vec<(&'static str, String)>, WireError> {
    check_api(provider)?;
    check_declared(tools, choice)?;
    let requested = RequestedChoice {
        provider,
        format: provider.request().api.tool_choice(),
        choice,
        parallel,
    };
    let chosen = requested.encoded()?;
    if tools.is_empty() || chosen.none {
        return Ok(Vec::new());
    }
    let kept = tools
        .iter()
        .filter(|tool| match &chosen.only {
            // An entry without a name isn't a tool.
            Some(names) => tool.name.is_empty() || names.iter().any(|name| name == tool.name),
            None => true,
        })
        .map(|tool| tool.text);
    let (key, mut text) = tools_member(provider, kept)?;
    let mut members = Vec::with_capacity(1 + chosen.members.len());
    let mut others = Vec::new();
    for (choice_key, choice_text) in chosen.members {
        // Bedrock's choice is a sibling of the tools.
        if choice_key == "toolChoice" {
            text.truncate(text.len() - 1);
            text.extend([",\"", choice_key, "\":", &choice_text, "}"]);
        } else {
            others.push((choice_key, choice_text));
        }
    }
    members.push((key, text));
    members.extend(others);
    Ok(members)
}

/// Returns the members of a request that declare tools and express the tool choice, as one JSON
/// object: `{"tools":[..],"tool_choice":..}`.
///
/// # Errors
///
/// As [`request_members`].
pub fn request_fragment(
    provider: Provider,
    tools: &[ToolDeclaration<'_>],
    choice: Option<&ToolChoice>,
    parallel: Option<bool>,
) -> Result<String, WireError> {
    request_members(provider, tools, choice, parallel).map(|members| text_of(&members))
}

/// Returns the members as the text of one JSON object: `{"tools":[..],"tool_choice":..}`.
pub(crate) fn text_of(members: &[(&'static str, String)]) -> String {
    let mut text = String::from("{");
    for (i, (key, value)) in members.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        text.extend([comma, "\"", key, "\":", value]);
    }
    text.push('}');
    text
}

/// Returns the member of a request that contains the declarations, as its key and JSON text:
/// `("tools", "[..]")`, `("toolConfig", "{\"tools\":[..]}")`.
///
/// # Errors
///
/// [`WireError::NoCalls`] for [`Provider::JsonSchema`].
pub fn tools_member<'t>(
    provider: Provider,
    declarations: impl IntoIterator<Item = &'t str>,
) -> Result<(&'static str, String), WireError> {
    check_api(provider)?;
    let at = provider.request().tools;
    let mut text = String::from(at.around.0);
    for (i, declaration) in declarations.into_iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(declaration);
    }
    text.push_str(at.around.1);
    Ok((at.key(), text))
}

/// Puts members into a request. Tools are added to existing ones; an identical tool isn't added
/// twice. Other objects are merged and other values replaced.
///
/// # Errors
///
/// - [`WireError::Shape`] if the request isn't an object, or its tool member has another type.
/// - [`WireError::Syntax`] if a text isn't JSON.
/// - [`WireError::Duplicate`] if the request has a different tool with the same name.
///
/// On error the request is unchanged.
pub fn extend_request(
    provider: Provider,
    request: &mut Value,
    members: &[(&'static str, String)],
) -> Result<(), WireError> {
    *request = extended(provider, request.clone(), members)?;
    Ok(())
}

/// Like [`extend_request`], for a request that isn't needed any more if an error occurs.
pub(crate) fn extended(
    provider: Provider,
    mut request: Value,
    members: &[(&'static str, String)],
) -> Result<Value, WireError> {
    check_api(provider)?;
    let at = provider.request().tools;
    let Value::Object(made) = &mut request else {
        return Err(shape(provider, "", "an object", &request));
    };
    for (key, text) in members {
        let value = serde_json::from_str(text).map_err(|error| WireError::Syntax {
            provider,
            message: format!("`{key}`: {error}"),
        })?;
        let mut path = String::from(*key);
        match made.get_mut(*key) {
            None => {
                made.insert((*key).into(), value);
            }
            Some(old) if *key == at.key() => merge_tools(provider, at, &mut path, old, value)?,
            Some(old) => merge(old, value),
        }
    }
    Ok(request)
}

/// Merges recursively: `{"a":{"b":1}}` and `{"a":{"c":2}}` give `{"a":{"b":1,"c":2}}`.
pub(crate) fn merge(old: &mut Value, new: Value) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                match old.get_mut(&key) {
                    Some(old) => merge(old, value),
                    None => {
                        old.insert(key, value);
                    }
                }
            }
        }
        (old, new) => *old = new,
    }
}

/// Adds the tools of `new` to those of `old`. Both are values of the member that contains the
/// tools.
fn merge_tools(
    provider: Provider,
    at: ToolList,
    path: &mut String,
    old: &mut Value,
    new: Value,
) -> Result<(), WireError> {
    match (&mut *old, new) {
        (Value::Null, new) => *old = new,
        (Value::Array(old), Value::Array(new)) => {
            let mut places = HashMap::new();
            for (i, tool) in old.iter().enumerate() {
                if let Some(name) = name_of(at, tool) {
                    places.entry(String::from(name)).or_insert(i);
                }
            }
            for tool in new {
                match tool {
                    // Gemini requires all declarations in one list, next to the user's other tools.
                    Value::Object(mut entry) if entry.contains_key(DECLARATIONS[0]) => {
                        let more = entry.remove(DECLARATIONS[0]).unwrap_or_default();
                        let there = old.iter_mut().enumerate().find_map(|(i, tool)| {
                            let key = DECLARATIONS.into_iter().find(|k| tool.get(k).is_some())?;
                            Some((i, key, tool.get_mut(key)?))
                        });
                        match there {
                            Some((i, key, list)) => {
                                let _ = write!(path, "[{i}].{key}");
                                merge_tools(provider, at, path, list, more)?;
                            }
                            None => old.push(object([(DECLARATIONS[0].into(), more)])),
                        }
                    }
                    tool => add_tool(at, old, &mut places, tool)?,
                }
            }
        }
        // Bedrock: `toolConfig` contains the tools and the choice.
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                match old.get_mut(&key) {
                    Some(list) if key == "tools" => {
                        path.push_str(".tools");
                        merge_tools(provider, at, path, list, value)?;
                    }
                    _ => {
                        old.insert(key, value);
                    }
                }
            }
        }
        (old, new) => {
            let expected = if new.is_object() {
                "an object"
            } else {
                "a list"
            };
            return Err(shape(provider, path, expected, old));
        }
    }
    Ok(())
}

/// Returns the tools that a request already has. Each declaration in Gemini's lists is one.
pub(crate) fn tools_in(provider: Provider, request: &Value) -> impl Iterator<Item = &Value> {
    let member = request.get(provider.request().tools.key());
    let list = member.and_then(|member| {
        let inside = || member.get("tools")?.as_array();
        member.as_array().or_else(inside)
    });
    list.into_iter().flatten().flat_map(|tool| {
        let inside = DECLARATIONS
            .into_iter()
            .find_map(|key| tool.get(key)?.as_array());
        inside.map_or(core::slice::from_ref(tool), Vec::as_slice)
    })
}

/// Returns the tools that a request already has with their names, by name.
pub(crate) fn declared_in(provider: Provider, request: &Value) -> ByKey<&str, (&str, &Value)> {
    let at = provider.request().tools;
    let mut declared = ByKey::default();
    for tool in tools_in(provider, request) {
        if let Some(name) = name_of(at, tool) {
            declared.insert(name, (name, tool));
        }
    }
    declared
}

/// Replaces tools that a request already has by what `new` returns for their name and value.
pub(crate) fn update_declared(
    provider: Provider,
    request: &mut Value,
    new: impl Fn(&str, &Value) -> Option<Value>,
) {
    let at = provider.request().tools;
    let Some(member) = request.get_mut(at.key()) else {
        return;
    };
    let list = match member {
        Value::Object(members) => members.get_mut("tools"),
        list => Some(list),
    };
    let tools = list.and_then(Value::as_array_mut).into_iter().flatten();
    for tool in tools {
        let new = name_of(at, tool).and_then(|name| new(name, tool));
        if let Some(new) = new {
            *tool = new;
        }
    }
}

fn add_tool(
    at: ToolList,
    tools: &mut Vec<Value>,
    places: &mut HashMap<String, usize>,
    tool: Value,
) -> Result<(), WireError> {
    let name = name_of(at, &tool).map(String::from);
    let same = name.as_ref().and_then(|name| tools.get(*places.get(name)?));
    match same {
        Some(old) if *old == tool => Ok(()),
        Some(_) => Err(WireError::Duplicate {
            name: name.unwrap_or_default(),
        }),
        None => {
            if let Some(name) = name {
                places.insert(name, tools.len());
            }
            tools.push(tool);
            Ok(())
        }
    }
}

fn name_of(at: ToolList, tool: &Value) -> Option<&str> {
    find(tool, at.name)?.as_str()
}

/// Returns the value at a path of keys.
pub(crate) fn find<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, key| value.get(*key))
}

pub(super) fn shape(provider: Provider, at: &str, expected: &str, found: &Value) -> WireError {
    WireError::Shape {
        provider,
        at: at.into(),
        expected: expected.into(),
        found: kind_of(found).into(),
    }
}

fn check_declared(
    tools: &[ToolDeclaration<'_>],
    choice: Option<&ToolChoice>,
) -> Result<(), WireError> {
    let names = match choice {
        None | Some(ToolChoice::Auto | ToolChoice::None) => return Ok(()),
        Some(ToolChoice::Required) => &[],
        Some(ToolChoice::Tool(name)) => core::slice::from_ref(name),
        Some(ToolChoice::AnyOf(names)) => names.as_slice(),
    };
    let unknown = names
        .iter()
        .find(|name| tools.iter().all(|tool| tool.name != **name));
    let empty = matches!(choice, Some(ToolChoice::AnyOf(names)) if names.is_empty());
    match unknown {
        Some(name) => Err(WireError::UnknownTool {
            name: Some(name.clone()),
        }),
        None if tools.is_empty() || empty => Err(WireError::UnknownTool { name: None }),
        None => Ok(()),
    }
}

/// Fails for a provider that is only a schema.
fn check_api(provider: Provider) -> Result<(), WireError> {
    match provider.request().api {
        Api::None => Err(WireError::NoCalls { provider }),
        _ => Ok(()),
    }
}

/// Names the kind of a value for error messages.
pub(crate) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
