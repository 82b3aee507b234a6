//! Texts that leave the program: bounds their length and removes credentials. Independent of tools
//! and providers.

mod bound;
mod credentials;
#[cfg(feature = "call")]
pub(crate) mod percent;
mod secrets;
mod sha256;
mod spelling;

pub(crate) use bound::{
    Cut, beginning, boundary, boundary_after, excerpt, line_and_column, shorten,
};
pub(crate) use credentials::hide_credentials;
pub(crate) use secrets::Secrets;
pub use secrets::hide;
pub(crate) use sha256::sha256;
