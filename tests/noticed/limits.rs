//! Sizes: what is one too many in strict mode, and where types that are used more than once become definitions. The trees are made here.

use crate::support::canonical;
use toolcast::__private::{Field, Key, Kind, Link, Object, Schema, Spec, Strict, Text};
use toolcast::schema::{Enum, EnumValue, Literal, Map, SchemaRef, TypeName};
use toolcast::{Outcome, Provider, ToolDef, ToolSchema, render};

type Tree = Schema<'static>;

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn link(tree: Tree) -> Link<'static> {
    Link::Static(SchemaRef::new(leak(tree)))
}

fn number() -> Tree {
    *u8::SCHEMA.get()
}

fn object(properties: impl IntoIterator<Item = (String, Tree)>) -> Tree {
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
        closed: false,
    }))
}

/// An object with one property.
fn only(tree: Tree) -> Tree {
    object([("it".to_owned(), tree)])
}

fn map(tree: Tree) -> Tree {
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
fn names(many: usize, characters: usize) -> Tree {
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

/// What OpenAI's strict mode says of the tree.
fn told(tree: Tree) -> Vec<String> {
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
        .filter(|entry| entry.outcome == Outcome::Refused)
        .map(|entry| entry.reason.clone())
        .collect()
}

/// How often something may stand around an object.
fn most(around: impl Fn(Tree) -> Tree, innermost: &Tree) -> usize {
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
fn levels() {
    assert_eq!(most(only, &number()), 9);
    assert_eq!(most(only, &only(number())), 8);
    assert_eq!(most(tuple, &only(number())), 8);
    // A list of objects for each.
    assert_eq!(most(map, &number()), 4);
    assert_eq!(most(map, &only(number())), 4);
}

#[test]
fn names_of_an_enum() {
    let told = |trees: &[Tree]| {
        let named = |(i, tree): (usize, &Tree)| (format!("p{i}"), *tree);
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
    // Each for itself.
    assert_eq!(told(&[most, names(251, 59)]), "");
    assert_eq!(told(&[names(251, 59), names(251, 50)]), "");
    assert!(told(&[names(251, 10), long]).contains("15,000 characters"));
    assert!(told(&[long, names(251, 10)]).contains("15,000 characters"));
    // All together.
    assert_eq!(told(&[names(1000, 10)]), "");
    assert!(told(&[names(1001, 10)]).contains("1,000 enum values"));
    assert!(told(&[names(600, 10), names(401, 10)]).contains("1,000 enum values"));
}

const WIDE: TypeName<'static> = TypeName {
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
fn definitions() {
    for (many, shared) in [(999, false), (1000, false), (1001, true), (1002, true)] {
        let tree = object(twice().into_iter().chain(numbers(many - 1 - 2 * 401)));
        let text = render(&tree, canonical()).expect("a text");
        assert_eq!(text.contains("\"$defs\":{\"Wide\""), shared, "{many}");
        let refs = text.matches("\"$ref\"").count();
        assert_eq!(refs, if shared { 2 } else { 0 }, "{many}");
    }
}

/// Where no definition may stand, a type that stands there again is written again, until there is too much.
#[test]
fn without_definitions() {
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
                    assert_eq!(large.count(), 1, "{report}");
                }
            }
        }
    }
}
