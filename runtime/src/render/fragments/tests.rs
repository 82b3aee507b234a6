//! Compares texts that share fragments with texts that are written alone.

use crate::ToolSchema;
use crate::dialect::of;
use crate::json::Sink;
use crate::provider::Provider;
use crate::render::rendered::write_all;
use crate::render::{Form, declare, render};
use crate::schema::{
    Enum, EnumValue, Field, Key, Kind, Link, Literal, More, Num, Object, Rules, Schema, SchemaRef,
    Text, TypeName, UnknownNames,
};
use crate::spec::{Spec, Strict};
use std::collections::BTreeMap;

const fn value(ident: &'static str, docs: &'static str) -> EnumValue<'static> {
    EnumValue {
        ident,
        value: Literal::String(Text::plain(ident)),
        docs,
        more: None,
        flags: 0,
    }
}

static NAME: TypeName<'static> = TypeName {
    name: "Level",
    module: "tests",
    file: "tests.rs",
    line: 1,
    column: 1,
    args: &[],
    consts: &[],
};

/// Enums without descriptions, with some, and described completely; one with a single value, and
/// one with an empty value.
static ENUMS: [Schema<'static>; 5] = [
    Schema::of(Kind::Enum(Enum {
        values: &[value("low", ""), value("high", "")],
    })),
    Schema {
        name: Some(&NAME),
        docs: "How much.",
        kind: Kind::Enum(Enum {
            values: &[
                value("low", "Little."),
                value("middle", ""),
                value("high", "Much."),
            ],
        }),
    },
    Schema {
        name: Some(&NAME),
        ..Schema::of(Kind::Enum(Enum {
            values: &[value("low", ""), value("high", "Much.")],
        }))
    },
    Schema::of(Kind::Enum(Enum {
        values: &[value("low", "Little.")],
    })),
    Schema::of(Kind::Enum(Enum {
        values: &[value("low", ""), value("", "None.")],
    })),
];

fn option(schema: &'static Schema<'static>) -> SchemaRef {
    let option = Schema::of(Kind::Option(Link::Static(SchemaRef::new(schema))));
    SchemaRef::new(Box::leak(Box::new(option)))
}

/// Types whose form depends on the dialect in different ways.
fn types() -> Vec<SchemaRef> {
    let mut all = vec![
        <bool as ToolSchema>::SCHEMA,
        f64::SCHEMA,
        String::SCHEMA,
        char::SCHEMA,
        u8::SCHEMA,
        i8::SCHEMA,
        u32::SCHEMA,
        u64::SCHEMA,
        i64::SCHEMA,
        u128::SCHEMA,
        core::num::NonZeroI32::SCHEMA,
        core::num::NonZeroU16::SCHEMA,
        Option::<bool>::SCHEMA,
        Option::<String>::SCHEMA,
        Option::<u16>::SCHEMA,
        Option::<i32>::SCHEMA,
        Option::<f32>::SCHEMA,
        Option::<Option<f32>>::SCHEMA,
        Vec::<String>::SCHEMA,
        Vec::<f32>::SCHEMA,
        Vec::<u8>::SCHEMA,
        Vec::<Vec<bool>>::SCHEMA,
        Vec::<Option<bool>>::SCHEMA,
        <[bool; 3]>::SCHEMA,
        std::collections::BTreeSet::<String>::SCHEMA,
        Option::<Vec<String>>::SCHEMA,
        <(String, bool)>::SCHEMA,
        BTreeMap::<String, bool>::SCHEMA,
        <()>::SCHEMA,
    ];
    all.extend(ENUMS.iter().map(SchemaRef::new));
    all.extend(ENUMS.iter().map(option));
    all
}

#[allow(clippy::unnecessary_wraps)] // The type of the fields.
const fn n(value: u128, text: &str) -> Option<Num<'_>> {
    Some(Num::int(false, value, text))
}

