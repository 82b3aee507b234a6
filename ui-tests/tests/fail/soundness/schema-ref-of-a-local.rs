// A link must live for the rest of the program: a local or borrowed schema is rejected.

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
