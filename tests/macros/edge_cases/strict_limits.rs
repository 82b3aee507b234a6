//! The limits of OpenAI's strict mode, each at the last size that fits and the first that doesn't,
//! with its reason.

use super::limits::{Tree, names, number, object, only, told};

/// As many properties, whose names have so many characters.
fn named(many: usize, characters: usize) -> impl Iterator<Item = (String, Tree)> {
    (0..many).map(move |n| (format!("{n:0characters$}"), number()))
}

#[test]
fn each_limit_of_strict_mode_has_its_reason() {
    let deep = |times| (0..times).fold(number(), |tree, _| only(tree));
    for (fits, larger, reason) in [
        (
            deep(10),
            deep(11),
            "strict mode allows 10 levels of nesting: flatten a type, or leave `strict` out",
        ),
        (
            object(named(5_000, 5)),
            object(named(5_001, 5)),
            "strict mode allows 5,000 properties: split the tool, or leave `strict` out",
        ),
        (
            object(named(100, 1_200)),
            object(named(100, 1_200).chain([("a".to_owned(), number())])),
            "strict mode allows 120,000 characters of names and enum values: shorten them, or leave `strict` out",
        ),
        (
            only(names(1_000, 15)),
            only(names(1_001, 14)),
            "strict mode allows 1,000 enum values: take a string instead, or leave `strict` out",
        ),
        (
            only(names(300, 50)),
            only(names(300, 51)),
            "strict mode allows 15,000 characters in an enum of more than 250 values: take a string instead, or leave `strict` out",
        ),
    ] {
        assert_eq!(told(fits), [""; 0], "{reason}");
        assert_eq!(told(larger), [reason]);
    }
}
