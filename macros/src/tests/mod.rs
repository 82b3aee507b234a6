//! Whole expansions of token strings: properties of every input, and the separation of the stages.

mod any;
mod fuzz;
mod mutate;
mod odd;
mod programs;
mod shapes;

use crate::{schema, tool};
use proc_macro2::TokenStream;

fn tokens(text: &str) -> TokenStream {
    text.parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn derive(text: &str) -> String {
    squeeze(&schema::expand(tokens(text)))
}

fn function(args: &str, text: &str) -> String {
    squeeze(&tool::expand(tokens(args), &tokens(text)))
}

/// Removes spaces, which don't belong to the expansion.
fn squeeze(tokens: &TokenStream) -> String {
    tokens.to_string().split_whitespace().collect()
}

fn errors(expansion: &str) -> usize {
    expansion.matches("compile_error!").count()
}

/// Returns the text of all errors.
fn messages(expansion: &TokenStream) -> String {
    expansion.to_string()
}

#[test]
fn all_mistakes_of_a_function_are_reported() {
    let expansion = tool::expand(
        tokens("nmae = \"x\", strict = 5, read_only, read_only"),
        &tokens(
            "/// # Arguments\n/// * `limt` - x\nunsafe fn f<T>(a: &mut u8, #[tool(rang(1..2), length(x()))] limit: u8, _: u8, #[tool(rename = \"limit\")] b: T) { half typed + }",
        ),
    );
    // nmae, strict, read_only twice; limt; unsafe, T; &mut, rang, length, _, limit twice.
    assert_eq!(errors(&squeeze(&expansion)), 11, "{}", messages(&expansion));
}

#[test]
fn all_mistakes_of_a_type_are_reported() {
    let expansion = schema::expand(tokens(
        "#[tool(rename = \"x\")] struct A { #[tool(range(2..=1), patern = \"x\")] a: u8, #[serde(with = \"m\")] b: u8, #[serde(rename = \"a\")] c: u8, #[tool(default)] d: u8 }",
    ));
    assert_eq!(errors(&squeeze(&expansion)), 6, "{}", messages(&expansion));
}

#[test]
fn a_failed_function_stays_callable() {
    let expansion = function(
        "nope",
        "pub fn f(#[tool(nope)] /** doc */ a: u8) -> u8 { a + }",
    );
    assert!(expansion.contains("pubfnf(a:u8)->u8{a+}"), "{expansion}");
    assert!(
        expansion.contains("pubtypef=::toolcast::__private::CompiledTool<__tool_f>;"),
        "{expansion}"
    );
    // Made for no provider.
    assert!(expansion.contains("providers:0"), "{expansion}");
    assert_eq!(errors(&expansion), 2, "{expansion}");
}

#[test]
fn a_failed_type_has_a_schema() {
    let expansion = derive("struct A<T: Clone> where T: Copy { #[tool(nope)] a: T }");
    assert!(
        expansion.contains("impl<T:Clone>__tool::ToolSchemaforA<T>whereT:Copy"),
        "{expansion}"
    );
    assert!(expansion.contains("__tool::ANY"), "{expansion}");
}

#[test]
fn a_body_is_never_read() {
    let expansion = function("", "fn f() { let = ; x. }");
    assert!(expansion.contains("fnf(){let=;x.}"), "{expansion}");
    assert_eq!(errors(&expansion), 0, "{expansion}");
    // Rust-analyzer's replacement for a body with a syntax error.
    let expansion = function("", "fn f(a: u8) __ra_fixup");
    assert!(expansion.contains("fnf(a:u8)__ra_fixup"), "{expansion}");
    assert_eq!(errors(&expansion), 0, "{expansion}");
}

#[test]
fn a_type_is_named_once() {
    let expansion = function("", "fn f(a: Unheard) {}");
    assert_eq!(expansion.matches("Unheard").count(), 2, "{expansion}");
    let expansion = derive("struct A { a: Unheard }");
    assert_eq!(expansion.matches("Unheard").count(), 1, "{expansion}");
}

#[test]
fn lifetimes_are_static_in_a_static() {
    let expansion = derive("struct A<'a> { a: &'a str, b: Cow<'a, str> }");
    assert!(expansion.contains("<&'staticstras__tool"), "{expansion}");
    assert!(
        expansion.contains("<Cow<'static,str>as__tool"),
        "{expansion}"
    );
    let expansion = function("", "fn f<'a>(a: &str, b: Foo<'_, 'a>, c: &[&str]) {}");
    assert!(expansion.contains("<Foo<'static,'static>as"), "{expansion}");
    assert!(
        expansion.contains("<&'static[&'staticstr]as"),
        "{expansion}"
    );
}

#[test]
fn a_generic_type_names_itself_by_name() {
    let expansion = derive(
        "struct Tree<T> { value: T, kids: Vec<Tree<T>>, by_name: HashMap<String, Box<Self>>, pair: (u8, Option<Tree<T>>) }",
    );
    assert_eq!(expansion.matches("Link::ByName").count(), 3, "{expansion}");
    assert_eq!(errors(&expansion), 0, "{expansion}");
    assert!(
        expansion.contains("whereT:__tool::ToolSchema{"),
        "{expansion}"
    );
}

/// Checks that emitting can't fail and that a model has no tokens, by words that a stage may not
/// contain.
#[test]
fn stages_know_only_what_they_should() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for folder in ["tool", "schema", "shared"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                continue;
            }
            // Generated code may name the type.
            let text = std::fs::read_to_string(&path)
                .unwrap()
                .replace("::core::result::Result<", "");
            let name = path.file_name().unwrap().to_str().unwrap();
            let banned: &[&str] = match name {
                "emit.rs" | "emit_checks.rs" => &["Result<", "diag"],
                "model.rs" | "node.rs" => &["quote!", "quote_spanned!", "diag"],
                "check.rs" => &["quote!", "quote_spanned!"],
                _ => &[],
            };
            for word in banned {
                assert!(!text.contains(word), "{folder}/{name} mentions `{word}`");
            }
            let stranger = match folder {
                "tool" => "crate::schema",
                "schema" => "crate::tool",
                _ => "crate::fallback",
            };
            assert!(
                !text.contains(stranger),
                "{folder}/{name} uses `{stranger}`"
            );
            let lines = text.lines().count();
            assert!(lines <= 300, "{folder}/{name} has {lines} lines");
            seen += usize::from(!banned.is_empty());
        }
    }
    assert_eq!(seen, 9);
}

