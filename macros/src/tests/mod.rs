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

fn block(text: &str) -> String {
    squeeze(&tool::expand_block(tokens(""), &tokens(text)))
}

fn errors(expansion: &str) -> usize {
    expansion.matches("compile_error!").count()
}

/// Checks the number of errors, and parts with the number of their occurrences.
fn check(expansion: &str, wrong: usize, parts: &[(&str, usize)]) {
    assert_eq!(errors(expansion), wrong, "{expansion}");
    for (part, times) in parts {
        assert_eq!(
            expansion.matches(part).count(),
            *times,
            "{part}: {expansion}"
        );
    }
}

#[test]
fn all_mistakes_are_reported() {
    let expansion = function(
        "nmae = \"x\", strict = 5, read_only, read_only",
        "/// # Arguments\n/// * `limt` - x\nunsafe fn f<T>(a: &mut u8, #[tool(rang(1..2), length(x()))] limit: u8, _: u8, #[tool(rename = \"limit\")] b: T) { half typed + }",
    );
    // nmae, strict, read_only twice; limt; unsafe, T; &mut, rang, length, _, limit twice.
    check(&expansion, 11, &[]);
    let expansion = derive(
        "#[tool(rename = \"x\")] struct A { #[tool(range(2..=1), patern = \"x\")] a: u8, #[serde(with = \"m\")] b: u8, #[serde(rename = \"a\")] c: u8, #[tool(default)] d: u8 }",
    );
    check(&expansion, 6, &[]);
}

#[test]
fn a_failed_function_stays_callable() {
    let expansion = function(
        "nope",
        "pub fn f(#[tool(nope)] /** doc */ a: u8) -> u8 { a + }",
    );
    let parts = [
        ("pubfnf(a:u8)->u8{a+}", 1),
        ("pubtypef=::toolcast::__private::CompiledTool<__tool_f>;", 1),
        // Made for no provider.
        ("providers:0", 1),
    ];
    check(&expansion, 2, &parts);
}

#[test]
fn a_failed_type_has_a_schema() {
    let expansion = derive("struct A<T: Clone> where T: Copy { #[tool(nope)] a: T }");
    let parts = [
        ("impl<T:Clone>__tool::ToolSchemaforA<T>whereT:Copy", 1),
        ("__tool::ANY", 1),
    ];
    check(&expansion, 1, &parts);
}

#[test]
fn a_body_is_never_read() {
    let expansion = function("", "fn f() { let = ; x. }");
    check(&expansion, 0, &[("fnf(){let=;x.}", 1)]);
    // Rust-analyzer's replacement for a body with a syntax error.
    let expansion = function("", "fn f(a: u8) __ra_fixup");
    check(&expansion, 0, &[("fnf(a:u8)__ra_fixup", 1)]);
}

#[test]
fn a_type_is_named_once() {
    let expansion = function("", "fn f(a: Unheard) {}");
    check(&expansion, 0, &[("Unheard", 2)]);
    check(&derive("struct A { a: Unheard }"), 0, &[("Unheard", 1)]);
}

#[test]
fn lifetimes_are_static_in_a_static() {
    let expansion = derive("struct A<'a> { a: &'a str, b: Cow<'a, str> }");
    let parts = [
        ("<&'staticstras__tool", 1),
        ("<Cow<'static,str>as__tool", 1),
    ];
    check(&expansion, 0, &parts);
    let expansion = function("", "fn f<'a>(a: &str, b: Foo<'_, 'a>, c: &[&str]) {}");
    let parts = [
        ("<Foo<'static,'static>as", 1),
        ("<&'static[&'staticstr]as", 1),
    ];
    check(&expansion, 0, &parts);
}

