//! A provider-independent message record: role, text and time.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// A message in a provider-independent form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// The message's own id, or a synthetic one that depends only on its position, role and
    /// content.
    pub id: String,
    /// The author's role.
    pub role: Role,
    /// The plain text.
    pub content: String,
    /// The time as RFC 3339 in UTC: `2026-11-22T04:05:06.5Z`. If `None`, the JSON has no such
    /// member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
}

impl Record {
    /// Creates a record without a time.
    ///
    /// ```
    /// use toolcast_history::{Record, Role};
    ///
    /// let mut record = Record::new("7", Role::User, "Hello");
    /// record.timestamp = Some("2026-11-22T04:05:06Z".into());
    /// ```
    pub fn new(id: impl Into<String>, role: Role, content: impl Into<String>) -> Self {
        Record {
            id: id.into(),
            role,
            content: content.into(),
            timestamp: None,
        }
    }
}

/// The author's role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// A person, or an unknown role.
    #[default]
    User,
    /// The model.
    Assistant,
    /// A system message.
    System,
    /// A tool.
    Tool,
}

impl Role {
    /// Returns the name used in JSON: `user`, `assistant`, `system`, `tool`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::System => "system",
            Role::Tool => "tool",
        }
    }

    /// Returns the role for a name used by providers and frameworks, in any case; `None` if it is
    /// unknown.
    ///
    /// ```
    /// use toolcast_history::Role;
    ///
    /// assert_eq!(Role::from_name("human"), Some(Role::User));
    /// assert_eq!(Role::from_name("developer"), Some(Role::System));
    /// assert_eq!(Role::from_name("moderator"), None);
    /// ```
    pub fn from_name(word: &str) -> Option<Self> {
        WORDS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(word))
            .map(|(_, role)| *role)
    }
}

const WORDS: &[(&str, Role)] = &[
    ("user", Role::User),
    ("human", Role::User),
    ("assistant", Role::Assistant),
    ("ai", Role::Assistant),
    // Gemini.
    ("model", Role::Assistant),
    // Cohere's first API.
    ("chatbot", Role::Assistant),
    ("system", Role::System),
    // OpenAI.
    ("developer", Role::System),
    ("tool", Role::Tool),
    // The first name in OpenAI and LangChain, and Gemini's.
    ("function", Role::Tool),
];

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns `{"tool_call":{"id":..,"name":..,"arguments":..}}`. JSON arguments keep their source
/// text; others, which a model may write, become a string.
pub(super) fn call_text(id: Option<&str>, name: &str, arguments: &str) -> String {
    let id = id.filter(|id| !id.is_empty());
    let id = id.map(|id| format!(r#""id":{},"#, Value::from(id)));
    let arguments = match serde_json::from_str::<&RawValue>(arguments) {
        Ok(json) => json.get().to_owned(),
        Err(_) => Value::from(arguments).to_string(),
    };
    let (id, name) = (id.unwrap_or_default(), Value::from(name));
    format!(r#"{{"tool_call":{{{id}"name":{name},"arguments":{arguments}}}}}"#)
}
