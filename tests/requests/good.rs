//! Complete requests that each provider accepts.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast_test_support::json::remove;

/// A request without a finding, with a short name.
pub(crate) struct Good {
    pub(crate) name: &'static str,
    pub(crate) provider: Provider,
    pub(crate) body: Value,
}

/// Parameters that every provider accepts in strict mode.
pub(crate) fn parameters() -> Value {
    json!({
        "type": "object",
        "properties": {"n": {"type": "string"}},
        "required": ["n"],
        "additionalProperties": false
    })
}

/// Parameters as the protos of Google read them.
fn proto() -> Value {
    json!({"type": "OBJECT", "properties": {"n": {"type": "STRING"}}, "required": ["n"]})
}

/// One request or more for each provider that reads requests, and a result for MCP.
pub(crate) fn all() -> Vec<Good> {
    let mut all = chats();
    let more = [
        ("openai functions", Provider::OpenAi, functions()),
        ("openai flat", Provider::OpenAi, responses()),
        ("responses", Provider::OpenAiResponses, responses()),
        ("anthropic", Provider::Anthropic, anthropic()),
        ("bedrock", Provider::Bedrock, bedrock()),
        ("gemini", Provider::Gemini, google("parameters", &proto())),
        ("gemini snake", Provider::Gemini, snake()),
        ("gemini flat", Provider::Gemini, interaction()),
        ("vertex", Provider::Vertex, google("parameters", &proto())),
        (
            "gemini json",
            Provider::GeminiJsonSchema,
            google("parametersJsonSchema", &parameters()),
        ),
        ("mcp", Provider::Mcp, mcp()),
    ];
    let more = more.map(|(name, provider, body)| Good {
        name,
        provider,
        body,
    });
    all.extend(more);
    all
}

fn chats() -> Vec<Good> {
    let one = |name: &str| {
        json!({"type": "function", "function": {
            "name": name, "description": "What it does", "strict": true, "parameters": parameters()
        }})
    };
    let chat = json!({
        "model": "m",
        "messages": [
            {"role": "user", "content": "Hello"},
            {"role": "assistant", "content": "", "tool_calls": [
                {"id": "1", "type": "function", "function": {"name": "a", "arguments": "{}"}}
            ]},
            {"role": "tool", "tool_call_id": "1", "name": "a", "content": "7"}
        ],
        "tools": [one("a"), one("b")]
    });
    let named = json!({"type": "function", "function": {"name": "a"}});
    let format = json!({"type": "json_schema", "json_schema": {
        "name": "answer", "strict": true, "schema": parameters()
    }});
    let with = |members: Value| {
        let mut body = chat.clone();
        for (key, value) in members.as_object().into_iter().flatten() {
            body[key] = value.clone();
        }
        body
    };
    let usual = || {
        with(json!({"tool_choice": named, "parallel_tool_calls": false, "response_format": format}))
    };
    let cohere = || {
        let answer = json!({"type": "json_object", "json_schema": parameters()});
        with(json!({"tool_choice": "REQUIRED", "strict_tools": true, "response_format": answer}))
    };
    vec![
        ("openai", Provider::OpenAi, usual()),
        ("azure", Provider::AzureOpenAi, usual()),
        ("mistral", Provider::Mistral, usual()),
        ("xai", Provider::XAi, usual()),
        ("deepseek", Provider::DeepSeek, usual()),
        ("groq", Provider::Groq, usual()),
        ("portable", Provider::Portable, usual()),
        ("cohere", Provider::Cohere, cohere()),
        (
            "ollama",
            Provider::Ollama,
            with(json!({"format": parameters()})),
        ),
    ]
    .into_iter()
    .map(|(name, provider, body)| Good {
        name,
        provider,
        body: fitting(provider, body),
    })
    .collect()
}

/// The request without the members of tools that the provider's envelope lacks.
fn fitting(provider: Provider, mut body: Value) -> Value {
    let is_strict = matches!(
        provider,
        Provider::OpenAi | Provider::AzureOpenAi | Provider::DeepSeek
    );
    if provider == Provider::Portable {
        let mut open = parameters();
        remove(&mut open, "/additionalProperties");
        body["response_format"]["json_schema"]["schema"] = open.clone();
        for i in 0..2 {
            body["tools"][i]["function"]["parameters"] = open.clone();
        }
    }
    for tool in body["tools"].as_array_mut().into_iter().flatten() {
        if let Some(tool) = tool["function"].as_object_mut().filter(|_| !is_strict) {
            tool.remove("strict");
        }
    }
    body
}

