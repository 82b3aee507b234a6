//! Foreign schemas that end at a bound, and patterns of growing length: the memory of reading them
//! grows no faster than their text.

use crate::growth::{Work, assert_bounded, is_bounded};
use serde_json::json;
use std::fmt::Write as _;
use std::hint::black_box;
use toolcast::Provider;
use toolcast::import::{ImportedSchema, ToolDefinition, ToolDefinitions};

/// Definitions `d0` to `dn`, each made from the number of the next one, and a property with the
/// first.
fn chain(n: usize, definition: impl Fn(usize) -> String) -> String {
    let mut definitions = String::new();
    for i in 0..n {
        let _ = write!(definitions, r#""d{i}":{},"#, definition(i + 1));
    }
    format!(
        r##"{{"type":"object","properties":{{"v":{{"$ref":"#/$defs/d0"}}}},"$defs":{{{definitions}"d{n}":{{"type":"string"}}}}}}"##
    )
}

fn references_in_a_row(n: usize) -> String {
    chain(n, |next| format!(r##"{{"$ref":"#/$defs/d{next}"}}"##))
}

fn references_that_double(n: usize) -> String {
    chain(n, |next| {
        format!(
            r##"{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/d{next}"}},"b":{{"$ref":"#/$defs/d{next}"}}}}}}"##
        )
    })
}

fn dynamic_references_that_double(n: usize) -> String {
    chain(n, |next| {
        format!(
            r##"{{"$dynamicAnchor":"d{}","type":"object","properties":{{"a":{{"$dynamicRef":"#d{next}"}},"b":{{"$dynamicRef":"#d{next}"}}}}}}"##,
            next - 1
        )
    })
}

fn parts_that_double(n: usize) -> String {
    chain(n, |next| {
        format!(r##"{{"allOf":[{{"$ref":"#/$defs/d{next}"}},{{"$ref":"#/$defs/d{next}"}}]}}"##)
    })
}

fn alternatives_that_double(n: usize) -> String {
    chain(n, |next| {
        format!(r##"{{"anyOf":[{{"$ref":"#/$defs/d{next}"}},{{"$ref":"#/$defs/d{next}"}}]}}"##)
    })
}

/// Parts of two alternatives each, which multiply.
fn parts_of_alternatives(n: usize) -> String {
    let parts: Vec<String> = (0..n)
        .map(|i| format!(r#"{{"anyOf":[{{"minLength":{i}}},{{"maxLength":{i}}}]}}"#))
        .collect();
    format!(
        r#"{{"type":"object","properties":{{"v":{{"type":"string","allOf":[{}]}}}}}}"#,
        parts.join(",")
    )
}

fn levels(n: usize) -> String {
    let (open, close) = (r#"{"properties":{"a":"#.repeat(n), "}}".repeat(n));
    format!("{open}{{}}{close}")
}

/// Types that each have all of them as properties.
fn types_that_contain_one_another(n: usize) -> String {
    let properties: Vec<String> = (0..n)
        .map(|i| format!(r##""p{i}":{{"$ref":"#/$defs/d{i}"}}"##))
        .collect();
    let properties = properties.join(",");
    chain(n, |_| {
        format!(r#"{{"type":"object","properties":{{{properties}}}}}"#)
    })
}

/// A schema of a size.
pub(crate) type Schema = fn(usize) -> String;

/// Schemas, and the sizes that the test uses.
pub(crate) const SCHEMAS: [(&str, Schema, [usize; 3]); 8] = [
    ("references in a row", references_in_a_row, [128, 256, 512]),
    (
        "references that double",
        references_that_double,
        [128, 256, 512],
    ),
    (
        "dynamic references that double",
        dynamic_references_that_double,
        [128, 256, 512],
    ),
    ("parts that double", parts_that_double, [128, 256, 512]),
    (
        "alternatives that double",
        alternatives_that_double,
        [128, 256, 512],
    ),
    (
        "parts of alternatives",
        parts_of_alternatives,
        [128, 256, 512],
    ),
    ("levels", levels, [128, 256, 512]),
    (
        "types that contain one another",
        types_that_contain_one_another,
        [16, 32, 64],
    ),
];

/// The bytes that a task allocates, for each size.
fn bytes(sizes: [usize; 3], task: impl Fn(usize) -> Box<dyn Fn()>) -> Work {
    // Initialises the values that a process computes once.
    task(1)();
    sizes.map(|size| {
        let run = task(size);
        (size, allocation_counter::measure(run).bytes_total)
    })
}

#[test]
fn schemas_that_end_at_a_bound_allocate_in_proportion_to_their_text() {
    for (name, schema, sizes) in SCHEMAS {
        let texts = sizes.map(schema);
        drop(black_box(ImportedSchema::parse(&schema(1))));
        let work = texts.map(|text| {
            let task = || drop(black_box(ImportedSchema::parse(&text)));
            (text.len(), allocation_counter::measure(task).bytes_total)
        });
        assert_bounded(&format!("{name}, bytes"), work);
    }
}

/// A tool whose parameter has a pattern.
pub(crate) fn tool_of(name: &str, pattern: &str) -> serde_json::Value {
    let schema =
        json!({"type": "object", "properties": {"v": {"type": "string", "pattern": pattern}}});
    json!({"name": name, "inputSchema": schema})
}

#[test]
fn a_pattern_takes_memory_in_proportion_to_its_length() {
    for (name, unit) in [
        ("optional characters", "a?"),
        ("characters", "ab"),
        ("classes", "[a-z]"),
        ("Unicode classes", r"\p{L}"),
        ("repeats", "a{3}"),
        ("groups", "(a|b)"),
    ] {
        let work = bytes([60, 120, 240], |size| {
            let tool = tool_of("t", &format!("^{}$", unit.repeat(size))).to_string();
            Box::new(move || {
                let tool = ToolDefinition::parse(&tool).expect("a tool");
                let _ = black_box(tool.decode_arguments(Provider::Mcp, r#"{"v":"aaaa"}"#));
            })
        });
        assert_bounded(&format!("{name}, bytes"), work);
    }
}

#[test]
fn tools_with_long_patterns_allocate_in_proportion_to_their_number() {
    let work = bytes([25, 50, 100], |size| {
        let tools: Vec<_> = (0..size)
            .map(|i| tool_of(&format!("t{i}"), &format!("^{}{i}$", r"\p{L}".repeat(300))))
            .collect();
        let tools = json!({ "tools": tools }).to_string();
        Box::new(move || {
            let found = ToolDefinitions::parse(&tools).expect("a list");
            for tool in &found.tools {
                let _ = black_box(tool.decode_arguments(Provider::Mcp, r#"{"v":"aaaa"}"#));
            }
        })
    });
    assert_bounded("tools of 1,500 bytes of classes, bytes", work);
}

/// The control: copying all names before each name is found by the same measure.
#[test]
fn memory_that_grows_with_the_square_is_found() {
    let work = bytes([128, 256, 512], |size| {
        Box::new(move || {
            for n in 0..size {
                drop(black_box(vec![0_u8; 64 * n]));
            }
        })
    });
    assert!(!is_bounded(work), "{work:?}");
}
