//! Schemas that every layer uses.

use super::{Kind, Object, Schema, SchemaRef};

/// The parameters of a function that has none.
pub(crate) const NO_PARAMS: SchemaRef = SchemaRef::new(&Schema::of(Kind::Object(Object {
    fields: &[],
    closed: true,
})));

/// Any JSON value.
pub const ANY: SchemaRef = SchemaRef::new(&Schema::of(Kind::Any));
