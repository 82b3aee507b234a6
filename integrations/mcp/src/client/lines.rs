//! Filters the lines of a child's output before the SDK reads and logs them. Redacts credentials.
//! Replaces an answer that is too long with an error, because its call would otherwise wait.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

use super::secrets::Secrets;

/// The beginning of the message of the error that takes the place of an answer that is too long.
pub(super) const TOO_LONG: &str = "the answer is longer than ";

/// Maximum length of a line, which is the SDK's own limit.
const MAX_LINE: usize = (16 << 20) - 1;

/// Bytes at the beginning and the end of a line that are searched for the answer's id.
const EDGE: usize = 256;

/// A reader that passes on whole lines.
pub(super) struct Lines<R> {
    inner: R,
    secrets: Secrets,
    max: usize,
    /// Complete lines; those before `at` were passed on.
    ready: Vec<u8>,
    at: usize,
    /// The current line, or only its beginning if it is too long.
    line: Vec<u8>,
    /// The length of the current line.
    len: usize,
    /// The end of a line that is too long.
    tail: Vec<u8>,
}

impl<R> Lines<R> {
    pub(super) fn new(inner: R, secrets: Secrets) -> Self {
        Lines {
            inner,
            secrets,
            max: MAX_LINE,
            ready: Vec::new(),
            at: 0,
            line: Vec::new(),
            len: 0,
            tail: Vec::new(),
        }
    }

    /// Adds bytes of the input.
    ///
    /// # Errors
    ///
    /// Returns an error if a line is too long and the id of its call can't be found.
    fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.len += part.len();
            if self.len <= self.max {
                self.line.extend_from_slice(part);
            } else {
                let room = EDGE.saturating_sub(self.line.len()).min(part.len());
                self.line.extend_from_slice(&part[..room]);
                self.line.truncate(EDGE);
                self.line.shrink_to_fit();
                self.tail
                    .extend_from_slice(&part[part.len().saturating_sub(EDGE)..]);
                self.tail.drain(..self.tail.len().saturating_sub(EDGE));
            }
            if part.ends_with(b"\n") {
                self.end()?;
            }
        }
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        if self.len > self.max {
            self.too_long()?;
        } else {
            match self.secrets.redact_line(&self.line) {
                Some(redacted) => self.ready.extend_from_slice(redacted.as_bytes()),
                None => self.ready.extend_from_slice(&self.line),
            }
        }
        self.len = 0;
        self.line.clear();
        self.tail.clear();
        Ok(())
    }

    fn too_long(&mut self) -> io::Result<()> {
        let head = String::from_utf8_lossy(&self.line);
        let tail = String::from_utf8_lossy(&self.tail);
        if head.contains("\"method\"") {
            // A request or a notification: no call waits for it.
            return Ok(());
        }
        let Some(id) = id_in_head(&head).or_else(|| id_in_tail(&tail)) else {
            return Err(io::Error::other("a message is too long"));
        };
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":-32000,\"message\":\"{TOO_LONG}{} bytes\"}}}}\n",
            self.max
        );
        self.ready.extend_from_slice(line.as_bytes());
        Ok(())
    }
}

/// Returns the id if it comes before the result or error.
fn id_in_head(head: &str) -> Option<u64> {
    let (before, after) = head.split_once("\"id\"")?;
    if before.contains("\"result\"") || before.contains("\"error\"") {
        return None;
    }
    let after = after.trim_start().strip_prefix(':')?.trim_start();
    let digits = after.find(|c: char| !c.is_ascii_digit())?;
    after[..digits].parse().ok()
}

/// Returns the id if it is the last member.
fn id_in_tail(tail: &str) -> Option<u64> {
    let tail = tail.trim_end().strip_suffix('}')?.trim_end();
    let (before, digits) = tail.rsplit_once(':')?;
    before.trim_end().strip_suffix("\"id\"")?;
    digits.trim_start().parse().ok()
}

impl<R: AsyncRead + Unpin> AsyncRead for Lines<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while this.at == this.ready.len() {
            this.ready.clear();
            this.at = 0;
            let mut bytes = [0; 8 * 1024];
            let mut read = ReadBuf::new(&mut bytes);
            ready!(Pin::new(&mut this.inner).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            this.take(read.filled())?;
        }
        let rest = &this.ready[this.at..];
        let rest = &rest[..rest.len().min(buffer.remaining())];
        buffer.put_slice(rest);
        this.at += rest.len();
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Secrets};

    /// Returns the output, and checks that it is the same for every way of splitting the input.
    fn through(text: &str, max: usize) -> Result<String, std::io::Error> {
        let secrets = Secrets::default();
        secrets.add("SECRET-credential");
        let mut outcomes = Vec::new();
        for piece in 1..=text.len() {
            let mut lines = Lines {
                max,
                ..Lines::new((), secrets.clone())
            };
            let mut pieces = text.as_bytes().chunks(piece);
            let taken = pieces.try_for_each(|piece| lines.take(piece));
            outcomes.push(taken.map(|()| String::from_utf8(lines.ready).unwrap()));
        }
        let first = outcomes.remove(0);
        for outcome in outcomes {
            assert_eq!(outcome.as_ref().ok(), first.as_ref().ok());
        }
        first
    }

    #[test]
    fn credentials_are_taken_out_of_every_line() {
        let text = "{\"a\":[\"SECRET-credential\"],\"n\":1}\r\nno JSON: SECRET-credential\n";
        let out = through(text, 100).unwrap();
        assert_eq!(
            out,
            "{\"a\":[\"[redacted]\"],\"n\":1}\nno JSON: [redacted]\n"
        );
    }

    #[test]
    fn lines_that_fit_are_passed_on() {
        let text = "{\"id\":1}\n\n{\"id\":2}\n";
        assert_eq!(through(text, 9).unwrap(), text);
    }

    #[test]
    fn a_long_answer_is_an_error_for_its_call() {
        let long = "x".repeat(600);
        for text in [
            format!("{{\"jsonrpc\":\"2.0\",\"id\": 7,\"result\":\"{long}\"}}\n[3]\n"),
            format!(
                "{{\"result\":{{\"id\":9,\"text\":\"{long}\"}},\"jsonrpc\":\"2.0\",\"id\":7}}\n[3]\n"
            ),
        ] {
            let out = through(&text, 100).unwrap();
            assert_eq!(
                out,
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32000,\"message\":\"the answer is longer than 100 bytes\"}}\n[3]\n"
            );
        }
    }

    #[test]
    fn a_long_notice_is_left_out() {
        let long = "x".repeat(600);
        let text =
            format!("{{\"method\":\"m\",\"params\":{{\"text\":\"{long}\",\"id\":7}}}}\n[3]\n");
        assert_eq!(through(&text, 100).unwrap(), "[3]\n");
    }

    #[test]
    fn a_long_line_that_answers_no_known_call_ends_the_connection() {
        let long = "x".repeat(600);
        assert!(through(&format!("{long}\n[3]\n"), 100).is_err());
        assert!(through(&format!("{{\"result\":\"{long}\",\"id\":null}}\n"), 100).is_err());
    }
}
