//! Prints the calls that wait for an approval, and after a later `approve` or `deny` the answer.
//!
//! ```sh
//! cargo run -p toolcast-examples --bin approve_later -- chat.json ask anthropic MODEL [BASE_URL]
//! cargo run -p toolcast-examples --bin approve_later -- chat.json approve [BASE_URL]
//! ```

use std::error::Error;
use std::fs;

use toolcast::call::Resolution;
use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::{Conversation, Next, Provider, ToolSet, tool, toolset};

/// Delete a branch of the repository.
#[tool(destructive, approve)]
fn delete_branch(name: &str) -> String {
    format!("`{name}` is deleted")
}

/// Runs the conversation until it has an answer (`Some`) or calls wait (`None`).
fn run(
    chat: &mut Conversation,
    tools: &ToolSet,
    endpoint: &Endpoint,
) -> Result<Option<String>, Box<dyn Error>> {
    let client = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .new_agent();
    let key = ApiKey::from_env(chat.provider())?;
    while chat.waiting_calls().next().is_none() {
        let response = client.run(endpoint.request(chat, tools, &key)?)?;
        let (head, mut body) = response.into_parts();
        let body = body.read_to_string()?;
        if !head.status.is_success() {
            let provider = chat.provider();
            return Err(
                ApiError::new(provider, head.status, &head.headers, body.as_bytes()).into(),
            );
        }
        match chat.receive(&body)? {
            Next::Calls(calls) => {
                let results = tools.call_all(chat.provider(), calls);
                chat.results(futures_executor::block_on(results))?;
            }
            Next::Done(turn) => return Ok(Some(turn.text)),
            Next::Limit(_) => return Err("no answer within 20 steps".into()),
        }
    }
    Ok(None)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: approve_later FILE (ask PROVIDER MODEL | approve | deny) [BASE_URL]";
    let mut next = || arguments.next().ok_or(usage);
    let (file, command) = (next()?, next()?);
    let tools = toolset![delete_branch].build()?;
    let mut chat = if command == "ask" {
        let provider: Provider = next()?.parse()?;
        let mut chat = Conversation::new(provider, next()?);
        chat.user("Delete the branch `old`.");
        chat
    } else {
        let mut chat: Conversation = serde_json::from_str(&fs::read_to_string(&file)?)?;
        let decision = match command.as_str() {
            "approve" => Resolution::Approve,
            "deny" => Resolution::deny("The user denied this call."),
            _ => return Err(usage.into()),
        };
        let waiting = chat.waiting_calls();
        let decisions: Vec<_> = waiting
            .map(|call| (call.id().clone(), decision.clone()))
            .collect();
        let mut results = chat.take_waiting();
        futures_executor::block_on(tools.resume(&mut results, decisions))?;
        chat.results(results)?;
        chat
    };
    let mut endpoint = Endpoint::new(chat.provider());
    if let Some(url) = arguments.next() {
        endpoint = endpoint.base_url(&url)?;
    }
    let answer = run(&mut chat, &tools, &endpoint)?;
    fs::write(&file, serde_json::to_string(&chat)?)?;
    for call in chat.waiting_calls() {
        println!("waits: {} {}", call.call.name, call.arguments());
    }
    println!("{}", answer.unwrap_or_default());
    Ok(())
}