#[test]
fn a_generic_type_names_itself_by_name() {
    let expansion = derive(
        "struct Tree<T> { value: T, kids: Vec<Tree<T>>, by_name: HashMap<String, Box<Self>>, pair: (u8, Option<Tree<T>>) }",
    );
    let parts = [("Link::ByName", 3), ("whereT:__tool::ToolSchema{", 1)];
    check(&expansion, 0, &parts);
    let expansion = derive(
        "enum A<T> { B { #[serde(default)] #[tool(default = Self::C)] a: Box<A<T>>, #[tool(default = Self::Other)] b: Box<A<T>> }, C, Other, D(T) }",
    );
    check(&expansion, 0, &[]);
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
                "emit.rs" => &["Result<", "diag"],
                "model.rs" | "node.rs" => &["quote!", "quote_spanned!", "diag"],
                "check.rs" => &["quote!", "quote_spanned!"],
                _ => &[],
            };
            for word in banned {
                assert!(!text.contains(word), "{folder}/{name} mentions `{word}`");
            }
            for stranger in ["tool", "schema"].iter().filter(|other| **other != folder) {
                let path = format!("crate::{stranger}::");
                assert!(!text.contains(&path), "{folder}/{name} uses `{path}`");
            }
            let lines = text.lines().count();
            assert!(lines <= 400, "{folder}/{name} has {lines} lines");
            seen += usize::from(!banned.is_empty());
        }
    }
    assert_eq!(seen, 8);
}

#[test]
fn enums_of_integers_have_the_values_of_their_type() {
    // Rustc reports a number that occurs twice.
    let expansion = derive("#[tool(repr)] #[repr(u8)] enum Level { Low = 1, High = 1 }");
    check(&expansion, 0, &[]);
    let expansion = derive(
        "#[tool(repr)] #[repr(align(8), i16)] enum Level { Low = 1, #[serde(other)] Unknown = 0 }",
    );
    let other = "Numbers(<::core::primitive::i16as__tool::ToolSchema>::SCHEMA)";
    check(&expansion, 0, &[(other, 1)]);
}

#[test]
fn self_is_a_value_of_a_method() {
    let expansion = block(
        "impl Grade { #[tool] fn f(#[tool(default = Self::A)] a: Self, #[tool(default = Self::None)] b: Option<Self>, #[tool(default = Self::N)] n: u8) {} }",
    );
    let parts = [
        ("Variant(\"A\")", 1),
        ("Variant(\"None\")", 1),
        ("literal!(<Grade>::N)", 1),
    ];
    check(&expansion, 0, &parts);
    let expansion = block(
        "impl Store<u8> { #[tool] fn f(&self, #[tool(default = Self(1))] a: Self, #[tool(default = Self { x: Self::X })] b: &Self) {} }",
    );
    let parts = [
        ("Store::<u8>(1)", 1),
        ("Store::<u8>{x:<Store::<u8>>::X}", 1),
    ];
    check(&expansion, 0, &parts);
}

#[test]
fn names_that_rustc_reports_are_left_to_it() {
    let expansion = function("", "fn f(a: u8, a: u8) {}");
    check(&expansion, 0, &[("providers:0", 1)]);
    // Only one of these may be there.
    let expansion = function("", "fn f(a: u8, #[cfg(x)] a: u8) {}");
    check(&expansion, 1, &[]);
    let expansion = block(
        "impl A { #[tool] fn f() {} #[tool] fn f() {} #[cfg(x)] #[tool] fn g() {} #[cfg(y)] #[tool] fn g() {} }",
    );
    let parts = [("const__TOOL_f:", 1), ("const__TOOL_g:", 2)];
    check(&expansion, 0, &parts);
}

#[test]
fn a_trait_with_tools_is_one_mistake() {
    let expansion = block("trait A { #[tool] fn f(&self, #[tool(default)] a: u8); }");
    check(&expansion, 1, &[("{fnf(&self,a:u8);}", 1)]);
}

#[test]
fn self_may_be_in_the_list_of_arguments() {
    let list = "/// # Arguments\n/// * `self` - x\n/// * `a` - y\n";
    let expansion = block(&format!(
        "impl A {{ {list} #[tool] fn f(&self, a: u8) {{}} }}"
    ));
    check(&expansion, 0, &[]);
    check(&function("", &format!("{list} fn f(a: u8) {{}}")), 1, &[]);
}

