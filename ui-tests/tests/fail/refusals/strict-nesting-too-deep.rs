#![allow(unused_variables)]

use toolcast::{ToolSchema, tool};

macro_rules! nest {
    ($($outer:ident { $inner:ty })*) => {
        $(#[derive(serde::Deserialize, ToolSchema)]
        struct $outer {
            inner: $inner,
        })*
    };
}

nest! { A { B } B { C } C { D } D { E } E { F } F { G } G { H } H { I } I { J } J { K } K { u8 } }

/// Goes deep.
#[tool(strict, providers(OpenAi))]
fn dive(name: &str, a: A) {}

fn main() {}
