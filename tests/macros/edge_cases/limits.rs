//! Size limits: the first size beyond each limit of strict mode, and the size from which repeated
//! types become definitions. The trees are built by hand.

use toolcast::__private::{
    Diagnostics, Field, Key, Kind, Link, Object, Schema, Spec, Strict, Text, UnknownNames,
};
use toolcast::schema::{
    Array, Enum, EnumValue, Literal, Map, Newtype, SchemaRef, Tagging, TypeName, Union,
};
use toolcast::{Outcome, Provider, ToolDef, ToolSchema, render};
use toolcast_test_support::canonical;

pub(super) type Tree = Schema<'static>;

pub(super) fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn link(tree: Tree) -> Link<'static> {
    Link::Static(SchemaRef::new(leak(tree)))
}

pub(super) fn number() -> Tree {
    *u8::SCHEMA.get()
}

pub(super) fn object(properties: impl IntoIterator<Item = (String, Tree)>) -> Tree {
    let field = |(name, tree): (String, Tree)| {
        let member: &'static str = format!("\"{name}\":").leak();
        let key = Key {
            raw: name.leak(),
            member,
            facts: 0,
        };
        Field::new(key, link(tree))
    };
    let fields: Vec<_> = properties.into_iter().map(field).collect();
    Schema::of(Kind::Object(Object {
        fields: fields.leak(),
        unknown_names: UnknownNames::Ignored,
    }))
}

/// An object with one property.
pub(super) fn only(tree: Tree) -> Tree {
    object([("it".to_owned(), tree)])
}

pub(super) fn map(tree: Tree) -> Tree {
    Schema::of(Kind::Map(Map {
        key: Link::Static(String::SCHEMA),
        value: link(tree),
    }))
}

fn tuple(tree: Tree) -> Tree {
    let items = vec![link(number()), link(tree)];
    Schema::of(Kind::Tuple(items.leak()))
}

/// As many names as that, of that many characters each.
pub(super) fn names(many: usize, characters: usize) -> Tree {
    let value = |n| EnumValue {
        ident: "",
        value: Literal::String(Text::plain(format!("{n:0characters$}").leak())),
        docs: "",
        more: None,
        flags: 0,
    };
    let values: Vec<_> = (0..many).map(value).collect();
    Schema::of(Kind::Enum(Enum {
        values: values.leak(),
    }))
}

/// The reasons of OpenAI's strict mode for rejecting the tree.
pub(super) fn told(tree: Tree) -> Vec<String> {
    let spec = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        params: SchemaRef::new(leak(tree)),
        strict: Strict::On,
        ..Spec::NEW
    };
    let report = ToolDef::new(leak(spec)).report_for(Provider::OpenAi);
    let entries = report.entries.iter();
    entries
        .filter(|entry| entry.outcome == Outcome::Rejected)
        .map(|entry| entry.reason.clone())
        .collect()
}

/// The number of times that a layer can be put around an object.
pub(super) fn most(around: impl Fn(Tree) -> Tree, innermost: &Tree) -> usize {
    let mut tree = *innermost;
    let mut times = 0;
    while told(only(tree)).is_empty() {
        tree = around(tree);
        times += 1;
        assert!(times < 100);
    }
    let told = told(only(tree));
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("10 levels of nesting"), "{told:?}");
    times - 1
}

#[test]
fn levels_of_a_strict_mode_are_counted_in_its_own_text() {
    assert_eq!(most(only, &number()), 9);
    assert_eq!(most(only, &only(number())), 8);
    assert_eq!(most(tuple, &only(number())), 8);
    // Each map is a list of objects.
    assert_eq!(most(map, &number()), 4);
    assert_eq!(most(map, &only(number())), 4);
}

/// As the type of a property, and inside a tuple, which writes them in another way.
#[test]
fn limits_on_enum_values_are_enforced() {
    names_of_an_enum_in(|tree| tree);
    names_of_an_enum_in(tuple);
}

