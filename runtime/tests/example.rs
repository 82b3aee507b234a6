//! The `providers` example: its output and its exit codes.

#![cfg(feature = "call")]

mod support;

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::LazyLock;

use support::{program, stderr, stdout};
use toolcast::Provider;

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| program("providers"));

fn run(args: &[&str]) -> Output {
    Command::new(&*PROGRAM)
        .args(args)
        .output()
        .expect("the example runs")
}

#[test]
fn every_variant_has_a_heading() {
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    for &provider in Provider::ALL {
        for tool in [
            "search_issues",
            "query_table",
            "create_event",
            "rebuild_index",
        ] {
            let plain = format!("\n{provider}: {tool}\n");
            let strict = format!("\n{provider}, strict: {tool}\n");
            assert!(
                text.contains(&plain) || text.contains(&strict),
                "{provider}: {tool}"
            );
        }
    }
    assert!(text.contains("rebuild_index has no declaration for openai"));
    assert!(stderr(&output).is_empty());
}

#[test]
fn the_output_for_a_provider_is_only_one_array() {
    for &provider in Provider::ALL {
        let output = run(&["--provider", provider.name()]);
        assert_eq!(output.status.code(), Some(0), "{provider}");
        let array: Vec<serde_json::Value> =
            serde_json::from_slice(&output.stdout).expect("one JSON array");
        // The last tool is made for MCP only.
        let expected = if provider == Provider::Mcp { 4 } else { 3 };
        assert_eq!(array.len(), expected, "{provider}");
        assert!(array.iter().all(serde_json::Value::is_object), "{provider}");
    }
    let written_otherwise = run(&["--provider=mcp"]);
    assert_eq!(written_otherwise.stdout, run(&["--provider", "mcp"]).stdout);
}

#[test]
fn the_report_has_an_entry_for_each_tool_and_provider() {
    let output = run(&["--report"]);
    assert_eq!(output.status.code(), Some(0));
    let all = stdout(&output);
    for &provider in Provider::ALL {
        for tool in ["search_issues", "query_table", "create_event"] {
            assert!(
                all.lines()
                    .any(|line| line.starts_with(&format!("{tool} for {provider}"))),
                "{tool} for {provider}"
            );
        }
    }
    let output = run(&["--report", "--provider", "gemini"]);
    assert_eq!(output.status.code(), Some(0));
    let one = stdout(&output);
    assert!(one.contains("create_event for gemini"));
    assert!(!one.contains("create_event for vertex"));
}

#[test]
fn help_exits_with_success() {
    for word in ["--help", "-h"] {
        let output = run(&[word]);
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains("--provider NAME"));
    }
}

#[test]
fn wrong_command_line_lists_the_options() {
    let cases: [(&[&str], &str); 7] = [
        (&["--providers"], "unknown argument `--providers`"),
        (&["gemini"], "unknown argument `gemini`"),
        (&["--report=yes"], "unknown argument `--report=yes`"),
        (&["--provider"], "`--provider` needs a name"),
        (&["--provider", "gpt"], "unknown provider `gpt`"),
        (&["--provider", ""], "unknown provider ``"),
        (
            &["--provider", "mcp", "--provider", "groq"],
            "`--provider` is given twice",
        ),
    ];
    for (args, message) in cases {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let text = stderr(&output);
        assert!(text.contains(message), "{args:?}: {text}");
        assert!(text.contains("--report"), "{args:?}: {text}");
    }
    let output = run(&["--provider", "gpt"]);
    for &provider in Provider::ALL {
        assert!(stderr(&output).contains(provider.name()), "{provider}");
    }
}
