//! Gemini's Interactions: steps instead of contents. Responses are known by their shape; results are written by [`result_steps`].

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value, json};

use crate::call::{ToolResult, ToolResults};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::exact::exactly;
use crate::wire::heard::{Heard, arguments_text, string, text_or_json};
use crate::wire::neutral::{CallResult, Part};
use crate::wire::node::{Node, Object};
use crate::wire::said::Said;
use crate::wire::turn::{Finish, Found, Reader};

/// The results of calls that came from Gemini's Interactions API: a step `function_result` each. [`ToolResults::to_messages`] writes contents for
/// `generateContent`.
pub fn result_steps(results: &ToolResults) -> Vec<Value> {
    let mut said = Said::new(Provider::Gemini);
    let results = results.0.iter();
    results.map(|result| step_of(result, &mut said)).collect()
}

fn step_of(result: &ToolResult, said: &mut Said) -> Value {
    let result = CallResult::of(result);
    let value = match result.parts.as_slice() {
        [Part::Json(text)] => match exactly(text) {
            Some(value @ (Value::Object(_) | Value::Array(_))) => value,
            _ => json!(text),
        },
        _ => json!(result.text(said)),
    };
    json!({
        "type": "function_result",
        "call_id": result.id.as_str(),
        "name": result.name,
        "result": value,
        "is_error": result.is_error,
    })
}

/// The steps of a response, where it is one of this API.
pub(super) fn steps_of<'r>(response: &Object<'r>) -> Option<Node<'r>> {
    ["steps", "outputs"]
        .into_iter()
        .find_map(|key| response.get(key))
}

pub(super) fn read_steps(steps: Node<'_>, into: &mut Reader) -> Result<(), WireError> {
    for step in steps.list()? {
        let step = step.object()?;
        let mut changed = None;
        match step.need("type")?.string()?.as_ref() {
            "function_call" => {
                changed = into.call(
                    step.node(),
                    Found {
                        id: step.string("id")?,
                        name: step.need("name")?.string()?,
                        arguments: step.get("arguments"),
                        signature: step.string("signature")?.map(Into::into),
                    },
                )?;
            }
            "text" | "model_output" => read_text(&step, into)?,
            _ => {}
        }
        into.history(|| {
            let mut step = step.node().value()?;
            if let Some(id) = changed {
                step["id"] = json!(id.as_str());
            }
            Ok(step)
        })?;
    }
    into.finish(Finish::Stop);
    Ok(())
}

/// The text of a step, or of its parts.
fn read_text(step: &Object<'_>, into: &mut Reader) -> Result<(), WireError> {
    if let Some(text) = step.string("text")? {
        into.text(&text);
    }
    match step.get("content") {
        Some(content) if content.is_list() => super::chat::read_content(content, into),
        Some(content) if content.is_string() => {
            into.text(&content.string()?);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Reads one step of a conversation.
pub(super) fn hear(step: &Value, into: &mut Heard) -> Result<(), WireError> {
    match into.need(step, "type")? {
        "function_call" => {
            let name = into.need(step, "name")?;
            let arguments = arguments_text(step.get("arguments"));
            let signature = string(step, "signature");
            let call = into.call(string(step, "id"), name, arguments, signature);
            into.assistant(String::new(), Vec::from([call]));
        }
        "function_result" => {
            let (id, name) = into.answered(string(step, "call_id"), string(step, "name"))?;
            let parts = match step.get("result") {
                None | Some(Value::Null) => Vec::new(),
                Some(Value::String(text)) => Vec::from([text_or_json(text)]),
                Some(other) => Vec::from([Part::Json(other.to_string())]),
            };
            into.result(CallResult {
                id,
                name,
                parts,
                is_error: step["is_error"] == true,
            });
        }
        kind @ ("text" | "model_output" | "user_input") => {
            let mut text = string(step, "text").unwrap_or_default().to_owned();
            match step.get("content") {
                Some(Value::String(content)) => text.push_str(content),
                Some(Value::Array(parts)) => {
                    for part in parts {
                        match string(part, "text") {
                            Some(part) => text.push_str(part),
                            None => into.lose("a part that is no text"),
                        }
                    }
                }
                _ => {}
            }
            if kind == "user_input" {
                into.user(Vec::from([Part::Text(text)]));
            } else {
                into.assistant(text, Vec::new());
            }
        }
        other => {
            let what = format!("a step of type `{other}`");
            into.lose(what);
        }
    }
    Ok(())
}
