//! Prints a model's answer to a question. genai's client sends the requests.
//!
//! `cargo run -p toolcast-client-examples --bin with_genai -- MODEL QUESTION`
//! The key is in `ANTHROPIC_API_KEY`. `BASE_URL` is another host with Anthropic's API.

use std::error::Error;

use genai::chat::{ChatMessage, ChatRequest};
use genai::resolver::{Endpoint, ServiceTargetResolver};
use genai::{Client, ServiceTarget};
use toolcast::{Provider, tool, toolset};

/// The provider whose model is asked.
const PROVIDER: Provider = Provider::Anthropic;

/// The weather at a place.
#[tool(read_only)]
fn weather(place: &str) -> String {
    format!("18 C in {place}")
}

fn client() -> Result<Client, Box<dyn Error>> {
    let mut client = Client::builder().with_adapter_kind(genai::adapter::AdapterKind::Anthropic);
    if let Ok(url) = std::env::var("BASE_URL") {
        let other_host = move |mut target: ServiceTarget| {
            target.endpoint = Endpoint::from_owned(url.as_str());
            Ok::<_, genai::resolver::Error>(target)
        };
        let resolver = ServiceTargetResolver::from_resolver_fn(other_host);
        client = client.with_service_target_resolver(resolver);
    }
    Ok(client.build()?)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: with_genai MODEL QUESTION";
    let model = arguments.next().ok_or(usage)?;
    let tools = toolset![weather].build()?;
    let mut request = ChatRequest::from_user(arguments.next().ok_or(usage)?)
        .with_tools(toolcast_genai::tools(&tools, PROVIDER)?);
    let client = client()?;
    for _ in 0..20 {
        let response = client.exec_chat(&model, request.clone(), None).await?;
        let calls = toolcast_genai::calls(response.tool_calls());
        if calls.is_empty() {
            println!("{}", response.into_first_text().unwrap_or_default());
            return Ok(());
        }
        request = request.append_message(ChatMessage::assistant(response.content));
        for result in toolcast_genai::results(&tools.call_all(PROVIDER, calls).await) {
            request = request.append_message(result);
        }
    }
    Err("no answer within 20 steps".into())
}
