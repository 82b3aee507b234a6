//! What is left of a message: who said what, and when.

use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Serialize};

/// A message without its provider's shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The message's own id; where it has none, one that hangs on its place and content alone.
    pub id: String,
    /// Who speaks.
    pub role: Role,
    /// What is said: plain text.
    pub content: String,
    /// When, as RFC 3339 in UTC: `2026-11-22T04:05:06.5Z`. `None` where nobody knows; then the JSON has no such member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// A person; also whoever is none of the others.
    #[default]
    User,
    /// The model.
    Assistant,
    /// The program, to the model.
    System,
    /// A tool.
    Tool,
}

impl Role {
    /// The word in the JSON: `user`, `assistant`, `system`, `tool`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::System => "system",
            Role::Tool => "tool",
        }
    }

    /// The role that a provider or framework means by a word, in upper or lower case; `None` for words of nobody.
    ///
    /// ```
    /// use toolcast::history::Role;
    ///
    /// assert_eq!(Role::of("human"), Some(Role::User));
    /// assert_eq!(Role::of("developer"), Some(Role::System));
    /// assert_eq!(Role::of("moderator"), None);
    /// ```
    pub fn of(word: &str) -> Option<Self> {
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
    // OpenAI's and LangChain's first word for it, and Gemini's.
    ("function", Role::Tool),
];

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
