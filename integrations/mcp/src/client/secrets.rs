//! The credentials of one endpoint, redacted in all text that its server or its transport writes.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use rmcp::model::{ErrorData, ServerJsonRpcMessage};
use serde_json::Value;

use super::credential_name::is_credential;
#[cfg(any(test, feature = "http-client"))]
use super::credential_name::may_be_random;
use super::credential_value::Parts;
#[cfg(any(test, feature = "http-client"))]
use super::error_text::without_part_at_end;
use super::error_text::{cut, without_urls};
use toolcast::integration::{hide, lock};

/// Minimum length of a credential that is redacted in results. Shorter values are often ordinary
/// words.
const SHORTEST: usize = 8;

/// Minimum length of a value that is redacted in error texts.
const SHORTEST_IN_ERRORS: usize = 4;

/// Minimum length of a segment of a path that may be a credential and is redacted in results. Names
/// of products and versions are shorter.
#[cfg(any(test, feature = "http-client"))]
const SHORTEST_SEGMENT: usize = 16;

/// Maximum number of renewed tokens that are remembered, the newest last.
#[cfg(feature = "http-client")]
const MAX_TOKENS: usize = 8;

/// The credentials of one endpoint. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Secrets(Arc<Mutex<SecretList>>);

#[derive(Default)]
struct SecretList {
    /// Redacted in results too.
    credentials: Vec<String>,
    /// True if the program named one of them, which a transport of its own may repeat.
    named: bool,
    /// Redacted in error texts only: a project's name in a header may be part of a legitimate
    /// result.
    values: Vec<String>,
    tokens: Vec<String>,
}

