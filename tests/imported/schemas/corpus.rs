//! Real tools of MCP servers: each is read or says why, and each text passes its provider's judge.

use serde_json::Value;
use std::collections::BTreeMap;
use toolcast::Provider;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast_test_support::corpus;
use toolcast_test_support::{judges, none};

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
    let (mut tools, mut read, mut lossless, mut texts, mut refused) = (0, 0, 0, 0, 0);
    for (file, tool) in self::tools() {
        {
            tools += 1;
            let name = tool["name"].as_str().expect("a name");
            let description = tool["description"].as_str().unwrap_or_default();
            // A name that a provider does not take is another matter.
            let plain: String = name
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
                .take(60)
                .collect();
            let short: String = description.chars().take(1000).collect();
            let place = format!("{file} {name}");
            let made = DynamicTool::raw(
                &format!("t{plain}"),
                &short,
                &tool["inputSchema"],
                |arguments: Value, _: &_| Ok::<_, String>(arguments.to_string()),
            );
            let made = match made {
                Ok(made) => made,
                Err(error) => {
                    *why.entry(format!("not read: {error}")).or_default() += 1;
                    continue;
                }
            };
            read += 1;
            let losses = made
                .imported()
                .map_or(&[][..], toolcast::import::Imported::losses);
            lossless += usize::from(losses.is_empty());
            for loss in losses {
                *why.entry(format!(
                    "loss: {} {:?}: {}",
                    loss.keyword, loss.outcome, loss.reason
                ))
                .or_default() += 1;
            }
            let set = ToolSet::builder().dynamic(made).build().expect("a set");
            for provider in Provider::ALL {
                match set.declarations(provider) {
                    Ok(declarations) => {
                        texts += 1;
                        let declaration: Value =
                            serde_json::from_str(declarations[0]).expect("our text is JSON");
                        for finding in judges::declaration(provider, &declaration) {
                            failures.push(format!("{place}, {provider}: {finding}"));
                            *why.entry(format!("judge: {provider}: {}", finding.rule))
                                .or_default() += 1;
                        }
                    }
                    Err(error) => {
                        refused += 1;
                        let text = error.to_string();
                        let line = text.lines().last().unwrap_or_default();
                        *why.entry(format!("refused: {provider}: {line}"))
                            .or_default() += 1;
                    }
                }
            }
        }
    }
    println!(
        "{tools} tools, {read} read, {lossless} of them without a loss; {texts} texts, {refused} refused"
    );
    for (what, count) in &why {
        println!("{count:6} {what}");
    }
    none(&failures);
}
