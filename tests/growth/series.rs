//! Foreign schemas of growing size. Importing a schema costs work in proportion to its size, and a
//! check of arguments takes bounded memory.

use crate::growth::{assert_linear, is_linear};
use crate::instructions::{assert_linear_tasks, count, count_a_square, is_counted};
use serde_json::{Value, json};
use std::hint::black_box;
use toolcast::import::ImportedSchema;
use toolcast::{Provider, lint};

/// A schema of a size.
pub(crate) type Series = fn(usize) -> String;

fn joined(number: usize, one: impl Fn(usize) -> String) -> String {
    let all: Vec<String> = (0..number).map(one).collect();
    all.join(",")
}

fn all_of_properties(n: usize) -> String {
    let parts = joined(n, |i| format!(r#"{{"properties":{{"p{i}":{{}}}}}}"#));
    format!(r#"{{"allOf":[{parts}]}}"#)
}

fn all_of_required(n: usize) -> String {
    let parts = joined(n, |i| format!(r#"{{"required":["p{i}"]}}"#));
    format!(r#"{{"allOf":[{parts}]}}"#)
}

fn all_of_one_property(n: usize) -> String {
    let parts = joined(n, |i| {
        format!(r#"{{"properties":{{"p":{{"minLength":{i}}}}}}}"#)
    });
    format!(r#"{{"allOf":[{parts}]}}"#)
}

fn unknown_keywords(n: usize) -> String {
    format!("{{{}}}", joined(n, |i| format!(r#""x-{i}":{i}"#)))
}

fn required_flags(n: usize) -> String {
    let properties = joined(n, |i| format!(r#""p{i}":{{"required":true}}"#));
    let names = joined(n, |i| format!(r#""p{i}""#));
    format!(r#"{{"type":"object","properties":{{{properties}}},"required":[{names}]}}"#)
}

fn required_properties(n: usize) -> String {
    let properties = joined(n, |i| format!(r#""p{i}":{{"not":{{"const":{i}}}}}"#));
    let names = joined(n, |i| format!(r#""p{i}""#));
    format!(r#"{{"type":"object","properties":{{{properties}}},"required":[{names}]}}"#)
}

fn property(schema: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"v":{schema}}}}}"#)
}

fn enum_of_strings(n: usize) -> String {
    property(&format!(
        r#"{{"enum":[{}]}}"#,
        joined(n, |i| format!(r#""v{i}""#))
    ))
}

fn enum_of_numbers(n: usize) -> String {
    property(&format!(r#"{{"enum":[{}]}}"#, joined(n, |i| i.to_string())))
}

fn tagged_union(n: usize) -> String {
    property(&format!(
        r#"{{"oneOf":[{}]}}"#,
        joined(n, |i| format!(
            r#"{{"type":"object","properties":{{"kind":{{"const":"k{i}"}}}},"required":["kind"]}}"#
        ))
    ))
}

pub(crate) fn alternatives(n: usize) -> String {
    property(&format!(
        r#"{{"anyOf":[{}]}}"#,
        joined(n, |i| format!(
            r#"{{"type":"string","not":{{"minLength":{i}}}}}"#
        ))
    ))
}

fn unused_definitions(n: usize) -> String {
    let definitions = joined(n, |i| format!(r#""d{i}":{{"type":"string"}}"#));
    format!(r#"{{"type":"object","$defs":{{{definitions}}}}}"#)
}

fn pattern_properties(n: usize) -> String {
    let patterns = joined(n, |i| format!(r#""^p{i}$":{{"type":"string"}}"#));
    format!(r#"{{"type":"object","patternProperties":{{{patterns}}}}}"#)
}

fn long_description(n: usize) -> String {
    format!(
        r#"{{"type":"object","description":"{}"}}"#,
        "x".repeat(64 * n)
    )
}

fn open_groups(n: usize) -> String {
    property(&format!(
        r#"{{"type":"string","pattern":"{}"}}"#,
        "(".repeat(n)
    ))
}

/// References in a keyword that becomes a text in the description.
fn excluded_references(n: usize) -> String {
    let properties = joined(n, |i| {
        format!(r##""p{i}":{{"type":"string","not":{{"$ref":"#/$defs/d{i}"}}}}"##)
    });
    let definitions = joined(n, |i| format!(r#""d{i}":{{"pattern":"^a{i}$"}}"#));
    format!(r#"{{"type":"object","properties":{{{properties}}},"$defs":{{{definitions}}}}}"#)
}

/// References with descriptions, each to a definition with a description.
fn described_references(n: usize) -> String {
    let properties = joined(n, |i| {
        format!(r##""p{i}":{{"$ref":"#/$defs/d{i}","description":"Own {i}"}}"##)
    });
    let definitions = joined(n, |i| {
        format!(r#""d{i}":{{"type":"string","description":"A text {i}"}}"#)
    });
    format!(r#"{{"type":"object","properties":{{{properties}}},"$defs":{{{definitions}}}}}"#)
}

/// Alternatives with keywords beside them, which apply to each.
fn keywords_beside_alternatives(n: usize) -> String {
    property(&format!(
        r#"{{"minLength":1,"contains":{{"const":1}},"properties":{{"a":{{"x-a":1}}}},"anyOf":[{}]}}"#,
        joined(n, |i| format!(r#"{{"type":"object","maxProperties":{i}}}"#))
    ))
}

/// The same keyword in each part, which has a loss in each.
fn all_of_one_keyword(n: usize) -> String {
    let parts = joined(n, |i| {
        format!(r#"{{"minLength":1,"x-a":{i},"pattern":"a{i}"}}"#)
    });
    property(&format!(r#"{{"type":"integer","allOf":[{parts}]}}"#))
}

pub(crate) const SERIES: [(&str, Series); 18] = [
    ("all_of_properties", all_of_properties),
    ("all_of_required", all_of_required),
    ("all_of_one_property", all_of_one_property),
    ("unknown_keywords", unknown_keywords),
    ("required_flags", required_flags),
    ("required_properties", required_properties),
    ("enum_of_strings", enum_of_strings),
    ("enum_of_numbers", enum_of_numbers),
    ("tagged_union", tagged_union),
    ("alternatives", alternatives),
    ("unused_definitions", unused_definitions),
    ("pattern_properties", pattern_properties),
    ("long_description", long_description),
    ("open_groups", open_groups),
    ("excluded_references", excluded_references),
    ("described_references", described_references),
    ("keywords_beside_alternatives", keywords_beside_alternatives),
    ("all_of_one_keyword", all_of_one_keyword),
];

fn read(schema: &str) -> ImportedSchema {
    ImportedSchema::parse(schema).unwrap_or_else(|error| panic!("{error}: {schema:.100}"))
}

/// Below the sizes at which a buffer with a first capacity of 4,096 grows.
const SIZES: [usize; 3] = [250, 500, 1000];

#[test]
fn reading_a_schema_allocates_in_proportion_to_its_size() {
    for (name, series) in SERIES {
        // Warm up the values that are initialised once per process.
        drop(read(&series(1)));
        let counted = SIZES.map(|size| {
            let schema = series(size);
            allocation_counter::measure(|| drop(black_box(read(&schema))))
        });
        let count = [0, 1, 2].map(|i| (SIZES[i], counted[i].count_total));
        let bytes = [0, 1, 2].map(|i| (SIZES[i], counted[i].bytes_total));
        if name != "long_description" && name != "open_groups" {
            assert_linear(&format!("{name}, allocations"), count);
        }
        assert_linear(&format!("{name}, bytes"), bytes);
    }
}

/// Tools of one invalid name, each with other parameters.
fn one_invalid_name(n: usize) -> Value {
    let one = |i: usize| json!({"name": "a b", "description": i.to_string(), "input_schema": {"type": "object"}});
    json!({"messages": [], "tools": (0..n).map(one).collect::<Vec<_>>()})
}

/// A response of a Gemini function, with a keyword in each property that the API doesn't know.
fn unknown_in_response(n: usize) -> Value {
    let one = |i: usize| (format!("p{i}"), json!({"type": "STRING", "x": i}));
    let properties: serde_json::Map<String, Value> = (0..n).map(one).collect();
    let response = json!({"type": "OBJECT", "properties": properties});
    let function = json!({"name": "a", "description": "d", "response": response});
    json!({"contents": [], "tools": [{"functionDeclarations": [function]}]})
}

#[test]
fn repairing_a_request_allocates_in_proportion_to_its_size() {
    for provider in [Provider::Anthropic, Provider::Gemini] {
        let series = match provider {
            Provider::Anthropic => one_invalid_name,
            _ => unknown_in_response,
        };
        // Warm up the values that are initialised once per process.
        let _ = lint::fix(provider, &mut series(2));
        let counted = SIZES.map(|size| {
            let mut request = series(size);
            let task = || assert!(lint::fix(provider, &mut request).remaining.is_empty());
            (size, allocation_counter::measure(task).count_total)
        });
        assert_linear(&format!("{provider}, allocations"), counted);
    }
}

/// The control: keeping a list of all names before each name is found by the same measure.
#[test]
fn the_measure_of_allocations_finds_a_square() {
    let counted = SIZES.map(|size| {
        let task = || {
            let mut names: Vec<String> = Vec::new();
            for i in 0..size {
                black_box(names.clone());
                names.push(format!("p{i}"));
            }
        };
        (size, allocation_counter::measure(task).bytes_total)
    });
    assert!(!is_linear(counted), "{counted:?}");
}

/// The most memory that a check takes at once.
fn peak(schema: &str, value: &Value) -> u64 {
    let imported = read(schema);
    let task = || assert!(imported.validate(value).is_err());
    allocation_counter::measure(task).bytes_max
}

const MEGABYTE: u64 = 1 << 20;

/// A value or a tree of values, by three alternatives.
pub(crate) const TREE: &str = r##"{"type":"object","properties":{"v":{"$ref":"#/$defs/T"}},"$defs":{"T":{"anyOf":[
        {"type":"object","properties":{"a":{"$ref":"#/$defs/T"}}},
        {"type":"object","properties":{"a":{"$ref":"#/$defs/T"}},"minProperties":0},
        {"type":"string","not":{"minLength":1}}]}}}"##;

/// Alternatives that each look for an item that isn't there.
pub(crate) fn alternatives_that_contain(n: usize) -> String {
    property(&format!(
        r#"{{"anyOf":[{}]}}"#,
        joined(n, |i| format!(r#"{{"contains":{{"const":"c{i}"}}}}"#))
    ))
}

/// Errors of alternatives own copies of the value, and their number is bounded.
#[test]
fn a_check_takes_bounded_memory() {
    let long = json!({"v": "x".repeat(1 << 20)});
    for n in [10, 100, 1000] {
        let taken = peak(&alternatives(n), &long);
        assert!(taken < 64 * MEGABYTE, "{n} alternatives: {taken}");
    }
    let items: Vec<usize> = (0..20_000).collect();
    let contains = alternatives_that_contain(200);
    let taken = peak(&contains, &json!({"v": items}));
    assert!(taken < 64 * MEGABYTE, "contains: {taken}");
    let leaf = json!("x".repeat(4_000));
    let value = (0..14).fold(leaf, |inner, _| json!({"a": inner}));
    let taken = peak(TREE, &json!({"v": value}));
    assert!(taken < 64 * MEGABYTE, "a tree: {taken}");
}

/// A name is a part of the pointer to each schema below it.
#[test]
fn pointers_take_bounded_memory() {
    let name = "n".repeat(1 << 20);
    for below in [
        joined(2_000, |i| format!(r#""p{i}":{{"id":"{i}"}}"#)),
        joined(2_000, |i| format!(r#""p{i}":{{"minimum":{i},"x-a":1}}"#)),
        joined(2_000, |i| format!(r#""p{i}":{{"not":{{"const":{i}}}}}"#)),
    ] {
        let inner = format!(r#"{{"type":"object","properties":{{{below}}}}}"#);
        let schema = format!(r#"{{"type":"object","properties":{{"{name}":{inner}}}}}"#);
        let task = || {
            let _ = ImportedSchema::parse(&schema);
        };
        let taken = allocation_counter::measure(task).bytes_max;
        assert!(taken < 256 * MEGABYTE, "{taken} for {below:.40}");
    }
}

/// Compiled patterns are bounded, so that memory doesn't grow with their number.
#[test]
fn patterns_take_bounded_memory() {
    let patterns = |n| {
        let all = joined(n, |i| {
            format!(r#""p{i}":{{"type":"string","pattern":"^\\p{{L}}{{1,16}}x{i}$"}}"#)
        });
        format!(r#"{{"type":"object","properties":{{{all}}}}}"#)
    };
    let held = [10, 100, 400].map(|n| {
        let schema = patterns(n);
        let mut kept = None;
        let info = allocation_counter::measure(|| kept = Some(read(&schema)));
        assert!(kept.is_some());
        info.bytes_current
    });
    assert!(held[2] < 32 * MEGABYTE.cast_signed(), "{held:?}");
}

/// Comparing names allocates nothing, so quadratic work shows only in the instructions.
#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn schemas_run_instructions_in_proportion_to_their_size() {
    assert_linear_tasks("series::task_read");
}

/// A request with a pattern of braces that begin no repeat. The import has a smaller bound.
fn request_with_braces(n: usize) -> Value {
    let parameters: Value =
        serde_json::from_str(&property(r#"{"type":"string"}"#)).expect("a schema");
    let mut function = json!({"name": "t", "strict": true, "parameters": parameters});
    function["parameters"]["properties"]["v"]["pattern"] = "a{".repeat(n).into();
    json!({"model": "m", "messages": [], "tools": [{"type": "function", "function": function}]})
}

/// A request whose tool has a schema of many parts, each with keywords that strict mode rejects.
fn request_with_parts(n: usize) -> Value {
    let mut request = request_with_braces(0);
    let parts: Vec<Value> = (0..n)
        .map(|i| json!({"minLength": i, "default": i.to_string(), "x-a": i}))
        .collect();
    let parameters = &mut request["tools"][0]["function"]["parameters"];
    parameters["properties"]["v"] = json!({"type": "string", "allOf": parts});
    request
}

/// Sizes that valgrind is done with in seconds.
const COUNTED: [usize; 3] = [128, 256, 512];

#[test]
#[ignore = "a task for valgrind"]
fn task_read() {
    if !is_counted() {
        return;
    }
    count_a_square(COUNTED);
    for (name, series) in SERIES {
        // Initialises the values that a process computes once.
        drop(read(&series(1)));
        for size in COUNTED {
            let schema = series(size);
            count(name, size, || read(&schema));
        }
    }
    let pointer = |step: &str, n| property(&format!(r##"{{"$ref":"#{}"}}"##, step.repeat(n)));
    for (name, step) in [
        ("steps of a pointer", "/a"),
        ("escapes of a pointer", "/%25~1"),
    ] {
        for size in COUNTED.map(|size| 16 * size) {
            let schema = pointer(step, size);
            let read = count(name, size, || ImportedSchema::parse(&schema));
            assert!(read.is_err(), "{name}");
        }
    }
    for size in COUNTED.map(|size| 16 * size) {
        let request = request_with_braces(size);
        count("open braces in a request", size, || {
            lint::check(Provider::OpenAi, &request)
        });
    }
    for size in COUNTED {
        let mut request = request_with_parts(size);
        let fixed = count("repairs of the parts of a schema", size, || {
            lint::fix(Provider::OpenAi, &mut request)
        });
        assert!(!fixed.changes.is_empty());
    }
}
