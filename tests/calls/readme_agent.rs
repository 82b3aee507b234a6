use serde_json::Value;
use std::error::Error;
use toolcast::{Provider, ToolSet, tool, toolset};

struct Github {
    token: String,
}

/// Read a file of a repository.
#[tool(read_only)]
async fn read_file(
    repository: &str,
    path: &str,
    #[tool(inject)] github: &Github,
) -> Result<String, std::io::Error> {
    Ok(format!(
        "{path} of {repository}, by {} characters of a token",
        github.token.len()
    ))
}

fn tools(github: Github) -> Result<ToolSet, toolcast::BuildError> {
    toolset![read_file].with_state(github).build()
}

/// The member of a request that holds the messages.
fn messages_of(provider: Provider) -> &'static str {
    match provider {
        Provider::OpenAiResponses => "input",
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => "contents",
        _ => "messages",
    }
}

async fn agent(
    provider: Provider,
    tools: &ToolSet,
    mut request: Value,
    send: impl AsyncFn(&Value) -> Result<String, Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    tools.extend_request(provider, &mut request)?; // adds the declarations
    for _ in 0..20 {
        let turn = provider.parse_turn(&send(&request).await?)?;
        let messages = request[messages_of(provider)]
            .as_array_mut()
            .ok_or("the request has no messages")?;
        messages.extend(turn.messages); // the assistant's turn, as the provider wants it back
        if turn.calls.is_empty() {
            return Ok(turn.text);
        }
        let results = tools.call_all(provider, turn.calls).await; // in parallel; errors become results
        messages.extend(results.to_messages(provider));
    }
    Err("the model made calls in twenty turns".into())
}
