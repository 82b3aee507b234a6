//! Texts that leave the program: bounds their length and removes credentials. Independent of tools
//! and providers.

mod bound;
mod credentials;
mod secrets;
mod spelling;

pub(crate) use bound::{boundary, truncate, truncation_notice};
pub(crate) use credentials::hide_credentials;
#[cfg(all(test, feature = "history-http"))]
pub(crate) use secrets::REDACTED;
pub(crate) use secrets::Secrets;
#[cfg(any(feature = "history-http", feature = "mcp"))]
pub(crate) use secrets::hide;
#[cfg(any(feature = "history-http", feature = "mcp-http"))]
pub(crate) use spelling::percent_decoded;
