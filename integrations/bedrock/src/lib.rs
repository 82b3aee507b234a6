#![doc = include_str!("../README.md")]
//!
//! # From a request to the results
//!
//! Conversions for `aws-sdk-bedrockruntime`: the types of Converse for tools, calls and results,
//! and `Document`, its JSON type.
//!
//! ```
//! use aws_sdk_bedrockruntime::types::{ContentBlock, ToolUseBlock};
//! use toolcast::set::RequestOptions;
//! use toolcast::{Provider, tool, toolset};
//!
//! /// Add two numbers.
//! #[tool]
//! fn add(a: i32, b: i32) -> i32 {
//!     a + b
//! }
//!
//! let tools = toolset![add].build()?;
//! let config = toolcast_bedrock::tool_config(&tools, &RequestOptions::new())?;
//! // `client.converse().model_id(..).set_tool_config(config).set_messages(..).send().await?`
//! // returns a message.
//! # assert!(config.is_some());
//! # let mut messages = Vec::new();
//! # let input = toolcast_bedrock::document(&serde_json::json!({"a": 1, "b": 2}));
//! # let call = ToolUseBlock::builder().tool_use_id("tooluse_1").name("add").input(input).build()?;
//! # let message = aws_sdk_bedrockruntime::types::Message::builder()
//! #     .role(aws_sdk_bedrockruntime::types::ConversationRole::Assistant)
//! #     .content(ContentBlock::ToolUse(call)).build()?;
//! let calls = toolcast_bedrock::calls(message.content());
//! # let block_on = |future| futures_executor::block_on(future);
//! let results = block_on(tools.call_all(Provider::Bedrock, calls));
//! messages.push(message);
//! // The next request's message, after the model's:
//! messages.extend(toolcast_bedrock::results(&results, &messages)?);
//! assert_eq!(messages.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use aws_sdk_bedrockruntime::primitives::Blob;
use aws_sdk_bedrockruntime::types::{
    AnyToolChoice, AutoToolChoice, CachePointBlock, CachePointType, ContentBlock, ConversationRole,
    DocumentBlock, DocumentFormat, DocumentSource, ImageBlock, ImageFormat, ImageSource, Message,
    SpecificToolChoice, Tool, ToolChoice, ToolConfiguration, ToolInputSchema, ToolResultBlock,
    ToolResultContentBlock, ToolResultStatus, ToolSpecification, ToolUseBlock, ToolUseType,
};
use aws_smithy_types::{Document, Number};
use serde_json::{Map, Value};

use toolcast::call::{ToolCall, ToolResults};
use toolcast::integration::DocumentNames;
use toolcast::set::RequestOptions;
use toolcast::{Provider, ToolSet};

pub use aws_sdk_bedrockruntime;
pub use aws_smithy_types;
#[doc(inline)]
pub use toolcast::integration::ConversionError as Error;

/// Converts a JSON value to a document. A document's objects are unordered.
pub fn document(value: &Value) -> Document {
    match value {
        Value::Null => Document::Null,
        Value::Bool(yes) => Document::Bool(*yes),
        Value::Number(number) => Document::Number(match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => Number::PosInt(number),
            (None, Some(number)) => Number::NegInt(number),
            (None, None) => Number::Float(number.as_f64().unwrap_or(f64::NAN)),
        }),
        Value::String(text) => Document::String(text.clone()),
        Value::Array(items) => Document::Array(items.iter().map(document).collect()),
        Value::Object(object) => Document::Object(
            object
                .iter()
                .map(|(key, value)| (key.clone(), document(value)))
                .collect(),
        ),
    }
}

/// Converts a document to a JSON value. Numbers that JSON can't represent become `null`; responses
/// don't contain any.
pub fn value(document: &Document) -> Value {
    match document {
        Document::Null => Value::Null,
        Document::Bool(yes) => Value::Bool(*yes),
        Document::Number(Number::PosInt(number)) => Value::from(*number),
        Document::Number(Number::NegInt(number)) => Value::from(*number),
        Document::Number(Number::Float(number)) => Value::from(*number),
        Document::String(text) => Value::String(text.clone()),
        Document::Array(items) => items.iter().map(value).collect(),
        Document::Object(object) => {
            let mut members: Vec<_> = object.iter().collect();
            // Sorted, so that the text doesn't depend on hashing.
            members.sort_by_key(|(key, _)| *key);
            let members = members.into_iter();
            Value::Object(
                members
                    .map(|(key, item)| (key.clone(), value(item)))
                    .collect(),
            )
        }
    }
}

