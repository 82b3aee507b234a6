//! Prints a model's answer to a question. rig's agent sends the requests and makes the calls.
//!
//! `cargo run -p toolcast-client-examples --bin with_rig -- MODEL QUESTION`
//! The key is in `OPENAI_API_KEY`. `OPENAI_BASE_URL` is another host with the same API.

use std::error::Error;

use rig_agent::prelude::*;
use rig_core::providers::openai::OpenAIConfig;
use toolcast::{Provider, tool, toolset};

/// The weather at a place.
#[tool(read_only)]
fn weather(place: &str) -> String {
    format!("18 C in {place}")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: with_rig MODEL QUESTION";
    let client = OpenAIConfig::from_env()?.connect(rig_reqwest::shared());
    let model = client.chat(arguments.next().ok_or(usage)?);
    let tools = toolset![weather].build()?;
    let agent = AgentBuilder::new(model)
        .preamble("Answer in one sentence.")
        .dynamic_tools(toolcast_rig::tools(&tools, Provider::OpenAi)?)
        .build();
    let question = arguments.next().ok_or(usage)?;
    println!("{}", agent.prompt(question).max_turns(20).await?);
    Ok(())
}
