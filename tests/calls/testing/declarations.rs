//! The assertion that compares the declarations of tools with a file.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;
use toolcast::testing::assert_declarations;
use toolcast::{Provider, ToolSet, tool, toolset};

/// Looks the weather up: "now", or {later}.
#[tool]
fn weather(city: &str, #[tool(range(1..=7))] days: u8) -> String {
    format!("{city} {days}")
}

/// Does nothing.
#[tool]
fn idle() {}

const PROVIDERS: &[Provider] = &[Provider::Anthropic, Provider::Gemini, Provider::Mcp];

fn tools() -> ToolSet {
    toolset![weather, idle].build().expect("two tools")
}

/// A path in the folder for temporary files, with a part that other tests don't use.
fn path(part: &str) -> PathBuf {
    let name = format!("toolcast-declarations-{}-{part}.json", std::process::id());
    env::temp_dir().join(name)
}

/// Returns the message of the assertion for a file with this text, or `None` if it passes.
fn message(part: &str, text: &str) -> Option<String> {
    let file = path(part);
    fs::write(&file, text).expect("the file is written");
    let result = catch_unwind(|| assert_declarations(&file, &tools(), PROVIDERS));
    fs::remove_file(&file).expect("the file is removed");
    let message = result.err()?;
    let message = message.downcast::<String>().expect("a text");
    Some(message.replace(&file.display().to_string(), "FILE"))
}

/// The same object as the assertion writes, made of the set's request members.
fn expected() -> String {
    let members = PROVIDERS.iter().map(|provider| {
        let fragment = tools().request_fragment(*provider).expect("two tools");
        format!("\"{provider}\": {fragment}")
    });
    format!("{{ {} }}\r\n", members.collect::<Vec<_>>().join(",\r\n"))
}

#[test]
fn a_file_with_the_declarations_passes_whatever_its_spaces() {
    assert_eq!(message("equal", &expected()), None);
    let pretty: Value = serde_json::from_str(&expected()).expect("JSON");
    let again = serde_json::to_string_pretty(&pretty).expect("JSON");
    // Without the order of members, which counts.
    assert_ne!(message("sorted", &again), None);
}

#[test]
fn a_changed_declaration_fails_with_its_path() {
    let text = expected().replacen("\"maximum\":7", "\"maximum\":8", 1);
    assert_ne!(text, expected());
    assert_eq!(
        message("changed", &text).expect("the texts differ"),
        "the declarations differ from FILE; if they should, TOOLCAST_UPDATE=1 writes it:\n  \
         /anthropic/tools/0/input_schema/properties/days/maximum: expected 8, found 7"
    );
    let text = expected().replace("Does nothing.", "Does  nothing.");
    let changed = message("spaces", &text).expect("the descriptions differ");
    assert_eq!(changed.lines().count(), 1 + PROVIDERS.len(), "{changed}");
}

#[test]
fn members_in_another_order_fail_with_the_first_line() {
    let [first, second] = ["\"name\":\"idle\"", "\"description\":\"Does nothing.\""];
    let text = expected();
    let there = format!("{first},{second}");
    assert!(text.contains(&there), "{text}");
    let text = text.replacen(&there, &format!("{second},{first}"), 1);
    assert_eq!(
        message("order", &text).expect("the order differs"),
        "the declarations differ from FILE; if they should, TOOLCAST_UPDATE=1 writes it:\n  \
         the order of members: expected `\"description\": \"Does nothing.\",`, found \
         `\"name\": \"idle\",`"
    );
}

#[test]
fn another_provider_and_a_file_that_is_not_json_fail() {
    let text = expected().replacen("\"mcp\"", "\"openai\"", 1);
    let message_of = |part, text: &str| message(part, text).expect("the texts differ");
    let names = message_of("provider", &text);
    assert!(names.contains("/openai: expected {"), "{names}");
    assert!(names.contains("/mcp: expected nothing, found {"), "{names}");
    let cut = message_of("cut", "{\"mcp\": ");
    assert!(cut.contains("\n  the file isn't JSON: EOF"), "{cut}");
}

#[test]
fn a_file_that_is_absent_fails_and_names_the_variable() {
    let failed = catch_unwind(AssertUnwindSafe(|| {
        assert_declarations(path("absent"), &tools(), PROVIDERS);
    }));
    let message = failed.expect_err("the file is absent");
    let message = message.downcast::<String>().expect("a text");
    assert!(message.starts_with("can't read "), "{message}");
    assert!(
        message.ends_with("; TOOLCAST_UPDATE=1 writes it"),
        "{message}"
    );
}

#[test]
fn the_file_is_written_if_the_variable_is_set() {
    const FILE: &str = "TOOLCAST_TEST_FILE";
    if let Some(file) = env::var_os(FILE) {
        return assert_declarations(Path::new(&file), &tools(), PROVIDERS);
    }
    let file = path("written");
    let status = Command::new(env::current_exe().expect("this program"))
        .args([
            "--exact",
            "testing::declarations::the_file_is_written_if_the_variable_is_set",
        ])
        .env(FILE, &file)
        .env("TOOLCAST_UPDATE", "1")
        .output()
        .expect("this program starts");
    assert!(status.status.success(), "{status:?}");
    let written = fs::read_to_string(&file).expect("the file is written");
    assert_declarations(&file, &tools(), PROVIDERS);
    fs::remove_file(&file).expect("the file is removed");
    let value: Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(
        value,
        serde_json::from_str::<Value>(&expected()).expect("JSON")
    );
    assert!(written.starts_with(
        "{\n  \"anthropic\": {\n    \"tools\": [\n      {\n        \"name\": \"weather\",\n"
    ));
    assert!(written.contains("\"properties\": {},\n"), "{written}");
    assert!(written.ends_with("\n}\n"));
}
