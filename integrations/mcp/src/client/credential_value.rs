//! Credentials within the values of headers and variables: cookies, parameters of `Authorization`,
//! passwords of URLs and of connection strings.

use std::borrow::Cow;

use data_encoding::BASE64_NOPAD;
use percent_encoding::percent_decode_str;

use super::credential_name::{is_credential, may_be_random};

/// Schemes of `Authorization`, which are not a part of the credential.
const SCHEMES: [&str; 9] = [
    "apikey", "basic", "bearer", "digest", "dpop", "hawk", "hmac", "key", "token",
];

/// Parameters of `Authorization` that are not credentials.
const PUBLIC: [&str; 12] = [
    "algorithm",
    "charset",
    "nc",
    "oauth_signature_method",
    "oauth_timestamp",
    "oauth_version",
    "qop",
    "realm",
    "signedheaders",
    "uri",
    "username",
    "version",
];

/// Minimum length of a user's name that is a token, as in `https://ghp_..@github.com`.
const TOKEN_AS_USER: usize = 16;

/// The parts of a value.
#[derive(Default)]
pub(super) struct Parts {
    /// Each of them is a credential.
    pub(super) secret: Vec<String>,
    /// Values such as a user's name, which errors don't need.
    pub(super) other: Vec<String>,
}

impl Parts {
    fn add(&mut self, secret: &str) {
        let secret = secret.trim();
        self.secret.push(secret.to_owned());
        if secret.contains('%') {
            let decoded = percent_decode_str(secret).decode_utf8_lossy();
            self.secret.push(decoded.into_owned());
        }
    }

    /// Reads a credential that has this name. Names and schemes within it are not credentials.
    pub(super) fn of(name: &str, value: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let mut parts = Parts::default();
        parts.add(value);
        if name.contains("cookie") {
            for cookie in value.split(';') {
                let (_, value) = cookie.split_once('=').unwrap_or(("", cookie));
                parts.add(value.trim().trim_matches('"'));
            }
            return parts;
        }
        let mut rest = value.trim();
        if let Some((scheme, given)) = rest.split_once(char::is_whitespace) {
            let lower = scheme.to_ascii_lowercase();
            if lower == "basic" {
                parts.basic(given.trim());
            }
            let is_word = !scheme.contains(['=', ';', ',']);
            if is_word && name.contains("authoriz") || SCHEMES.contains(&lower.as_str()) {
                rest = given.trim();
                parts.add(rest);
            }
        }
        for part in rest.split([' ', ';', ',']) {
            parts.parameter(part);
        }
        parts
    }

    fn parameter(&mut self, part: &str) {
        match part.split_once('=') {
            // The padding of base64 is not a value.
            Some((name, value)) if !value.trim_matches('=').is_empty() => {
                let value = value.trim_matches('"');
                if PUBLIC.contains(&name.to_ascii_lowercase().as_str()) {
                    self.other.push(value.to_owned());
                } else {
                    self.add(value);
                }
            }
            _ => {
                self.add(part);
                self.add(part.trim_end_matches('='));
            }
        }
    }

    /// Reads `user:password` in base64.
    fn basic(&mut self, given: &str) {
        let Ok(decoded) = BASE64_NOPAD.decode(given.trim_end_matches('=').as_bytes()) else {
            return;
        };
        let decoded = String::from_utf8_lossy(&decoded);
        self.add(&decoded);
        if let Some((user, password)) = decoded.split_once(':') {
            self.add(password);
            self.other.push(user.to_owned());
        }
    }

