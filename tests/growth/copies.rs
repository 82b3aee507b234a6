//! Foreign definitions with a part that many others refer to. The memory of reading them grows no
//! faster than their text.

use crate::growth::{Work, assert_bounded};
use crate::hostile::tool_of;
use std::hint::black_box;
use toolcast::import::{ImportedSchema, ToolDefinition, ToolDefinitions};

const SIZES: [usize; 3] = [64, 128, 256];

fn joined(number: usize, one: impl Fn(usize) -> String) -> String {
    let all: Vec<String> = (0..number).map(one).collect();
    all.join(",")
}

/// The bytes that reading allocates, for each size.
fn read(schema: impl Fn(usize) -> String) -> Work {
    // Initialises the values that a process computes once.
    drop(black_box(ImportedSchema::parse(&schema(1))));
    SIZES.map(|size| {
        let text = schema(size);
        let task = || drop(black_box(ImportedSchema::parse(&text)));
        (size, allocation_counter::measure(task).bytes_total)
    })
}

/// References to one object with many constants.
fn alternatives_of_one_object(n: usize) -> String {
    let constants = joined(n, |i| format!(r#""c{i}":{{"const":"v{i}"}}"#));
    let names = joined(n, |i| format!(r#""c{i}""#));
    let all = joined(n, |_| r##"{"$ref":"#/$defs/A"}"##.to_owned());
    format!(
        r#"{{"type":"object","properties":{{"v":{{"oneOf":[{all}]}}}},"$defs":{{"A":{{"type":"object","properties":{{{constants}}},"required":[{names}]}}}}}}"#
    )
}

#[test]
fn alternatives_are_compared_in_memory_of_their_size() {
    assert_bounded(
        "alternatives of one object, bytes",
        read(alternatives_of_one_object),
    );
}

/// A long constant beside many values.
#[test]
fn a_constant_is_compared_with_values_without_a_copy_for_each() {
    let long = "x".repeat(64 << 10);
    let schema = |n: usize| {
        let values = joined(n, |_| "0".to_owned());
        format!(
            r#"{{"type":"object","properties":{{"v":{{"const":"{long}","enum":[{values}]}}}}}}"#
        )
    };
    let [few, many] = [100, 200].map(|n| {
        let text = schema(n);
        let task = || drop(black_box(ImportedSchema::parse(&text)));
        allocation_counter::measure(task).bytes_total
    });
    let each = many.saturating_sub(few) / 100;
    assert!(each < 16 << 10, "{each} bytes for each value");
}

/// A long name around properties that are also sent as headers.
#[test]
fn the_paths_to_headers_take_memory_of_their_names() {
    let name = "n".repeat(64 << 10);
    let definition = |n: usize| {
        let all = joined(n, |i| {
            format!(r#""p{i}":{{"type":"string","x-mcp-header":"P{i}"}}"#)
        });
        format!(
            r#"{{"name":"t","inputSchema":{{"type":"object","properties":{{"{name}":{{"type":"object","properties":{{{all}}}}}}}}}}}"#
        )
    };
    let [few, many] = [100, 200].map(|n| {
        let text = definition(n);
        // The name is too long for a pointer, so the rest isn't read.
        let task = || assert!(ToolDefinition::parse(&text).is_err());
        allocation_counter::measure(task).bytes_total
    });
    let each = many.saturating_sub(few) / 100;
    assert!(each < 16 << 10, "{each} bytes for each header");
}

/// The patterns of a list are read again when a page is joined to it, but not those of the pages
/// before.
#[test]
fn pages_are_joined_in_proportion_to_their_number() {
    let page = |i: usize| {
        let tool = tool_of(&format!("t{i}"), "^[a-z]{1,9}(-[a-z]{1,9}){0,9}$");
        ToolDefinitions::parse(&tool).expect("a tool")
    };
    let join = |pages: Vec<ToolDefinitions>| {
        let all = pages
            .into_iter()
            .fold(ToolDefinitions::default(), ToolDefinitions::chain);
        drop(black_box(all));
    };
    // Initialises the values that a process computes once.
    join(vec![page(0)]);
    let work = [8, 16, 32].map(|size| {
        let pages: Vec<ToolDefinitions> = (0..size).map(page).collect();
        let task = || join(pages);
        (size, allocation_counter::measure(task).bytes_total)
    });
    assert_bounded("joined pages, bytes", work);
}
