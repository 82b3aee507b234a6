//! Results of calls: errors and notices.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_executor::block_on;
use toolcast::call::{OverBudget, ToolCall, ToolError};
use toolcast::set::{Budget, CallOptions, DynamicTool, ToolSet};
use toolcast::{Conversation, Next, Provider, Turn, Verdict, tool, toolset};

/// Search public repositories.
#[tool]
fn search_repos(
    /// Words to look for
    query: &str,
    #[tool(default = 10, range(1..=50))] limit: u8,
) -> Result<String, String> {
    match query {
        "panic" => panic!("not for the model"),
        "long" => Ok("x".repeat(usize::from(limit) * 100)),
        "secret" => Err("hunter22 is not accepted at https://h/?key=1".to_owned()),
        _ => Err("the index is being rebuilt".to_owned()),
    }
}

/// Export all repositories.
#[tool(blocking, output)]
fn export_repos() -> Vec<String> {
    vec!["x".repeat(1000)]
}

/// Show the settings.
#[tool(output)]
fn settings() -> Vec<String> {
    vec!["hunter22".to_owned()]
}

/// Count the stars by year and month.
#[tool]
fn stars() -> BTreeMap<(u16, u8), u32> {
    BTreeMap::from([((2026, 11), 7)])
}

/// Delete a repository.
#[tool(approve)]
fn delete_repo(name: &str) -> String {
    name.to_owned()
}

/// The text of a call's result.
pub(super) fn text(tools: &ToolSet, name: &str, arguments: &str, options: &CallOptions) -> String {
    let call = ToolCall::new("call_1", name, arguments);
    let results = tools.call_all_with(Provider::OpenAi, [call], options);
    let message = block_on(results).to_messages(Provider::OpenAi).remove(0);
    message["content"].as_str().expect("a text").to_owned()
}

fn of_error(error: ToolError) -> String {
    let tool = DynamicTool::new("fail", "Fails.", move |(), _: &_| {
        Err::<&str, _>(error.clone())
    });
    let tools = ToolSet::builder().dynamic(tool).build().expect("a set");
    text(&tools, "fail", "{}", &CallOptions::new())
}

