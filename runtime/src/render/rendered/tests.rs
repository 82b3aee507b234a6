//! Texts that fit into the buffer and texts that don't, at run time and in const
//! evaluation.

use super::{LARGE, MANY, Rendered, SMALL, is_large};
use crate::json::Buffer;
use crate::schema::{Field, Key, Kind, Link, Object, Schema, SchemaRef, Text, UnknownNames};
use crate::spec::Spec;
use crate::{Provider, ToolSchema};

/// The docs of a parameter, which each provider's text copies.
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
        unknown_names: UnknownNames::Rejected,
    }))
}

static SHORT: Schema<'static> = object(&[field("It is short.")]);
static LONG: Schema<'static> = object(&[field(DOCS)]);
static MOST: Schema<'static> = object(&[field("It is short."); MANY]);
static MORE: Schema<'static> = object(&[field("It is short."); MANY + 1]);
static SHORT_TOOL: Spec<'static> = spec(&SHORT);
static LONG_TOOL: Spec<'static> = spec(&LONG);

/// Renders the texts of a tool in const evaluation and at run time, and compares them.
macro_rules! both {
    ($spec:path) => {{
        const LEN: usize = Rendered::<SMALL>::new(&$spec).len();
        const COMPILED: &Buffer<[u8; LEN]> = &Rendered::<SMALL>::new(&$spec).exact(&$spec);
        const ROOMY: &Buffer<[u8; LEN]> = &Rendered::<LARGE>::new(&$spec).exact(&$spec);
        assert_eq!(COMPILED.all(), ROOMY.all());
        let now = Box::new(Rendered::<SMALL>::new(&$spec));
        assert_eq!(now.len(), LEN);
        assert_eq!(now.exact::<[u8; LEN]>(&$spec).all(), COMPILED.all());
        COMPILED.all()
    }};
}

#[test]
fn a_schema_with_many_parameters_gets_a_large_buffer() {
    assert!(!is_large(&spec(&MOST)));
    assert!(is_large(&spec(&MORE)));
}

#[test]
fn texts_below_and_above_the_buffer_are_the_same_in_const_and_at_run_time() {
    let short = both!(SHORT_TOOL);
    assert!(short.len() < SMALL);
    let long = both!(LONG_TOOL);
    assert!(long.len() > SMALL);
    assert_eq!(long.replace(DOCS, "It is short."), short);
    assert!(short.matches("It is short.").count() > Provider::COUNT / 2);
}
