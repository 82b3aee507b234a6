//! Renders all texts of a tool at run time as the compiler does. Each text copies fragments of the
//! ones before it.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use toolcast::__private::{
    Diagnostics, Field, Key, Kind, Link, Object, Schema, Spec, Strict, Text, UnknownNames,
    rerendered,
};
use toolcast::schema::{Enum, EnumValue, Literal, SchemaRef};
use toolcast::set::ToolSet;
use toolcast::{Outcome, Provider, ToolDef, ToolSchema};
use toolcast_test_support::none;
use toolcast_tests::{tools, zoo};

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Finds differences between the texts that the compiler rendered and the same texts rendered at
/// run time.
pub(super) fn differences(tool: &ToolDef, failures: &mut Vec<String>) -> usize {
    let again = rerendered(tool);
    let mut texts = 0;
    for &provider in Provider::ALL {
        let all = |tool: &ToolDef| {
            (
                tool.try_schema_for(provider),
                tool.parameters_for(provider),
                tool.is_strict_for(provider),
            )
        };
        let (compiled, made) = (all(tool), all(&again));
        texts += usize::from(compiled.0.is_some());
        if made != compiled {
            failures.push(format!(
                "{}, {provider}: {compiled:?}\n{made:?}",
                tool.name()
            ));
        }
    }
    texts
}

#[test]
fn texts_of_the_zoos_tools_are_the_same_at_run_time() {
    let mut failures = Vec::new();
    let texts: usize = zoo::tools::all()
        .iter()
        .map(|tool| tool.def)
        .chain(tools::all())
        .map(|tool| differences(tool, &mut failures))
        .sum();
    none(&failures);
    assert!(texts > 1000, "{texts} texts");
}

/// The settings of a tool: a strict mode, `lossless`, few providers, a description of its own.
fn specs(params: SchemaRef) -> [Spec<'static>; 7] {
    let plain = Spec {
        name: Text::plain("take"),
        description: Text::plain("Takes it."),
        params,
        ..Spec::NEW
    };
    [
        plain,
        Spec {
            strict: Strict::On,
            ..plain
        },
        Spec {
            strict: Strict::For(Provider::Bedrock.bit() | Provider::DeepSeek.bit()),
            title: Text::plain("Take"),
            ..plain
        },
        Spec {
            // Only one of the two declarations has a title.
            providers: Provider::Mcp.bit() | Provider::Portable.bit(),
            title: Text::plain("Take"),
            ..plain
        },
        Spec {
            strict: Strict::Omit,
            extra: &[
                (Provider::Anthropic, "\"a\":1"),
                (Provider::Gemini, ""),
                (Provider::Anthropic, "\"b\":2"),
            ],
            ..plain
        },
        Spec {
            strict: Strict::Off,
            lossless: true,
            ..plain
        },
        Spec {
            // A name that some providers reject.
            name: Text::plain("take.it:all"),
            allow: Provider::Gemini.bit() | Provider::Portable.bit(),
            build: Some("openai, gemini,mcp,portable"),
            ..plain
        },
    ]
}

/// Each text is that of a tool that has no other. How many there are for each spec.
fn compare(params: &'static Schema<'static>, failures: &mut Vec<String>) -> [usize; 7] {
    specs(SchemaRef::new(params)).map(|spec| {
        let tool: &'static ToolDef = leak(ToolDef::new(leak(spec)));
        let again = rerendered(tool);
        let set = ToolSet::builder().tool_def(tool).build();
        let set = set.expect("a set").with_prefix("");
        let alone = set.get(tool.name()).expect("it keeps its name");
        let mut texts = 0;
        for &provider in Provider::ALL {
            let text = again.try_schema_for(provider);
            let expected = alone.schema_for(provider);
            texts += usize::from(text.is_some());
            if text != expected {
                failures.push(format!("{provider}: {expected:?}\n{text:?}"));
            }
            let strict = tool.report_for(provider).strict;
            if text.is_some() && again.is_strict_for(provider) != strict {
                failures.push(format!("{provider}: strict should be {strict}: {text:?}"));
            }
        }
        texts
    })
}

#[test]
fn texts_of_the_zoos_types_are_the_same_at_run_time() {
    let mut failures = Vec::new();
    let mut texts = [0; 7];
    for specimen in zoo::all() {
        let counts = compare(specimen.schema, &mut failures);
        for (sum, count) in texts.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    none(&failures);
    assert!(texts.iter().all(|count| *count > 500), "{texts:?}");
}

#[derive(ToolSchema)]
struct Nothing {}

/// Nothing comes before the first property, in each dialect.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct AfterNothing {
    #[serde(flatten)]
    nothing: Nothing,
    list: Vec<u8>,
    map: BTreeMap<String, u8>,
}

/// The type itself is a string containing JSON, and `null` is a sibling of it. Two dialects differ
/// only in the way they write that.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct Tied {
    ties: Vec<Option<Box<Tied>>>,
}

/// Two strict modes differ only in the bounds of the properties before the flattened map.
#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct BeforeOthers {
    own: Vec<u8>,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

#[test]
fn empty_flatten_recursion_and_flattened_map_render_the_same() {
    let mut failures = Vec::new();
    for params in [AfterNothing::SCHEMA, Tied::SCHEMA, BeforeOthers::SCHEMA] {
        let texts = compare(params.get(), &mut failures);
        assert_eq!(texts[0], Provider::ALL.len());
    }
    none(&failures);
}

