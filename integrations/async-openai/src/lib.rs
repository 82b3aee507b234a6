#![doc = include_str!("../README.md")]
//!
//! Conversions for `async-openai`: its types of tools, calls and results, for Chat Completions and
//! for Responses.
//!
//! If the SDK's types don't know a member of a tool, possibly one from `extra(..)`, the conversion
//! returns an error and never drops the member.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use async_openai;
#[doc(inline)]
pub use toolcast::integration::ConversionError as Error;

use toolcast::set::{RequestOptions, RequestReport};
use toolcast::{Provider, ToolSet};

/// Chat Completions, of OpenAI and compatible APIs: [`Provider::OpenAi`], `AzureOpenAi`, `XAi`,
/// `DeepSeek`, `Groq`, `Portable` and others with the same declarations.
///
/// ```
/// use async_openai::types::chat::{
///     ChatCompletionRequestAssistantMessageArgs, CreateChatCompletionRequest,
/// };
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
/// let mut request =
///     CreateChatCompletionRequest { model: "some-model".into(), ..Default::default() };
/// let report = chat::extend(&tools, Provider::OpenAi, &mut request, &RequestOptions::new())?;
/// assert!(report.skipped.is_empty());
/// assert_eq!(request.tools.as_ref().map(Vec::len), Some(1));
///
/// // `client.chat().create(request).await?` gives a response with a message.
/// # type Message = async_openai::types::chat::ChatCompletionResponseMessage;
/// # let message: Message = serde_json::from_value(serde_json::json!({
/// #     "role": "assistant", "content": null, "tool_calls": [
/// #         {"id": "call_1", "type": "function",
/// #          "function": {"name": "add", "arguments": "{\"a\":1,\"b\":2}"}}]}))?;
/// let asked = message.tool_calls.unwrap_or_default();
/// let calls = chat::calls(&asked);
/// // The model's message, before its results:
/// let mut own = ChatCompletionRequestAssistantMessageArgs::default();
/// if let Some(text) = message.content {
///     own.content(text);
/// }
/// own.tool_calls(asked);
/// request.messages.push(own.build()?.into());
/// # let block_on = |future| futures_executor::block_on(future);
/// let results = block_on(tools.call_all(Provider::OpenAi, calls));
/// request.messages.extend(chat::results(&results, Provider::OpenAi)?);
/// assert_eq!(request.messages.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod chat {
    use async_openai::types::chat::{
        ChatCompletionMessageToolCalls, ChatCompletionRequestMessage, ChatCompletionTools,
        CreateChatCompletionRequest,
    };

    use super::{Error, Provider, RequestOptions, RequestReport, ToolSet, extended, list, typed};
    use toolcast::call::{ToolCall, ToolResults};

    /// Returns the declarations of all tools.
    ///
    /// # Errors
    ///
    /// [`Error::Set`] if the set can't declare its tools to the provider. [`Error::NoPlace`] if
    /// these types can't hold a declaration, for instance one in another format.
    pub fn tools(set: &ToolSet, provider: Provider) -> Result<Vec<ChatCompletionTools>, Error> {
        list(&super::declarations(set, provider)?)
    }

    /// Adds the tools, the tool choice and the flag for parallel calls to a request, and keeps the
    /// request's own tools. Returns how the set was fitted to the provider, with the tools that it
    /// rejects.
    ///
    /// # Errors
    ///
    /// The same as [`tools`] and [`ToolSet::extend_request_with`].
    pub fn extend(
        set: &ToolSet,
        provider: Provider,
        request: &mut CreateChatCompletionRequest,
        options: &RequestOptions,
    ) -> Result<RequestReport, Error> {
        let extended = extended(set, provider, request, options)?;
        request.tools = extended.tools;
        request.tool_choice = extended.tool_choice;
        request.parallel_tool_calls = extended.parallel_tool_calls;
        Ok(extended.report)
    }

    /// Returns the function calls of a message. Calls of custom tools are left to your program.
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

    /// Returns the results as messages of the next request. For the APIs of Mistral, Cohere and
    /// Ollama that are compatible with OpenAI's, use [`Provider::Portable`]: their own have other
    /// members.
    ///
    /// # Errors
    ///
    /// [`Error::NoPlace`] if the provider's messages have another format.
    pub fn results(
        results: &ToolResults,
        provider: Provider,
    ) -> Result<Vec<ChatCompletionRequestMessage>, Error> {
        results.to_messages(provider).iter().map(typed).collect()
    }
}

