//! What is known of each server, and the set that follows from it.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;
use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use super::link::Link;
use super::merge::{Offer, merge, names};
use crate::import::{Definitions, Unreadable};
use crate::set::ToolSet;

/// How it stands with a server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Connection {
    /// It is being reached for the first time.
    Connecting,
    /// Its tools are in the set.
    Connected,
    /// It can't be reached, or was lost; it is tried again.
    Failed {
        /// Why.
        reason: String,
        /// How many times in a row.
        attempts: u32,
    },
    /// The program closed it.
    Closed,
}

/// What is known of a server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServerStatus {
    /// Its name in the program.
    pub server: String,
    /// How it stands.
    pub connection: Connection,
    /// The names of its tools in the set, in their order.
    pub tools: Vec<String>,
    /// Its tools that are not in the set, and why.
    pub left_out: Vec<Unreadable>,
    /// What it says to the model on how to use its tools. It is its author's word.
    pub instructions: Option<String>,
}

impl fmt::Display for ServerStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.server)?;
        match &self.connection {
            Connection::Connecting => f.write_str("connecting"),
            Connection::Connected => match self.tools.len() {
                1 => f.write_str("1 tool"),
                tools => write!(f, "{tools} tools"),
            },
            Connection::Failed { reason, attempts } => {
                let times = if *attempts == 1 { "once" } else { "again" };
                write!(f, "failed {times}, {reason}")
            }
            Connection::Closed => f.write_str("closed"),
        }?;
        self.left_out
            .iter()
            .try_for_each(|left_out| write!(f, "\n- {left_out}"))
    }
}

/// One server.
struct Entry {
    link: Arc<Link>,
    prefixed: bool,
    call_timeout: Duration,
    connection: Connection,
    list: Definitions,
    instructions: Option<String>,
    /// The names that its tools have in the set.
    tools: Vec<String>,
}

/// All servers, and the set.
pub(super) struct State {
    own: ToolSet,
    entries: Mutex<Vec<Entry>>,
    set: watch::Sender<ToolSet>,
    /// How many servers were tried at least once.
    tried: watch::Sender<usize>,
}

impl State {
    pub(super) fn new(own: ToolSet) -> Self {
        let (set, _) = watch::channel(own.clone());
        State {
            own,
            entries: Mutex::default(),
            set,
            tried: watch::channel(0).0,
        }
    }

    pub(super) fn tried(&self) -> &watch::Sender<usize> {
        &self.tried
    }

    pub(super) fn set(&self) -> &watch::Sender<ToolSet> {
        &self.set
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more server, by its number.
    pub(super) fn add(&self, link: Arc<Link>, prefixed: bool, call_timeout: Duration) -> usize {
        let mut entries = self.lock();
        entries.push(Entry {
            link,
            prefixed,
            call_timeout,
            connection: Connection::Connecting,
            list: Definitions::default(),
            instructions: None,
            tools: Vec::new(),
        });
        entries.len() - 1
    }

    /// A server is there, and offers these tools.
    pub(super) fn connected(&self, at: usize, list: Definitions, instructions: Option<String>) {
        let mut entries = self.lock();
        let entry = &mut entries[at];
        entry.connection = Connection::Connected;
        entry.list = list;
        entry.instructions = instructions;
        self.publish(&mut entries);
    }

    /// A server can't be reached. Its tools stay until it is clear that it is not back at once.
    pub(super) fn failed(&self, at: usize, reason: &str, attempts: u32) {
        let mut entries = self.lock();
        let entry = &mut entries[at];
        entry.link.lost(reason);
        entry.connection = Connection::Failed {
            reason: reason.into(),
            attempts,
        };
        if attempts > 1 && !entry.list.tools.is_empty() {
            entry.list = Definitions::default();
            self.publish(&mut entries);
        }
    }

    pub(super) fn closed(&self, at: usize) {
        let mut entries = self.lock();
        let entry = &mut entries[at];
        entry.link.lost("the program closed it");
        entry.connection = Connection::Closed;
        entry.list = Definitions::default();
        self.publish(&mut entries);
    }

    pub(super) fn status(&self) -> Vec<ServerStatus> {
        let entries = self.lock();
        let status = entries.iter().map(|entry| ServerStatus {
            server: entry.link.server.clone(),
            connection: entry.connection.clone(),
            tools: entry.tools.clone(),
            left_out: entry.list.unreadable.clone(),
            instructions: entry.instructions.clone(),
        });
        status.collect()
    }

    /// Makes the set of all that is there.
    fn publish(&self, entries: &mut [Entry]) {
        let offers: Vec<Offer<'_>> = entries
            .iter()
            .map(|entry| Offer {
                link: &entry.link,
                prefixed: entry.prefixed,
                call_timeout: entry.call_timeout,
                list: &entry.list,
            })
            .collect();
        // Servers have names of their own, and theirs are the tools that give way; were it otherwise, the set stays as it was.
        let Ok(set) = merge(&self.own, &offers) else {
            return;
        };
        for entry in entries {
            entry.tools = names(&set, &entry.link.server);
        }
        self.set.send_replace(set);
    }
}