impl Secrets {
    fn lock(&self) -> std::sync::MutexGuard<'_, SecretList> {
        lock(&self.0)
    }

    /// Adds the value of a header or a query member.
    #[cfg(any(test, feature = "http-client"))]
    pub(super) fn add_named(&self, name: &str, value: &str) {
        let mut known = self.lock();
        if is_credential(name, value) {
            known.add_parts(&Parts::of(name, value));
        } else {
            known.add(value, usize::MAX);
        }
    }

    /// Adds the path of a server's address, because some servers have a credential in it. Error
    /// texts don't show the path at all, because which segment is the credential is a guess.
    #[cfg(any(test, feature = "http-client"))]
    pub(super) fn add_path(&self, path: &str, allow_in_results: bool) {
        let decoded = |text| percent_encoding::percent_decode_str(text).decode_utf8_lossy();
        let shortest = if allow_in_results {
            usize::MAX
        } else {
            SHORTEST_SEGMENT
        };
        let mut known = self.lock();
        known.add(&decoded(path), usize::MAX);
        let segments = path.split('/').map(decoded);
        for segment in segments.filter(|segment| may_be_random(segment)) {
            known.add(&segment, shortest);
        }
    }

    /// Adds a credential that the program has named. Unlike a guessed one it may be short.
    pub(super) fn add_exact(&self, value: &str) {
        let mut known = self.lock();
        known.add(value, SHORTEST_IN_ERRORS);
        known.named |= value.len() >= SHORTEST_IN_ERRORS;
    }

    /// Adds a credential and its parts: the token after `Bearer`, the password of `Basic`. The
    /// user's name is redacted in error texts only.
    #[cfg(any(test, feature = "http-client"))]
    pub(super) fn add(&self, value: &str) {
        self.lock().add_parts(&Parts::of("", value));
    }

    /// Adds the value of a variable, or the credentials within the value of an ordinary one. They
    /// are redacted in error texts only if they are allowed in results.
    pub(super) fn add_variable(&self, name: &str, value: &str, allow_in_results: bool) {
        let mut all = vec![Parts::within(value)];
        if is_credential(name, value) {
            all.push(Parts::of(name, value));
        }
        for mut parts in all {
            if allow_in_results {
                parts.other.append(&mut parts.secret);
            }
            self.lock().add_parts(&parts);
        }
    }

    /// Adds a token before it is sent.
    #[cfg(feature = "http-client")]
    pub(super) fn add_token(&self, token: &str) {
        let mut known = self.lock();
        if token.len() < SHORTEST_IN_ERRORS || known.tokens.iter().any(|it| it == token) {
            return;
        }
        if known.tokens.len() == MAX_TOKENS {
            known.tokens.remove(0);
        }
        known.tokens.push(token.to_owned());
    }

    /// An error text without the endpoint's secrets, in which URLs end after the port. Control
    /// characters other than newlines become spaces. Truncated to `max` bytes.
    pub(super) fn clean(&self, text: &str, max: usize) -> String {
        // Truncation comes last, because half a credential would not be recognized.
        let text = hide(without_urls(text).into(), self.lock().all());
        let text: String = text
            .chars()
            .map(|c| if c.is_control() && c != '\n' { ' ' } else { c })
            .collect();
        cut(&text, max)
    }

    /// Like [`clean`](Self::clean), for a text that another program may have cut in the middle of a
    /// credential.
    #[cfg(any(test, feature = "http-client"))]
    pub(super) fn clean_cut(&self, text: &str, max: usize) -> String {
        let text = without_part_at_end(text, self.lock().all());
        self.clean(text, max)
    }

    /// Returns a line of JSON with credentials redacted, or `None` if it contains none.
    pub(super) fn redact_line(&self, line: &[u8]) -> Option<String> {
        let known = self.lock();
        let text = String::from_utf8_lossy(line);
        let Cow::Owned(hidden) = known.hide(&text) else {
            return None;
        };
        if let Ok(mut value) = serde_json::from_str(&text) {
            known.redact_value(&mut value);
            return Some(format!("{value}\n"));
        }
        // Not JSON, but redacted too because the SDK logs lines that it can't parse.
        Some(hidden)
    }

    /// Returns a message of any transport with credentials redacted, if the program named one: only
    /// those reach a transport that the program made.
    pub(super) fn redact_named(&self, message: ServerJsonRpcMessage) -> ServerJsonRpcMessage {
        if self.lock().named {
            self.redact_message(message)
        } else {
            message
        }
    }

    pub(super) fn redact_message(&self, message: ServerJsonRpcMessage) -> ServerJsonRpcMessage {
        if self.lock().in_results().next().is_none() {
            return message;
        }
        let Ok(text) = serde_json::to_string(&message) else {
            return message;
        };
        let Some(redacted) = self.redact_line(text.as_bytes()) else {
            return message;
        };
        serde_json::from_str(&redacted).unwrap_or_else(|_| {
            // Not expected: redaction only replaces strings with strings.
            ServerJsonRpcMessage::error(ErrorData::parse_error("an unreadable message", None), None)
        })
    }
}

impl SecretList {
    /// Adds a value that is redacted in results from this length on.
    fn add(&mut self, value: &str, shortest: usize) {
        let list = match value.len() {
            length if length >= shortest => &mut self.credentials,
            SHORTEST_IN_ERRORS.. => &mut self.values,
            _ => return,
        };
        if !list.iter().any(|known| known == value) {
            list.push(value.to_owned());
        }
    }

    fn add_parts(&mut self, parts: &Parts) {
        parts.secret.iter().for_each(|one| self.add(one, SHORTEST));
        parts.other.iter().for_each(|one| self.add(one, usize::MAX));
    }

    /// Everything that is redacted in error texts.
    fn all(&self) -> impl Iterator<Item = &str> + Clone {
        let all = self.credentials.iter().chain(&self.tokens);
        all.chain(&self.values).map(String::as_str)
    }

    fn in_results(&self) -> impl Iterator<Item = &String> + Clone {
        let tokens = self.tokens.iter().filter(|token| token.len() >= SHORTEST);
        self.credentials.iter().chain(tokens)
    }

