//! Tools, servers and clients that the tests share.

use core::panic::Location;
use core::time::Duration;
use std::sync::{Arc, Mutex};

use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use toolcast::call::{CancellationToken, Content, ProgressReporter, ProgressUpdate};
use toolcast::{ToolSchema, ToolSet, tool, toolset};
use toolcast_mcp::rmcp::service::RunningService;
use toolcast_mcp::rmcp::{ClientHandler, RoleClient, RoleServer, ServiceExt as _};
use toolcast_mcp::{Client, ConnectionState, Handler, Server, ServerStatus};

/// Fails the test if the future takes too long.
#[track_caller]
pub(crate) fn within<F: Future>(future: F) -> impl Future<Output = F::Output> {
    let place = Location::caller();
    async move {
        tokio::time::timeout(Duration::from_secs(120), future)
            .await
            .unwrap_or_else(|_| panic!("it hangs: {place}"))
    }
}

/// Waits until the status of a server is as it should be.
pub(crate) async fn until(client: &Client, at: usize, wanted: impl Fn(&ServerStatus) -> bool) {
    within(async {
        while !wanted(&client.status()[at]) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

/// The reason of a connection that failed.
pub(crate) fn reason(status: &ServerStatus) -> &str {
    match &status.connection {
        ConnectionState::Failed { reason, .. } => reason,
        other => panic!("{}: {other:?}", status.server),
    }
}

#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize, ToolSchema)]
pub(crate) struct Weather {
    pub(crate) place: String,
    pub(crate) degrees: f64,
}

/// The weather somewhere.
#[tool(
    title = "Weather",
    read_only,
    open_world,
    output,
    extra(Mcp = r#"{"_meta":{"a.example/kind":"fixture"}}"#)
)]
pub(crate) fn weather(
    /// Name of a place
    place: &str,
    #[tool(range(1..=14))] days: Option<u8>,
    /// With the wind too
    wind: Option<bool>,
) -> Result<Weather, String> {
    let _ = (days, wind);
    match place {
        "Atlantis" => Err("Atlantis has no weather".to_owned()),
        place => Ok(Weather {
            place: place.to_owned(),
            degrees: 12.5,
        }),
    }
}

/// The names of some places.
#[tool(read_only, output)]
pub(crate) fn places(#[tool(default = 2)] most: usize) -> Vec<String> {
    ["Bergen", "Oslo", "Tromsø"]
        .into_iter()
        .take(most)
        .map(str::to_owned)
        .collect()
}

/// The nearest place, if there is one.
#[tool(output)]
pub(crate) fn nearest(to: &str) -> Option<String> {
    (to != "nowhere").then(|| "Oslo".to_owned())
}

/// A picture and a sound of a place.
#[tool]
pub(crate) fn postcard() -> Vec<Content> {
    vec![
        Content::Text("Greetings".to_owned()),
        Content::image("image/png", vec![0x89, b'P', b'N', b'G']),
        Content::audio("audio/wav", b"RIFF"),
        Content::file("application/pdf", "a map.pdf", b"%PDF"),
    ]
}

/// Count slowly.
#[tool]
pub(crate) async fn count(to: u32, #[tool(inject)] progress: ProgressReporter) -> String {
    for i in 1..=to {
        progress.report(
            ProgressUpdate::new(f64::from(i))
                .with_total(f64::from(to))
                .with_message(format!("at {i}")),
        );
        tokio::task::yield_now().await;
    }
    format!("counted to {to}, progress: {}", progress.is_observed())
}

/// The events of the calls of [`wait`].
#[derive(Default)]
pub(crate) struct Log(
    pub(crate) tokio::sync::Notify,
    pub(crate) Mutex<Vec<&'static str>>,
);

impl Log {
    fn note(&self, what: &'static str) {
        self.1.lock().unwrap().push(what);
        self.0.notify_one();
    }

    /// Waits until something was noted.
    pub(crate) async fn noted(&self, what: &'static str) {
        within(async {
            while !self.1.lock().unwrap().contains(&what) {
                self.0.notified().await;
            }
        })
        .await;
    }
}

/// Notes that it was dropped.
struct Noted(Arc<Log>);

impl Drop for Noted {
    fn drop(&mut self) {
        self.0.note("dropped");
    }
}

/// Wait until cancelled.
#[tool]
pub(crate) async fn wait(
    #[tool(inject)] log: Arc<Log>,
    #[tool(inject)] cancellation: CancellationToken,
) -> Result<(), &'static str> {
    let noted = Noted(Arc::clone(&log));
    log.note("began");
    cancellation.cancelled().await;
    log.note("told");
    drop(noted);
    Err("stopped")
}

pub(crate) fn tools() -> ToolSet {
    tools_with(&Arc::default())
}

pub(crate) fn tools_with(log: &Arc<Log>) -> ToolSet {
    toolset![weather, places, nearest, postcard, count, wait]
        .with_state_arc(Arc::clone(log))
        .build()
        .unwrap()
}

/// The SDK's own client on a server.
pub(crate) async fn client<C: ClientHandler>(
    server: &Server,
    handler: C,
) -> (
    RunningService<RoleClient, C>,
    RunningService<RoleServer, Handler>,
) {
    let (here, there) = tokio::io::duplex(1 << 16);
    let (serving, running) =
        within(async { tokio::join!(server.serve(there), Box::pin(handler.serve(here))) }).await;
    (running.unwrap(), serving.unwrap())
}

/// The other end of a connection, by lines of JSON.
pub(crate) struct Wire {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
}

impl Wire {
    pub(crate) fn new(stream: DuplexStream) -> Self {
        let (read, write) = tokio::io::split(stream);
        Wire {
            lines: BufReader::new(read).lines(),
            write,
        }
    }

    pub(crate) async fn send(&mut self, message: &serde_json::Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, message: &str) {
        let line = format!("{message}\n");
        // The other side may have disconnected.
        let _ = self.write.write_all(line.as_bytes()).await;
    }

    /// The next message; `None` where the other side is gone.
    pub(crate) async fn next(&mut self) -> Option<serde_json::Value> {
        let line = within(self.lines.next_line()).await.ok()??;
        Some(serde_json::from_str(&line).unwrap())
    }
}