/// If a provider rejects an empty string, a third-party enum loses it.
#[test]
fn an_empty_name_in_an_enum_is_left_out_if_the_provider_refuses_it() {
    let value = |name| EnumValue {
        ident: name,
        value: Literal::String(Text::plain(name)),
        docs: "",
        more: None,
        flags: Field::FOREIGN,
    };
    let values = leak(["left", "", "right"].map(value));
    let names: &'static _ = leak(Schema::of(Kind::Enum(Enum { values })));
    let maybe = Schema::of(Kind::Option(Link::Static(SchemaRef::new(names))));
    let property = |raw, member, ty| {
        let key = Key {
            raw,
            member,
            facts: 0,
        };
        Field {
            flags: Field::FOREIGN,
            ..Field::new(key, Link::Static(SchemaRef::new(ty)))
        }
    };
    let fields = [
        property("a", "\"a\":", names),
        property("b", "\"b\":", leak(maybe)),
    ];
    let params = leak(Schema::of(Kind::Object(Object {
        fields: leak(fields),
        unknown_names: UnknownNames::Rejected,
    })));
    let mut failures = Vec::new();
    let texts = compare(params, &mut failures);
    none(&failures);
    assert_eq!(texts[0], Provider::ALL.len());
}

/// More properties than the cache holds, some of them with constraints: each is written exactly
/// once.
#[test]
fn more_properties_than_are_remembered_are_each_written_once() {
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    for many in [1, 2, 31, 32, 33, 34, 40] {
        for long in [None, Some(0), Some(15), Some(31), Some(32), Some(39)] {
            let field = |i: usize| {
                let name: &'static str = format!("p{i}").leak();
                let key = Key {
                    raw: name,
                    member: format!("\"{name}\":").leak(),
                    facts: 0,
                };
                let ty = match (Some(i) == long, i % 3) {
                    (true, _) => <BTreeMap<String, u8>>::SCHEMA,
                    (false, 0) => bool::SCHEMA,
                    (false, 1) => u8::SCHEMA,
                    (false, _) => <Option<String>>::SCHEMA,
                };
                Field::new(key, Link::Static(ty))
            };
            let fields: Vec<_> = (0..many).map(field).collect();
            let names: BTreeSet<_> = fields.iter().map(|field| field.key.raw).collect();
            let params = Schema::of(Kind::Object(Object {
                fields: fields.leak(),
                unknown_names: UnknownNames::Rejected,
            }));
            for spec in specs(SchemaRef::new(leak(params))) {
                let tool = rerendered(leak(ToolDef::new(leak(spec))));
                for &provider in Provider::ALL {
                    let Some(text) = tool.parameters_for(provider) else {
                        continue;
                    };
                    seen.insert(provider);
                    let parsed: Value = serde_json::from_str(text).expect("JSON");
                    let properties = parsed["properties"].as_object().expect("an object");
                    let written: BTreeSet<_> = properties.keys().map(String::as_str).collect();
                    let once = names
                        .iter()
                        .all(|name| text.matches(&format!("\"{name}\":")).count() == 1);
                    if written != names || !once {
                        failures.push(format!("{many}, {long:?}, {provider}: {text}"));
                    }
                }
            }
        }
    }
    none(&failures);
    assert!(seen.len() > 1, "{seen:?}");
}

/// The compiler points at the first parameter with something in it that a provider would refuse.
#[test]
fn the_first_rejected_parameter_is_pointed_at() {
    let mut failures = Vec::new();
    let mut refused = 0;
    for specimen in zoo::all() {
        let Kind::Object(object) = &specimen.schema.kind else {
            continue;
        };
        for spec in specs(SchemaRef::new(specimen.schema)) {
            let tool = ToolDef::new(leak(spec));
            let faults = Diagnostics::of(&tool);
            let (calls, first) = faults.calls();
            if calls > 0 {
                continue;
            }
            let reports: Vec<_> = Provider::ALL
                .iter()
                .copied()
                .filter(|provider| spec.allow & provider.bit() == 0)
                .map(|provider| tool.report_for(provider))
                .collect();
            let wrong = (reports.iter().flat_map(|report| &report.entries))
                .filter(|entry| entry.keyword != "providers")
                .filter(|entry| is_wrong(entry.outcome, spec.lossless));
            let places: Vec<_> = wrong
                .map(|entry| {
                    let mut parts = entry.pointer.split('/').skip(1);
                    match (parts.next(), parts.next()) {
                        (Some("properties"), Some(name)) => {
                            object.fields.iter().position(|field| field.key.raw == name)
                        }
                        _ => None,
                    }
                })
                .collect();
            let name = specimen.name;
            if faults.any() == places.is_empty() {
                failures.push(format!("{name}: {reports:?}"));
            }
            // A fault in a definition or a flattened type does not point at a field of this object.
            if places.contains(&None) || places.is_empty() {
                continue;
            }
            refused += 1;
            let expected = places.iter().flatten().min();
            if expected != Some(&first) {
                failures.push(format!("{name}: {first}, not {expected:?}: {reports:?}"));
            }
        }
    }
    none(&failures);
    assert!(refused > 100, "{refused} refused");
}

fn is_wrong(outcome: Outcome, lossless: bool) -> bool {
    let is_lost = matches!(
        outcome,
        Outcome::Widened | Outcome::Narrowed | Outcome::Described
    );
    outcome == Outcome::Rejected || lossless && is_lost
}
