//! The state of each server, and the tool set derived from it.

use std::fmt;
use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use super::link::{Gone, ServerLink};
use super::list::List;
use toolcast::import::{DefinitionError, SourceCall, ToolSource};
use toolcast::integration::lock;
use toolcast::set::{SetError, ToolSet, ToolSetBuilder};

/// The connection state of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConnectionState {
    /// The first attempt to connect is running.
    Connecting,
    /// Connected; its tools are in the set.
    Connected,
    /// The server can't be reached, or the connection was lost. Further attempts follow.
    Failed {
        /// The reason.
        reason: String,
        /// The number of failures in a row.
        attempts: u32,
    },
    /// Closed by the program.
    Closed,
}

impl fmt::Display for ConnectionState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectionState::Connecting => f.write_str("connecting"),
            ConnectionState::Connected => f.write_str("connected"),
            ConnectionState::Failed { reason, attempts } => {
                let times = if *attempts == 1 { "once" } else { "again" };
                write!(f, "failed {times}, {reason}")
            }
            ConnectionState::Closed => f.write_str("closed"),
        }
    }
}

/// The status of a server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServerStatus {
    /// The server's name, as chosen by the program.
    pub server: String,
    /// The connection state.
    pub connection: ConnectionState,
    /// The names of its tools in the set, in order.
    pub tools: Vec<String>,
    /// Its tools that are not in the set, with the reasons.
    pub skipped: Vec<DefinitionError>,
    /// The server's instructions for the model on how to use its tools. They are as trustworthy as
    /// the server. Truncated after 64 KiB.
    pub instructions: Option<String>,
    /// The last failure since the server was connected: the reason why a call got no answer, or why
    /// the list of tools was not renewed. Later calls that are answered don't remove it. It is for
    /// people: the model receives a shorter text. Does not contain credentials, and of URLs only
    /// scheme, host and port.
    pub last_error: Option<String>,
}

impl fmt::Display for ServerStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.server)?;
        match &self.connection {
            ConnectionState::Connected => match self.tools.len() {
                1 => f.write_str("1 tool"),
                tools => write!(f, "{tools} tools"),
            },
            connection => connection.fmt(f),
        }?;
        if let Some(error) = &self.last_error {
            write!(f, "\n- the last failure: {error}")?;
        }
        self.skipped
            .iter()
            .try_for_each(|skipped| write!(f, "\n- {skipped}"))
    }
}

/// The tools of a server and the settings for calls.
#[derive(Clone)]
struct ServerTools {
    link: Arc<ServerLink>,
    prefixed: bool,
    list: Arc<List>,
}

impl ServerTools {
    fn source(&self) -> ToolSource {
        let (link, list) = (Arc::clone(&self.link), Arc::clone(&self.list));
        let call = move |call: SourceCall| {
            let (link, list) = (Arc::clone(&link), Arc::clone(&list));
            async move { link.call(&call, &list).await }
        };
        let source = ToolSource::new(&self.link.server, self.list.tools.clone(), call)
            .timeout(self.link.call_timeout);
        if self.prefixed {
            source.always_prefixed()
        } else {
            source
        }
    }
}

struct Entry {
    offer: ServerTools,
    connection: ConnectionState,
    instructions: Option<String>,
    /// The names of its tools in the set.
    tools: Vec<String>,
}

/// The state of all servers, and the resulting set.
pub(super) struct State {
    own: ToolSet,
    entries: Mutex<Vec<Entry>>,
    /// Held while a set is built, which takes time, so that the last set published is built from
    /// the newest lists.
    publishing: Mutex<()>,
    pub(super) set: watch::Sender<ToolSet>,
    /// The number of servers in [`ConnectionState::Connecting`].
    pub(super) connecting: watch::Sender<usize>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.status()).finish()
    }
}

impl State {
    pub(super) fn new(own: ToolSet) -> Self {
        let (set, _) = watch::channel(own.clone());
        State {
            own,
            entries: Mutex::default(),
            publishing: Mutex::default(),
            set,
            connecting: watch::channel(0).0,
        }
    }

