//! The parts of an answer that are the model's, and the thoughts among them.
//!
//! A provider's API, or a host that resembles one, isn't trusted with the roles of its answers: all
//! of an answer is the model's, whatever role it names, and it has no results of the program's
//! tools. Otherwise it could add a system text or a result to the next request.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::node::JsonNode;
use crate::json_index::retain_members;
use crate::provider::Api;

/// The type of a call that the provider executes itself. Other calls have no type.
pub(super) const PROVIDERS_OWN: &str = "server_tool_use";

const PROGRAMS: [&str; 14] = [
    "apply_patch_call_output",
    "computer_call_output",
    "custom_tool_call_output",
    "function_call_output",
    "function_result",
    "input_file",
    "input_image",
    "input_text",
    "item_reference",
    "local_shell_call_output",
    "mcp_approval_response",
    "shell_call_output",
    "tool_result",
    "user_input",
];

/// Returns `true` for a shell call that OpenAI executes itself, in a container, or its output. The
/// ids of such calls are in `hosted`: the items of an answer are read one by one, calls before
/// their outputs.
fn is_hosted_shell(item: &Map<String, Value>, hosted: &mut HashSet<String>) -> bool {
    let (Some(kind), Some(id)) = (text(item, "type"), text(item, "call_id")) else {
        return false;
    };
    let environment = item.get("environment").and_then(Value::as_object);
    let place = environment.and_then(|environment| text(environment, "type"));
    if kind == "shell_call" && place.is_some_and(|place| place != "local") {
        hosted.insert(id.to_owned());
        return true;
    }
    kind == "shell_call_output" && hosted.contains(id)
}

fn text<'m>(members: &'m Map<String, Value>, key: &str) -> Option<&'m str> {
    members.get(key).and_then(Value::as_str)
}

/// Gives a message of an answer the model's role, and takes out what isn't the model's. Returns
/// `false` if nothing is left. The turn's calls remain.
pub(super) fn keep_own(api: Api, message: &mut Value, hosted: &mut HashSet<String>) -> bool {
    let Some(members) = message.as_object_mut() else {
        return true;
    };
    let is_hosted = matches!(api, Api::Responses) && is_hosted_shell(members, hosted);
    // Items and steps are what their type names; a message is one whatever its type.
    let is_item = matches!(api, Api::Responses)
        || matches!(api, Api::Gemini) && !members.contains_key("parts");
    if !is_hosted && is_programs(members) {
        if is_item {
            return false;
        }
        members.remove("type");
    }
    let model = match api {
        Api::Gemini => "model",
        _ => "assistant",
    };
    if let Some(role) = members.get_mut("role")
        && *role != model
    {
        *role = json!(model);
        members.remove("tool_call_id");
    }
    for key in ["content", "parts"] {
        let Some(parts) = members.get_mut(key).and_then(Value::as_array_mut) else {
            continue;
        };
        match api {
            Api::Gemini => {
                let calls = ["functionCall", "function_call"];
                let results = ["functionResponse", "function_response"];
                parts.retain_mut(|part| keep_part(part, &calls, &results, &|_| false));
            }
            Api::Bedrock => {
                let own = own_bedrock_calls(parts);
                // A result of an own call has a type.
                let is_own = |result: &Value| {
                    let id = result["toolUseId"].as_str();
                    result["type"].is_string() && id.is_some_and(|id| own.contains(id))
                };
                parts.retain_mut(|part| keep_part(part, &["toolUse"], &["toolResult"], &is_own));
            }
            _ => parts.retain(|part| !part.as_object().is_some_and(is_programs)),
        }
    }
    if !is_item {
        for key in ["functionResponse", "function_response", "toolResult"] {
            members.remove(key);
        }
    }
    true
}

fn is_programs(members: &Map<String, Value>) -> bool {
    text(members, "type").is_some_and(|kind| PROGRAMS.contains(&kind))
}

