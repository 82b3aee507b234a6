//! The tools of any MCP server: lists them, shows their declarations for each provider, or calls
//! one.
//!
//! ```text
//! cargo run -p toolcast-mcp --example mcp_client --features client -- uvx mcp-server-time
//! cargo run -p toolcast-mcp --example mcp_client --features client -- \
//!     --call get_current_time '{"timezone": "Europe/Vienna"}' uvx mcp-server-time
//! cargo run -p toolcast-mcp --example mcp_client --features http-client -- \
//!     --provider gemini --http http://127.0.0.1:8080/mcp
//! ```

mod args;
#[path = "../cli/mod.rs"]
mod cli;

use std::process::ExitCode;

use args::{Asked, Server};
use toolcast::ToolSet;
use toolcast::call::{Content, ProgressUpdate, ToolCall};
use toolcast::set::CallOptions;
use toolcast_mcp::{Client, ConnectionState, McpEndpoint};

fn main() -> ExitCode {
    let asked = args::parse(std::env::args().skip(1));
    cli::run(args::USAGE, asked, |asked| run(&asked))
}

#[tokio::main(flavor = "current_thread")]
async fn run(asked: &Asked) -> Result<(), String> {
    let endpoint = match &asked.server {
        Server::Command(program, args) => McpEndpoint::command(program, args),
        #[cfg(feature = "http-client")]
        Server::Http(url) => {
            // A token must not be a command-line argument: other users can see those.
            match std::env::var("MCP_TOKEN") {
                Ok(token) => McpEndpoint::http(url).token(token),
                Err(_) => McpEndpoint::http(url),
            }
        }
        #[cfg(not(feature = "http-client"))]
        Server::Http(_) => {
            return Err("for `--http`, build it with `--features http-client`".to_owned());
        }
    };
    let client = Client::builder().server("server", endpoint).connect().await;
    let outcome = talk(&client, asked).await;
    client.close().await;
    outcome
}

async fn talk(client: &Client, asked: &Asked) -> Result<(), String> {
    let status = &client.status()[0];
    if let ConnectionState::Failed { reason, .. } = &status.connection {
        return Err(reason.clone());
    }
    for skipped in &status.skipped {
        eprintln!("warning: {skipped}");
    }
    let tools = client.tools();
    match &asked.call {
        Some((name, arguments)) => call(&tools, asked, name, arguments).await,
        None => list(&tools, asked),
    }
}

fn list(tools: &ToolSet, asked: &Asked) -> Result<(), String> {
    let Some(provider) = asked.provider else {
        for tool in tools.tools() {
            println!(
                "{}\n    {}",
                tool.name(),
                tool.description().replace('\n', "\n    ")
            );
        }
        return Ok(());
    };
    let fragment = tools.request_fragment(provider);
    println!("{}", fragment.map_err(|error| error.to_string())?);
    Ok(())
}

async fn call(tools: &ToolSet, asked: &Asked, name: &str, arguments: &str) -> Result<(), String> {
    let provider = asked.provider.unwrap_or(toolcast::Provider::Mcp);
    let options = CallOptions::new().on_progress(|call: &ToolCall, step: ProgressUpdate| {
        let total = step
            .total
            .map(|total| format!(" of {total}"))
            .unwrap_or_default();
        let (done, message) = (step.done, step.message.unwrap_or_default());
        eprintln!("{}: {done}{total} {message}", call.name);
    });
    let call = ToolCall::new("call_1", name, arguments);
    let result = tools.call_with(provider, call, &options).await;
    if let Some(error) = &result.error {
        return Err(error.to_string());
    }
    for part in &result.content {
        match part {
            Content::Text(text) | Content::Json(text) => println!("{text}"),
            Content::Image { media_type, data } | Content::Audio { media_type, data } => {
                println!("({media_type}, {} bytes)", data.len());
            }
            Content::File { name, data, .. } => println!("({name}, {} bytes)", data.len()),
            _ => println!("(something else)"),
        }
    }
    Ok(())
}
