//! Arguments of growing size, checked against the original schema of a foreign tool. A check takes
//! work in proportion to their size.

use crate::instructions::{assert_linear_tasks, count, count_a_square, is_counted, sizes};
use serde_json::{Value, json};
use toolcast::import::ImportedSchema;

/// A schema, and arguments of a size.
pub(crate) struct Series {
    pub(crate) name: &'static str,
    pub(crate) is_accepted: bool,
    schema: fn() -> Value,
    arguments: fn(usize) -> Value,
}

fn items(n: usize) -> Value {
    (0..n).collect()
}

fn lists(n: usize) -> Value {
    (0..n).map(|i| json!([i, {"a": "x"}])).collect()
}

/// Objects of five levels.
fn expressions(n: usize) -> Value {
    let levels = |_| (0..5).fold(json!({"op": "-"}), |one, _| json!({"op": "*", "left": one}));
    (0..n).map(levels).collect()
}

fn members(n: usize) -> Value {
    Value::Object((0..n).map(|i| (format!("k{i}"), json!(1))).collect())
}

fn text(n: usize) -> Value {
    "ab".repeat(8 * n).into()
}

/// Items of each type, none of them twice.
fn mixed(n: usize) -> Value {
    let one = |i: usize| match i % 5 {
        0 => json!(i),
        1 => json!(i.to_string()),
        2 => json!([i]),
        3 => json!({"a": i}),
        _ => json!(i.to_string() + ".5")
            .as_str()
            .and_then(|it| it.parse::<f64>().ok())
            .into(),
    };
    (0..n).map(one).collect()
}

/// Twelve texts.
fn texts(n: usize) -> Value {
    let units = [
        "a", ".", "-", "1", ":", "/", "%25", "@", "{", "(", "\\", "\u{fc}",
    ];
    units.iter().map(|unit| unit.repeat(n)).collect()
}

/// Compares each text with each format, and accepts it.
fn formats() -> Value {
    let names = [
        "date",
        "date-time",
        "duration",
        "email",
        "hostname",
        "idn-email",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "iri",
        "iri-reference",
        "json-pointer",
        "regex",
        "relative-json-pointer",
        "time",
        "uri",
        "uri-reference",
        "uri-template",
        "uuid",
    ];
    let either =
        |name: &str| json!({"anyOf": [{"format": name}, {"not": {"minLength": 1_000_000}}]});
    json!({"items": {"allOf": names.map(either)}})
}

/// Names that each of twelve levels leaves to the next.
fn levels_of_unevaluated() -> Value {
    (0..12).fold(json!({}), |inner, i| {
        let name = format!("k{i}");
        json!({"properties": {name: {}}, "allOf": [inner], "unevaluatedProperties": {"not": {"const": 2}}})
    })
}

pub(crate) const SERIES: [Series; 20] = [
    accepted(
        "unique items of all types",
        || json!({"uniqueItems": true}),
        mixed,
    ),
    accepted("formats and texts", formats, texts),
    accepted(
        "unevaluated names in twelve levels",
        levels_of_unevaluated,
        members,
    ),
    accepted("unique items", || json!({"uniqueItems": true}), items),
    accepted("unique lists", || json!({"uniqueItems": true}), lists),
    rejected(
        "items that contain nothing",
        || json!({"contains": {"const": "x"}}),
        items,
    ),
    accepted(
        "items that contain some",
        || json!({"contains": {"minimum": 1}, "minContains": 5, "maxContains": 100_000}),
        items,
    ),
    accepted(
        "items of no alternative",
        || json!({"items": {"not": {"anyOf": [{"type": "boolean"}, {"type": "string"}]}}}),
        items,
    ),
    accepted(
        "items of an enumeration",
        || json!({"items": {"not": {"enum": [[-1, {"a": "x"}], [1, {"a": "y"}]]}}}),
        lists,
    ),
    accepted(
        "unevaluated items",
        || json!({"allOf": [{"prefixItems": [{"minimum": 0}]}], "unevaluatedItems": {"not": {"const": 0}}}),
        items,
    ),
    accepted(
        "multiples",
        || json!({"items": {"not": {"multipleOf": 0.7, "maximum": -1}}}),
        items,
    ),
    accepted(
        "unknown names of an open object",
        || json!({"properties": {"a": {"not": {}}}, "additionalProperties": {"not": {"const": 2}}}),
        members,
    ),
    accepted(
        "names of a pattern",
        || json!({"patternProperties": {"^k[0-9]+$": {"not": {"const": 2}}}, "additionalProperties": false}),
        members,
    ),
    accepted(
        "names that are checked",
        || json!({"propertyNames": {"not": {"pattern": "x"}}}),
        members,
    ),
    accepted(
        "unevaluated names",
        || json!({"anyOf": [{"properties": {"k0": {"const": 1}}}], "unevaluatedProperties": {"not": {"const": 2}}}),
        members,
    ),
    accepted(
        "a condition",
        || json!({"if": {"required": ["k0"]}, "then": {"additionalProperties": {"not": {"const": 2}}}}),
        members,
    ),
    accepted(
        "expressions of alternatives with a tag",
        || {
            let one = |tag: &str| {
                let properties =
                    json!({"left": {"$ref": "#/properties/v/items"}, "op": {"const": tag}});
                json!({"required": ["op"], "properties": properties})
            };
            json!({"items": {"oneOf": [one("+"), one("-"), one("*")]}})
        },
        expressions,
    ),
    rejected("a pattern", || json!({"pattern": "^(a|b)*c$"}), text),
    rejected(
        "a look-ahead",
        || json!({"pattern": "^(?!.*c)[ab]*$x"}),
        text,
    ),
    rejected(
        "a format",
        || json!({"not": {"not": {"format": "email"}}}),
        text,
    ),
];

