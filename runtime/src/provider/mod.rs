//! The providers: everything that is a fact about one, in one file for each family.
//!
//! A fact has its source in `docs/providers.md`. The code that uses it is in the modules above.

mod anthropic;
#[cfg(feature = "call")]
mod api;
mod bedrock;
mod cohere;
mod deepseek;
mod dialect;
#[cfg(feature = "call")]
mod empty;
mod envelope;
#[cfg(feature = "lint")]
mod evidence;
mod gemini;
mod groq;
#[cfg(feature = "http")]
mod http;
mod json_schema;
#[cfg(feature = "call")]
mod layout;
mod mcp;
#[cfg(feature = "call")]
mod metadata;
mod mistral;
mod ollama;
mod openai;
mod parse;
mod portable;
#[cfg(feature = "lint")]
mod profile;
#[cfg(feature = "lint")]
mod refusal;
#[cfg(feature = "call")]
mod request;
mod response;
#[cfg(feature = "testing")]
mod scripted;
#[cfg(feature = "call")]
mod serialize;
#[cfg(feature = "call")]
mod tool_choice;
#[cfg(feature = "import")]
mod tool_format;
mod xai;

#[cfg(feature = "call")]
pub(crate) use api::{Api, Chat, MessageStyle};
pub use dialect::Dialect;
pub(crate) use dialect::{
    Closed, Keys, Limits, MapStyle, Names, NullStyle, OptionalStyle, PatternRules, Recursion,
    StrictWhen, kw,
};
#[cfg(feature = "call")]
pub(crate) use empty::{ContentNeed, Empties, TextParts};
#[cfg(feature = "call")]
pub(crate) use envelope::DECLARATIONS;
pub(crate) use envelope::{Envelope, StrictKey};
#[cfg(feature = "lint")]
pub(crate) use evidence::Citation;
#[cfg(feature = "lint")]
use evidence::{COMMON, PYDANTIC_AI, RIG_TAPES};
#[cfg(feature = "lint")]
pub use evidence::{Effect, Evidence};
#[cfg(feature = "http")]
pub use http::ErrorKind;
#[cfg(feature = "http")]
pub(crate) use http::{Errors, Http, KeyHeader, ModelPath, Wait};
#[cfg(feature = "lint")]
pub(crate) use json_schema::refusal::JSON_READER;
#[cfg(feature = "call")]
pub(crate) use layout::{Layout, SystemText};
#[cfg(feature = "call")]
pub(crate) use metadata::{Metadata, TokenCount, UsageMembers};
pub use parse::UnknownProvider;
#[cfg(feature = "lint")]
pub(crate) use profile::{Ban, Cycles, Formats, Profile, Proto, SchemaLanguage};
#[cfg(feature = "lint")]
pub(in crate::provider) use profile::{lost, refused};
#[cfg(feature = "lint")]
pub(crate) use refusal::{
    AnswerAt, AnswerReader, AnswerText, ChoiceForm, Google, KindMember, LimitSources, ModelName,
    ModelRules, Refusal, ToolRules,
};
#[cfg(feature = "call")]
pub(crate) use request::{CacheMark, CallIds, RequestFacts, RequestLimits, ToolList, ToolSearch};
#[cfg(feature = "chat")]
pub(crate) use response::FORMAT_MEMBERS;
pub(crate) use response::{OutputMembers, StructuredOutput};
#[cfg(feature = "testing")]
pub(crate) use scripted::{HostAnswer, ReasoningForm, StreamUsage};
#[cfg(feature = "call")]
pub(crate) use tool_choice::{ChoiceFormat, ChoiceText, NamedTools, ParallelFlag};
#[cfg(feature = "import")]
pub(crate) use tool_format::ToolForm;
#[cfg(feature = "import")]
pub use tool_format::{ToolFormat, UnknownToolFormat};

