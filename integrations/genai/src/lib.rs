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

use ::genai::chat::{
    ChatOptions, ChatRequest, Tool, ToolCall as Asked, ToolChoice as Choice, ToolResponse,
};
use serde_json::Value;

use toolcast::call::{ToolCall, ToolResults};
use toolcast::integration::{DeclaredTool, declared_request, declared_tools, result_text};
use toolcast::set::{RequestOptions, RequestReport};
use toolcast::{Provider, ToolChoice, ToolSet};

pub use genai;
#[doc(inline)]
pub use toolcast::integration::ConversionError as Error;

/// Returns the tools of a request to the provider whose model genai calls, as
/// [`ToolSet::declarations`] has them. Deferred tools are among them. For Gemini use
/// [`Provider::GeminiJsonSchema`], because genai fills that field. genai may then change a schema
/// in strict mode; arguments in both forms are accepted.
///
/// Tools of external sources that the provider rejects are left out: [`ToolSet::request_report`]
/// lists them.
///
/// # Errors
///
/// [`Error::Set`] if a tool has no declaration for the provider. [`Error::NoPlace`] if a tool has a
/// member from `extra(..)` for it.
pub fn tools(set: &ToolSet, provider: Provider) -> Result<Vec<Tool>, Error> {
    let tools = declared_tools::<Tool>(set, provider)?.into_iter();
    Ok(tools.map(|tool| described(tool, provider)).collect())
}

fn described(tool: DeclaredTool, provider: Provider) -> Tool {
    let mut described = Tool::new(tool.name).with_schema(tool.parameters);
    // Bedrock rejects an empty description.
    described.description = Some(tool.description).filter(|text| !text.is_empty());
    // The Responses API makes a tool strict if `strict` is absent, and genai omits it there by
    // default. Elsewhere the absent member means `false`.
    if tool.is_strict || provider == Provider::OpenAiResponses {
        described.with_strict(tool.is_strict)
    } else {
        described
    }
}

/// Adds the tools to a request and the tool choice to its options, and keeps the request's own
/// tools. Returns how the set was fitted to the provider, with the tools that it rejects. If the
/// choice is a list of tools, only these are declared and a call is required: genai has no place
/// for a list.
///
/// # Errors
///
/// The same as [`tools`] and [`ToolSet::extend_request_with`]. [`Error::NoPlace`] for the flag for
/// parallel calls, and for tools that are to be cached.
pub fn extend(
    set: &ToolSet,
    provider: Provider,
    request: &mut ChatRequest,
    chat: &mut ChatOptions,
    options: &RequestOptions,
) -> Result<RequestReport, Error> {
    let mut declared = declared_request::<ChatOptions>(set, provider, options)?;
    if declared.parallel.is_some() {
        return Err(Error::no_place::<ChatOptions>("`parallel_tool_calls`"));
    }
    let choice = match declared.choice {
        None => None,
        Some(ToolChoice::Auto) => Some(Choice::Auto),
        Some(ToolChoice::None) => Some(Choice::None),
        Some(ToolChoice::Required) => Some(Choice::Required),
        Some(ToolChoice::Tool(name)) => Some(Choice::tool(name)),
        Some(ToolChoice::AnyOf(names)) => {
            declared.tools.retain(|tool| names.contains(&tool.name));
            Some(Choice::Required)
        }
        Some(other) => return Err(Error::no_place::<Choice>(format!("{other:?}"))),
    };
    chat.tool_choice = choice.or(chat.tool_choice.take());
    let tools = declared.tools.into_iter();
    let tools = tools.map(|tool| described(tool, provider));
    request.tools.get_or_insert_default().extend(tools);
    Ok(declared.report)
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
        ToolResponse::new(result.call.id.clone(), result_text(result))
            .with_fn_name(result.call.name.as_str())
    });
    responses.collect()
}
