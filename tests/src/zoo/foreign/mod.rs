//! Types of other crates.

mod adapters;
mod collections;
mod numbers;
mod text;
mod times;

/// The specimens of all of them.
pub(super) fn all() -> Vec<super::Specimen> {
    [
        adapters::all(),
        collections::all(),
        numbers::all(),
        text::all(),
        times::all(),
    ]
    .concat()
}
