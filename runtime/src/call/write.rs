//! Conversion of serializable values into content: nothing for `null`, text for a string, JSON for
//! the rest.

use serde::Serialize;

use super::Content;

/// Serializes a value into parts for the model.
pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<Content>, String> {
    let json = serde_json::to_string(value).map_err(|error| error.to_string())?;
    Ok(parts(json))
}

fn parts(json: String) -> Vec<Content> {
    match json.as_bytes() {
        b"null" => Vec::new(),
        [b'"', ..] => vec![serde_json::from_str(&json).map_or(Content::Json(json), Content::Text)],
        _ => vec![Content::Json(json)],
    }
}
