//! The credentials of one endpoint, redacted in all text that its server or its transport writes.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{ErrorData, ServerJsonRpcMessage};
use serde_json::Value;

use super::credential_name::is_credential;
#[cfg(any(test, feature = "http-client"))]
use super::credential_name::may_be_random;
use super::credential_value::Parts;
#[cfg(any(test, feature = "http-client"))]
use super::error_text::without_part_at_end;
use super::error_text::{cut, without_urls};
use toolcast::integration::hide;

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
pub(super) struct Secrets(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
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
    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    /// characters other than newlines become spaces. Truncated to `most` bytes.
    pub(super) fn clean(&self, text: &str, most: usize) -> String {
        // Truncation comes last, because half a credential would not be recognized.
        let text = hide(without_urls(text).into(), self.lock().all());
        let text: String = text
            .chars()
            .map(|c| if c.is_control() && c != '\n' { ' ' } else { c })
            .collect();
        cut(&text, most)
    }

    /// Like [`clean`](Self::clean), for a text that another program may have cut in the middle of a
    /// credential.
    #[cfg(any(test, feature = "http-client"))]
    pub(super) fn clean_cut(&self, text: &str, most: usize) -> String {
        let text = without_part_at_end(text, self.lock().all());
        self.clean(text, most)
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

    /// Returns a message with credentials redacted.
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

impl Known {
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
    use super::super::credential_name::may_be_random;
    use super::Secrets;
    use serde_json::json;

    #[test]
    fn a_path_is_hidden_in_errors_and_its_random_segments_in_results() {
        let secrets = Secrets::default();
        secrets.add_path("/services/v1/mcp-servers/0a9b8c7d6e5f4a3b/sse", false);
        let text = "POST /services/v1/mcp-servers/0a9b8c7d6e5f4a3b/sse; 0a9b8c7d6e5f4a3b, services";
        assert_eq!(
            secrets.clean(text, 1024),
            "POST [redacted]; [redacted], services"
        );
        let mut value = json!(text);
        secrets.lock().redact_value(&mut value);
        assert_eq!(
            value,
            "POST /services/v1/mcp-servers/[redacted]/sse; [redacted], services"
        );
    }

    #[test]
    fn segments_with_digits_or_both_cases_may_be_random() {
        for segment in ["0a9b8c7d", "AbCdEfGh", "v1", "123"] {
            assert!(may_be_random(segment), "{segment}");
        }
        for segment in ["", "mcp", "streamable-http-server", "SSE"] {
            assert!(!may_be_random(segment), "{segment}");
        }
    }

    #[test]
    fn credentials_are_hidden_in_every_encoding() {
        let secrets = Secrets::default();
        secrets.add_named("Authorization", "Bearer TOKEN-SECRET");
        secrets.add_named("X-Api-Key", "QUOTED\"SECRET");
        secrets.add_named("X-Project", "project-blue");
        let mut value = json!({
            "TOKEN-SECRET": "a TOKEN-SECRET b",
            "nested": ["{\"k\":\"QUOTED\\\"SECRET\"}", {"deep": "QUOTED\"SECRET"}],
            "project": "project-blue",
        });
        secrets.lock().redact_value(&mut value);
        let text = value.to_string();
        assert!(!text.contains("SECRET"), "{text}");
        assert!(text.contains("project-blue"), "{text}");
        let error = secrets.clean("project-blue, TOKEN-SECRET, http://a@b/?c\u{1b}[0m", 1024);
        assert_eq!(error, "[redacted], [redacted], http://b [0m");
    }

    #[test]
    fn the_password_of_basic_is_hidden_and_the_user_in_errors() {
        let secrets = Secrets::default();
        secrets.add_named("Authorization", "Basic dXNlci1uYW1lOnBhNTV3b3JkLTE=");
        let text = "login of user-name with pa55word-1, user-name:pa55word-1";
        let mut value = json!(text);
        secrets.lock().redact_value(&mut value);
        assert_eq!(value, "login of user-name with [redacted], [redacted]");
        let value = secrets.clean(text, 1024);
        assert_eq!(value, "login of [redacted] with [redacted], [redacted]");
    }

    #[test]
    fn names_of_cookies_and_parameters_stay_in_results() {
        let secrets = Secrets::default();
        let cookies = "language=en; username=ada; sid=0a9b8c7d6e5f";
        secrets.add_named("Cookie", cookies);
        secrets.add_named("Authorization", "Custom-Scheme credential=4f3a2b1c0d9e");
        let text = "the username and the language, a Custom-Scheme and a credential";
        let mut value = json!({"username": text, "0a9b8c7d6e5f": "4f3a2b1c0d9e", "all": cookies});
        secrets.lock().redact_value(&mut value);
        let hidden = "[redacted]";
        assert_eq!(
            value,
            json!({"username": text, hidden: hidden, "all": hidden})
        );
    }

    #[test]
    fn variables_are_hidden_by_their_names_and_by_passwords_within_them() {
        for (name, value, text, expected) in [
            ("API_KEY", "0a9b8c7d6e5f", "0a9b8c7d6e5f", "[redacted]"),
            ("JIRA_PROJECT_KEY", "PLATFORM", "PLATFORM-12", "PLATFORM-12"),
            (
                "GIT_AUTHOR_NAME",
                "Ada Lovelace",
                "by Ada Lovelace",
                "by Ada Lovelace",
            ),
            (
                "KEYCLOAK_REALM",
                "customers",
                "the customers",
                "the customers",
            ),
            (
                "DATABASE_URL",
                "postgres://admin:pa55word-1@h/customers",
                "pa55word-1 of admin in customers",
                "[redacted] of admin in customers",
            ),
            (
                "CONNECTION",
                "Server=database;Password=pa55word-1;Encrypt=true",
                "database, pa55word-1",
                "database, [redacted]",
            ),
        ] {
            for (allow, expected) in [(false, expected), (true, text)] {
                let secrets = Secrets::default();
                secrets.add_variable(name, value, allow);
                let mut shown = json!(text);
                secrets.lock().redact_value(&mut shown);
                assert_eq!(shown, expected, "{name}");
            }
        }
        let secrets = Secrets::default();
        secrets.add_variable("API_KEY", "0a9b8c7d6e5f", true);
        assert_eq!(secrets.clean("0a9b8c7d6e5f", 100), "[redacted]");
    }

    #[test]
    fn a_credential_that_was_cut_at_the_end_is_hidden() {
        let secrets = Secrets::default();
        secrets.add_named(
            "Authorization",
            "Bearer eyJhbGciOiJIUzI1NiJ9.payload.signature",
        );
        assert_eq!(
            secrets.clean_cut("bad token eyJhbGciOiJIUz", 1024),
            "bad token "
        );
        assert_eq!(secrets.clean_cut("bad token", 1024), "bad token");
    }

    #[test]
    fn a_number_that_looks_like_a_credential_stays() {
        let secrets = Secrets::default();
        secrets.add_named("api_key", "1234567890");
        let mut value = json!({"n": 1_234_567_890_u64, "text": "1234567890"});
        secrets.lock().redact_value(&mut value);
        assert_eq!(value, json!({"n": 1_234_567_890_u64, "text": "[redacted]"}));
    }
}