#[test]
fn a_variant_of_self_in_a_generic_type_is_a_name() {
    let expansion = derive(
        "enum A<T> { B { #[serde(default)] #[tool(default = Self::C)] a: Box<A<T>>, #[tool(default = Self::Other)] b: Box<A<T>> }, C, Other, D(T) }",
    );
    assert_eq!(errors(&expansion), 0, "{expansion}");
}

#[test]
fn a_number_that_occurs_twice_is_left_to_rustc() {
    let expansion = derive("#[tool(repr)] #[repr(u8)] enum Level { Low = 1, High = 1 }");
    assert_eq!(errors(&expansion), 0, "{expansion}");
}

#[test]
fn the_other_variant_of_an_integer_enum_is_read_from_its_integer_type() {
    let expansion = derive(
        "#[tool(repr)] #[repr(align(8), i16)] enum Level { Low = 1, #[serde(other)] Unknown = 0 }",
    );
    assert_eq!(errors(&expansion), 0, "{expansion}");
    let other = "Numbers(<::core::primitive::i16as__tool::ToolSchema>::SCHEMA)";
    assert_eq!(expansion.matches(other).count(), 1, "{expansion}");
}

#[test]
fn a_variant_of_self_is_the_default_of_a_method() {
    let block = "impl Grade { #[tool] fn f(#[tool(default = Self::A)] a: Self, #[tool(default = Self::None)] b: Option<Self>, #[tool(default = Self::N)] n: u8) {} }";
    let expansion = squeeze(&tool::expand_block(tokens(""), &tokens(block)));
    assert_eq!(errors(&expansion), 0, "{expansion}");
    for value in [
        "Variant(\"A\")",
        "Variant(\"None\")",
        "literal!(<Grade>::N)",
    ] {
        assert!(expansion.contains(value), "{value}: {expansion}");
    }
}

