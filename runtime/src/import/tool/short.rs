//! Descriptions for providers that reject a long one.

use alloc::borrow::ToOwned;
use alloc::string::String;

use crate::import::words::with_words;

/// The most characters that every provider with a limit accepts.
const MOST: usize = 1024;

/// Fewer characters of a description say too little to end at a sentence.
const LEAST: usize = MOST / 4;

/// The description with the words for constraints behind it, within the limit; `None` if nothing has to be shortened. The words stay whole, unless they are
/// too long by themselves. The last of them are left out then.
pub(super) fn description(description: &str, words: &[String]) -> Option<String> {
    let length = |text: &str| text.chars().count();
    let whole = with_words(description.to_owned(), words);
    if length(&whole) <= MOST {
        return None;
    }
    // A space, two brackets, and at least a character before them.
    let mut room = MOST - 4;
    let fit = words.iter().take_while(|one| {
        let left = room.checked_sub(length(one) + 2);
        room = left.unwrap_or(room);
        left.is_some()
    });
    let words = &words[..fit.count()];
    let kept = cut(description, room);
    Some(with_words(kept.to_owned(), words))
}

/// The beginning of a text, of at most so many characters: up to the end of a sentence or a line, else of a word.
fn cut(text: &str, most: usize) -> &str {
    let end = text
        .char_indices()
        .nth(most)
        .map_or(text.len(), |(at, _)| at);
    let start = &text[..end];
    let least = text
        .char_indices()
        .nth(LEAST.min(most / 2))
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
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::{MOST, cut, description};

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
        assert!(short.chars().count() <= MOST);
        assert!(
            short.ends_with("length. (required together: a and b)"),
            "{short}"
        );
        assert_eq!(description("Short", &words), None);
        let words = Vec::from(["v".repeat(600), "w".repeat(600)]);
        let short = description(&long, &words).expect("too long");
        assert!(short.chars().count() <= MOST);
        assert!(
            short.contains("vvv)") && short.starts_with("A sentence"),
            "{short}"
        );
    }
}
