//! Servers started as child processes.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::process::{ChildStdin, ChildStdout, Command};

use super::endpoint::ConnectError;
use super::lines::Lines;
use super::secrets::{Secrets, is_credential};

/// The time a server has to exit after its input is closed, and again after SIGTERM (on Unix).
const END: Duration = Duration::from_secs(3);

/// The time the server's own child processes have to exit after it.
#[cfg(unix)]
const END_OF_GROUP: Duration = Duration::from_millis(500);

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
#[derive(Clone)]
pub(super) struct Child {
    pub(super) program: OsString,
    pub(super) args: Vec<OsString>,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) dir: Option<PathBuf>,
    pub(super) all_env: bool,
    pub(super) quiet: bool,
}

impl Child {
    /// Adds the values to redact in every text.
    pub(super) fn add_secrets(&self, secrets: &Secrets) {
        let inherited = self.all_env.then(std::env::vars_os).into_iter().flatten();
        for (name, value) in self.env.iter().cloned().chain(inherited) {
            // Other variables are folders and modes, which are legitimate in answers.
            if let (Some(name), Some(value)) = (name.to_str(), value.to_str())
                && is_credential(name)
                && !is_path(value)
            {
                secrets.add(value);
            }
        }
    }

    pub(super) fn start(&self, secrets: &Secrets) -> Result<ChildTransport, ConnectError> {
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
            child,
            group,
        })
    }
}

/// Returns true if a value is the path of an existing file or folder: it locates a credential but
/// does not contain it. A relative path is not accepted, because it may be any word.
fn is_path(value: &str) -> bool {
    let path = Path::new(value);
    path.is_absolute() && path.exists()
}

/// A running server, with line-delimited messages over its standard input and output.
pub(super) struct ChildTransport {
    inner: AsyncRwTransport<RoleClient, Lines<ChildStdout>, ChildStdin>,
    // Dropped before the child: until the child is reaped, its id can't be reused by another
    // process.
    group: Group,
    child: tokio::process::Child,
}

impl Transport<RoleClient> for ChildTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.inner.send(message)
    }

    fn receive(&mut self) -> impl Future<Output = Option<ServerJsonRpcMessage>> + Send {
        self.inner.receive()
    }

    /// Shuts down as the protocol requires: closes the input, then sends SIGTERM (on Unix), then
    /// kills.
    async fn close(&mut self) -> io::Result<()> {
        self.inner.close().await?;
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

impl ChildTransport {
    async fn has_ended(&mut self) -> bool {
        tokio::time::timeout(END, self.child.wait()).await.is_ok()
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
