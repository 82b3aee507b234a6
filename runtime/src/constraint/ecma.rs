//! Translates a pattern of ECMA-262 with the flag `u`, as JSON Schema has it, into one of the
//! engines: the classes, the dot, word boundaries, and characters that mean something else there.

use core::str::Chars;

/// The white space of ECMA-262 (22.2.2.9), as the items of a class.
const SPACE: &str =
    r"\t\n\x0B\x0C\r\x20\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF";
/// Every other character, as the items of a class.
const NOT_SPACE: &str = concat!(
    r"\x00-\x08\x0E-\x1F!-\u009F\u00A1-\u167F\u1681-\u1FFF\u200B-\u2027\u202A-\u202E",
    r"\u2030-\u205E\u2060-\u2FFF\u3001-\uFEFE\uFF00-\U0010FFFF",
);

/// All characters that are not part of a word, as the items of a class.
const NOT_WORD: &str = r"\x00-/:-@\[-\^`\{-\U0010FFFF";
/// The same without `ſ` and `K` (the sign of the kelvin), which are an `s` and a `k` if case is
/// ignored.
const NOT_WORD_IN_ANY_CASE: &str = r"\x00-/:-@\[-\^`\{-\u017E\u0180-\u2129\u212B-\U0010FFFF";

/// All characters but the ends of lines (12.3).
const DOT: &str = r"[^\n\r\u2028\u2029]";

/// A boundary between ASCII words in the engine's syntax.
const WORD_BOUNDARY: &str = if cfg!(feature = "regex") {
    r"(?-u:\b)"
} else {
    r"\b"
};

/// The same in look-around, for an engine that has it.
#[cfg(feature = "validate")]
const LOOK_AROUND_BOUNDARY: &str =
    "(?:(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?=[0-9A-Za-z_]))";

/// Like [`as_regex`], for an engine that has look-around and back-references.
#[cfg(feature = "validate")]
pub(crate) fn as_regex_with_look_around(pattern: &str) -> String {
    translated(pattern, LOOK_AROUND_BOUNDARY)
}

/// The pattern in syntax that has the same meaning in both engines. Digits, letters and word
/// boundaries are those of ASCII, white space is not. Syntax that ECMA-262 doesn't have keeps the
/// engines' meaning: flags, and classes in classes with the operations between them.
pub(super) fn as_regex(pattern: &str) -> String {
    translated(pattern, WORD_BOUNDARY)
}

fn translated(pattern: &str, word_boundary: &'static str) -> String {
    let flags = flags(pattern);
    let dot = if flags.contains('s') { "." } else { DOT };
    let mut out = RegexWriter {
        text: String::with_capacity(pattern.len()),
        word_boundary,
        not_word: if flags.contains('i') {
            NOT_WORD_IN_ANY_CASE
        } else {
            NOT_WORD
        },
    };
    let mut classes = 0_usize;
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '[' if classes == 0 && is_simple(chars.as_str()) => out.class(&mut chars),
            '[' => {
                classes += 1;
                // Both engines read a bracket in first position as a character.
                let rest = chars.as_str();
                let first = ["^]", "]"]
                    .into_iter()
                    .find(|first| rest.starts_with(*first));
                let first = first.unwrap_or("");
                out.text.extend(["[", first]);
                chars = rest[first.len()..].chars();
            }
            ']' => {
                classes = classes.saturating_sub(1);
                out.text.push(c);
            }
            '\\' => out.escaped(&mut chars, classes > 0),
            '.' if classes == 0 => out.text.push_str(dot),
            _ => out.text.push(c),
        }
    }
    out.text
}

/// Returns the number of large classes whose case is ignored. An engine looks at each character of
/// such a class when it reads the pattern.
#[cfg(feature = "import")]
pub(crate) fn folds(pattern: &str) -> usize {
    if !flags(pattern).contains('i') {
        return 0;
    }
    let escapes = ["\\S", "\\D", "\\W", "\\p", "\\P"];
    let classes: usize = escapes.iter().map(|one| pattern.matches(one).count()).sum();
    // Ranges that may end beyond ASCII.
    let mut ends = pattern.split('-').skip(1);
    let ends = ends
        .by_ref()
        .filter(|end| !end.starts_with(|c: char| c.is_ascii() && c != '\\'));
    classes + ends.count()
}

/// Returns the flags in a pattern, such as those of `(?i)` and `(?s:`, together.
fn flags(pattern: &str) -> String {
    let mut all = String::new();
    let mut classes = 0_usize;
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '[' => classes += 1,
            ']' => classes = classes.saturating_sub(1),
            '(' if classes == 0 => {
                let group = chars.as_str().strip_prefix('?').unwrap_or_default();
                let end = group.find([':', ')']).unwrap_or(0);
                let names = |c: char| c.is_ascii_alphabetic() || c == '-';
                if group[..end].chars().all(names) {
                    all.push_str(&group[..end]);
                }
            }
            _ => {}
        }
    }
    all
}

