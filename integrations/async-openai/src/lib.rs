#![doc = include_str!("../README.md")]
//!
//! `async-openai`: its types of tools, calls and results, for Chat Completions and for Responses.
//!
//! A JSON schema is a `serde_json::Value` there: properties keep their order where `serde_json`'s feature `preserve_order` is on. A member of a tool that its types don't know, from
//! `extra(..)` maybe, is an error and never dropped.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

mod error;
mod typed;

pub use async_openai;
pub use error::Error;
use typed::typed;

use toolcast::set::RequestOptions;
use toolcast::{Provider, ToolSet};

/// Chat Completions, of OpenAI and of those alike: [`Provider::OpenAi`], `AzureOpenAi`, `XAi`, `DeepSeek`, `Groq`, `Portable` and others with the same declarations.
///
/// ```
/// use async_openai::types::chat::CreateChatCompletionRequest;
/// use toolcast_async_openai::chat;
/// use toolcast::set::RequestOptions;
/// use toolcast::{Provider, tool, toolset};
///
/// /// Add two numbers.
/// #[tool]
/// fn add(a: i32, b: i32) -> i32 {
///     a + b
/// }
///
/// let tools = toolset![add].build()?;
/// let mut request = CreateChatCompletionRequest { model: "some-model".into(), ..Default::default() };
/// chat::extend(&tools, Provider::OpenAi, &mut request, &RequestOptions::new())?;
/// assert_eq!(request.tools.as_ref().map(Vec::len), Some(1));
///
/// // `client.chat().create(request).await?` gives a response with a message.
/// # let message: async_openai::types::chat::ChatCompletionResponseMessage = serde_json::from_value(serde_json::json!({
/// #     "role": "assistant", "content": null, "tool_calls": [
/// #         {"id": "call_1", "type": "function", "function": {"name": "add", "arguments": "{\"a\":1,\"b\":2}"}}]}))?;
/// let calls = chat::calls(message.tool_calls.iter().flatten());
/// # let block_on = |future| futures_executor::block_on(future);
/// let results = block_on(tools.call_all(Provider::OpenAi, calls));
/// request.messages.extend(chat::results(&results, Provider::OpenAi)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod chat {
    use async_openai::types::chat::{
        ChatCompletionMessageToolCalls, ChatCompletionRequestMessage, ChatCompletionTools,
        CreateChatCompletionRequest,
    };

    use super::{Error, Provider, RequestOptions, ToolSet, extended, list, member, typed};
    use toolcast::call::{ToolCall, ToolResults};

    /// The declarations of all tools.
    ///
    /// # Errors
    ///
    /// What the set can't say to the provider, and what these types have no place for: declarations of another shape too.
    pub fn tools(set: &ToolSet, provider: Provider) -> Result<Vec<ChatCompletionTools>, Error> {
        list(&super::declarations(set, provider)?)
    }

    /// Puts the tools, the choice and the flag for several calls into a request, beside the tools that it has.
    ///
    /// # Errors
    ///
    /// As [`tools`]; and as [`ToolSet::extend_request_with`].
    pub fn extend(
        set: &ToolSet,
        provider: Provider,
        request: &mut CreateChatCompletionRequest,
        options: &RequestOptions,
    ) -> Result<(), Error> {
        let all = extended(set, provider, request, options)?;
        let tools = member(&all, "tools", list)?;
        let choice = member(&all, "tool_choice", typed)?;
        request.parallel_tool_calls = member(&all, "parallel_tool_calls", typed)?;
        request.tools = tools;
        request.tool_choice = choice;
        Ok(())
    }

    /// The calls of functions among a message's; calls of custom tools are the program's own.
    pub fn calls<'c>(
        calls: impl IntoIterator<Item = &'c ChatCompletionMessageToolCalls>,
    ) -> Vec<ToolCall> {
        let calls = calls.into_iter().filter_map(|call| match call {
            ChatCompletionMessageToolCalls::Function(call) => Some(ToolCall::new(
                call.id.as_str(),
                call.function.name.as_str(),
                call.function.arguments.as_str(),
            )),
            ChatCompletionMessageToolCalls::Custom(_) => None,
        });
        calls.collect()
    }

    /// The results as messages of the next request.
    ///
    /// # Errors
    ///
    /// Where the provider's messages have another shape.
    pub fn results(
        results: &ToolResults,
        provider: Provider,
    ) -> Result<Vec<ChatCompletionRequestMessage>, Error> {
        results.to_messages(provider).iter().map(typed).collect()
    }
}

