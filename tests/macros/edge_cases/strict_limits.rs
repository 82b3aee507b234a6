//! The limits of strict modes, each at the last size that fits and the first that doesn't, with its
//! reason.

use super::limits::{Tree, leak, names, number, object, only, option, told, union};
use toolcast::__private::{SchemaRef, Spec, Strict, Text};
use toolcast::{Outcome, Provider, ToolDef, ToolSchema};

/// As many properties, whose names have so many characters.
fn named(many: usize, characters: usize) -> impl Iterator<Item = (String, Tree)> {
    (0..many).map(move |n| (format!("{n:0characters$}"), number()))
}

#[test]
fn each_limit_of_the_strict_mode_of_openai_has_its_reason() {
    let deep = |times| (0..times).fold(number(), |tree, _| only(tree));
    for (fits, larger, reason) in [
        (
            deep(10),
            deep(11),
            "strict mode allows 10 levels of nesting, not 11: flatten a type, or leave `strict` out",
        ),
        (
            object(named(5_000, 5)),
            object(named(5_001, 5)),
            "strict mode allows 5,000 properties, not 5,001: split the tool, or leave `strict` out",
        ),
        (
            object(named(100, 1_200)),
            object(named(100, 1_200).chain([("a".to_owned(), number())])),
            "strict mode allows 120,000 characters of names and enum values, not 120,001: shorten them, or leave `strict` out",
        ),
        (
            only(names(1_000, 15)),
            only(names(1_001, 14)),
            "strict mode allows 1,000 enum values, not 1,001: take a string instead, or leave `strict` out",
        ),
        (
            only(names(300, 50)),
            only(names(300, 51)),
            "strict mode allows 15,000 characters in an enum of more than 250 values, not 15,300: take a string instead, or leave `strict` out",
        ),
    ] {
        assert_eq!(told(fits), [""; 0], "{reason}");
        assert_eq!(told(larger), [reason]);
    }
}

/// The entries about strict mode in Anthropic's report.
fn of_anthropic(tree: Tree) -> Vec<(Outcome, String)> {
    let spec = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        params: SchemaRef::new(leak(tree)),
        strict: Strict::On,
        ..Spec::NEW
    };
    let report = ToolDef::new(leak(spec)).report_for(Provider::Anthropic);
    assert!(report.strict);
    let entries = report.entries.into_iter();
    let entries = entries.filter(|entry| entry.keyword == "strict");
    entries.map(|entry| (entry.outcome, entry.reason)).collect()
}

/// The exact bounds are not published: from half of them on, the report has an entry.
#[test]
fn each_limit_of_the_strict_mode_of_anthropic_has_its_reason() {
    let complex = "more than 12 properties that may be absent, or 8 with more than one type, may be too complex for strict mode";
    let absent = "strict mode allows 24 properties that may be absent, not 25: make some required, or leave `strict` out";
    let mixed = "strict mode allows 16 properties with more than one type, not 17: use fewer unions, or leave `strict` out";
    let many = |many: usize, tree: Tree| object((0..many).map(|n| (format!("p{n}"), tree)));
    let optional = option(number());
    let either = union(*String::SCHEMA.get());
    for (tree, expected) in [
        (many(12, optional), None),
        (many(13, optional), Some((Outcome::Unproven, complex))),
        (many(24, optional), Some((Outcome::Unproven, complex))),
        (many(25, optional), Some((Outcome::Rejected, absent))),
        (many(8, either), None),
        (many(9, either), Some((Outcome::Unproven, complex))),
        (many(16, either), Some((Outcome::Unproven, complex))),
        (many(17, either), Some((Outcome::Rejected, mixed))),
    ] {
        let found = of_anthropic(tree);
        let found: Vec<_> = (found.iter())
            .map(|(outcome, reason)| (*outcome, reason.as_str()))
            .collect();
        assert_eq!(found, Vec::from_iter(expected));
    }
}
