//! Locates the tools and the schemas of structured output in a request.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::envelope::Shape;
use super::model::Model;
use super::profile::Reader;
use super::walk::{below, push_index, push_key};
use crate::dialect::DECLARATIONS;
use crate::provider::Provider;

/// The kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Body {
    pub(super) provider: Provider,
    /// A request of a Responses API, or of Gemini's Interactions: tools are flat.
    pub(super) flat: bool,
    pub(super) model: Model,
}

/// A list of tools.
pub(super) struct List<'v> {
    pub(super) pointer: String,
    pub(super) value: &'v Value,
    /// The provider doesn't read this list.
    pub(super) misplaced: bool,
    /// The form of its entries.
    pub(super) shape: Shape,
}

/// The place of an entry of a list.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) pointer: String,
    /// The provider expects other nesting around it, or none.
    pub(super) misplaced: bool,
    /// It is in a list of declarations, which may contain only functions.
    pub(super) declared: bool,
    /// The form expected here.
    pub(super) shape: Shape,
    /// The index of the list entry that is its namespace.
    pub(super) namespace: Option<usize>,
}

/// The schema of structured output.
pub(super) struct Answer<'v> {
    pub(super) pointer: String,
    pub(super) schema: &'v Value,
    pub(super) reader: Reader,
    /// The rules for a tool's root apply to it.
    pub(super) root: bool,
    /// It counts as a strict tool.
    pub(super) counts: bool,
}

impl Body {
    pub(super) fn of(provider: Provider, request: &Value) -> Self {
        let responses = request.get("input").is_some()
            && request.get("messages").is_none()
            && request.get("contents").is_none();
        let flat = responses
            && matches!(
                provider,
                Provider::OpenAi
                    | Provider::AzureOpenAi
                    | Provider::XAi
                    | Provider::DeepSeek
                    | Provider::Groq
                    | Provider::Gemini
                    | Provider::GeminiJsonSchema
            );
        Body {
            provider: if flat && provider == Provider::OpenAi {
                Provider::OpenAiResponses
            } else {
                provider
            },
            flat: flat || provider == Provider::OpenAiResponses,
            model: Model::of(provider, request),
        }
    }

    /// Returns the reader of a tool's parameters, or of a structured-output schema with the same
    /// rules.
    pub(super) const fn reader(self, strict: bool) -> Reader {
        match (self.model, self.provider) {
            (Model::Tuned, Provider::OpenAi | Provider::OpenAiResponses) if strict => {
                Reader::OpenAiTuned
            }
            (Model::Grok, _) => Reader::AzureGrok,
            (Model::GptOss, Provider::Groq) => Reader::GroqOss,
            (_, provider) => Reader::of(provider, strict),
        }
    }

    /// Returns the names of structured-output schemas if the provider requires them: the pointer of
    /// the object that has the name, and the name.
    pub(super) fn answer_names(self, request: &Value) -> Vec<(String, Option<&Value>)> {
        let asks = matches!(
            self.provider,
            Provider::OpenAi | Provider::OpenAiResponses | Provider::AzureOpenAi
        );
        let places: [&[&str]; 2] = [&["response_format", "json_schema"], &["text", "format"]];
        let found = places.into_iter().filter_map(|path| {
            let format = path.iter().try_fold(request, |value, key| value.get(*key));
            let format = format.and_then(Value::as_object)?;
            format
                .contains_key("schema")
                .then(|| (below("", path), format.get("name")))
        });
        found.filter(|_| asks).collect()
    }

    /// Returns the reader of Google's JSON Schema fields.
    pub(super) const fn google_json(self) -> Reader {
        match self.provider {
            Provider::Vertex => Reader::VertexJson,
            _ => Reader::GeminiJson,
        }
    }

    pub(super) const fn is_google(self) -> bool {
        matches!(
            self.provider,
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex
        )
    }

