//! Requests built from schemas, and lists of failures.

use serde_json::{Map, Value, json};
use toolcast::Provider;
pub(crate) use toolcast_test_support::{name, none};

/// A tool of a request.
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) schema: Option<Value>,
    pub(crate) strict: bool,
}

pub(crate) fn tool(name: &str, schema: Value) -> Tool {
    Tool {
        name: name.into(),
        schema: Some(schema),
        strict: false,
    }
}

pub(crate) fn strict(name: &str, schema: Value) -> Tool {
    Tool {
        strict: true,
        ..tool(name, schema)
    }
}

/// A tool as the provider has it, written by hand.
pub(crate) fn declared(provider: Provider, tool: &Tool) -> Value {
    let description = format!("What {} does", tool.name);
    let mut inner = Map::new();
    inner.insert("name".into(), json!(tool.name));
    inner.insert("description".into(), json!(description));
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            inner.insert(key.into(), value);
        }
    };
    let schema = tool.schema.clone();
    match provider {
        Provider::Anthropic => put("input_schema", schema),
        Provider::GeminiJsonSchema => put("parametersJsonSchema", schema),
        Provider::Bedrock => put("inputSchema", schema.map(|schema| json!({"json": schema}))),
        Provider::Mcp => put("inputSchema", schema),
        _ => put("parameters", schema),
    }
    if tool.strict {
        put("strict", Some(json!(true)));
    }
    match provider {
        Provider::OpenAiResponses => {
            put("type", Some(json!("function")));
            Value::Object(inner)
        }
        Provider::Anthropic
        | Provider::Gemini
        | Provider::GeminiJsonSchema
        | Provider::Vertex
        | Provider::Mcp => Value::Object(inner),
        Provider::Bedrock => json!({"toolSpec": inner}),
        _ => json!({"type": "function", "function": inner}),
    }
}

/// A request with tools in the provider's place; of JSON Schema, the first one's schema.
pub(crate) fn request(provider: Provider, tools: &[Tool]) -> Value {
    if provider == Provider::JsonSchema {
        return tools[0].schema.clone().expect("a schema");
    }
    let all: Vec<Value> = tools.iter().map(|tool| declared(provider, tool)).collect();
    let mut request = match provider {
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
            json!({"contents": [], "tools": [{"functionDeclarations": all}]})
        }
        Provider::Bedrock => json!({"messages": [], "toolConfig": {"tools": all}}),
        Provider::OpenAiResponses => json!({"model": "m", "input": [], "tools": all}),
        _ => json!({"model": "m", "messages": [], "tools": all}),
    };
    if provider == Provider::AzureOpenAi && tools.iter().any(|tool| tool.strict) {
        request["parallel_tool_calls"] = json!(false);
    }
    request
}

/// Where the schema of the tool of that number stands.
pub(crate) fn schema_at(provider: Provider, number: usize) -> String {
    match provider {
        Provider::OpenAiResponses => format!("/tools/{number}/parameters"),
        Provider::Anthropic => format!("/tools/{number}/input_schema"),
        Provider::Gemini | Provider::Vertex => {
            format!("/tools/0/functionDeclarations/{number}/parameters")
        }
        Provider::GeminiJsonSchema => {
            format!("/tools/0/functionDeclarations/{number}/parametersJsonSchema")
        }
        Provider::Bedrock => format!("/toolConfig/tools/{number}/toolSpec/inputSchema/json"),
        Provider::Mcp => format!("/tools/{number}/inputSchema"),
        Provider::JsonSchema => String::new(),
        _ => format!("/tools/{number}/function/parameters"),
    }
}

/// A file of recordings.
pub(crate) fn corpus(file: &str) -> Value {
    serde_json::from_str(&toolcast_test_support::corpus::text(file)).expect("JSON")
}
