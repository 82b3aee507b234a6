//! Authorization tokens and their renewal.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[cfg(feature = "oauth")]
use rmcp::transport::auth::{AuthError, AuthorizationManager};
use tokio::sync::Mutex;

/// An authorization token, sent as `Authorization: Bearer ..`.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    text: String,
    life: Option<Duration>,
}

impl fmt::Debug for Token {
    // Never prints the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl Token {
    /// Creates a token, without the prefix `Bearer`. It is used until a server rejects it.
    pub fn new(text: impl Into<String>) -> Self {
        Token {
            text: text.into(),
            life: None,
        }
    }

    /// Sets the lifetime from now on. A new token is requested before it ends.
    #[must_use]
    pub fn expires_in(mut self, life: Duration) -> Self {
        self.life = Some(life);
        self
    }
}

impl From<String> for Token {
    fn from(text: String) -> Self {
        Token::new(text)
    }
}

impl From<&str> for Token {
    fn from(text: &str) -> Self {
        Token::new(text)
    }
}

type Asking = Pin<Box<dyn Future<Output = Result<Token, String>> + Send>>;

/// A function that gets the token that the server rejected, if it did.
type Source = dyn Fn(Option<&str>) -> Asking + Send + Sync;

/// The token function and the current token.
#[derive(Clone)]
pub(super) struct Tokens {
    source: Arc<Source>,
    /// True if the source keeps the token itself.
    is_kept: bool,
    /// The token, and when it was received.
    current: Arc<Mutex<Option<(Token, Instant)>>>,
}

impl Tokens {
    pub(super) fn new<F, T, E>(source: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
        T: Into<Token>,
        E: fmt::Display,
    {
        Self::asking(move |_| source())
    }

    fn asking<F, T, E>(source: impl Fn(Option<&str>) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
        T: Into<Token>,
        E: fmt::Display,
    {
        Tokens {
            source: Arc::new(move |refused| {
                let asking = source(refused);
                Box::pin(async move {
                    match asking.await {
                        Ok(token) => Ok(token.into()),
                        Err(error) => Err(error.to_string()),
                    }
                })
            }),
            is_kept: false,
            current: Arc::default(),
        }
    }

    /// The access token of an authorization manager, which is asked for each request. If the server
    /// rejects the token before its time, it is refreshed, unless the manager has another one by
    /// now.
    #[cfg(feature = "oauth")]
    pub(super) fn of_manager(manager: Arc<AuthorizationManager>) -> Self {
        let tokens = Self::asking(move |refused| {
            let (manager, refused) = (Arc::clone(&manager), refused.map(str::to_owned));
            async move {
                let refresh_token = refresh_token(&manager).await;
                let token = async {
                    let token = manager.get_access_token().await?;
                    if refused.as_ref() != Some(&token) {
                        return Ok(token);
                    }
                    manager.refresh_token().await?;
                    manager.get_access_token().await
                };
                // The authorization server may repeat what it got.
                token.await.map_err(|error: AuthError| match refresh_token {
                    Some(secret) => error.to_string().replace(&secret, "[redacted]"),
                    None => error.to_string(),
                })
            }
        });
        Tokens {
            is_kept: true,
            ..tokens
        }
    }

    /// Returns a token other than the rejected one. Concurrent callers share one token.
    pub(super) async fn get(&self, refused: Option<&str>) -> Result<String, String> {
        let mut current = self.current.lock().await;
        if let Some((one, since)) = &*current
            && !self.is_kept
            && refused != Some(one.text.as_str())
            && one.life.is_none_or(|life| {
                // Renewed a little early, because a request takes time too.
                let early = (life / 10).min(Duration::from_secs(30));
                since.elapsed() < life.saturating_sub(early)
            })
        {
            return Ok(one.text.clone());
        }
        let token = (self.source)(refused).await?;
        let (one, _) = current.insert((token, Instant::now()));
        Ok(one.text.clone())
    }
}

#[cfg(feature = "oauth")]
async fn refresh_token(manager: &AuthorizationManager) -> Option<String> {
    let (_, response) = manager.get_credentials().await.ok()?;
    let response = serde_json::to_value(response?).ok()?;
    Some(response.get("refresh_token")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Token, Tokens};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    fn counted(life: Option<Duration>) -> Tokens {
        let given = Arc::new(AtomicU32::new(0));
        Tokens::new(move || {
            let n = given.fetch_add(1, Ordering::SeqCst);
            let token = Token::new(format!("t{n}"));
            let token = match life {
                Some(life) => token.expires_in(life),
                None => token,
            };
            async move { Ok::<_, &str>(token) }
        })
    }

    #[tokio::test]
    async fn a_token_is_kept_until_it_is_refused_or_expires() {
        for (life, next) in [
            (None, "t0"),
            (Some(Duration::from_secs(60)), "t0"),
            // Beyond the clock's range.
            (Some(Duration::MAX), "t0"),
            (Some(Duration::ZERO), "t1"),
        ] {
            let tokens = counted(life);
            assert_eq!(tokens.get(None).await.unwrap(), "t0");
            assert_eq!(tokens.get(None).await.unwrap(), next);
        }
        let tokens = counted(None);
        assert_eq!(tokens.get(None).await.unwrap(), "t0");
        assert_eq!(tokens.get(Some("t0")).await.unwrap(), "t1");
        // Another request rejected with the old token gets the current one.
        assert_eq!(tokens.get(Some("t0")).await.unwrap(), "t1");
        assert_eq!(format!("{:?}", Token::new("secret")), "Token(..)");
    }
}
