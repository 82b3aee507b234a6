//! A flattened parameter whose pattern takes it apart, and what macros write.

#![deny(missing_copy_implementations, missing_debug_implementations)]

use std::borrow::Cow;
use toolcast::call::Content;
use toolcast::{Provider, Tool, ToolSchema, tool};

#[derive(Debug, serde::Deserialize, ToolSchema)]
pub struct Filter {
    pub text: String,
    pub most: Option<u8>,
}

#[derive(Debug, serde::Deserialize, ToolSchema)]
#[serde(transparent)]
pub struct Parameters<T>(pub T);

#[tool]
fn find(#[tool(flatten)] Filter { text, most }: Filter) -> String {
    format!("{text}{most:?}")
}

#[tool]
fn search(#[tool(flatten)] Parameters(Filter { text, .. }): Parameters<Filter>, #[tool(flatten)] _: Other) -> String {
    text
}

#[derive(Clone, Copy, Debug, serde::Deserialize, ToolSchema)]
#[allow(dead_code)]
pub struct Other {
    page: u8,
}

macro_rules! tools {
    ($($name:ident),*) => {$(
        /// Does something.
        #[tool]
        pub fn $name(value: u8) -> u8 {
            value
        }
    )*};
}
tools!(one, two);

macro_rules! text {
    ($life:lifetime) => { Cow<$life, str> };
}

macro_rules! reference {
    ($life:lifetime, $ty:ty) => { &$life $ty };
}

#[derive(serde::Deserialize, ToolSchema)]
#[allow(missing_debug_implementations)] // Debug can't be derived with type macros.
pub struct Borrowed<'a> {
    #[serde(borrow)]
    pub text: text!('a),
}

#[tool]
fn borrows<'a>(value: Borrowed<'a>, other: reference!('a, str)) -> String {
    format!("{}{other}", value.text)
}

#[derive(serde::Deserialize, ToolSchema)]
#[allow(missing_debug_implementations)] // Debug can't be derived with type macros.
pub struct Generic<'a, T> {
    #[serde(borrow)]
    pub text: text!('a),
    pub value: T,
}

#[tool]
fn generic(value: Generic<'_, u8>) -> String {
    format!("{}{}", value.text, value.value)
}

fn text_of<T: Tool>(arguments: &str) -> Vec<Content> {
    T::call(Provider::OpenAi, arguments).now_or_never().unwrap().unwrap().content
}

fn main() {
    let text = |text: &str| vec![Content::Text(text.into())];
    assert_eq!(text_of::<find>(r#"{"text":"a","most":2}"#), text("aSome(2)"));
    assert_eq!(text_of::<search>(r#"{"text":"a","most":2,"page":1}"#), text("a"));
    assert_eq!(text_of::<borrows>(r#"{"value":{"text":"a"},"other":"b"}"#), text("ab"));
    assert_eq!(text_of::<generic>(r#"{"value":{"text":"a","value":1}}"#), text("a1"));
    assert_eq!(text_of::<one>(r#"{"value":1}"#), text_of::<two>(r#"{"value":1}"#));
}