/// The old form of OpenAI's tools.
fn functions() -> Value {
    let one = |name: &str| json!({"name": name, "description": "d", "parameters": parameters()});
    json!({
        "model": "m",
        "messages": [{"role": "user", "content": "Hello"}],
        "functions": [one("a"), one("b")],
        "function_call": {"name": "a"}
    })
}

fn flat(name: &str) -> Value {
    json!({
        "type": "function", "name": name, "description": "d", "strict": true,
        "parameters": parameters()
    })
}

fn responses() -> Value {
    json!({
        "model": "m",
        "input": [
            {"role": "user", "content": "Hello"},
            {"type": "function_call", "call_id": "1", "name": "a", "arguments": "{}"}
        ],
        "tools": [
            flat("a"),
            {"type": "namespace", "name": "s", "description": "d", "tools": [flat("b")]},
            {"type": "web_search"}
        ],
        "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [
            {"type": "function", "name": "a"}, {"type": "web_search"}
        ]},
        "text": {"format": {
            "type": "json_schema", "name": "answer", "strict": true, "schema": parameters()
        }}
    })
}

fn anthropic() -> Value {
    let one = |name: &str| json!({"name": name, "description": "d", "strict": true, "input_schema": parameters()});
    json!({
        "model": "claude-sonnet-4-5",
        "max_tokens": 9,
        "system": [{"type": "text", "text": "s"}],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Hello"}]},
            {"role": "assistant", "content": [
                {"type": "tool_use", "id": "1", "name": "a", "input": {}}
            ]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "1", "content": "7"}
            ]}
        ],
        "tools": [one("a"), one("b"), {"type": "web_search_20250305", "name": "web_search"}],
        "tool_choice": {"type": "tool", "name": "a", "disable_parallel_tool_use": true},
        "output_config": {"format": {"type": "json_schema", "schema": parameters()}}
    })
}

fn bedrock() -> Value {
    let one = |name: &str| {
        json!({"toolSpec": {
            "name": name, "description": "d", "strict": true, "inputSchema": {"json": parameters()}
        }})
    };
    let structure = json!({"jsonSchema": {"name": "x", "schema": parameters().to_string()}});
    json!({
        "modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0",
        "system": [{"text": "s"}],
        "messages": [
            {"role": "user", "content": [{"text": "Hello"}]},
            {"role": "assistant", "content": [
                {"toolUse": {"toolUseId": "1", "name": "a", "input": {}}}
            ]}
        ],
        "toolConfig": {
            "tools": [one("a"), one("b"), {"cachePoint": {"type": "default"}}],
            "toolChoice": {"tool": {"name": "a"}}
        },
        "outputConfig": {"textFormat": {"type": "json_schema", "structure": structure}}
    })
}

fn google(field: &str, schema: &Value) -> Value {
    let one = |name: &str| json!({"name": name, "description": "d", field: schema});
    json!({
        "systemInstruction": {"parts": [{"text": "s"}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Hello"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "a", "args": {}}}]}
        ],
        "tools": [{"functionDeclarations": [one("a"), one("b")]}, {"googleSearch": {}}],
        "toolConfig": {
            "functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["a", "b"]}
        },
        "generationConfig": {"responseSchema": proto()}
    })
}

fn snake() -> Value {
    let one = |name: &str| {
        let answer = json!({"type": "object", "properties": {"n": {"type": "string"}}});
        json!({
            "name": name, "description": "d", "parameters_json_schema": parameters(),
            "response_json_schema": answer
        })
    };
    json!({
        "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
        "tools": [{"function_declarations": [one("a"), one("b")]}],
        "tool_config": {
            "function_calling_config": {"mode": "VALIDATED", "allowed_function_names": ["a", "b"]}
        },
        "generation_config": {"response_json_schema": parameters()}
    })
}

fn interaction() -> Value {
    let one = |name: &str| {
        json!({
            "type": "function", "name": name, "description": "d", "parameters": parameters()
        })
    };
    json!({
        "model": "m",
        "input": "Hello",
        "tools": [one("a"), one("b")],
        "generation_config": {},
        "tool_choice": {"allowed_tools": {"mode": "any", "tools": ["a", "b"]}}
    })
}

fn mcp() -> Value {
    let one = |name: &str| {
        json!({
            "name": name, "title": "A", "description": "d", "inputSchema": parameters(),
            "outputSchema": parameters(), "_meta": {"k": 1}
        })
    };
    json!({"tools": [one("a"), one("b")]})
}
