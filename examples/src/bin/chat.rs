//! Prints a model's answer to a question about the files of a folder.
//!
//! `cargo run -p toolcast-examples --bin chat -- --provider anthropic --model MODEL QUESTION`
//! The key is in the provider's usual variable, such as `ANTHROPIC_API_KEY`.

use std::error::Error;
use std::time::Duration;

use futures_executor::block_on;
use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::{Conversation, Next, Provider, tool, toolset};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The paths of the files in a folder.
#[tool(read_only)]
fn list_files(folder: &str) -> std::io::Result<Vec<std::path::PathBuf>> {
    let files = std::fs::read_dir(folder)?;
    files.map(|file| Ok(file?.path())).collect()
}

fn ask(chat: &mut Conversation, endpoint: &Endpoint, key: &ApiKey) -> Result<String> {
    let provider = chat.provider();
    let tools = toolset![list_files].build()?;
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let config = config.timeout_global(Some(Duration::from_secs(120)));
    let client = config.build().new_agent();
    let mut failures = 0;
    loop {
        let request = endpoint.request(chat, &tools, key)?;
        let (head, mut body) = client.run(request)?.into_parts();
        let body = body.read_to_string()?;
        if let Err(error) = ApiError::check(provider, &head, body.as_bytes()) {
            failures += 1;
            if !error.is_retryable() || failures == 3 {
                return Err(error.into());
            }
            std::thread::sleep(error.retry_after.unwrap_or(Duration::from_secs(1)));
            continue;
        }
        match chat.receive(&body)? {
            Next::Calls(turn) => {
                chat.results(block_on(tools.call_all(chat.provider(), turn.calls)))?
            }
            Next::Done(turn) => return Ok(turn.text),
            Next::Limit(_) => return Err("no answer within 20 steps".into()),
        }
    }
}

fn arguments() -> Result<(Conversation, Endpoint, ApiKey)> {
    let usage = "usage: chat --provider NAME --model MODEL [--base-url URL] QUESTION";
    let mut words = std::env::args().skip(1);
    let (mut provider, mut model, mut url, mut question) = (None, None, None, None);
    while let Some(word) = words.next() {
        match &*word {
            "--provider" => provider = words.next(),
            "--model" => model = words.next(),
            "--base-url" => url = words.next(),
            _ => question = Some(word),
        }
    }
    let provider: Provider = provider.ok_or(usage)?.parse()?;
    let mut chat = Conversation::new(provider, model.ok_or(usage)?);
    chat.user(question.ok_or(usage)?);
    let mut endpoint = Endpoint::new(provider);
    if let Some(url) = url {
        endpoint = endpoint.base_url(&url)?;
    }
    Ok((chat, endpoint, ApiKey::from_env(provider)?))
}

fn fail(error: &dyn Error, code: i32) -> ! {
    eprintln!("error: {error}");
    std::process::exit(code);
}

fn main() {
    let (mut chat, endpoint, key) = arguments().unwrap_or_else(|error| fail(&*error, 2));
    let answer = ask(&mut chat, &endpoint, &key).unwrap_or_else(|error| fail(&*error, 1));
    println!("{answer}");
}
