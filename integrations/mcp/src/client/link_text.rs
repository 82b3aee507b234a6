//! Links in results, without credentials. The artifact has the complete URI.

use percent_encoding::percent_decode_str;

use super::credential_name::{is_credential, may_be_random};

/// Minimum length of a member without a name that is removed if it looks random.
const MIN_RANDOM: usize = 16;

/// Names of members that are credentials in links alone: of a login, of an invitation, and the key
/// of a function at Azure.
const CODES: [&str; 4] = ["code", "invite", "otp", "ticket"];

/// A link for a model: without user information, and without the members of query and fragment that
/// have the name of a credential or a signature, or that look like one.
pub(super) fn public_link(uri: &str) -> String {
    let (before, fragment) = uri.split_once('#').unwrap_or((uri, ""));
    let (_, query) = before.split_once('?').unwrap_or((before, ""));
    let mut link = address(before);
    for (mark, members) in [('?', query), ('#', fragment)] {
        let kept: Vec<&str> = members
            .split('&')
            .filter(|member| member.split(';').all(is_public))
            .filter(|member| !member.is_empty())
            .collect();
        if !kept.is_empty() {
            link.push(mark);
            link.push_str(&kept.join("&"));
        }
    }
    link
}

/// A URI without user information, query and fragment.
pub(super) fn address(uri: &str) -> String {
    let uri = &uri[..uri.find(['?', '#']).unwrap_or(uri.len())];
    let Some(authority) = uri.find("://").map(|at| at + 3) else {
        return uri.to_owned();
    };
    let (scheme, rest) = uri.split_at(authority);
    let end = rest.find('/').unwrap_or(rest.len());
    let host = rest[..end].rfind('@').map_or(0, |at| at + 1);
    format!("{scheme}{}", &rest[host..])
}

fn is_public(member: &str) -> bool {
    let decoded = percent_decode_str(member).decode_utf8_lossy();
    // A URL within the link may have credentials of its own.
    if decoded.contains("://") && decoded.contains(['@', '?', '#']) {
        return false;
    }
    match member.split_once('=') {
        Some((name, value)) => {
            let name = percent_decode_str(name).decode_utf8_lossy();
            !is_credential(&name, value) && !CODES.contains(&name.to_ascii_lowercase().as_str())
        }
        None => decoded.len() < MIN_RANDOM || !may_be_random(&decoded),
    }
}

#[cfg(test)]
mod tests {
    use super::{address, public_link};

    #[test]
    fn a_link_keeps_what_is_not_a_credential() {
        for (uri, expected) in [
            (
                "https://h/watch?v=dQw4w9WgXcQ&t=42s#top",
                "https://h/watch?v=dQw4w9WgXcQ&t=42s#top",
            ),
            ("https://h/p?k=v&api%5Fkey=SECRET", "https://h/p?k=v"),
            ("https://h/p?a=1;token=SECRET&b=2", "https://h/p?b=2"),
            (
                "https://u:SE@CRET@h:1/p@q#access_token=SECRET",
                "https://h:1/p@q",
            ),
            ("https://SECRET@h", "https://h"),
            (
                "https://h/?code=SECRET&Signature=SECRET&sig=SECRET",
                "https://h/",
            ),
            ("https://h/?0a9b8c7d6e5f4a3b2c1d", "https://h/"),
            ("https://h/#0a9B8c7D6e5F4g3H2i1J", "https://h/"),
            ("https://h/?to=ftp%3A%2F%2Fu%3ASECRET@i", "https://h/"),
            (
                "https://h/?to=https%3A%2F%2Fi%2Fp",
                "https://h/?to=https%3A%2F%2Fi%2Fp",
            ),
            ("https://h/a b?k=v c", "https://h/a b?k=v c"),
            ("https://h?#", "https://h"),
            ("urn:a:b?+c", "urn:a:b?+c"),
            ("mailto:a@b", "mailto:a@b"),
            ("", ""),
        ] {
            assert_eq!(public_link(uri), expected);
        }
    }

    #[test]
    fn an_address_loses_user_information_query_and_fragment() {
        for (uri, expected) in [
            ("file:///a b.txt", "file:///a b.txt"),
            ("https://h/p?k=SECRET", "https://h/p"),
            ("https://u:SE@CRET@h:1/p@q#SECRET", "https://h:1/p@q"),
            ("https://h#SECRET?SECRET", "https://h"),
            ("note?://SECRET", "note"),
            ("", ""),
        ] {
            assert_eq!(address(uri), expected);
        }
    }
}
