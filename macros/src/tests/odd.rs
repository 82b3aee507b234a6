//! Input that is typed only by accident or on the way to something else. It must not panic.

use crate::{schema, tool};

/// Odd items. Some of them are not valid tokens.
pub(crate) const ODD: &[&str] = &[
    "union A { a: u8 }",
    "struct A { a: fn(&u8) -> u8, b: *const u8, c: !, d: _, e: (), f: [u8; N], g: dyn T, h: impl T }",
    "struct r#type { r#fn: u8 }",
    "struct A<'a, T: 'a, const N: usize>(&'a [T; N]) where T: Clone;",
    "struct A<T>(Box<A<A<T>>>);",
    "struct A<T>([A<T>; M]);",
    "struct A<T>(Foreign<A<T>>, PhantomData<A<T>>);",
    "struct A<T>(#[tool(recursive)] T, #[tool(recursive)] fn(T), #[tool(recursive)] ());",
    "struct A { #[serde(rename)] a: u8 }",
    "struct A { #[serde(rename = 5, alias, skip = 1, ???)] a: u8 }",
    "#[serde = 5] #[serde()] #[serde(5)] struct A { #[serde] a: u8 }",
    "#[serde(transparent)] struct A;",
    "#[serde(transparent)] struct A { a: u8, b: u8 }",
    "#[serde(tag = \"t\", content = \"t\")] enum A { B(u8), C {}, D(), E(u8, u8) }",
    "#[serde(tag = \"t\", untagged)] enum A { B(u8) }",
    "#[serde(from = \"1 2 3\")] struct A(u8);",
    "#[serde(from = \"\")] struct A(u8);",
    "#[tool = 5] struct A;",
    "#[tool(5, \"x\", ::a, a::b, crate)] struct A;",
    "#[tool(as = \"\", bound = \"\", crate = 5, description)] struct A;",
    "#[tool(repr)] #[repr(u8)] enum A { B = -1, C, D = 1 + 1, E, F(u8) }",
    "#[tool(repr)] enum A { B = 340282366920938463463374607431768211455 }",
    "#[repr(u8)] #[tool(repr)] enum A { B = 170141183460469231731687303715884105727, C }",
    "enum A { #[tool(range(1..2))] B(#[tool(range())] u8) }",
    "struct A { #[tool(range(5..=1), length(-1), length = 3, pattern = \"(\", format = \"\")] a: u8 }",
    "struct A { #[tool(range(1.5..=1e999), multiple_of = 0)] a: f64 }",
    "struct A { #[tool(range(..), length(1.5), multiple_of = x)] a: f64 }",
    "struct A { #[tool(range(min = 1, min = 2, mux = 3))] a: f64 }",
    "struct A { #[tool(default = f(), example = f())] a: u8 }",
    "struct A { #[tool(default = Self, range(..=Self::B), example = [Self::B, Self])] a: u8 }",
    "struct A<T> { #[tool(default = Self, range(..=Self::B), example = [Self::B, Self])] a: T }",
    "struct A<'a> { a: Vec<&'a [u8]>, #[serde(borrow)] b: Cow<'a, [u8]>, c: PhantomData<&'a [u8]> }",
    "struct A { #[tool(default = --5, example = -(-5.0))] a: i8 }",
    "struct A { #[doc = 5] #[doc] #[doc(hidden)] #[doc = include_str!(\"x\")] a: u8 }",
    "#[doc = \"\"] #[doc = \"ü\\n\\n  * ü\\n\\t*\"] struct A;",
    "struct A { a: $ty }",
    "fn a() {}",
    "",
    "struct",
    "enum A { B = }",
    "struct A<const N: Foo>;",
    "struct A<const N: bool, const C: char>([u8; 1]);",
    "#[serde(remote = \"X\", variant_identifier)] enum A { B }",
    "struct A { #[serde(with = \"m\")] a: u8, #[serde(with = \"m\", skip)] b: u8 }",
    "struct A<T: Iterator>(T::Item, <T as Iterator>::Item, Vec<T::Item>);",
    "#[tool(bound = \"T: ToolSchema\")] struct A<T>(T);",
    "#[tool(inline)] struct A { a: Box<A> }",
    "#[tool] fn f();",
    "#[tool] fn f(a: u8, ) { let x = ; a. }",
    "#[tool] fn f(&self) {}",
    "#[tool] fn f(mut self: Box<Self>, #[tool(range(1))] a: u8) {}",
    "#[tool] fn f(_: u8, (a, b): (u8, u8), ref c: u8, d @ e: u8, 5: u8) {}",
    "#[tool] fn f(a: u8, ...) {}",
    "#[tool] unsafe extern \"C\" fn f<T, const N: usize>(a: T, b: [u8; N]) {}",
    "#[tool] const async unsafe fn f() {}",
    "#[tool] fn f(a: impl T, b: dyn T, c: &mut u8, d: &'static str, e: fn(), f: *const u8, g: !, h: _) {}",
    "#[tool] struct A;",
    "#[tool] impl A {}",
    "#[tool] const A: u8 = 1;",
    "#[tool] static A: u8 = 1;",
    "#[tool] macro_rules! a { () => {} }",
    "#[tool] union A { a: u8 }",
    "#[tool] 5",
    "#[tool] #[tool] #[tool::tool] fn f() {}",
    "#[tool] #[cfg(x)] fn f(#[cfg(y)] a: u8, #[cfg_attr(y, tool(inject))] b: u8) {}",
    "#[tool] fn f(#[serde(default)] a: u8, #[tool] b: u8, #[tool = 1] c: u8, #[tool()] d: u8) {}",
    "#[tool] fn f(#[tool(rename = \"\")] a: u8, #[tool(rename = 5)] b: u8) {}",
    "#[tool] fn f(#[tool(inject, default, flatten)] a: u8, #[tool(flatten, range(1..2))] b: u8) {}",
    "#[tool] fn f(#[tool(as = \"u8\", schema_with = a)] a: u8) {}",
    "#[tool(name = 5, title(), type = \"\", type = a::b)] fn f() {}",
    "#[tool(strict = 5)] fn f() {}",
    "#[tool(strict(), providers(), except(5), allow = x)] fn f() {}",
    "#[tool(providers(A, A), except(B))] fn f() {}",
    "#[tool(output)] fn f() {}",
    "#[tool(output)] fn f() -> impl T {}",
    "#[tool(output)] fn f() -> Result {}",
    "#[tool(output = \"&str\")] fn f() -> Result<(), ()> {}",
    "#[tool(extra)] fn f() {}",
    "#[tool(extra(A, B = 5, C = \"\", D = \"{}\", D = \"{}\"))] fn f() {}",
    "#[tool(read_only = 5, lossless(x), timeout)] fn f() {}",
    "#[tool(crate = 1 + 1)] fn f() {}",
    "#[tool(,,,)] fn f() {}",
    "#[tool(???)] fn f() {}",
    "#[tool(\"text\")] fn f() {}",
    "#[tool] /// # Arguments\n/// * `` - x\n/// *\n/// * `nope` - x\nfn f() {}",
    "#[tool] /// ```\n/// # not a heading\nfn f() {}",
    "#[tool(type = Self)] fn f() {}",
];

