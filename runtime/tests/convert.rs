//! The example that converts definitions: its output, its messages and its exit codes.

#![cfg(feature = "call")]

mod support;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::Value;
use support::{program, stderr, stdout};
use toolcast::Provider;

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| program("convert"));

fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(&*PROGRAM)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example runs");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_owned();
    // The program may end before it has read all of its input.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the program exits");
    writer.join().expect("the writer thread ends");
    output
}

const TOOLS: &str = r#"{"tools": [
    {"name": "files.read", "description": "Read a file", "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "minLength": 1}}, "required": ["path"]}},
    {"type": "function", "function": {"name": "now", "description": "The time"}}
]}"#;

#[test]
fn the_input_of_the_readme_is_converted() {
    let tools = include_str!("../examples/convert/tools.json");
    for &provider in Provider::ALL {
        let output = run(&["--to", provider.name()], tools);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).contains("search_issues"), "{provider}");
    }
}

#[test]
fn definitions_become_a_provider_s() {
    let output = run(&["--to", "gemini"], TOOLS);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(
        stdout(&output),
        "[{\"name\":\"files.read\",\"description\":\"Read a file\",\"parameters\":{\"type\":\"OBJECT\",\"properties\":{\"path\":{\"type\":\"STRING\",\"minLength\":1}},\"required\":[\"path\"]}},\n\
         {\"name\":\"now\",\"description\":\"The time\"}]\n"
    );
    assert_eq!(stderr(&output), "");
    let output = run(&["--to=openai", "--fragment", "-"], TOOLS);
    assert_eq!(output.status.code(), Some(0));
    let request: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(request["tools"][0]["function"]["name"], "files_read");
    assert!(
        stderr(&output).contains("files.read for openai, strict:"),
        "{}",
        stderr(&output)
    );
    assert!(
        stderr(&output).contains("`minLength`"),
        "{}",
        stderr(&output)
    );
    assert!(
        stderr(&output).contains("shown as `files_read`"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn every_provider_is_a_target() {
    for &provider in Provider::ALL {
        let output = run(&["--to", provider.name()], TOOLS);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{provider}: {}",
            stderr(&output)
        );
        let array: Value = serde_json::from_str(stdout(&output)).expect("JSON");
        assert_eq!(array.as_array().map(Vec::len), Some(2), "{provider}");
        // Round trip: the output converts to itself.
        let again = run(
            &["--to", provider.name(), "--from", provider.name()],
            stdout(&output),
        );
        assert_eq!(
            again.status.code(),
            Some(0),
            "{provider}: {}",
            stderr(&again)
        );
        assert_eq!(stdout(&again), stdout(&output), "{provider}");
    }
}

#[test]
fn a_rejected_tool_is_named_and_the_others_are_converted() {
    let bad = TOOLS.replace(
        "\"tools\": [",
        "\"tools\": [{\"name\": \"bad\", \"inputSchema\": {\"properties\": 7}},",
    );
    let output = run(&["--to", "anthropic"], &bad);
    assert_eq!(output.status.code(), Some(1));
    let array: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(array.as_array().map(Vec::len), Some(2));
    assert!(
        stderr(&output).contains(
            "refused: tool 0 (`bad`) can't be read at `/tools/0/inputSchema/properties`: "
        ),
        "{}",
        stderr(&output)
    );
    // The file has another format.
    let output = run(&["--to", "anthropic", "--from", "openai"], TOOLS);
    assert_eq!(output.status.code(), Some(1));
    let many: Vec<String> = (0..129).map(|n| format!("{{\"name\":\"t{n}\"}}")).collect();
    let output = run(&["--to", "openai"], &format!("[{}]", many.join(",")));
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""));
    assert!(stderr(&output).contains("128 tools"), "{}", stderr(&output));
}

#[test]
fn a_check_writes_nothing() {
    let output = run(&["--check"], TOOLS);
    assert_eq!(
        (output.status.code(), stdout(&output)),
        (Some(0), ""),
        "{}",
        stderr(&output)
    );
    assert!(stderr(&output).contains("files.read for azure-openai"));
    let long = format!(
        "[{{\"name\":\"t\",\"description\":\"{}\"}}]",
        "x".repeat(2000)
    );
    let output = run(&["--check"], &long);
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), ""));
    assert!(
        stderr(&output).contains("t for azure-openai"),
        "{}",
        stderr(&output)
    );
    let many: Vec<String> = (0..129).map(|n| format!("{{\"name\":\"t{n}\"}}")).collect();
    let many = format!("[{}]", many.join(","));
    let output = run(&["--check"], &many);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), ""));
    assert!(stderr(&output).contains("128 tools"), "{}", stderr(&output));
    let output = run(&["--check", "--to", "ollama"], &many);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn bad_arguments_and_input_are_reported() {
    for (args, input, words) in [
        (&[][..], "[]", "`--to PROVIDER` is missing"),
        (&["--to"], "[]", "`--to` needs a name"),
        (&["--to", "nobody"], "[]", "unknown provider `nobody`"),
        (&["--to", "openai", "--to", "groq"], "[]", "given twice"),
        (&["--to", "openai", "--from", "x"], "[]", "unknown format"),
        (
            &["--to", "openai", "--fast"],
            "[]",
            "unknown argument `--fast`",
        ),
        (&["--to", "openai", "a", "b"], "[]", "more than one file"),
        (&["--check", "--fragment"], "[]", "no meaning"),
        (
            &["--to", "openai", "/there/is/no/such/file"],
            "",
            "/there/is/no/such/file",
        ),
        (&["--to", "openai"], "", "EOF"),
        (&["--to", "openai"], "{\"tools\": [", "EOF"),
        (
            &["--to", "openai"],
            "{\"tools\": 7}",
            "/tools: it must be a list",
        ),
        (&["--to", "openai"], "7", "expected a tool"),
    ] {
        let output = run(args, input);
        assert_eq!(output.status.code(), Some(2), "{args:?} {input}");
        assert!(
            stderr(&output).contains(words),
            "{args:?}: {}",
            stderr(&output)
        );
        assert_eq!(stdout(&output), "", "{args:?}");
    }
    let output = run(&["--help"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).starts_with("Converts tool definitions"));
}

/// Real tools.
#[test]
fn real_tools_are_converted() {
    let files = toolcast_test_support::corpus::files("mcp_tools");
    let (mut tools, mut refused) = (0, Vec::new());
    for file in files {
        let path = file.to_str().expect("a path");
        // These have no limit on the number of tools, and the most rules.
        for to in ["bedrock", "cohere", "mcp"] {
            let output = run(&["--to", to, path], "");
            if output.status.code() == Some(0) {
                let array: Value = serde_json::from_str(stdout(&output)).expect("JSON");
                tools += array.as_array().map_or(0, Vec::len);
            } else {
                let refusals = stderr(&output)
                    .lines()
                    .filter(|line| line.starts_with("refused"))
                    .collect::<Vec<_>>()
                    .join("\n");
                refused.push(format!(
                    "{path} for {to}: {:?}: {refusals}",
                    output.status.code()
                ));
            }
        }
    }
    println!("{tools} tools converted");
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}
