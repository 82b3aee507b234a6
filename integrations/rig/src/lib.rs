#![doc = include_str!("../README.md")]
//!
//! # From a request to the results
//!
//! Conversions for `rig`: a set's tools for its agents, and its tools in a set.
//!
//! ```
//! use toolcast::{Provider, tool, toolset};
//!
//! /// Add two numbers.
//! #[tool]
//! fn add(a: i32, b: i32) -> i32 {
//!     a + b
//! }
//!
//! let tools = toolset![add].build()?;
//! for tool in toolcast_rig::tools(&tools, Provider::Anthropic)? {
//!     // `agent.dynamic_tool(tool)`, or wherever rig takes one.
//!     # let block_on = |future| futures_executor::block_on(future);
//!     let output = block_on(tool.execute(serde_json::json!({"a": 1, "b": 2})));
//!     assert_eq!(output.unwrap().as_json(), Some(&serde_json::json!(3)));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::atomic::{AtomicU64, Ordering};

use rig_core::completion::message::{
    DocumentSourceKind, Image, ImageMediaType, MimeType, ToolChoice as Choice, ToolName,
    ToolResultContent,
};
use rig_core::completion::{CompletionRequest, ToolDefinition};
use rig_core::tool::{
    DynamicTool as RigTool, ToolErrorKind, ToolExecutionError, ToolOutput as RigOutput,
};
use serde_json::Value;

use toolcast::call::{Content, ToolCall, ToolError, ToolResult};
use toolcast::import::ImportError;
use toolcast::integration::{
    DeclaredTool, Media, Part, ToolResultMessage, declared_request, declared_tools, exactly,
    left_out,
};
use toolcast::set::{DynamicTool, RequestOptions, RequestReport};
use toolcast::{Provider, ToolChoice, ToolSet};

pub use rig_core;
#[doc(inline)]
pub use toolcast::integration::ConversionError as Error;

/// Returns the tools of a request to the provider whose model rig calls, as rig's tools. Deferred
/// tools are among them. rig may then change a schema; arguments in both forms are accepted. Calls
/// go through the set, so its hook, timeouts, observers and functions for errors apply. rig doesn't
/// pass on the ids of calls, so each call gets one of its own: `rig_1`, `rig_2`.
///
/// A call that waits for an approval is an error for rig, which can't resume it: decide in
/// `before_call`. rig goes on after an error for which `stop_on_error` returns `true`, and after an
/// answer with `return_direct`.
///
/// An image in a result stays one for Anthropic, Bedrock, Gemini and OpenAI's Responses, in the
/// formats that rig passes on to them: any other image makes rig reject the next request. A text
/// describes it, and files of other kinds.
///
/// Tools of external sources that the provider rejects are left out: [`ToolSet::request_report`]
/// lists them.
///
/// # Errors
///
/// [`Error::Set`] if a tool has no declaration for the provider. [`Error::NoPlace`] if a tool has a
/// member from `extra(..)` for it.
pub fn tools(set: &ToolSet, provider: Provider) -> Result<Vec<RigTool>, Error> {
    let definitions = definitions(set, provider)?.into_iter();
    let tools = definitions.map(|definition| {
        let (set, name) = (set.clone(), definition.name.to_string());
        RigTool::new(
            definition.name,
            definition.description,
            definition.parameters,
            move |arguments: Value| {
                let id = format!("rig_{}", CALLS.fetch_add(1, Ordering::Relaxed));
                let call = ToolCall::new(id, name.as_str(), arguments.to_string());
                let set = set.clone();
                Box::pin(async move { output(&set.call(provider, call).await, provider) })
            },
        )
    });
    Ok(tools.collect())
}

/// The number of the next call in this program.
static CALLS: AtomicU64 = AtomicU64::new(1);

/// Returns only the declarations, for programs that make the calls themselves.
///
/// # Errors
///
/// The same as [`tools`].
pub fn definitions(set: &ToolSet, provider: Provider) -> Result<Vec<ToolDefinition>, Error> {
    let tools = declared_tools::<ToolDefinition>(set, provider)?.into_iter();
    tools.map(definition).collect()
}

fn definition(tool: DeclaredTool) -> Result<ToolDefinition, Error> {
    Ok(ToolDefinition {
        name: name_of(tool.name)?,
        description: tool.description,
        parameters: tool.parameters,
    })
}

fn name_of(name: String) -> Result<ToolName, Error> {
    ToolName::new(name).map_err(|error| Error::no_place::<ToolDefinition>(error.to_string()))
}

/// Adds the declarations, the tool choice and the flag for parallel calls to a request, and keeps
/// the request's own tools. Returns how the set was fitted to the provider, with the tools that it
/// rejects. rig rejects a request whose provider has no place for one of these.
///
/// # Errors
///
/// The same as [`tools`] and [`ToolSet::extend_request_with`]. [`Error::NoPlace`] for tools that
/// are to be cached.
pub fn extend(
    set: &ToolSet,
    provider: Provider,
    request: &mut CompletionRequest,
    options: &RequestOptions,
) -> Result<RequestReport, Error> {
    let declared = declared_request::<CompletionRequest>(set, provider, options)?;
    let choice = match declared.choice {
        None => None,
        Some(ToolChoice::Auto) => Some(Choice::Auto),
        Some(ToolChoice::None) => Some(Choice::None),
        Some(ToolChoice::Required) => Some(Choice::Required),
        Some(ToolChoice::Tool(name)) => Some(Choice::Specific {
            function_names: vec![name_of(name)?],
        }),
        Some(ToolChoice::AnyOf(names)) => {
            let names = names.into_iter().map(name_of);
            Some(Choice::Specific {
                function_names: names.collect::<Result<_, _>>()?,
            })
        }
        Some(other) => return Err(Error::no_place::<Choice>(format!("{other:?}"))),
    };
    let tools = declared.tools.into_iter().map(definition);
    request.tools.extend(tools.collect::<Result<Vec<_>, _>>()?);
    request.tool_choice = choice.or(request.tool_choice.take());
    let parallel = &mut request.options.parallel_tool_calls;
    *parallel = declared.parallel.or(*parallel);
    Ok(declared.report)
}

