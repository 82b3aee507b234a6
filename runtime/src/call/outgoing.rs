//! The filter for texts to a model. Every result of a set's call passes through it.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::{Content, ToolError};
use crate::text::{Cut, Secrets, boundary, boundary_after, hide_credentials, shorten};

/// Maximum bytes of a file's name, and of a media type.
const MAX_LABEL: usize = 256;

/// The filter settings: a size limit and the secrets.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing {
    /// Maximum total bytes of the texts in one result, unless the tool has its own.
    pub(crate) max_bytes: usize,
    /// Values to redact in every text.
    pub(crate) secrets: Secrets,
}

/// The changes that the filter made to an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FilterReport {
    /// Secrets were removed, or texts were cut.
    pub(crate) altered: bool,
    /// A JSON value was cut and is now plain text.
    pub(crate) cuts_json: bool,
    total: usize,
    max: usize,
}

impl FilterReport {
    /// The error text for a tool with an output schema, whose JSON must not be cut.
    pub(crate) fn too_long(&self) -> String {
        let FilterReport { total, max, .. } = self;
        if total <= max {
            return "the result has a value that must not be sent".to_owned();
        }
        format!("the result has {total} bytes; at most {max} are sent")
    }
}

impl Outgoing {
    /// 64 KiB: about 16,000 tokens.
    pub(crate) const DEFAULT_BYTES: usize = 64 * 1024;

    /// Removes secrets from an error. A failure's text comes from outside this crate, so it also
    /// loses what looks like a credential. All other texts consist of the tool's schema and the
    /// model's own text, in which the query of a URL has a meaning.
    pub(crate) fn error(&self, error: ToolError) -> ToolError {
        match error {
            // The source is for the program, and stays what it is.
            ToolError::Failed(failure) => {
                ToolError::Failed(failure.map_text(|text| self.hide_all(text)))
            }
            ToolError::Panicked(text) => ToolError::Panicked(self.hide_all(text)),
            ToolError::Denied(text) => ToolError::Denied(self.hide(text)),
            ToolError::Arguments(mut errors) => {
                for fault in &mut errors.faults {
                    for text in [&mut fault.path, &mut fault.expected, &mut fault.got] {
                        *text = self.secrets.hide_excerpt(core::mem::take(text));
                    }
                    let hint = fault.hint.take();
                    fault.hint = hint.map(|hint| self.secrets.hide_excerpt(hint));
                }
                ToolError::Arguments(errors)
            }
            ToolError::UnknownTool { name, nearest } => ToolError::UnknownTool {
                name: self.hide(name),
                nearest,
            },
            other => other,
        }
    }