/// Returns the tools and the tool choice. `None` if there are no tools, because Bedrock rejects an
/// empty list.
///
/// Tools of external sources that Bedrock rejects are left out: [`ToolSet::request_report`] lists
/// them.
///
/// # Errors
///
/// [`Error::Set`] if the set can't declare its tools to Bedrock. [`Error::NoPlace`] if these types
/// can't hold a part, such as a member from `extra(..)`.
pub fn tool_config(
    set: &ToolSet,
    options: &RequestOptions,
) -> Result<Option<ToolConfiguration>, Error> {
    let mut request = Value::Object(Map::new());
    // The types have no place for a report: ask `ToolSet::request_report`.
    let _report = set.extend_request_with(Provider::Bedrock, &mut request, options)?;
    let config = &mut request["toolConfig"];
    let tools = match config["tools"].take() {
        Value::Array(tools) if !tools.is_empty() => tools,
        _ => return Ok(None),
    };
    let tools = tools.into_iter().map(tool).collect::<Result<_, _>>()?;
    let choice = match config["toolChoice"].take() {
        Value::Null => None,
        choice => Some(tool_choice(&choice)?),
    };
    ToolConfiguration::builder()
        .set_tools(Some(tools))
        .set_tool_choice(choice)
        .build()
        .map(Some)
        .map_err(no_place::<ToolConfiguration>)
}

/// Returns the call in a block.
pub fn call(block: &ToolUseBlock) -> ToolCall {
    let arguments = value(block.input()).to_string();
    ToolCall::new(block.tool_use_id(), block.name(), arguments)
}

