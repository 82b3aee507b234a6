//! Signatures of Gemini's thoughts. They are valid for the model and the route that made them.

use serde_json::{Value, json};

use super::gemini_parts::NO_SIGNATURE;
use crate::wire::writer::ConversionLoss;

/// Removes the signatures of contents of a model, and puts the placeholder on each content's first
/// call, which must have one. Returns the signatures that are lost.
pub(crate) fn leave_out_signatures(messages: &mut [Value]) -> Vec<ConversionLoss> {
    let mut lost = Vec::new();
    for (message, content) in messages.iter_mut().enumerate() {
        if content["role"] != "model" {
            continue;
        }
        let Some(parts) = content.get_mut("parts").and_then(Value::as_array_mut) else {
            continue;
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
                lost.push(ConversionLoss { message, what });
            }
            if is_call && needs_placeholder {
                part.insert("thoughtSignature".to_owned(), json!(NO_SIGNATURE));
                needs_placeholder = false;
            }
        }
        // A part that had only a signature.
        if parts.len() > 1 {
            parts.retain(|part| *part != json!({"text": ""}));
        }
    }
    lost
}
