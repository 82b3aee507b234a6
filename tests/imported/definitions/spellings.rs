//! Definitions in the spelling of SDKs and gateways: namespaces of Responses, MCP in snake case,
//! examples of arguments.

use serde_json::{Value, json};
use toolcast::import::{SourceCall, ToolSource};
use toolcast::import::{ToolDefinition, ToolDefinitions, ToolFormat};
use toolcast::set::ToolSet;
use toolcast::{Outcome, Provider};

fn text(tool: &ToolDefinition, provider: Provider) -> Value {
    let text = tool
        .schema_for(provider)
        .unwrap_or_else(|report| panic!("{report}"));
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn tools_in_namespaces_are_read() {
    let schema = json!({"type": "object", "properties": {"id": {"type": "string"}}});
    let one = |name: &str| json!({"type": "function", "name": name, "parameters": schema});
    let found = ToolDefinitions::parse(&json!({"input": "x", "tools": [
        one("find"),
        {"type": "namespace", "name": "crm", "description": "Customers", "tools": [one("find"), one("add"), {"type": "custom", "name": "free"}]},
        {"type": "namespace", "name": "erp", "description": "Orders", "tools": [one("find"), one("find")]},
        {"type": "web_search"},
    ]}))
    .expect("tools");
    let told: Vec<_> = found
        .tools
        .iter()
        .map(|tool| (tool.name(), tool.namespace(), tool.pointer()))
        .collect();
    assert_eq!(
        told,
        [
            ("find", None, "/tools/0"),
            ("crm_find", Some("crm"), "/tools/1/tools/0"),
            ("add", Some("crm"), "/tools/1/tools/1"),
            ("erp_find", Some("erp"), "/tools/2/tools/0"),
        ]
    );
    // A renamed tool reports the change and its place.
    let losses = found.tools[1].losses();
    assert!(
        losses
            .iter()
            .any(|loss| loss.pointer == "/tools/1/tools/0" && loss.keyword == "name"),
        "{losses:?}"
    );
    let bad: Vec<_> = found
        .unreadable
        .iter()
        .map(|bad| bad.pointer.as_str())
        .collect();
    assert_eq!(
        bad,
        ["/tools/1/tools/2", "/tools/2/tools/1", "/tools/3/type"]
    );
    // A single namespace is a list of its tools.
    let alone = json!({"type": "namespace", "name": "crm", "tools": [one("a"), one("b")]});
    assert_eq!(
        ToolDefinitions::parse(&alone).expect("tools").tools.len(),
        2
    );
    // An empty namespace has no tools, and an invalid one does not affect the others.
    let odd = ToolDefinitions::parse(
        &json!([{"type": "namespace", "name": "n", "tools": []}, {"type": "namespace", "tools": 7}, one("a")]),
    );
    let odd = odd.expect("a tool");
    assert_eq!((odd.tools.len(), odd.unreadable.len()), (1, 1));
    // They behave like other tools.
    let set =
        ToolSet::builder()
            .source(ToolSource::new(
                "gateway",
                found,
                |call: SourceCall| async move {
                    Ok::<_, toolcast::call::ToolError>(call.tool.to_string())
                },
            ))
            .build()
            .expect("a set");
    assert_eq!(set.len(), 4);
    let call = toolcast::call::ToolCall::new("1", "crm_find", r#"{"id": "7"}"#);
    let outcome = futures_executor::block_on(set.call(Provider::OpenAiResponses, call));
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
}

/// Each tool of a namespace gets the namespace's description in its own, for every provider, and an
/// entry in the losses.
#[test]
fn the_description_of_a_namespace_is_in_each_of_its_tools() {
    let one = |name: &str, words: &str| json!({"type": "function", "name": name, "description": words, "parameters": {"type": "object"}});
    let group = json!({"type": "namespace", "name": "crm", "description": "Customers and orders.", "x": 1, "y": null,
        "tools": [{"type": "function"}, one("find", "Find one."), one("add", ""), one("long", &"w".repeat(1010))]});
    for text in [false, true] {
        let given = json!({"tools": [one("alone", "By itself."), group]});
        let found = if text {
            ToolDefinitions::parse(&given.to_string())
        } else {
            ToolDefinitions::parse(&given)
        };
        let found = found.expect("tools");
        let described: Vec<_> = found
            .tools
            .iter()
            .map(ToolDefinition::description)
            .collect();
        assert_eq!(
            described[..3],
            [
                "By itself.",
                "Find one.\n\nPart of `crm`: Customers and orders.",
                "Add\n\nPart of `crm`: Customers and orders.",
            ]
        );
        // A description that would become too long for some provider stays unchanged.
        assert_eq!(described[3], "w".repeat(1010));
        let told = |tool: &ToolDefinition| -> Vec<_> {
            let losses = tool.losses().iter();
            losses
                .map(|loss| (loss.pointer.clone(), loss.outcome))
                .collect()
        };
        assert_eq!(told(&found.tools[0]), []);
        let at = |name: &str| format!("/tools/1/{name}");
        assert_eq!(
            told(&found.tools[1]),
            [
                (at("x"), Outcome::Hidden),
                ("/tools/1".to_owned(), Outcome::Described)
            ]
        );
        assert_eq!(
            told(&found.tools[2]),
            [("/tools/1".to_owned(), Outcome::Described)]
        );
        assert_eq!(
            told(&found.tools[3]),
            [("/tools/1".to_owned(), Outcome::Hidden)]
        );
        for &provider in Provider::ALL {
            let text = found.tools[1].schema_for(provider).expect("a text");
            assert!(text.contains("Customers and orders."), "{provider}: {text}");
        }
    }
    // A description of another type, and none at all.
    let odd =
        json!([{"type": "namespace", "name": 7, "description": ["d"], "tools": [one("a", "A.")]}]);
    let odd = ToolDefinitions::parse(&odd).expect("tools");
    let losses = odd.tools[0].losses();
    let told: Vec<_> = losses.iter().map(|loss| loss.pointer.as_str()).collect();
    assert_eq!(told, ["/0/description", "/0/name"]);
    assert_eq!(odd.tools[0].description(), "A.");
}

/// A long description of a namespace is not written ten thousand times.
#[test]
fn a_long_description_of_a_namespace_is_not_repeated() {
    let tools: Vec<Value> = (0..10_000)
        .map(|i| json!({"type": "function", "name": format!("t{i}")}))
        .collect();
    let words = "w".repeat(1 << 20);
    let found = ToolDefinitions::parse(
        &json!({"type": "namespace", "name": words, "description": words, "tools": tools}),
    );
    let found = found.expect("tools");
    assert_eq!(found.tools.len(), 10_000);
    assert!(found.tools[7].description().len() < 2000);
}

/// Gemini's own tools next to declarations are not definitions. They are listed as unreadable.
#[test]
fn google_s_own_tools_are_listed_as_unreadable() {
    let given = json!({"contents": [], "tools": [
        {"functionDeclarations": [{"name": "a"}], "googleSearch": {}, "code/execution": {}, "retrieval": null},
        {"google_search": {}},
    ]});
    let found = ToolDefinitions::parse(&given).expect("tools");
    let told: Vec<_> = found
        .unreadable
        .iter()
        .map(|bad| bad.pointer.as_str())
        .collect();
    assert_eq!(found.tools.len(), 1);
    assert_eq!(
        told,
        [
            "/tools/0/code~1execution",
            "/tools/0/googleSearch",
            "/tools/1"
        ]
    );
    assert!(
        found.unreadable[1]
            .reason
            .contains("`googleSearch` is a provider's own tool"),
        "{}",
        found.unreadable[1]
    );
}

#[test]
fn a_tool_dumped_by_the_python_sdk_of_mcp_is_read() {
    let dumped = json!({
        "name": "find", "title": null, "description": "Find it", "input_schema": {"type": "object", "properties": {"a": {"type": "integer"}}},
        "output_schema": {"type": "object", "properties": {"b": {"type": "string"}}},
        "icons": [{"src": "https://a.b/i.png", "mime_type": "image/png", "sizes": null}],
        "annotations": {"title": "Find", "read_only_hint": true, "destructive_hint": null, "idempotent_hint": null, "open_world_hint": false},
        "execution": {"task_support": "optional"}, "meta": {"k": 1},
    });
    let by_alias = json!({
        "name": "find", "description": "Find it", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}},
        "outputSchema": {"type": "object", "properties": {"b": {"type": "string"}}},
        "icons": [{"src": "https://a.b/i.png", "mimeType": "image/png", "sizes": null}],
        "annotations": {"title": "Find", "readOnlyHint": true, "openWorldHint": false},
        "execution": {"taskSupport": "optional"}, "_meta": {"k": 1},
    });
    let tool = ToolDefinition::parse(&dumped).expect("a tool");
    assert_eq!(tool.format(), ToolFormat::Mcp);
    assert_eq!(
        (
            tool.annotations().read_only,
            tool.annotations().destructive,
            tool.annotations().open_world
        ),
        (Some(true), None, Some(false))
    );
    assert_eq!(tool.title(), Some("Find"));
    assert!(tool.output_schema().is_some());
    assert_eq!(tool.dropped_fields(Provider::Mcp).count(), 0);
    let same = ToolDefinition::parse(&by_alias).expect("a tool");
    for &provider in Provider::ALL {
        assert_eq!(text(&tool, provider), text(&same, provider), "{provider}");
    }
    let again = text(&tool, Provider::Mcp);
    assert_eq!(again["_meta"], json!({"k": 1}));
    assert_eq!(again["annotations"], by_alias["annotations"]);
    assert_eq!(again["icons"][0]["mimeType"], "image/png");
    assert_eq!(again["execution"], by_alias["execution"]);
    // Null members are not written.
    let bare = json!({"name": "a", "title": null, "description": null, "input_schema": {"type": "object"}, "output_schema": null,
        "icons": null, "annotations": null, "meta": null, "execution": null});
    let bare = text(
        &ToolDefinition::parse(&bare).expect("a tool"),
        Provider::Mcp,
    );
    let mut keys: Vec<_> = bare.as_object().expect("an object").keys().collect();
    keys.sort();
    assert_eq!(keys, ["description", "inputSchema", "name"]);
    // A list as the SDK dumps it, and errors with the original pointers.
    let list = json!({"meta": null, "next_cursor": null, "tools": [dumped, {"name": "bad", "input_schema": {"properties": 7}, "output_schema": null}]});
    let read = ToolDefinitions::parse(&list).expect("tools");
    assert_eq!(read.tools.len(), 1);
    assert_eq!(
        read.unreadable[0].pointer,
        "/tools/1/input_schema/properties"
    );
    // Anthropic's tools keep their shape.
    for more in [
        json!({}),
        json!({"cache_control": {"type": "ephemeral"}, "annotations": {}}),
        json!({"type": "custom", "meta": {}}),
    ] {
        let mut tool = json!({"name": "a", "input_schema": {"type": "object"}});
        tool.as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("an object").clone());
        assert_eq!(
            ToolDefinition::parse(&tool).expect("a tool").format(),
            ToolFormat::Anthropic,
            "{tool}"
        );
    }
}

