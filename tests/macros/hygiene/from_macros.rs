//! Items that a `macro_rules!` makes, from fragments of every kind.

use std::collections::BTreeMap;
use toolcast::{Provider, ToolSchema, tool};

macro_rules! record {
    ($(#[$attr:meta])* $name:ident { $($field:ident: $ty:ty),* $(,)? }) => {
        $(#[$attr])*
        #[derive(Debug, Default, PartialEq, serde::Deserialize, ToolSchema)]
        pub(crate) struct $name {
            $(pub(crate) $field: $ty),*
        }
    };
}

macro_rules! choice {
    ($name:ident: $($variant:ident = $text:literal),*) => {
        /// One of some.
        #[derive(Debug, PartialEq, serde::Deserialize, ToolSchema)]
        pub(crate) enum $name {
            $(#[serde(rename = $text)] $variant),*
        }
    };
}

macro_rules! make_tool {
    ($(#[doc = $doc:expr])* $vis:vis fn $name:ident($($(#[$attr:meta])* $param:ident: $ty:ty),*) -> $ret:ty { $($body:tt)* }) => {
        $(#[doc = $doc])*
        #[tool]
        $vis fn $name($($(#[$attr])* $param: $ty),*) -> $ret { $($body)* }
    };
}

/// Everything by its whole path, from wherever it is used.
macro_rules! by_path {
    ($name:ident, $inner:path) => {
        /// By path.
        #[derive(Debug, serde::Deserialize, toolcast::ToolSchema)]
        pub(crate) struct $name {
            pub(crate) inner: $inner,
            pub(crate) own: $crate::hygiene::from_macros::Size,
        }
    };
}

record! {
    /// How large it is.
    Size { width: u32, height: Option<u32>, tags: BTreeMap<String, Vec<u8>> }
}
choice!(Unit: Pixel = "px", Point = "pt");
by_path!(Whole, Unit);

make_tool! {
    /// Resize it.
    ///
    /// All of it.
    pub(crate) fn resize(size: Size, unit: Option<Unit>, #[tool(default = 2)] times: u8, name: &str) -> u32 {
        let _ = unit;
        size.width * u32::from(times) + u32::try_from(name.len()).unwrap_or(0)
    }
}

macro_rules! block_tool {
    ($name:ident, $body:block) => {
        /// With a body that is one fragment.
        #[tool]
        fn $name(_value: u8) -> u8 $body
    };
}
block_tool!(seven, { 7 });

/// Two types of one name, made by one macro in two functions, are two types.
macro_rules! local {
    ($ty:ty) => {{
        #[derive(serde::Deserialize, ToolSchema)]
        #[allow(dead_code)]
        struct Local {
            value: $ty,
            next: Vec<Local>,
        }
        /// Take it.
        #[tool]
        fn take(local: Local) {
            drop(local);
        }
        let _: fn(Local) = take;
        take::schema_for(Provider::JsonSchema)
    }};
}

#[test]
fn tools_whose_parts_are_macro_fragments_have_them_in_the_schema() {
    let text = resize::schema_for(Provider::Mcp);
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(value["description"], "Resize it.\n\nAll of it.");
    assert_eq!(
        value["inputSchema"]["required"],
        serde_json::json!(["size", "name"])
    );
    assert_eq!(
        value["inputSchema"]["properties"]["unit"]["enum"],
        serde_json::json!(["px", "pt"])
    );
    assert_eq!(
        resize(
            Size {
                width: 2,
                ..Size::default()
            },
            Some(Unit::Pixel),
            3,
            "x"
        ),
        7
    );
}

#[test]
fn a_body_may_be_a_fragment() {
    assert_eq!(seven(1), 7);
    assert!(seven::schema_for(Provider::Mcp).contains("\"seven\""));
}

#[test]
fn field_types_that_are_macro_fragments_are_described_and_read() {
    let text = toolcast::render(
        Whole::SCHEMA.get(),
        toolcast::Dialect::of(Provider::Mcp, false).expect("a dialect"),
    );
    let text = text.expect("a text");
    assert!(text.contains("\"width\""));
    let read: Whole =
        serde_json::from_str(r#"{"inner": "pt", "own": {"width": 1, "tags": {}}}"#).expect("valid");
    assert_eq!((read.inner, read.own.width), (Unit::Point, 1));
}

#[test]
fn local_types_of_one_name_are_distinct() {
    let (numbers, texts) = (local!(u8), local!(String));
    assert!(numbers.contains("integer") && !texts.contains("integer"));
}
