//! Small strict parsers for formats, by their JSON Schema names.

use core::net::{Ipv4Addr, Ipv6Addr};

use crate::schema::Format;

/// Returns whether a text satisfies the format. An unknown format counts as satisfied.
pub(super) fn is(format: Format<'_>, text: &str) -> bool {
    match format {
        Format::Other(_) => true,
        format => known(format.name().raw()).is_none_or(|is| is(text)),
    }
}

pub(crate) type IsOfFormat = fn(&str) -> bool;

/// Returns the check of a format by its name. `None` if it is unknown.
pub(crate) fn known(name: &str) -> Option<IsOfFormat> {
    Some(match name {
        "date-time" => is_date_time,
        "date" => is_date,
        "time" => is_time,
        "duration" => is_duration,
        "email" => is_email,
        "hostname" => is_hostname,
        "uri" => is_uri,
        "ipv4" => |text| text.parse::<Ipv4Addr>().is_ok(),
        "ipv6" => |text| text.parse::<Ipv6Addr>().is_ok(),
        "uuid" => is_uuid,
        #[cfg(feature = "validate")]
        _ => return references::known(name),
        #[cfg(not(feature = "validate"))]
        _ => return None,
    })
}

/// RFC 3339: a date and a time with `T` or `t` between them.
fn is_date_time(text: &str) -> bool {
    // The RFC's note allows a space "for readability", but JSON Schema validators don't.
    text.split_once(['T', 't'])
        .is_some_and(|(date, time)| is_date(date) && is_time(time))
}

/// `2024-02-29`.
fn is_date(text: &str) -> bool {
    let Some([year, month, day]) = numbers(text, "-", [4, 2, 2]) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// `23:59:60.5Z`, `10:00:00+01:00`. A leap second is only valid at the end of a day in UTC.
fn is_time(text: &str) -> bool {
    let (time, offset) = if let Some(time) = text.strip_suffix(['Z', 'z']) {
        (time, 0)
    } else {
        let Some(at) = text.rfind(['+', '-']) else {
            return false;
        };
        let Some([hours, minutes]) = numbers(&text[at + 1..], ":", [2, 2]) else {
            return false;
        };
        if hours > 23 || minutes > 59 {
            return false;
        }
        let sign = if text.as_bytes()[at] == b'-' { 1 } else { -1 };
        (&text[..at], sign * i64::from(hours * 60 + minutes))
    };
    let time = match time.split_once('.') {
        Some((time, fraction)) if is_digits(fraction) => time,
        Some(_) => return false,
        None => time,
    };
    let Some([hours, minutes, seconds]) = numbers(time, ":", [2, 2, 2]) else {
        return false;
    };
    let in_utc = (i64::from(hours * 60 + minutes) + offset).rem_euclid(24 * 60);
    hours < 24 && minutes < 60 && (seconds < 60 || (seconds == 60 && in_utc == 23 * 60 + 59))
}

/// RFC 3339, appendix A: `P1Y2M3DT4H5M6S`, with units in order and without gaps, or `P2W`.
fn is_duration(text: &str) -> bool {
    let Some(text) = text.strip_prefix('P') else {
        return false;
    };
    if let Some(weeks) = text.strip_suffix('W') {
        return is_digits(weeks);
    }
    match text.split_once('T') {
        Some(("", time)) => are_units(time, "HMS"),
        Some((date, time)) => are_units(date, "YMD") && are_units(time, "HMS"),
        None => are_units(text, "YMD"),
    }
}

/// One or more numbers with a unit each. The units must be adjacent in the list.
fn are_units(mut text: &str, units: &str) -> bool {
    let mut last: Option<usize> = None;
    while !text.is_empty() {
        let Some(end) = text
            .find(|c: char| !c.is_ascii_digit())
            .filter(|end| *end > 0)
        else {
            return false;
        };
        let unit = text[end..].chars().next().and_then(|unit| units.find(unit));
        match (unit, last) {
            (Some(unit), Some(last)) if unit != last + 1 => return false,
            (Some(unit), _) => last = Some(unit),
            (None, _) => return false,
        }
        text = &text[end + 1..];
    }
    last.is_some()
}

/// RFC 5321, in ASCII: a local part, with or without quotes, and a host name or an address in
/// brackets.
fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else {
        return false;
    };
    let atom = |atom: &str| {
        !atom.is_empty()
            && atom
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c))
    };
    let literal = |host: &str| {
        between(host, '[', ']').is_some_and(|inner| match inner.split_at_checked("IPv6:".len()) {
            Some((tag, inner)) if tag.eq_ignore_ascii_case("IPv6:") => {
                inner.parse::<Ipv6Addr>().is_ok()
            }
            _ => inner.parse::<Ipv4Addr>().is_ok(),
        })
    };
    let local = local.len() <= 64 && (local.split('.').all(atom) || is_quoted(local));
    local && (is_hostname(host) || literal(host))
}

