//! The format of each provider's API: the path of a request, the positions of its parts, and the
//! answers that the server has prepared.

use serde_json::{Value, json};
use toolcast::Provider;

/// The shapes of one family of APIs.
pub(crate) struct Api {
    /// The path of a request.
    pub(crate) path: &'static str,
    /// The member of a request that holds the conversation.
    pub(crate) messages: &'static str,
    /// The JSON pointer to the list of declarations in a request.
    pub(crate) tools: &'static str,
    /// The answer to the first request: two calls, the second with a bad argument.
    pub(crate) first: &'static str,
    /// The answer to the second, streamed: the call again, mended, and another one.
    pub(crate) second: &'static str,
    /// The media type of that stream.
    pub(crate) stream: &'static str,
    /// The answer to the third: text alone.
    pub(crate) third: &'static str,
    /// The calls of all answers, in order, as results refer to them: by id, or by tool if the
    /// provider has no ids.
    pub(crate) ids: [&'static str; 4],
    /// The results in the messages of a request, in order.
    pub(crate) results: fn(&Value) -> Vec<SentResult>,
}

/// A tool's result as the server finds it in a request.
pub(crate) struct SentResult {
    /// The call's id, or the tool's name if the provider has no ids.
    pub(crate) of: String,
    pub(crate) text: String,
    /// True if it is flagged as an error. `None` if the provider has no flag.
    pub(crate) error: Option<bool>,
}

const EVENTS: &str = "text/event-stream";
const LINES: &str = "application/x-ndjson";

/// `None`: no model answers behind it.
#[expect(clippy::too_many_lines, reason = "a table of providers")]
pub(crate) fn of(provider: Provider) -> Option<Api> {
    Some(match provider {
        Provider::OpenAi
        | Provider::AzureOpenAi
        | Provider::XAi
        | Provider::DeepSeek
        | Provider::Groq
        | Provider::Portable => Api {
            path: "/v1/chat/completions",
            messages: "messages",
            tools: "/tools",
            first: include_str!("fixtures/chat/first.json"),
            second: include_str!("fixtures/chat/second.sse"),
            stream: EVENTS,
            third: include_str!("fixtures/chat/third.json"),
            ids: ["call_1", "call_2", "call_3", "call_4"],
            results: chat,
        },
        Provider::Mistral => Api {
            path: "/v1/chat/completions",
            messages: "messages",
            tools: "/tools",
            first: include_str!("fixtures/mistral/first.json"),
            second: include_str!("fixtures/mistral/second.sse"),
            stream: EVENTS,
            third: include_str!("fixtures/mistral/third.json"),
            ids: ["D681PevKs", "a1B2c3D4e", "Zz9Yy8Xx7", "q0W1e2R3t"],
            results: chat,
        },
        Provider::OpenAiResponses => Api {
            path: "/v1/responses",
            messages: "input",
            tools: "/tools",
            first: include_str!("fixtures/responses/first.json"),
            second: include_str!("fixtures/responses/second.sse"),
            stream: EVENTS,
            third: include_str!("fixtures/responses/third.json"),
            ids: ["call_1", "call_2", "call_3", "call_4"],
            results: responses,
        },
        Provider::Anthropic => Api {
            path: "/v1/messages",
            messages: "messages",
            tools: "/tools",
            first: include_str!("fixtures/anthropic/first.json"),
            second: include_str!("fixtures/anthropic/second.sse"),
            stream: EVENTS,
            third: include_str!("fixtures/anthropic/third.json"),
            ids: ["toolu_1", "toolu_2", "toolu_3", "toolu_4"],
            results: anthropic,
        },
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => Api {
            path: "/v1beta/models/any:generateContent",
            messages: "contents",
            tools: "/tools/0/functionDeclarations",
            first: include_str!("fixtures/gemini/first.json"),
            second: include_str!("fixtures/gemini/second.sse"),
            stream: EVENTS,
            third: include_str!("fixtures/gemini/third.json"),
            ids: [
                "search_issues",
                "create_event",
                "create_event",
                "query_table",
            ],
            results: gemini,
        },
        Provider::Bedrock => Api {
            path: "/model/any/converse",
            messages: "messages",
            tools: "/toolConfig/tools",
            first: include_str!("fixtures/bedrock/first.json"),
            // The stream's events. The SDK handles the frames around them.
            second: include_str!("fixtures/bedrock/second.ndjson"),
            stream: LINES,
            third: include_str!("fixtures/bedrock/third.json"),
            ids: ["tooluse_1", "tooluse_2", "tooluse_3", "tooluse_4"],
            results: bedrock,
        },
        Provider::Cohere => Api {
            path: "/v2/chat",
            messages: "messages",
            tools: "/tools",
            first: include_str!("fixtures/cohere/first.json"),
            second: include_str!("fixtures/cohere/second.sse"),
            stream: EVENTS,
            third: include_str!("fixtures/cohere/third.json"),
            ids: [
                "search_issues_1",
                "create_event_2",
                "create_event_3",
                "query_table_4",
            ],
            results: chat,
        },
        Provider::Ollama => Api {
            path: "/api/chat",
            messages: "messages",
            tools: "/tools",
            first: include_str!("fixtures/ollama/first.json"),
            second: include_str!("fixtures/ollama/second.ndjson"),
            stream: LINES,
            third: include_str!("fixtures/ollama/third.json"),
            ids: [
                "search_issues",
                "create_event",
                "create_event",
                "query_table",
            ],
            results: ollama,
        },
        _ => return None,
    })
}

/// The request before the tools are in it: the user's question.
pub(crate) fn request(provider: Provider, question: &str) -> Value {
    match provider {
        Provider::OpenAiResponses => {
            json!({"model": "any", "input": [{"role": "user", "content": question}]})
        }
        Provider::Anthropic => {
            json!({"model": "any", "max_tokens": 1024, "messages": [{"role": "user", "content": question}]})
        }
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
            json!({"contents": [{"role": "user", "parts": [{"text": question}]}]})
        }
        Provider::Bedrock => {
            json!({"messages": [{"role": "user", "content": [{"text": question}]}]})
        }
        _ => json!({"model": "any", "messages": [{"role": "user", "content": question}]}),
    }
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

/// A text, or JSON as text.
fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn chat(request: &Value) -> Vec<SentResult> {
    list(request, "messages")
        .filter(|message| message["role"] == "tool")
        .map(|message| SentResult {
            of: text(&message["tool_call_id"]),
            text: text(&message["content"]),
            error: None,
        })
        .collect()
}

fn ollama(request: &Value) -> Vec<SentResult> {
    list(request, "messages")
        .filter(|message| message["role"] == "tool")
        .map(|message| SentResult {
            of: text(&message["tool_name"]),
            text: text(&message["content"]),
            error: None,
        })
        .collect()
}

fn responses(request: &Value) -> Vec<SentResult> {
    list(request, "input")
        .filter(|item| item["type"] == "function_call_output")
        .map(|item| SentResult {
            of: text(&item["call_id"]),
            text: text(&item["output"]),
            error: None,
        })
        .collect()
}

fn anthropic(request: &Value) -> Vec<SentResult> {
    list(request, "messages")
        .filter(|message| message["role"] == "user")
        .flat_map(|message| list(message, "content"))
        .filter(|block| block["type"] == "tool_result")
        .map(|block| SentResult {
            of: text(&block["tool_use_id"]),
            text: text(&block["content"]),
            error: Some(block["is_error"] == true),
        })
        .collect()
}

fn gemini(request: &Value) -> Vec<SentResult> {
    list(request, "contents")
        .flat_map(|content| list(content, "parts"))
        .filter_map(|part| part.get("functionResponse"))
        .map(|answer| SentResult {
            of: text(&answer["name"]),
            text: text(&answer["response"]),
            error: Some(answer["response"].get("error").is_some()),
        })
        .collect()
}

fn bedrock(request: &Value) -> Vec<SentResult> {
    list(request, "messages")
        .flat_map(|message| list(message, "content"))
        .filter_map(|block| block.get("toolResult"))
        .map(|result| SentResult {
            of: text(&result["toolUseId"]),
            text: text(&result["content"]),
            error: Some(result["status"] == "error"),
        })
        .collect()
}