fn names_of_an_enum_in(around: fn(Tree) -> Tree) {
    let told = |trees: &[Tree]| {
        let named = |(i, tree): (usize, &Tree)| (format!("p{i}"), around(*tree));
        let mut told = told(object(trees.iter().enumerate().map(named)));
        assert!(told.len() < 2, "{told:?}");
        told.pop().unwrap_or_default()
    };
    let (most, long) = (names(250, 70), names(251, 60));
    assert_eq!(told(&[most]), "");
    assert!(told(&[long]).contains("15,000 characters in an enum"));
    assert_eq!(told(&[names(251, 59)]), "");
    assert_eq!(told(&[names(300, 50)]), "");
    assert!(told(&[names(300, 51)]).contains("15,000 characters"));
    // This limit applies to each enum alone.
    assert_eq!(told(&[most, names(251, 59)]), "");
    assert_eq!(told(&[names(251, 59), names(251, 50)]), "");
    assert!(told(&[names(251, 10), long]).contains("15,000 characters"));
    assert!(told(&[long, names(251, 10)]).contains("15,000 characters"));
    // This limit applies to all enums together.
    assert_eq!(told(&[names(1000, 10)]), "");
    assert!(told(&[names(1001, 10)]).contains("1,000 enum values"));
    assert!(told(&[names(600, 10), names(401, 10)]).contains("1,000 enum values"));
}

pub(super) const WIDE: TypeName<'static> = TypeName {
    name: "Wide",
    module: "",
    file: "",
    line: 1,
    column: 1,
    args: &[],
    consts: &[],
};

fn numbers(many: usize) -> impl Iterator<Item = (String, Tree)> {
    (0..many).map(|i| (format!("p{i}"), number()))
}

/// A type of 401 schemas, as two properties.
fn twice() -> [(String, Tree); 2] {
    let wide = Schema {
        name: Some(&WIDE),
        ..object(numbers(400))
    };
    [("a".to_owned(), wide), ("b".to_owned(), wide)]
}

#[test]
fn a_type_is_a_definition_if_the_tree_has_more_nodes_than_the_limit() {
    for (many, shared) in [(999, false), (1000, false), (1001, true), (1002, true)] {
        let tree = object(twice().into_iter().chain(numbers(many - 1 - 2 * 401)));
        let text = render(&tree, canonical()).expect("a text");
        assert_eq!(text.contains("\"$defs\":{\"Wide\""), shared, "{many}");
        let refs = text.matches("\"$ref\"").count();
        assert_eq!(refs, if shared { 2 } else { 0 }, "{many}");
        // Providers that show recursive types as text may still share other types.
        for provider in [Provider::Cohere, Provider::Groq, Provider::XAi] {
            let dialect = toolcast::Dialect::of(provider, false).expect("a dialect");
            let text = render(&tree, dialect).expect("a text");
            assert_eq!(text.contains("\"$defs\":{\"Wide\""), shared, "{many}");
        }
    }
}

/// A recursive type is found even at the end of the count.
#[test]
fn a_recursive_type_at_the_counting_limit_is_a_definition() {
    for before in [900, 997, 998, 999] {
        let again = [("again".to_owned(), option(*Again::SCHEMA.get()))];
        let tree = object(numbers(before).chain(again));
        let text = render(&tree, canonical()).expect("a text");
        assert!(text.contains("\"$defs\":{\"Again\""), "{before}");
    }
}

/// A list inside itself.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Again {
    next: Option<Box<Again>>,
}

/// A type of that name, which may contain itself.
fn again(name: &'static str) -> Tree {
    let here = TypeName {
        name,
        line: 2,
        ..WIDE
    };
    let name: &'static TypeName<'static> = leak(here);
    let inner = Schema::of(Kind::Option(Link::ByName(name)));
    Schema {
        name: Some(name),
        ..only(inner)
    }
}

/// More types inside themselves than there is room for are refused.
#[test]
fn recursive_types_beyond_the_limit_are_rejected() {
    for (many, fits) in [(3, true), (63, true), (64, true), (65, false)] {
        let one = |i: usize| {
            let name: &'static str = format!("T{i}").leak();
            (format!("p{i}"), again(name))
        };
        let tree = object((0..many).map(one));
        match render(&tree, canonical()) {
            Ok(text) => {
                assert!(fits, "{many}");
                for i in 0..many {
                    assert!(text.contains(&format!("\"T{i}\":{{\"type\"")), "{text}");
                }
            }
            Err(report) => {
                assert!(!fits, "{many}: {report}");
                let mut entries = report.entries.iter();
                let of_all = entries.find(|entry| entry.keyword == "$defs");
                assert_eq!(
                    of_all.expect("a reason").reason,
                    "more than 64 types that contain themselves, or are used more than once in a large tree: use fewer"
                );
                let mut entries = report.entries.iter();
                let entry = entries.find(|entry| entry.keyword == "$ref");
                let entry = entry.expect("the place of the first type without a definition");
                assert_eq!(entry.pointer, "/properties/p64/properties/it");
                assert_eq!(
                    entry.reason,
                    "the type contains itself, and no definition is left for it"
                );
            }
        }
    }
}

