//! Duplicate names in one object: found wherever types are flattened, and nowhere else.

use serde::Deserialize;
use std::collections::BTreeMap;
use toolcast::__private::{Spec, Text, rerendered};
use toolcast::{Dialect, Outcome, Provider, ToolDef, ToolSchema, render};
use toolcast_test_support::canonical;

/// The duplicate names that the report lists.
fn told<T: ToolSchema>(dialect: &'static Dialect) -> Vec<String> {
    let Err(report) = render(T::SCHEMA.get(), dialect) else {
        return Vec::new();
    };
    let refused = (report.entries.iter()).filter(|entry| entry.outcome == Outcome::Rejected);
    let name = |pointer: &str| pointer.rsplit('/').next().map(ToOwned::to_owned);
    refused.filter_map(|entry| name(&entry.pointer)).collect()
}

macro_rules! types {
    ($($(#[$attr:meta])* $name:ident { $($fields:tt)* })*) => {
        $(
            #[doc = "Properties."]
            #[derive(Deserialize, ToolSchema)]
            #[allow(dead_code)] // Only its schema is used.
            $(#[$attr])*
            struct $name { $($fields)* }
        )*
    };
}

types! {
    A { a: u8 }
    B { b: u8 }
    // Names with equal hashes.
    #[allow(non_snake_case)]
    Collides { Aa: u8 }
    #[allow(non_snake_case)]
    BothOther { BB: u8, #[serde(flatten)] it: Collides }
    Apart { b: u8, #[serde(flatten)] it: A, c: u8 }
    Before { a: u8, #[serde(flatten)] it: A }
    After { #[serde(flatten)] it: A, a: u8 }
    Two { #[serde(flatten)] it: A, #[serde(flatten)] other: A }
    Deep { #[serde(flatten)] it: Apart, x: u8, a: u8 }
    Deeper { c: u8, #[serde(flatten)] it: Deepest }
    Deepest { x: u8, #[serde(flatten)] it: Apart }
    Written { #[serde(skip_deserializing)] a: u8, #[serde(flatten)] it: A }
    Last { a: u8, #[serde(flatten)] it: B, #[serde(flatten)] kind: Kind }
    First { #[serde(flatten)] kind: Kind, b: u8 }
    Neither { #[serde(flatten)] kind: Kind, c: u8 }
    Product { #[serde(flatten)] side: Side, #[serde(flatten)] kind: Kind, b: u8 }
    ProductOther { #[serde(flatten)] kind: Kind, #[serde(flatten)] side: Side, l: u8 }
    Rest { #[serde(flatten)] more: BTreeMap<String, u8>, a: u8 }
    RestTaken { #[serde(flatten)] it: Rest, more: u8 }
    LongName { number_of_all_things: u8, #[serde(flatten)] it: A }
    #[allow(non_snake_case)]
    CollidesLater { #[serde(flatten)] kind: Hashed, BB: u8 }
    RestFree { #[serde(flatten)] it: Rest, less: u8 }
}

/// Two alternatives.
#[derive(Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Only its schema is used.
enum Kind {
    One { a: u8 },
    Other { b: u8 },
}

/// The first has a name with the hash of `BB`.
#[derive(Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code, non_snake_case)] // Only its schema is used.
enum Hashed {
    One { Aa: u8 },
    Other { b: u8 },
}

/// Two more.
#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only its schema is used.
enum Side {
    Left { l: u8 },
    Right { r: u8 },
    Middle { m: u8 },
}

#[test]
fn duplicate_names_of_flattened_types_are_reported() {
    macro_rules! each {
        ($($ty:ty: $expected:expr;)*) => {
            $(
                let expected: &[&str] = &$expected;
                assert_eq!(told::<$ty>(canonical()), expected, stringify!($ty));
            )*
        };
    }
    each! {
        BothOther: [];
        LongName: [];
        CollidesLater: [];
        Apart: [];
        Before: ["a"];
        After: ["a"];
        Two: ["a"];
        Deep: ["a"];
        Deeper: ["c"];
        Deepest: [];
        Written: [];
        Last: ["a", "b"];
        First: ["b"];
        Neither: [];
        Product: ["b", "b", "b"];
        ProductOther: ["l", "l"];
        Rest: [];
        RestTaken: [];
    }
}

/// If the flattened map is a list under its field's name, that name counts too.
#[test]
fn the_name_of_a_flattened_map_counts_if_it_is_shown_as_a_list() {
    let strict = Dialect::of(Provider::OpenAi, true).expect("a strict mode");
    let gemini = Dialect::of(Provider::Gemini, false).expect("a dialect");
    for dialect in [strict, gemini] {
        assert_eq!(told::<Rest>(dialect), [""; 0]);
        assert_eq!(told::<RestFree>(dialect), [""; 0]);
        assert_eq!(told::<RestTaken>(dialect), ["more"]);
        let report = render(RestTaken::SCHEMA.get(), dialect).expect_err("the name is taken");
        let mut entries = report.entries.iter();
        let entry = entries.find(|entry| entry.outcome == Outcome::Rejected);
        let entry = entry.expect("a reason");
        assert_eq!(entry.keyword, "additionalProperties");
        assert_eq!(
            entry.reason,
            "the flattened map beside it is a list here, under its field's name, which is this name too: rename the flattened field"
        );
    }
}

/// No provider has a text then, and each provider's report has the reason.
#[test]
fn duplicate_names_are_rejected_for_every_provider() {
    for params in [Before::SCHEMA, After::SCHEMA, Two::SCHEMA, Deep::SCHEMA] {
        let spec = Spec {
            name: Text::plain("tool"),
            description: Text::plain("Does something."),
            params,
            ..Spec::NEW
        };
        let tool = ToolDef::new(Box::leak(Box::new(spec)));
        let again = rerendered(&tool);
        for &provider in Provider::ALL {
            assert_eq!(again.try_schema_for(provider), None, "{provider}");
            let report = tool.report_for(provider);
            let mut entries = report.entries.iter();
            assert!(
                entries.any(|entry| entry.outcome == Outcome::Rejected
                    && entry.reason.contains("puts both into one object")),
                "{report}"
            );
        }
    }
}

/// An enum of unit variants.
macro_rules! units {
    ($name:ident: $($variant:ident)*) => {
        #[derive(Deserialize, ToolSchema)]
        #[allow(dead_code)] // Only its schema is looked at.
        enum $name {
            $($variant,)*
        }
    };
}

units!(Seventy:
    A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 C0 C1 C2 C3 C4 C5 C6 C7 C8 C9
    D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 E0 E1 E2 E3 E4 E5 E6 E7 E8 E9 F0 F1 F2 F3 F4 F5 F6 F7 F8 F9
    G0 G1 G2 G3 G4 G5 G6 G7 G8 G9);

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
struct OneOfSeventy {
    #[serde(flatten)]
    one: Seventy,
}

/// Choose one.
#[toolcast::tool]
#[allow(clippy::needless_pass_by_value)] // A tool owns its parameters.
fn choose(one: OneOfSeventy) {
    let _ = one;
}

#[test]
fn more_than_64_excluded_names_have_an_entry() {
    let report = choose::report_for(Provider::JsonSchema);
    let entry = report.entries.iter().find(|entry| entry.keyword == "not");
    let entry = entry.expect("an entry");
    assert_eq!(entry.outcome, Outcome::Widened);
    assert_eq!(
        entry.reason,
        "only 64 names of other alternatives are excluded"
    );
}

/// The first variant is only written, under the name of the second.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
enum Renamed {
    #[serde(skip_deserializing, rename = "new")]
    Old,
    #[serde(rename = "new")]
    New,
    Other,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
struct OneOfRenamed {
    #[serde(flatten)]
    one: Renamed,
}

#[test]
fn the_name_of_a_variant_that_is_only_written_is_not_excluded() {
    let text = render(OneOfRenamed::SCHEMA.get(), canonical()).expect("a text");
    let schema = serde_json::from_str(&text).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for (value, is_valid) in [
        (serde_json::json!({"new": null}), true),
        (serde_json::json!({"Other": null}), true),
        (serde_json::json!({"new": null, "Other": null}), false),
    ] {
        let sent = serde_json::json!({"input": value});
        assert_eq!(validator.is_valid(&sent), is_valid, "{value} by {schema}");
        let read = serde_json::from_value::<OneOfRenamed>(value.clone());
        assert!(read.is_ok() || !is_valid, "{value}");
    }
}
