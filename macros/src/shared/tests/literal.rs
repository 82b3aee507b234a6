//! The values that a schema can show.

use crate::shared::item::value_of;
use crate::shared::literal::{Literal, parse_literal};
use darling::ast::NestedMeta;
use syn::Expr;

fn show(literal: &Literal) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Number(num) => num.text.clone(),
        Literal::String(text) => format!("{text:?}"),
        Literal::Array(items) => {
            format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(","))
        }
        Literal::Variant(name) => name.clone(),
        Literal::Const(value) => {
            let text = quote::ToTokens::to_token_stream(value).to_string();
            format!("const {}", text.replace(' ', ""))
        }
    }
}

/// Parses a value as in an attribute, after `default =`.
fn value(text: &str) -> Expr {
    let tokens = format!("default = {text}").parse().unwrap();
    let items = NestedMeta::parse_meta_list(tokens).unwrap();
    value_of(&items[0]).unwrap().clone()
}

#[test]
fn literals_are_values() {
    for (text, expected) in [
        ("5", "5"),
        ("-5", "-5"),
        ("-(5)", "-5"),
        ("-0", "0"),
        ("1_000u64", "1000"),
        ("0xff", "255"),
        ("b'a'", "97"),
        (
            "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211455",
        ),
        ("1.", "1.0"),
        ("-1.5", "-1.5"),
        ("1_0.5f64", "10.5"),
        ("5f32", "5.0"),
        ("1e5", "1e5"),
        ("-2.5e-3", "-2.5e-3"),
        ("true", "true"),
        ("'x'", "\"x\""),
        ("\"a b\"", "\"a b\""),
        ("None", "null"),
        ("Option::None", "null"),
        ("core::option::Option::<u8>::None", "null"),
        ("option::None::<u8>", "null"),
        ("<Option<u8>>::None", "null"),
        ("Sort::None", "None"),
        ("<Sort>::None", "None"),
        ("Some(5)", "5"),
        ("Some(Some(Sort::Stars))", "Stars"),
        ("&[1, -2]", "[1,-2]"),
        ("[(1, \"a\"), (2, \"b\")]", "[[1,\"a\"],[2,\"b\"]]"),
        ("[]", "[]"),
        ("LIMIT", "const LIMIT"),
        ("u8::MAX", "const u8::MAX"),
        ("X", "const X"),
        ("Grade::A", "A"),
        ("<Grade>::A", "const <Grade>::A"),
        ("grade::A", "const grade::A"),
        ("Limits::MAX", "const Limits::MAX"),
        ("Unit", "Unit"),
        ("r#Unit", "Unit"),
    ] {
        let literal = parse_literal(&value(text)).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(show(&literal), expected, "{text}");
    }
}

#[test]
fn other_expressions_are_not_values() {
    for text in [
        "f()",
        "a",
        "a::b",
        "()",
        "--5",
        "-\"x\"",
        "b\"x\"",
        "1 + 1",
        "{ 5 }",
        "x.y",
        "[a]",
        "vec![1]",
        "Some(1, 2)",
        "Limit::Some(5)",
        "340282366920938463463374607431768211456",
        "1e999",
        "!true",
    ] {
        assert!(parse_literal(&value(text)).is_none(), "{text}");
    }
}
