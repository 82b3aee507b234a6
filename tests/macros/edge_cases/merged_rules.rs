//! Constraints of a field and of the newtype around its type: a value of the text satisfies both.

#![allow(dead_code)] // Only the schemas of the types are used.

use serde_json::{Value, json};
use toolcast::schema::SchemaRef;
use toolcast::{Dialect, Provider, ToolSchema, render};
use toolcast_test_support::judge::judge;
use toolcast_test_support::{canonical, none};

/// A constraint on a newtype around a type, and on a field of any type.
macro_rules! rules {
    ($ty:ty: $($newtype:ident $field:ident($($attribute:tt)*);)*) => {$(
        #[derive(ToolSchema)]
        struct $newtype(#[tool($($attribute)*)] $ty);

        #[derive(ToolSchema)]
        struct $field<T> {
            #[tool($($attribute)*)]
            it: T,
        }
    )*};
}

rules! { u8:
    InnerBetween Between(range(3..=200));
    InnerBelow Below(range(..10));
    InnerFrom From5(range(5..));
    InnerEven Even(multiple_of = 2);
    InnerUpTo UpTo(range(0..=50));
}

rules! { String:
    InnerShort Short(length(..=3));
    InnerLong Long(length(2..));
    InnerSome Some3(length(1..=5));
    InnerStart Start(pattern = "^a");
    InnerEnd End(pattern = "b$");
}

rules! { f64:
    InnerHalf Half(range(0.5..));
    InnerUnder Under(range(..2.5));
    InnerMost Most(range(-1.0..=2.0));
}

type Rule<T> = fn(T) -> bool;

/// Compares the texts with two rules, for each value.
fn check<V: Copy + Into<Value>>(
    schema: SchemaRef,
    values: &[V],
    rules: [Rule<V>; 2],
    failures: &mut Vec<String>,
) {
    let openai = Dialect::of(Provider::OpenAi, false).expect("a dialect");
    for dialect in [canonical(), openai] {
        let text = render(schema.get(), dialect).expect("a text");
        let judge = judge(&serde_json::from_str(&text).expect("JSON")).expect("a schema");
        let (mut fit, mut unfit) = (0, 0);
        for &value in values {
            let fits = rules.iter().all(|rule| rule(value));
            let it: Value = value.into();
            let sent = json!({ "it": it });
            if judge.is_valid(&sent) != fits {
                failures.push(format!("{fits}: {sent} by {text}"));
            }
            if fits {
                fit += 1;
            } else {
                unfit += 1;
            }
        }
        assert!(fit > 0 && unfit > 0, "{text}");
    }
}

macro_rules! each {
    ($values:ident, $failures:ident: $($field:ident $by_field:ident)*: $newtypes:tt) => {
        $(each! { @ $values, $failures: $field $by_field $newtypes })*
    };
    (@ $values:ident, $failures:ident: $field:ident $by_field:ident ($($newtype:ident $by_newtype:ident)*)) => {
        $(check(<$field<$newtype>>::SCHEMA, &$values, [$by_field, $by_newtype], &mut $failures);)*
    };
}

#[test]
fn bounds_of_a_field_and_of_its_newtype_apply_to_an_integer() {
    let between: Rule<u16> = |n| (3..=200).contains(&n);
    let below: Rule<u16> = |n| n < 10;
    let from: Rule<u16> = |n| (5..=255).contains(&n);
    let even: Rule<u16> = |n| n <= 255 && n % 2 == 0;
    let up_to: Rule<u16> = |n| n <= 50;
    let values: Vec<u16> = (0..300).collect();
    let mut failures = Vec::new();
    each! { values, failures:
        Between between Below below From5 from Even even UpTo up_to:
        (InnerBetween between InnerBelow below InnerFrom from InnerEven even InnerUpTo up_to)
    }
    none(&failures);
}

#[test]
fn lengths_and_patterns_of_a_field_and_of_its_newtype_apply_to_a_string() {
    let short: Rule<&str> = |text| text.len() <= 3;
    let long: Rule<&str> = |text| text.len() >= 2;
    let some: Rule<&str> = |text| (1..=5).contains(&text.len());
    let values = [
        "", "a", "b", "ab", "ba", "aab", "aaa", "abcb", "bbbb", "aaaab", "aaaaab", "bbbbbb",
    ];
    let mut failures = Vec::new();
    each! { values, failures:
        Short short Long long Some3 some:
        (InnerShort short InnerLong long InnerSome some)
    }
    none(&failures);
}

/// The canonical text has both patterns; the others have one, and the other in the description.
#[test]
fn two_patterns_apply_to_a_string() {
    let text = render(<Start<InnerEnd>>::SCHEMA.get(), canonical()).expect("a text");
    let judge = judge(&serde_json::from_str(&text).expect("JSON")).expect("a schema");
    for (value, fits) in [
        ("ab", true),
        ("a", false),
        ("b", false),
        ("aab", true),
        ("ba", false),
    ] {
        assert_eq!(
            judge.is_valid(&json!({ "it": value })),
            fits,
            "{value}: {text}"
        );
    }
    let openai = Dialect::of(Provider::OpenAi, false).expect("a dialect");
    for text in [
        render(<Start<InnerEnd>>::SCHEMA.get(), openai),
        render(<End<InnerStart>>::SCHEMA.get(), openai),
    ] {
        let schema: Value = serde_json::from_str(&text.expect("a text")).expect("JSON");
        let it = &schema["properties"]["it"];
        let other = match it["pattern"].as_str() {
            Some("^a") => "matches the pattern b$",
            Some("b$") => "matches the pattern ^a",
            other => panic!("{other:?}"),
        };
        assert_eq!(it["description"], other);
    }
}

#[test]
fn bounds_of_a_field_and_of_its_newtype_apply_to_a_float() {
    let half: Rule<f64> = |n| n >= 0.5;
    let under: Rule<f64> = |n| n < 2.5;
    let most: Rule<f64> = |n| (-1.0..=2.0).contains(&n);
    let values = [-2.0, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 2.0, 2.25, 2.5, 3.0];
    let mut failures = Vec::new();
    each! { values, failures:
        Half half Under under Most most:
        (InnerHalf half InnerUnder under InnerMost most)
    }
    none(&failures);
}
