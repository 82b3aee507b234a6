//! An index of all values in a JSON text. One list for the whole text, so that reading at any depth
//! scans nothing twice.

use alloc::string::ToString;
use alloc::vec::Vec;

use serde_json::value::RawValue;

use super::WireError;
use crate::provider::Provider;

/// A JSON text with the positions of its values.
#[derive(Debug)]
pub(super) struct Doc<'r> {
    pub(super) provider: Provider,
    pub(super) text: &'r str,
    /// Sorted by start. An object's entry is followed by its keys and values, alternating.
    pub(super) entries: Vec<Entry>,
}

/// A value's position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The index of the entry after this value and its contents.
    pub(super) next: u32,
}

impl<'r> Doc<'r> {
    /// Indexes a text if it is valid JSON.
    pub(super) fn parse(provider: Provider, text: &'r str) -> Result<Self, WireError> {
        // The parser validates without recursion. The index can then assume valid JSON.
        if let Err(error) = serde_json::from_str::<&RawValue>(text) {
            return Err(WireError::Syntax {
                provider,
                message: error.to_string(),
            });
        }
        match entries(text) {
            Some(entries) => Ok(Doc {
                provider,
                text,
                entries,
            }),
            None => Err(WireError::TooLarge {
                provider,
                what: "bytes",
                limit: u32::MAX as usize,
            }),
        }
    }
}

/// Iterates over the raw numbers in valid JSON.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let entries = entries(text).unwrap_or_default().into_iter();
    let raw = entries.filter_map(|entry| text.get(entry.start as usize..entry.end as usize));
    raw.filter(|raw| raw.starts_with(|c: char| c == '-' || c.is_ascii_digit()))
}

/// Returns `true` for valid JSON.
pub(super) fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}

/// Indexes the values of valid JSON. Returns `None` for more than 4 GiB.
fn entries(text: &str) -> Option<Vec<Entry>> {
    u32::try_from(text.len()).ok()?;
    // Every position is at most this length.
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let bytes = text.as_bytes();
    let mut entries = Vec::with_capacity((text.len() / 16).min(1024));
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'{' | b'[' => {
                open.push(entries.len());
                entries.push(Entry {
                    start: place(start),
                    end: 0,
                    next: 0,
                });
                continue;
            }
            b'}' | b']' => {
                let next = place(entries.len());
                if let Some(entry) = open.pop().and_then(|i| entries.get_mut(i)) {
                    entry.end = place(at);
                    entry.next = next;
                }
                continue;
            }
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => continue,
            b'"' => {
                loop {
                    match bytes.get(at) {
                        Some(b'\\') => at += 2,
                        Some(b'"') | None => break,
                        Some(_) => at += 1,
                    }
                }
                at += 1;
            }
            _ => {
                let ends =
                    |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r');
                while bytes.get(at).is_some_and(|byte| !ends(byte)) {
                    at += 1;
                }
            }
        }
        entries.push(Entry {
            start: place(start),
            end: place(at),
            next: place(entries.len() + 1),
        });
    }
    Some(entries)
}
