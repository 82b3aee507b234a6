//! From the bytes of a streamed body to its events.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use super::{Limits, WireError};
use crate::provider::Provider;

/// Cuts the bytes of a streamed body into events: the data of server-sent events, or lines (Ollama, and Bedrock's events as one JSON object a line; Bedrock's own binary frames are
/// decoded by its SDKs). The bytes may come in pieces of any size.
#[derive(Clone, Debug)]
pub struct Events {
    provider: Provider,
    limit: usize,
    lines: bool,
    /// The line that is not over yet.
    line: Vec<u8>,
    /// The data lines of the event that is not over yet.
    data: Option<String>,
    /// The last byte was `\r`: a `\n` belongs to it.
    cr: bool,
    /// No line had anything in it yet. The first may begin with a byte order mark.
    first: bool,
    /// The lines of a body that is no stream: it begins as a JSON value.
    whole: Option<String>,
}

impl Events {
    /// Of this provider's streams. An event may have as many bytes as `limits` allow for all.
    pub fn new(provider: Provider, limits: Limits) -> Self {
        Events {
            provider,
            limit: limits.bytes,
            lines: matches!(provider, Provider::Ollama | Provider::Bedrock),
            line: Vec::new(),
            data: None,
            cr: false,
            first: true,
            whole: None,
        }
    }

    /// The events that are over with these bytes.
    ///
    /// # Errors
    ///
    /// [`WireError::TooLarge`] for an event beyond the limit, [`WireError::Syntax`] for one that is not UTF-8.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, WireError> {
        let mut events = Vec::new();
        let mut rest = bytes;
        if self.cr && !rest.is_empty() {
            self.cr = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, after) = rest.split_at(end);
            self.grow(line)?;
            rest = match after {
                [b'\r'] => {
                    self.cr = true;
                    &[]
                }
                [b'\r', b'\n', rest @ ..] | [_, rest @ ..] => rest,
                [] => &[],
            };
            events.extend(self.end_line()?);
        }
        self.grow(rest)?;
        Ok(events)
    }

    /// The event that nothing ended, where there is one: some hosts leave out the last empty line. A body that is no stream of events but one JSON value, as a
    /// server answers with an error, is all of it here.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub fn finish(&mut self) -> Result<Option<String>, WireError> {
        let last = self.end_line()?;
        Ok(last
            .or_else(|| self.data.take())
            .or_else(|| self.whole.clone()))
    }

    /// Whether the body is no stream, as far as it came.
    pub(super) fn is_whole(&self) -> bool {
        self.whole.is_some()
    }

    fn grow(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        let gathered = self.data.as_ref().or(self.whole.as_ref());
        let gathered = gathered.map_or(0, String::len);
        // `data: ` is no part of an event.
        if self.line.len() + gathered + bytes.len() > self.limit.saturating_add(16) {
            return Err(WireError::TooLarge {
                provider: self.provider,
                what: "bytes",
                limit: self.limit,
            });
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self) -> Result<Option<String>, WireError> {
        let line = take(&mut self.line);
        let Ok(line) = String::from_utf8(line) else {
            return Err(WireError::Syntax {
                provider: self.provider,
                message: String::from("an event that is not UTF-8"),
            });
        };
        let mut line = line.as_str();
        if self.first {
            line = line.strip_prefix('\u{feff}').unwrap_or(line);
        }
        if self.lines {
            let line = line.trim();
            self.first &= line.is_empty();
            return Ok((!line.is_empty()).then(|| line.to_owned()));
        }
        if self.first && line.trim_start().starts_with(['{', '[']) {
            self.whole = Some(String::new());
        }
        self.first &= line.trim().is_empty();
        if let Some(whole) = &mut self.whole {
            whole.push_str(line);
            whole.push('\n');
            return Ok(None);
        }
        if line.is_empty() {
            return Ok(self.data.take());
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        if field == "data" {
            let value = value.strip_prefix(' ').unwrap_or(value);
            match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            }
        }
        Ok(None)
    }
}
