//! Types of other crates.

mod adapters;
mod adapters_alone;
mod collections;
mod numbers;
mod rest;
mod roots;
mod text;
mod times;

/// The specimens of all of them.
pub(super) fn all() -> Vec<super::Specimen> {
    [
        adapters::all(),
        adapters_alone::all(),
        collections::all(),
        numbers::all(),
        rest::all(),
        roots::all(),
        text::all(),
        times::all(),
    ]
    .concat()
}