    /// Reads the credentials within any value: those of URLs, and members of connection strings
    /// such as `Server=db;Password=..` and `host=db password=..`.
    pub(super) fn within(value: &str) -> Self {
        let mut parts = Parts::default();
        for (at, _) in value.match_indices("://") {
            let is_end = |c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c);
            let scheme = value[..at].rsplit(is_end).next().unwrap_or_default();
            let rest = &value[at + 3..];
            let end = rest.find(|c: char| c.is_whitespace() || "\"'<>`".contains(c));
            parts.url(scheme, &rest[..end.unwrap_or(rest.len())]);
        }
        for member in value.split(';').chain(value.split_whitespace()) {
            parts.member(member);
        }
        parts
    }

    fn member(&mut self, member: &str) {
        if let Some((name, value)) = member.split_once('=')
            && !name.contains("://")
            && is_credential(name, value)
        {
            self.add(value.trim().trim_matches(['"', '\'', '{', '}']));
        }
    }

    /// Reads a URL after its `://`.
    fn url(&mut self, scheme: &str, url: &str) {
        let authority = &url[..url.find(['/', '?', '#']).unwrap_or(url.len())];
        if let Some(at) = authority.rfind('@') {
            let (user, password) = authority[..at]
                .split_once(':')
                .unwrap_or((&authority[..at], ""));
            // `postgres://postgres:postgres@..` is a default that is a word in many answers.
            if password == user || password == scheme {
                self.other.push(password.to_owned());
            } else {
                self.add(password);
            }
            if user.len() >= TOKEN_AS_USER && may_be_random(user) {
                self.add(user);
            }
        }
        let query = url.split_once('?').map_or("", |(_, query)| query);
        let query = query.split('#').next().unwrap_or_default();
        for member in query.split(['&', ';']) {
            let decoded = |text| -> Cow<'_, str> { percent_decode_str(text).decode_utf8_lossy() };
            if let Some((name, value)) = member.split_once('=')
                && is_credential(&decoded(name), value)
            {
                self.add(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;

    #[test]
    fn only_the_values_of_cookies_and_parameters_are_credentials() {
        for (name, value, secret, not) in [
            (
                "Cookie",
                "language=en; username=ada; sid=0a9b8c7d; theme=\"darkmode\"",
                vec!["en", "ada", "0a9b8c7d", "darkmode"],
                vec!["language", "username", "sid"],
            ),
            (
                "Authorization",
                "Bearer abc.def",
                vec!["abc.def"],
                vec!["Bearer"],
            ),
            (
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=AKIA/x, SignedHeaders=x-amz-date, Signature=fe5f",
                vec!["AKIA/x", "fe5f"],
                vec![
                    "AWS4-HMAC-SHA256",
                    "Credential",
                    "SignedHeaders",
                    "Signature",
                    "x-amz-date",
                ],
            ),
            (
                "Proxy-Authorization",
                "Digest username=\"ada\", realm=\"members\", response=\"6629\"",
                vec!["6629"],
                vec!["Digest", "username", "realm", "response", "ada", "members"],
            ),
            ("X-Api-Key", "id=12345678", vec!["12345678"], vec!["id"]),
            ("X-Api-Key", "first second", vec!["first", "second"], vec![]),
            (
                "X-Api-Key",
                "QUJDRA==",
                vec!["QUJDRA==", "QUJDRA"],
                vec!["="],
            ),
        ] {
            let parts = Parts::of(name, value);
            for one in secret.into_iter().chain([value]) {
                assert!(parts.secret.iter().any(|it| it == one), "{value}: {one}");
            }
            for one in not {
                assert!(parts.secret.iter().all(|it| it != one), "{value}: {one}");
            }
        }
    }

    #[test]
    fn passwords_within_urls_and_connection_strings_are_credentials() {
        for (value, secret) in [
            ("postgres://u:p%40ssw0rd@h:5432/db", "p@ssw0rd"),
            (
                "https://ghp_0a9B8c7D6e5F4g3H@github.com/a",
                "ghp_0a9B8c7D6e5F4g3H",
            ),
            ("url: \"redis://:pa55@h/0\"", "pa55"),
            ("jdbc:mysql://h/db?user=ada&password=pa55", "pa55"),
            ("https://h/?region=eu&api%5Fkey=pa55#top", "pa55"),
            (
                "Server=h;User ID=ada;Password=pa55 word;Encrypt=true",
                "pa55 word",
            ),
            ("Server=h;Pwd='pa55'", "pa55"),
            ("AccountName=a;AccountKey=pa55==;EndpointSuffix=x", "pa55=="),
            (
                "Endpoint=sb://h/;SharedAccessKeyName=all;SharedAccessKey=pa55=",
                "pa55=",
            ),
            ("host=h password=pa55 dbname=d", "pa55"),
            ("-Djavax.net.ssl.keyStorePassword=pa55 -Dx=y", "pa55"),
        ] {
            let parts = Parts::within(value);
            assert!(
                parts.secret.iter().any(|it| it == secret),
                "{value}: {:?}",
                parts.secret
            );
        }
        for value in [
            "postgres://postgres:postgres@localhost/db",
            "ssh://git@github.com/a/b.git",
            "https://example.com/a?v=0a9B8c7D6e5F4g3H#top",
            "rs=0:di=01;34:ln=01;36",
            "a=b c=d",
            "://@",
            "é://ü:@ö?",
        ] {
            let secret = Parts::within(value).secret;
            assert!(secret.iter().all(|it| it.len() < 4), "{value}: {secret:?}");
        }
    }
}
