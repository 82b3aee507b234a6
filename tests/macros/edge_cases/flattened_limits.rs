//! The first size beyond each limit on flattened types. The trees are built by hand.

use super::limits::{Tree, WIDE, flat, map, most, names, newtype, number, object, only};
use toolcast::__private::{Kind, Object, Schema, UnknownNames};
use toolcast::{ToolSchema, render};
use toolcast_test_support::canonical;

/// A flattened map is a property with a list of objects, which is two more levels of strict mode.
#[test]
fn levels_of_flattened_maps_in_strict_mode_are_counted_in_its_own_text() {
    let others = |tree| flat(map(tree));
    assert_eq!(most(others, &number()), 3);
    assert_eq!(most(others, &only(number())), 2);
}

#[test]
fn an_object_with_more_than_256_alternatives_is_rejected() {
    for (many, fits) in [(255, true), (256, true), (257, false), (300, false)] {
        match render(&only(flat(names(many, 3))), canonical()) {
            Ok(_) => assert!(fits, "{many}"),
            Err(report) => {
                assert!(!fits, "{many}: {report}");
                assert_eq!(report.entries[0].pointer, "/properties/it");
                assert_eq!(report.entries[0].keyword, "anyOf");
                assert_eq!(
                    report.entries[0].reason,
                    "the variants of the flattened enums multiply to more than 256 alternatives: flatten fewer, or give each a property of its own"
                );
            }
        }
    }
}

/// A map of numbers, and a flattened type with one property after it.
fn after_a_map(property: Tree) -> Tree {
    let field = |tree: Tree| {
        let Kind::Object(object) = tree.kind else {
            unreachable!("it is one");
        };
        object.fields[0]
    };
    let fields = vec![field(flat(map(number()))), field(flat(only(property)))];
    Schema {
        name: Some(&WIDE),
        ..Schema::of(Kind::Object(Object {
            fields: fields.leak(),
            unknown_names: UnknownNames::Ignored,
        }))
    }
}

/// The search for the JSON type of the values is bounded, and then any type is possible.
#[test]
fn a_property_in_a_hundred_newtypes_is_accepted_beside_a_map() {
    let text = |times| (0..times).fold(*String::SCHEMA.get(), |tree, _| newtype(tree));
    for (times, fits) in [(0, false), (1, false), (100, true)] {
        let text = render(&after_a_map(text(times)), canonical());
        assert_eq!(text.is_ok(), fits, "{times}");
        if let Err(report) = text {
            assert!(report.to_string().contains("into the flattened map"));
        }
    }
    let list = object([("it".to_owned(), after_a_map(number()))]);
    assert!(render(&list, canonical()).is_ok());
}
