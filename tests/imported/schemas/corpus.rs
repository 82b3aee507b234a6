//! Real tools of MCP servers: each is read or reports a reason, and each text passes its provider's
//! judge.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use toolcast::Provider;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast_test_support::lists::{self, Counts};
use toolcast_test_support::{corpus, judges, none};

/// Each tool with its file's name.
pub(crate) fn tools() -> Vec<(String, Value)> {
    let mut tools = Vec::new();
    for file in corpus::files("mcp_tools") {
        let text = std::fs::read_to_string(&file).expect("a text");
        let server: Value = serde_json::from_str(&text).expect("JSON");
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        for tool in server["tools"].as_array().expect("a list of tools") {
            tools.push((name.clone().into_owned(), tool.clone()));
        }
    }
    tools
}

#[test]
fn real_tools_are_read_and_judged() {
    let mut failures = Vec::new();
    let mut why: BTreeMap<String, usize> = BTreeMap::new();
    let mut rest = Counts::default();
    let listed: BTreeSet<_> = corpus::servers()
        .iter()
        .filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let mut count = |file: &str, what: String| {
        if listed.contains(file) {
            *why.entry(what).or_default() += 1;
        } else {
            let is_text = what.starts_with("texts for ");
            rest.one(if is_text { "texts" } else { &what });
        }
    };
    for (file, tool) in tools() {
        {
            count(&file, "tools".into());
            let name = tool["name"].as_str().expect("a name");
            let description = tool["description"].as_str().unwrap_or_default();
            // A name that a provider rejects is tested elsewhere.
            let plain: String = name
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
                .take(60)
                .collect();
            let short: String = description.chars().take(1000).collect();
            let place = format!("{file} {name}");
            let made = DynamicTool::from_schema(
                format!("t{plain}"),
                short,
                &tool["inputSchema"],
                |arguments: Value, _: &_| Ok::<_, String>(arguments.to_string()),
            );
            let made = match made {
                Ok(made) => made,
                Err(error) => {
                    count(&file, format!("not read: {error}"));
                    continue;
                }
            };
            count(&file, "tools that are read".into());
            let losses = made
                .imported()
                .map_or(&[][..], toolcast::import::ImportedSchema::losses);
            if losses.is_empty() {
                count(&file, "tools without a loss".into());
            }
            for loss in losses {
                count(
                    &file,
                    format!("loss: {} {:?}: {}", loss.keyword, loss.outcome, loss.reason),
                );
            }
            let set = ToolSet::builder().dynamic(made).build().expect("a set");
            for &provider in Provider::ALL {
                match set.declarations(provider) {
                    Ok(declarations) => {
                        count(&file, format!("texts for {provider}"));
                        let declaration: Value =
                            serde_json::from_str(declarations[0]).expect("our text is JSON");
                        for finding in judges::declaration(provider, &declaration) {
                            failures.push(format!("{place}, {provider}: {finding}"));
                        }
                    }
                    Err(error) => {
                        let text = error.to_string();
                        let line = text.lines().last().unwrap_or_default();
                        count(&file, format!("refused: {provider}: {line}"));
                    }
                }
            }
        }
    }
    none(&failures);
    lists::agrees(
        "tools-of-servers",
        why.iter().map(|(what, count)| format!("{what}: {count}")),
    );
    if corpus::is_whole() {
        rest.agree_with_corpus("imported/schemas/corpus, servers that aren't in the repository");
    }
}
