//! Names of the prelude, of crates and of our own items have other meanings here.
#![allow(
    dead_code,
    unused_imports,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals
)] // They only have to exist.

mod names {
    pub(super) struct Option;
    pub(super) struct Result;
    pub(super) struct String;
    pub(super) struct Vec;
    pub(super) struct Box;
    pub(super) struct Schema;
    pub(super) struct Field;
    pub(super) struct Provider;
    pub(super) struct Tool;
    pub(super) const Some: u8 = 1;
    pub(super) const None: u8 = 2;
    pub(super) fn Ok() {}
    pub(super) fn Err() {}
    pub(super) mod core {}
    pub(super) mod std {}
    pub(super) mod toolcast {}
    pub(super) mod serde_json {}
    pub(super) type u8_ = ();
}
use names::{Box, Err, None, Ok, Option, Result, Some, String, Vec, core, std, toolcast};

/// A module that everything could be confused with.
mod __tool {}
const __TOOL_SCHEMA: () = ();
static __TOOL_DEF: () = ();

/// A type with all kinds of fields.
#[derive(::serde::Deserialize, ::toolcast::ToolSchema)]
struct Shadowed {
    option: ::std::option::Option<u8>,
    #[serde(default)]
    #[tool(default = 1, range(0..=9))]
    list: u8,
    kind: Kind,
    pair: (u8, bool),
    map: ::std::collections::BTreeMap<::std::string::String, u8>,
}

/// A type with all kinds of variants.
#[derive(::serde::Deserialize, ::toolcast::ToolSchema)]
enum Kind {
    Some(u8),
    None,
    Ok { err: u8 },
}

/// Shadow everything.
#[::toolcast::tool]
fn shadow(
    /// Named as a type
    option: Shadowed,
    schema: ::std::option::Option<Kind>,
    #[tool(default = 5)] provider: u8,
    __tool: bool,
) -> usize {
    let _ = (schema, __tool);
    option.map.len() + usize::from(provider)
}

/// Methods too.
struct Returned;

#[::toolcast::tools]
impl Returned {
    #[tool]
    fn split(reply: u8, #[tool(default = 3)] invocation: u8) -> u8 {
        reply + invocation
    }

    #[tool]
    async fn answer(&self, __p0: ::std::option::Option<&str>, __v: &[u8]) -> usize {
        __v.len() + ::std::future::ready(__p0.map_or(0, str::len)).await
    }
}

#[test]
fn a_tool_among_shadowed_names_is_called() {
    let context =
        ::toolcast::call::CallContext::new(::toolcast::Provider::Mcp, "", "").with_state(Returned);
    for (name, arguments, expected) in [
        ("split", r#"{"reply":1}"#, "4"),
        ("answer", r#"{"__p0":"ab","__v":[1]}"#, "3"),
    ] {
        let reply = Returned::tool_def(name).call_with(context.clone(), arguments);
        let answer = reply.now_or_never().unwrap().unwrap();
        assert_eq!(
            answer.content,
            [::toolcast::call::Content::Json(expected.into())]
        );
    }
    assert_eq!(::toolcast::toolset![shadow].build().unwrap().len(), 1);
}

#[test]
fn a_tool_among_shadowed_names_has_a_text() {
    assert!(shadow::schema_for(::toolcast::Provider::OpenAi).contains("\"shadow\""));
}

/// Primitive types have other meanings too. Serde's derive would not compile here.
mod primitives {
    struct str;
    struct u8;

    const MOST: ::core::primitive::u8 = 9;

    #[derive(::toolcast::ToolSchema)]
    pub(super) struct Bounded {
        #[tool(range(..=MOST), example = MOST, description = concat!("up to ", "nine"))]
        limit: ::core::primitive::u8,
    }

    #[::toolcast::tool(description = concat!("up to ", "nine"))]
    pub(super) fn limit(#[tool(range(..=MOST), default = MOST)] step: ::core::primitive::u8) {
        let _ = step;
    }

    pub(super) const FORMAT: &::core::primitive::str =
        ::toolcast::response_format!(Bounded, ::toolcast::Provider::OpenAi);
}

#[test]
fn texts_and_consts_among_shadowed_primitives_are_in_the_schema() {
    let text = primitives::limit::schema_for(::toolcast::Provider::Mcp);
    assert!(text.contains(r#""maximum":9"#), "{text}");
    for text in [text, primitives::FORMAT] {
        assert!(text.contains("up to nine"), "{text}");
    }
}
