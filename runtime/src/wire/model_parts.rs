//! The parts of an answer that are the model's. A provider's API, or a host that resembles one,
//! isn't trusted with the roles of its answers: all of an answer is the model's, whatever role it
//! names, and it has no results of the program's tools. Otherwise it could add a system text or a
//! result to the next request.

use serde_json::{Map, Value, json};

use crate::provider::Api;

/// The type of a call that the provider executes itself. Other calls have no type.
pub(super) const PROVIDERS_OWN: &str = "server_tool_use";

/// The types of items and parts that only the program sends.
const PROGRAMS: [&str; 13] = [
    "apply_patch_call_output",
    "computer_call_output",
    "custom_tool_call_output",
    "function_call_output",
    "function_result",
    "input_file",
    "input_image",
    "input_text",
    "local_shell_call_output",
    "mcp_approval_response",
    "shell_call_output",
    "tool_result",
    "user_input",
];

/// Gives a message of an answer the model's role, and takes out what isn't the model's. Returns
/// `false` if nothing is left. The turn's calls remain.
pub(super) fn keep_own(api: Api, message: &mut Value) -> bool {
    let Some(members) = message.as_object_mut() else {
        return true;
    };
    // Items and steps are what their type names; a message is one whatever its type.
    let is_item = matches!(api, Api::Responses)
        || matches!(api, Api::Gemini) && !members.contains_key("parts");
    if is_programs(members) {
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
                let calls = bedrock_calls(parts);
                parts.retain_mut(|part| keep_bedrock_block(part, &calls));
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
    let kind = members.get("type").and_then(Value::as_str);
    kind.is_some_and(|kind| PROGRAMS.contains(&kind))
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

/// The ids of the calls of the program's tools.
fn bedrock_calls(blocks: &[Value]) -> Vec<Value> {
    let calls = blocks.iter().filter_map(|block| block.get("toolUse"));
    let calls = calls.filter(|call| call["type"] != PROVIDERS_OWN);
    calls.map(|call| call["toolUseId"].clone()).collect()
}

/// As [`keep_gemini_part`]. A result of Bedrock's own tools has a type, and belongs to none of the
/// program's `calls`.
fn keep_bedrock_block(block: &mut Value, calls: &[Value]) -> bool {
    let Some(members) = block.as_object_mut() else {
        return true;
    };
    members.retain(|key, value| {
        !(matches!(key.as_str(), "toolUse" | "toolResult") && value.is_null())
    });
    let has_call = members.contains_key("toolUse");
    let is_own = |result: &Value| {
        !has_call && result["type"].is_string() && !calls.contains(&result["toolUseId"])
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
