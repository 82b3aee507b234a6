#![deny(warnings)]
#![allow(dead_code, dropping_copy_types)]
// Unusual shapes, generics and recursion for the derive.

use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use toolcast::{Provider, ToolSchema, tool};

#[derive(ToolSchema)]
struct Unit;

#[derive(ToolSchema)]
struct Empty {}

#[derive(ToolSchema)]
struct NoItems();

#[derive(ToolSchema)]
struct Newtype(#[tool(length(1..=5))] String);

#[derive(ToolSchema)]
struct Borrowed<'a, 'b: 'a> {
    text: &'a str,
    list: &'b [&'a str],
    r#type: std::borrow::Cow<'b, str>,
}

#[derive(ToolSchema)]
#[tool(bound = "T::Item: ToolSchema")]
struct Items<T: Iterator>
where
    T: Send,
{
    items: Vec<T::Item>,
    #[serde(skip)]
    of: PhantomData<T>,
}

#[derive(ToolSchema)]
struct Fixed<T, const N: usize, const B: bool = true> {
    items: Vec<T>,
}

#[derive(ToolSchema)]
struct Tree<T> {
    value: T,
    kids: Vec<Tree<T>>,
    first: Option<Box<Self>>,
    by_name: BTreeMap<String, (u8, Tree<T>)>,
}

type Kid<T> = Chain<T>;

#[derive(ToolSchema)]
struct Chain<T> {
    value: T,
    #[tool(recursive)]
    next: Option<Box<Kid<T>>>,
}

#[derive(ToolSchema)]
#[tool(repr)]
#[repr(i16)]
enum Level {
    Low = -0x10,
    Next,
    High = 1_000,
}

#[derive(ToolSchema)]
#[serde(tag = "kind", content = "value", rename_all = "kebab-case")]
enum Shape {
    Dot,
    Circle(f64),
    Line(f64, f64),
    Box {
        width: f64,
    },
    #[serde(untagged)]
    Other(String),
}

#[derive(ToolSchema)]
#[tool(as = "String")]
struct Opaque {
    never_read: fn(),
}

/// Takes all, by their schemas alone.
#[tool(providers(JsonSchema, Mcp))]
fn all(
    #[tool(as = "Unit")] unit: IgnoredAny,
    #[tool(as = "Empty")] empty: IgnoredAny,
    #[tool(as = "NoItems")] no_items: IgnoredAny,
    #[tool(as = "Newtype")] newtype: IgnoredAny,
    #[tool(as = "Borrowed<'_, '_>")] borrowed: IgnoredAny,
    #[tool(as = "Items<std::ops::Range<u8>>")] items: IgnoredAny,
    #[tool(as = "Fixed<u8, 3>")] fixed: IgnoredAny,
    #[tool(as = "Fixed<u8, { 1 + 1 }, false>")] other: IgnoredAny,
    #[tool(as = "Tree<String>")] tree: IgnoredAny,
    #[tool(as = "Chain<Tree<u8>>")] chain: IgnoredAny,
    #[tool(as = "Level")] level: IgnoredAny,
    #[tool(as = "Shape")] shape: IgnoredAny,
    #[tool(as = "Opaque")] opaque: IgnoredAny,
) {
    drop((unit, empty, no_items, newtype, borrowed, items, fixed));
    drop((other, tree, chain, level, shape, opaque));
}

fn main() {
    assert!(all::try_schema_for(Provider::Mcp).is_some());
    assert!(all::try_schema_for(Provider::Gemini).is_none());
}
