//! Descriptions for providers that reject a long one.

use crate::import::unsupported::with_words;

/// The smallest limit of all providers with a limit, in characters.
pub(super) const MAX_CHARS: usize = 1024;

/// Minimum length of a description that ends at a sentence or word, in characters.
const MIN_CHARS: usize = MAX_CHARS / 4;

/// Returns the description with the constraints appended, shortened to the limit; `None` if it is
/// short enough. The constraints stay whole. If they alone are too long, the last of them are left
/// out.
pub(super) fn description(description: &str, words: &[String]) -> Option<String> {
    let length = |text: &str| text.chars().count();
    let whole = with_words(description.to_owned(), words);
    if length(&whole) <= MAX_CHARS {
        return None;
    }
    // Reserves a space, two brackets, and at least one character before them.
    let mut room = MAX_CHARS - 4;
    let fit = words.iter().take_while(|one| {
        let left = room.checked_sub(length(one) + 2);
        room = left.unwrap_or(room);
        left.is_some()
    });
    let words = &words[..fit.count()];
    let kept = cut(description, room);
    Some(with_words(kept.to_owned(), words))
}

/// Truncates a text to at most so many characters: at the end of a sentence or a line, or else of a
/// word.
fn cut(text: &str, max: usize) -> &str {
    let end = text
        .char_indices()
        .nth(max)
        .map_or(text.len(), |(at, _)| at);
    let start = &text[..end];
    let least = text
        .char_indices()
        .nth(MIN_CHARS.min(max / 2))
        .map_or(0, |(at, _)| at);
    let ends = |at: usize, c: char| {
        let next = text[at + c.len_utf8()..].chars().next();
        match c {
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            _ => matches!(c, '\n' | '。' | '！' | '？'),
        }
    };
    let sentence = start.char_indices().rfind(|(at, c)| ends(*at, *c));
    let sentence = sentence.map(|(at, c)| at + c.len_utf8());
    let word = start.char_indices().rfind(|(_, c)| c.is_whitespace());
    let word = word.map(|(at, _)| at);
    let end = [sentence, word]
        .into_iter()
        .flatten()
        .find(|end| *end >= least);
    start[..end.unwrap_or(start.len())].trim_end()
}

#[cfg(test)]
mod tests {

    use super::{MAX_CHARS, cut, description};

    #[test]
    fn a_text_is_cut_at_a_sentence_then_at_a_word() {
        assert_eq!(cut("One. Two three. Four", 17), "One. Two three.");
        assert_eq!(cut("Version 1.5 is out of date", 13), "Version 1.5");
        assert_eq!(cut("A line\nand more", 9), "A line");
        assert_eq!(cut(&"x".repeat(40), 8), "xxxxxxxx");
        assert_eq!(cut("日本語。日本語の文", 6), "日本語。");
    }

    #[test]
    fn words_for_constraints_are_never_cut() {
        let long = "A sentence of some length. ".repeat(60);
        let words = Vec::from(["required together: a and b".to_string()]);
        let short = description(&long, &words).expect("too long");
        assert!(short.chars().count() <= MAX_CHARS);
        assert!(
            short.ends_with("length. (required together: a and b)"),
            "{short}"
        );
        assert_eq!(description("Short", &words), None);
        let words = Vec::from(["v".repeat(600), "w".repeat(600)]);
        let short = description(&long, &words).expect("too long");
        assert!(short.chars().count() <= MAX_CHARS);
        assert!(
            short.contains("vvv)") && short.starts_with("A sentence"),
            "{short}"
        );
    }
}
