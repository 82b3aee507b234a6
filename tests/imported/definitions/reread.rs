//! Reads our own text like a third-party one: rendered for the same provider it is the same text,
//! so repeated conversion adds nothing.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use toolcast::Provider;
use toolcast::import::{ToolDefinition, ToolDefinitions, ToolFormat};
use toolcast_test_support::corpus;
use toolcast_test_support::json::members;
use toolcast_test_support::lists::{Counts, masked, without_numbers};
use toolcast_test_support::{as_compiled, none};

/// A provider's text, read and written again.
fn again(provider: Provider, text: &str) -> Result<String, String> {
    let read = ToolDefinition::parse_as(text, ToolFormat::from(provider))
        .map_err(|error| error.to_string())?;
    read.schema_for(provider)
        .map_err(|report| report.to_string())
}

/// Reads a provider's text and writes it again. Returns the new text, or `None` if it is the same.
///
/// Two facts are not in a text. If the provider has no keyword for it, an object without properties
/// isn't known to be closed. If the recursion is a string containing JSON, the type isn't known to
/// contain itself. Both are read literally. The new text doesn't change any more, and has no new
/// descriptions.
fn changed(provider: Provider, text: &str) -> Option<String> {
    let once = match again(provider, text) {
        Ok(once) if as_compiled(provider, &once) == as_compiled(provider, text) => return None,
        Ok(once) => once,
        Err(error) => return Some(error),
    };
    let unsaid = text.contains(r#""properties":{}"#) || text.contains("\"$ref\"");
    let twice = again(provider, &once);
    let stays = twice.as_ref() == Ok(&once);
    (!unsaid || !stays || words(&once) != words(text)).then_some(once)
}

/// All descriptions in a text, each once.
fn words(text: &str) -> BTreeSet<String> {
    let text: Value = serde_json::from_str(text).expect("JSON");
    let all = members(&text, "description").filter_map(Value::as_str);
    all.map(Into::into).collect()
}

/// Shows the place at which two texts differ.
fn apart(one: &str, other: &str) -> String {
    let same = one
        .bytes()
        .zip(other.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let part = |text: &str| -> String {
        let from = (0..=same.saturating_sub(60))
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(0);
        text[from..].chars().take(220).collect()
    };
    let mut told = String::new();
    let _ = write!(told, "{}\n    {}", part(one), part(other));
    told
}

#[test]
fn golden_texts_are_unchanged_after_reading() {
    let mut failures = Vec::new();
    let mut texts = 0;
    for &provider in Provider::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("expected")
            .join(provider.name());
        for file in std::fs::read_dir(&folder).expect("golden texts") {
            let file = file.expect("a file").path();
            let text = std::fs::read_to_string(&file).expect("a text");
            let text = text.trim_end();
            texts += 1;
            if let Some(again) = changed(provider, text) {
                failures.push(format!("{}: {}", file.display(), apart(text, &again)));
            }
        }
    }
    none(&failures);
    assert_eq!(texts, 153);
}

/// Texts of foreign tools that are not the same when they are read again.
#[derive(Default)]
struct Again {
    counts: Counts,
    failures: Vec<String>,
}

impl Again {
    fn look(&mut self, place: &str, tool: &ToolDefinition) {
        for &provider in Provider::ALL {
            let tool = tool.clone().with_name("tool");
            let Ok(text) = tool.schema_for(provider) else {
                self.counts.one(format!("refused for {provider}"));
                continue;
            };
            self.counts.one("texts");
            if let Some(again) = changed(provider, &text) {
                let apart = apart(&text, &again);
                self.failures
                    .push(format!("{place} for {provider}: {apart}"));
            }
        }
    }
}

/// Every eighth tool of each real server.
#[test]
fn texts_of_real_tools_are_unchanged_after_reading() {
    let mut again = Again::default();
    for file in corpus::files("mcp_tools") {
        let text = std::fs::read_to_string(&file).expect("a text");
        let read = ToolDefinitions::parse(&text).expect("a server's tools");
        assert_eq!(read.unreadable, [], "{}", file.display());
        for tool in read.tools.iter().step_by(8) {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            again.look(&format!("{name} {}", tool.name()), tool);
        }
    }
    none(&again.failures);
    let counts = again.counts;
    counts.agree_with_corpus("imported/definitions/reread, real tools");
}

/// Every eighth function and schema of other collections.
#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn texts_of_other_schemas_are_unchanged_after_reading() {
    let mut again = Again::default();
    for folder in [
        "bfcl/functions.json",
        "maskbench/schemas_with_instances.json",
        "issues/failing_schemas.json",
    ] {
        let all: Value = serde_json::from_str(&corpus::text(folder)).expect("JSON");
        let all = all
            .get("functions")
            .unwrap_or(&all)
            .as_array()
            .expect("a list");
        for (i, one) in all.iter().enumerate().step_by(8) {
            let schema = one.get("parameters").or_else(|| one.get("schema"));
            let tool = serde_json::json!({"name": "tool", "inputSchema": schema});
            match ToolDefinition::parse_as(&tool, ToolFormat::Mcp) {
                Ok(tool) => again.look(&format!("{folder} {i}"), &tool),
                Err(error) => {
                    let reason = masked(&without_numbers(&error.reason), '`', |_| false);
                    again.counts.one(format!("not read: {reason}"));
                }
            }
        }
    }
    none(&again.failures);
    let counts = again.counts;
    counts.agree_with_corpus("imported/definitions/reread, other schemas");
}