/// Returns whether a class has no class inside and doesn't begin with its own end, so that ECMA-262
/// and the engines have the same items, apart from operators.
fn is_simple(rest: &str) -> bool {
    let rest = rest.strip_prefix('^').unwrap_or(rest);
    if rest.starts_with(']') {
        return false;
    }
    let mut chars = rest.chars();
    // A bracket at the end of a range is a character, but not after `\d-`.
    let (mut items, mut range, mut class) = (0, false, false);
    while let Some(c) = chars.next() {
        range = match c {
            '\\' => {
                class = chars.next().is_some_and(|c| "dDsSwWpP".contains(c));
                items += 1;
                range = false;
                continue;
            }
            '[' if !range => return false,
            ']' => return true,
            '-' => items > 0 && !range && !class,
            _ => false,
        };
        class = false;
        items += 1;
    }
    false
}

struct RegexWriter {
    text: String,
    word_boundary: &'static str,
    /// The items of `\W`.
    not_word: &'static str,
}

impl RegexWriter {
    /// Writes a class after its bracket. `&&`, `--` and `~~` are characters, as in ECMA-262.
    fn class(&mut self, chars: &mut Chars<'_>) {
        self.text.push('[');
        let rest = chars.as_str();
        if let Some(rest) = rest.strip_prefix('^') {
            self.text.push('^');
            *chars = rest.chars();
        }
        while let Some(c) = chars.next() {
            if c == ']' {
                self.text.push(c);
                return;
            }
            self.item(c, chars);
            let rest = chars.as_str();
            if let Some(rest) = rest.strip_prefix('-')
                && !rest.starts_with(']')
            {
                *chars = rest.chars();
                self.text.push('-');
                if let Some(last) = chars.next() {
                    self.item(last, chars);
                }
            }
        }
    }

    /// Writes a character of a class, or an escape.
    fn item(&mut self, c: char, chars: &mut Chars<'_>) {
        if c == '\\' {
            self.escaped(chars, true);
            return;
        }
        if matches!(c, '&' | '~' | '-' | '^' | '[') {
            self.text.push('\\');
        }
        self.text.push(c);
    }

    /// Writes an escape, after its backslash.
    fn escaped(&mut self, chars: &mut Chars<'_>, in_class: bool) {
        match chars.next() {
            Some('d') => self.items("0-9", in_class),
            Some('D') if !in_class => self.text.push_str("[^0-9]"),
            Some('D') => self.items(r"\x00-/:-\U0010FFFF", in_class),
            Some('w') => self.items("0-9A-Z_a-z", in_class),
            Some('W') => self.items(self.not_word, in_class),
            Some('s') => self.items(SPACE, in_class),
            // An engine that ignores case reads the few items of a negated class faster.
            Some('S') if !in_class => {
                self.text.extend(["[^", SPACE, "]"]);
            }
            Some('S') => self.items(NOT_SPACE, in_class),
            Some('0') if !chars.as_str().starts_with(|c: char| c.is_ascii_digit()) => {
                self.text.push_str(r"\x00");
            }
            Some('b') if in_class => self.text.push_str(r"\x08"),
            Some('b') if !chars.as_str().starts_with('{') => self.text.push_str(self.word_boundary),
            Some(c @ ('x' | 'u' | 'U' | 'p' | 'P')) => self.code_or_property(c, chars),
            other => {
                self.text.push('\\');
                self.text.extend(other);
            }
        }
    }

    fn items(&mut self, items: &str, in_class: bool) {
        let (open, close) = if in_class { ("", "") } else { ("[", "]") };
        self.text.extend([open, items, close]);
    }

    /// Writes a character by its code, or a property by its name. An ASCII letter is written as
    /// itself: with the flag `i`, `regex-lite` doesn't read its code at the end of a range.
    fn code_or_property(&mut self, escape: char, chars: &mut Chars<'_>) {
        let rest = chars.as_str();
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let braces = rest.starts_with('{').then(|| rest.find('}')).flatten();
        let end = if let Some(end) = braces {
            end + 1
        } else {
            let code = rest.bytes().take(digits);
            code.take_while(u8::is_ascii_hexdigit).count()
        };
        *chars = rest[end..].chars();
        if braces.is_none() && end < digits {
            // Too few digits, which must not be completed by a letter after them.
            self.text.push_str(r"\x{}");
            return;
        }
        let code = rest[..end].trim_matches(['{', '}']);
        let letter = u8::from_str_radix(code, 16).ok().map(char::from);
        match letter.filter(|c| digits > 0 && c.is_ascii_alphabetic()) {
            Some(letter) => self.text.push(letter),
            None => self
                .text
                .extend(["\\", escape.encode_utf8(&mut [0; 4]), &rest[..end]]),
        }
    }
}
