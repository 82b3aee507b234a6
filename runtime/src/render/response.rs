//! Structured output: the request members around a type's schema.

use super::StructuredText;
use super::notes::{TextContext, put_all, put_inside};
#[cfg(feature = "call")]
use super::{Outcome, Report, ReportEntry, dialect_of, render};
use crate::json::{Buffer, Sink};
use crate::provider::{OutputMembers, Provider};
use crate::schema::SchemaRef;

/// Creates the members that a request needs for structured output, as a `&'static str` at compile
/// time: a JSON object whose members go into the request.
///
/// | provider | it gives | as in |
/// |---|---|---|
/// | OpenAI, Azure | `{"response_format":{"type":"json_schema","json_schema":{"name":..,"schema":..,"strict":..}}}` | openai 3.54.0 `ResponseFormatJSONSchema` |
/// | Groq, Mistral | the same without `strict` | groq 1.7.0 `ResponseFormatResponseFormatJsonSchema`, mistralai 3.7.0 `ResponseFormat` |
/// | xAI, `Portable` | the same without `strict` | xAI's documentation; `unproven` |
/// | Responses | `{"text":{"format":{"type":"json_schema","name":..,"schema":..,"strict":..}}}` | openai 3.54.0 `ResponseTextConfigParam` |
/// | Anthropic | `{"output_config":{"format":{"type":"json_schema","schema":..}}}` | anthropic 2.12.0 `OutputConfigParam` |
/// | Gemini, Vertex | `{"generationConfig":{"responseMimeType":"application/json","responseSchema":..}}` | the protos `GenerationConfig` of google-ai-generativelanguage 0.12.1, google-cloud-aiplatform 2.7.0 |
/// | `GeminiJsonSchema` | the same with `responseJsonSchema` | the same |
/// | Bedrock | `{"outputConfig":{"textFormat":{"type":"json_schema","structure":{"jsonSchema":{"name":..,"schema":".."}}}}}`, the schema as a string | botocore 1.44.5 `OutputConfig` |
/// | Cohere | `{"response_format":{"type":"json_object","json_schema":..}}` | cohere 7.3.1 `JsonObjectResponseFormatV2` |
/// | Ollama | `{"format":..}` | ollama 0.6.3 `ChatRequest` |
///
/// The schema comes from [`schema!`](crate::schema!) and follows its rules. A root that is not an
/// object is wrapped under `"value"`. The type must be concrete. For a provider that is chosen at
/// run time, use `Conversation::response_format`, or `Provider::set_response_format` for a request
/// of your own. A schema that the provider would reject is a compile error. So is a provider
/// without structured output: DeepSeek, MCP, and JSON Schema, which is not a provider. The name is
/// the type's own.
///
/// ```
/// use toolcast::{Provider, ToolSchema, response_format};
///
/// #[derive(ToolSchema)]
/// struct Answer {
///     correct: bool,
/// }
///
/// assert_eq!(
///     response_format!(Answer, Provider::OpenAiResponses),
///     concat!(
///         r#"{"text":{"format":{"type":"json_schema","name":"Answer","schema":{"type":"object","properties":{"correct":{"type":"boolean"}},"#,
///         r#""required":["correct"],"additionalProperties":false},"strict":true}}}"#,
///     )
/// );
/// ```
#[macro_export]
macro_rules! response_format {
    ($ty:ty, $provider:expr $(,)?) => {{
        const __TOOL_PROVIDER: $crate::Provider = $provider;
        const __TOOL_SCHEMA: $crate::schema::SchemaRef = <$ty as $crate::ToolSchema>::SCHEMA;
        const __TOOL_ALL: $crate::__private::Structured =
            $crate::__private::Structured::new(__TOOL_SCHEMA, __TOOL_PROVIDER);
        const __TOOL_TEXT: &$crate::__private::StructuredText<{ __TOOL_ALL.size() }> =
            &__TOOL_ALL.write();
        const __TOOL_PIECES: $crate::__private::ResponseParts<'static> =
            $crate::__private::ResponseParts::new(
                __TOOL_PROVIDER,
                __TOOL_SCHEMA,
                __TOOL_TEXT.text(),
                __TOOL_ALL.strict(),
            );
        const __TOOL_ALL_PIECES: &$crate::__private::StructuredText<{ __TOOL_PIECES.size() }> =
            &__TOOL_PIECES.join();
        const __TOOL_STR: &'static $crate::__private::str = __TOOL_ALL_PIECES.text();
        __TOOL_STR
    }};
}

/// A request's fragment: a type's schema, and the members around it.
#[derive(Clone, Copy)]
pub struct ResponseParts<'a> {
    members: &'static OutputMembers,
    /// The type's name, for the providers that accept one.
    name: &'static str,
    schema: &'a str,
    strict: bool,
}

impl<'a> ResponseParts<'a> {
    /// Creates the fragment for a provider.
    ///
    /// # Panics
    ///
    /// Panics if the provider has no structured output; in a const that is a compile error.
    #[track_caller]
    pub const fn new(provider: Provider, schema: SchemaRef, text: &'a str, strict: bool) -> Self {
        match provider.response() {
            Ok(members) => ResponseParts {
                members,
                name: name_of(schema),
                schema: text,
                strict,
            },
            Err(reason) => panic!("{}", *reason),
        }
    }

    /// The length in bytes.
    pub const fn size(&self) -> usize {
        let mut out = Sink::none();
        self.write(&mut out);
        out.mark().get()
    }

    /// Joins the parts.
    pub const fn join<const N: usize>(&self) -> StructuredText<N> {
        let mut buffer = Buffer::new();
        self.write(&mut Sink::new(&mut buffer));
        StructuredText { buffer }
    }

    const fn write(&self, out: &mut Sink<'_>) {
        out.put(self.members.open);
        if let Some(after_name) = self.members.after_name {
            put_all(out, &[self.name, after_name]);
        }
        if self.members.quoted {
            // The renderer has escaped control characters.
            put_inside(out, TextContext::Json, self.schema);
        } else {
            out.put(self.schema);
        }
        out.put(self.members.close[self.strict as usize]);
    }
}

/// Returns the type's own name if it is a valid name for providers, else `answer`. They accept
/// letters, digits, `_` and `-`, at most 64.
const fn name_of(schema: SchemaRef) -> &'static str {
    let name = match schema.get().name {
        Some(name) => name.name,
        None => "answer",
    };
    let bytes = name.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if !bytes[i].is_ascii_alphanumeric() && bytes[i] != b'_' {
            return "answer";
        }
        i += 1;
    }
    if bytes.is_empty() || bytes.len() > 64 {
        return "answer";
    }
    name
}

/// Creates the members at run time: what [`response_format!`](crate::response_format!) creates.
#[cfg(feature = "call")]
pub(crate) fn response_members(schema: SchemaRef, provider: Provider) -> Result<String, Report> {
    if let Err(reason) = provider.response() {
        let entry = ReportEntry::new("", "", Outcome::Rejected, *reason);
        return Err(Report::new("", provider, false, vec![entry]));
    }
    let dialect = dialect_of(schema.get(), provider);
    let text = render(schema.get(), dialect)?;
    let parts = ResponseParts::new(provider, schema, &text, dialect.strict);
    let mut bytes = vec![0; parts.size()];
    parts.write(&mut Sink::over(&mut bytes));
    Ok(String::from_utf8(bytes).expect("the parts are texts"))
}