/// Responses, of OpenAI: [`Provider::OpenAiResponses`].
///
/// ```
/// use async_openai::types::responses::{CreateResponse, OutputItem};
/// use toolcast_async_openai::responses;
/// use toolcast::set::RequestOptions;
/// use toolcast::{Provider, tool, toolset};
///
/// /// Add two numbers.
/// #[tool]
/// fn add(a: i32, b: i32) -> i32 {
///     a + b
/// }
///
/// let tools = toolset![add].build()?;
/// let mut request = CreateResponse::default();
/// responses::extend(&tools, &mut request, &RequestOptions::new())?;
///
/// # let output: Vec<OutputItem> = serde_json::from_value(serde_json::json!([
/// #     {"type": "function_call", "call_id": "call_1", "name": "add", "arguments": "{\"a\":1,\"b\":2}"}]))?;
/// let calls = responses::calls(&output); // of `response.output`
/// # let block_on = |future| futures_executor::block_on(future);
/// let results = block_on(tools.call_all(Provider::OpenAiResponses, calls));
/// let items = responses::results(&results)?; // for the next request's input
/// assert_eq!(items.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod responses {
    use async_openai::types::responses::{CreateResponse, InputItem, OutputItem, Tool};

    use super::{Error, Provider, RequestOptions, ToolSet, extended, list, member, typed};
    use toolcast::call::{ToolCall, ToolResults};

    const PROVIDER: Provider = Provider::OpenAiResponses;

    /// The declarations of all tools.
    ///
    /// # Errors
    ///
    /// What the set can't say to the provider, and what these types have no place for.
    pub fn tools(set: &ToolSet) -> Result<Vec<Tool>, Error> {
        list(&super::declarations(set, PROVIDER)?)
    }

    /// Puts the tools, the choice and the flag for several calls into a request, beside the tools that it has.
    ///
    /// # Errors
    ///
    /// As [`tools`]; and as [`ToolSet::extend_request_with`].
    pub fn extend(
        set: &ToolSet,
        request: &mut CreateResponse,
        options: &RequestOptions,
    ) -> Result<(), Error> {
        let all = extended(set, PROVIDER, request, options)?;
        let tools = member(&all, "tools", list)?;
        let choice = member(&all, "tool_choice", typed)?;
        request.parallel_tool_calls = member(&all, "parallel_tool_calls", typed)?;
        request.tools = tools;
        request.tool_choice = choice;
        Ok(())
    }

    /// The calls of functions in a response's output.
    pub fn calls<'i>(output: impl IntoIterator<Item = &'i OutputItem>) -> Vec<ToolCall> {
        let calls = output.into_iter().filter_map(|item| match item {
            OutputItem::FunctionCall(call) => Some(ToolCall::new(
                call.call_id.as_str(),
                call.name.as_str(),
                call.arguments.as_str(),
            )),
            _ => None,
        });
        calls.collect()
    }

    /// The results as items of the next request's input.
    ///
    /// # Errors
    ///
    /// What these types have no place for.
    pub fn results(results: &ToolResults) -> Result<Vec<InputItem>, Error> {
        results.to_messages(PROVIDER).iter().map(typed).collect()
    }
}

fn declarations(set: &ToolSet, provider: Provider) -> Result<Value, Error> {
    let texts = set.declarations(provider)?;
    let values = texts.into_iter().map(serde_json::from_str);
    // Declarations are JSON.
    Ok(Value::Array(values.filter_map(Result::ok).collect()))
}

/// A request as JSON, with all that the set adds.
fn extended(
    set: &ToolSet,
    provider: Provider,
    request: &impl Serialize,
    options: &RequestOptions,
) -> Result<Value, Error> {
    let mut request = serde_json::to_value(request)
        .map_err(|error| Error::no_place::<Value>(format!("the request: {error}")))?;
    set.extend_request_with(provider, &mut request, options)?;
    Ok(request)
}

fn member<T>(
    request: &Value,
    key: &str,
    read: impl Fn(&Value) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    match request.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => read(value).map(Some),
    }
}

fn list<T: Serialize + DeserializeOwned>(values: &Value) -> Result<Vec<T>, Error> {
    values.as_array().into_iter().flatten().map(typed).collect()
}
