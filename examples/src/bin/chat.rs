//! Prints a model's answer to a question about the files of a folder.
//!
//! ```sh
//! export ANTHROPIC_API_KEY=.. # the usual variable of the provider
//! cargo run -p toolcast-examples --bin chat -- --provider anthropic --model MODEL --ask "Which?"
//! ```

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::{Conversation, Next, Provider, tool, toolset};

/// The names of the files in a folder.
#[tool(read_only)]
fn list_files(folder: &str) -> std::io::Result<Vec<String>> {
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        Ok(entry?.file_name().to_string_lossy().into_owned())
    };
    std::fs::read_dir(folder)?.map(name).collect()
}

fn ask(
    chat: &mut Conversation,
    endpoint: &Endpoint,
    key: &ApiKey,
) -> Result<String, Box<dyn Error>> {
    let tools = toolset![list_files].build()?;
    let client = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(120)))
        .build()
        .new_agent();
    let mut failures = 0;
    loop {
        let response = client.run(endpoint.request(chat, &tools, key)?)?;
        let (head, mut body) = response.into_parts();
        let body = body.read_to_string()?;
        if !head.status.is_success() {
            let error = ApiError::new(chat.provider(), head.status, &head.headers, body.as_bytes());
            failures += 1;
            if !error.is_retryable() || failures == 3 {
                return Err(error.into());
            }
            let wait = error.retry_after.unwrap_or(Duration::from_secs(1));
            std::thread::sleep(wait.min(Duration::from_secs(30)));
            continue;
        }
        match chat.receive(&body)? {
            Next::Calls(calls) => {
                let results = tools.call_all(chat.provider(), calls);
                chat.results(futures_executor::block_on(results))?;
            }
            Next::Done(turn) => return Ok(turn.text),
            Next::Limit(_) => return Err("no answer within 20 steps".into()),
        }
    }
}

fn arguments() -> Result<(Conversation, Endpoint, ApiKey), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut take = |name| match (arguments.next(), arguments.next()) {
        (Some(flag), Some(value)) if flag == name => Ok(value),
        _ => Err("usage: chat --provider NAME --model MODEL --ask QUESTION [--base-url URL]"),
    };
    let provider: Provider = take("--provider")?.parse()?;
    let mut chat = Conversation::new(provider, take("--model")?);
    chat.user(take("--ask")?);
    let mut endpoint = Endpoint::new(provider);
    if let Ok(url) = take("--base-url") {
        endpoint = endpoint.base_url(&url)?;
    }
    Ok((chat, endpoint, ApiKey::from_env(provider)?))
}

fn main() -> ExitCode {
    let (mut chat, endpoint, key) = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let answer = ask(&mut chat, &endpoint, &key);
    match &answer {
        Ok(answer) => println!("{answer}"),
        Err(error) => eprintln!("error: {error}"),
    }
    ExitCode::from(u8::from(answer.is_err()))
}