    /// Returns the filter of a tool with its own maximum.
    pub(crate) fn within(&self, max_bytes: Option<usize>) -> Cow<'_, Self> {
        match max_bytes {
            None => Cow::Borrowed(self),
            Some(max_bytes) => Cow::Owned(Outgoing {
                max_bytes,
                secrets: self.secrets.clone(),
            }),
        }
    }

    /// Removes secrets from an error's text, and shortens it. The `ending` is never cut off.
    pub(crate) fn error_text(&self, error: &ToolError, text: String, ending: &str) -> String {
        let mut text = match error {
            ToolError::Failed(_) | ToolError::Panicked(_) => self.hide_all(text),
            _ => self.hide(text),
        };
        shorten(&mut text, self.max_bytes.saturating_sub(ending.len()));
        text.push_str(ending);
        text
    }

    /// Removes secrets from an answer and limits the total size of its texts, text files included.
    /// Texts beyond the limit are cut or left out, with a notice. The bytes of images, audio and
    /// other files don't count.
    pub(crate) fn answer(&self, content: &mut Vec<Content>) -> FilterReport {
        let mut sent = FilterReport {
            max: self.max_bytes,
            ..FilterReport::default()
        };
        for part in content.iter_mut() {
            sent.altered |= self.clean_file(part);
            let is_json = matches!(part, Content::Json(_));
            if let Content::Text(text) | Content::Json(text) = part
                && self.hide_in(text)
            {
                sent.altered = true;
                // A secret may be a number, or the end of a string.
                if is_json && serde_json::from_str::<IgnoredAny>(text).is_err() {
                    *part = Content::Text(core::mem::take(text));
                    sent.cuts_json = true;
                }
            }
            sent.total += text_bytes(part).map_or(0, <[u8]>::len);
        }
        if sent.total > self.max_bytes {
            sent.altered = true;
            sent.cuts_json |= cut(content, self.max_bytes, sent.total);
        }
        sent
    }

    /// Like [`answer`](Self::answer), for the content of a failure, which also loses what looks
    /// like a credential. The `ending` is never cut off.
    pub(crate) fn failure(&self, mut content: Vec<Content>, ending: &str) -> Vec<Content> {
        for part in &mut content {
            if let Content::Text(text) | Content::Json(text) = part {
                let hidden = self.hide_all(text.clone());
                if hidden != *text {
                    *part = Content::Text(hidden);
                }
            }
        }
        let left = self.max_bytes.saturating_sub(ending.len());
        self.within(Some(left)).answer(&mut content);
        if !ending.is_empty() {
            content.push(Content::Text(ending.trim_start().to_owned()));
        }
        content
    }

    /// Removes secrets from the name, the media type and the text of a file, and limits the first
    /// two. Returns true if anything has changed.
    fn clean_file(&self, part: &mut Content) -> bool {
        let (media_type, name, data) = match part {
            Content::Text(_) | Content::Json(_) => return false,
            Content::Image { media_type, data } | Content::Audio { media_type, data } => {
                (media_type, None, data)
            }
            Content::File {
                media_type,
                name,
                data,
            } => (media_type, Some(name), data),
        };
        // A picture or an archive would be broken, and it isn't UTF-8.
        let is_text = is_text(media_type) || core::str::from_utf8(data).is_ok();
        let mut altered = false;
        for label in core::iter::once(media_type).chain(name) {
            altered |= self.hide_in(label) || label.len() > MAX_LABEL;
            label.truncate(boundary(label, MAX_LABEL));
        }
        if is_text && let Some(hidden) = self.secrets.hide_bytes(data) {
            *data = hidden;
            altered = true;
        }
        altered
    }

    /// Removes secrets from a text. Returns true if it had some.
    fn hide_in(&self, text: &mut String) -> bool {
        let Cow::Owned(hidden) = self.secrets.hide(text.as_str().into()) else {
            return false;
        };
        *text = hidden;
        true
    }

    fn hide(&self, text: String) -> String {
        self.secrets.hide(text.into()).into_owned()
    }

    fn hide_all(&self, text: String) -> String {
        hide_credentials(self.secrets.hide(text.into())).into_owned()
    }
}

/// Leaves out the middle of the texts, counted over all of them, with a notice in its place. What
/// is cut is plain text. Returns whether JSON was cut.
fn cut(content: &mut Vec<Content>, max: usize, total: usize) -> bool {
    let mut cut = Cut::new(total, max);
    let mut start = 0;
    for bytes in content.iter().filter_map(text_bytes) {
        let end = start + bytes.len();
        // The bytes of a file may be no text.
        let text = core::str::from_utf8(bytes);
        if (start..end).contains(&cut.head) {
            cut.head = start + text.map_or(0, |text| boundary(text, cut.head - start));
        }
        // The end of a file without a text is the start of the next part.
        if start < cut.tail && cut.tail < end {
            let len = bytes.len();
            cut.tail = start + text.map_or(len, |text| boundary_after(text, cut.tail - start));
        }
        start = end;
    }
    let mut notice = Some(cut.notice(cut.tail - cut.head));
    let (mut start, mut cuts_json) = (0, false);
    content.retain_mut(|part| {
        let Some(bytes) = text_bytes(part) else {
            return true;
        };
        let (from, len) = (start, bytes.len());
        start += len;
        if start <= cut.head || from >= cut.tail {
            return true;
        }
        cuts_json |= matches!(part, Content::Json(_));
        let head = cut.head.saturating_sub(from);
        let tail = (cut.tail - from).min(len);
        let mut text = notice.take().unwrap_or_default();
        if let Ok(whole) = core::str::from_utf8(bytes) {
            text = [&whole[..head], &text, &whole[tail..]].concat();
        }
        let is_empty = text.is_empty();
        *part = Content::Text(text);
        !is_empty
    });
    cuts_json
}

/// The bytes of a text or of a file of text.
fn text_bytes(part: &Content) -> Option<&[u8]> {
    match part {
        Content::Text(text) | Content::Json(text) => Some(text.as_bytes()),
        Content::Image { media_type, data }
        | Content::Audio { media_type, data }
        | Content::File {
            media_type, data, ..
        } => is_text(media_type).then_some(data),
    }
}

