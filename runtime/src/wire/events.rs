//! Splits the bytes of a streamed body into events.

use core::mem::take;

use super::limits::check;
use super::{ResponseLimits, WireError};
use crate::provider::Provider;

/// Splits the bytes of a streamed body into events. An event is the data of a server-sent event, or
/// a line (Ollama, and Bedrock's events as one JSON object per line). Bedrock's SDKs decode its
/// binary frames. The bytes may arrive in chunks of any size.
#[derive(Clone, Debug)]
pub struct EventDecoder {
    provider: Provider,
    limit: usize,
    lines: bool,
    line: Vec<u8>,
    data: Option<String>,
    /// The unfinished event is JSON without field names, as some servers send an error.
    bare: bool,
    /// The last byte was `\r`, so a following `\n` is part of the same line end.
    cr: bool,
    /// All lines so far were blank. The first may start with a byte order mark.
    first: bool,
    /// The lines of a body that isn't a stream: it starts like a JSON value.
    whole: Option<String>,
}

impl EventDecoder {
    /// Creates a decoder for a provider's streams. `limits.max_bytes` bounds each event.
    pub fn new(provider: Provider, limits: ResponseLimits) -> Self {
        EventDecoder {
            provider,
            limit: limits.max_bytes,
            lines: provider.request().lines,
            line: Vec::new(),
            data: None,
            bare: false,
            cr: false,
            first: true,
            whole: None,
        }
    }

    /// Returns the events completed by these bytes.
    ///
    /// # Errors
    ///
    /// [`WireError::TooLarge`] for an event beyond the limit, [`WireError::Syntax`] for invalid
    /// UTF-8.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, WireError> {
        let mut events = Vec::new();
        self.split(bytes, &mut events)?;
        Ok(events)
    }

    pub(super) fn split(
        &mut self,
        bytes: &[u8],
        events: &mut Vec<String>,
    ) -> Result<(), WireError> {
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
        self.grow(rest)
    }

    /// Returns the last event if nothing terminated it: some hosts omit the final empty line.
    /// Returns the whole body if it isn't a stream but one JSON value, as in a server's error
    /// response.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub fn finish(&mut self) -> Result<Option<String>, WireError> {
        if let Err(error) = core::str::from_utf8(&self.line)
            && error.error_len().is_none()
        {
            // The end of the body has cut a character.
            self.line.truncate(error.valid_up_to());
        }
        let last = self.end_line()?;
        Ok(last
            .or_else(|| self.data.take())
            .or_else(|| self.whole.clone()))
    }

    /// Returns `true` if the body isn't a stream, judging by the bytes so far.
    pub(super) fn is_whole(&self) -> bool {
        self.whole.is_some()
    }

    fn grow(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        let gathered = self.data.as_ref().or(self.whole.as_ref());
        let gathered = gathered.map_or(0, String::len);
        // Leaves room for the `data: ` prefix, which isn't part of the event.
        let all = self.line.len() + gathered + bytes.len();
        check(self.provider, "bytes", all.saturating_sub(16), self.limit)?;
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
            self.bare = false;
            return Ok(self.data.take());
        }
        self.bare |= self.data.is_none() && line.starts_with('{');
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        if self.bare {
            self.add_data(line);
        } else if field == "data" {
            self.add_data(value.strip_prefix(' ').unwrap_or(value));
        }
        Ok(None)
    }

    fn add_data(&mut self, line: &str) {
        match &mut self.data {
            Some(data) => {
                data.push('\n');
                data.push_str(line);
            }
            None => self.data = Some(line.to_owned()),
        }
    }
}
