//! The bodies of the fuzz targets: bytes in, no panic out. They live here so that the tests can
//! replay a corpus without a fuzzer.

mod import;
mod lint;
mod values;
mod wire;

pub use import::import;
pub use lint::lint;
pub use values::{decode, from_model};
pub use wire::{number_of, parse, stream};