#[test]
fn a_list_of_bounds_with_a_trailing_plus_has_an_expansion_that_parses() {
    for text in [
        "struct A { a: Option<u8>+ }",
        "struct A<T>(T, dyn Send +);",
        "enum A { B { b: dyn Send + Sync + }, C(impl Send +) }",
        "#[tool] fn f(a: u8+, b: dyn Send +) -> String + { a }",
    ] {
        assert_eq!(
            4,
            super::any::expand(&text.parse().expect("tokens")),
            "{text}"
        );
    }
}

#[test]
fn a_text_that_nests_too_deep_is_not_parsed() {
    let deep = format!("{}u8{}", "Vec<".repeat(9000), ">".repeat(9000));
    for attribute in [
        format!("#[tool(as = \"{deep}\")]"),
        format!("#[tool(crate = \"a::{deep}\")]"),
        format!("#[tool(bound = \"{deep}: Clone\")]"),
        format!("#[serde(from = \"{deep}\")]"),
    ] {
        let text = format!("{attribute} struct A {{ #[serde(with = \"As::<{deep}>\")] a: u8 }}");
        let _ = schema::expand(text.parse().expect("tokens"));
    }
    let args = format!("output = \"{deep}\"");
    let function = "fn f() {}".parse().expect("tokens");
    let _ = tool::expand(args.parse().expect("tokens"), &function);
}
