//! Servers started as child processes.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::sync::Mutex;

use super::endpoint::ConnectError;
use super::lines::Lines;
use super::secrets::Secrets;

/// The time a server has to exit after its input is closed, and again after SIGTERM (on Unix).
const END: Duration = Duration::from_secs(3);

/// The time the server's own child processes have to exit after it.
#[cfg(unix)]
const END_OF_GROUP: Duration = Duration::from_millis(500);

/// The time a server that closed its input or output has to exit, so that its status can be shown.
const EXIT: Duration = Duration::from_millis(500);

/// The environment variables passed to a child, as in the official SDKs. Others may contain keys,
/// which servers must not receive.
#[cfg(not(windows))]
const SHARED: [&str; 6] = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
#[cfg(windows)]
const SHARED: [&str; 14] = [
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMFILES",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERNAME",
    "USERPROFILE",
];

/// The program to run and its settings.
#[derive(Clone, Default)]
pub(super) struct Child {
    pub(super) program: OsString,
    pub(super) args: Vec<OsString>,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) dir: Option<PathBuf>,
    pub(super) all_env: bool,
    pub(super) quiet: bool,
    /// Names of variables whose values may be in results.
    pub(super) shown: Vec<OsString>,
}

impl Child {
    pub(super) fn add_secrets(&self, secrets: &Secrets) {
        let inherited = self.all_env.then(std::env::vars_os).into_iter().flatten();
        for (name, value) in self.env.iter().cloned().chain(inherited) {
            // Other variables are folders and modes, which are legitimate in answers.
            let shown = self.shown.contains(&name);
            if let (Some(name), Some(value)) = (name.to_str(), value.to_str())
                && !is_path(value)
            {
                secrets.add_variable(name, value, shown);
            }
        }
    }

    pub(super) fn start(
        &self,
        secrets: &Secrets,
        exit: &Exit,
    ) -> Result<ChildTransport, ConnectError> {
        let mut command = Command::new(&self.program);
        command.args(&self.args).kill_on_drop(true);
        // Makes the child and the processes it starts one group that is terminated together.
        #[cfg(unix)]
        command.process_group(0);
        if !self.all_env {
            command.env_clear();
            for name in SHARED {
                if let Some(value) = std::env::var_os(name) {
                    command.env(name, value);
                }
            }
        }
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        if let Some(dir) = &self.dir {
            command.current_dir(dir);
        }
        let errors = if self.quiet {
            Stdio::null()
        } else {
            Stdio::inherit()
        };
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors);
        let not_started = |why: String| {
            let program = self.program.to_string_lossy();
            ConnectError::new(format!("`{program}` can't be started: {why}"))
        };
        let mut child = command
            .spawn()
            .map_err(|error| not_started(format!("{error}")))?;
        let group = Group::of(&child);
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started("it has no input or output".into()));
        };
        Ok(ChildTransport {
            inner: AsyncRwTransport::new(Lines::new(stdout, secrets.clone()), stdin),
            process: Arc::new(Mutex::new(Process {
                group,
                child,
                exit: exit.clone(),
            })),
        })
    }
}

/// Returns true if a value is the path of an existing file or folder: it locates a credential but
/// does not contain it. A relative path is not accepted, because it may be any word.
fn is_path(value: &str) -> bool {
    let path = Path::new(value);
    path.is_absolute() && path.exists()
}

/// The exit status of a server that exited without being asked to.
#[derive(Clone, Default)]
pub(super) struct Exit(Arc<OnceLock<ExitStatus>>);

impl Exit {
    /// Adds the status to the reason of a failure.
    pub(super) fn explain(&self, reason: String) -> String {
        match self.0.get() {
            Some(status) => format!("{reason}; its process ended with {status}"),
            None => reason,
        }
    }
}

struct Process {
    // Dropped before the child: until the child is reaped, its id can't be reused by another
    // process. Every function that reaps the child ends the group at once.
    group: Group,
    child: tokio::process::Child,
    exit: Exit,
}

impl Process {
    async fn has_ended(&mut self) -> bool {
        tokio::time::timeout(END, self.child.wait()).await.is_ok()
    }

    /// Records the status of a process whose input or output is closed, which it is shortly before
    /// the process can be reaped.
    async fn record_exit(&mut self) {
        if let Ok(Ok(status)) = tokio::time::timeout(EXIT, self.child.wait()).await {
            let _ = self.exit.0.set(status);
            // Now, because a group without processes may have another owner by the time of `close`.
            self.group.end().await;
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        if !self.has_ended().await {
            self.group.ask_to_end();
            if !self.has_ended().await {
                self.group.kill();
                self.child.kill().await?;
            }
        }
        self.group.end().await;
        Ok(())
    }
}

/// A running server, with line-delimited messages over its standard input and output.
pub(super) struct ChildTransport {
    inner: AsyncRwTransport<RoleClient, Lines<ChildStdout>, ChildStdin>,
    process: Arc<Mutex<Process>>,
}

impl Transport<RoleClient> for ChildTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let sent = self.inner.send(message);
        // A message that is being sent doesn't keep the process alive.
        let process = Arc::downgrade(&self.process);
        async move {
            let sent = sent.await;
            if sent.is_err()
                && let Some(process) = process.upgrade()
            {
                process.lock().await.record_exit().await;
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        let message = self.inner.receive().await;
        if message.is_none() {
            self.process.lock().await.record_exit().await;
        }
        message
    }

    /// Shuts down as the protocol requires: closes the input, then sends SIGTERM (on Unix), then
    /// kills.
    async fn close(&mut self) -> io::Result<()> {
        self.inner.close().await?;
        self.process.lock().await.close().await
    }
}

/// The process group of a child. It includes the processes that the child starts, unless they leave
/// the group. Killed when dropped.
struct Group {
    #[cfg(unix)]
    leader: Option<nix::unistd::Pid>,
}

#[cfg(unix)]
impl Group {
    fn of(child: &tokio::process::Child) -> Self {
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        Group {
            leader: id.map(nix::unistd::Pid::from_raw),
        }
    }

    /// Sends a signal. Returns true if the group still has a process.
    fn signal(&self, signal: Option<nix::sys::signal::Signal>) -> bool {
        self.leader
            .is_some_and(|leader| nix::sys::signal::killpg(leader, signal).is_ok())
    }

    fn ask_to_end(&self) {
        self.signal(Some(nix::sys::signal::Signal::SIGTERM));
    }

    /// Kills the group. Its id may be reused afterwards.
    fn kill(&mut self) {
        self.signal(Some(nix::sys::signal::Signal::SIGKILL));
        self.leader = None;
    }

    /// Terminates the processes that the child left behind.
    async fn end(&mut self) {
        if self.signal(Some(nix::sys::signal::Signal::SIGTERM)) {
            let ended = async {
                while self.signal(None) {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            // Processes that don't exit in time are killed.
            let _ = tokio::time::timeout(END_OF_GROUP, ended).await;
        }
        self.kill();
    }
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(not(unix))]
impl Group {
    fn of(_: &tokio::process::Child) -> Self {
        Group {}
    }

    fn ask_to_end(&self) {}

    fn kill(&mut self) {}

    async fn end(&mut self) {}
}
