//! Serves a tool over MCP on standard input and output.
//!
//! `cargo run -p toolcast-examples --bin mcp_server`, as the command of an MCP client.

use toolcast::{tool, toolset};

/// The number of words in a text.
#[tool(read_only)]
fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tools = toolset![count_words].build()?;
    toolcast_mcp::Server::new(tools).serve_stdio().await?;
    Ok(())
}
