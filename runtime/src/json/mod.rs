//! Writing JSON text in const code. Knows nothing of schemas.

mod escape;
mod sink;

pub(crate) use escape::{escape, escaped_len};
pub(crate) use sink::{BASE, Buffer, Bytes, Digits, Lit, Mark, Sink, lit};
