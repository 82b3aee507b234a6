//! The messages by which a build fails. `ui-tests` have them as rustc prints them; here the same
//! functions run in the program, for more types than rustc could be started for.

#![allow(dead_code)] // Only the schemas of the types are used.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::panic::{UnwindSafe, catch_unwind};
use toolcast::__private::{
    Diagnostics, Field as Property, Kind, Link, Object, Schema, SchemaRef, Spec, Strict, Text,
    check_extra, check_output, rerendered,
};
use toolcast::{Provider, ToolDef, ToolSchema};
use toolcast_test_support::lists;

/// A constraint on a type that it may not fit.
macro_rules! constrained {
    ($($name:ident($($attribute:tt)*))*) => {$(
        #[derive(ToolSchema)]
        struct $name<T> {
            /// Its only field
            #[tool($($attribute)*)]
            it: T,
        }
    )*};
}

constrained! {
    Range(range(1..=5))
    Below(range(..2.5))
    Length(length(1..))
    Multiple(multiple_of = 3)
    Matching(pattern = "^a$")
    Formatted(format = "date")
    Lists(example = [1, 2, 3])
    Numbers(example = 300, example = -1)
    Words(example = "a")
    Nothing(example = None)
    Truth(example = true)
}

#[derive(Deserialize, ToolSchema)]
struct Point {
    x: u8,
}

#[derive(Deserialize, ToolSchema)]
enum Side {
    Left,
    Right,
}

#[derive(Deserialize, ToolSchema)]
enum Form {
    Point(Point),
    Number(u8),
    Nothing,
}

#[derive(Deserialize, ToolSchema)]
enum Blank {
    #[serde(rename = "")]
    None,
    Some,
}

#[derive(Deserialize, ToolSchema)]
enum Never {}

#[derive(Deserialize, ToolSchema)]
struct Wrapped(Vec<u8>);

#[derive(Deserialize, ToolSchema)]
struct Flat<T> {
    #[serde(flatten)]
    it: T,
}

#[derive(Deserialize, ToolSchema)]
struct Two {
    #[serde(flatten)]
    one: BTreeMap<String, u8>,
    #[serde(flatten)]
    two: BTreeMap<String, u8>,
}

#[derive(Deserialize, ToolSchema)]
struct Same {
    x: u8,
    #[serde(flatten)]
    point: Point,
}

#[derive(Deserialize, ToolSchema)]
struct Unnamed {
    #[serde(rename = "")]
    it: u8,
}

#[derive(ToolSchema)]
struct Endless {
    it: Box<Endless>,
}

#[derive(ToolSchema)]
struct EndlessPair {
    it: (u8, Box<EndlessPair>),
}

#[derive(ToolSchema)]
enum EndlessChoice {
    One(Box<EndlessChoice>),
    Two { it: Box<EndlessChoice> },
}

#[derive(Deserialize, ToolSchema)]
enum Named {
    One(u8),
    Two(String),
}

#[derive(Deserialize, ToolSchema)]
struct Shared {
    #[serde(flatten)]
    all: BTreeMap<String, u8>,
    #[serde(flatten)]
    named: Named,
}

#[derive(Deserialize, ToolSchema)]
struct SharedOption {
    #[serde(flatten)]
    named: Option<Named>,
    #[serde(flatten)]
    all: BTreeMap<String, Vec<u8>>,
}

#[derive(ToolSchema)]
struct Field<T> {
    it: T,
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn spec<T: ToolSchema>() -> Spec<'static> {
    Spec {
        name: Text::plain("find"),
        description: Text::plain("Finds it."),
        params: T::SCHEMA,
        ..Spec::NEW
    }
}

/// The message of a panic, in one line.
fn panics(run: impl FnOnce() + UnwindSafe) -> Option<String> {
    let message = catch_unwind(run).err()?;
    let message = message.downcast_ref::<String>().expect("a text");
    Some(message.replace('\n', " ⏎ "))
}

