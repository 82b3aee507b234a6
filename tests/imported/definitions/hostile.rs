//! Definitions built to do harm: each quickly ends in a tool or an error.

use futures_executor::block_on;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write;
use toolcast::Provider;
use toolcast::call::{ToolCall, ToolError};
use toolcast::import::{SourceCall, ToolSource};
use toolcast::import::{ToolDefinition, ToolDefinitions, ToolFormat};
use toolcast::set::ToolSet;
use toolcast_test_support::lists::Counts;
use toolcast_test_support::random::Random;

use crate::soon;

fn source(name: &str, definitions: ToolDefinitions) -> ToolSource {
    ToolSource::new(name, definitions, |call: SourceCall| async move {
        Ok::<_, ToolError>(call.tool.to_string())
    })
}

#[test]
fn ten_thousand_tools_are_read_in_time() {
    soon("ten thousand tools", || {
        let mut list = String::from("[");
        for i in 0..10_000 {
            let comma = if i == 0 { "" } else { "," };
            // Half of them have names that must be rewritten, some of which then clash.
            let name = match i % 4 {
                0 => format!("tool.{i}"),
                1 => format!("tool/{}", i - 1),
                _ => format!("tool_{i}"),
            };
            let _ = write!(
                list,
                r#"{comma}{{"name":"{name}","inputSchema":{{"type":"object","properties":{{"a":{{"type":"string"}}}}}}}}"#
            );
        }
        list.push(']');
        let read = ToolDefinitions::parse(&list).expect("a list");
        assert_eq!((read.tools.len(), read.unreadable.len()), (10_000, 0));
        let set = ToolSet::builder()
            .source(source("a", read.clone()))
            .source(source("b", read))
            .build()
            .expect("a set");
        // Every name occurs twice, so each gets its source as a prefix.
        assert_eq!(set.len(), 20_000);
        assert_eq!(set.names().collect::<HashSet<_>>().len(), 20_000);
        let names: HashSet<&str> = set
            .tools()
            .map(|tool| tool.name_for(Provider::OpenAi))
            .collect();
        assert_eq!(names.len(), 20_000);
        let called = set
            .tools()
            .last()
            .expect("a tool")
            .name_for(Provider::OpenAi)
            .to_owned();
        let call = ToolCall::new("1", called, "{}");
        assert!(!block_on(set.call(Provider::OpenAi, call)).is_error());
        // More tools than OpenAI accepts together; Anthropic has no such limit.
        assert!(set.request_fragment(Provider::OpenAi).is_err());
        let some = set.filter(|tool| tool.source() == Some("a") && tool.name().ends_with('0'));
        let mut request = json!({});
        let report = some
            .extend_request(Provider::Anthropic, &mut request)
            .expect("a request");
        assert_eq!(report.skipped, []);
        let tools = request["tools"].as_array().map_or(0, Vec::len);
        let _ = some
            .extend_request(Provider::Anthropic, &mut request)
            .expect("the same");
        assert_eq!(request["tools"].as_array().map(Vec::len), Some(tools));
    });
}

