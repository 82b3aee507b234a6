//! `xgrammar`, whose package is for Python: a process of it answers line by line.

use super::{Engine, Next, Taken};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub(crate) struct Xgrammar {
    child: Child,
    asked: ChildStdin,
    answers: BufReader<ChildStdout>,
    version: String,
    /// Pushed, but not yet said.
    pushed: Vec<u8>,
}

impl Xgrammar {
    pub(crate) fn start(python: &OsStr) -> Result<Self, String> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/xgrammar_server.py");
        let mut child = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("xgrammar: {error}"))?;
        let (asked, answers) = (child.stdin.take(), child.stdout.take());
        let mut started = Xgrammar {
            child,
            asked: asked.ok_or("no pipe")?,
            answers: BufReader::new(answers.ok_or("no pipe")?),
            version: String::new(),
            pushed: Vec::new(),
        };
        let version = started.ask(&json!({ "do": "version" }))?;
        version
            .as_str()
            .unwrap_or_default()
            .clone_into(&mut started.version);
        Ok(started)
    }

    /// The answer, or the error that it says.
    fn ask(&mut self, question: &Value) -> Result<Value, String> {
        let lost = |error: std::io::Error| format!("xgrammar is gone: {error}");
        writeln!(self.asked, "{question}").map_err(lost)?;
        self.asked.flush().map_err(lost)?;
        let mut line = String::new();
        if self.answers.read_line(&mut line).map_err(lost)? == 0 {
            return Err("xgrammar is gone".to_owned());
        }
        let mut answer: Value = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        match answer.get("error").and_then(Value::as_str) {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer["ok"].take()),
        }
    }
}

impl Engine for Xgrammar {
    fn name(&self) -> &'static str {
        "xgrammar"
    }

    fn version(&self) -> String {
        self.version.clone()
    }

    fn compile(&mut self, text: &str) -> Result<(), String> {
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

impl Drop for Xgrammar {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
