//! The parts of an answer that are the model's. A provider's API, or a host that resembles one,
//! isn't trusted with the roles of its answers: all of an answer is the model's, whatever role it
//! names, and it has no results of the program's tools. Otherwise it could add a system text or a
//! result to the next request.

use serde_json::{Value, json};

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

/// The members of a part that are a result, and those that are a call.
const RESULTS: [&str; 3] = ["functionResponse", "function_response", "toolResult"];
const CALLS: [&str; 4] = ["functionCall", "function_call", "toolUse", "tool_calls"];

/// Gives a message of an answer the model's role, and takes out what isn't the model's. Returns
/// `false` if nothing is left.
pub(super) fn keep_own(message: &mut Value) -> bool {
    if !keep_part(message) {
        return false;
    }
    let Some(members) = message.as_object_mut() else {
        return true;
    };
    if let Some(role) = members.get_mut("role")
        && !matches!(role.as_str(), Some("assistant" | "model"))
    {
        *role = json!("assistant");
        members.remove("tool_call_id");
    }
    for key in ["content", "parts"] {
        if let Some(parts) = members.get_mut(key).and_then(Value::as_array_mut) {
            parts.retain_mut(keep_part);
        }
    }
    true
}

/// Returns `false` for a part that isn't the model's. A part with a call remains without the rest,
/// because the turn has the call.
fn keep_part(part: &mut Value) -> bool {
    let Some(members) = part.as_object_mut() else {
        return true;
    };
    let has_call = CALLS.iter().any(|key| members.contains_key(*key));
    let is_own = |key: &str, value: &Value| match key {
        "type" => !value.as_str().is_some_and(|of| PROGRAMS.contains(&of)),
        // Bedrock's own tools have results with a type.
        "toolResult" => value.get("type").is_some(),
        _ => !RESULTS.contains(&key),
    };
    let before = members.len();
    members.retain(|key, value| is_own(key, value));
    has_call || members.len() == before
}
