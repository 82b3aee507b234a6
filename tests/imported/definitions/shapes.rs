//! The shape of a definition, the places that may contain one, the members that are retained, and
//! invalid definitions.

use serde_json::{Value, json};
use toolcast::import::{ToolDefinition, ToolDefinitions, ToolFormat};
use toolcast::{Outcome, Provider, ToolAnnotations};

fn schema() -> Value {
    json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]})
}

#[test]
fn each_shape_is_recognized() {
    for (shape, definition) in [
        (
            ToolFormat::OpenAi,
            json!({"type": "function", "function": {"name": "t", "parameters": schema()}}),
        ),
        (ToolFormat::OpenAi, json!({"function": {"name": "t"}})),
        (
            ToolFormat::OpenAiResponses,
            json!({"type": "function", "name": "t", "parameters": schema(), "strict": false}),
        ),
        (
            ToolFormat::OpenAiResponses,
            json!({"type": "function", "name": "t", "parameters": null}),
        ),
        (
            ToolFormat::Anthropic,
            json!({"name": "t", "input_schema": schema()}),
        ),
        (
            ToolFormat::Anthropic,
            json!({"type": "custom", "name": "t", "input_schema": schema()}),
        ),
        (
            ToolFormat::Gemini,
            json!({"name": "t", "parameters": {"type": "OBJECT"}}),
        ),
        (
            ToolFormat::Gemini,
            json!({"name": "t", "parametersJsonSchema": schema()}),
        ),
        (
            ToolFormat::Gemini,
            json!({"name": "t", "parameters_json_schema": schema()}),
        ),
        (
            ToolFormat::Bedrock,
            json!({"toolSpec": {"name": "t", "inputSchema": {"json": schema()}}}),
        ),
        (
            ToolFormat::Bedrock,
            json!({"name": "t", "inputSchema": {"json": schema()}}),
        ),
        (
            ToolFormat::Mcp,
            json!({"name": "t", "inputSchema": schema()}),
        ),
        (
            ToolFormat::Mcp,
            json!({"name": "t", "title": "no parameters"}),
        ),
        (
            ToolFormat::JsonSchema,
            json!({"title": "t", "type": "object"}),
        ),
        (
            ToolFormat::JsonSchema,
            json!({"title": "t", "properties": {"type": {"type": "string"}}}),
        ),
    ] {
        for read in [
            ToolDefinition::parse(&definition),
            ToolDefinition::parse(&definition.to_string()),
            ToolDefinition::parse_as(&definition, shape),
        ] {
            let read = read.unwrap_or_else(|error| panic!("{definition}: {error}"));
            assert_eq!((read.name(), read.format()), ("t", shape), "{definition}");
        }
    }
    for &shape in ToolFormat::ALL {
        assert_eq!(shape.name().parse(), Ok(shape));
    }
    assert_eq!("groq".parse(), Ok(ToolFormat::OpenAi));
    assert!("grok".parse::<ToolFormat>().is_err());
}

