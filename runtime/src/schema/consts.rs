//! Schemas that every layer uses.

use super::{Kind, Object, Schema, SchemaRef, UnknownNames};

/// The parameters of a function that has none.
pub(crate) const NO_PARAMS: SchemaRef = SchemaRef::new(&Schema::of(Kind::Object(Object {
    fields: &[],
    unknown_names: UnknownNames::Rejected,
})));

/// Any JSON value.
pub const ANY: SchemaRef = SchemaRef::new(&Schema::of(Kind::Any));
