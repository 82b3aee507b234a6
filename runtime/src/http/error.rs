//! Errors of building a request.

use core::fmt;

use crate::conversation::ConversationError;
use crate::provider::Provider;

/// An error of building an HTTP request. The conversation is unchanged. The error's text never has
/// the API key.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HttpError {
    /// The endpoint belongs to another provider than the conversation.
    OtherProvider {
        /// The conversation's provider.
        conversation: Provider,
        /// The endpoint's provider.
        endpoint: Provider,
    },
    /// The base URL is invalid, or not safe for a key.
    BaseUrl {
        /// The URL, without what may be a secret.
        url: String,
        /// The reason.
        reason: &'static str,
    },
    /// The URL needs a part that wasn't set.
    Missing {
        /// The provider.
        provider: Provider,
        /// The part: the setter of [`Endpoint`](super::Endpoint).
        what: &'static str,
    },
    /// A part was set that the URL doesn't have.
    Unused {
        /// The provider.
        provider: Provider,
        /// The part: the setter of [`Endpoint`](super::Endpoint).
        what: &'static str,
    },
    /// A part of the URL has characters that it can't have.
    InvalidPart {
        /// The part.
        what: &'static str,
        /// Its value.
        value: String,
    },
    /// The provider needs a key.
    NoKey {
        /// The provider.
        provider: Provider,
        /// The kind of key.
        what: &'static str,
    },
    /// The key has characters that a header can't have.
    InvalidKey {
        /// The provider.
        provider: Provider,
    },
    /// The body can't be built.
    Conversation(ConversationError),
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HttpError::OtherProvider {
                conversation,
                endpoint,
            } => write!(
                f,
                "the conversation is with {conversation}, and the endpoint is one of {endpoint}: create it by `Endpoint::new(chat.provider())`"
            ),
            HttpError::BaseUrl { url, reason } => {
                f.write_str("the base URL ")?;
                if !url.is_empty() {
                    write!(f, "`{url}` ")?;
                }
                f.write_str(reason)
            }
            HttpError::Missing {
                provider,
                what: "base_url",
            } => write!(
                f,
                "{provider} has no base URL of its own: set the host's by `Endpoint::base_url`"
            ),
            HttpError::Missing { provider, what } => write!(
                f,
                "the URL of {provider} needs a {what}: set it by `Endpoint::{what}`"
            ),
            HttpError::Unused { provider, what } => write!(
                f,
                "the URL of {provider} has no {what}: remove `Endpoint::{what}`"
            ),
            HttpError::InvalidPart { what, value } => write!(
                f,
                "`{value}` can't be the {what} in a URL: write the bare name"
            ),
            HttpError::NoKey { provider, what } => {
                write!(f, "{provider} needs a key: {what}")
            }
            HttpError::InvalidKey { provider } => write!(
                f,
                "the key for {provider} has a line break or another character that a header can't have"
            ),
            HttpError::Conversation(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for HttpError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            HttpError::Conversation(error) => error.source(),
            _ => None,
        }
    }
}

impl From<ConversationError> for HttpError {
    fn from(error: ConversationError) -> Self {
        HttpError::Conversation(error)
    }
}