/// Removes the results of a part that aren't the model's own. Returns `false` if the part has
/// nothing else. It is read by its members, whatever type it names.
fn keep_part(
    part: &mut Value,
    calls: &[&str],
    results: &[&str],
    is_own: &dyn Fn(&Value) -> bool,
) -> bool {
    let Some(members) = part.as_object_mut() else {
        return true;
    };
    retain_members(members, &mut |key, value| {
        let is_either = calls.contains(&key) || results.contains(&key);
        !(is_either && value.is_null())
    });
    let has_call = calls.iter().any(|key| members.contains_key(*key));
    let mut has_result = false;
    for key in results {
        if members
            .get(*key)
            .is_some_and(|result| has_call || !is_own(result))
        {
            members.remove(*key);
            has_result = true;
        }
    }
    if is_programs(members) {
        if !has_call {
            return false;
        }
        members.remove("type");
    }
    (has_call || !has_result) && !members.is_empty()
}

/// The ids of the calls that Bedrock executes itself and of no call of the program's tools.
fn own_bedrock_calls(blocks: &[Value]) -> HashSet<String> {
    let calls = || blocks.iter().filter_map(|block| block.get("toolUse"));
    let ids = |is_own| {
        let those = calls().filter(move |call| (call["type"] == PROVIDERS_OWN) == is_own);
        those.filter_map(|call| call["toolUseId"].as_str())
    };
    let others: HashSet<&str> = ids(false).collect();
    let own = ids(true).filter(|id| !others.contains(id));
    own.map(str::to_owned).collect()
}

/// Returns the thoughts of a message, `choices[].message`. A host may send them under both names.
pub(super) fn message_thoughts(message: JsonNode<'_>) -> Option<JsonNode<'_>> {
    let thoughts = ["reasoning_content", "reasoning"].into_iter();
    let mut thoughts = thoughts.filter_map(|key| message.get(key));
    thoughts.find(|node| node.is_string() && node.raw() != r#""""#)
}

/// Returns the thoughts of a reasoning item, `output[]`, and their key: the thoughts themselves, if
/// they are shown, or their summary.
pub(super) fn item_thoughts(item: JsonNode<'_>) -> (&'static str, Option<JsonNode<'_>>) {
    let shown = item.get("content").filter(|content| {
        content.is_string() || content.list().is_ok_and(|parts| !parts.is_empty())
    });
    match shown {
        Some(content) => ("content", Some(content)),
        None => ("summary", item.get("summary")),
    }
}

/// Returns the texts of thoughts with their numbers. Thoughts are a text, or a list of parts with a
/// member `text`. Other values are left out, because the answer doesn't depend on them.
pub(super) fn thought_texts(thoughts: JsonNode<'_>) -> Vec<(u64, &str)> {
    let parts = match thoughts.list() {
        Ok(parts) => parts.into_iter().map(|part| part.at("text")).collect(),
        Err(_) => vec![Some(thoughts)],
    };
    let texts = (0..).zip(parts);
    texts
        .filter_map(|(i, text)| Some((i, text?.string().ok()?)))
        .collect()
}

/// Removes thoughts at the end of a model's message, because the answer was cut or had no text.
/// Anthropic and Bedrock reject them in the next request: "The final block in an assistant message
/// cannot be `thinking`." Returns `true` if there were some.
pub(super) fn leave_out_last_thoughts(api: Api, message: &mut Value) -> bool {
    let is_thought = |block: &Value| match api {
        Api::Anthropic => block["type"] == "thinking" || block["type"] == "redacted_thinking",
        Api::Bedrock => block.get("reasoningContent").is_some(),
        _ => false,
    };
    let Some(Value::Array(blocks)) = message.get_mut("content") else {
        return false;
    };
    let before = blocks.len();
    while blocks.pop_if(|block| is_thought(block)).is_some() {}
    blocks.len() < before
}
