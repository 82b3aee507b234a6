//! The filter for texts to a model. Every result of a set's call passes through it.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Content, ToolError};
use crate::text::{Secrets, boundary, hide_credentials, truncate, truncation_notice};

/// The filter settings: a size limit and the secrets.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing {
    /// Maximum total bytes of the texts in one result.
    pub(crate) max_bytes: usize,
    /// Values to redact in every text.
    pub(crate) secrets: Secrets,
}

/// The changes that the filter made to an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sent {
    /// Secrets were removed, or texts were cut.
    pub(crate) altered: bool,
    /// A JSON value was cut and is now plain text.
    pub(crate) cuts_json: bool,
    total: usize,
    max: usize,
}

impl Sent {
    /// The error text for a tool with an output schema, whose JSON must not be cut.
    pub(crate) fn too_long(&self) -> String {
        let Sent { total, max, .. } = self;
        format!("the answer has {total} bytes; at most {max} are sent")
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
            ToolError::Failed(text) => ToolError::Failed(self.hide_all(text)),
            ToolError::Panicked(text) => ToolError::Panicked(self.hide_all(text)),
            ToolError::Denied(text) => ToolError::Denied(self.hide(text)),
            other => other,
        }
    }

    /// Removes secrets from an error's text, and truncates it. The `ending` is never cut off.
    pub(crate) fn error_text(&self, error: &ToolError, text: String, ending: &str) -> String {
        let mut text = match error {
            ToolError::Failed(_) | ToolError::Panicked(_) => self.hide_all(text),
            _ => self.hide(text),
        };
        truncate(&mut text, self.max_bytes.saturating_sub(ending.len()));
        text.push_str(ending);
        text
    }

    /// Removes secrets from an answer and limits the total size of its texts. Texts beyond the
    /// limit are cut or left out, with a notice. Images, audio and files are unchanged.
    pub(crate) fn answer(&self, content: &mut Vec<Content>) -> Sent {
        let mut sent = Sent {
            max: self.max_bytes,
            ..Sent::default()
        };
        for text in content.iter_mut().filter_map(text_of) {
            if let Cow::Owned(hidden) = self.secrets.hide(text.as_str().into()) {
                *text = hidden;
                sent.altered = true;
            }
            sent.total += text.len();
        }
        if sent.total > self.max_bytes {
            sent.altered = true;
            sent.cuts_json = cut(content, self.max_bytes, sent.total);
        }
        sent
    }

    fn hide(&self, text: String) -> String {
        self.secrets.hide(text.into()).into_owned()
    }

    fn hide_all(&self, text: String) -> String {
        hide_credentials(self.secrets.hide(text.into())).into_owned()
    }
}

/// Cuts the text in which the bound is reached, and removes the texts after it. Returns whether one
/// of them was JSON.
fn cut(content: &mut Vec<Content>, max: usize, total: usize) -> bool {
    let mut notice = truncation_notice(total);
    if notice.len() > max {
        notice.clear();
    }
    let mut left = max - notice.len();
    let (mut full, mut cuts_json) = (false, false);
    content.retain_mut(|part| {
        let is_json = matches!(part, Content::Json(_));
        let Some(text) = text_of(part) else {
            return true;
        };
        if full {
            cuts_json |= is_json;
            return false;
        }
        if text.len() <= left {
            left -= text.len();
            return true;
        }
        full = true;
        cuts_json |= is_json;
        text.truncate(boundary(text, left));
        text.push_str(&notice);
        *part = Content::Text(core::mem::take(text));
        true
    });
    cuts_json
}

fn text_of(part: &mut Content) -> Option<&mut String> {
    match part {
        Content::Text(text) | Content::Json(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

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
        for max in 0..300 {
            let mut content = whole.clone();
            let sent = outgoing(max).answer(&mut content);
            assert!(bytes(&content) <= max, "{max}");
            assert!(sent.altered);
            assert!(content.contains(&image), "{max}");
            assert_eq!(sent.cuts_json, !content.contains(&whole[2]), "{max}");
            if max >= truncation_notice(300).len() {
                let Some(Content::Text(last)) = content.iter().rfind(|part| **part != image) else {
                    panic!("no text at {max}");
                };
                assert!(last.ends_with(&truncation_notice(300)), "{max}");
            }
        }
    }

    #[test]
    fn errors_lose_secrets_and_keep_their_ending() {
        let outgoing = outgoing(100);
        let text = format!("hunter2 https://h/?q=1 {}", "z".repeat(500));
        let failed = outgoing.error(ToolError::Failed(text.clone()));
        let sent = outgoing.error_text(&failed, text, " THE END");
        assert!(sent.len() <= 100 && sent.ends_with(" THE END"), "{sent}");
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