#[test]
fn names_that_rustc_reports_are_left_to_it() {
    let expansion = function("", "fn f(a: u8, a: u8) {}");
    assert_eq!(errors(&expansion), 0, "{expansion}");
    assert!(expansion.contains("providers:0"), "{expansion}");
    // Only one of these may be there.
    let expansion = function("", "fn f(a: u8, #[cfg(x)] a: u8) {}");
    assert_eq!(errors(&expansion), 1, "{expansion}");
    let block = "impl A { #[tool] fn f() {} #[tool] fn f() {} #[cfg(x)] #[tool] fn g() {} #[cfg(y)] #[tool] fn g() {} }";
    let expansion = squeeze(&tool::expand_block(tokens(""), &tokens(block)));
    assert_eq!(errors(&expansion), 0, "{expansion}");
    assert_eq!(
        expansion.matches("const__TOOL_f:").count(),
        1,
        "{expansion}"
    );
    assert_eq!(
        expansion.matches("const__TOOL_g:").count(),
        2,
        "{expansion}"
    );
}

#[test]
fn a_trait_with_tools_is_one_mistake() {
    let item = tokens("trait A { #[tool] fn f(&self, #[tool(default)] a: u8); }");
    let expansion = squeeze(&tool::expand_block(tokens(""), &item));
    assert_eq!(errors(&expansion), 1, "{expansion}");
    assert!(expansion.contains("{fnf(&self,a:u8);}"), "{expansion}");
}

#[test]
fn self_may_be_in_the_list_of_arguments() {
    let block = "impl A { /// # Arguments\n/// * `self` - x\n/// * `a` - y\n#[tool] fn f(&self, a: u8) {} }";
    let expansion = squeeze(&tool::expand_block(tokens(""), &tokens(block)));
    assert_eq!(errors(&expansion), 0, "{expansion}");
    let free = function("", "/// # Arguments\n/// * `self` - x\nfn f(a: u8) {}");
    assert_eq!(errors(&free), 1, "{free}");
}

#[test]
fn self_is_a_value_in_a_block_of_a_type_with_arguments() {
    let block = "impl Store<u8> { #[tool] fn f(&self, #[tool(default = Self(1))] a: Self, #[tool(default = Self { x: Self::X })] b: &Self) {} }";
    let expansion = squeeze(&tool::expand_block(tokens(""), &tokens(block)));
    assert_eq!(errors(&expansion), 0, "{expansion}");
    for value in ["Store::<u8>(1)", "Store::<u8>{x:<Store::<u8>>::X}"] {
        assert!(expansion.contains(value), "{value}: {expansion}");
    }
}

#[test]
fn an_example_may_be_an_operation_on_a_const() {
    let expansion = derive("struct A { #[tool(example = -LIMIT, example = !MASK)] a: i8 }");
    assert_eq!(errors(&expansion), 0, "{expansion}");
    for value in ["literal!(-LIMIT)", "literal!(!MASK)"] {
        assert!(expansion.contains(value), "{value}: {expansion}");
    }
    let expansion = derive("struct A { #[tool(example = --5, example = *LIMIT)] a: i8 }");
    assert_eq!(errors(&expansion), 2, "{expansion}");
}

#[test]
fn other_items_of_a_block_are_never_read() {
    let others =
        "const X: [u8; { 1 }] = { let = ; }; type T = u8; m! { x } m!(y); pub const fn g() {}";
    let block =
        format!("impl A {{ {others} #[tool] fn f() {{}} #[tool] const Y: u8 = {{ x. }}; }}");
    let expansion = tool::expand_block(tokens(""), &tokens(&block));
    assert_eq!(errors(&squeeze(&expansion)), 1, "{expansion}");
    let others = squeeze(&tokens(&format!(
        "impl A {{ {others} fn f() {{}} const Y: u8 = {{ x. }}; }}"
    )));
    assert!(squeeze(&expansion).contains(&others), "{expansion}");
}

#[test]
fn a_parameter_of_a_generic_block_may_have_the_schema_of_another_type() {
    let of = |attr: &str| {
        let block =
            format!("impl<T: Clone> Store<T> {{ #[tool] fn f(&self, #[tool({attr})] a: T) {{}} }}");
        errors(&squeeze(&tool::expand_block(tokens(""), &tokens(&block))))
    };
    assert_eq!(of("as = \"String\""), 0);
    assert_eq!(of("schema_with = text"), 0);
    assert_eq!(of("default = inject"), 1);
    assert_eq!(of("as = \"Vec<T>\""), 1);
}
