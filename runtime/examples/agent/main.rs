//! A whole conversation with a model, for each provider's API.
//!
//! ```text
//! cargo run --example agent -- --provider anthropic
//! ```
//!
//! The model is a local server with prepared answers. The first has two calls, one of them with a
//! bad argument. The second, streamed, has that call corrected and another one. The third is the
//! final text. The server checks every request. Over MCP the direction is reversed: a host calls,
//! and this program is the server. The exit code is 0 only if the whole conversation went as
//! expected.

mod api;
mod args;
mod client;
mod mcp;
mod server;
#[path = "../providers/tools/mod.rs"]
mod tools;

use std::process::ExitCode;
use toolcast::{Provider, Tool, ToolDef, ToolSet, toolset};

const QUESTION: &str = "List the open issues about the crane in octo/harbor. Put a day for it into the calendar, next Friday.";

/// The exit status for an invalid command line.
const USAGE_ERROR: u8 = 2;

/// The tools that the server looks for.
static TOOLS: [&ToolDef; 3] = [
    tools::issues::search_issues::DEF,
    tools::calendar::create_event::DEF,
    tools::table::query_table::DEF,
];

fn main() -> ExitCode {
    let provider = match args::parse(std::env::args().skip(1)) {
        Ok(Some(provider)) => provider,
        Ok(None) => {
            println!("{}", args::USAGE);
            return ExitCode::SUCCESS;
        }
        Err(message) => return usage_error(&message),
    };
    let played = match (provider, api::of(provider)) {
        (_, Some(api)) => with_model(provider, api),
        (Provider::Mcp, None) => tool_set().and_then(|tools| mcp::play(tools, &TOOLS)),
        (_, None) => {
            return usage_error(&format!(
                "no model answers behind `{provider}`: it is a format of schemas"
            ));
        }
    };
    match played {
        Ok(said) => {
            println!("In the end: {said}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// A conversation with a model, which must have nothing to complain of.
fn with_model(provider: Provider, api: api::Api) -> Result<String, String> {
    let (path, messages) = (api.path, api.messages);
    let model = server::Model::start(provider, api, &TOOLS)?;
    let said = agent(provider, &client::Wire::new(model.port, path), messages)?;
    match &model.complaints()[..] {
        [] if said.contains("2026-11-27") => Ok(said),
        [] => Err(format!("the model ended with: {said}")),
        complaints => Err(complaints.join("\n")),
    }
}

fn usage_error(message: &str) -> ExitCode {
    eprintln!("error: {message}\n\n{}", args::USAGE);
    ExitCode::from(USAGE_ERROR)
}

/// The loop itself: ask, call, answer, until the model calls no more.
fn agent(provider: Provider, wire: &client::Wire, messages: &str) -> Result<String, String> {
    let tools = tool_set()?;
    let mut request = api::request(provider, QUESTION);
    tools
        .extend_request(provider, &mut request)
        .map_err(|error| error.to_string())?;
    loop {
        let turn = wire.send(provider, &request)?;
        let history = request[messages].as_array_mut().ok_or("no messages")?;
        history.extend(turn.messages);
        if turn.calls.is_empty() {
            return Ok(turn.text);
        }
        let results = futures_executor::block_on(tools.call_all(provider, turn.calls));
        history.extend(results.to_messages(provider));
    }
}

fn tool_set() -> Result<ToolSet, String> {
    toolset![
        tools::issues::search_issues,
        tools::calendar::create_event,
        tools::table::query_table
    ]
    .with_state(tools::table::Database::sample())
    .build()
    .map_err(|error| error.to_string())
}
