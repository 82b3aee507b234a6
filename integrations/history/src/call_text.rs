//! A call as a record's text.

use serde::Serialize;
use serde_json::value::RawValue;

#[derive(Serialize)]
struct CallText<'c> {
    tool_call: CallRecord<'c>,
}

#[derive(Serialize)]
struct CallRecord<'c> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'c str>,
    name: &'c str,
    arguments: Arguments<'c>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Arguments<'c> {
    Json(&'c RawValue),
    /// A model's arguments may be invalid JSON.
    Text(&'c str),
}

/// Returns `{"tool_call":{"id":..,"name":..,"arguments":..}}`. JSON arguments keep their source
/// text; others become a string.
pub(super) fn call_text(id: Option<&str>, name: &str, arguments: &str) -> String {
    let told = CallText {
        tool_call: CallRecord {
            id: id.filter(|id| !id.is_empty()),
            name,
            arguments: match serde_json::from_str(arguments) {
                Ok(json) => Arguments::Json(json),
                Err(_) => Arguments::Text(arguments),
            },
        },
    };
    // Serialising strings and validated JSON can't fail.
    serde_json::to_string(&told).unwrap_or_default()
}