/// OpenAI's Responses API: [`Provider::OpenAiResponses`].
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
/// let report = responses::extend(&tools, &mut request, &RequestOptions::new())?;
/// assert!(report.skipped.is_empty());
///
/// # let output: Vec<OutputItem> = serde_json::from_value(serde_json::json!([
/// #     {"type": "function_call", "call_id": "call_1", "name": "add",
/// #      "arguments": "{\"a\":1,\"b\":2}"}]))?;
/// let calls = responses::calls(&output); // of `response.output`
/// # let block_on = |future| futures_executor::block_on(future);
/// let results = block_on(tools.call_all(Provider::OpenAiResponses, calls));
/// // For the next request's input, after the items of this output or with
/// // `previous_response_id`:
/// let items = responses::results(&results)?;
/// assert_eq!(items.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod responses {
    use async_openai::types::responses::{CreateResponse, InputItem, OutputItem, Tool};

    use super::{Error, Provider, RequestOptions, RequestReport, ToolSet, extended, list, typed};
    use toolcast::call::{ToolCall, ToolResults};

    const PROVIDER: Provider = Provider::OpenAiResponses;

    /// Returns the declarations of all tools.
    ///
    /// # Errors
    ///
    /// [`Error::Set`] if the set can't declare its tools to the provider. [`Error::NoPlace`] if
    /// these types can't hold a declaration.
    pub fn tools(set: &ToolSet) -> Result<Vec<Tool>, Error> {
        list(&super::declarations(set, PROVIDER)?)
    }

    /// Adds the tools, the tool choice and the flag for parallel calls to a request, and keeps the
    /// request's own tools. Returns how the set was fitted to the provider, with the tools that it
    /// rejects.
    ///
    /// # Errors
    ///
    /// The same as [`tools`] and [`ToolSet::extend_request_with`].
    pub fn extend(
        set: &ToolSet,
        request: &mut CreateResponse,
        options: &RequestOptions,
    ) -> Result<RequestReport, Error> {
        let extended = extended(set, PROVIDER, request, options)?;
        request.tools = extended.tools;
        request.tool_choice = extended.tool_choice;
        request.parallel_tool_calls = extended.parallel_tool_calls;
        Ok(extended.report)
    }

    /// Returns the function calls in a response's output.
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

    /// Returns the results as items of the next request's input.
    ///
    /// # Errors
    ///
    /// [`Error::NoPlace`] if these types can't hold a result.
    pub fn results(results: &ToolResults) -> Result<Vec<InputItem>, Error> {
        results.to_messages(PROVIDER).iter().map(typed).collect()
    }
}

fn declarations(set: &ToolSet, provider: Provider) -> Result<Value, Error> {
    let texts = set.declarations(provider)?;
    let values = texts.into_iter().map(serde_json::from_str);
    // Declarations are always valid JSON.
    Ok(Value::Array(values.filter_map(Result::ok).collect()))
}

/// The members of a request with everything that the set adds, and the report.
struct RequestMembers<T, C> {
    tools: Option<Vec<T>>,
    tool_choice: Option<C>,
    parallel_tool_calls: Option<bool>,
    report: RequestReport,
}

fn extended<T, C>(
    set: &ToolSet,
    provider: Provider,
    request: &impl Serialize,
    options: &RequestOptions,
) -> Result<RequestMembers<T, C>, Error>
where
    T: Serialize + DeserializeOwned,
    C: Serialize + DeserializeOwned,
{
    let mut request = serde_json::to_value(request)
        .map_err(|error| Error::no_place::<Value>(format!("the request: {error}")))?;
    let report = set.extend_request_with(provider, &mut request, options)?;
    Ok(RequestMembers {
        tools: member(&request, "tools", list)?,
        tool_choice: member(&request, "tool_choice", typed)?,
        parallel_tool_calls: member(&request, "parallel_tool_calls", typed)?,
        report,
    })
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

/// Deserializes a value. Returns an error if the type would drop a member.
fn typed<T: DeserializeOwned + Serialize>(value: &Value) -> Result<T, Error> {
    let typed = T::deserialize(value)
        .map_err(|error| Error::no_place::<T>(format!("{}: {error}", described(value))))?;
    let back =
        serde_json::to_value(&typed).map_err(|error| Error::no_place::<T>(error.to_string()))?;
    match missing(value, &back) {
        None => Ok(typed),
        Some(path) => Err(Error::no_place::<T>(format!("`{path}`"))),
    }
}

/// Returns the path of the first part of a value that is missing or different in another one.
fn missing(value: &Value, back: &Value) -> Option<String> {
    match (value, back) {
        (Value::Object(all), Value::Object(kept)) => all.iter().find_map(|(key, value)| {
            match kept.get(key) {
                // A `null` member is equivalent to an absent one.
                None if value.is_null() => None,
                None => Some(key.to_owned()),
                Some(back) => missing(value, back).map(|rest| join(key, &rest)),
            }
        }),
        (Value::Array(all), Value::Array(kept)) if all.len() == kept.len() => {
            let pairs = all.iter().zip(kept).enumerate();
            let mut lost = pairs.filter_map(|(i, (value, back))| {
                missing(value, back).map(|rest| join(&i.to_string(), &rest))
            });
            lost.next()
        }
        _ if value == back => None,
        _ => Some(String::new()),
    }
}

fn join(key: &str, rest: &str) -> String {
    if rest.is_empty() {
        key.to_owned()
    } else {
        format!("{key}.{rest}")
    }
}

/// Returns the start of a value's text.
fn described(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}
