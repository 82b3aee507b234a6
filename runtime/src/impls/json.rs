//! The types of `serde_json`.

use super::link;
use crate::schema::{ANY, FloatType, Kind, Schema, SchemaRef, ToolSchema};
use serde_json::{Map, Number, Value};

impl ToolSchema for Value {
    const SCHEMA: SchemaRef = ANY;
}

impl ToolSchema for Number {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Number(FloatType::F64)));
}

impl ToolSchema for Map<String, Value> {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Map(crate::schema::Map {
        key: link::<String>(),
        value: link::<Value>(),
    })));
}

/// Read as `Box<RawValue>` or `&RawValue`.
#[cfg(feature = "raw_value")]
impl ToolSchema for serde_json::value::RawValue {
    const SCHEMA: SchemaRef = ANY;
}