/// Converts a rig tool to a tool of a set. Its schema is imported like any other.
///
/// # Errors
///
/// [`ImportError`] if the schema can't be imported, with the position and the reason.
pub fn tool(tool: RigTool) -> Result<DynamicTool, ImportError> {
    let ToolDefinition {
        name,
        description,
        parameters,
    } = tool.definition();
    DynamicTool::from_schema_async(name, description, &parameters, move |arguments, _| {
        let tool = tool.clone();
        async move {
            match tool.execute(arguments).await {
                Ok(output) => Ok(answer(output)),
                Err(error) => Err(error_text(answer(error.model_output().clone()))),
            }
        }
    })
}

fn output(result: &ToolResult, provider: Provider) -> Result<RigOutput, ToolExecutionError> {
    let parts = ToolResultMessage::from(result).parts.into_iter();
    let content: Vec<_> = parts.map(|part| content_of(part, provider)).collect();
    let Some(error) = &result.error else {
        return if content.is_empty() {
            Ok(RigOutput::text(""))
        } else {
            RigOutput::content(content)
        };
    };
    let message = match error {
        // For the program. The model only learns that the tool failed.
        ToolError::Panicked(message) => format!("the tool panicked: {message}"),
        error => error.to_string(),
    };
    let failed = match error {
        ToolError::Denied(_) => ToolExecutionError::refused(message),
        error => ToolExecutionError::new(kind(error), message),
    };
    Err(match RigOutput::content(content) {
        Ok(output) => failed.with_model_output(output),
        Err(_) => failed,
    })
}

fn kind(error: &ToolError) -> ToolErrorKind {
    match error {
        ToolError::Arguments(_) => ToolErrorKind::InvalidArgs,
        ToolError::UnknownTool { .. } => ToolErrorKind::NotFound,
        ToolError::TimedOut(_) => ToolErrorKind::Timeout,
        ToolError::Cancelled => ToolErrorKind::Cancelled,
        _ => ToolErrorKind::Other,
    }
}

fn content_of(part: Part, provider: Provider) -> ToolResultContent {
    match part {
        Part::Text(text) => ToolResultContent::text(text),
        Part::Json(text) => match exactly(&text) {
            Some(value) => ToolResultContent::json(value),
            // A tree would round its numbers.
            None => ToolResultContent::text(text),
        },
        Part::Media(media) => {
            image_of(&media, provider).unwrap_or_else(|| ToolResultContent::text(left_out(&media)))
        }
        // A variant that `toolcast` added later.
        _ => ToolResultContent::text("[content left out, it can't be shown here]"),
    }
}

/// Returns an image that rig passes on to the provider.
fn image_of(media: &Media, provider: Provider) -> Option<ToolResultContent> {
    let kind = ImageMediaType::from_mime_type(&media.media_type)?;
    let is_common = matches!(
        kind,
        ImageMediaType::JPEG | ImageMediaType::PNG | ImageMediaType::WEBP
    );
    let is_taken = match provider {
        Provider::Anthropic | Provider::Bedrock | Provider::OpenAiResponses => {
            is_common || matches!(kind, ImageMediaType::GIF)
        }
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => is_common,
        _ => false,
    };
    let data = media.base64().filter(|_| is_taken)?;
    Some(ToolResultContent::Image(Image {
        data: DocumentSourceKind::Base64(data.to_owned()),
        media_type: Some(kind),
        ..Image::default()
    }))
}

fn answer(output: RigOutput) -> toolcast::ToolOutput {
    let content = output
        .into_content()
        .into_iter()
        .map(|content| match content {
            ToolResultContent::Text(text) => Content::Text(text.text),
            ToolResultContent::Json { value } => Content::Json(value.to_string()),
            ToolResultContent::Image(image) => picture(&image),
        });
    toolcast::ToolOutput::new(content.collect(), None)
}

/// Returns the content that rig would send to the model as a text, because an error of a tool is
/// one.
fn error_text(answer: toolcast::ToolOutput) -> String {
    let texts = answer.content.into_iter().map(|content| match content {
        Content::Text(text) | Content::Json(text) => text,
        Content::Image { media_type, data } => match Part::image(&media_type, &data) {
            Part::Media(media) => left_out(&media),
            _ => String::new(),
        },
        _ => String::new(),
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn picture(image: &Image) -> Content {
    let media_type = image.media_type.as_ref().map(MimeType::to_mime_type);
    let data = match &image.data {
        DocumentSourceKind::Raw(data) => Some(data.clone()),
        DocumentSourceKind::Base64(text) => data_encoding::BASE64.decode(text.as_bytes()).ok(),
        _ => None,
    };
    match (data, media_type) {
        (Some(data), Some(media_type)) => Content::image(media_type, data),
        // A URL, or bytes without a media type.
        _ => Content::Text(format!("[image: {}]", described(&image.data))),
    }
}

fn described(source: &DocumentSourceKind) -> String {
    match source {
        DocumentSourceKind::Url(url) => url.clone(),
        _ => "left out, it can't be shown here".to_owned(),
    }
}
