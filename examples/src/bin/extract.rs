//! Prints the values that a model extracts from a text, as a Rust type.
//!
//! `OPENAI_API_KEY=.. cargo run -p toolcast-examples --bin extract -- MODEL TEXT [BASE_URL]`

use std::error::Error;

use serde::Deserialize;
use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::serde_json::{Map, Value};
use toolcast::{Conversation, Next, Provider, ToolSchema, decode, response_format, toolset};

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

const PROVIDER: Provider = Provider::OpenAi;
/// The members of the request that demand this type: a constant for each provider.
const FORMAT: &str = response_format!(Invoice, PROVIDER);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: extract MODEL TEXT [BASE_URL]";
    let mut chat = Conversation::new(PROVIDER, arguments.next().ok_or(usage)?);
    chat.system("Extract the invoice from the text.");
    chat.user(arguments.next().ok_or(usage)?);
    for (name, value) in serde_json::from_str::<Map<String, Value>>(FORMAT)? {
        chat.member(name, value);
    }
    let mut endpoint = Endpoint::new(PROVIDER);
    if let Some(url) = arguments.next() {
        endpoint = endpoint.base_url(&url)?;
    }
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let client = config.build().new_agent();
    let key = ApiKey::from_env(PROVIDER)?;
    let response = client.run(endpoint.request(&mut chat, &toolset![].build()?, &key)?)?;
    let (head, mut body) = response.into_parts();
    let body = body.read_to_string()?;
    ApiError::check(PROVIDER, &head, body.as_bytes())?;
    let Next::Done(turn) = chat.receive(&body)? else {
        return Err("the model called a tool".into());
    };
    // The error lists every fault; send it to the model for a correction.
    let invoice: Invoice = decode(PROVIDER, &turn.text)?;
    println!("{invoice:#?}");
    Ok(())
}
