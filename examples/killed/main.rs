//! One step of a stored conversation, after which the process is killed. `tests/killed.rs` starts
//! it until the conversation has its answer.
//!
//! `one_step FOLDER PROVIDER BASE_URL`

use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use futures_executor::block_on;
use serde::{Deserialize, Serialize};
use toolcast::call::ToolCall;
use toolcast::http::{ApiKey, Endpoint};
use toolcast::{Conversation, Next, Provider, ToolSet, Verdict, tool, toolset};

/// The file that has a line for each run of a tool.
struct Log(PathBuf);

impl Log {
    fn add(&self, line: &str) -> std::io::Result<()> {
        let file = OpenOptions::new().create(true).append(true).open(&self.0);
        writeln!(file?, "{line}")
    }
}

/// Note a text.
#[tool]
fn note(text: &str, #[tool(inject)] log: &Log) -> std::io::Result<()> {
    log.add(&format!("note {text}"))
}

/// Erase all notes.
#[tool(destructive, approve)]
fn erase(#[tool(inject)] log: &Log) -> std::io::Result<()> {
    log.add("erase")
}

/// The state after each step.
#[derive(Serialize, Deserialize)]
struct Stored {
    chat: Conversation,
    /// The calls that were received and not run.
    calls: Vec<ToolCall>,
    /// The response that was received and not read.
    response: Option<String>,
    /// The request that was built and not answered.
    request: bool,
    answer: Option<String>,
}

fn send(stored: &mut Stored, tools: &ToolSet, url: &str) -> Result<String, Box<dyn Error>> {
    let endpoint = Endpoint::new(stored.chat.provider()).base_url(url)?;
    let request = endpoint.request(&mut stored.chat, tools, &ApiKey::new("any"))?;
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let response = config.build().new_agent().run(request)?;
    Ok(response.into_body().read_to_string()?)
}

fn step(stored: &mut Stored, tools: &ToolSet, url: &str) -> Result<(), Box<dyn Error>> {
    let provider = stored.chat.provider();
    if let Some(response) = stored.response.take() {
        match stored.chat.receive(&response)? {
            Next::Calls(turn) => stored.calls = turn.calls,
            Next::Done(turn) => stored.answer = Some(turn.text),
            Next::Limit(_) => return Err("too many steps".into()),
        }
    } else if !stored.calls.is_empty() {
        // One call a step: the others of the turn are still open when the process is killed.
        let call = stored.calls.remove(0);
        let results = block_on(tools.call_all(provider, [call]));
        stored.chat.results(results)?;
    } else if stored.chat.waiting_calls().next().is_some() {
        let waiting = stored.chat.waiting_calls();
        let decisions: Vec<_> = waiting
            .map(|call| (call.id().to_owned(), Verdict::Allow))
            .collect();
        let mut results = stored.chat.take_waiting();
        block_on(tools.resume(&mut results, decisions))?;
        stored.chat.results(results)?;
    } else if !stored.request {
        // Its answer is lost: the next process sends the same again.
        stored.request = true;
        send(stored, tools, url)?;
    } else {
        stored.request = false;
        stored.response = Some(send(stored, tools, url)?);
    }
    Ok(())
}

/// Replaces the file as a whole.
fn store(file: &Path, stored: &Stored) -> Result<(), Box<dyn Error>> {
    let next = file.with_extension("next");
    fs::write(&next, serde_json::to_string(stored)?)?;
    Ok(fs::rename(next, file)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or("one_step FOLDER PROVIDER BASE_URL");
    let (folder, provider, url) = (PathBuf::from(next()?), next()?, next()?);
    let tools = toolset![note, erase]
        .with_state(Log(folder.join("log")))
        .build()?;
    let file = folder.join("chat.json");
    let mut stored = if file.exists() {
        serde_json::from_str(&fs::read_to_string(&file)?)?
    } else {
        let mut chat = Conversation::new(provider.parse::<Provider>()?, "any");
        chat.system("Be brief.")
            .user("Note two things, and erase them.");
        Stored {
            chat,
            calls: Vec::new(),
            response: None,
            request: false,
            answer: None,
        }
    };
    step(&mut stored, &tools, &url)?;
    store(&file, &stored)?;
    match stored.answer {
        Some(answer) => println!("{answer}"),
        None => std::process::abort(),
    }
    Ok(())
}
