//! Translates a pattern of ECMA-262 with the flag `u`, as JSON Schema has it, into one of the
//! engines: the classes, the dot, word boundaries, and characters that mean something else there.

use alloc::string::String;
use core::str::Chars;

/// The white space of ECMA-262 (22.2.2.9), as the items of a class.
const SPACE: &str =
    r"\t\n\x0B\x0C\r\x20\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF";
/// Every other character, as the items of a class.
const NOT_SPACE: &str = concat!(
    r"\x00-\x08\x0E-\x1F!-\u009F\u00A1-\u167F\u1681-\u1FFF\u200B-\u2027\u202A-\u202E",
    r"\u2030-\u205E\u2060-\u2FFF\u3001-\uFEFE\uFF00-\U0010FFFF",
);

/// All characters but the ends of lines (12.3).
const DOT: &str = r"[^\n\r\u2028\u2029]";

/// A boundary between ASCII words in the engine's syntax.
const WORD_BOUNDARY: &str = if cfg!(feature = "regex") {
    r"(?-u:\b)"
} else {
    r"\b"
};

/// The pattern in syntax that has the same meaning in both engines. Digits, letters and word
/// boundaries are those of ASCII, white space is not. Syntax that ECMA-262 doesn't have keeps the
/// engines' meaning: flags, and classes in classes with the operations between them.
pub(super) fn as_regex(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut classes = 0_usize;
    let dot = if dot_matches_all(pattern) { "." } else { DOT };
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '[' if classes == 0 && is_simple(chars.as_str()) => class(&mut chars, &mut out),
            '[' => {
                classes += 1;
                // Both engines read a bracket in first position as a character.
                let rest = chars.as_str();
                let first = ["^]", "]"].iter().find(|first| rest.starts_with(**first));
                let first = first.map_or("", |first| *first);
                out.extend(["[", first]);
                chars = rest[first.len()..].chars();
            }
            ']' => {
                classes = classes.saturating_sub(1);
                out.push(c);
            }
            '\\' => escaped(&mut chars, classes > 0, &mut out),
            '.' if classes == 0 => out.push_str(dot),
            _ => out.push(c),
        }
    }
    out
}

/// Returns whether flags such as `(?s)` are in the pattern.
fn dot_matches_all(pattern: &str) -> bool {
    pattern.split("(?").skip(1).any(|group| {
        let flags = group.split(['-', ':', ')']).next().unwrap_or_default();
        flags.contains('s') && flags.bytes().all(|flag| flag.is_ascii_alphabetic())
    })
}

/// Returns whether a class has no class inside and doesn't begin with its own end, so that ECMA-262
/// and the engines have the same items, apart from operators.
fn is_simple(rest: &str) -> bool {
    let rest = rest.strip_prefix('^').unwrap_or(rest);
    if rest.starts_with(']') {
        return false;
    }
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '[' => return false,
            ']' => return true,
            _ => {}
        }
    }
    false
}

/// Writes a class after its bracket. `&&`, `--` and `~~` are characters, as in ECMA-262.
fn class(chars: &mut Chars<'_>, out: &mut String) {
    out.push('[');
    let rest = chars.as_str();
    if let Some(rest) = rest.strip_prefix('^') {
        out.push('^');
        *chars = rest.chars();
    }
    while let Some(c) = chars.next() {
        if c == ']' {
            out.push(c);
            return;
        }
        item(c, chars, out);
        let rest = chars.as_str();
        if let Some(rest) = rest.strip_prefix('-')
            && !rest.starts_with(']')
        {
            *chars = rest.chars();
            out.push('-');
            if let Some(last) = chars.next() {
                item(last, chars, out);
            }
        }
    }
}

/// Writes a character of a class, or an escape.
fn item(c: char, chars: &mut Chars<'_>, out: &mut String) {
    if c == '\\' {
        escaped(chars, true, out);
        return;
    }
    if matches!(c, '&' | '~' | '-' | '^') {
        out.push('\\');
    }
    out.push(c);
}

/// Writes an escape, after its backslash.
fn escaped(chars: &mut Chars<'_>, in_class: bool, out: &mut String) {
    let class = |items: &str, out: &mut String| {
        let (open, close) = if in_class { ("", "") } else { ("[", "]") };
        out.extend([open, items, close]);
    };
    match chars.next() {
        Some('d') => class("0-9", out),
        Some('D') => class(r"\x00-/:-\U0010FFFF", out),
        Some('w') => class("0-9A-Z_a-z", out),
        Some('W') => class(r"\x00-/:-@\[-\^`\{-\U0010FFFF", out),
        Some('s') => class(SPACE, out),
        Some('S') => class(NOT_SPACE, out),
        Some('b') if in_class => out.push_str(r"\x08"),
        Some('b') if !chars.as_str().starts_with('{') => out.push_str(WORD_BOUNDARY),
        other => {
            out.push('\\');
            out.extend(other);
        }
    }
}
