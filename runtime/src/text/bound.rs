//! Parts of texts that end at a character boundary.

/// Returns the nearest character boundary at or before the byte.
pub(crate) fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns the nearest character boundary at or after the byte.
pub(crate) fn boundary_after(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
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

/// Returns at most `max` bytes of a text, on one line. `…` follows if it was cut.
pub(crate) fn excerpt(text: &str, max: usize) -> String {
    let cut = boundary(text, max);
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

/// Shortens a text to at most `max` bytes: its beginning and its end, with a notice in place of the
/// middle, so that the model knows that the text is incomplete. If `max` has no room for the
/// notice, only the beginning is kept.
pub(crate) fn shorten(text: &mut String, max: usize) {
    if text.len() <= max {
        return;
    }
    let cut = Cut::new(text.len(), max);
    let (head, tail) = (boundary(text, cut.head), boundary_after(text, cut.tail));
    let notice = cut.notice(tail - head);
    *text = [&text[..head], &notice, &text[tail..]].concat();
}

/// The place of the cut in a text that is too long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The bytes before the cut.
    pub(crate) head: usize,
    /// The first byte after the cut.
    pub(crate) tail: usize,
    total: usize,
    notice: bool,
}

impl Cut {
    /// Cuts `total` bytes down to `max`. The beginning gets 70 % of the room, because results
    /// mostly begin with what matters; the end may have a total or an error.
    pub(crate) fn new(total: usize, max: usize) -> Self {
        let Some(room) = max.checked_sub(notice(total, total).len()) else {
            return Cut {
                head: max,
                tail: total,
                total,
                notice: false,
            };
        };
        let head = room - room / 10 * 3;
        Cut {
            head,
            tail: total - (room - head),
            total,
            notice: true,
        }
    }

    /// The text in place of the bytes that are left out.
    pub(crate) fn notice(self, left_out: usize) -> String {
        if self.notice {
            notice(left_out, self.total)
        } else {
            String::new()
        }
    }
}

fn notice(left_out: usize, total: usize) -> String {
    format!(
        "\n\n[truncated: {left_out} of {total} bytes are left out here; to see them, ask for less at a time]\n\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_texts_have_both_ends_and_a_notice_within_the_bound() {
        let whole = "é€𝄞x".repeat(50);
        let room = notice(whole.len(), whole.len()).len();
        for max in 0..=whole.len() + 1 {
            let mut text = whole.clone();
            shorten(&mut text, max);
            if whole.len() <= max {
                assert_eq!(text, whole);
                continue;
            }
            assert!(text.len() <= max, "{max}");
            let Some((head, rest)) = text.split_once("\n\n[truncated: ") else {
                assert!(max < room && whole.starts_with(&text));
                continue;
            };
            let (left_out, rest) = rest.split_once(" of 500 bytes").unwrap();
            let (_, tail) = rest.split_once("]\n\n").unwrap();
            assert!(whole.starts_with(head) && whole.ends_with(tail));
            let kept = head.len() + tail.len();
            assert_eq!(left_out.parse::<usize>().unwrap(), whole.len() - kept);
            assert!(kept + 7 > max - room, "{max}: too little is kept");
            assert!(head.len() + 4 > tail.len() * 2, "{max}: the head is short");
        }
    }
}