/// A type next to too many definitions is valid, so the report has no entry for it.
#[test]
fn a_type_next_to_too_many_definitions_has_no_fault() {
    let one = |i: usize| {
        let name: &'static str = format!("T{i}").leak();
        (format!("p{i}"), again(name))
    };
    let plain = Schema {
        name: Some(&WIDE),
        ..object(numbers(2))
    };
    let tree = object((0..65).map(one).chain([("plain".to_owned(), plain)]));
    let report = render(&tree, canonical()).expect_err("too many");
    for entry in &report.entries {
        assert!(!entry.pointer.starts_with("/properties/plain"), "{report}");
    }
}

/// A recursive type inside a type that isn't recursive gets a definition. The outer type is used
/// twice, so it gets one too, even if the recursion goes through an optional property.
#[test]
fn a_recursive_type_inside_a_shared_type_is_a_definition() {
    let inside = [("again".to_owned(), *Again::SCHEMA.get())];
    let wide = Schema {
        name: Some(&WIDE),
        ..object(numbers(400).chain(inside))
    };
    let twice = [("a".to_owned(), wide), ("b".to_owned(), wide)];
    let tree = object(twice.into_iter().chain(numbers(400)));
    let dialect = toolcast::Dialect::of(Provider::GeminiJsonSchema, false).expect("a dialect");
    let text = render(&tree, dialect).expect("a text");
    assert_eq!(text.matches("{\"$ref\":\"#/$defs/Wide\"}").count(), 2);
    assert!(
        text.contains("\"again\":{\"$ref\":\"#/$defs/Again\"}"),
        "{text}"
    );
}

/// Other names are one property, and three more where each is a key and a value.
#[test]
fn properties_of_a_strict_mode_are_counted_in_its_own_text() {
    let told = |many| {
        let Kind::Object(own) = object(numbers(many)).kind else {
            unreachable!("it is one");
        };
        let Kind::Object(rest) = object([("rest".to_owned(), map(number()))]).kind else {
            unreachable!("it is one");
        };
        let rest = Field {
            flags: Field::FLATTEN,
            ..rest.fields[0]
        };
        let fields: Vec<_> = own.fields.iter().copied().chain([rest]).collect();
        let inner = Schema::of(Kind::Object(Object {
            fields: fields.leak(),
            unknown_names: UnknownNames::Ignored,
        }));
        told(only(inner))
    };
    assert_eq!(told(4996), [""; 0]);
    assert!(told(4997)[0].contains("5,000 properties"));
    assert!(told(4999)[0].contains("5,000 properties"));
}

/// Without definitions, a type is written again at each place, up to the limit on size.
#[test]
fn without_definitions_a_repeated_type_is_written_again_up_to_the_limit() {
    for provider in [Provider::Gemini, Provider::Portable, Provider::Ollama] {
        let dialect = toolcast::Dialect::of(provider, false).expect("a dialect");
        for before in [500, 597, 598, 599, 600, 999, 1000, 1001, 2000] {
            let tree = object(numbers(before).chain(twice()));
            match render(&tree, dialect) {
                Ok(text) => {
                    assert!(before < 599, "{provider}, {before}");
                    assert!(!text.contains("$ref"));
                }
                Err(report) => {
                    assert!(before >= 599, "{provider}, {before}: {report}");
                    let reasons = report.entries.iter();
                    let large = reasons.filter(|entry| entry.keyword == "$defs");
                    let large: Vec<_> = large.map(|entry| entry.reason.as_str()).collect();
                    assert_eq!(
                        large,
                        [
                            "the parameters are too large to be written here without definitions, which this provider does not accept: use fewer types more than once"
                        ],
                        "{report}"
                    );
                }
            }
        }
    }
}

/// A list is two schemas.
#[test]
fn without_definitions_a_list_counts_as_two_schemas() {
    let lists = |many| (0..many).map(|i| (format!("p{i}"), list(*String::SCHEMA.get())));
    let dialect = toolcast::Dialect::of(Provider::Gemini, false).expect("a dialect");
    for (many, fits) in [(298, true), (299, true), (300, false), (301, false)] {
        let tree = object(lists(many).chain(twice()));
        assert_eq!(render(&tree, dialect).is_ok(), fits, "{many}");
    }
}

