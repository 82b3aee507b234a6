//! One run of a test binary. It stops at the first failure, at a time limit, or when it needs too
//! much memory.

use crate::copy::text;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Memory limit of a process in KiB, because a mutant may try to allocate everything.
const MEMORY: &str = "6000000";

/// Stack of a test in bytes.
const STACK: &str = "4000000";

/// The tests of a binary to run, and the settings.
pub(crate) struct Run<'r> {
    pub(crate) program: &'r Path,
    pub(crate) folder: &'r Path,
    pub(crate) tests: &'r [&'r str],
    /// The value that the switches read.
    pub(crate) switch: &'r str,
    /// The number of random cases; `None` if the test decides.
    pub(crate) cases: Option<u32>,
    pub(crate) limit: Duration,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    Passed,
    /// The test that failed, or that was running when the process died.
    Failed(String),
    /// The time limit was reached.
    Endless,
}

impl Run<'_> {
    pub(crate) fn end(&self) -> Result<End, String> {
        let mut command = Command::new("sh");
        command
            .args(["-c", "ulimit -v \"$0\" && exec \"$@\"", MEMORY])
            .arg(self.program)
            .args(["--exact", "--test-threads=1"])
            .args(self.tests)
            .current_dir(self.folder)
            .env("TOOLCAST_MUTANT", self.switch)
            .env("RUST_BACKTRACE", "0")
            // Functions with switches have larger frames than those of the project.
            .env("RUST_MIN_STACK", STACK)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(cases) = self.cases {
            command.env("PROPTEST_CASES", cases.to_string());
        }
        let mut child = command.spawn().map_err(text)?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let (send, lines) = channel();
        let reader = std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let limit = Instant::now() + self.limit;
        let mut last = String::new();
        let end = loop {
            match lines.recv_timeout(limit.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let Some(name) = line
                        .strip_prefix("test ")
                        .and_then(|rest| rest.split(" ... ").next())
                    else {
                        continue;
                    };
                    name.clone_into(&mut last);
                    if line.ends_with("FAILED") {
                        break End::Failed(last);
                    }
                }
                Err(RecvTimeoutError::Timeout) => break End::Endless,
                Err(RecvTimeoutError::Disconnected) => {
                    let status = child.wait().map_err(text)?;
                    break if status.success() {
                        End::Passed
                    } else {
                        End::Failed(last)
                    };
                }
            }
        };
        // The process may have ended already.
        let _ = child.kill();
        child.wait().map_err(text)?;
        drop(lines);
        let _ = reader.join();
        Ok(end)
    }
}
