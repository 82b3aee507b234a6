//! Prints a model's answers to the lines of standard input while they are streamed.
//!
//! `cargo run -p toolcast-examples --bin streaming_chat -- openai MODEL [BASE_URL]`
//! The key is in the provider's usual variable, such as `OPENAI_API_KEY`.

use std::error::Error;
use std::io::{BufRead, Read, Write};

use futures_executor::block_on;
use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::{Conversation, Next, Provider, StreamEvent, ToolSet, Turn, tool, toolset};

/// The sum of some numbers.
#[tool(read_only)]
fn sum(#[tool(length(1..))] numbers: &[f64]) -> f64 {
    numbers.iter().sum()
}

/// Sends one request, and prints the text of the answer as it comes.
fn stream_turn(
    chat: &mut Conversation,
    tools: &ToolSet,
    endpoint: &Endpoint,
    key: &ApiKey,
) -> Result<Turn, Box<dyn Error>> {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let client = config.build().new_agent();
    let response = client.run(endpoint.stream_request(chat, tools, key)?)?;
    let (head, mut body) = response.into_parts();
    if !head.status.is_success() {
        ApiError::check(chat.provider(), &head, &body.read_to_vec()?)?;
    }
    let mut stream = chat.provider().stream()?;
    let mut reader = body.into_reader();
    let mut bytes = [0; 4096];
    loop {
        let n = reader.read(&mut bytes)?;
        let events = match n {
            0 => stream.end()?,
            n => stream.push(&bytes[..n])?,
        };
        for event in events {
            match event {
                StreamEvent::Text(text) => print!("{text}"),
                StreamEvent::CallStarted { name, .. } => println!("[{name}]"),
                _ => {}
            }
        }
        std::io::stdout().flush()?;
        if n == 0 {
            return Ok(stream.finish()?);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: streaming_chat PROVIDER MODEL [BASE_URL]";
    let provider: Provider = arguments.next().ok_or(usage)?.parse()?;
    let mut chat = Conversation::new(provider, arguments.next().ok_or(usage)?);
    let mut endpoint = Endpoint::new(provider);
    if let Some(url) = arguments.next() {
        endpoint = endpoint.base_url(&url)?;
    }
    let key = ApiKey::from_env(provider)?;
    let tools = toolset![sum].build()?;
    for line in std::io::stdin().lock().lines() {
        chat.user(line?);
        loop {
            let turn = stream_turn(&mut chat, &tools, &endpoint, &key)?;
            match chat.receive_turn(turn)? {
                Next::Calls(turn) => {
                    let results = block_on(tools.call_all(chat.provider(), turn.calls));
                    chat.results(results)?;
                }
                Next::Done(_) => break,
                Next::Limit(_) => return Err("no answer within 20 steps".into()),
            }
        }
        println!();
    }
    Ok(())
}
