//! Large sets: tools that are loaded when the model has searched for them, and the marks for a
//! provider's cache.

use serde_json::{Value, json};
use toolcast::call::ToolResult;
use toolcast::set::{DynamicTool, RequestOptions, SetError, ToolSet};
use toolcast::{Provider, ToolChoice, tool, toolset};
use toolcast_test_support::json::values;

use super::{call, text_of};

/// Read a file.
#[tool]
fn read_file(path: &str) -> String {
    path.into()
}

/// Create an issue in a repository.
#[tool]
fn create_issue(title: &str) -> String {
    format!("created {title}")
}

/// List the open pull requests.
#[tool]
fn list_pulls() {}

/// Close an issue.
#[tool(name = "closeIssue")]
fn close_issue(number: u32) {
    let _ = number;
}

fn tools() -> ToolSet {
    let tools = toolset![create_issue, read_file, list_pulls, close_issue];
    let tools = tools.build().unwrap();
    tools
        .with_deferred(|tool| tool.name() != "read_file")
        .unwrap()
}

fn search(tools: &ToolSet, query: &str) -> ToolResult {
    let arguments = json!({ "query": query }).to_string();
    call(tools, "search_tools", &arguments)
}

/// The names of the tools in a request, in order.
fn names(tools: &ToolSet, provider: Provider, options: &RequestOptions) -> Vec<String> {
    let mut request = json!({});
    let _ = tools
        .extend_request_with(provider, &mut request, options)
        .unwrap();
    let list = request["tools"].as_array().unwrap();
    let name = |tool: &Value| {
        let name = tool["function"]["name"].as_str().or(tool["name"].as_str());
        String::from(name.unwrap_or_default())
    };
    list.iter().map(name).collect()
}

#[test]
fn tools_that_were_found_join_the_next_request_behind_the_others() {
    let (tools, mut loaded) = (tools(), Vec::<String>::new());
    let with = |loaded: &[String]| RequestOptions::new().load_tools(loaded);
    let provider = Provider::OpenAi;
    let first = tools
        .request_fragment_with(provider, &with(&loaded))
        .unwrap();
    assert_eq!(
        names(&tools, provider, &with(&loaded)),
        ["read_file", "search_tools"]
    );
    let found = search(&tools, "Issues to close");
    assert_eq!(
        text_of(&found),
        "These tools can be called from the next turn on:\n\
         - `closeIssue`: Close an issue.\n\
         - `create_issue`: Create an issue in a repository."
    );
    assert_eq!(found.loaded, ["closeIssue", "create_issue"]);
    assert!(found.artifact.is_none());
    // The names are stored with the result.
    let stored = serde_json::to_string(&found).unwrap();
    let found: ToolResult = serde_json::from_str(&stored).unwrap();
    loaded.extend(found.loaded);
    assert_eq!(
        names(&tools, provider, &with(&loaded)),
        ["read_file", "search_tools", "closeIssue", "create_issue"]
    );
    // Another search changes nothing of what is there.
    let found = search(&tools, "pull issue").loaded;
    assert!(found.iter().any(|name| loaded.contains(name)), "{found:?}");
    loaded.extend(found);
    let last = tools
        .request_fragment_with(provider, &with(&loaded))
        .unwrap();
    assert!(last.starts_with(first.strip_suffix("]}").unwrap()));
    assert_eq!(
        names(&tools, provider, &with(&loaded))[2..],
        ["closeIssue", "create_issue", "list_pulls"]
    );
}

