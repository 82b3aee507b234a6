//! Prints the declaration of a tool for three providers, and the result of a call.
//!
//! `cargo run -p toolcast-examples --bin hello`

use toolcast::{Provider, ToolCall, tool, toolset};

/// Search public repositories.
#[tool]
fn search_repos(
    /// Words to look for
    query: &str,
    #[tool(default = 10, range(1..=50))] limit: u8,
) -> Vec<String> {
    vec![format!("{limit} repositories about {query}")]
}

fn main() -> Result<(), toolcast::Error> {
    for provider in [
        Provider::OpenAi,
        Provider::Anthropic,
        Provider::GeminiJsonSchema,
    ] {
        println!("{provider}: {}", search_repos::schema_for(provider));
    }
    let tools = toolset![search_repos].build()?;
    let call = ToolCall::new("call_1", "search_repos", r#"{"query": "toml"}"#);
    let results = futures_executor::block_on(tools.call_all(Provider::Anthropic, [call]));
    for message in results.to_message_texts(Provider::Anthropic) {
        println!("{message}");
    }
    Ok(())
}