/// The text between two characters.
fn between(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

/// A string in double quotes; a backslash is before each `"` and `\` inside.
fn is_quoted(text: &str) -> bool {
    let inner = between(text, '"', '"');
    let mut escaped = false;
    inner.is_some_and(|inner| {
        inner.chars().all(|c| {
            let stays = escaped || c != '"';
            escaped = !escaped && c == '\\';
            stays && matches!(c, ' '..='~')
        }) && !escaped
    })
}

/// RFC 1123: labels of letters, digits and hyphens, at most 63 each and 253 together.
fn is_hostname(text: &str) -> bool {
    text.len() <= 253
        && text.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
        })
}

/// RFC 3986: a scheme, followed only by characters that need no escaping.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let mut letters = scheme.chars();
    let scheme = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    scheme && is_escaped(rest) && rest.matches('#').count() <= 1 && has_authority(rest)
}

fn is_escaped(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().all(|(i, byte)| match byte {
        b'%' => bytes
            .get(i + 1..i + 3)
            .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)),
        byte => byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(byte),
    })
}

/// An authority may have a bracketed address and a numeric port. Brackets are invalid elsewhere.
fn has_authority(rest: &str) -> bool {
    let Some(after) = rest.strip_prefix("//") else {
        return !rest.contains(['[', ']']);
    };
    let end = after.find(['/', '?', '#']).unwrap_or(after.len());
    let (authority, path) = after.split_at(end);
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    if user.contains(['@', '[', ']']) {
        return false;
    }
    let port = match host.strip_prefix('[') {
        Some(inner) => match inner.split_once(']') {
            Some((address, port)) if is_address(address) => port,
            _ => return false,
        },
        None => &host[host.find(':').unwrap_or(host.len())..],
    };
    let is_port = port
        .strip_prefix(':')
        .is_some_and(|port| port.is_empty() || is_digits(port));
    let is_plain = host.starts_with('[') || !host.contains(['[', ']']);
    is_plain && !path.contains(['[', ']']) && (port.is_empty() || is_port)
}

/// The address between brackets: IPv6, or one of a later version such as `v1.a:b`.
fn is_address(text: &str) -> bool {
    let later = text.strip_prefix(['v', 'V']);
    let Some((version, rest)) = later.and_then(|later| later.split_once('.')) else {
        return text.parse::<Ipv6Addr>().is_ok();
    };
    is_hex(version) && !rest.is_empty() && !rest.contains(['[', ']', '@', '/', '?', '#', '%'])
}

/// 8-4-4-4-12 hexadecimal digits.
fn is_uuid(text: &str) -> bool {
    let mut groups = text.split('-');
    [8, 4, 4, 4, 12].iter().all(|len| {
        let group = groups.next();
        group.is_some_and(|group| group.len() == *len && is_hex(group))
    }) && groups.next().is_none()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Parses numbers with the given counts of digits.
fn numbers<const N: usize>(text: &str, between: &str, digits: [usize; N]) -> Option<[u32; N]> {
    let mut parts = text.split(between);
    let mut out = [0; N];
    for (out, digits) in out.iter_mut().zip(digits) {
        let part = parts.next()?;
        if part.len() != digits || !is_digits(part) {
            return None;
        }
        *out = part.parse().ok()?;
    }
    parts.next().is_none().then_some(out)
}

#[cfg(feature = "validate")]
mod references;

#[cfg(test)]
mod tests;
