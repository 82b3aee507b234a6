// A link must live for the rest of the program: neither a local nor a borrowed schema will do.

use toolcast::schema::{Kind, Link, Schema, SchemaRef};

fn local() -> SchemaRef {
    let schema = Schema::of(Kind::Null);
    SchemaRef::new(&schema)
}

fn borrowed(schema: &Schema<'static>) -> SchemaRef {
    SchemaRef::new(schema)
}

fn link() -> Link<'static> {
    Link::Borrowed(&Schema {
        docs: &String::from("gone"),
        ..Schema::of(Kind::Null)
    })
}

fn main() {
    link();
    local();
    borrowed(&Schema::of(Kind::Null));
}