/// The calls of the renderer inside one another that a tree takes, and the parameter with the most.
fn calls(tree: Tree) -> (u32, usize) {
    let spec = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        params: SchemaRef::new(leak(tree)),
        ..Spec::NEW
    };
    Diagnostics::of(leak(ToolDef::new(leak(spec)))).calls()
}

fn times(many: usize, around: impl Fn(Tree) -> Tree, innermost: Tree) -> Tree {
    (0..many).fold(innermost, |tree, _| around(tree))
}

pub(super) fn option(tree: Tree) -> Tree {
    Schema::of(Kind::Option(link(tree)))
}

fn list(tree: Tree) -> Tree {
    Schema::of(Kind::Array(Array {
        items: link(tree),
        exactly: None,
        unique: false,
    }))
}

pub(super) fn newtype(tree: Tree) -> Tree {
    Schema::of(Kind::Newtype(Newtype {
        ty: link(tree),
        rules: None,
        transparent: false,
    }))
}

pub(super) fn union(tree: Tree) -> Tree {
    Schema::of(Kind::Union(Union {
        variants: leak([number(), tree]),
        tagging: Tagging::Untagged,
        plain: false,
    }))
}

pub(super) fn flat(tree: Tree) -> Tree {
    let Kind::Object(object) = only(tree).kind else {
        unreachable!("it is one");
    };
    let field = Field {
        flags: Field::FLATTEN,
        ..object.fields[0]
    };
    Schema::of(Kind::Object(Object {
        fields: leak([field]),
        unknown_names: UnknownNames::Ignored,
    }))
}

/// The number of calls for each level of a deep tree, because rustc limits the depth of calls of
/// any kind. Programs that don't compile (`ui-tests`) show the calls of the renderer itself.
#[test]
fn the_depth_of_calls_is_counted_for_each_level() {
    // Shallow trees count as 0, because rustc's default recursion limit suffices for them.
    assert_eq!(calls(only(times(9, only, number()))).0, 0);
    assert_eq!(calls(only(times(11, only, number()))).0, 0);
    assert_eq!(calls(only(times(12, only, number()))).0, 18 + 1 + 12 * 3);
    let deep = |around: fn(Tree) -> Tree, many| {
        let inside = times(many, around, times(14, only, number()));
        let first = [("a".to_owned(), number()), ("b".to_owned(), inside)];
        let (calls, first) = calls(object(first));
        assert_eq!(first, 1);
        calls
    };
    let none = deep(only, 0);
    assert_eq!(none, 18 + 1 + 14 * 3);
    for (around, each) in [
        (only as fn(Tree) -> Tree, 3),
        (flat, 2),
        (newtype, 1),
        (option, 2),
        (list, 2),
        (map, 3),
        (tuple, 2),
        (union, 2),
    ] {
        assert_eq!(deep(around, 1), none + each);
        assert_eq!(deep(around, 3), none + 3 * each);
    }
    // Levels of any kind count.
    for (around, each) in [(tuple as fn(Tree) -> Tree, 2), (union, 2), (only, 3)] {
        let tree = only(times(20, around, number()));
        assert_eq!(calls(tree).0, 18 + 1 + 20 * each);
    }
    // The deepest parameter counts; of equally deep ones, the first.
    let named = |trees: Vec<Tree>| {
        let named = |(i, tree)| (format!("p{i}"), tree);
        object(trees.into_iter().enumerate().map(named))
    };
    let deep = |many| times(many, only, number());
    for (levels, expected) in [
        (vec![14, 15, 15, 13], 1),
        (vec![15, 14, 13], 0),
        (vec![1, 13, 14], 2),
        (vec![14], 0),
    ] {
        let most = levels.iter().max().copied().unwrap_or_default();
        let tree = named(levels.into_iter().map(deep).collect());
        let most = 18 + 1 + 3 * u32::try_from(most).expect("few");
        assert_eq!(calls(tree), (most, expected));
        // The same holds inside one parameter.
        assert_eq!(calls(only(tree)), (most + 3, 0));
    }
    // A type inside itself is not entered again.
    let wide = |tree| Schema {
        name: Some(&WIDE),
        ..only(tree)
    };
    let inside = wide(times(14, only, wide(times(30, only, number()))));
    assert_eq!(calls(only(inside)).0, 18 + 1 + 3 + 14 * 3);
}
