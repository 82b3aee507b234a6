//! Prints a conversation with a scripted model that asks to remove a task: the program of
//! `docs/first-agent.md`.
//!
//! `cargo run -p toolcast-examples --bin first_agent`, and answer its question with `y` or `n`.

use std::error::Error;
use std::io::{self, Read, Write};
use std::sync::Mutex;

use futures_executor::block_on;
use serde_json::json;
use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::testing::{Answer, ModelServer, ScriptedModel};
use toolcast::{Conversation, Next, Provider, StreamEvent, ToolSet, Turn, Verdict, tool, toolset};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

struct Tasks(Mutex<Vec<String>>);

/// List the tasks.
#[tool(read_only)]
fn list_tasks(#[tool(inject)] tasks: &Tasks) -> Vec<String> {
    tasks.0.lock().unwrap().clone()
}

/// Remove a task.
#[tool(destructive, approve)]
fn remove_task(
    /// The text of the task
    task: &str,
    #[tool(inject)] tasks: &Tasks,
) -> std::result::Result<String, String> {
    let mut tasks = tasks.0.lock().unwrap();
    let Some(index) = tasks.iter().position(|one| one == task) else {
        return Err(format!("no task is called `{task}`"));
    };
    Ok(format!("removed: {}", tasks.remove(index)))
}

fn script(provider: Provider) -> ScriptedModel {
    ScriptedModel::new(
        provider,
        [
            Answer::new().call("list_tasks", json!({})),
            Answer::new().call("remove_task", json!({"task": "buy rope"})),
            Answer::from("There is one task left: buy paint."),
        ],
    )
}

fn stream(
    chat: &mut Conversation,
    tools: &ToolSet,
    endpoint: &Endpoint,
    key: &ApiKey,
) -> Result<Turn> {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let client = config.build().new_agent();
    let response = client.run(endpoint.stream_request(chat, tools, key)?)?;
    let (head, mut body) = response.into_parts();
    if !head.status.is_success() {
        ApiError::check(chat.provider(), &head, &body.read_to_vec()?)?;
    }
    let mut stream = chat.provider().stream()?;
    let mut reader = body.into_reader();
    let mut bytes = [0; 4096];
    loop {
        let n = reader.read(&mut bytes)?;
        let events = match n {
            0 => stream.end()?,
            n => stream.push(&bytes[..n])?,
        };
        for event in events {
            match event {
                StreamEvent::Text(text) => print!("{text}"),
                StreamEvent::CallStarted { name, .. } => println!("[{name}]"),
                _ => {}
            }
        }
        io::stdout().flush()?;
        if n == 0 {
            return Ok(stream.finish()?);
        }
    }
}

fn decide(chat: &mut Conversation, tools: &ToolSet) -> Result<()> {
    let mut decisions = Vec::new();
    for call in chat.waiting_calls() {
        print!("{} {}? (y/n) ", call.call.name, call.arguments());
        io::stdout().flush()?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer)?;
        let decision = match answer.trim() {
            "y" => Verdict::Allow,
            _ => Verdict::deny("The user denied this call."),
        };
        decisions.push((call.id().to_owned(), decision));
    }
    let mut results = chat.take_waiting();
    block_on(tools.resume(&mut results, decisions))?;
    chat.results(results)?;
    Ok(())
}

fn main() -> Result<()> {
    let provider = Provider::Anthropic;
    let server = ModelServer::start(script(provider))?;
    let endpoint = Endpoint::new(provider).base_url(&server.base_url())?;
    let key = ApiKey::new("any");

    let tasks = Tasks(Mutex::new(vec!["buy rope".into(), "buy paint".into()]));
    let tools = toolset![list_tasks, remove_task]
        .with_state(tasks)
        .build()?;
    let mut chat = Conversation::new(provider, "model-name");
    chat.system("Answer in one sentence.");
    chat.user("I have bought the rope.");
    loop {
        let turn = stream(&mut chat, &tools, &endpoint, &key)?;
        match chat.receive_turn(turn)? {
            Next::Calls(turn) => {
                chat.results(block_on(tools.call_all(chat.provider(), turn.calls)))?
            }
            Next::Done(_) => break println!(),
            Next::Limit(_) => return Err("no answer within 20 steps".into()),
        }
        decide(&mut chat, &tools)?;
    }
    Ok(())
}