    fn hide<'t>(&self, text: &'t str) -> Cow<'t, str> {
        hide(text.into(), self.in_results().map(String::as_str))
    }

    fn redact_value(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Cow::Owned(hidden) = self.hide(text) {
                    *text = hidden;
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.redact_value(item)),
            Value::Object(map) => {
                if map
                    .keys()
                    .any(|key| matches!(self.hide(key), Cow::Owned(_)))
                {
                    let members = std::mem::take(map).into_iter();
                    *map = members
                        .map(|(key, item)| (self.hide(&key).into_owned(), item))
                        .collect();
                }
                map.values_mut().for_each(|item| self.redact_value(item));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Secrets;
    use serde_json::json;

    /// Checks the text of a result and of an error.
    #[track_caller]
    fn redacts(secrets: &Secrets, text: &str, in_results: &str, in_errors: &str) {
        let mut value = json!({"n": 1_234_567_890_u64, "deep": [{"text": text}]});
        secrets.lock().redact_value(&mut value);
        let expected = json!({"n": 1_234_567_890_u64, "deep": [{"text": in_results}]});
        assert_eq!(value, expected);
        assert_eq!(secrets.clean(text, 1024), in_errors);
    }

    #[test]
    fn a_path_is_hidden_in_errors_and_its_random_segments_in_results() {
        let secrets = Secrets::default();
        secrets.add_path("/services/v1/mcp-servers/0a9b8c7d6e5f4a3b/sse", false);
        redacts(
            &secrets,
            "POST /services/v1/mcp-servers/0a9b8c7d6e5f4a3b/sse; 0a9b8c7d6e5f4a3b, services",
            "POST /services/v1/mcp-servers/[redacted]/sse; [redacted], services",
            "POST [redacted]; [redacted], services",
        );
    }

    #[test]
    fn credentials_of_headers_are_hidden_and_other_values_in_errors() {
        for (name, value, text, in_results, in_errors) in [
            (
                "Authorization",
                "Bearer TOKEN-SECRET",
                "TOKEN-SECRET, http://a@b/?c\u{1b}[0m",
                "[redacted], http://a@b/?c\u{1b}[0m",
                "[redacted], http://b [0m",
            ),
            (
                "X-Api-Key",
                "QUOTED\"SECRET",
                "{\"k\":\"QUOTED\\\"SECRET\"}",
                "{\"k\":\"[redacted]\"}",
                "{\"k\":\"[redacted]\"}",
            ),
            (
                "api_key",
                "1234567890",
                "1234567890",
                "[redacted]",
                "[redacted]",
            ),
            (
                "X-Project",
                "project-blue",
                "a project-blue",
                "a project-blue",
                "a [redacted]",
            ),
            (
                "Authorization",
                "Basic dXNlci1uYW1lOnBhNTV3b3JkLTE=",
                "user-name with pa55word-1, user-name:pa55word-1",
                "user-name with [redacted], [redacted]",
                "[redacted] with [redacted], [redacted]",
            ),
            (
                "Cookie",
                "language=en; username=ada; sid=0a9b8c7d6e5f",
                "the username: 0a9b8c7d6e5f; language=en; username=ada; sid=0a9b8c7d6e5f",
                "the username: [redacted]; [redacted]",
                "the username: [redacted]; [redacted]",
            ),
        ] {
            let secrets = Secrets::default();
            secrets.add_named(name, value);
            redacts(&secrets, text, in_results, in_errors);
        }
        let secrets = Secrets::default();
        secrets.add_named("api_key", "TOKEN-SECRET");
        let mut value = json!({"TOKEN-SECRET": 1});
        secrets.lock().redact_value(&mut value);
        assert_eq!(value, json!({"[redacted]": 1}));
        assert_eq!(secrets.clean_cut("bad token TOKEN-SE", 1024), "bad token ");
        assert_eq!(secrets.clean_cut("bad token", 1024), "bad token");
    }

    #[test]
    fn variables_are_hidden_by_their_names_and_by_passwords_within_them() {
        for (name, value, text, expected) in [
            ("API_KEY", "0a9b8c7d6e5f", "0a9b8c7d6e5f", "[redacted]"),
            ("JIRA_PROJECT_KEY", "PLATFORM", "PLATFORM-12", "PLATFORM-12"),
            (
                "DATABASE_URL",
                "postgres://admin:pa55word-1@h/customers",
                "pa55word-1 of admin in customers",
                "[redacted] of admin in customers",
            ),
        ] {
            for (allow, in_results) in [(false, expected), (true, text)] {
                let secrets = Secrets::default();
                secrets.add_variable(name, value, allow);
                redacts(&secrets, text, in_results, expected);
            }
        }
    }
}