#[test]
fn examples_of_arguments_are_kept_if_they_fit() {
    let tool = json!({
        "name": "find", "description": "Find it",
        "input_schema": {"type": "object", "properties": {
            "odd name": {"type": "object", "additionalProperties": {"type": "integer"}},
            "n": {"type": "integer", "minimum": 0},
        }, "required": ["n"], "additionalProperties": false},
        "input_examples": [{"odd name": {"a": 1}, "n": 2}, {"n": -1}, {"n": 3}, 7],
    });
    let read = ToolDefinition::parse(&tool).expect("a tool");
    assert_eq!(
        read.examples(),
        [json!({"odd name": {"a": 1}, "n": 2}), json!({"n": 3})]
    );
    let lost: Vec<_> = read
        .losses()
        .iter()
        .map(|loss| loss.pointer.as_str())
        .collect();
    assert_eq!(lost, ["/input_examples/1", "/input_examples/3"]);
    // In the form of the accompanying schema, and only if the provider has a field for them.
    for strict in [false, true] {
        let mut tool = tool.clone();
        tool["strict"] = json!(strict);
        let read = ToolDefinition::parse(&tool).expect("a tool");
        let text = text(&read, Provider::Anthropic);
        assert_eq!(text.get("strict").is_some(), strict);
        let schema = jsonschema::validator_for(&text["input_schema"]).expect("a schema");
        let examples = text["input_examples"].as_array().expect("a list");
        assert_eq!(examples.len(), 2);
        for (example, given) in examples.iter().zip(read.examples()) {
            assert!(schema.is_valid(example), "{example}");
            assert_eq!(
                read.from_model(Provider::Anthropic, example.clone()),
                *given
            );
        }
        assert_eq!(read.dropped_fields(Provider::Anthropic).count(), 0);
    }
    for &provider in Provider::ALL {
        let has = text(&read, provider).to_string().contains("input_examples");
        assert_eq!(has, provider == Provider::Anthropic, "{provider}");
        assert_eq!(
            read.dropped_fields(provider).count(),
            usize::from(!has),
            "{provider}"
        );
    }
    // Next to a tool in another shape, and with a root that is wrapped.
    let other = json!({"type": "function", "function": {"name": "f", "input_examples": [{"a": "x"}], "parameters": {
        "anyOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}, {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]}],
    }}});
    let other = ToolDefinition::parse(&other).expect("a tool");
    let text = text(&other, Provider::Anthropic);
    assert_eq!(text["input_examples"], json!([{"input": {"a": "x"}}]));
    let odd = ToolDefinition::parse(
        &json!({"name": "f", "input_schema": {"type": "object"}, "input_examples": "none"}),
    )
    .expect("a tool");
    assert_eq!((odd.examples().len(), odd.losses().len()), (0, 1));
}

