//! The compile-time check finds everything that a provider rejects, at any depth, and nothing else.
//! The reports of all providers are the reference.

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use toolcast::__private::{Diagnostics, Spec, Text};
use toolcast::{Outcome, Provider, ToolDef, ToolSchema};

/// Some providers reject an empty string in an enum.
#[derive(PartialEq, Eq, PartialOrd, Ord, ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Blank {
    #[serde(rename = "")]
    None,
    Some,
}

/// Only this.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Only<T> {
    it: T,
}

/// One of two, each with it.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
enum Either<T> {
    This { it: T },
    That { it: T },
}

/// Behind a newtype.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Around<T>(T);

/// Returns whether the compiler rejects the type, and whether the reports do.
fn refused<T: ToolSchema>() -> (bool, bool) {
    let spec = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        params: T::SCHEMA,
        ..Spec::NEW
    };
    let def = ToolDef::new(Box::leak(Box::new(spec)));
    let told = Provider::ALL.iter().copied().any(|provider| {
        let entries = def.report_for(provider).entries;
        entries
            .iter()
            .any(|entry| entry.outcome == Outcome::Rejected)
    });
    (Diagnostics::of(&def).any(), told)
}

macro_rules! each {
    ($answer:literal: $($ty:ty),* $(,)?) => {
        $(assert_eq!(refused::<$ty>(), ($answer, $answer), stringify!($ty));)*
    };
}

/// A name that comes twice.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Twice {
    it: u8,
    #[serde(flatten)]
    more: Only<u8>,
}

/// The same with nothing of its own.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct TwiceOver {
    #[serde(flatten)]
    one: Only<u8>,
    #[serde(flatten)]
    other: Only<u16>,
}

/// A flattened map without constraints on its names.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Rest<T> {
    #[serde(flatten)]
    rest: BTreeMap<String, T>,
}

/// Flattened, and nothing beside it.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Flattened<T> {
    #[serde(flatten)]
    it: T,
}

/// A recursive type, so that its content is in a definition.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Knot<T> {
    next: Option<Box<Knot<T>>>,
    it: T,
}

macro_rules! parameters {
    ($name:ident: $($field:ident: $ty:ty),*) => {
        #[doc = "Parameters."]
        #[derive(ToolSchema)]
        #[allow(dead_code)] // Only its schema is used.
        struct $name {
            $($field: $ty,)*
        }
    };
}

parameters! { Fine: a: u8, b: Knot<u8>, c: Only<u8> }
parameters! { First: a: Knot<Flattened<u8>>, b: u8, c: Knot<Flattened<u8>> }
parameters! { Second: a: u8, b: Knot<Flattened<u8>>, c: Knot<Flattened<u8>> }
parameters! { Third: a: u8, b: Knot<u8>, c: Vec<Knot<Flattened<u8>>> }
parameters! { Inside: a: u8, b: Knot<Knot<Flattened<u8>>>, c: Flattened<u8> }
parameters! { Direct: a: u8, b: Flattened<u8>, c: Knot<Flattened<u8>> }

#[test]
fn a_fault_is_at_the_first_parameter_with_the_rejected_type_or_its_definition() {
    let first = |params| {
        let spec = Spec {
            name: Text::plain("tool"),
            description: Text::plain("Does something."),
            params,
            ..Spec::NEW
        };
        let def = ToolDef::new(Box::leak(Box::new(spec)));
        Diagnostics::of(&def).calls()
    };
    assert_eq!(first(First::SCHEMA), (0, 0));
    assert_eq!(first(Second::SCHEMA), (0, 1));
    assert_eq!(first(Third::SCHEMA), (0, 2));
    assert_eq!(first(Inside::SCHEMA), (0, 1));
    assert_eq!(first(Direct::SCHEMA), (0, 1));
    assert_eq!(first(Fine::SCHEMA), (0, usize::MAX));
}

#[test]
fn rejected_types_are_found_in_flattened_fields_and_definitions() {
    each! { true: Rest<Blank>, Only<Rest<Blank>>, Knot<Blank>, Only<Knot<Blank>>, Only<Option<Knot<Blank>>> }
    each! { true: Flattened<u8>, Flattened<Vec<u8>>, Flattened<Only<Blank>>, Only<Flattened<u8>> }
    each! { false: Flattened<Only<u8>>, Flattened<Either<u8>>, Flattened<Flattened<Only<u8>>> }
    each! { false: Rest<u8>, Only<Rest<u8>>, Knot<u8>, Only<Knot<u8>>, Only<Option<Knot<u8>>> }
}