#[test]
fn a_definition_of_another_shape_than_the_named_one_is_an_error() {
    let error =
        ToolDefinition::parse_as(r#"{"name": "t", "input_schema": {}}"#, ToolFormat::OpenAi)
            .expect_err("it is Anthropic's");
    assert!(error.reason.contains("`function`"), "{error}");
    // A schema with properties of such names resembles a definition, but is not one.
    let schema = json!({"title": "t", "type": "object", "name": "x", "inputSchema": {}});
    let read = ToolDefinition::parse_as(&schema, ToolFormat::JsonSchema).expect("a schema");
    assert_eq!((read.name(), read.format()), ("t", ToolFormat::JsonSchema));
}

#[test]
fn tools_are_found_at_every_known_place() {
    let mcp = json!({"name": "a", "inputSchema": schema()});
    let openai = json!({"type": "function", "function": {"name": "b", "parameters": schema()}});
    let gemini = json!([{"name": "a", "parameters": schema()}, {"name": "b"}]);
    let bedrock = json!({"tools": [{"toolSpec": {"name": "a", "inputSchema": {"json": schema()}}}, {"cachePoint": {"type": "default"}}]});
    for (given, pointers, bad) in [
        (json!([mcp, openai]), vec!["/0", "/1"], 0),
        (
            json!({"tools": [mcp, openai]}),
            vec!["/tools/0", "/tools/1"],
            0,
        ),
        (
            json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [mcp], "nextCursor": "x"}}),
            vec!["/result/tools/0"],
            0,
        ),
        (
            json!({"functionDeclarations": gemini}),
            vec!["/functionDeclarations/0", "/functionDeclarations/1"],
            0,
        ),
        (
            json!({"contents": [], "tools": [{"function_declarations": gemini}, {"googleSearch": {}}]}),
            vec![
                "/tools/0/function_declarations/0",
                "/tools/0/function_declarations/1",
            ],
            1,
        ),
        (
            json!({"modelId": "m", "toolConfig": bedrock}),
            vec!["/toolConfig/tools/0"],
            1,
        ),
        (bedrock.clone(), vec!["/tools/0"], 1),
        (
            json!({"model": "m", "messages": [], "functions": [{"name": "a", "parameters": schema()}]}),
            vec!["/functions/0"],
            0,
        ),
        (json!({"tools": null}), vec![], 0),
        (json!({"tools": []}), vec![], 0),
        (json!([]), vec![], 0),
        (mcp.clone(), vec![""], 0),
    ] {
        for read in [
            ToolDefinitions::parse(&given),
            ToolDefinitions::parse(&given.to_string()),
        ] {
            let read = read.unwrap_or_else(|error| panic!("{given}: {error}"));
            let found: Vec<&str> = read.tools.iter().map(ToolDefinition::pointer).collect();
            assert_eq!(found, pointers, "{given}");
            assert_eq!(read.unreadable.len(), bad, "{given}: {:?}", read.unreadable);
            for tool in &read.tools {
                assert!(given.pointer(tool.pointer()).is_some());
            }
        }
    }
}

#[test]
fn an_invalid_tool_does_not_affect_the_others() {
    let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
    let text = format!(
        r#"{{"tools": [
            {{"name": "a", "inputSchema": {{"type": "object"}}}},
            {{"name": "b", "inputSchema": {{"type": "object", "properties": {{"x": {{"type": 7}}}}}}}},
            {{"name": "c", "inputSchema": {{"default": {deep}}}}},
            {{"name": "", "inputSchema": {{}}}},
            {{"name": 7, "inputSchema": {{}}}},
            {{"inputSchema": {{}}}},
            7, null, [], {{}},
            {{"type": "web_search", "name": "web_search"}},
            {{"type": "web_search_preview"}},
            {{"name": "a", "inputSchema": {{}}}},
            {{"name": "d", "inputSchema": "{{}}"}},
            {{"name": "e", "inputSchema": {{"$ref": "https://example.com/schema"}}}},
            {{"name": "f", "inputSchema": false}},
            {{"name": "z", "inputSchema": {{}}}}
        ]}}"#
    );
    let read = ToolDefinitions::parse(&text).expect("a list");
    let names: Vec<&str> = read.tools.iter().map(ToolDefinition::name).collect();
    assert_eq!(names, ["a", "z"]);
    let bad: Vec<(usize, Option<&str>, &str)> = read
        .unreadable
        .iter()
        .map(|bad| (bad.index, bad.name.as_deref(), bad.pointer.as_str()))
        .collect();
    assert_eq!(
        bad,
        [
            (1, Some("b"), "/tools/1/inputSchema/properties/x/type"),
            (2, Some("c"), "/tools/2"),
            (3, Some(""), "/tools/3/name"),
            (4, None, "/tools/4/name"),
            (5, None, "/tools/5"),
            (6, None, "/tools/6"),
            (7, None, "/tools/7"),
            (8, None, "/tools/8"),
            (9, None, "/tools/9"),
            (10, Some("web_search"), "/tools/10/type"),
            (11, None, "/tools/11/type"),
            (12, Some("a"), "/tools/12"),
            (13, Some("d"), "/tools/13/inputSchema"),
            (14, Some("e"), "/tools/14/inputSchema/$ref"),
            (15, Some("f"), "/tools/15/inputSchema"),
        ]
    );
    let reasons: Vec<&str> = read
        .unreadable
        .iter()
        .map(|bad| bad.reason.as_str())
        .collect();
    assert!(
        reasons[1].contains("deep") || reasons[1].contains("nest"),
        "{}",
        reasons[1]
    );
    assert_eq!(reasons[11], "tool 0 has the same name");
}