/// The providers, each with its name and its facts.
macro_rules! providers {
    (
        $(#[$attribute:meta])*
        pub enum Provider {
            $($(#[$doc:meta])* $provider:ident = $name:literal => $facts:expr,)+
        }
    ) => {
        $(#[$attribute])*
        pub enum Provider {
            $($(#[$doc])* $provider,)+
        }

        impl Provider {
            /// All providers, in order of declaration.
            pub const ALL: &'static [Provider] = &[$(Provider::$provider,)+];

            /// The name, in lower case with hyphens. [`FromStr`](core::str::FromStr) reads it and
            /// [`Display`](core::fmt::Display) writes it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Provider::$provider => $name,)+
                }
            }
        }

        impl Facts {
            /// Returns the facts about a provider.
            pub(crate) const fn of(provider: Provider) -> Self {
                match provider {
                    $(Provider::$provider => $facts,)+
                }
            }
        }
    };
}

providers! {
    /// A target of tool declarations: a provider's API, MCP or JSON Schema. Each gets its own text.
    ///
    /// ```
    /// use toolcast::Provider;
    ///
    /// let provider: Provider = "openai-responses".parse()?;
    /// assert_eq!(provider, Provider::OpenAiResponses);
    /// assert_eq!(provider.name(), "openai-responses");
    /// let error = "antropic".parse::<Provider>().unwrap_err();
    /// assert!(error.to_string().contains("`anthropic`"));
    /// assert_eq!(Provider::ALL.len(), 17);
    /// # Ok::<(), toolcast::UnknownProvider>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    #[repr(u8)]
    pub enum Provider {
        /// OpenAI, Chat Completions.
        OpenAi = "openai" => openai::OPENAI,
        /// OpenAI, Responses.
        OpenAiResponses = "openai-responses" => openai::RESPONSES,
        /// Azure OpenAI (Microsoft Foundry), Chat Completions.
        AzureOpenAi = "azure-openai" => openai::AZURE,
        /// Anthropic, Messages.
        Anthropic = "anthropic" => anthropic::ANTHROPIC,
        /// Gemini API, the field `parameters`: Google's own schema type, for gateways and the Live
        /// API that don't read the newer field. Otherwise use
        /// [`GeminiJsonSchema`](Self::GeminiJsonSchema).
        Gemini = "gemini" => gemini::GEMINI,
        /// Gemini API and Vertex AI, the field `parametersJsonSchema`: JSON Schema.
        GeminiJsonSchema = "gemini-json-schema" => gemini::JSON_SCHEMA,
        /// Vertex AI, the field `parameters`.
        Vertex = "vertex" => gemini::VERTEX,
        /// Amazon Bedrock, Converse.
        Bedrock = "bedrock" => bedrock::BEDROCK,
        /// Mistral.
        Mistral = "mistral" => mistral::MISTRAL,
        /// Cohere, version 2.
        Cohere = "cohere" => cohere::COHERE,
        /// xAI.
        XAi = "xai" => xai::XAI,
        /// DeepSeek.
        DeepSeek = "deepseek" => deepseek::DEEPSEEK,
        /// Groq.
        Groq = "groq" => groq::GROQ,
        /// Ollama, its own API.
        Ollama = "ollama" => ollama::OLLAMA,
        /// Model Context Protocol, an entry of `tools/list`.
        Mcp = "mcp" => mcp::MCP,
        /// JSON Schema draft 2020-12: the schema of the parameters itself.
        JsonSchema = "json-schema" => json_schema::JSON_SCHEMA,
        /// For untested OpenAI-compatible hosts: OpenAI's envelope, and only constructs that every
        /// provider accepts.
        Portable = "portable" => portable::PORTABLE,
    }
}

impl Provider {
    /// The number of providers.
    pub(crate) const COUNT: usize = Self::ALL.len();

    /// The index in [`ALL`](Self::ALL).
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// This provider's bit in a set of providers.
    #[doc(hidden)]
    pub const fn bit(self) -> u32 {
        1 << (self as u32)
    }
}

/// The number of providers with a strict mode.
pub(crate) const STRICT_MODES: usize = 6;

/// Everything that is known about a provider. Each layer has a table of its own of the facts that
/// it needs, so a program has only the tables that it uses.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    /// The rules for schemas without strict mode. [`dialect`](crate::dialect) has the fields that
    /// are derived.
    pub(crate) plain: Dialect,
    /// The rules in strict mode, if the provider has one.
    pub(crate) strict: Option<Dialect>,
    /// The request members for structured output, or the reason why there are none.
    pub(crate) response: StructuredOutput,
    #[cfg(feature = "call")]
    pub(crate) request: RequestFacts,
    #[cfg(feature = "import")]
    pub(crate) tool_form: ToolForm,
    #[cfg(feature = "lint")]
    pub(crate) refusal: Refusal,
    /// The HTTP API, if the provider has one for chats.
    #[cfg(feature = "http")]
    pub(crate) http: Option<Http>,
    /// The value of `gen_ai.provider.name` in OpenTelemetry's conventions for generative AI
    /// (the repository open-telemetry/semantic-conventions-genai, commit 9430220e), or the
    /// provider's own name if they have none. It names the format of the API, not the host.
    #[cfg(feature = "tracing")]
    pub(crate) telemetry_name: &'static str,
}

/// Returns one fact of each provider. A macro, because a const function can't call a closure.
macro_rules! each {
    ($fact:ident) => {{
        let mut all = [Facts::of(Provider::ALL[0]).$fact; Provider::COUNT];
        let mut i = 0;
        while i < all.len() {
            all[i] = Facts::of(Provider::ALL[i]).$fact;
            i += 1;
        }
        all
    }};
}

static RESPONSES: [StructuredOutput; Provider::COUNT] = each!(response);

#[cfg(feature = "call")]
static REQUESTS: [RequestFacts; Provider::COUNT] = each!(request);

#[cfg(feature = "import")]
static TOOL_FORMS: [ToolForm; Provider::COUNT] = each!(tool_form);

#[cfg(feature = "lint")]
static REFUSALS: [Refusal; Provider::COUNT] = each!(refusal);

#[cfg(feature = "http")]
static HTTP: [Option<Http>; Provider::COUNT] = each!(http);

#[cfg(feature = "tracing")]
static TELEMETRY_NAMES: [&str; Provider::COUNT] = each!(telemetry_name);

impl Provider {
    /// Its request members for structured output, or the reason why there are none.
    pub(crate) const fn response(self) -> &'static StructuredOutput {
        &RESPONSES[self as usize]
    }

    /// The facts about its requests.
    #[cfg(feature = "call")]
    pub(crate) fn request(self) -> &'static RequestFacts {
        &REQUESTS[self as usize]
    }

    /// The provider whose messages its own are too.
    #[cfg(feature = "call")]
    pub(crate) fn message_format(self) -> Provider {
        self.request().same_messages.unwrap_or(self)
    }

    /// The form of its tools' definitions.
    #[cfg(feature = "import")]
    pub(crate) const fn tool_form(self) -> &'static ToolForm {
        &TOOL_FORMS[self as usize]
    }

    /// The rules for its finished requests.
    #[cfg(feature = "lint")]
    pub(crate) fn refusal(self) -> &'static Refusal {
        &REFUSALS[self as usize]
    }

    /// The facts about its HTTP API.
    #[cfg(feature = "http")]
    pub(crate) fn http(self) -> Option<&'static Http> {
        HTTP[self as usize].as_ref()
    }

    /// The name in telemetry.
    #[cfg(feature = "tracing")]
    pub(crate) fn telemetry_name(self) -> &'static str {
        TELEMETRY_NAMES[self as usize]
    }

    /// Returns the form of the host's answers. For an API other than Chat Completions, it only has
    /// that there is a reason to stop for a refusal.
    #[cfg(feature = "testing")]
    pub(crate) fn host_answer(self) -> HostAnswer {
        match self.request().api {
            Api::Chat(chat) => chat.answer,
            _ => HostAnswer::OPENAI,
        }
    }
}