#[test]
fn a_description_of_the_schema_that_is_not_shown_has_an_entry() {
    let inner = "Needs an ISO code";
    let alone = json!({"type": "object", "description": inner});
    let referred = json!({"$ref": "#/$defs/A", "$defs": {"A": alone}});
    for (schema, at) in [(alone, ""), (referred, "/$defs/A")] {
        let at = format!("/inputSchema{at}");
        for (tool, shown) in [
            (json!({"name": "t", "inputSchema": schema}), inner),
            (
                json!({"name": "t", "title": "T", "inputSchema": schema}),
                "T",
            ),
            (
                json!({"name": "t", "title": "T", "description": "D", "inputSchema": schema}),
                "D",
            ),
        ] {
            let read = ToolDefinition::parse(&tool).expect("a tool");
            assert_eq!(read.description(), shown, "{tool}");
            assert_eq!(read.parameters().description(), inner, "{tool}");
            let lost = read.losses().iter().any(|loss| {
                loss.pointer == at
                    && loss.keyword == "description"
                    && loss.outcome == Outcome::Hidden
            });
            assert_eq!(lost, shown != inner, "{tool}: {:?}", read.losses());
        }
    }
}

/// `null` would be read as a call without arguments.
#[test]
fn an_example_that_no_value_can_hold_has_an_entry() {
    let deep = format!("{}1{}", "[".repeat(140), "]".repeat(140));
    let schema = r#"{"type":"object","properties":{"a":{}}}"#;
    let tool = format!(
        r#"{{"name":"f","input_schema":{schema},"input_examples":[{{"a":{deep}}},{{"a":1}}]}}"#
    );
    let read = ToolDefinition::parse(&tool).expect("a tool");
    assert_eq!(read.examples(), [json!({"a": 1})]);
    let losses = read.losses().iter();
    let lost: Vec<_> = losses.map(|loss| loss.pointer.as_str()).collect();
    assert_eq!(lost, ["/input_examples/0"]);
}

/// An entry of Gemini's list alone is read like the list. Members of a request are not tools.
#[test]
fn google_s_own_tools_beside_declarations_alone_are_listed_too() {
    for (given, expected) in [
        (
            json!({"functionDeclarations": [{"name": "a"}], "googleSearch": {}, "retrieval": null}),
            vec!["/googleSearch"],
        ),
        (
            json!({"functionDeclarations": [{"name": "a"}], "contents": [], "safety": {}}),
            vec![],
        ),
        (
            json!({"functionDeclarations": [{"name": "a"}], "toolConfig": {}}),
            vec![],
        ),
    ] {
        let found = ToolDefinitions::parse(&given).expect("tools");
        let unreadable = found.unreadable.iter();
        let told: Vec<_> = unreadable.map(|bad| bad.pointer.as_str()).collect();
        assert_eq!((found.tools.len(), told), (1, expected), "{given}");
    }
}