type Check = fn(Diagnostics);

/// The message, and the place that it is reported at: as generated code asks for each.
fn message(spec: Spec<'static>) -> String {
    let found = Diagnostics::of(leak(ToolDef::new(leak(spec))));
    let places: [(&str, Check); 5] = [
        ("name", Diagnostics::panic_at_name),
        ("strict", |found| found.panic_at_strict(Provider::Gemini)),
        ("value", |found| {
            (0..3).for_each(|part| found.panic_at_value(0, part));
        }),
        ("parameter", |found| found.panic_at(0)),
        ("tool", Diagnostics::panic_at_tool),
    ];
    for (place, run) in places {
        if let Some(message) = panics(move || run(found)) {
            assert!(found.any() && found.fails(), "{message}");
            return format!("at the {place}: {message}");
        }
    }
    assert!(!found.fails());
    "no fault".to_owned()
}

macro_rules! constraints {
    ($($name:ident)*) => { [$((stringify!($name), <$name<u8>>::SCHEMA)),*] };
}

macro_rules! types {
    () => {
        types! { @ (bool) (u8) (f64) (String) (Side) (Form) (Point) (Wrapped)
            (Vec<u8>) ([u8; 2]) ((u8, String)) (Option<u8>) (BTreeMap<String, u8>)
            (Vec<Vec<String>>) (serde_json::Value) (()) (char) (i128)
        }
    };
    (@ $(($ty:ty))*) => { [$((stringify!($ty), <$ty>::SCHEMA)),*] };
}

/// The object with another type for its only field, as the derive writes it for that type.
fn with_field(schema: SchemaRef, ty: SchemaRef) -> SchemaRef {
    let schema = *schema.get();
    let Kind::Object(object) = schema.kind else {
        panic!("not an object: {schema:?}");
    };
    let [field] = object.fields else {
        panic!("not one field: {schema:?}");
    };
    let field = Property {
        ty: Link::Static(ty),
        ..*field
    };
    let object = Object {
        fields: leak([field]),
        ..object
    };
    SchemaRef::new(leak(Schema {
        kind: Kind::Object(object),
        ..schema
    }))
}

#[test]
fn the_messages_about_constraints_on_any_type_are_those_of_the_list() {
    let mut lines = Vec::new();
    let constraints = constraints! {
        Range Below Length Multiple Matching Formatted Lists Numbers Words Nothing Truth
    };
    for (constraint, schema) in constraints {
        for (name, ty) in types!() {
            let spec = Spec {
                params: with_field(schema, ty),
                ..spec::<Point>()
            };
            lines.push(format!("{constraint} of {name}: {}", message(spec)));
        }
    }
    lists::agrees("build-constraints", lines);
}