/// Returns the calls in a message's blocks. Skips calls of tools that run at the provider.
pub fn calls<'b>(content: impl IntoIterator<Item = &'b ContentBlock>) -> Vec<ToolCall> {
    let blocks = content.into_iter().filter_map(|block| match block {
        ContentBlock::ToolUse(block) => Some(block),
        _ => None,
    });
    blocks
        .filter(|block| block.r#type() != Some(&ToolUseType::ServerToolUse))
        .map(call)
        .collect()
}

/// Returns the results as the next message of a request: one, or none for an empty list. `earlier`
/// are the request's messages before it: Bedrock rejects two documents of one name, so a number is
/// appended to the name of a later one.
///
/// # Errors
///
/// [`Error::NoPlace`] if these types can't hold a result.
pub fn results(results: &ToolResults, earlier: &[Message]) -> Result<Vec<Message>, Error> {
    let blocks = result_blocks(results, earlier)?;
    if blocks.is_empty() {
        return Ok(Vec::new());
    }
    let content = blocks.into_iter().map(ContentBlock::ToolResult).collect();
    let message = Message::builder()
        .role(ConversationRole::User)
        .set_content(Some(content))
        .build()
        .map_err(no_place::<Message>)?;
    Ok(Vec::from([message]))
}

/// Returns the results as blocks, for a message with further content. [`results`] returns a whole
/// message.
///
/// # Errors
///
/// [`Error::NoPlace`] if these types can't hold a result.
pub fn result_blocks(
    results: &ToolResults,
    earlier: &[Message],
) -> Result<Vec<ToolResultBlock>, Error> {
    let mut names = names_of_documents(earlier);
    let mut blocks = Vec::new();
    for message in results.to_messages(Provider::Bedrock) {
        blocks.append(&mut blocks_of(message, &mut names)?);
    }
    Ok(blocks)
}

fn names_of_documents(messages: &[Message]) -> DocumentNames {
    let mut names = DocumentNames::default();
    let mut add = |document: &DocumentBlock| names.number(&mut document.name().to_owned());
    for block in messages.iter().flat_map(Message::content) {
        match block {
            ContentBlock::Document(document) => add(document),
            ContentBlock::ToolResult(result) => {
                let parts = result.content().iter();
                let documents = parts.filter_map(|part| part.as_document().ok());
                documents.for_each(&mut add);
            }
            _ => {}
        }
    }
    names
}

/// Converts `{"toolSpec":{"name","description","inputSchema":{"json"},"strict"}}` or
/// `{"cachePoint":{"type"}}`. Any other member is an error.
fn tool(tool: Value) -> Result<Tool, Error> {
    let mut members = Members::<Tool>::of(tool)?;
    if let Some(point) = members.0.remove("cachePoint") {
        members.finish()?;
        let mut point = Members::<CachePointBlock>::of(point)?;
        let kind = point.text("type").as_deref().map(CachePointType::from);
        point.finish()?;
        let built = CachePointBlock::builder().set_type(kind).build();
        return built
            .map(Tool::CachePoint)
            .map_err(no_place::<CachePointBlock>);
    }
    let mut spec = Members::<ToolSpecification>::of(members.take("toolSpec"))?;
    members.finish()?;
    let mut schema = Members::<ToolInputSchema>::of(spec.take("inputSchema"))?;
    let json = document(&schema.take("json"));
    schema.finish()?;
    let built = ToolSpecification::builder()
        .set_name(spec.text("name"))
        .set_description(spec.text("description"))
        .set_strict(spec.take("strict").as_bool())
        .input_schema(ToolInputSchema::Json(json))
        .build()
        .map_err(no_place::<ToolSpecification>)?;
    spec.finish()?;
    Ok(Tool::ToolSpec(built))
}

fn tool_choice(choice: &Value) -> Result<ToolChoice, Error> {
    if choice.get("auto").is_some() {
        return Ok(ToolChoice::Auto(AutoToolChoice::builder().build()));
    }
    if choice.get("any").is_some() {
        return Ok(ToolChoice::Any(AnyToolChoice::builder().build()));
    }
    let Some(name) = choice["tool"]["name"].as_str() else {
        return Err(Error::no_place::<ToolChoice>(choice.to_string()));
    };
    let tool = SpecificToolChoice::builder().name(name).build();
    tool.map(ToolChoice::Tool)
        .map_err(no_place::<SpecificToolChoice>)
}

/// Converts `{"role":"user","content":[{"toolResult":{..}}]}`.
fn blocks_of(mut message: Value, names: &mut DocumentNames) -> Result<Vec<ToolResultBlock>, Error> {
    let Value::Array(blocks) = message["content"].take() else {
        return Err(Error::no_place::<Message>(message.to_string()));
    };
    let blocks = blocks.into_iter().map(|block| {
        let mut members = Members::<ContentBlock>::of(block)?;
        let mut result = Members::<ToolResultBlock>::of(members.take("toolResult"))?;
        members.finish()?;
        let content = match result.take("content") {
            Value::Array(parts) => {
                let parts = parts.into_iter().map(|one| part(one, names));
                parts.collect::<Result<_, _>>()?
            }
            _ => Vec::new(),
        };
        let status = result.text("status");
        let built = ToolResultBlock::builder()
            .set_tool_use_id(result.text("toolUseId"))
            .set_content(Some(content))
            .set_status(status.as_deref().map(ToolResultStatus::from))
            .build()
            .map_err(no_place::<ToolResultBlock>)?;
        result.finish()?;
        Ok(built)
    });
    blocks.collect()
}

fn part(part: Value, names: &mut DocumentNames) -> Result<ToolResultContentBlock, Error> {
    let mut members = Members::<ToolResultContentBlock>::of(part)?;
    let built = if let Some(text) = members.text("text") {
        ToolResultContentBlock::Text(text)
    } else if let Some(json) = members.0.remove("json") {
        ToolResultContentBlock::Json(document(&json))
    } else if let Some(image) = members.0.remove("image") {
        let mut image = Members::<ImageBlock>::of(image)?;
        let format = image.text("format");
        let built = ImageBlock::builder()
            .set_format(format.as_deref().map(ImageFormat::from))
            .source(ImageSource::Bytes(bytes(image.take("source"))?))
            .build()
            .map_err(no_place::<ImageBlock>)?;
        image.finish()?;
        ToolResultContentBlock::Image(built)
    } else {
        let mut file = Members::<DocumentBlock>::of(members.take("document"))?;
        let format = file.text("format");
        let mut name = file.text("name").unwrap_or_default();
        names.number(&mut name);
        let built = DocumentBlock::builder()
            .set_format(format.as_deref().map(DocumentFormat::from))
            .name(name)
            .source(DocumentSource::Bytes(bytes(file.take("source"))?))
            .build()
            .map_err(no_place::<DocumentBlock>)?;
        file.finish()?;
        ToolResultContentBlock::Document(built)
    };
    members.finish()?;
    Ok(built)
}

/// Decodes `{"bytes":".."}` from base64.
fn bytes(source: Value) -> Result<Blob, Error> {
    let mut source = Members::<Blob>::of(source)?;
    let encoded = source.text("bytes").unwrap_or_default();
    source.finish()?;
    match data_encoding::BASE64.decode(encoded.as_bytes()) {
        Ok(bytes) => Ok(Blob::new(bytes)),
        Err(error) => Err(Error::no_place::<Blob>(format!("bytes: {error}"))),
    }
}

/// The members of an object that is converted to a `T`. Members left over at the end are an error.
struct Members<T>(Map<String, Value>, std::marker::PhantomData<T>);

impl<T> Members<T> {
    fn of(value: Value) -> Result<Self, Error> {
        match value {
            Value::Object(members) => Ok(Members(members, std::marker::PhantomData)),
            other => Err(Error::no_place::<T>(format!("`{other}`"))),
        }
    }

    fn take(&mut self, key: &str) -> Value {
        self.0.remove(key).unwrap_or_default()
    }

    fn text(&mut self, key: &str) -> Option<String> {
        if !self.0.get(key)?.is_string() {
            return None;
        }
        self.take(key).as_str().map(ToOwned::to_owned)
    }

    fn finish(self) -> Result<(), Error> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(key) => Err(Error::no_place::<T>(format!("`{key}`"))),
        }
    }
}

fn no_place<T>(error: impl std::fmt::Display) -> Error {
    Error::no_place::<T>(error.to_string())
}
