//! Prints a model's answer to a question, which it may answer with the tools of an MCP server.
//!
//! `cargo run -p toolcast-examples --bin mcp_agent -- openai MODEL QUESTION uvx mcp-server-time`
//! Features: `client` of `toolcast-mcp`, `http` of `toolcast`.
//! The key is in the provider's usual variable. `BASE_URL` is another host with the provider's API.

use std::error::Error;

use tokio::task::block_in_place;
use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::{Conversation, Next, Provider};
use toolcast_mcp::Client;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: mcp_agent PROVIDER MODEL QUESTION COMMAND [ARGUMENT ..]";
    let mut next = || arguments.next().ok_or(usage);
    let provider: Provider = next()?.parse()?;
    let mut chat = Conversation::new(provider, next()?);
    chat.user(next()?);
    let server = toolcast_mcp::McpEndpoint::command(next()?, arguments);
    // The program's own tools, if it has any, are in the same set as those of the server.
    let servers = Client::builder().server("server", server).connect().await;
    for status in servers.status() {
        eprintln!("{status}");
    }
    let mut endpoint = Endpoint::new(provider);
    if let Ok(url) = std::env::var("BASE_URL") {
        endpoint = endpoint.base_url(&url)?;
    }
    let answer = ask(&mut chat, &servers, &endpoint).await;
    servers.close().await;
    println!("{}", answer?);
    Ok(())
}

async fn ask(
    chat: &mut Conversation,
    servers: &Client,
    endpoint: &Endpoint,
) -> Result<String, Box<dyn Error>> {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let client = config.build().new_agent();
    let key = ApiKey::from_env(chat.provider())?;
    loop {
        // The tools that the server has now.
        let tools = servers.tools();
        let request = endpoint.request(chat, &tools, &key)?;
        // This client blocks. With an asynchronous one, such as reqwest, await the response.
        let (head, body) = block_in_place(|| {
            let (head, mut body) = client.run(request)?.into_parts();
            Ok::<_, ureq::Error>((head, body.read_to_string()?))
        })?;
        ApiError::check(chat.provider(), &head, body.as_bytes())?;
        match chat.receive(&body)? {
            Next::Calls(turn) => chat.results(tools.call_all(chat.provider(), turn.calls).await)?,
            Next::Done(turn) => return Ok(turn.text),
            Next::Limit(_) => return Err("no answer within 20 steps".into()),
        }
    }
}
