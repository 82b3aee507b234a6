//! Prints a model's answer to a question while it arrives. reqwest sends the requests, and again if
//! a retry makes sense.
//!
//! `cargo run -p toolcast-client-examples --bin with_reqwest -- openai MODEL QUESTION`
//! Features: `http` of `toolcast`.
//! The key is in the provider's usual variable. `BASE_URL` is another host with the provider's API.

use std::error::Error;
use std::io::Write;
use std::time::Duration;

use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::{Conversation, Next, Provider, StreamEvent, ToolSet, Turn, tool, toolset};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The weather at a place.
#[tool(read_only)]
fn weather(place: &str) -> String {
    format!("18 C in {place}")
}

/// Sends the next request, at most three times, and prints the text of the answer as it comes.
async fn answer(
    client: &reqwest::Client,
    chat: &mut Conversation,
    tools: &ToolSet,
    endpoint: &Endpoint,
    key: &ApiKey,
) -> Result<Turn> {
    let provider = chat.provider();
    let (mut failures, mut wait) = (0, Duration::from_secs(1));
    loop {
        let request = endpoint.stream_request(chat, tools, key)?;
        let mut response = client.execute(request.try_into()?).await?;
        let status = response.status();
        if !status.is_success() {
            let headers = response.headers().clone();
            let error = ApiError::new(provider, status, &headers, &response.bytes().await?);
            failures += 1;
            if failures == 3 || !error.is_retryable() {
                return Err(error.into());
            }
            tokio::time::sleep(error.retry_after.unwrap_or(wait)).await;
            wait *= 2;
            continue;
        }
        let mut stream = provider.stream()?;
        while let Some(bytes) = response.chunk().await? {
            show(stream.push(&bytes)?)?;
        }
        show(stream.end()?)?;
        return Ok(stream.finish()?);
    }
}

fn show(events: Vec<StreamEvent>) -> std::io::Result<()> {
    for event in events {
        if let StreamEvent::Text(text) = event {
            print!("{text}");
        }
    }
    std::io::stdout().flush()
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: with_reqwest PROVIDER MODEL QUESTION";
    let provider: Provider = arguments.next().ok_or(usage)?.parse()?;
    let mut chat = Conversation::new(provider, arguments.next().ok_or(usage)?);
    chat.user(arguments.next().ok_or(usage)?);
    let mut endpoint = Endpoint::new(provider);
    if let Ok(url) = std::env::var("BASE_URL") {
        endpoint = endpoint.base_url(&url)?;
    }
    let key = ApiKey::from_env(provider)?;
    let tools = toolset![weather].build()?;
    let client = reqwest::Client::new();
    loop {
        let turn = answer(&client, &mut chat, &tools, &endpoint, &key).await?;
        match chat.receive_turn(turn)? {
            Next::Calls(turn) => chat.results(tools.call_all(chat.provider(), turn.calls).await)?,
            Next::Done(_) => break println!(),
            Next::Limit(_) => return Err("no answer within 20 steps".into()),
        }
    }
    Ok(())
}
