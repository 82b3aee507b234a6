//! Prints the values that a model extracts from a text, as a Rust type.
//!
//! `cargo run -p toolcast-examples --bin extract -- openai MODEL TEXT [BASE_URL]`
//! The key is in the provider's usual variable, such as `OPENAI_API_KEY`.

use std::error::Error;

use serde::Deserialize;
use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::{Conversation, Next, Provider, ToolSchema, ToolSet, decode};

/// An invoice.
#[derive(Debug, Deserialize, ToolSchema)]
#[expect(dead_code, reason = "`Debug` prints the fields")]
struct Invoice {
    /// The name of the sender
    from: String,
    /// The items with their prices
    items: Vec<Item>,
    currency: Currency,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[expect(dead_code, reason = "`Debug` prints the fields")]
struct Item {
    name: String,
    #[tool(range(0.0..))]
    price: f64,
}

#[derive(Debug, Deserialize, ToolSchema)]
enum Currency {
    Eur,
    Usd,
    Other,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: extract PROVIDER MODEL TEXT [BASE_URL]";
    let provider: Provider = arguments.next().ok_or(usage)?.parse()?;
    let mut chat = Conversation::new(provider, arguments.next().ok_or(usage)?);
    chat.system("Extract the invoice from the text.");
    chat.user(arguments.next().ok_or(usage)?);
    chat.response_format::<Invoice>()?;
    let mut endpoint = Endpoint::new(provider);
    if let Some(url) = arguments.next() {
        endpoint = endpoint.base_url(&url)?;
    }
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let client = config.build().new_agent();
    let key = ApiKey::from_env(provider)?;
    let response = client.run(endpoint.request(&mut chat, &ToolSet::default(), &key)?)?;
    let (head, mut body) = response.into_parts();
    let body = body.read_to_string()?;
    ApiError::check(provider, &head, body.as_bytes())?;
    let Next::Done(turn) = chat.receive(&body)? else {
        return Err("the model called a tool".into());
    };
    // The error lists every fault; send it to the model for a correction.
    let invoice: Invoice = decode(provider, &turn.text)?;
    println!("{invoice:#?}");
    Ok(())
}
