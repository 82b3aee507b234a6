//! Signatures of Gemini's thoughts. They are valid for the model and the route that made them.

use serde_json::{Value, json};

use super::gemini_parts::NO_SIGNATURE;
use crate::provider::Provider;
use crate::wire::empty::{self, Cleanup};
use crate::wire::writer::ConversionLoss;

/// Removes the signatures of contents of a model, and puts the placeholder on each content's first
/// call, which must have one. Returns the signatures that are lost.
pub(crate) fn leave_out_signatures(
    provider: Provider,
    messages: &mut Vec<Value>,
) -> Vec<ConversionLoss> {
    let mut lost = Vec::new();
    let mut message = 0;
    messages.retain_mut(|content| {
        leave_out(message, content, &mut lost);
        message += 1;
        // A part that had only a signature is empty now.
        empty::mend(provider, content) != Cleanup::Gone
    });
    lost
}

fn leave_out(message: usize, content: &mut Value, lost: &mut Vec<ConversionLoss>) {
    let is_model = content["role"] == "model";
    let parts = content.get_mut("parts").and_then(Value::as_array_mut);
    let Some(parts) = parts.filter(|_| is_model) else {
        return;
    };
    let mut needs_placeholder = true;
    for part in parts.iter_mut().filter_map(Value::as_object_mut) {
        let signatures = ["thoughtSignature", "thought_signature"].map(|key| part.remove(key));
        let is_call = part.contains_key("functionCall") || part.contains_key("function_call");
        if signatures
            .into_iter()
            .flatten()
            .any(|old| old != NO_SIGNATURE)
        {
            let what = if is_call { "a call" } else { "a text" };
            let what = format!("the thought signature of {what}");
            lost.push(ConversionLoss {
                message: Some(message),
                content: what,
            });
        }
        if is_call && needs_placeholder {
            part.insert("thoughtSignature".to_owned(), json!(NO_SIGNATURE));
            needs_placeholder = false;
        }
    }
}
