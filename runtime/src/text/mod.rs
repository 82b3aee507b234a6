//! Texts that leave the program: their length is bounded and credentials are removed. Knows no
//! tool and no provider.

mod bound;
mod credentials;
mod secrets;

pub(crate) use bound::{boundary, truncate, truncation_notice};
pub(crate) use credentials::hide_credentials;
pub(crate) use secrets::Secrets;