/// Tools that are wrong as a whole, or by a type.
fn tools() -> Vec<(&'static str, Spec<'static>)> {
    let named = |name: &'static str| Spec {
        name: Text::plain(name),
        ..spec::<Point>()
    };
    let built = |names| Spec {
        build: Some(names),
        ..spec::<Point>()
    };
    let described = |length| Spec {
        description: Text::plain(leak("a".repeat(length))),
        ..spec::<Point>()
    };
    vec![
        ("a dot", named("find.it")),
        ("a digit first", named("1st")),
        ("a space", named("find it")),
        ("no name", named("")),
        ("65 characters", named(leak("a".repeat(65)))),
        ("129 characters", named(leak("a".repeat(129)))),
        ("an unknown provider", built("openai,gemni")),
        (
            "only providers that accept it",
            Spec {
                providers: Provider::Mcp.bit(),
                ..named("find.it")
            },
        ),
        (
            "allowed for some",
            Spec {
                allow: Provider::OpenAi.bit() | Provider::Anthropic.bit(),
                ..named("find.it")
            },
        ),
        (
            "allowed for all",
            Spec {
                allow: u32::MAX,
                ..named("find.it")
            },
        ),
        (
            "strict for Gemini",
            Spec {
                strict: Strict::For(Provider::Gemini.bit()),
                ..spec::<Point>()
            },
        ),
        (
            "strict with a map",
            Spec {
                strict: Strict::On,
                ..spec::<Field<BTreeMap<String, u8>>>()
            },
        ),
        (
            "without loss",
            Spec {
                lossless: true,
                ..spec::<Range<u8>>()
            },
        ),
        ("1,024 characters", described(1_024)),
        ("1,025 characters", described(1_025)),
        ("4,096 characters", described(4_096)),
        ("4,097 characters", described(4_097)),
        (
            "a long description",
            Spec {
                description: Text::plain(leak("a ".repeat(3_000))),
                ..spec::<Point>()
            },
        ),
        ("an empty value", spec::<Field<Blank>>()),
        ("a map of empty values", spec::<BTreeMap<String, Blank>>()),
        ("no variants", spec::<Field<Never>>()),
        ("keys with data", spec::<Field<BTreeMap<Form, u8>>>()),
        (
            "keys that are lists",
            spec::<Field<BTreeMap<Wrapped, u8>>>(),
        ),
        ("empty keys", spec::<Field<BTreeMap<Blank, u8>>>()),
        ("a flattened number", spec::<Flat<u8>>()),
        ("a flattened list", spec::<Flat<Vec<u8>>>()),
        (
            "a flattened map of numbers",
            spec::<Flat<BTreeMap<u8, u8>>>(),
        ),
        ("two flattened maps", spec::<Two>()),
        ("a name twice", spec::<Same>()),
        ("no name of a field", spec::<Unnamed>()),
        ("only itself", spec::<Endless>()),
        ("only itself in a pair", spec::<Field<EndlessPair>>()),
        (
            "only itself in each variant",
            spec::<Field<EndlessChoice>>(),
        ),
        ("variants beside a map", spec::<Shared>()),
        ("optional variants beside a map", spec::<SharedOption>()),
    ]
}

#[test]
fn the_messages_about_tools_are_those_of_the_list() {
    let mut lines = Vec::new();
    for (case, spec) in tools() {
        lines.push(format!("{case}: {}", message(spec)));
        let tool = leak(rerendered(&ToolDef::new(leak(spec))));
        for provider in [Provider::OpenAi, Provider::Gemini, Provider::Mcp] {
            if let Some(message) = panics(move || _ = tool.schema_for(provider)) {
                lines.push(format!("{case}, {provider}: {message}"));
            }
        }
        let result = Spec {
            output: Some(spec.params),
            params: Point::SCHEMA,
            ..spec
        };
        let tool = leak(ToolDef::new(leak(result)));
        if let Some(message) = panics(move || check_output(tool)) {
            lines.push(format!("{case}, as a result: {message}"));
        }
    }
    let extra = Spec {
        extra: &[(Provider::OpenAi, r#""name":"x""#)],
        ..spec::<Point>()
    };
    let tool = leak(ToolDef::new(leak(extra)));
    for name in ["name", "type", "function", "cache"] {
        let message = panics(move || check_extra(tool, 0, &[name]));
        lines.push(format!("extra {name}: {message:?}"));
    }
    lists::agrees("build-tools", lines);
}

#[test]
fn the_reports_about_tools_are_those_of_the_list() {
    let mut lines: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (case, spec) in tools() {
        let tool = rerendered(&ToolDef::new(leak(spec)));
        for &provider in Provider::ALL {
            for entry in tool.report_for(provider).entries {
                let (pointer, keyword) = (entry.pointer, entry.keyword);
                let line = format!("{:?} {pointer} {keyword}: {}", entry.outcome, entry.reason);
                let providers = lines.entry(format!("{case}: {line}")).or_default();
                providers.push(provider.name());
            }
        }
    }
    let lines = lines.into_iter();
    let lines = lines.map(|(line, providers)| format!("{line} ({})", providers.join(", ")));
    lists::agrees("build-reports", lines);
}