#[test]
fn ten_thousand_invalid_tools_are_listed_in_time() {
    soon("bad tools", || {
        let one = r#"{"name":"t","inputSchema":{"properties":7}}"#;
        let list = format!("[{}]", vec![one; 10_000].join(","));
        let read = ToolDefinitions::parse(&list).expect("a list");
        assert_eq!((read.tools.len(), read.unreadable.len()), (0, 10_000));
        let one = r#"{"name":"t","inputSchema":{}}"#;
        let list = format!("[{}]", vec![one; 10_000].join(","));
        let read = ToolDefinitions::parse(&list).expect("a list");
        assert_eq!((read.tools.len(), read.unreadable.len()), (1, 9_999));
        assert_eq!(read.unreadable[9_998].reason, "tool 0 has the same name");
        let set = ToolSet::builder()
            .source(source("s", read))
            .build()
            .expect("a set");
        let report = set.request_report(Provider::OpenAi).expect("a report");
        assert_eq!(report.skipped.len(), 9_999);
        // A provider rejects each of them unchanged: none is lost.
        let long = "x".repeat(1100);
        let mut list = String::from("[");
        for i in 0..128 {
            let comma = if i == 0 { "" } else { "," };
            let _ = write!(list, r#"{comma}{{"name":"t{i}","description":"{long}"}}"#);
        }
        list.push(']');
        let read = ToolDefinitions::parse(&list).expect("a list");
        let set = ToolSet::builder()
            .source(source("s", read))
            .build()
            .expect("a set");
        let report = set
            .request_report(Provider::AzureOpenAi)
            .expect("all of them");
        assert_eq!(report.skipped.len(), 0);
    });
}

#[test]
fn a_list_joined_twice_has_each_name_once() {
    let page = ToolDefinitions::parse(r#"[{"name":"a"},{"name":"b"}]"#).expect("a list");
    let both = page.clone().chain(page.clone());
    assert_eq!((both.tools.len(), both.unreadable.len()), (2, 2));
    let tools: Vec<ToolDefinition> = page.tools.iter().chain(&page.tools).cloned().collect();
    let set = ToolSet::builder()
        .source(source("s", tools.into()))
        .build()
        .expect("a set");
    assert_eq!(set.names().collect::<Vec<_>>(), ["a", "b"]);
    let report = set.request_report(Provider::OpenAi).expect("a report");
    assert_eq!(
        report.skipped[0].reasons,
        ["/0: an earlier tool has the same name"]
    );
}

#[test]
fn large_definitions_are_read_or_rejected_in_time() {
    soon("size", || {
        let text = "y".repeat(10 << 20);
        let mut tools = 0;
        for definition in [
            json!({"name": "t", "description": text}),
            json!({"name": text}),
            json!({"name": "t", "inputSchema": {"properties": {text.as_str(): {"type": "string"}}}}),
            json!({"name": "t", "inputSchema": {"type": "object"}, "_meta": {"a": text}}),
            json!({"name": "t", "inputSchema": {"type": "object"}, "annotations": {"title": text}}),
        ] {
            let text = definition.to_string();
            for read in [
                ToolDefinition::parse(&definition),
                ToolDefinition::parse(&text),
            ] {
                // A property name is copied for each access, within a bound.
                let Ok(read) = read else { continue };
                tools += 1;
                for provider in [Provider::OpenAi, Provider::Mcp, Provider::Gemini] {
                    let _ = read.name_for(provider);
                    if let Ok(text) = read.schema_for(provider) {
                        assert!(serde_json::from_str::<Value>(&text).is_ok());
                    }
                }
            }
        }
        assert_eq!(tools, 8);
        // The list may exceed the bound of a single tool.
        let huge = format!(
            r#"[{{"name":"a"}},{{"name":"b","description":"{}"}},{{"name":"c"}}]"#,
            "z".repeat(20 << 20)
        );
        let read = ToolDefinitions::parse(&huge).expect("a list");
        assert_eq!(read.tools.len(), 2);
        assert_eq!(
            (read.unreadable[0].index, read.unreadable[0].name.as_deref()),
            (1, Some("b"))
        );
    });
}

#[test]
fn deep_definitions_are_read_or_rejected_in_time() {
    soon("depth", || {
        let n = 100_000;
        for (open, close) in [
            ("[", "]"),
            (r#"{"tools":["#, "]}"),
            (r#"{"result":"#, "}"),
            (r#"{"function":"#, "}"),
            (r#"{"name":"t","inputSchema":"#, "}"),
        ] {
            let text = format!("{}{}{}", open.repeat(n), "{}", close.repeat(n));
            let read = ToolDefinitions::parse(&text);
            assert!(
                read.is_err() || read.is_ok_and(|read| read.tools.is_empty()),
                "{open}"
            );
        }
        let mut value = json!({"name": "t"});
        for _ in 0..n {
            value = Value::Object([("inputSchema".to_owned(), value)].into_iter().collect());
        }
        let read = ToolDefinitions::parse(&value).expect("an object");
        assert_eq!(read.unreadable.len(), 1);
        let list = Value::Array(vec![json!({"name": "good"}), value]);
        let read = ToolDefinitions::parse(&list).expect("a list");
        assert_eq!((read.tools.len(), read.unreadable.len()), (1, 1));
        // Dropping it uses stack too.
        std::mem::forget(list);
        let rule = json!({"$ref": "#/$defs/a"});
        let cyclic = json!({"name": "t", "inputSchema": {"properties": {"a": rule}, "$defs": {"a": {"properties": {"b": rule}}}}});
        let read = ToolDefinition::parse(&cyclic).expect("a type inside itself");
        for &provider in Provider::ALL {
            assert!(read.schema_for(provider).is_ok(), "{provider}");
        }
    });
}

/// A tool that has the very name which another one would get, whatever that is, breaks no set.
#[test]
fn names_that_clash_with_rewritten_names_stay_distinct() {
    let list = |names: &[String]| -> ToolDefinitions {
        let tools = names.iter().map(|name| json!({"name": name}));
        ToolDefinitions::parse(&tools.collect::<Value>()).expect("a list")
    };
    let mut names: Vec<String> = vec!["a".into(), "x.y".into(), "x/y".into()];
    for _ in 0..6 {
        let set = ToolSet::builder()
            .source(source("s", list(&names)))
            .source(source("r", list(&["a".into(), "s_a".into()])))
            .build()
            .expect("names are told apart");
        let all: Vec<&str> = set.names().collect();
        assert_eq!(
            all.iter().collect::<HashSet<_>>().len(),
            names.len() + 2,
            "{all:?}"
        );
        let mut more = Vec::new();
        for &provider in Provider::ALL {
            let shown: Vec<&str> = set.tools().map(|tool| tool.name_for(provider)).collect();
            assert_eq!(
                shown.iter().collect::<HashSet<_>>().len(),
                shown.len(),
                "{provider}: {shown:?}"
            );
            for tool in set.tools() {
                let call = ToolCall::new("1", tool.name_for(provider), "{}");
                let result = block_on(set.call(provider, call));
                assert_eq!(
                    result.content,
                    [toolcast::call::Content::Text(tool.original_name().into())]
                );
            }
            more.extend(shown.into_iter().map(str::to_owned));
        }
        // The next round's source contains all of these names.
        more.extend(set.names().map(str::to_owned));
        for name in more {
            if !names.contains(&name) && names.len() < 60 {
                names.push(name);
            }
        }
    }
}

#[test]
fn parameters_under_an_unknown_member_are_not_read_as_no_parameters() {
    for definition in [
        json!({"name": "t", "description": "d", "parameter_definitions": {"a": {"type": "str"}}}),
        json!({"name": "t", "schema": {"type": "object"}}),
        json!({"name": "t", "title": "T", "args": {}}),
    ] {
        let error = ToolDefinition::parse(&definition).expect_err("no format has it");
        assert!(error.reason.contains("which no format has"), "{error}");
    }
    // With an explicit format, absent parameters are known to be absent.
    assert!(
        ToolDefinition::parse_as(&json!({"name": "t", "schema": {}}), ToolFormat::Gemini).is_ok()
    );
}

/// Cohere's `strict_tools` is a member of the request that asks something of every tool in it.
#[test]
fn only_tools_that_break_a_rule_of_the_request_are_left_out() {
    let fields = |n: usize| -> Value {
        let properties: serde_json::Map<String, Value> = (0..n)
            .map(|i| (format!("p{i}"), json!({"type": "string"})))
            .collect();
        json!({"type": "object", "properties": properties, "required": ["p0"]})
    };
    let listed = json!([
        {"name": "many", "inputSchema": fields(201)},
        {"name": "some", "inputSchema": fields(150)},
        {"name": "more", "inputSchema": fields(51)},
        {"name": "few", "inputSchema": fields(50)},
        {"name": "none", "inputSchema": {"type": "object"}}
    ]);
    let set = ToolSet::builder()
        .source(source(
            "s",
            ToolDefinitions::parse(&listed).expect("a list"),
        ))
        .build()
        .expect("a set");
    let mut request = json!({"strict_tools": true});
    let report = set
        .extend_request(Provider::Cohere, &mut request)
        .expect("the rest");
    let out: Vec<&str> = report.skipped.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(out, ["many", "more", "none"]);
    assert_eq!(request["tools"].as_array().map(Vec::len), Some(2));
}

/// Bent in one byte or a few, a definition is another one or none, and never a panic.
#[test]
fn damaged_definitions_do_not_panic() {
    let whole = r##"{"jsonrpc":"2.0","result":{"tools":[{"name":"a.b","title":"T","description":"D","inputSchema":{"$schema":"x","type":"object","properties":{"p":{"type":["string","null"],"x-mcp-header":"P"},"q":{"$ref":"#/$defs/Q"}},"required":["p"],"$defs":{"Q":{"oneOf":[{"const":1},{"type":"array","items":{"$ref":"#/$defs/Q"}}]}}},"outputSchema":{},"annotations":{"readOnlyHint":true},"_meta":{}},
        {"type":"function","function":{"name":"f","parameters":{"type":"object"},"strict":true}},{"toolSpec":{"name":"g","inputSchema":{"json":{}}}},
        {"functionDeclarations":[{"name":"h","parameters":{"type":"OBJECT","properties":{"a":{"type":"STRING","min_length":"1"}},"propertyOrdering":["a"]}}]},{"title":"k","type":"object"}]}}"##;
    let mut random = Random::new(7);
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ",",
        ":",
        "null",
        "7",
        "\"name\"",
        "true",
        "\"tools\"",
        "\\u0000",
        "é",
        "",
    ];
    let (mut tools, mut bad, mut none) = (0, 0, 0);
    for _ in 0..3_000 {
        let mut text = whole.to_owned();
        for _ in 0..=random.below(3) {
            let mut at = random.below(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let mut end = (at + random.below(8)).min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.replace_range(at..end.max(at), pieces[random.below(pieces.len())]);
        }
        let Ok(read) = ToolDefinitions::parse(&text) else {
            none += 1;
            continue;
        };
        tools += read.tools.len();
        bad += read.unreadable.len();
        let Ok(set) = ToolSet::builder().source(source("s", read)).build() else {
            panic!("one source never clashes with itself: {text}");
        };
        for provider in [Provider::OpenAi, Provider::Gemini, Provider::Mcp] {
            let request = set
                .request_fragment(provider)
                .expect("no tool costs another");
            assert!(serde_json::from_str::<Value>(&request).is_ok(), "{request}");
        }
    }
    let mut counts = Counts::default();
    counts.add("tools that are read", tools);
    counts.add("tools that aren't read", bad);
    counts.add("lists that aren't read", none);
    counts.agree("imported/definitions/hostile");
}

/// Each part takes the whole list apart: the work is counted, not only the copies.
#[test]
fn many_lists_merged_into_a_long_one_are_rejected() {
    let part = json!({"prefixItems": [{}]});
    let list = json!({
        "type": "array",
        "prefixItems": vec![json!({}); 30_000],
        "allOf": vec![part; 30_000],
    });
    let schema = json!({"type": "object", "properties": {"p": list}});
    let tool = json!({"name": "a", "inputSchema": schema});
    soon("a list merged thirty thousand times", || {
        assert!(ToolDefinition::parse(&tool).is_err());
    });
}
