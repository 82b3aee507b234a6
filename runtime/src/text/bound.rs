//! Parts of texts that end at a character boundary.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Returns the nearest character boundary at or before the byte.
pub(crate) fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns the beginning of a text, at most 80 characters, for a message.
pub(crate) fn beginning(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.into(),
    }
}

/// Returns at most `most` bytes of a text, on one line.
pub(crate) fn excerpt(text: &str, most: usize) -> String {
    let cut = boundary(text, most);
    let mut out = text[..cut].to_owned();
    if cut < text.len() {
        out.push('…');
    }
    // White space between values can go; strings contain no raw line ends or tabs.
    if out.contains(['\n', '\r', '\t']) {
        out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    out
}

/// Returns line and column of a byte, both from 1; a column counts characters.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..boundary(text, offset)];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// Truncates a text to at most `max` bytes. If `max` leaves room for it, a notice with the original
/// length ends the text, so that the model knows that it is incomplete.
pub(crate) fn truncate(text: &mut String, max: usize) {
    if text.len() <= max {
        return;
    }
    let notice = truncation_notice(text.len());
    let keep = max.checked_sub(notice.len());
    text.truncate(boundary(text, keep.unwrap_or(max)));
    if keep.is_some() {
        text.push_str(&notice);
    }
}

/// The end of a truncated text, with the original length.
pub(crate) fn truncation_notice(bytes: usize) -> String {
    format!("\n\n[truncated: the whole text has {bytes} bytes]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_texts_end_at_a_character_with_a_notice_within_the_bound() {
        let whole = "é€𝄞x".repeat(50);
        for max in 0..=whole.len() + 1 {
            let mut text = whole.clone();
            truncate(&mut text, max);
            assert!(text.len() <= max || text == whole, "{max}");
            let notice = truncation_notice(whole.len());
            if whole.len() <= max {
                assert_eq!(text, whole);
            } else if max >= notice.len() {
                let kept = text.strip_suffix(&notice).unwrap();
                assert!(whole.starts_with(kept));
                assert!(
                    kept.len() + 4 > max - notice.len(),
                    "{max}: too little is kept"
                );
            } else {
                assert!(whole.starts_with(&text));
            }
        }
    }
}
