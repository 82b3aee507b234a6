//! Writes JSON text in const code. Independent of schemas.

mod escape;
mod sink;
#[cfg(feature = "call")]
pub(crate) mod swar;
#[cfg(test)]
mod tests;

#[cfg(feature = "call")]
pub(crate) use escape::escape_into;
pub(crate) use escape::{escape, escaped_len};
pub(crate) use sink::{BASE, Buffer, Bytes, Digits, LiteralText, Mark, Sink, lit};