    /// Changes a server's state, and updates the number of connecting servers.
    fn change<T>(&self, at: usize, change: impl FnOnce(&mut Entry) -> T) -> T {
        let mut entries = lock(&self.entries);
        let changed = change(&mut entries[at]);
        let connecting = entries
            .iter()
            .filter(|entry| entry.connection == ConnectionState::Connecting)
            .count();
        self.connecting.send_replace(connecting);
        changed
    }

    /// Adds a server and returns its index.
    pub(super) fn add(&self, link: Arc<ServerLink>, prefixed: bool) -> usize {
        let mut entries = lock(&self.entries);
        let list = Arc::default();
        entries.push(Entry {
            offer: ServerTools {
                link,
                prefixed,
                list,
            },
            connection: ConnectionState::Connecting,
            instructions: None,
            tools: Vec::new(),
        });
        self.connecting.send_modify(|servers| *servers += 1);
        entries.len() - 1
    }

    /// Records a connected server and its tools. The set contains the tools before the status
    /// becomes `Connected`. A list that is the same leaves the set unchanged.
    pub(super) async fn connected(
        self: &Arc<Self>,
        at: usize,
        list: List,
        instructions: Option<String>,
    ) {
        let is_new = self.change(at, |entry| {
            entry.instructions = instructions;
            let is_new = entry.offer.list.digest != list.digest;
            if is_new {
                entry.offer.list = Arc::new(list);
            }
            is_new
        });
        if is_new {
            self.publish().await;
        }
        self.change(at, |entry| entry.connection = ConnectionState::Connected);
    }

    /// Records a failure. After the first failure the tools stay, because the server may return
    /// soon.
    pub(super) async fn failed(self: &Arc<Self>, at: usize, reason: String, attempts: u32) {
        let gone = self.change(at, |entry| {
            entry.offer.link.lost(Gone::Unreachable);
            entry.connection = ConnectionState::Failed { reason, attempts };
            let gone = attempts > 1 && !entry.offer.list.tools.tools.is_empty();
            if gone {
                entry.offer.list = Arc::default();
            }
            gone
        });
        if gone {
            self.publish().await;
        }
    }

    pub(super) async fn closed(self: &Arc<Self>, at: usize) {
        let is_new = self.change(at, |entry| {
            entry.offer.link.lost(Gone::Closed);
            entry.connection = ConnectionState::Closed;
            std::mem::take(&mut entry.offer.list).digest != 0
        });
        if is_new {
            self.publish().await;
        }
    }

    pub(super) fn status(&self) -> Vec<ServerStatus> {
        let entries = lock(&self.entries);
        let status = entries.iter().map(|entry| ServerStatus {
            server: entry.offer.link.server.clone(),
            connection: entry.connection.clone(),
            tools: entry.tools.clone(),
            skipped: entry.offer.list.tools.unreadable.clone(),
            instructions: entry.instructions.clone(),
            last_error: entry.offer.link.trouble(),
        });
        status.collect()
    }

    /// Builds the set on a blocking thread, so that it doesn't delay other tasks.
    async fn publish(self: &Arc<Self>) {
        let state = Arc::clone(self);
        // An error means that the runtime is shutting down.
        let _ = tokio::task::spawn_blocking(move || state.publish_now()).await;
    }

    fn publish_now(&self) {
        let _one = lock(&self.publishing);
        let entries = lock(&self.entries);
        let offers: Vec<_> = entries.iter().map(|entry| entry.offer.clone()).collect();
        drop(entries);
        // Server names are unique, and duplicate tool names of servers get a prefix, so this does
        // not fail. If it did, the previous set would stay.
        let Ok(set) = self.merged(&offers) else {
            return;
        };
        for (entry, offer) in lock(&self.entries).iter_mut().zip(offers) {
            let theirs = set
                .all_tools()
                .filter(|tool| tool.source() == Some(&offer.link.server));
            entry.tools = theirs.map(|tool| tool.name().to_owned()).collect();
        }
        drop(self.set.send_replace(set));
    }

    /// Returns a set with the program's own tools first, then those of the servers in the order
    /// they were added.
    fn merged(&self, offers: &[ServerTools]) -> Result<ToolSet, SetError> {
        let sources = offers.iter().map(ServerTools::source);
        let theirs = sources.fold(ToolSet::builder(), ToolSetBuilder::source);
        self.own.merged_with(&theirs.build()?)
    }
}
