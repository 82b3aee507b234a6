//! Serves a tool over MCP inside an axum application, and prints its address.
//!
//! `cargo run -p toolcast-examples --bin mcp_axum -- 127.0.0.1:8080`
//! Features: `http-server` of `toolcast-mcp`.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use tokio::net::TcpListener;
use toolcast::{tool, toolset};
use toolcast_mcp::Server;

/// The number of words in a text.
#[tool(read_only)]
fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1).ok_or("usage: mcp_axum ADDRESS")?;
    let server = Server::new(toolset![count_words].build()?);
    // Accepts requests to this machine only; `http_service_with` has the settings for other hosts.
    let app = Router::new()
        .nest_service("/mcp", server.http_service())
        .route("/health", get(async || "ok"))
        .layer(DefaultBodyLimit::max(1 << 20));
    let listener = TcpListener::bind(address).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    axum::serve(listener, app).await?;
    Ok(())
}
