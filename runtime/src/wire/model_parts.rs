//! The parts of an answer that are the model's. A provider's API, or a host that resembles one,
//! isn't trusted with the roles of its answers: all of an answer is the model's, whatever role it
//! names, and it has no results of the program's tools. Otherwise it could add a system text or a
//! result to the next request.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::provider::Api;

/// The type of a call that the provider executes itself. Other calls have no type.
pub(super) const PROVIDERS_OWN: &str = "server_tool_use";

/// The types of items and parts that only the program sends.
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

/// The ids of the shell calls of an answer of Responses that OpenAI executes itself, in a
/// container. The items of an answer are read one by one, calls before their outputs.
#[derive(Debug, Default)]
pub(super) struct HostedShellCalls(HashSet<String>);

impl HostedShellCalls {
    /// Returns `true` if the item is such a call or its output.
    fn has(&mut self, item: &Map<String, Value>) -> bool {
        let (Some(kind), Some(id)) = (text(item, "type"), text(item, "call_id")) else {
            return false;
        };
        let environment = item.get("environment").and_then(Value::as_object);
        let place = environment.and_then(|environment| text(environment, "type"));
        match kind {
            "shell_call" if place.is_some_and(|place| place != "local") => {
                self.0.insert(id.to_owned());
                true
            }
            "shell_call_output" => self.0.contains(id),
            _ => false,
        }
    }
}

fn text<'m>(members: &'m Map<String, Value>, key: &str) -> Option<&'m str> {
    members.get(key).and_then(Value::as_str)
}

/// Gives a message of an answer the model's role, and takes out what isn't the model's. Returns
/// `false` if nothing is left. The turn's calls remain.
pub(super) fn keep_own(api: Api, message: &mut Value, hosted: &mut HostedShellCalls) -> bool {
    let Some(members) = message.as_object_mut() else {
        return true;
    };
    let is_hosted = matches!(api, Api::Responses) && hosted.has(members);
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
            Api::Gemini => parts.retain_mut(keep_gemini_part),
            Api::Bedrock => {
                let own = own_bedrock_calls(parts);
                parts.retain_mut(|part| keep_bedrock_block(part, &own));
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

/// Removes the result of a part. Returns `false` if the part has nothing else. It is read by its
/// members, whatever type it names.
fn keep_gemini_part(part: &mut Value) -> bool {
    let Some(members) = part.as_object_mut() else {
        return true;
    };
    members.retain(|key, value| {
        let is_either = matches!(
            key.as_str(),
            "functionCall" | "function_call" | "functionResponse" | "function_response"
        );
        !(is_either && value.is_null())
    });
    let mut has_result = false;
    for key in ["functionResponse", "function_response"] {
        has_result |= members.remove(key).is_some();
    }
    let has_call = members.contains_key("functionCall") || members.contains_key("function_call");
    keep_untyped(members, has_call, has_result)
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

/// As [`keep_gemini_part`]. A result of one of Bedrock's `own` calls has a type.
fn keep_bedrock_block(block: &mut Value, own: &HashSet<String>) -> bool {
    let Some(members) = block.as_object_mut() else {
        return true;
    };
    members.retain(|key, value| {
        !(matches!(key.as_str(), "toolUse" | "toolResult") && value.is_null())
    });
    let has_call = members.contains_key("toolUse");
    let is_own = |result: &Value| {
        let id = result["toolUseId"].as_str();
        !has_call && result["type"].is_string() && id.is_some_and(|id| own.contains(id))
    };
    let has_result = members
        .get("toolResult")
        .is_some_and(|result| !is_own(result));
    if has_result {
        members.remove("toolResult");
    }
    keep_untyped(members, has_call, has_result)
}

fn keep_untyped(members: &mut Map<String, Value>, has_call: bool, has_result: bool) -> bool {
    if is_programs(members) {
        if !has_call {
            return false;
        }
        members.remove("type");
    }
    (has_call || !has_result) && !members.is_empty()
}
