//! Maps. A key may have any type here. The renderer rejects those that are not JSON property names.

use super::link;
use crate::schema::ToolSchema;
use crate::schema::{Kind, Map, Schema, SchemaRef};
use alloc::collections::BTreeMap;

impl<K: ToolSchema, V: ToolSchema> ToolSchema for BTreeMap<K, V> {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Map(Map {
        key: link::<K>(),
        value: link::<V>(),
    })));
}

#[cfg(feature = "std")]
impl<K: ToolSchema, V: ToolSchema, S> ToolSchema for std::collections::HashMap<K, V, S> {
    const SCHEMA: SchemaRef = BTreeMap::<K, V>::SCHEMA;
}
