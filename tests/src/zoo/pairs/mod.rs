//! Pairs of serde attributes on one item. The sibling modules test each attribute alone.

mod absent;
mod attributes;
mod flattened;
mod lengths;
mod named;
mod read_by;
mod tagged;
mod untagged;

/// The specimens of all of them.
pub(super) fn all() -> Vec<super::Specimen> {
    [
        absent::all(),
        attributes::all(),
        flattened::all(),
        lengths::all(),
        named::all(),
        read_by::all(),
        tagged::all(),
        untagged::all(),
    ]
    .concat()
}