#[test]
fn a_parameter_without_a_name_in_the_list_of_arguments_is_one_mistake() {
    let list = "/// # Arguments\n/// * `pair` - x\n/// * `limit` - y\n";
    for pattern in ["(a, b): (u8, u8)", "_: u8", "ref pair: u8"] {
        let expansion = function("", &format!("{list} fn f({pattern}, limit: u8) {{}}"));
        check(&expansion, 1, &[("themodelneedsanameforthisparameter", 1)]);
    }
    // A name that is nearly that of a parameter is a mistake of its own.
    let expansion = function("", &format!("{list} fn f(_: u8, limits: u8) {{}}"));
    check(&expansion, 2, &[("didyoumean`limits`?", 1)]);
}

#[test]
fn an_example_may_be_an_operation_on_a_const() {
    let expansion = derive("struct A { #[tool(example = -LIMIT, example = !MASK)] a: i8 }");
    let parts = [("literal!(-LIMIT)", 1), ("literal!(!MASK)", 1)];
    check(&expansion, 0, &parts);
    let expansion = derive("struct A { #[tool(example = --5, example = *LIMIT)] a: i8 }");
    check(&expansion, 2, &[]);
}

#[test]
fn other_items_of_a_block_are_never_read() {
    let others =
        "const X: [u8; { 1 }] = { let = ; }; type T = u8; m! { x } m!(y); pub const fn g() {}";
    let expansion = block(&format!(
        "impl A {{ {others} #[tool] fn f() {{}} #[tool] const Y: u8 = {{ x. }}; }}"
    ));
    let others = squeeze(&tokens(&format!(
        "impl A {{ {others} fn f() {{}} const Y: u8 = {{ x. }}; }}"
    )));
    check(&expansion, 1, &[(&others, 1)]);
}

#[test]
fn a_parameter_of_a_generic_block_may_have_the_schema_of_another_type() {
    for (attr, wrong) in [
        ("as = \"String\"", 0),
        ("schema_with = text", 0),
        ("default = inject", 1),
        ("as = \"Vec<T>\"", 1),
    ] {
        let text =
            format!("impl<T: Clone> Store<T> {{ #[tool] fn f(&self, #[tool({attr})] a: T) {{}} }}");
        check(&block(&text), wrong, &[]);
    }
}

#[test]
fn a_block_names_a_lifetime_at_any_depth() {
    let method = "{ #[tool] fn f(&self) {} }";
    for ty in [
        "Store<Box<dyn Source<'a>>>",
        "Store<fn(&'a u8)>",
        "Store<'a>",
    ] {
        let expansion = block(&format!("impl<'a> {ty} {method}"));
        check(&expansion, 1, &[("thistypecan'tborrow", 1)]);
    }
    for ty in ["Store<m!(Vec<u8>)>", "Store<&'static str>"] {
        check(&block(&format!("impl {ty} {method}")), 0, &[]);
    }
}

#[test]
fn an_impl_trait_is_found_at_any_depth() {
    for ty in [
        "Box<dyn Iterator<Item = impl Display>>",
        "PhantomData<impl Display>",
    ] {
        let expansion = function("", &format!("fn f(#[tool(inject)] a: {ty}) {{}}"));
        check(&expansion, 1, &[("needsoneconcretetype", 1)]);
        let expansion = function("output", &format!("fn f() -> {ty} {{}}"));
        check(&expansion, 1, &[("thistypehasnoname", 1)]);
    }
}

#[test]
fn a_bound_of_the_type_is_named_in_an_error() {
    let method = "#[tool] fn f(&self, #[tool(range(5..=Self::MOST), default = 3)] n: u8) {}";
    let expansion = block(&format!("impl Weather {{ {method} }}"));
    check(&expansion, 1, &[("range(5..=<Weather>::MOST)", 1)]);
}

#[test]
fn a_generic_type_that_names_itself_in_a_function_is_an_error() {
    let expansion = derive("struct Node<T> { t: T, hook: fn(Node<T>) }");
    check(&expansion, 1, &[("isgenericandnamesitselfhere", 1)]);
}
