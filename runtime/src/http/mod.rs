//! Complete HTTP requests of a [`Conversation`](crate::Conversation), and the errors of the
//! responses. Requires the feature `http`.
//!
//! [`Conversation::http_request`](crate::Conversation::http_request) returns a request of the crate
//! [`http`](https://docs.rs/http) with URL, headers and body, which most clients can send. For
//! another host, a project or a region, see [`Endpoint`]. A response whose status isn't a success
//! becomes an [`ApiError`], which has the reason and the time to wait.
//!
//! ```
//! use toolcast::http::{ApiError, ApiKey, ErrorKind};
//! use toolcast::{Conversation, Next, Provider, toolset};
//!
//! # fn send(_: http::Request<String>) -> Result<http::Response<String>, std::io::Error> {
//! #     let response = http::Response::builder().status(429).header("retry-after", "7");
//! #     let body = r#"{"error":{"type":"rate_limit_error","message":"Slow down."}}"#;
//! #     Ok(response.body(body.to_owned()).unwrap())
//! # }
//! let tools = toolset![].build()?;
//! let key = ApiKey::new("the key");
//! let mut chat = Conversation::new(Provider::Anthropic, "model-name");
//! chat.user("Hello");
//!
//! let request = chat.http_request(&tools, &key)?;
//! assert_eq!(request.uri(), "https://api.anthropic.com/v1/messages");
//! let (head, body) = send(request)?.into_parts(); // any client
//! if let Err(error) = ApiError::check(chat.provider(), &head, body.as_bytes()) {
//!     assert_eq!(error.kind, ErrorKind::RateLimit);
//!     assert!(error.is_retryable());
//!     assert_eq!(error.retry_after.unwrap().as_secs(), 7);
//!     // Wait, and send `chat.http_request(&tools, &key)?` again.
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api_error;
mod endpoint;
mod error;
mod json;
mod key;
mod url;
mod wait;

pub use api_error::ApiError;
pub use endpoint::Endpoint;
pub use error::HttpError;
pub use key::ApiKey;

pub use crate::provider::ErrorKind;
