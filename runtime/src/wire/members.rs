//! Members that whole responses and streamed ones have in the same form.

use serde_json::{Value, json};

use super::WireError;
use super::node::{JsonNode, ObjectNode};
use super::turn::{RawCall, error_in};

/// The method of a request that calls a tool.
pub(super) const CALL_METHOD: &str = "tools/call";

/// Returns the key of the call of a part, `candidates[].content.parts[]`, if it is one.
pub(super) fn call_key(part: &ObjectNode<'_>) -> &'static str {
    match part.get("functionCall") {
        Some(_) => "functionCall",
        None => "function_call",
    }
}

/// Returns the call of such a part.
pub(super) fn part_call<'r>(part: &ObjectNode<'r>) -> Result<Option<ObjectNode<'r>>, WireError> {
    part.object(call_key(part))
}

/// Reads the call of such a part, whose signature is a member of the part.
pub(super) fn signed_call<'r>(
    part: &ObjectNode<'r>,
    call: ObjectNode<'r>,
) -> Result<RawCall<'r>, WireError> {
    let signature = part.get("thoughtSignature");
    let signature = signature.or_else(|| part.get("thought_signature"));
    RawCall::read(call, "id", "args")?.signed(signature)
}

/// Reads `{"id":..,"function":{"name":..,"arguments":..}}`. The arguments are a string or, from
/// Mistral and Ollama, an object.
pub(super) fn chat_call(call: JsonNode<'_>) -> Result<RawCall<'_>, WireError> {
    let call = call.object()?;
    let function = call.need("function")?.object()?;
    RawCall::of(call.id("id")?, function, "arguments")
}

/// Returns the type of a call that is not of a function, so the program can't run it.
pub(super) fn other_type<'r>(call: &ObjectNode<'r>) -> Result<Option<&'r str>, WireError> {
    if call.has("custom") {
        return Ok(Some("custom"));
    }
    let kind = call.string("type")?;
    Ok(kind.filter(|kind| !matches!(*kind, "" | "function") && !call.has("function")))
}

/// Writes what [`chat_call`] reads.
pub(super) fn function_call(id: Option<&str>, name: &str, arguments: &str) -> Value {
    let function = json!({"name": name, "arguments": arguments});
    json!({"id": id, "type": "function", "function": function})
}

/// Reads a request that calls a tool.
pub(super) fn call_request(request: JsonNode<'_>) -> Result<RawCall<'_>, WireError> {
    let request = request.object()?;
    let Some(method) = request.get("method") else {
        return Err(error_in(&request, "a request `tools/call`"));
    };
    if method.string()? != CALL_METHOD {
        return Err(method.expected("`tools/call`"));
    }
    let id = request.id("id")?;
    RawCall::of(id, request.need("params")?.object()?, "arguments")
}
