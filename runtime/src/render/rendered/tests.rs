//! Texts that fit into the scratch buffer and texts that don't, at run time as in const evaluation.

use super::{Rendered, SCRATCH};
use crate::json::Buffer;
use crate::schema::{Field, Key, Kind, Link, Object, Schema, SchemaRef, Text};
use crate::spec::Spec;
use crate::{Provider, ToolSchema};

/// The docs of a parameter, of which each provider's text has a copy.
const DOCS: &str = match core::str::from_utf8(&[b'a'; 5000]) {
    Ok(docs) => docs,
    Err(_) => panic!("letters"),
};

const fn field(docs: &'static str) -> Field<'static> {
    let key = Key {
        raw: "it",
        member: "\"it\":",
        facts: 0,
    };
    Field {
        docs,
        ..Field::new(key, Link::Static(u8::SCHEMA))
    }
}

const fn spec(schema: &'static Schema<'static>) -> Spec<'static> {
    Spec {
        name: Text::plain("take"),
        description: Text::plain("Takes it."),
        params: SchemaRef::new(schema),
        ..Spec::NEW
    }
}

const fn object(fields: &'static [Field<'static>]) -> Schema<'static> {
    Schema::of(Kind::Object(Object {
        fields,
        closed: true,
    }))
}

static SHORT: Schema<'static> = object(&[field("It is short.")]);
static LONG: Schema<'static> = object(&[field(DOCS)]);
static SHORT_TOOL: Spec<'static> = spec(&SHORT);
static LONG_TOOL: Spec<'static> = spec(&LONG);

/// The texts of a tool, made by the compiler and now.
macro_rules! both {
    ($spec:path) => {{
        const LEN: usize = Rendered::new(&$spec).len();
        const COMPILED: &Buffer<[u8; LEN]> = &Rendered::new(&$spec).exact(&$spec);
        let now = Rendered::new(&$spec);
        assert_eq!(now.len(), LEN);
        assert_eq!(now.exact::<[u8; LEN]>(&$spec).all(), COMPILED.all());
        COMPILED.all()
    }};
}

#[test]
fn short_and_long_ones() {
    let short = both!(SHORT_TOOL);
    assert!(short.len() < SCRATCH);
    let long = both!(LONG_TOOL);
    assert!(long.len() > SCRATCH);
    assert_eq!(long.replace(DOCS, "It is short."), short);
    assert!(short.matches("It is short.").count() > Provider::COUNT / 2);
}