fn is_text(media_type: &str) -> bool {
    let start = media_type.trim_start().get(..5);
    start.is_some_and(|start| start.eq_ignore_ascii_case("text/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outgoing(max_bytes: usize) -> Outgoing {
        Outgoing {
            max_bytes,
            secrets: Secrets::default().with("hunter2"),
        }
    }

    fn bytes(content: &[Content]) -> usize {
        let texts = content.iter().filter_map(|part| match part {
            Content::Text(text) | Content::Json(text) => Some(text.len()),
            _ => None,
        });
        texts.sum()
    }

    #[test]
    fn answers_within_the_bound_are_unchanged() {
        let whole = vec![Content::Text("é".repeat(20)), Content::Json("[1]".into())];
        let mut content = whole.clone();
        assert!(!outgoing(43).answer(&mut content).altered);
        assert_eq!(content, whole);
    }

    #[test]
    fn every_bound_holds_and_every_cut_has_a_notice() {
        let image = Content::Image {
            media_type: "image/png".into(),
            data: vec![0; 1000],
        };
        let whole = vec![
            Content::Text("é".repeat(50)),
            image.clone(),
            Content::Json(format!("[\"{}\"]", "x".repeat(96))),
            Content::Text("y".repeat(100)),
        ];
        let joined = |content: &[Content]| -> String {
            let texts = content.iter().filter_map(|part| match part {
                Content::Text(text) | Content::Json(text) => Some(text.as_str()),
                _ => None,
            });
            texts.collect()
        };
        let all = joined(&whole);
        for max in 0..300 {
            let mut content = whole.clone();
            let sent = outgoing(max).answer(&mut content);
            assert!(bytes(&content) <= max, "{max}");
            assert!(sent.altered);
            assert!(content.contains(&image), "{max}");
            assert_eq!(sent.cuts_json, !content.contains(&whole[2]), "{max}");
            let text = joined(&content);
            let (head, rest) = text.split_once("\n\n[truncated: ").unwrap_or((&text, ""));
            let tail = rest.split_once("]\n\n").map_or("", |(_, tail)| tail);
            assert!(all.starts_with(head) && all.ends_with(tail), "{max}");
            let left_out = format!("{} of 300 bytes", 300 - head.len() - tail.len());
            assert!(rest.is_empty() || rest.starts_with(&left_out), "{max}");
            assert_eq!(rest.is_empty(), max < 88, "{max}");
        }
    }

    #[test]
    fn files_of_text_count_as_texts() {
        let file = |media_type: &str, data: &[u8]| Content::File {
            media_type: media_type.into(),
            name: "a".into(),
            data: data.to_vec(),
        };
        let long = "é".repeat(100);
        let pdf = file("application/pdf", &[b'x'; 1000]);
        for bytes in [long.as_bytes(), &[0xff; 200][..]] {
            for max in 0..330 {
                let whole = [
                    file(" Text/Plain", bytes),
                    pdf.clone(),
                    file("text/csv", &[b'y'; 100]),
                ];
                let mut content = whole.to_vec();
                let sent = outgoing(max).answer(&mut content);
                let texts = content.iter().filter_map(text_bytes).map(<[u8]>::len);
                assert!(texts.sum::<usize>() <= max, "{max}");
                assert!(content.contains(&pdf));
                assert_eq!(content != whole, sent.altered);
                assert_eq!(sent.altered, max < 300, "{max}");
                let has_notice = |part: &Content| matches!(part, Content::Text(text) if text.contains("[truncated: "));
                assert_eq!(content.iter().any(has_notice), (88..300).contains(&max));
            }
        }
    }

    #[test]
    fn a_short_file_behind_one_that_is_cut_stays() {
        let file = |size: usize| Content::File {
            media_type: "text/csv".into(),
            name: "a".into(),
            data: vec![0xff; size],
        };
        let mut content = vec![file(1000), file(10), file(10)];
        assert!(outgoing(200).answer(&mut content).altered);
        assert_eq!(content[1..], [file(10), file(10)]);
    }

    #[test]
    fn errors_lose_secrets_and_keep_their_ending() {
        let outgoing = outgoing(200);
        let text = format!("hunter2 https://h/?q=1 {}", "z".repeat(500));
        let failed = outgoing.error(ToolError::Failed(text.clone().into()));
        let sent = outgoing.error_text(&failed, text, " THE END");
        assert!(sent.len() <= 200 && sent.ends_with(" THE END"), "{sent}");
        assert!(
            sent.starts_with("[redacted] https://h/?[redacted] z"),
            "{sent}"
        );
    }

    #[test]
    fn texts_of_the_program_keep_the_queries_of_urls() {
        let denied = ToolError::Denied("ask at https://h/?q=1, not hunter2".into());
        let expected = ToolError::Denied("ask at https://h/?q=1, not [redacted]".into());
        assert_eq!(outgoing(100).error(denied), expected);
    }
}
