//! Hundreds of third-party tools. Importing them, building a set and declaring them to providers
//! takes work for each tool, not for each pair.

use crate::growth::assert_linear;
use crate::instructions::{assert_linear_tasks, count, count_a_square, is_counted, sizes};
use serde_json::json;
use std::fmt::Write;
use toolcast::Provider;
use toolcast::call::ToolError;
use toolcast::import::ToolDefinitions;
use toolcast::import::{SourceCall, ToolSource};
use toolcast::set::ToolSet;

/// Providers that take any number of tools, with rules about names and about strict tools.
const SHOWN: [Provider; 4] = [
    Provider::Anthropic,
    Provider::Bedrock,
    Provider::Mistral,
    Provider::Mcp,
];

/// A list of that many tools, in two shapes. A third of them is strict, half of the names must be
/// rewritten, and half of those then clash with another.
pub(crate) fn list(number: usize) -> String {
    let mut list = String::from("[");
    for i in 0..number {
        let name = match i % 4 {
            0 => format!("tool.{i}"),
            1 => format!("tool/{}", i - 1),
            _ => format!("tool_{i}"),
        };
        let schema = json!({
            "type": "object",
            "properties": {
                "words": {"type": "string", "minLength": 1},
                "sort": {"enum": ["new", "old", null]},
                "at": {"$ref": "#/$defs/at"},
                "tags": {"type": "object", "additionalProperties": {"type": "string"}},
            },
            "required": ["words"],
            "additionalProperties": false,
            "$defs": {"at": {"anyOf": [{"type": "integer"}, {"type": "string", "format": "date-time"}]}},
        });
        let one = match i % 3 {
            0 => {
                json!({"name": name, "description": "A tool", "strict": true, "input_schema": schema})
            }
            _ => json!({"name": name, "description": "A tool", "inputSchema": schema}),
        };
        let _ = write!(list, "{}{one}", if i == 0 { "" } else { "," });
    }
    list + "]"
}

fn source(name: &str, definitions: ToolDefinitions) -> ToolSource {
    ToolSource::new(name, definitions, |call: SourceCall| async move {
        Ok::<_, ToolError>(call.tool.to_string())
    })
}

fn read(number: usize) -> ToolDefinitions {
    let read = ToolDefinitions::parse(&list(number)).expect("a list");
    assert_eq!((read.tools.len(), read.unreadable.len()), (number, 0));
    read
}

/// Each name twice.
pub(crate) fn set(read: &ToolDefinitions) -> ToolSet {
    let set = ToolSet::builder()
        .source(source("a", read.clone()))
        .source(source("b", read.clone()))
        .build()
        .expect("a set");
    assert_eq!(set.len(), 2 * read.tools.len());
    set
}

/// A set of that many tools.
pub(crate) fn set_of(number: usize) -> ToolSet {
    let source = source("a", read(number));
    let set = ToolSet::builder().source(source).build();
    set.expect("a set")
}

fn shown(set: &ToolSet) {
    for provider in SHOWN {
        let request = set.request_fragment(provider).expect("a request");
        assert!(
            request.len() > 100 * set.len(),
            "{provider}: {}",
            request.len()
        );
    }
    let named = set
        .tools()
        .map(|tool| tool.name_for(Provider::OpenAi).len());
    assert!(named.sum::<usize>() > 0);
}

/// The number of allocations, and the bytes.
fn memory(task: impl FnOnce()) -> (u64, u64) {
    let info = allocation_counter::measure(task);
    (info.count_total, info.bytes_total)
}

#[test]
fn memory_grows_with_the_number_of_tools() {
    let sizes = [250, 500, 1000];
    let mut rows = [[(0, (0, 0)); 3]; 3];
    for (i, size) in sizes.into_iter().enumerate() {
        let text = list(size);
        let mut found = None;
        rows[0][i] = (size, memory(|| found = ToolDefinitions::parse(&text).ok()));
        let found = found.expect("tools");
        let mut made = None;
        rows[1][i] = (size, memory(|| made = Some(set(&found))));
        let made = made.expect("a set");
        rows[2][i] = (size, memory(|| shown(&made)));
    }
    for (what, row) in ["import", "a set", "requests"].iter().zip(rows) {
        assert_linear(
            &format!("{what}, allocations"),
            row.map(|(size, (count, _))| (size, count)),
        );
        assert_linear(
            &format!("{what}, bytes"),
            row.map(|(size, (_, bytes))| (size, bytes)),
        );
    }
}

/// Sizes that valgrind is done with in seconds.
const COUNTED: [usize; 3] = [50, 100, 200];

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn instructions_grow_with_the_number_of_tools() {
    assert_linear_tasks("tools::task_tools");
}

#[test]
#[ignore = "a task for valgrind"]
fn task_tools() {
    if !is_counted() {
        return;
    }
    count_a_square(sizes(COUNTED));
    shown(&set(&read(2)));
    let lists = sizes(COUNTED).map(|size| (size, list(size)));
    let imported = lists.map(|(size, list)| {
        let tools = count("import", size, || ToolDefinitions::parse(&list));
        (size, tools.expect("a list"))
    });
    let sets = imported.map(|(size, tools)| (size, count("a set", size, || set(&tools))));
    for (size, set) in &sets {
        count("requests", *size, || shown(set));
    }
}
