//! What the fuzz targets do with bytes, so that the tests can replay a corpus without a fuzzer: bytes in, no panic out.

mod import;
mod values;
mod wire;

pub use import::import;
pub use values::{decode, lifted};
pub use wire::{number_of, parse, stream};
