#![doc = include_str!("../README.md")]
//!
//! # From a request to the results
//!
//! Conversions for `genai`: its types of tools, calls and responses.
//!
//! ```
//! use genai::chat::{ChatMessage, ChatRequest, ToolCall};
//! use toolcast::{Provider, tool, toolset};
//!
//! /// Add two numbers.
//! #[tool]
//! fn add(a: i32, b: i32) -> i32 {
//!     a + b
//! }
//!
//! let tools = toolset![add].build()?;
//! let provider = Provider::Anthropic; // whose model genai asks
//! let mut request = ChatRequest::from_user("What is 1 + 2?")
//!     .with_tools(toolcast_genai::tools(&tools, provider)?);
//! // `client.exec_chat(model, request.clone(), None).await?.into_tool_calls()`
//! # let arguments = serde_json::json!({"a": 1, "b": 2});
//! # let (id, name) = ("1".into(), "add".into());
//! # let asked = ToolCall { call_id: id, fn_name: name, fn_arguments: arguments,
//! #     thought_signatures: None };
//! # let asked = vec![asked];
//! let calls = toolcast_genai::calls(&asked);
//! request = request.append_message(ChatMessage::from(asked));
//! # let block_on = |future| futures_executor::block_on(future);
//! let results = block_on(tools.call_all(provider, calls));
//! for response in toolcast_genai::results(&results) {
//!     assert_eq!(response.content, "3");
//!     request = request.append_message(response);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use ::genai::chat::{Tool, ToolCall as Asked, ToolResponse};
use serde_json::{Value, json};

use toolcast::call::{ToolCall, ToolResults};
use toolcast::set::{SetError, ToolInfo};
use toolcast::{Provider, ToolSet};

pub use genai;

/// Returns the enabled tools, declared for the provider whose model genai calls. For Gemini use
/// [`Provider::GeminiJsonSchema`], because genai fills that field. genai may then change a schema
/// in strict mode; arguments in both forms are accepted.
///
/// # Errors
///
/// [`SetError`] if a tool has no declaration for the provider.
pub fn tools(set: &ToolSet, provider: Provider) -> Result<Vec<Tool>, SetError> {
    // Reports all rejections in one error.
    set.declarations(provider)?;
    let tools = set.tools().filter(ToolInfo::is_enabled).map(|tool| {
        let described = Tool::new(tool.name()).with_description(tool.description());
        let described = described.with_schema(parameters(&tool, provider));
        // The Responses API makes a tool strict if `strict` is absent, and genai omits it there by
        // default. Elsewhere the absent member means `false`.
        let strict = tool.is_strict_for(provider);
        if strict || provider == Provider::OpenAiResponses {
            described.with_strict(strict)
        } else {
            described
        }
    });
    Ok(tools.collect())
}

/// Converts genai's calls to [`ToolCall`]s.
pub fn calls<'c>(calls: impl IntoIterator<Item = &'c Asked>) -> Vec<ToolCall> {
    calls.into_iter().map(call).collect()
}

/// Converts one call. Arguments that genai could not parse are a string. They are passed on
/// unchanged, and the call's result reports the error in them.
pub fn call(call: &Asked) -> ToolCall {
    let arguments = match &call.fn_arguments {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut made = ToolCall::new(call.call_id.as_str(), call.fn_name.as_str(), arguments);
    let signatures = call.thought_signatures.iter().flatten();
    made.signature = signatures.into_iter().next().cloned();
    made
}

/// Returns the results in the order of the calls. genai's results are text: an error starts with
/// `Error: `, and an image or a file is replaced by a text.
pub fn results(results: &ToolResults) -> Vec<ToolResponse> {
    let responses = results.iter().map(|result| {
        let message = result.to_messages(Provider::Portable).pop();
        let content = message
            .as_ref()
            .and_then(|message| message["content"].as_str());
        let content: String = content.unwrap_or_default().into();
        ToolResponse::new(result.call.id.to_string(), content)
            .with_fn_name(result.call.name.as_str())
    });
    responses.collect()
}

/// The schema of a tool's parameters. Gemini's field is absent if the tool has none.
fn parameters(tool: &ToolInfo<'_>, provider: Provider) -> Value {
    let text = tool.parameters_for(provider);
    text.and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_else(|| json!({ "type": "object", "properties": {} }))
}
