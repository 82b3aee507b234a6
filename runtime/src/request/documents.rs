//! The names of a request's documents, for Bedrock, which rejects two documents of one name.

use std::collections::HashMap;

use serde_json::Value;

/// A name may have at most 200 characters: letters, digits, single spaces, hyphens and brackets. A
/// number may be appended.
pub(crate) const MAX_DOCUMENT_NAME: usize = 190;

/// Appends a number to the name of each document whose name an earlier document of the request has,
/// in any case of its letters.
pub(crate) fn number_documents(messages: &mut Value) {
    let mut counts = HashMap::new();
    for message in messages.as_array_mut().into_iter().flatten() {
        number_in(message.get_mut("content"), &mut counts);
    }
}

fn number_in(content: Option<&mut Value>, counts: &mut HashMap<String, usize>) {
    let blocks = content.and_then(Value::as_array_mut);
    for block in blocks.into_iter().flatten() {
        number_in(block.pointer_mut("/toolResult/content"), counts);
        let Some(Value::String(name)) = block.pointer_mut("/document/name") else {
            continue;
        };
        let first: String = name.chars().take(MAX_DOCUMENT_NAME).collect();
        while counts.contains_key(&name.to_ascii_lowercase()) {
            let count = counts.entry(first.to_ascii_lowercase()).or_insert(1);
            *count += 1;
            *name = format!("{first}-{count}");
        }
        counts.insert(name.to_ascii_lowercase(), 1);
    }
}