/// Each case with its text.
pub(super) fn results() -> Vec<(&'static str, String)> {
    let tools = toolset![search_repos, delete_repo].max_result_bytes(400);
    let denying = tools.clone().before_call(|_| Verdict::deny("not today"));
    let tools = tools.build().expect("a set");
    let of = |name, arguments| text(&tools, name, arguments, &CallOptions::new());
    let tracker = Budget::new();
    let again = || {
        let options = CallOptions::new().budget(&tracker);
        text(&tools, "search_repos", r#"{"query": "toml"}"#, &options)
    };
    again();
    again();
    let third = again();
    let mut all = vec![
        (
            "invalid arguments",
            of("search_repos", r#"{"qeury": "toml", "limit": 500}"#),
        ),
        (
            "arguments that aren't JSON",
            of("search_repos", r#"{"query": "#),
        ),
        ("arguments that aren't an object", of("search_repos", "[5]")),
        ("an unknown tool", of("serch_repos", "{}")),
        (
            "an error of the tool",
            of("search_repos", r#"{"query": "toml"}"#),
        ),
        ("the same failure for the third time", third),
        (
            "a panic of the tool",
            of("search_repos", r#"{"query": "panic"}"#),
        ),
        (
            "a call that the program denies",
            text(
                &denying.build().expect("a set"),
                "delete_repo",
                r#"{"name": "a"}"#,
                &CallOptions::new(),
            ),
        ),
        (
            "a call that waits for an approval",
            of("delete_repo", r#"{"name": "a"}"#),
        ),
        (
            "a timeout",
            of_error(ToolError::TimedOut(Duration::from_secs(30))),
        ),
        ("a cancellation", of_error(ToolError::Cancelled)),
        (
            "a value that the program does not provide",
            of_error(ToolError::MissingState { type_name: "Db" }),
        ),
        (
            "a result that is too long",
            of("search_repos", r#"{"query": "long"}"#).replace(&"x".repeat(20), ""),
        ),
    ];
    let redacting = toolset![search_repos, settings, stars].redact("hunter22");
    let redacting = redacting.build().expect("a set");
    for (case, name, arguments) in [
        (
            "a value that is redacted",
            "search_repos",
            r#"{"query": "secret"}"#,
        ),
        (
            "a result that must not be changed, with such a value",
            "settings",
            "{}",
        ),
        ("a result that serde can't write", "stars", "{}"),
    ] {
        all.push((case, text(&redacting, name, arguments, &CallOptions::new())));
    }
    let exporting = || toolset![export_repos].max_result_bytes(400);
    let busy = exporting().spawn_blocking(drop);
    for (case, tools) in [
        (
            "a result that is too long, of a tool with an output schema",
            exporting(),
        ),
        ("a blocking tool that no thread can run", busy),
    ] {
        let tools = tools.build().expect("a set");
        let text = text(&tools, "export_repos", "{}", &CallOptions::new());
        all.push((case, text));
    }
    for (case, limit) in [
        ("a budget of requests is used up", OverBudget::Requests(20)),
        ("a budget of calls is used up", OverBudget::Calls(50)),
        ("a budget of tokens is used up", OverBudget::Tokens(100_000)),
        (
            "a budget of time is used up",
            OverBudget::Time(Duration::from_secs(60)),
        ),
        ("a budget of failures is used up", OverBudget::Failures(5)),
        ("the conversation is cancelled", OverBudget::Cancelled),
    ] {
        all.push((case, of_error(ToolError::OverBudget(limit))));
    }
    all.push(("an old result that the program removed", cleared()));
    all
}

/// The text in the place of a result that [`Conversation::clear_old_results`] removed.
fn cleared() -> String {
    let tools = toolset![search_repos].build().expect("a set");
    let mut chat = Conversation::new(Provider::Anthropic, "some-model");
    chat.user("Search.");
    chat.request(&tools).expect("a request");
    let call =
        r#"{"type":"tool_use","id":"toolu_1","name":"search_repos","input":{"query":"long"}}"#;
    let answer = format!(r#"{{"content":[{call}],"stop_reason":"tool_use"}}"#);
    let Next::Calls(Turn { calls, .. }) = chat.receive(&answer).expect("an answer") else {
        panic!("no calls");
    };
    let results = block_on(tools.call_all(Provider::Anthropic, calls));
    chat.results(results).expect("open calls");
    chat.request(&tools).expect("a request");
    assert_eq!(chat.clear_old_results(0).expect("readable messages"), 1);
    let text = &chat.messages()[2]["content"][0]["content"];
    text.as_str().expect("a text").to_owned()
}

/// A set with a deferred tool, and so with the built-in search.
fn searching() -> ToolSet {
    let rare = DynamicTool::new("create_invoice", "Create an invoice.", |(), _: &_| {
        Ok::<_, String>(1)
    });
    let tools = toolset![search_repos].dynamic(rare).build().expect("a set");
    tools
        .with_deferred(|tool| tool.name() == "create_invoice")
        .expect("a set")
}

/// The declaration of the built-in search.
pub(super) fn search_tool() -> String {
    let tools = searching();
    let all = tools.declarations(Provider::OpenAi).expect("declarations");
    let one = all.iter().find(|text| text.contains("search_tools"));
    format!("\n```json\n{}\n```\n", one.expect("a search tool"))
}

/// The texts of the built-in search for deferred tools.
pub(super) fn search() -> Vec<(&'static str, String)> {
    let tools = searching();
    let of = |query: &str| {
        let arguments = serde_json::json!({ "query": query }).to_string();
        text(&tools, "search_tools", &arguments, &CallOptions::new())
    };
    vec![
        ("tools that were found", of("invoice")),
        ("no tool was found", of("weather")),
    ]
}
