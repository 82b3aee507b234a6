//! An MCP server of a few tools.
//!
//! ```text
//! # Over standard input and output, as hosts start it.
//! cargo run -p toolcast-mcp --example mcp_server
//! # Over streamable HTTP, at http://127.0.0.1:8080/mcp.
//! cargo run -p toolcast-mcp --example mcp_server --features http-server -- --http 127.0.0.1:8080
//! ```

mod args;
#[path = "../cli/mod.rs"]
mod cli;
mod live;
#[path = "../../../../runtime/examples/providers/tools/mod.rs"]
mod tools;
mod words;

use std::error::Error;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use args::Way;
use toolcast::toolset;
use toolcast_mcp::Server;

fn main() -> ExitCode {
    cli::run(args::USAGE, args::parse(std::env::args().skip(1)), serve)
}

#[tokio::main(flavor = "current_thread")]
async fn serve(way: Way) -> Result<(), Box<dyn Error>> {
    let own = Arc::new(OnceLock::new());
    let switched = Arc::clone(&own);
    let tools = toolset![
        tools::issues::search_issues,
        tools::calendar::create_event,
        tools::table::query_table,
        tools::maintenance::rebuild_index,
        words::count_words,
        words::badge,
        live::switch_tool,
    ]
    .with_state(tools::table::Database::sample())
    .with_state(live::Switch(Box::new(move |name, on| {
        switch(switched.get(), name, on)
    })))
    .build()?;
    let server = Server::new(tools)
        .name("toolcast-example")
        .title("toolcast's example")
        .version(env!("CARGO_PKG_VERSION"))
        .instructions("Look at issues before you plan an event about them.");
    // The tool that switches other tools needs the server itself.
    own.set(server.clone())
        .map_err(|_| "the server is there twice")?;
    match way {
        Way::Stdio => server.serve_stdio().await?,
        #[cfg(feature = "http-server")]
        Way::Http(address) => {
            let http = server.bind_http(&address).await?;
            // Prints the port, which the caller doesn't know if it was 0.
            println!("http://{}/mcp", http.local_addr()?);
            http.serve_until(async {
                // If signals are not available, the server runs on.
                if tokio::signal::ctrl_c().await.is_err() {
                    std::future::pending::<()>().await;
                }
            })
            .await?;
        }
        #[cfg(not(feature = "http-server"))]
        Way::Http(address) => {
            let words = format!("for `--http {address}`, build it with `--features http-server`");
            return Err(words.into());
        }
    }
    Ok(())
}

fn switch(server: Option<&Server>, name: &str, on: bool) -> Result<(), String> {
    let server = server.ok_or("the server is not there yet")?;
    let switched = server.update(|tools| {
        if on {
            tools.with_enabled(name)
        } else {
            tools.with_disabled(name)
        }
    });
    switched.map_err(|error| error.to_string())
}