const fn accepted(
    name: &'static str,
    schema: fn() -> Value,
    arguments: fn(usize) -> Value,
) -> Series {
    Series {
        name,
        is_accepted: true,
        schema,
        arguments,
    }
}

const fn rejected(
    name: &'static str,
    schema: fn() -> Value,
    arguments: fn(usize) -> Value,
) -> Series {
    let accepted = accepted(name, schema, arguments);
    Series {
        is_accepted: false,
        ..accepted
    }
}

impl Series {
    pub(crate) fn read(&self) -> ImportedSchema {
        let schema = json!({"type": "object", "properties": {"v": (self.schema)()}});
        ImportedSchema::parse(&schema).expect("a schema")
    }

    pub(crate) fn of(&self, size: usize) -> Value {
        json!({"v": (self.arguments)(size)})
    }
}

const SIZES: [usize; 3] = [250, 500, 1000];

#[test]
fn each_series_is_accepted_or_rejected_as_it_claims() {
    for one in &SERIES {
        let imported = one.read();
        for size in SIZES {
            let checked = imported.validate(&one.of(size));
            assert_eq!(checked.is_ok(), one.is_accepted, "{}: {size}", one.name);
            let is_too_much = checked.is_err_and(|error| error.to_string().contains("too many"));
            assert!(!is_too_much, "{}: {size}", one.name);
        }
    }
}

/// A tool of many patterns, more than the caches of an engine keep.
fn patterns(n: usize) -> (ImportedSchema, Value) {
    let names = || (0..n).map(|i| format!("p{i}"));
    let schema = |i: usize| json!({"type": "string", "pattern": format!("^[a-z]{{1,24}}x{i}$")});
    let properties = names().enumerate().map(|(i, name)| (name, schema(i)));
    let schema = json!({"type": "object", "properties": Value::Object(properties.collect())});
    let value = names()
        .enumerate()
        .map(|(i, name)| (name, format!("abx{i}").into()));
    (
        ImportedSchema::parse(&schema).expect("a schema"),
        Value::Object(value.collect()),
    )
}

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn checks_run_instructions_in_proportion_to_the_arguments() {
    assert_linear_tasks("checks::task_check");
}

#[test]
#[ignore = "a task for valgrind"]
fn task_check() {
    if !is_counted() {
        return;
    }
    count_a_square(sizes(SIZES));
    for one in &SERIES {
        let imported = one.read();
        // Initialises the values that a process computes once.
        let _ = imported.validate(&one.of(1));
        for size in sizes(SIZES) {
            let value = one.of(size);
            let checked = count(one.name, size, || imported.validate(&value));
            assert_eq!(checked.is_ok(), one.is_accepted, "{}", one.name);
        }
    }
    for size in sizes(SIZES) {
        let (imported, value) = patterns(size);
        imported.validate(&value).expect("values of the patterns");
        count("a second check of many patterns", size, || {
            imported.validate(&value)
        })
        .expect("values of the patterns");
    }
}
