#![doc = include_str!("../../docs/bridges.md")]

#[cfg(feature = "async-openai")]
pub mod async_openai;
#[cfg(feature = "bedrock")]
pub mod bedrock;
#[cfg(any(feature = "genai", feature = "rig"))]
mod declared;
mod error;
#[cfg(feature = "genai")]
pub mod genai;
#[cfg(feature = "rig")]
pub mod rig;
#[cfg(feature = "schemars")]
pub mod schemars;
#[cfg(feature = "async-openai")]
mod typed;

pub use error::BridgeError;
