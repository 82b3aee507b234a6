//! Formats of references, pointers and templates, which are only checked for imported schemas.

use super::{IsOfFormat, has_authority, is_digits, is_email, is_escaped, is_uri};

/// Returns the check of a format by its name. `None` if it is unknown.
pub(super) fn known(name: &str) -> Option<IsOfFormat> {
    Some(match name {
        "idn-email" => is_idn_email,
        "uri-reference" => is_uri_reference,
        "iri" => is_iri,
        "iri-reference" => is_iri_reference,
        "uri-template" => is_uri_template,
        "json-pointer" => is_json_pointer,
        "relative-json-pointer" => is_relative_json_pointer,
        _ => return None,
    })
}

/// RFC 3986: a URI, or a reference relative to one.
fn is_uri_reference(text: &str) -> bool {
    let end = text.find(['/', '?', '#']).unwrap_or(text.len());
    if text[..end].contains(':') {
        return is_uri(text);
    }
    is_escaped(text) && text.matches('#').count() <= 1 && has_authority(text)
}

/// RFC 3987: a URI with characters of other alphabets.
fn is_iri(text: &str) -> bool {
    let scheme = text.split(':').next().unwrap_or_default();
    scheme.is_ascii() && is_uri(&with_ascii_letters(text, '\u{a0}'))
}

/// RFC 3987: an IRI, or a reference relative to one.
fn is_iri_reference(text: &str) -> bool {
    let start = text.split(['/', '?', '#']).next().unwrap_or_default();
    let text = with_ascii_letters(text, '\u{a0}');
    (start.is_ascii() || !start.contains(':')) && is_uri_reference(&text)
}

/// RFC 6531: an e-mail address with characters of other alphabets.
fn is_idn_email(text: &str) -> bool {
    is_email(&with_ascii_letters(text, '\u{80}'))
}

/// Replaces the characters from the first of other alphabets on by a letter.
fn with_ascii_letters(text: &str, first: char) -> String {
    let letter = |c| if c < first { c } else { 'x' };
    text.chars().map(letter).collect()
}

/// RFC 6570: literals, and expressions in braces.
fn is_uri_template(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (literal, expression) = rest.split_at(at);
        let inside = expression
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'));
        let Some((inside, after)) = inside else {
            return false;
        };
        if !is_literal(literal) || !is_expression(inside) {
            return false;
        }
        rest = after;
    }
    is_literal(rest)
}

fn is_literal(text: &str) -> bool {
    let is_allowed = |c: char| !c.is_control() && !" \"<>\\^`|".contains(c);
    let escapes = text.split('%').skip(1);
    text.chars().all(is_allowed)
        && escapes.map(str::as_bytes).all(
            |after| matches!(after, [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()),
        )
}

/// An operator, and variables with their modifiers.
fn is_expression(text: &str) -> bool {
    let variables = text.strip_prefix(|c| "+#./;?&=,!@|".contains(c));
    variables.unwrap_or(text).split(',').all(|variable| {
        let (name, length) = match variable.split_once(':') {
            Some((name, length)) => (name, Some(length)),
            None => (variable.strip_suffix('*').unwrap_or(variable), None),
        };
        let is_length = |text: &str| text.len() <= 4 && is_digits(text) && !text.starts_with('0');
        let is_name = |part: &str| {
            !part.is_empty()
                && is_literal(part)
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"_%".contains(&byte))
        };
        length.is_none_or(is_length) && name.split('.').all(is_name)
    })
}

/// RFC 6901: names after slashes, with `~0` and `~1`.
fn is_json_pointer(text: &str) -> bool {
    let mut after = text.split('~').skip(1);
    (text.is_empty() || text.starts_with('/')) && after.all(|rest| rest.starts_with(['0', '1']))
}

/// A number of levels, and a pointer from there or `#`.
fn is_relative_json_pointer(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (levels, rest) = text.split_at(digits);
    let is_number = levels == "0" || !levels.is_empty() && !levels.starts_with('0');
    is_number && (rest == "#" || is_json_pointer(rest))
}
