//! Members that whole responses and streamed ones have in the same form.

use super::WireError;
use super::node::{CallIdNode, JsonNode, ObjectNode};
use super::turn::error_in;

/// The type of a call that the provider executes itself. Other calls have no type.
pub(super) const PROVIDERS_OWN: &str = "server_tool_use";

/// The method of a request that calls a tool.
pub(super) const CALL_METHOD: &str = "tools/call";

/// Returns the call of a part, `candidates[].content.parts[]`, if it is one.
pub(super) fn part_call<'r>(part: &ObjectNode<'r>) -> Result<Option<ObjectNode<'r>>, WireError> {
    let call = part.get("functionCall");
    let call = call.or_else(|| part.get("function_call"));
    call.map(JsonNode::object).transpose()
}

/// Returns the signature of such a part.
pub(super) fn part_signature<'r>(part: &ObjectNode<'r>) -> Option<JsonNode<'r>> {
    let signature = part.get("thoughtSignature");
    signature.or_else(|| part.get("thought_signature"))
}

/// Returns the id and the parameters of a request that calls a tool.
pub(super) fn call_request(
    request: JsonNode<'_>,
) -> Result<(Option<CallIdNode<'_>>, ObjectNode<'_>), WireError> {
    let request = request.object()?;
    let Some(method) = request.get("method") else {
        return Err(error_in(&request, "a request `tools/call`"));
    };
    if method.string()? != CALL_METHOD {
        return Err(method.expected("`tools/call`"));
    }
    Ok((request.id("id")?, request.need("params")?.object()?))
}