    /// Returns the lists of tools, including those in members that this provider doesn't read.
    pub(super) fn lists(self, request: &Value) -> Vec<List<'_>> {
        let shape = Shape::of(self);
        let mut lists = Vec::new();
        if request.is_array() {
            lists.push(List {
                pointer: String::new(),
                value: request,
                misplaced: false,
                shape,
            });
            return lists;
        }
        let mut push = |path: &[&str], misplaced: bool, shape: Shape| {
            let value = path.iter().try_fold(request, |value, key| value.get(*key));
            if let Some(value) = value.filter(|value| !value.is_null()) {
                lists.push(List {
                    pointer: below("", path),
                    value,
                    misplaced,
                    shape,
                });
            }
        };
        let bedrock = self.provider == Provider::Bedrock;
        push(&["tools"], bedrock, shape);
        push(&["toolConfig", "tools"], !bedrock, shape);
        push(&["tool_config", "tools"], true, shape);
        if self.provider == Provider::Mcp {
            push(&["result", "tools"], false, shape);
        }
        // The deprecated predecessor of `tools`, which is still accepted.
        if matches!(self.provider, Provider::OpenAi | Provider::AzureOpenAi) && !self.flat {
            push(&["functions"], false, Shape::Declaration);
        }
        lists
    }

    /// Returns the entries of a list with their places, including those of nested lists.
    pub(super) fn entries<'v>(self, list: &List<'v>) -> Vec<(Place, &'v Value)> {
        let mut entries = Vec::new();
        let all = list.value.as_array().into_iter().flatten();
        for (i, value) in all.enumerate() {
            let mut place = Place {
                pointer: list.pointer.clone(),
                misplaced: false,
                declared: false,
                shape: list.shape,
                namespace: None,
            };
            push_index(&mut place.pointer, i);
            let Some((key, inner)) = inner(value) else {
                // Gemini's functions belong in nested lists and can't be siblings of them.
                place.misplaced = self.is_google() && !self.flat && value.is_object();
                entries.push((place, value));
                continue;
            };
            place.declared = key != "tools";
            place.misplaced = place.declared && (!self.is_google() || self.flat);
            place.namespace = (!place.declared).then_some(i);
            push_key(&mut place.pointer, key);
            for (i, value) in inner.iter().enumerate() {
                let mut place = place.clone();
                push_index(&mut place.pointer, i);
                entries.push((place, value));
            }
        }
        entries
    }

    /// Returns the schemas of structured output.
    pub(super) fn answers(self, request: &Value) -> Vec<Answer<'_>> {
        let mut answers = Vec::new();
        let mut push = |path: &[&str], reader: Reader, root: bool, counts: bool| {
            let found = path.iter().try_fold(request, |value, key| value.get(*key));
            if let Some(schema) = found.filter(|value| !value.is_null()) {
                answers.push(Answer {
                    pointer: below("", path),
                    schema,
                    reader,
                    root,
                    counts,
                });
            }
        };
        let says = |path: &[&str]| {
            let found = path.iter().try_fold(request, |value, key| value.get(*key));
            found == Some(&Value::Bool(true))
        };
        match self.provider {
            Provider::Anthropic => {
                for path in [
                    ["output_config", "format", "schema"].as_slice(),
                    &["output_format", "schema"],
                ] {
                    push(path, Reader::ClaudeStrict, true, true);
                }
            }
            Provider::Bedrock => {
                let path = [
                    "outputConfig",
                    "textFormat",
                    "structure",
                    "jsonSchema",
                    "schema",
                ];
                push(&path, Reader::ClaudeStrict, true, true);
            }
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
                let proto = if self.provider == Provider::Vertex {
                    Reader::Vertex
                } else {
                    Reader::Gemini
                };
                for config in ["generationConfig", "generation_config"] {
                    for key in ["responseSchema", "response_schema"] {
                        push(&[config, key], proto, false, false);
                    }
                    for key in ["responseJsonSchema", "response_json_schema"] {
                        push(&[config, key], self.google_json(), false, false);
                    }
                }
            }
            Provider::Ollama => push(&["format"], Reader::Ollama, false, false),
            Provider::Cohere => {
                for key in ["json_schema", "schema"] {
                    push(&["response_format", key], Reader::Cohere, true, false);
                }
            }
            Provider::Mcp | Provider::JsonSchema => {}
            _ => {
                let strict = says(&["text", "format", "strict"]);
                let reader = self.reader(strict);
                push(&["text", "format", "schema"], reader, true, false);
                let strict = says(&["response_format", "json_schema", "strict"]);
                let reader = self.reader(strict);
                push(
                    &["response_format", "json_schema", "schema"],
                    reader,
                    true,
                    false,
                );
            }
        }
        answers
    }
}

/// Returns the list in a list's entry: Gemini's declarations, or a namespace's tools.
pub(super) fn inner(entry: &Value) -> Option<(&'static str, &Vec<Value>)> {
    let map: &Map<String, Value> = entry.as_object()?;
    let list = |key: &'static str| Some((key, map.get(key)?.as_array()?));
    if map.get("type").and_then(Value::as_str) == Some("namespace") {
        return list("tools");
    }
    DECLARATIONS.into_iter().find_map(list)
}
