//! Prints a model's answer to a question. async-openai's client sends the requests.
//!
//! `cargo run -p toolcast-client-examples --bin with_async_openai -- MODEL QUESTION`
//! The key is in `OPENAI_API_KEY`. `OPENAI_BASE_URL` is another host with the same API.

use std::error::Error;

use async_openai::Client;
use async_openai::types::chat::{
    ChatCompletionRequestAssistantMessageArgs, ChatCompletionRequestUserMessage,
    CreateChatCompletionRequest,
};
use toolcast::set::RequestOptions;
use toolcast::{Provider, tool, toolset};
use toolcast_async_openai::chat;

/// The weather at a place.
#[tool(read_only)]
fn weather(place: &str) -> String {
    format!("18 C in {place}")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: with_async_openai MODEL QUESTION";
    let tools = toolset![weather].build()?;
    let mut request = CreateChatCompletionRequest {
        model: arguments.next().ok_or(usage)?,
        messages: vec![
            ChatCompletionRequestUserMessage::from(arguments.next().ok_or(usage)?).into(),
        ],
        ..Default::default()
    };
    let report = chat::extend(
        &tools,
        Provider::OpenAi,
        &mut request,
        &RequestOptions::new(),
    )?;
    for tool in &report.skipped {
        eprintln!("{tool}");
    }
    let client = Client::new();
    for _ in 0..20 {
        let response = client.chat().create(request.clone()).await?;
        let choice = response.choices.into_iter().next().ok_or("no choice")?;
        let asked = choice.message.tool_calls.unwrap_or_default();
        if asked.is_empty() {
            println!("{}", choice.message.content.unwrap_or_default());
            return Ok(());
        }
        let calls = chat::calls(&asked);
        let mut message = ChatCompletionRequestAssistantMessageArgs::default();
        message.tool_calls(asked);
        if let Some(text) = choice.message.content {
            message.content(text);
        }
        request.messages.push(message.build()?.into());
        let results = tools.call_all(Provider::OpenAi, calls).await;
        request
            .messages
            .extend(chat::results(&results, Provider::OpenAi)?);
    }
    Err("no answer within 20 steps".into())
}
