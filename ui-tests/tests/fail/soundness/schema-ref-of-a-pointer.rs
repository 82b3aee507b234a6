// The pointer itself is private: it can't be set, read or changed.

use toolcast::schema::{Kind, Schema, SchemaRef};

fn main() {
    static NULL: Schema<'static> = Schema::of(Kind::Null);
    let named = SchemaRef { 0: core::ptr::null() };
    let mut changed = SchemaRef::new(&NULL);
    changed.0 = core::ptr::null();
    let _: SchemaRef = Default::default();
    let _ = (named, changed);
}