/// Every kind of rules.
fn rules() -> [Option<Rules<'static>>; 18] {
    let none = Rules::NONE;
    let lengths = |min_length, max_length| Rules {
        min_length,
        max_length,
        ..Rules::NONE
    };
    let bounds = |minimum, maximum| Rules {
        minimum,
        maximum,
        ..Rules::NONE
    };
    [
        None,
        Some(none),
        Some(lengths(n(1, "1"), n(200, "200"))),
        Some(lengths(n(1, "1"), None)),
        Some(lengths(None, n(1, "1"))),
        Some(lengths(n(12, "12"), n(12, "12"))),
        Some(lengths(n(12, "12"), n(13, "13"))),
        Some(lengths(None, n(4096, "4096"))),
        Some(lengths(n(0, "0"), n(20, "20"))),
        Some(lengths(None, n(0, "0"))),
        Some(bounds(n(1, "1"), n(100, "100"))),
        Some(bounds(None, n(0, "0"))),
        Some(bounds(Some(Num::float(0.0, "0.0")), None)),
        Some(bounds(n(0, "0"), n(100_000, "100000"))),
        Some(bounds(None, n(5, "5"))),
        Some(bounds(Some(Num::int(true, 40_000, "-40000")), None)),
        Some(bounds(Some(Num::float(-0.5, "-0.5")), n(1, "1"))),
        Some(Rules {
            exclusive_maximum: n(7, "7"),
            ..bounds(n(1, "1"), n(100, "100"))
        }),
    ]
}

/// Pseudo-random numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

const NAMES: [(&str, &str); 7] = [
    ("a", "\"a\":"),
    ("b", "\"b\":"),
    ("c", "\"c\":"),
    ("d", "\"d\":"),
    ("e", "\"e\":"),
    ("f", "\"f\":"),
    ("g", "\"g\":"),
];

/// A tool with some parameters.
fn tool(numbers: &mut Numbers, types: &[SchemaRef]) -> &'static Spec<'static> {
    let mut fields = Vec::new();
    for (i, (raw, member)) in NAMES[..numbers.below(NAMES.len() + 1)].iter().enumerate() {
        let rules = match numbers.below(3) {
            0 => rules()[numbers.below(18)],
            _ => None,
        };
        let more = More {
            rules,
            ..More::NONE
        };
        let key = Key {
            raw,
            member,
            facts: 0,
        };
        fields.push(Field {
            docs: ["", "What it is"][numbers.below(2)],
            more: rules.map(|_| &*Box::leak(Box::new(more))),
            flags: [
                0,
                0,
                0,
                0,
                Field::INLINE,
                Field::DEFAULTED,
                Field::OUTPUT_ONLY,
            ][numbers.below(7)],
            ..Field::new(key, Link::Static(types[numbers.below(types.len())]))
        });
        // Some dialects write it as a property at its place, others after all properties.
        if i == 0 && numbers.below(8) == 0 {
            fields[0] = Field {
                flags: Field::FLATTEN,
                ..Field::new(key, Link::Static(BTreeMap::<String, bool>::SCHEMA))
            };
        }
    }
    let root = Schema::of(Kind::Object(Object {
        fields: fields.leak(),
        unknown_names: UnknownNames::Rejected,
    }));
    Box::leak(Box::new(Spec {
        name: Text::plain("tool"),
        description: Text::plain("It is one."),
        params: SchemaRef::new(Box::leak(Box::new(root))),
        strict: [Strict::Auto, Strict::On, Strict::Off][numbers.below(3)],
        lossless: numbers.below(10) == 0,
        ..Spec::NEW
    }))
}

/// A text made of fragments of other dialects equals the one that its dialect writes alone, also if
/// a flattened map comes first.
#[test]
fn all_texts_together_are_what_each_is_alone() {
    let types = types();
    let mut numbers = Numbers(1);
    let (mut same, mut left_out) = (0, 0);
    for _ in 0..3000 {
        let spec = tool(&mut numbers, &types);
        let mut bytes = vec![0; 200_000];
        let all = write_all(spec, Sink::over(&mut bytes));
        for &provider in Provider::ALL {
            let declared = declare(*spec, spec.params.get(), provider, Form::Own);
            let entry = all.table[provider.index()];
            if entry.is_none() {
                assert!(declared.is_err());
                left_out += 1;
                continue;
            }
            let declared = declared.unwrap();
            let text = &bytes[entry.declaration_range().0..entry.declaration_range().1];
            assert_eq!(declared.text, core::str::from_utf8(text).unwrap());
            assert_eq!(declared.strict, entry.strict());
            let text = &bytes[entry.parameters().0..entry.parameters().1];
            let text = core::str::from_utf8(text).unwrap();
            let d = of(provider, entry.strict());
            assert_eq!(d.strict, entry.strict());
            let alone = render(spec.params.get(), d).unwrap();
            if provider == Provider::JsonSchema {
                // This one also starts with name and description.
                assert!(text.ends_with(&alone[1..]), "{text}\n{alone}");
            } else if !text.is_empty() {
                assert_eq!(text, alone, "{provider:?}");
            }
            same += 1;
        }
    }
    assert!(
        same > 20_000 && left_out > 100,
        "{same} texts, {left_out} left out"
    );
}
