//! Each provider's rules as a checker over JSON text, independent of toolcast's dialects. The rules
//! come from the providers' documents, SDKs and recorded answers, cited as section numbers of the
//! fact sheet (`docs/providers.md`). Lists of keys come from the SDKs (`keys`).
//!
//! A finding is one of three kinds: the provider rejects the request, it silently loses something,
//! or a rule of our own that avoids uncertain keywords is broken. Recorded texts are judged by the
//! first kind alone; our own must have no findings at all.

pub mod anthropic;
pub mod azure;
pub mod bedrock;
pub mod cohere;
pub mod deepseek;
pub mod envelope;
pub mod gemini;
pub mod gemini_json;
pub mod groq;
pub mod json_schema;
pub mod keys;
pub mod mcp;
pub mod mistral;
pub mod ollama;
pub mod openai;
pub mod portable;
pub mod shared;
pub mod texts;
pub mod walk;
pub mod xai;

use serde_json::Value;
use std::fmt;
use toolcast::Provider;

/// The consequence of a broken rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request is refused.
    Refused,
    /// Something is dropped in silence.
    Lost,
    /// Unsure, so our texts keep clear of it.
    House,
}

/// A broken rule and where.
#[derive(Clone, Debug)]
pub struct Finding {
    pub kind: Kind,
    pub path: String,
    pub rule: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at `{}`: {}", self.kind, self.path, self.rule)
    }
}

/// Collects findings.
#[derive(Default)]
pub struct Findings(pub Vec<Finding>);

impl Findings {
    fn add(&mut self, kind: Kind, path: &str, rule: impl Into<String>) {
        self.0.push(Finding {
            kind,
            path: path.to_string(),
            rule: rule.into(),
        });
    }

    pub fn refused(&mut self, path: &str, rule: impl Into<String>) {
        self.add(Kind::Refused, path, rule);
    }

    pub fn lost(&mut self, path: &str, rule: impl Into<String>) {
        self.add(Kind::Lost, path, rule);
    }

    pub fn house(&mut self, path: &str, rule: impl Into<String>) {
        self.add(Kind::House, path, rule);
    }
}

/// Judges a parameter schema.
pub fn schema(provider: Provider, strict: bool, schema: &Value) -> Vec<Finding> {
    let mut findings = Findings::default();
    let f = &mut findings;
    match provider {
        Provider::OpenAi | Provider::OpenAiResponses => openai::schema(schema, strict, f),
        Provider::AzureOpenAi => azure::schema(schema, strict, f),
        Provider::Anthropic => anthropic::schema(schema, strict, f),
        Provider::Gemini => gemini::schema(schema, gemini::Backend::Developer, f),
        Provider::Vertex => gemini::schema(schema, gemini::Backend::Vertex, f),
        Provider::GeminiJsonSchema => gemini_json::schema(schema, f),
        Provider::Bedrock => bedrock::schema(schema, strict, f),
        Provider::Mistral => mistral::schema(schema, f),
        Provider::Cohere => cohere::schema(schema, f),
        Provider::XAi => xai::schema(schema, f),
        Provider::DeepSeek => deepseek::schema(schema, strict, f),
        Provider::Groq => groq::schema(schema, f),
        Provider::Ollama => ollama::schema(schema, f),
        Provider::Mcp => mcp::schema(schema, f),
        Provider::JsonSchema => json_schema::schema(schema, f),
        Provider::Portable => portable::schema(schema, f),
        other => panic!("no judge for {other}"),
    }
    findings.0
}

/// Judges a whole declaration, including its schema.
pub fn declaration(provider: Provider, declaration: &Value) -> Vec<Finding> {
    let mut findings = Findings::default();
    let (parameters, strict) = envelope::check(provider, declaration, &mut findings);
    if let Some(parameters) = parameters {
        findings.0.extend(schema(provider, strict, parameters));
    }
    findings.0
}

/// Returns the parameter schema of a declaration, and true if it is declared strict.
pub fn parameters(provider: Provider, declaration: &Value) -> (Option<&Value>, bool) {
    envelope::check(provider, declaration, &mut Findings::default())
}
