//! Where a request has its tools, and the schemas of structured output.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::envelope::Shape;
use super::model::Model;
use super::profile::Reader;
use super::walk::{below, push_index};
use crate::dialect::DECLARATIONS;
use crate::provider::Provider;

/// What kind of request it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Body {
    pub(super) provider: Provider,
    /// A request of a Responses API, or of Gemini's Interactions: tools are flat.
    pub(super) flat: bool,
    pub(super) model: Model,
}

/// A list that tools stand in.
pub(super) struct List<'v> {
    pub(super) pointer: String,
    pub(super) value: &'v Value,
    /// The provider doesn't look here.
    pub(super) misplaced: bool,
    /// The shape of its entries.
    pub(super) shape: Shape,
}

/// A list's entry.
pub(super) struct Entry<'v> {
    pub(super) pointer: String,
    pub(super) value: &'v Value,
    /// It stands where the provider wants another wrapping around it, or none.
    pub(super) misplaced: bool,
    /// It stands in a list of declarations, where nothing but functions can.
    pub(super) declared: bool,
    /// The shape that is wanted there.
    pub(super) shape: Shape,
    /// The entry of the list that is the namespace around it.
    pub(super) namespace: Option<usize>,
}

/// The schema of an answer.
pub(super) struct Answer<'v> {
    pub(super) pointer: String,
    pub(super) schema: &'v Value,
    pub(super) reader: Reader,
    /// The rules on a tool's root hold for it.
    pub(super) root: bool,
    /// It counts among the strict tools.
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

    /// Who reads the parameters of a tool, or the schema of an answer that is read as they are.
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

    /// The name of the answer's schema, where the provider wants one: the object that has it, and the name.
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

    /// Who reads Google's fields that are JSON Schema.
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

    /// The lists of tools, those in other providers' places last.
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
        // What there was before `tools`; still taken.
        if matches!(self.provider, Provider::OpenAi | Provider::AzureOpenAi) && !self.flat {
            push(&["functions"], false, Shape::Declaration);
        }
        lists
    }

    /// The entries of a list, those of lists in it one by one.
    pub(super) fn entries<'v>(self, list: &List<'v>) -> Vec<Entry<'v>> {
        let mut entries = Vec::new();
        let all = list.value.as_array().into_iter().flatten();
        for (i, value) in all.enumerate() {
            let mut pointer = list.pointer.clone();
            push_index(&mut pointer, i);
            let within = inner(value);
            let Some((key, inner)) = within else {
                // What Gemini has in its own lists may not stand beside them.
                let loose = self.is_google() && !self.flat && value.is_object();
                entries.push(Entry {
                    pointer,
                    value,
                    misplaced: loose,
                    declared: false,
                    shape: list.shape,
                    namespace: None,
                });
                continue;
            };
            let declarations = key != "tools";
            let namespace = (!declarations).then_some(i);
            let pointer = below(&pointer, &[key]);
            for (i, value) in inner.iter().enumerate() {
                let mut pointer = pointer.clone();
                push_index(&mut pointer, i);
                entries.push(Entry {
                    pointer,
                    value,
                    misplaced: declarations && (!self.is_google() || self.flat),
                    declared: declarations,
                    shape: list.shape,
                    namespace,
                });
            }
        }
        entries
    }

    /// The schemas of structured output.
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

/// The list in a list's entry: Gemini's declarations, or a namespace's tools.
pub(super) fn inner(entry: &Value) -> Option<(&'static str, &Vec<Value>)> {
    let map: &Map<String, Value> = entry.as_object()?;
    let list = |key: &'static str| Some((key, map.get(key)?.as_array()?));
    if map.get("type").and_then(Value::as_str) == Some("namespace") {
        return list("tools");
    }
    DECLARATIONS.into_iter().find_map(list)
}
