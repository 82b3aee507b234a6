use std::{collections::HashMap, error::Error};
use toolcast::{Conversation, Next, Provider, serde_json::Value, tool, toolset};

struct Files(HashMap<String, String>); // your program's state, which no model sees

/// Read a file.
#[tool(read_only)]
fn read_file(path: &str, #[tool(inject)] files: &Files) -> Result<String, &'static str> {
    files.0.get(path).cloned().ok_or("there is no such file")
}

async fn ask(
    provider: Provider,
    question: &str,
    files: Files,
    send: impl AsyncFn(&Value) -> Result<String, Box<dyn Error>>, // your HTTP client
) -> Result<String, Box<dyn Error>> {
    let tools = toolset![read_file].with_state(files).build()?;
    let mut chat = Conversation::new(provider, "model-name");
    chat.system("You are a careful assistant.").user(question);
    loop {
        let response = send(&chat.request(&tools)?).await?;
        match chat.receive(&response)? {
            Next::Calls(turn) => chat.results(tools.call_all(chat.provider(), turn.calls).await)?, // parallel
            Next::Done(turn) => return Ok(turn.text), // `turn.finish_reason`: is it complete, or cut?
            Next::Limit(_) => return Err("no answer within 20 steps".into()),
        }
    }
}
