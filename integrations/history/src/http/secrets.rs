//! Redaction: removes a sink's secrets from texts by the receiver or the transport.

use std::borrow::Cow;
use std::collections::BTreeSet;

use data_encoding::{BASE64, BASE64_NOPAD};
use ureq::http::{HeaderName, HeaderValue, Uri};

use percent_encoding::percent_decode_str;
use toolcast::integration::hide;

/// Minimum length of a secret. Three bytes can be guessed, and a header `x-tenant: 7` would corrupt
/// a verdict such as `{"accepted":7}`.
const SHORTEST: usize = 4;

/// Maximum length of a path segment that may be an ordinary word.
const MAX_WORD: usize = 24;

/// The texts to redact: each header's value and its parts, the URL's query and its values, and the
/// URL's path with all segments that aren't ordinary words.
pub(super) struct SinkSecrets(BTreeSet<String>);

impl SinkSecrets {
    pub(super) fn new(url: &Uri, headers: &[(HeaderName, HeaderValue)]) -> Self {
        let mut secrets = SinkSecrets(BTreeSet::new());
        secrets.path(url.path());
        if let Some(query) = url.query() {
            secrets.query(query);
        }
        for (_, value) in headers {
            secrets.header(&String::from_utf8_lossy(value.as_bytes()));
        }
        secrets
    }

    /// Redacts these secrets in a text, in any spelling.
    pub(super) fn redact(&self, text: &str) -> String {
        hide(text.into(), self.0.iter().map(String::as_str)).into_owned()
    }

    /// Returns the maximum bytes of a secret in an escaped spelling.
    pub(super) fn longest(&self) -> usize {
        const ESCAPED: usize = 8;
        let lengths = self.0.iter().map(String::len);
        lengths.max().unwrap_or(0).saturating_mul(ESCAPED)
    }

    fn add(&mut self, secret: &str) {
        let secret = secret.trim();
        if secret.len() >= SHORTEST {
            self.0.insert(secret.to_owned());
        }
    }

    fn path(&mut self, path: &str) {
        let decoded = percent_decoded(path);
        self.add(&decoded);
        for segment in path.split('/') {
            let segment = percent_decoded(segment);
            if !is_word(&segment) {
                self.add(&segment);
            }
        }
    }

    fn query(&mut self, query: &str) {
        // Both readings of `+`.
        for query in [query.to_owned(), query.replace('+', "%20")] {
            self.add(&percent_decoded(&query));
            for pair in query.split(['&', ';']) {
                // A name without a value may itself be the key.
                let value = pair.split_once('=').map_or(pair, |(_, value)| value);
                self.add(&percent_decoded(value));
            }
        }
    }

    /// Adds a header's whole value, its credentials without their scheme, and each value of a list
    /// such as cookies.
    fn header(&mut self, value: &str) {
        self.add(value);
        let mut rest = value.trim();
        if let Some((scheme, credentials)) = rest.split_once(char::is_whitespace)
            && !scheme.ends_with([';', ','])
        {
            if scheme.eq_ignore_ascii_case("basic") {
                self.basic(credentials.trim());
            }
            if !scheme.contains('=') {
                rest = credentials.trim();
                self.add(rest);
            }
        }
        for part in rest.split([';', ',']).flat_map(str::split_whitespace) {
            self.add(part);
            // Base64 may end in `=`.
            self.add(part.trim_end_matches('='));
            if let Some((_, value)) = part.split_once('=') {
                self.add(value);
                self.add(value.trim_matches('"'));
            }
        }
    }

    fn basic(&mut self, credentials: &str) {
        let unpadded = credentials.trim_end_matches('=').as_bytes();
        let decoded = BASE64
            .decode(credentials.as_bytes())
            .or_else(|_| BASE64_NOPAD.decode(unpadded));
        let Ok(decoded) = decoded else { return };
        let decoded = String::from_utf8_lossy(&decoded);
        self.add(&decoded);
        if let Some((_, password)) = decoded.split_once(':') {
            self.add(password);
        }
    }
}

fn percent_decoded(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

/// Returns `true` if a path segment is an ordinary word: `history`, `chat-logs`, `v1`.
fn is_word(segment: &str) -> bool {
    let letters = segment.strip_prefix('v').map_or(segment, |version| {
        version.trim_end_matches(|char: char| char.is_ascii_digit())
    });
    segment.len() <= MAX_WORD
        && letters
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || b"-_.".contains(&byte))
}

#[cfg(test)]
mod tests;
