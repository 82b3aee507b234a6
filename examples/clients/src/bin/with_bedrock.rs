//! Prints a model's answer to a question. The AWS SDK sends the requests.
//!
//! `cargo run -p toolcast-client-examples --bin with_bedrock -- MODEL QUESTION`
//! The key is in `AWS_BEARER_TOKEN_BEDROCK`. `BASE_URL` is another host with Bedrock's API.

use std::error::Error;

use aws_sdk_bedrockruntime::Client;
use aws_sdk_bedrockruntime::config::{BehaviorVersion, Config, Region, Token};
use aws_sdk_bedrockruntime::types::{ContentBlock, ConversationRole, Message};
use toolcast::set::RequestOptions;
use toolcast::{Provider, tool, toolset};

/// The weather at a place.
#[tool(read_only)]
fn weather(place: &str) -> String {
    format!("18 C in {place}")
}

/// With `aws-config` this is `Client::new(&aws_config::load_from_env().await)`.
fn client() -> Result<Client, Box<dyn Error>> {
    let key = std::env::var("AWS_BEARER_TOKEN_BEDROCK")?;
    let mut config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        .bearer_token(Token::new(key, None));
    if let Ok(url) = std::env::var("BASE_URL") {
        config = config.endpoint_url(url);
    }
    Ok(Client::from_conf(config.build()))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: with_bedrock MODEL QUESTION";
    let model = arguments.next().ok_or(usage)?;
    let question = ContentBlock::Text(arguments.next().ok_or(usage)?);
    let user = Message::builder().role(ConversationRole::User);
    let mut messages = vec![user.content(question).build()?];
    let tools = toolset![weather].build()?;
    let declared = toolcast_bedrock::tool_config(&tools, &RequestOptions::new())?;
    let client = client()?;
    for _ in 0..20 {
        let request = client
            .converse()
            .model_id(&model)
            .set_tool_config(declared.clone());
        let response = request.set_messages(Some(messages.clone())).send().await?;
        let output = response.output.ok_or("no output")?;
        let message = output.as_message().map_err(|_| "no message")?.clone();
        let calls = toolcast_bedrock::calls(message.content());
        if calls.is_empty() {
            let texts = message
                .content()
                .iter()
                .filter_map(|block| block.as_text().ok());
            texts.for_each(|text| println!("{text}"));
            return Ok(());
        }
        messages.push(message);
        let results = tools.call_all(Provider::Bedrock, calls).await;
        messages.extend(toolcast_bedrock::results(&results, &messages)?);
    }
    Err("no answer within 20 steps".into())
}
