//! The page of the texts that models read: `docs/texts.md` has each of them as the code writes it.
//! `UPDATE=1` writes the page.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use futures_executor::block_on;
use serde::Deserialize;
use serde_json::Value;
use toolcast::Verdict;
use toolcast::call::{OverBudget, ToolCall, ToolError};
use toolcast::set::{Budget, CallOptions, DynamicTool, ToolSet};
use toolcast::{Conversation, Next, Provider, ToolSchema, Turn, tool, toolset};

/// A part of a document.
#[derive(Deserialize, ToolSchema)]
#[expect(dead_code, reason = "only declared")]
struct Section {
    title: String,
    sections: Vec<Section>,
}

#[derive(Deserialize, ToolSchema)]
#[expect(dead_code)]
struct Pages {
    /// The first page
    first: u32,
    /// The last page
    last: u32,
}

/// Publish a document.
#[tool]
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)] // As models see it.
fn publish(
    /// The words that count, and how often each is used
    counts: BTreeMap<String, u32>,
    /// Data for the template
    data: Value,
    /// The first section
    section: Section,
    /// The language
    #[tool(pattern = "^[a-z]{2}$", length(2..=2))]
    language: String,
    /// The number of copies
    #[tool(range(1..=50), default = 10)]
    copies: u8,
    /// The day
    #[tool(format = "date", example = "2026-11-27")]
    day: Option<String>,
    /// Width and height
    #[tool(length(1..=4))]
    size: Vec<(f32, f32)>,
    /// The recipients
    #[tool(rename = "to[]")]
    to: Option<Vec<String>>,
    #[tool(flatten)] pages: Option<Pages>,
) -> usize {
    let _ = (data, section, language, day, size, to, pages);
    counts.len() + usize::from(copies)
}

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
        _ => Err("the index is being rebuilt".to_owned()),
    }
}

/// Export all repositories.
#[tool(blocking, output)]
fn export_repos() -> Vec<String> {
    vec!["x".repeat(1000)]
}

/// Delete a repository.
#[tool(approve)]
fn delete_repo(name: &str) -> String {
    name.to_owned()
}

/// The text of a call's result.
fn text(tools: &ToolSet, name: &str, arguments: &str, options: &CallOptions) -> String {
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
fn results() -> Vec<(&'static str, String)> {
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

/// The texts of the built-in search for deferred tools.
fn search() -> Vec<(&'static str, String)> {
    let rare = DynamicTool::new("create_invoice", "Create an invoice.", |(), _: &_| {
        Ok::<_, String>(1)
    });
    let tools = toolset![search_repos].dynamic(rare).build().expect("a set");
    let tools = tools
        .with_deferred(|tool| tool.name() == "create_invoice")
        .expect("a set");
    let of = |query: &str| {
        let arguments = serde_json::json!({ "query": query }).to_string();
        text(&tools, "search_tools", &arguments, &CallOptions::new())
    };
    vec![
        ("tools that were found", of("invoice")),
        ("no tool was found", of("weather")),
    ]
}

/// The descriptions in a declaration, each with the name of its property.
fn descriptions(schema: &Value, name: &str, found: &mut Vec<(String, String)>) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(text)) = members.get("description") {
                found.push((name.to_owned(), text.clone()));
            }
            for (key, value) in members {
                let of_property =
                    |(name, value): (&String, &Value)| descriptions(value, name, found);
                match (key.as_str(), value) {
                    ("properties" | "$defs", Value::Object(all)) => {
                        all.iter().for_each(of_property);
                    }
                    _ => descriptions(value, name, found),
                }
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| descriptions(item, name, found)),
        _ => {}
    }
}

/// The descriptions of each provider that differ from those of the canonical schema.
fn changed_descriptions() -> Vec<(String, String)> {
    let of = |provider: Provider| {
        let schema: Value = serde_json::from_str(publish::schema_for(provider)).expect("JSON");
        let mut found = Vec::new();
        descriptions(&schema, "", &mut found);
        found
    };
    let canonical: Vec<String> = of(Provider::JsonSchema)
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    let mut providers = BTreeMap::<(String, String), Vec<&str>>::new();
    for &provider in Provider::ALL {
        for (name, text) in of(provider) {
            if !canonical.contains(&text) && text != "Publish a document." {
                let all = providers.entry((name, text)).or_default();
                if all.last() != Some(&provider.name()) {
                    all.push(provider.name());
                }
            }
        }
    }
    let entries = providers.into_iter();
    let entries =
        entries.map(|((name, text), all)| (format!("`{name}`: {}", all.join(", ")), text));
    entries.collect()
}

/// A list of cases, each with its text as a block.
fn list<N: AsRef<str>>(cases: Vec<(N, String)>) -> String {
    let mut out = String::new();
    for (case, text) in cases {
        let text = text.trim_end().replace("\n\n\n", "\n\n");
        let case = case.as_ref();
        let first = case[..1].to_uppercase();
        let _ = write!(out, "\n{first}{}:\n\n```text\n{text}\n```\n", &case[1..]);
    }
    out
}

/// The types and the signature of [`publish`], as this file writes them.
fn declaration() -> String {
    let (_, code) = include_str!("texts.rs")
        .split_once("\n\n")
        .expect("imports");
    let begin = code.find("/// A part of").expect("types");
    let end = code.find(" {\n    let _ =").expect("a body");
    let lines = code[begin..end].lines();
    let lines = lines.filter(|line| !line.starts_with("#[expect") && !line.starts_with("#[allow"));
    let lines: Vec<_> = lines.collect();
    format!("\n```rust,ignore\n{}\n```\n", lines.join("\n"))
}

#[test]
fn the_page_has_each_text() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/texts.md");
    let page = std::fs::read_to_string(path).expect("a page");
    let mut written = page.clone();
    for (part, cases) in [
        ("declaration", declaration()),
        ("results", list(results())),
        ("search", list(search())),
        ("descriptions", list(changed_descriptions())),
    ] {
        let (begin, end) = (
            format!("<!-- {part}: begin -->\n"),
            format!("\n<!-- {part}: end -->"),
        );
        let (before, rest) = written.split_once(&begin).expect("a beginning");
        let (_, after) = rest.split_once(&end).expect("an end");
        written = [before, &begin, &cases, &end, after].concat();
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, written).expect("a written page");
        return;
    }
    for (now, then) in written.lines().zip(page.lines()) {
        assert_eq!(now, then, "`UPDATE=1` writes the page");
    }
    assert_eq!(written.len(), page.len());
}
