//! Texts that a pattern matches.

use regex_syntax::hir::{Class, Hir, HirKind};

use super::tape::Tape;

/// The repetitions beyond the minimum.
const MAX_MORE: u32 = 4;

/// The maximum bytes of a text.
const MAX_BYTES: usize = 4096;

/// Returns a text that the whole pattern matches; `None` if the pattern has constructs that aren't
/// regular, such as look-around.
pub(super) fn matching(pattern: &str, tape: &mut Tape) -> Option<String> {
    // In JSON Schema these classes are ASCII.
    let mut ascii = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next() } else { None };
        ascii.push_str(match escaped {
            Some('d') => "[0-9]",
            Some('D') => "[^0-9]",
            Some('w') => "[0-9A-Za-z_]",
            Some('W') => "[^0-9A-Za-z_]",
            Some('s') => "[ ]",
            Some('S') => "[!-~]",
            other => {
                ascii.push(c);
                ascii.extend(other);
                continue;
            }
        });
    }
    let hir = regex_syntax::parse(&ascii).ok()?;
    let mut text = String::new();
    write(&hir, tape, &mut text)?;
    Some(text)
}

fn write(hir: &Hir, tape: &mut Tape, text: &mut String) -> Option<()> {
    if text.len() > MAX_BYTES {
        return None;
    }
    match hir.kind() {
        // The text is the match alone, so an anchor holds.
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(core::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(character(class, tape)?),
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(u32::MAX);
            let more = most.saturating_sub(repetition.min).min(MAX_MORE);
            let more = u32::try_from(tape.below(more as usize + 1)).ok()?;
            for _ in 0..repetition.min + more {
                write(&repetition.sub, tape, text)?;
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, tape, text)?,
        HirKind::Concat(parts) => {
            for part in parts {
                write(part, tape, text)?;
            }
        }
        HirKind::Alternation(branches) => write(tape.pick(branches), tape, text)?,
    }
    Some(())
}

/// Returns a character of the class: a printable one of ASCII, if it has any.
fn character(class: &Class, tape: &mut Tape) -> Option<char> {
    let Class::Unicode(class) = class else {
        return None;
    };
    let ranges = class.ranges();
    let ascii = ranges.iter().filter_map(|range| {
        let (first, last) = (range.start().max(' '), range.end().min('~'));
        (first <= last).then_some((first, last))
    });
    let ascii: Vec<_> = ascii.collect();
    let (first, last) = match ascii.as_slice() {
        [] => {
            let range = ranges.first()?;
            (range.start(), range.end())
        }
        ascii => *tape.pick(ascii),
    };
    let span = (u32::from(last) - u32::from(first)) as usize;
    let at = u32::try_from(tape.below(span + 1)).ok()?;
    char::from_u32(u32::from(first) + at).or(Some(first))
}
