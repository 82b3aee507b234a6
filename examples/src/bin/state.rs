//! Prints a model's answer about notes in a database, which its tools read and write.
//!
//! `cargo run -p toolcast-examples --bin state -- notes.db anthropic MODEL QUESTION [BASE_URL]`

use std::error::Error;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_executor::block_on;
use rusqlite::Connection;
use toolcast::http::{ApiError, ApiKey, Endpoint};
use toolcast::{Conversation, Next, Provider, tool, toolset};

/// The state that the tools share. The model never sees it.
struct Notes(Mutex<Connection>);

impl Notes {
    fn open(file: &str) -> rusqlite::Result<Self> {
        let connection = Connection::open(file)?;
        connection.execute("CREATE TABLE IF NOT EXISTS notes (text TEXT NOT NULL)", ())?;
        Ok(Notes(Mutex::new(connection)))
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keep a note. The result is its number.
#[tool(destructive = false)]
fn keep_note(text: &str, #[tool(inject)] notes: &Notes) -> rusqlite::Result<i64> {
    let notes = notes.lock();
    notes.execute("INSERT INTO notes (text) VALUES (?1)", [text])?;
    Ok(notes.last_insert_rowid())
}

/// Find the notes that contain a text, the newest first.
#[tool(read_only)]
fn find_notes(
    text: &str,
    #[tool(default = 10, range(1..=50))] limit: u8,
    #[tool(inject)] notes: &Notes,
) -> rusqlite::Result<Vec<String>> {
    let notes = notes.lock();
    let sql = "SELECT text FROM notes WHERE instr(text, ?1) ORDER BY rowid DESC LIMIT ?2";
    let mut found = notes.prepare(sql)?;
    found.query_map((text, limit), |row| row.get(0))?.collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: state FILE PROVIDER MODEL QUESTION [BASE_URL]";
    let mut next = || arguments.next().ok_or(usage);
    let notes = Notes::open(&next()?)?;
    let tools = toolset![keep_note, find_notes].with_state(notes).build()?;
    let provider: Provider = next()?.parse()?;
    let mut chat = Conversation::new(provider, next()?);
    chat.user(next()?);
    let mut endpoint = Endpoint::new(provider);
    if let Some(url) = arguments.next() {
        endpoint = endpoint.base_url(&url)?;
    }
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let client = config.build().new_agent();
    let key = ApiKey::from_env(provider)?;
    loop {
        let response = client.run(endpoint.request(&mut chat, &tools, &key)?)?;
        let (head, mut body) = response.into_parts();
        let body = body.read_to_string()?;
        ApiError::check(provider, &head, body.as_bytes())?;
        match chat.receive(&body)? {
            Next::Calls(turn) => {
                chat.results(block_on(tools.call_all(chat.provider(), turn.calls)))?
            }
            Next::Done(turn) => break println!("{}", turn.text),
            Next::Limit(_) => return Err("no answer within 20 steps".into()),
        }
    }
    Ok(())
}
