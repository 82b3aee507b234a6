//! The stored form of a conversation.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::error::ConversationError;
use super::limits::check_depth;
use super::options::Options;
use super::state::{Conversation, OpenCall};
use crate::wire::{Part, Usage};

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

/// The stored form. Each change of it is another version.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredConversation<'c> {
    version: u32,
    provider: Cow<'c, str>,
    model: Cow<'c, str>,
    #[serde(default, skip_serializing_if = "str::is_empty")]
    system: Cow<'c, str>,
    #[serde(default)]
    options: Cow<'c, Options>,
    max_steps: u32,
    steps: u32,
    #[serde(default)]
    usage: Usage,
    messages: Cow<'c, [Value]>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    open: Cow<'c, [OpenCall]>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    unsent: Cow<'c, [Vec<Part>]>,
    awaiting: bool,
}

impl Serialize for Conversation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // All other values are checked before they become those of the conversation.
        for value in self.options.members.values() {
            let what = "levels of a member's JSON";
            check_depth(core::slice::from_ref(value), what).map_err(S::Error::custom)?;
        }
        let stored = StoredConversation {
            version: VERSION,
            provider: self.provider.name().into(),
            model: self.model.as_str().into(),
            system: self.system.as_str().into(),
            options: Cow::Borrowed(&self.options),
            max_steps: self.max_steps,
            steps: self.steps,
            usage: self.usage,
            messages: self.messages.as_slice().into(),
            open: self.open.as_slice().into(),
            unsent: self.unsent.as_slice().into(),
            awaiting: self.awaiting,
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Conversation {
    /// Reads the form that `Serialize` writes, from JSON or another format that describes itself.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A tree, because another version may have any members.
        let tree = Value::deserialize(deserializer)?;
        read(tree).map_err(D::Error::custom)
    }
}

// Compiled by the programs that read conversations: the code for the stored types is 3 % of all.
#[inline]
fn read(tree: Value) -> Result<Conversation, ConversationError> {
    let wrong = |reason: String| ConversationError::Stored { reason };
    match tree.get("version").map(Value::as_u64) {
        Some(Some(version)) if version == u64::from(VERSION) => {}
        Some(Some(version)) => {
            return Err(wrong(format!(
                "its version is {version}, and this toolcast reads version {VERSION}: read it with the toolcast that wrote it"
            )));
        }
        _ => return Err(wrong("it has no version".to_string())),
    }
    let stored = StoredConversation::deserialize(tree).map_err(|error| wrong(error.to_string()))?;
    let provider = stored.provider.parse();
    let provider =
        provider.map_err(|error: crate::provider::UnknownProvider| wrong(error.to_string()))?;
    let ids: HashSet<_> = stored.open.iter().map(|open| &open.call.id).collect();
    if ids.len() < stored.open.len() {
        return Err(wrong("two open calls have the same id".to_string()));
    }
    Ok(Conversation {
        provider,
        model: stored.model.into_owned(),
        system: stored.system.into_owned(),
        options: stored.options.into_owned(),
        max_steps: stored.max_steps,
        steps: stored.steps,
        usage: stored.usage,
        messages: stored.messages.into_owned(),
        open: stored.open.into_owned(),
        unsent: stored.unsent.into_owned(),
        awaiting: stored.awaiting,
    })
}
