//! Prints the calls that wait for an approval, and after a later `approve` or `deny` the answer.
//!
//! `cargo run -p toolcast-examples --bin approve_later -- chat.json ask anthropic MODEL`, and later
//! `cargo run -p toolcast-examples --bin approve_later -- chat.json approve`

use std::{error::Error, fs};

use futures_executor::block_on;
use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::{Conversation, Next, ToolSet, Verdict, tool, toolset};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Delete a branch of the repository.
#[tool(destructive, approve)]
fn delete_branch(name: &str) -> String {
    format!("`{name}` is deleted")
}

/// Runs the conversation until it has an answer (`Some`) or calls wait (`None`).
fn run(chat: &mut Conversation, tools: &ToolSet, endpoint: &Endpoint) -> Result<Option<String>> {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let client = config.build().new_agent();
    let provider = chat.provider();
    let key = ApiKey::from_env(provider)?;
    while chat.waiting_calls().next().is_none() {
        let request = endpoint.request(chat, tools, &key)?;
        let (head, mut body) = client.run(request)?.into_parts();
        let body = body.read_to_string()?;
        ApiError::check(provider, &head, body.as_bytes())?;
        match chat.receive(&body)? {
            Next::Calls(turn) => {
                chat.results(block_on(tools.call_all(chat.provider(), turn.calls)))?
            }
            Next::Done(turn) => return Ok(Some(turn.text)),
            Next::Limit(_) => return Err("no answer within 20 steps".into()),
        }
    }
    Ok(None)
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: approve_later FILE (ask PROVIDER MODEL | approve | deny) [BASE_URL]";
    let mut next = || arguments.next().ok_or(usage);
    let (file, command) = (next()?, next()?);
    let tools = toolset![delete_branch].build()?;
    let mut chat = if command == "ask" {
        let mut chat = Conversation::new(next()?.parse()?, next()?);
        chat.user("Delete the branch `old`.");
        chat
    } else {
        let mut chat: Conversation = serde_json::from_str(&fs::read_to_string(&file)?)?;
        let decision = match command.as_str() {
            "approve" => Verdict::Allow,
            "deny" => Verdict::deny("The user denied this call."),
            _ => return Err(usage.into()),
        };
        let mut decisions = Vec::new();
        for call in chat.waiting_calls() {
            decisions.push((call.id().to_owned(), decision.clone()));
        }
        let mut results = chat.take_waiting();
        block_on(tools.resume(&mut results, decisions))?;
        chat.results(results)?;
        // Stored before anything else can fail, so that no call runs twice.
        fs::write(&file, serde_json::to_string(&chat)?)?;
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