#[test]
fn rejected_types_are_found_in_every_container() {
    each! { true: Twice, Only<Twice>, TwiceOver }
    each! { true:
        Only<Blank>, Only<Option<Blank>>, Only<Vec<Blank>>, Only<[Blank; 2]>, Only<(Blank, u8)>, Only<(u8, Blank)>, Only<(u8, u8, Blank)>,
        Only<BTreeMap<Blank, u8>>, Only<BTreeMap<String, Blank>>, Only<Either<Blank>>, Only<Only<Blank>>, Only<Around<Blank>>,
        Only<Vec<Option<Around<Only<Blank>>>>>,
    }
}

macro_rules! many {
    ($name:ident: $($field:ident)*: $ty:ty) => {
        #[doc = "Many of one type."]
        #[derive(ToolSchema)]
        #[allow(dead_code)] // Only its schema is used.
        struct $name {
            $($field: $ty,)*
        }
    };
}

many! { Many: a b c d e f g h i j k l m n o p q r s t u v w x y z: u8 }
many! { ManyTimes: a b c d e f g h i j k l m n o p q r s t u v w x y z: Many }
many! { More: a b c d e f g h i j k l m n o p q r s t u v w x y z: ManyTimes }

/// Providers without definitions reject a tree that is too large, even if each of its types is
/// harmless.
#[test]
fn a_tree_that_is_too_large_is_rejected() {
    each! { true: More, Only<More> }
    each! { false: Many, ManyTimes, Only<ManyTimes> }
}

#[test]
fn accepted_types_are_accepted_in_every_container() {
    each! { false:
        Only<bool>, Only<Option<u8>>, Only<Vec<String>>, Only<[char; 2]>, Only<(f64, u8)>, Only<BTreeMap<u8, u8>>, Only<BTreeMap<String, bool>>,
        Only<Either<u8>>, Only<Only<u8>>, Only<Around<u8>>, Only<Vec<Option<Around<Only<u8>>>>>,
    }
}

/// Returns the compiler's message about a tool that is made for some providers and allowed for
/// others.
fn message(made_for: &[Provider], allowed: &[Provider]) -> Option<String> {
    let bits = |all: &[Provider]| all.iter().fold(0, |bits, one| bits | one.bit());
    let spec = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        params: Only::<Blank>::SCHEMA,
        providers: bits(made_for),
        allow: bits(allowed),
        ..Spec::NEW
    };
    let faults = Diagnostics::of(Box::leak(Box::new(ToolDef::new(Box::leak(Box::new(spec))))));
    let panic = catch_unwind(|| faults.panic_at_tool()).err()?;
    panic.downcast_ref::<String>().cloned()
}

#[test]
fn the_message_names_the_providers_that_reject_the_tool() {
    use Provider::{Gemini, JsonSchema, OpenAi, Portable, Vertex};
    let all = [OpenAi, JsonSchema, Gemini, Vertex, Portable];
    let named = |text: &str| {
        let (_, line) = text.split_once("` (").expect("a fault");
        let (line, _) = line.split_once("): ").expect("its words");
        let line: Vec<&str> = line.split(", ").collect();
        let all = Provider::ALL.iter().copied();
        let names = all.filter(|one| line.contains(&one.name()));
        names.collect::<Vec<_>>()
    };
    for (made_for, allowed, expected) in [
        (&all[..], &[][..], &[Gemini, Vertex, Portable][..]),
        (&[Gemini, OpenAi], &[], &[Gemini]),
        (&all, &[Gemini], &[Vertex, Portable]),
        (&all, &[Vertex, Portable, OpenAi], &[Gemini]),
        (&[JsonSchema, Vertex], &[], &[Vertex]),
    ] {
        let text = message(made_for, allowed).expect("a refusal");
        assert_eq!(named(&text), expected, "{text}");
        assert!(!text.contains('\0'), "{text:?}");
    }
    assert_eq!(message(&[OpenAi, JsonSchema], &[]), None);
    assert_eq!(message(&all, &[Gemini, Vertex, Portable]), None);
}

/// Deeply nested types are checked if the compiler asks for them, and rejected only for their
/// content.
#[test]
fn deeply_nested_wrappers_are_rejected_only_for_their_content() {
    type Three<T> = Only<Only<Only<T>>>;
    type Twelve<T> = Three<Three<Three<Three<T>>>>;
    let refused = |params| {
        let spec = Spec {
            name: Text::plain("tool"),
            description: Text::plain("Does something."),
            params,
            ..Spec::NEW
        };
        let def = ToolDef::new(Box::leak(Box::new(spec)));
        let faults = Diagnostics::of(&def);
        assert!(faults.calls().0 > 0);
        (faults.fails(), catch_unwind(|| faults.panic_at(0)).is_err())
    };
    assert_eq!(refused(Three::<Twelve<u8>>::SCHEMA), (false, false));
    assert_eq!(refused(Three::<Twelve<Blank>>::SCHEMA), (true, true));
}
