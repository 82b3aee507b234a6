//! The names of a request's documents, for Bedrock, which rejects two documents of one name.

use std::collections::HashMap;

use serde_json::Value;

/// A name may have at most 200 characters: letters, digits, single spaces, hyphens and brackets. A
/// number may be appended.
pub(crate) const MAX_DOCUMENT_NAME: usize = 190;

/// The names of a request's documents so far.
#[derive(Debug, Default)]
pub struct DocumentNames(HashMap<String, usize>);

impl DocumentNames {
    /// Adds a document's name. A number is appended to one that an earlier document has, in any
    /// case of its letters.
    pub fn number(&mut self, name: &mut String) {
        let first: String = name.chars().take(MAX_DOCUMENT_NAME).collect();
        while self.0.contains_key(&name.to_ascii_lowercase()) {
            let count = self.0.entry(first.to_ascii_lowercase()).or_insert(1);
            *count += 1;
            *name = format!("{first}-{count}");
        }
        self.0.insert(name.to_ascii_lowercase(), 1);
    }
}

/// Numbers the documents of a request's messages.
pub(crate) fn number_documents(messages: &mut Value) {
    let mut names = DocumentNames::default();
    for message in messages.as_array_mut().into_iter().flatten() {
        number_in(message.get_mut("content"), &mut names);
    }
}

fn number_in(content: Option<&mut Value>, names: &mut DocumentNames) {
    let blocks = content.and_then(Value::as_array_mut);
    for block in blocks.into_iter().flatten() {
        number_in(block.pointer_mut("/toolResult/content"), names);
        if let Some(Value::String(name)) = block.pointer_mut("/document/name") {
            names.number(name);
        }
    }
}
