use std::error::Error;
use toolcast::serde_json::Value;
use toolcast::{Conversation, Next, Provider, tool, toolset};

struct Github {
    token: String,
}

/// Read a file of a repository.
#[tool(read_only)]
async fn read_file(path: &str, #[tool(inject)] github: &Github) -> std::io::Result<String> {
    let length = github.token.len();
    Ok(format!("{path}, by {length} characters of a token"))
}

async fn ask(
    provider: Provider,
    question: &str,
    github: Github, // your program's state, which no model sees
    send: impl AsyncFn(&Value) -> Result<String, Box<dyn Error>>, // your HTTP client
) -> Result<String, Box<dyn Error>> {
    let tools = toolset![read_file].with_state(github).build()?;
    let mut chat = Conversation::new(provider, "model-name");
    chat.system("You are a careful assistant.").user(question);
    loop {
        let response = send(&chat.request(&tools)?).await?;
        match chat.receive(&response)? {
            Next::Calls(calls) => chat.results(tools.call_all(provider, calls).await)?, // parallel
            Next::Done(turn) => return Ok(turn.text),
            Next::Limit(_) => return Err("no answer within 20 steps".into()),
        }
    }
}
