//! The text for the model that a doc comment yields.

use crate::shared::doc::{Docs, attr_with, parse_docs};
use crate::shared::text::{ConstText, Text};
use syn::Attribute;
use syn::parse::Parser as _;

fn attrs(text: &str) -> Vec<Attribute> {
    Attribute::parse_outer.parse_str(text).unwrap()
}

fn whole(text: &str) -> String {
    match parse_docs(&attrs(text)).full_text() {
        Text::Known(text) => text,
        Text::Const(kind, expr) => format!("{kind:?}: {expr}"),
    }
}

fn of_tool(text: &str) -> (String, Vec<(String, String)>) {
    let (summary, arguments) = parse_docs(&attrs(text)).of_tool("Its name");
    let summary = match summary {
        Text::Known(text) => text,
        Text::Const(..) => String::new(),
    };
    (summary, arguments)
}

#[test]
fn comments_are_joined_and_unindented() {
    assert_eq!(
        whole("/// One\n#[x]\n///\n///   two [`Sort`]  \n///\n"),
        "One\n\n  two `Sort`"
    );
    assert_eq!(whole("/** a\n  * b\n  *   c\n  */"), "a\nb\n  c");
    assert_eq!(
        whole("#[doc(hidden)] #[doc(alias = \"x\")] #[doc = \"\"]"),
        ""
    );
    assert_eq!(whole("#[doc = \"a\"]\n/** b\n *\n * c */"), "a\nb\n\nc");
    assert_eq!(
        whole("/** Search.\n\n        Second line,\n          indented.\n    */"),
        "Search.\n\nSecond line,\n  indented."
    );
    assert_eq!(whole("/**\n\ta\n\t\tb\n\tc\n*/"), "a\n\tb\nc");
    assert_eq!(whole("/** a\nb */"), "a\nb");
    assert_eq!(whole("/// a\n/** b\n    c */"), "a\nb\nc");
    assert_eq!(whole("#[doc = \"a\\n  b\"]"), "a\n  b");
    assert_eq!(whole("/// [a]: b\n/// x"), "x");
    assert_eq!(whole("/// [a]: b \"c d\"\n/// [a]: <b c> (d)\n/// x"), "x");
    assert_eq!(
        whole("/// [note]: times are in UTC\n/// x"),
        "[note]: times are in UTC\nx"
    );
    assert_eq!(
        whole("/// sort [asc]\n/// or [Desc]\n///\n/// [desc]: x"),
        "sort [asc]\nor Desc"
    );
    assert_eq!(whole("/// x[^1]\n///\n/// [^1]: y"), "x[^1]\n\n[^1]: y");
    assert_eq!(
        whole("/// [a]\n/// ```\n/// [a]: b\n/// ```"),
        "[a]\n```\n[a]: b\n```"
    );
    assert_eq!(whole("/// ```\n/// [a](b)\n/// ```"), "```\n[a](b)\n```");
}

#[test]
fn included_docs_are_concatenated_by_rustc() {
    let docs = parse_docs(&attrs("/// a\n///   b\n#[doc = include_str!(\"x\")]"));
    assert!(matches!(&docs, Docs::Const(_)));
    let Text::Const(ConstText::ToolDoc, expr) = docs.of_tool("Its name").0 else {
        panic!("not a const")
    };
    assert_eq!(
        expr.to_string().replace(" (", "("),
        r#":: core :: concat !("a\n" , "  b\n" , include_str !("x") , "\n") , "Its name""#
    );
}

#[test]
fn a_tool_is_described_up_to_its_first_heading() {
    let (summary, arguments) = of_tool(
        "/// Search.\n///\n/// ```\n/// # no heading\n/// ```\n/// #no heading\n///\n/// # Arguments\n///\n/// * `limit` - how many,\n///   at [most](x)\n/// - name: a name\n/// * **bold**: b\n/// * `typed` (u8) \u{2014} t\n///\n/// text\n///\n/// # Errors\n/// * `no` - argument",
    );
    assert_eq!(summary, "Search.\n\n```\n# no heading\n```\n#no heading");
    let expected = [
        ("limit", "how many,\nat most"),
        ("name", "a name"),
        ("bold", "b"),
        ("typed", "t"),
    ];
    let expected: Vec<(String, String)> = expected
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
        .collect();
    assert_eq!(arguments, expected);
}

#[test]
fn a_link_of_a_tool_may_be_defined_below_its_headings() {
    let (summary, arguments) = of_tool(
        "/// See [docs] or [x].\n///\n/// # Arguments\n/// * `a` - as in [Docs]\n///\n/// [docs]: https://x.y",
    );
    assert_eq!(summary, "See docs or [x].");
    assert_eq!(arguments, [("a".to_owned(), "as in Docs".to_owned())]);
}

#[test]
fn an_entry_is_found_again() {
    let attrs = attrs("/// a\n/// * `x` - y");
    let found = attr_with(&attrs, "x").unwrap();
    assert!(quote::quote!(#found).to_string().contains("`x`"));
}
