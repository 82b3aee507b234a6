//! Keys of APIs.

use core::fmt;

use http::header::{AUTHORIZATION, HeaderName, HeaderValue};

use super::error::HttpError;
use crate::conversation::ConversationError;
use crate::provider::{KeyHeader, Provider};

/// An API key or access token. It is written only into a request's header, and that header's value
/// is marked as sensitive. `Debug` and `Display` never show it.
///
/// ```
/// use toolcast::http::ApiKey;
///
/// let key = ApiKey::new("sk-0123456789");
/// assert_eq!(format!("{key} {key:?}"), "[redacted] ApiKey([redacted])");
/// ```
#[derive(Clone)]
pub struct ApiKey {
    /// Empty if there is none.
    secret: String,
    bearer: bool,
}

impl ApiKey {
    /// Creates a key, which is sent in the provider's own header. White space around it is removed,
    /// because files often end with a line break.
    pub fn new(key: impl AsRef<str>) -> Self {
        ApiKey {
            secret: key.as_ref().trim().to_owned(),
            bearer: false,
        }
    }

    /// Creates a token that is sent as `Authorization: Bearer`, whatever the provider's header for
    /// keys is: an access token of a cloud account, or the token of a gateway.
    pub fn bearer(token: impl AsRef<str>) -> Self {
        ApiKey {
            bearer: true,
            ..ApiKey::new(token)
        }
    }

    /// Reads the key from the environment variable that the provider's own SDK reads, such as
    /// `OPENAI_API_KEY`. [Send requests by HTTP](crate::how_to::send_requests_by_http)
    /// lists them. A blank variable counts as absent.
    ///
    /// # Errors
    ///
    /// [`HttpError::NoKey`] with the variable's name if there is no key and the provider needs one,
    /// and [`HttpError::InvalidKey`] if the variable isn't Unicode. [`Provider::Mcp`] and
    /// [`Provider::JsonSchema`] have no chat.
    pub fn from_env(provider: Provider) -> Result<Self, HttpError> {
        let facts = match provider.http() {
            Some(http) => &http.key,
            None => return Err(ConversationError::NoChat { provider }.into()),
        };
        for variable in facts.variables.iter().filter(|name| !name.is_empty()) {
            match std::env::var(variable) {
                Ok(key) if !key.trim().is_empty() => return Ok(ApiKey::new(key)),
                Err(std::env::VarError::NotUnicode(_)) => {
                    return Err(HttpError::InvalidKey { provider });
                }
                _ => {}
            }
        }
        if facts.optional {
            return Ok(ApiKey::none());
        }
        Err(HttpError::NoKey {
            provider,
            what: facts.what,
        })
    }

    /// Creates the key for a server that needs none, such as one on this machine.
    pub fn none() -> Self {
        ApiKey::new("")
    }

    /// Returns the header, or `None` without a key.
    pub(super) fn header(
        &self,
        provider: Provider,
        facts: &KeyHeader,
    ) -> Result<Option<(HeaderName, HeaderValue)>, HttpError> {
        if self.secret.is_empty() {
            return if facts.optional {
                Ok(None)
            } else {
                Err(HttpError::NoKey {
                    provider,
                    what: facts.what,
                })
            };
        }
        let (name, value) = match facts.header {
            Some(name) if !self.bearer => (
                HeaderName::from_static(name),
                HeaderValue::from_str(&self.secret),
            ),
            _ => {
                let value = ["Bearer ", &self.secret].concat();
                (AUTHORIZATION, HeaderValue::from_str(&value))
            }
        };
        // The error of the crate `http` doesn't have the value, and neither has this one.
        let mut value = value.map_err(|_| HttpError::InvalidKey { provider })?;
        value.set_sensitive(true);
        Ok(Some((name, value)))
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey([redacted])")
    }
}

impl fmt::Display for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}
