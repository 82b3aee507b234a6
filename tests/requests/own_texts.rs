//! All of the renderer's texts pass the linter without a finding.

use crate::support::{Tool, name, none, request};
use serde_json::{Value, json};
use toolcast::wire::{ToolDeclaration, request_fragment};
use toolcast::{Dialect, Provider, lint, render};
use toolcast_test_support::lists::Counts;
use toolcast_tests::{tools, zoo};

/// A text of the zoo as a tool's schema: `None` where the field is left out, as a declaration does.
pub(crate) fn texts(dialect: &'static Dialect) -> Vec<(&'static str, Value)> {
    let mut texts = Vec::new();
    for specimen in zoo::all() {
        // If the dialect can't express the type, another test checks that.
        if let Ok(text) = render(specimen.schema, dialect) {
            let schema = serde_json::from_str(&text).expect("our text is JSON");
            texts.push((specimen.name, schema));
        }
    }
    texts
}

#[test]
fn texts_of_the_zoo_have_no_finding() {
    let mut failures = Vec::new();
    let mut judged = 0;
    for dialect in Dialect::all() {
        for (specimen, schema) in texts(dialect) {
            let tool = Tool {
                name: "tool".into(),
                schema: Some(schema),
                strict: dialect.strict(),
            };
            judged += 1;
            for finding in lint::check(dialect.provider(), &request(dialect.provider(), &[tool])) {
                failures.push(format!("{}, {specimen}: {finding}", name(dialect)));
            }
        }
    }
    none(&failures);
    let mut counts = Counts::default();
    counts.add("texts", judged);
    counts.agree("requests/own_texts");
}

#[test]
fn declarations_of_the_zoo_have_no_finding() {
    let mut failures = Vec::new();
    for &provider in Provider::ALL {
        let mut declared = Vec::new();
        for tool in tools::all() {
            let Some(text) = tool.try_schema_for(provider) else {
                failures.push(format!("{}, {provider}: no declaration", tool.name()));
                continue;
            };
            declared.push(ToolDeclaration {
                name: tool.name(),
                text,
            });
        }
        let requests: Vec<Value> = if provider == Provider::JsonSchema {
            declared
                .iter()
                .map(|one| serde_json::from_str(one.text).expect("our text is JSON"))
                .collect()
        } else {
            let strict = tools::all().iter().any(|tool| tool.is_strict_for(provider));
            let parallel = (provider == Provider::AzureOpenAi && strict).then_some(false);
            let text = request_fragment(provider, &declared, None, parallel).expect("a request");
            vec![serde_json::from_str(&text).expect("our text is JSON")]
        };
        for request in requests {
            for finding in lint::check(provider, &request) {
                failures.push(format!("{provider}: {finding}"));
            }
        }
    }
    none(&failures);
}

/// The fragments of structured output.
mod structured {
    use super::{Value, lint, none};
    use toolcast::{Provider, ToolSchema, response_format};

    /// How sure
    #[allow(dead_code)] // Only its schema counts.
    #[derive(ToolSchema)]
    struct Answer {
        /// From 0 to 1
        #[tool(range(0.0..=1.0))]
        confidence: f64,
        because: Option<Vec<Reason>>,
        #[tool(format = "date")]
        on: String,
    }

    #[allow(dead_code)] // Only its schema counts.
    #[derive(ToolSchema)]
    struct Reason {
        text: String,
        kind: Kind,
        scores: std::collections::BTreeMap<String, u8>,
    }

    #[allow(dead_code)] // Only its schema counts.
    #[derive(ToolSchema)]
    enum Kind {
        Seen,
        Told { by: String },
        Both(Box<Kind>, u8),
    }

    macro_rules! of_all {
        ($ty:ty: $($provider:ident),*) => {[$((Provider::$provider, response_format!($ty, Provider::$provider))),*]};
    }

    #[test]
    fn response_formats_have_no_finding() {
        let mut failures = Vec::new();
        let fragments = [
            of_all!(Answer: OpenAi, OpenAiResponses, AzureOpenAi, Anthropic, Gemini, GeminiJsonSchema, Vertex, Bedrock, Mistral, Cohere, XAi, Groq, Ollama, Portable),
            of_all!(Kind: OpenAi, OpenAiResponses, AzureOpenAi, Anthropic, Gemini, GeminiJsonSchema, Vertex, Bedrock, Mistral, Cohere, XAi, Groq, Ollama, Portable),
            of_all!(Vec<u8>: OpenAi, OpenAiResponses, AzureOpenAi, Anthropic, Gemini, GeminiJsonSchema, Vertex, Bedrock, Mistral, Cohere, XAi, Groq, Ollama, Portable),
        ];
        for (provider, text) in fragments.into_iter().flatten() {
            let request: Value = serde_json::from_str(text).expect("our text is JSON");
            for finding in lint::check(provider, &request) {
                failures.push(format!("{provider}: {finding}: {text}"));
            }
        }
        none(&failures);
    }
}

#[test]
fn a_request_without_tools_is_fine() {
    for &provider in Provider::ALL {
        if provider == Provider::JsonSchema {
            continue; // This provider's body is a schema, so it must be one.
        }
        for request in [json!({}), json!([]), json!({"messages": [], "tools": null})] {
            assert_eq!(lint::check(provider, &request), [], "{provider}");
        }
    }
}
