// The schema may be `'static`, but its content is borrowed.

use toolcast::schema::{Kind, Schema, SchemaRef};

fn leaked<'a>(docs: &'a str) -> SchemaRef {
    let schema: &'static Schema<'a> = Box::leak(Box::new(Schema {
        kind: Kind::Null,
        name: None,
        docs,
    }));
    SchemaRef::new(schema)
}

fn shorter<'a>(schema: &'static Schema<'static>) -> &'static Schema<'a> {
    schema
}

fn longer<'a>(schema: &'a Schema<'a>) -> &'static Schema<'static> {
    schema
}

fn main() {
    leaked(&String::from("gone"));
    shorter(longer(&Schema::of(Kind::Null)));
}