#[test]
fn a_value_that_is_not_a_list_of_tools_is_an_error() {
    for text in [
        "",
        "{",
        "7",
        "null",
        "\"x\"",
        "{\"tools\": 7}",
        "{\"tools\": {}}",
        "[1,",
    ] {
        assert!(ToolDefinitions::parse(text).is_err(), "{text}");
    }
    for text in ["{}", "{\"model\": \"m\", \"messages\": []}"] {
        let read = ToolDefinitions::parse(text).expect("an object");
        assert_eq!((read.tools.len(), read.unreadable.len()), (0, 1), "{text}");
    }
    assert!(ToolDefinition::parse("[]").is_err());
    assert!(ToolDefinition::parse(r#"[{"name":"a"},{"name":"b"}]"#).is_err());
}

#[test]
fn a_tool_without_parameters_is_read_in_every_spelling() {
    for (definition, losses) in [
        (json!({"name": "t"}), 0),
        (json!({"name": "t", "title": "T"}), 1),
        (json!({"name": "t", "inputSchema": null}), 1),
        (json!({"name": "t", "inputSchema": {}}), 0),
        (
            json!({"name": "t", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#"}}),
            1,
        ),
        (json!({"name": "t", "inputSchema": {"type": "object"}}), 0),
        (json!({"name": "t", "inputSchema": true}), 0),
        (json!({"type": "function", "function": {"name": "t"}}), 0),
        (
            json!({"name": "t", "parameters": {"type": "OBJECT", "properties": {}}}),
            0,
        ),
    ] {
        let read = ToolDefinition::parse(&definition)
            .unwrap_or_else(|error| panic!("{definition}: {error}"));
        assert_eq!(
            read.losses().len(),
            losses,
            "{definition}: {:?}",
            read.losses()
        );
        for &provider in Provider::ALL {
            let text = read
                .schema_for(provider)
                .unwrap_or_else(|report| panic!("{definition}: {report}"));
            assert!(
                !text.contains("$schema") || provider == Provider::Mcp,
                "{text}"
            );
        }
        assert!(read.decode_arguments(Provider::OpenAi, "{}").is_ok());
    }
}

#[test]
fn members_of_mcp_are_kept() {
    let text = r#"{"name":"t","title":"Tee","description":"Do it","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}},
        "outputSchema":{"type":"array","items":{"type":"number","minimum":0.10}},
        "annotations":{"title":"T","readOnlyHint":true,"openWorldHint":false,"category":"x"},
        "icons":[{"src":"https://example.com/i.png"}],"execution":{"taskSupport":"optional"},"_meta":{"k":1e3},"other":[1]}"#;
    let read = ToolDefinition::parse(text).expect("a tool");
    assert_eq!(read.title(), Some("Tee"));
    assert_eq!(
        read.output_schema(),
        Some(r#"{"type":"array","items":{"type":"number","minimum":0.10}}"#)
    );
    assert_eq!(
        read.annotations(),
        ToolAnnotations::new().read_only(true).open_world(false)
    );
    let rest: Vec<&str> = read
        .extra_fields()
        .iter()
        .map(|member| member.name.as_str())
        .collect();
    assert_eq!(rest, ["icons", "execution", "_meta", "other"]);
    assert_eq!(read.extra_fields()[2].value, r#"{"k":1e3}"#);
    assert_eq!(read.extra_fields()[3].pointer, "/other");
    assert_eq!(
        read.schema_for(Provider::Mcp).expect("a text"),
        r#"{"name":"t","title":"Tee","description":"Do it","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}},"outputSchema":{"type":"array","items":{"type":"number","minimum":0.10}},"annotations":{"title":"T","readOnlyHint":true,"openWorldHint":false,"category":"x"},"icons":[{"src":"https://example.com/i.png"}],"execution":{"taskSupport":"optional"},"_meta":{"k":1e3}}"#
    );
    for &provider in Provider::ALL {
        if provider != Provider::Mcp {
            let text = read.schema_for(provider).expect("a text");
            for word in ["Hint", "outputSchema", "icons", "_meta", "Tee"] {
                assert!(!text.contains(word), "{provider}: {text}");
            }
        }
    }
}

#[test]
fn members_of_anthropic_are_kept() {
    let text = r#"{"name":"t","description":"Do it","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"},"type":"custom"}"#;
    let read = ToolDefinition::parse(text).expect("a tool");
    let again = read.schema_for(Provider::Anthropic).expect("a text");
    assert!(
        again.ends_with(r#","cache_control":{"type":"ephemeral"}}"#),
        "{again}"
    );
    assert!(
        !read
            .schema_for(Provider::OpenAi)
            .expect("a text")
            .contains("cache_control")
    );
}

#[test]
fn pointers_of_losses_are_relative_to_the_input() {
    let given = json!({"tools": [
        {"name": "x"},
        {"type": "function", "function": {"name": "t", "parameters": {"type": "object", "properties": {"a/b": {"type": "string", "not": {"const": "x"}}}}}}
    ]});
    let read = ToolDefinitions::parse(&given).expect("a list");
    let loss = &read.tools[1].losses()[0];
    assert_eq!(loss.pointer, "/tools/1/function/parameters/properties/a~1b");
    assert_eq!(
        (loss.keyword.as_str(), loss.outcome),
        ("not", Outcome::Described)
    );
    assert!(given.pointer(&loss.pointer).is_some());
}

#[test]
fn google_s_own_spellings_are_read() {
    let read = ToolDefinition::parse(
        r#"{"name":"t","description":"d","parameters":{"type":"OBJECT","properties":{
        "b":{"type":"ARRAY","items":{"type":"STRING"},"min_items":"1","maxItems":"3"},
        "a":{"type":"STRING","format":"enum","enum":["x","y"],"nullable":true},
        "c":{"any_of":[{"type":"STRING"},{"type":"NUMBER"}]}},
        "propertyOrdering":["a","b"],"required":["b"]}}"#,
    )
    .expect("a declaration");
    assert_eq!(read.losses(), []);
    assert_eq!(
        read.schema_for(Provider::Anthropic).expect("a text"),
        r#"{"name":"t","description":"d","input_schema":{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x","y",null]},"b":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3},"c":{"anyOf":[{"type":"string"},{"type":"number"}]}},"required":["b"]}}"#
    );
}

#[test]
fn counts_in_google_s_spelling_may_have_zeros_and_another_spelling_beside_them() {
    let read = ToolDefinition::parse(
        r#"{"name":"t","parameters":{"type":"OBJECT","properties":{
        "a":{"type":"ARRAY","items":{},"min_items":"007","minItems":2,"max_items":"009"},
        "b":{"type":"STRING","minLength":"00"}}}}"#,
    )
    .expect("a declaration");
    let text = read.schema_for(Provider::Mcp).expect("a text");
    assert!(text.contains(r#""minItems":2,"maxItems":9"#), "{text}");
}

#[test]
fn a_description_is_never_empty() {
    for (definition, description) in [
        (json!({"name": "search_repos"}), "Search repos"),
        (json!({"name": "t", "title": "The tool"}), "The tool"),
        (
            json!({"name": "t", "inputSchema": {"description": "Its arguments"}}),
            "Its arguments",
        ),
        (json!({"name": "__"}), "__"),
    ] {
        assert_eq!(
            ToolDefinition::parse(&definition)
                .expect("a tool")
                .description(),
            description
        );
    }
    let both = ToolDefinition::parse(&json!({"name": "t", "description": "A", "inputSchema": {"type": "object", "description": "B"}})).expect("a tool");
    assert_eq!(both.losses()[0].pointer, "/inputSchema");
}

#[test]
fn arguments_are_converted_to_the_original_form() {
    let read = ToolDefinition::parse(r#"{"name":"t","inputSchema":{"type":"object","oneOf":[
        {"properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":false},
        {"properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}]}}"#).expect("a tool");
    assert_eq!(
        read.from_model(Provider::OpenAi, json!({"input": {"id": 7}})),
        json!({"id": 7})
    );
    assert_eq!(
        read.decode_arguments(Provider::OpenAi, r#"{"input":{"name":"x"}}"#)
            .expect("it fits"),
        json!({"name": "x"})
    );
    let faults = read
        .decode_arguments(Provider::OpenAi, r#"{"input":{"id":"x"}}"#)
        .expect_err("it does not fit");
    assert!(faults.to_string().contains("id"), "{faults}");
}

#[test]
fn members_of_gemini_are_kept() {
    let text = r#"{"name":"t","description":"Do it","parameters_json_schema":{"type":"object","properties":{"a":{"type":"integer"}}},"behavior":"NON_BLOCKING","responseJsonSchema":{"type":"array"}}"#;
    let read = ToolDefinition::parse(text).expect("a tool");
    assert_eq!(read.output_schema(), Some(r#"{"type":"array"}"#));
    for provider in [
        Provider::Gemini,
        Provider::GeminiJsonSchema,
        Provider::Vertex,
    ] {
        let again = read.schema_for(provider).expect("a text");
        assert!(
            again.ends_with(r#","behavior":"NON_BLOCKING","responseJsonSchema":{"type":"array"}}"#),
            "{again}"
        );
        assert_eq!(read.dropped_fields(provider).count(), 0);
    }
    let mcp = read.schema_for(Provider::Mcp).expect("a text");
    assert!(mcp.contains(r#""outputSchema":{"type":"array"}"#), "{mcp}");
    let left: Vec<&str> = read
        .dropped_fields(Provider::Anthropic)
        .map(|member| member.name.as_str())
        .collect();
    assert_eq!(left, ["behavior", "responseJsonSchema"]);
}

/// A description that a provider rejects for its length is cut at the end of a sentence. The
/// sentences for constraints stay, and the report has an entry.
#[test]
fn long_descriptions_are_shortened_for_the_provider_that_rejects_them() {
    let long = "A sentence of some length, with a comma. ".repeat(60);
    let given = json!({"name": "t", "description": long, "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "dependentRequired": {"a": ["b"]}}});
    let tool = ToolDefinition::parse(&given).expect("a tool");
    for &provider in Provider::ALL {
        let text = tool
            .schema_for(provider)
            .unwrap_or_else(|report| panic!("{provider}: {report}"));
        let text: Value = serde_json::from_str(&text).expect("JSON");
        let text = text.to_string();
        assert!(text.contains("dependentRequired"), "{provider}");
        let cut = text.len() < 2_000;
        assert_eq!(
            cut,
            provider == Provider::AzureOpenAi,
            "{provider}: {}",
            text.len()
        );
        let report = tool.report_for(provider);
        let told = report
            .entries
            .iter()
            .any(|entry| entry.keyword == "description" && entry.outcome == Outcome::Hidden);
        assert_eq!(told, cut, "{provider}: {report}");
    }
    let azure: Value =
        serde_json::from_str(&tool.schema_for(Provider::AzureOpenAi).expect("a text"))
            .expect("JSON");
    let description = azure["function"]["description"].as_str().expect("a text");
    assert!(description.chars().count() <= 1024, "{description}");
    assert!(
        description.contains("comma. (dependentRequired"),
        "{description}"
    );
}

/// An author's `strict` that can't be kept is in the report of the provider whose shape it is.
#[test]
fn an_unused_strict_flag_is_reported() {
    let given = json!({"type": "function", "function": {"name": "t", "strict": true, "parameters": {"type": "object", "properties": {"a": {"type": "object", "additionalProperties": {"type": "string"}}}}}});
    let tool = ToolDefinition::parse(&given).expect("a tool");
    for provider in [
        Provider::OpenAi,
        Provider::OpenAiResponses,
        Provider::AzureOpenAi,
    ] {
        let report = tool.report_for(provider);
        let dropped = report.entries.iter().any(|entry| entry.keyword == "strict");
        assert_eq!(dropped, !report.strict, "{provider}: {report}");
    }
    assert!(
        Provider::ALL
            .iter()
            .copied()
            .any(|provider| !tool.report_for(provider).strict)
    );
}

#[test]
fn a_definition_can_get_another_description() {
    let tool = json!({"name": "a", "description": "Before", "inputSchema": {"type": "object"}});
    let tool = ToolDefinition::parse(&tool)
        .expect("a tool")
        .with_description("After");
    assert_eq!(tool.description(), "After");
}
