//! The size of the first request of a large set, all tools declared or all deferred.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use toolcast::Provider;
use toolcast::call::ToolError;
use toolcast::import::{SourceCall, ToolDefinitions, ToolSource};
use toolcast::set::{RequestOptions, ToolSet};

/// `UPDATE=1` writes the table into the document.
#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn a_first_request_without_the_deferred_tools_is_as_small_as_documented() {
    let mut builder = ToolSet::builder();
    for file in toolcast_test_support::corpus::files("mcp_tools") {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let read = ToolDefinitions::parse(&fs::read_to_string(&file).unwrap()).unwrap();
        let function = |_: SourceCall| async { Err::<String, _>(ToolError::Cancelled) };
        builder = builder.source(ToolSource::new(name, read, function));
    }
    let tools = builder.build().unwrap();
    let deferred = tools.with_deferred(|_| true).unwrap();
    let bytes = |provider, options: &RequestOptions| {
        let text = deferred.request_fragment_with(provider, options).unwrap();
        text.len()
    };
    let mut table = String::from(
        "| provider | tools | all declared | built-in search | its own search |\n|---|---:|---:|---:|---:|\n",
    );
    for &provider in Provider::ALL {
        if provider == Provider::JsonSchema {
            continue;
        }
        let declared: Vec<&str> = tools
            .tools()
            .filter_map(|tool| tool.schema_for(provider))
            .collect();
        let all = declared.iter().map(|text| text.len() + 1).sum::<usize>();
        let built_in = bytes(provider, &RequestOptions::new().built_in_search(true));
        let own = bytes(provider, &RequestOptions::new());
        let own = if own == built_in {
            "-".to_owned()
        } else {
            grouped(own)
        };
        let (count, all, built_in) = (grouped(declared.len()), grouped(all), grouped(built_in));
        let _ = writeln!(
            table,
            "| {provider} | {count} | {all} | {built_in} | {own} |"
        );
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/how-to/declare-many-tools.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("<!-- first request -->\n").unwrap();
    let (there, after) = rest.split_once("<!-- end -->").unwrap();
    if std::env::var_os("UPDATE").is_some() {
        let page = format!("{before}<!-- first request -->\n{table}<!-- end -->{after}");
        fs::write(&path, page).unwrap();
    } else {
        assert_eq!(there, table);
    }
}

fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
