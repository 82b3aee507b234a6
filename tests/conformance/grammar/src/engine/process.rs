//! An engine in its own process, which answers line by line. `serve` is the process for Rust
//! engines, `xgrammar_server.py` for the engine with a Python package.
//!
//! An answer may take no longer than the process's patience, and a process may use no more memory
//! than [`MEMORY`]. A process that exceeds a limit is killed, and the next text gets a new one.

use super::{Engine, Next, Taken};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long an answer may take. No text comes near it: the bound is for those that have no end.
const PATIENCE: Duration = Duration::from_secs(120);

/// How much memory a process may have, in KiB of its address space.
const MEMORY: u32 = 4 << 20;

pub(crate) struct Process {
    name: &'static str,
    /// The program and its arguments.
    command: Vec<OsString>,
    patience: Duration,
    version: String,
    running: Option<Running>,
    /// Pushed, but not sent to the process yet.
    pushed: Vec<u8>,
}

struct Running {
    child: Child,
    asked: ChildStdin,
    answers: Receiver<String>,
    /// The last line of its standard error when it ended.
    last_words: JoinHandle<String>,
}

impl Process {
    pub(crate) fn start(name: &'static str, command: Vec<OsString>) -> Result<Self, String> {
        let mut started = Process {
            name,
            command,
            patience: PATIENCE,
            version: String::new(),
            running: None,
            pushed: Vec::new(),
        };
        started.run()?;
        let version = started.ask(&json!({ "do": "version" }))?;
        version
            .as_str()
            .ok_or("a version is text")?
            .clone_into(&mut started.version);
        Ok(started)
    }

    fn run(&mut self) -> Result<(), String> {
        // A shell limit needs no code of ours. On a system without it, the engine runs unlimited.
        let mut child = Command::new("sh")
            .args(["-c", r#"ulimit -v "$0" 2> /dev/null; exec "$@""#])
            .arg(MEMORY.to_string())
            .args(&self.command)
            // Each OpenBLAS thread would reserve memory, used or not.
            .env("OPENBLAS_NUM_THREADS", "1")
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.name))?;
        let asked = child.stdin.take().ok_or("no pipe")?;
        let output = child.stdout.take().ok_or("no pipe")?;
        let errors = child.stderr.take().ok_or("no pipe")?;
        let (send, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let last_words = thread::spawn(move || last_line(errors));
        self.running = Some(Running {
            child,
            asked,
            answers,
            last_words,
        });
        Ok(())
    }

    /// Sends a question and returns the answer, or the error in it. After a process has ended, the
    /// next question must be a compile.
    fn ask(&mut self, question: &Value) -> Result<Value, String> {
        let running = self
            .running
            .as_mut()
            .ok_or("it ended before, and has no grammar")?;
        // In one piece: a pipe has no buffer.
        let question = format!("{question}\n");
        let asked = running.asked.write_all(question.as_bytes());
        let line = match asked {
            Ok(()) => running.answers.recv_timeout(self.patience),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        };
        let line = match line {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                self.end();
                return Err(format!("no answer within {} s", self.patience.as_secs()));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(format!("it ended: {}", self.end())),
        };
        let mut answer: Value = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        match answer.get("error").and_then(Value::as_str) {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer["ok"].take()),
        }
    }

    /// Kills the process. Returns its last line on stderr.
    fn end(&mut self) -> String {
        let Some(mut running) = self.running.take() else {
            return String::new();
        };
        let _ = running.child.kill();
        let _ = running.child.wait();
        running.last_words.join().unwrap_or_default()
    }
}

/// Returns the last non-empty line that is not a note, truncated to 200 characters.
fn last_line(errors: impl Read) -> String {
    let mut last = String::new();
    for line in BufReader::new(errors).split(b'\n') {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line);
        if !line.trim().is_empty() && !line.starts_with("note:") {
            last = line.trim().chars().take(200).collect();
        }
    }
    last
}

impl Engine for Process {
    fn name(&self) -> &'static str {
        self.name
    }

    fn version(&self) -> String {
        self.version.clone()
    }

    fn compile(&mut self, text: &str) -> Result<(), String> {
        self.pushed.clear();
        if self.running.is_none() {
            self.run()?;
        }
        self.ask(&json!({ "do": "compile", "text": text }))
            .map(drop)
    }

    fn restart(&mut self) -> Result<(), String> {
        self.pushed.clear();
        self.ask(&json!({ "do": "restart" })).map(drop)
    }

    fn next(&mut self) -> Result<Next, String> {
        let pushed = std::mem::take(&mut self.pushed);
        let answer = self.ask(&json!({ "do": "next", "pushed": pushed }))?;
        let mut may = [false; 256];
        let bits = answer["may"].as_str().unwrap_or_default();
        for (digit, four) in bits.chars().zip(may.chunks_mut(4)) {
            let digit = digit.to_digit(16).ok_or("no hexadecimal digit")?;
            for (bit, may) in four.iter_mut().enumerate() {
                *may = digit & (8 >> bit) != 0;
            }
        }
        let forced = answer["forced"]
            .as_str()
            .unwrap_or_default()
            .as_bytes()
            .to_vec();
        Ok(Next {
            forced,
            may,
            end: answer["end"] == true,
        })
    }

    fn push(&mut self, byte: u8) -> Result<(), String> {
        self.pushed.push(byte);
        Ok(())
    }

    fn take(&mut self, text: &str) -> Result<Taken, String> {
        let answer = self.ask(&json!({ "do": "take", "text": text }))?;
        Ok(match answer.as_u64() {
            Some(at) if at < text.len() as u64 => {
                Taken::Until(usize::try_from(at).unwrap_or_default())
            }
            Some(_) => Taken::Unfinished,
            None => Taken::Whole,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::{Engine, Process};
    use std::time::Duration;

    /// Starts a process that answers the first question and then runs the script.
    fn started(script: &str) -> Process {
        let script = format!(r#"read line; echo '{{"ok":"1"}}'; {script}"#);
        let command = ["sh", "-c", &script].map(Into::into).to_vec();
        Process::start("script", command).expect("it starts")
    }

    #[test]
    fn a_process_that_gives_no_answer_is_ended() {
        let mut process = started("exec sleep 1000");
        process.patience = Duration::from_millis(50);
        let error = process.compile("{}").expect_err("no answer");
        assert!(error.starts_with("no answer within"), "{error}");
        // A text that was not compiled can't be walked.
        let error = process.restart().expect_err("no process");
        assert_eq!(error, "it ended before, and has no grammar");
    }

    #[test]
    fn a_process_that_ends_is_reported_with_its_error_and_restarted() {
        let mut process = started("read line; echo 'too much' >&2; exit 3");
        for _ in 0..2 {
            let error = process.compile("{}").expect_err("it ends");
            assert_eq!(error, "it ended: too much");
            // The next process answers its first question.
            process.compile("{}").expect("it is started again");
        }
    }

    #[test]
    #[cfg(target_os = "linux")] // Other systems may have no limit on memory.
    fn no_process_has_more_memory_than_the_limit() {
        let mut process = started(r#"read line; printf '{"ok":%s}\n' "$(ulimit -v)"; sleep 1"#);
        let answer = process
            .ask(&serde_json::json!({ "do": "compile" }))
            .expect("an answer");
        assert_eq!(answer, super::MEMORY);
    }
}
