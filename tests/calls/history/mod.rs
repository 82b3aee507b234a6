//! Chat history: messages of every shape as records, and records on their way to a local service.

mod calls;
mod langchain;
mod leaks;
mod parts;
mod providers;
mod reading;
mod sending;
mod server;
mod times;

use serde_json::Value;
use toolcast_history::{History, Record, Role, read};

fn records(messages: &[Value]) -> History {
    read(messages)
}

/// Role and content of each record.
fn said(records: &[Record]) -> Vec<(Role, &str)> {
    records
        .iter()
        .map(|record| (record.role, record.content.as_str()))
        .collect()
}