#[test]
fn calls_of_deferred_tools_run() {
    let result = call(&tools(), "create_issue", r#"{"title":"x"}"#);
    assert_eq!(text_of(&result), "created x");
}

#[test]
fn a_search_without_a_hit_reports_that() {
    let found = search(&tools(), "weather !");
    assert_eq!(text_of(&found), "No tool fits these words. Try other ones.");
    assert!(found.loaded.is_empty());
}

#[test]
fn a_provider_with_a_search_gets_all_tools_with_marks() {
    let tools = tools();
    let fragment = |provider, options: RequestOptions| -> Value {
        let text = tools.request_fragment_with(provider, &options).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()["tools"].take()
    };
    for (provider, entry) in [
        (
            Provider::Anthropic,
            json!({"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}),
        ),
        (Provider::OpenAiResponses, json!({"type": "tool_search"})),
    ] {
        let listed = fragment(provider, RequestOptions::new());
        let listed = listed.as_array().unwrap();
        assert_eq!(listed[0], entry);
        let expected = ["read_file", "create_issue", "list_pulls", "closeIssue"];
        for (tool, name) in listed[1..].iter().zip(expected) {
            let deferred = (name != "read_file").then_some(true);
            let own: Value =
                serde_json::from_str(tools.get(name).unwrap().schema_for(provider).unwrap())
                    .unwrap();
            assert_eq!(tool["name"], name);
            assert_eq!(tool.get("defer_loading").and_then(Value::as_bool), deferred);
            assert_eq!(tool["description"], own["description"]);
        }
        assert_eq!(listed.len(), 5);
        let report = tools.request_report(provider);
        let report = report.unwrap();
        assert_eq!(
            report.deferred,
            ["create_issue", "list_pulls", "closeIssue"]
        );
        // Models without the search get the crate's own.
        let options = RequestOptions::new().built_in_search(true);
        assert_eq!(
            names(&tools, provider, &options),
            ["read_file", "search_tools"]
        );
    }
}

#[test]
fn loaded_tools_beyond_the_providers_number_are_the_latest() {
    let mut builder = ToolSet::builder();
    for n in 0..200 {
        let tool = DynamicTool::new(format!("tool_{n}"), "", |(), _: &_| Ok::<_, String>(""));
        builder = builder.dynamic(tool);
    }
    let tools = builder.build().unwrap();
    let tools = tools.with_deferred(|tool| tool.name() > "tool_1").unwrap();
    let loaded = (0..200).map(|n| format!("tool_{n}"));
    let options = RequestOptions::new().load_tools(loaded);
    for provider in [Provider::OpenAi, Provider::OpenAiResponses] {
        let listed = names(&tools, provider, &options);
        assert_eq!(listed.len(), 128);
        assert_eq!(listed[..3], ["tool_0", "tool_1", "search_tools"]);
        assert_eq!((&*listed[3], &*listed[127]), ("tool_75", "tool_199"));
    }
    assert_eq!(names(&tools, Provider::Mistral, &options).len(), 201);
}

#[test]
fn the_search_follows_changes_of_the_set() {
    let tools = tools()
        .with_prefix("gh_")
        .with_disabled("gh_create_issue")
        .unwrap();
    let found = call(&tools, "gh_search_tools", r#"{"query":"issue"}"#);
    assert_eq!(found.loaded, ["gh_closeIssue"]);
    // One search finds the tools of both sets.
    let other = DynamicTool::new("fork", "Fork a repository", |(), _: &_| Ok::<_, String>(""));
    let other = ToolSet::builder().dynamic(other).build().unwrap();
    let other = other.with_deferred(|_| true).unwrap();
    let both = tools.merged_with(&other).unwrap();
    let found = call(&both, "gh_search_tools", r#"{"query":"fork"}"#);
    assert_eq!(found.loaded, ["fork"]);
    assert_eq!(both.len(), 5);
    let error = ToolSet::builder()
        .dynamic(DynamicTool::new("search_tools", "", |(), _: &_| {
            Ok::<_, String>("")
        }))
        .build()
        .unwrap()
        .with_deferred(|_| true)
        .unwrap_err();
    assert!(
        matches!(&error, SetError::Build { duplicates, .. } if *duplicates == ["search_tools"]),
        "{error:?}"
    );
}

#[test]
fn a_set_without_deferred_tools_has_no_search() {
    let tools = toolset![read_file].build().unwrap();
    let tools = tools.with_deferred(|_| false).unwrap();
    for provider in [Provider::OpenAi, Provider::Anthropic] {
        let names = names(&tools, provider, &RequestOptions::new());
        assert_eq!(names, ["read_file"]);
    }
}

#[test]
fn the_cache_mark_is_behind_the_tools_of_every_request() {
    let all = toolset![read_file, list_pulls].build().unwrap();
    let is_api = |provider: &&Provider| **provider != Provider::JsonSchema;
    for &provider in Provider::ALL.iter().filter(is_api) {
        let plain = all.request_fragment(provider).unwrap();
        let options = RequestOptions::new().cache_tools(true);
        let cached = all.request_fragment_with(provider, &options).unwrap();
        let expected = match provider {
            Provider::Anthropic => {
                plain.replace("}]}", r#","cache_control":{"type":"ephemeral"}}]}"#)
            }
            Provider::Bedrock => plain.replace("]}}", r#",{"cachePoint":{"type":"default"}}]}}"#),
            _ => plain.clone(),
        };
        assert_eq!(cached, expected, "{provider}");
    }
    // Before the deferred and the loaded ones.
    let tools = tools();
    let options = RequestOptions::new()
        .load_tools(["list_pulls"])
        .cache_tools(true);
    let text = |provider| tools.request_fragment_with(provider, &options).unwrap();
    let at = |text: &str, part: &str| text.find(part).unwrap();
    for (provider, mark) in [
        (Provider::Anthropic, "cache_control"),
        (Provider::Bedrock, "cachePoint"),
    ] {
        let text = text(provider);
        assert!(
            at(&text, "read_file") < at(&text, mark) && at(&text, mark) < at(&text, "list_pulls")
        );
        assert_eq!(text.matches(mark).count(), 1);
    }
    assert!(
        ToolSet::builder()
            .build()
            .unwrap()
            .request_fragment_with(Provider::Bedrock, &options)
            .unwrap()
            == "{}"
    );
}

/// A choice is the list of declarations for a provider that has no other list.
#[test]
fn the_cache_mark_is_behind_the_tools_that_a_choice_keeps() {
    let all = toolset![create_issue, read_file, list_pulls]
        .build()
        .unwrap();
    let deferred = all.with_deferred(|_| true).unwrap();
    let fragment = |tools: &ToolSet, provider, names: &[&str]| {
        let names = names.iter().map(|name| String::from(*name)).collect();
        let options = RequestOptions::new().tool_choice(ToolChoice::AnyOf(names));
        tools
            .request_fragment_with(provider, &options.cache_tools(true))
            .unwrap()
    };
    for (provider, mark) in [
        (Provider::Anthropic, "cache_control"),
        (Provider::Bedrock, "cachePoint"),
    ] {
        for tools in [&all, &deferred] {
            let text = fragment(tools, provider, &["create_issue", "read_file"]);
            assert_eq!(text.matches(mark).count(), 1, "{text}");
            assert!(text.find("read_file") < text.find(mark), "{text}");
            assert!(!text.contains("list_pulls"), "{text}");
            assert!(!text.contains("search"), "{text}");
        }
    }
    // The search is a tool that a choice can name.
    let text = fragment(&deferred, Provider::Bedrock, &["search_tools"]);
    assert!(
        text.find("search_tools") < text.find("cachePoint"),
        "{text}"
    );
    assert!(!text.contains("read_file"), "{text}");
}

/// Has a mark of its author's.
#[tool(extra(
    Anthropic = r#"{"cache_control":{"type":"ephemeral","ttl":"1h"},"defer_loading":false}"#
))]
fn marked() {}

#[test]
fn a_mark_of_the_author_stays() {
    let tools = toolset![marked].build().unwrap();
    let options = RequestOptions::new().cache_tools(true);
    let plain = tools.request_fragment(Provider::Anthropic).unwrap();
    assert_eq!(
        tools
            .request_fragment_with(Provider::Anthropic, &options)
            .unwrap(),
        plain
    );
    let tools = tools.with_deferred(|_| true).unwrap();
    let text = tools.request_fragment(Provider::Anthropic).unwrap();
    assert_eq!(text.matches("defer_loading").count(), 1);
}

#[test]
fn answers_with_a_providers_search_keep_it_for_the_next_request() {
    let anthropic = json!({"role": "assistant", "stop_reason": "tool_use", "content": [
        {"type": "server_tool_use", "id": "srv_1", "name": "tool_search_tool_bm25", "input": {"query": "issue"}},
        {"type": "tool_search_tool_result", "tool_use_id": "srv_1", "content": {
            "type": "tool_search_tool_search_result",
            "tool_references": [{"type": "tool_reference", "tool_name": "create_issue"}]
        }},
        {"type": "tool_use", "id": "call_1", "name": "create_issue", "input": {"title": "x"}}
    ]});
    let items = json!([
        {"type": "tool_search_call", "id": "ts_1", "execution": "server", "call_id": null, "arguments": {"query": "issue"}},
        {"type": "tool_search_output", "id": "to_1", "execution": "server", "call_id": null, "tools": []},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "create_issue", "arguments": "{\"title\":\"x\"}"}
    ]);
    let responses = json!({"status": "completed", "output": items});
    let turn = Provider::Anthropic
        .parse_turn(&anthropic.to_string())
        .unwrap();
    assert_eq!(turn.messages[0]["content"], anthropic["content"]);
    let [call] = &turn.calls[..] else {
        panic!("{turn:?}")
    };
    assert_eq!(call.name, "create_issue");
    let turn = Provider::OpenAiResponses
        .parse_turn(&responses.to_string())
        .unwrap();
    assert_eq!(Value::from(turn.messages), items);
    assert_eq!(turn.calls.len(), 1);
}

/// A request with a choice that names tools has their declarations, unmarked, whatever is deferred.
#[test]
fn a_deferred_tool_that_the_choice_names_is_in_the_request() {
    let tools = tools();
    let mut requests = 0;
    for &provider in Provider::ALL {
        for choice in [
            ToolChoice::Tool("create_issue".into()),
            ToolChoice::AnyOf(vec!["create_issue".into()]),
            ToolChoice::AnyOf(vec!["read_file".into(), "create_issue".into()]),
        ] {
            let options = RequestOptions::new().tool_choice(choice.clone());
            // Some providers have no choice of a tool.
            let Ok(text) = tools.request_fragment_with(provider, &options) else {
                continue;
            };
            let fragment: Value = serde_json::from_str(&text).unwrap();
            let is_tool =
                |one: &&Value| one.get("name").is_some() && one.get("description").is_some();
            let found: Vec<_> = values(&fragment).filter(is_tool).collect();
            let named = found.iter().find(|tool| tool["name"] == "create_issue");
            let named = named.unwrap_or_else(|| panic!("{provider}: {text}"));
            assert_eq!(named.get("defer_loading"), None, "{provider}: {text}");
            let marked = found.iter().any(|tool| tool.get("defer_loading").is_some());
            let searches = text.contains("search");
            assert!(searches || !marked, "{provider}: {text}");
            requests += 1;
        }
    }
    assert!(requests > 3, "{requests}");
}

#[test]
fn a_tool_that_the_provider_is_not_shown_is_left_out_of_the_hits() {
    let mut builder = ToolSet::builder();
    for n in 0..8 {
        let tool = DynamicTool::new(format!("issue_{n}"), "", |(), _: &_| Ok::<_, String>(""));
        builder = builder.dynamic(match n {
            0..6 => tool.providers([Provider::Anthropic]),
            _ => tool,
        });
    }
    let tools = builder.build().unwrap().with_deferred(|_| true).unwrap();
    let found = search(&tools, "issue");
    assert_eq!(found.loaded, ["issue_6", "issue_7"], "{found:?}");
    assert!(!text_of(&found).contains("issue_0"), "{found:?}");
}

#[test]
fn a_filter_by_name_keeps_the_search_for_what_it_keeps() {
    let tools = tools();
    let kept = tools.filter(|tool| tool.name() != "list_pulls");
    let listed = |tools: &ToolSet| names(tools, Provider::OpenAi, &RequestOptions::new());
    assert_eq!(listed(&kept), ["read_file", "search_tools"]);
    let found = search(&kept, "issue pulls");
    assert_eq!(found.loaded, ["create_issue", "closeIssue"]);
    // Nothing is deferred, so there is nothing to search.
    let kept = tools.filter(|tool| tool.name() == "read_file");
    assert_eq!(listed(&kept), ["read_file"]);
}
