//! A compiled tool's canonical text, read at run time, is the same tool: every text of it, byte for
//! byte, for all providers.

use serde_json::Value;
use std::collections::BTreeMap;
use toolcast::import::ImportedSchema;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Dialect, Provider};
use toolcast_test_support::{as_compiled, lists, name, none};
use toolcast_tests::{tools, zoo};

#[allow(clippy::unnecessary_wraps)] // A tool may fail.
fn nothing(_: Value, _: &toolcast::call::CallContext) -> Result<(), String> {
    Ok(())
}

#[test]
fn every_tool_has_a_twin() {
    let mut failures = Vec::new();
    for tool in tools::all() {
        let canonical = tool.schema_for(Provider::JsonSchema);
        let twin = DynamicTool::from_schema(tool.name(), tool.description(), canonical, nothing)
            .expect("our own text")
            .title(tool.title().unwrap_or_default())
            .annotations(tool.annotations());
        // No text contains the author's choice of strict mode.
        let twin = if tool.name() == "send_mail" {
            twin.strict()
        } else {
            twin
        };
        let compiled = ToolSet::builder().tool_def(tool).build().expect("a set");
        let imported = ToolSet::builder().dynamic(twin).build().expect("a set");
        for &provider in Provider::ALL {
            let (a, b) = (
                compiled.declarations(provider),
                imported.declarations(provider),
            );
            let same = match (&a, &b) {
                (Ok(a), Ok(b)) => {
                    let all = |texts: &[&str]| -> Vec<String> {
                        texts
                            .iter()
                            .map(|text| as_compiled(provider, text))
                            .collect()
                    };
                    all(a) == all(b)
                }
                (Err(a), Err(b)) => a.to_string() == b.to_string(),
                _ => false,
            };
            if !same {
                failures.push(format!(
                    "{} for {provider}:\n  compiled {a:?}\n  imported {b:?}",
                    tool.name()
                ));
            }
        }
    }
    none(&failures);
}

/// The zoo has types that no real tool would have. If their texts lack a constraint, it can't be
/// imported. The list has each type with the dialects whose text from the imported schema differs
/// from that of the type.
#[test]
fn types_without_a_twin_are_those_that_are_known() {
    let (mut same, mut all) = (0, 0);
    let mut differ: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for specimen in zoo::all() {
        let Ok(canonical) = toolcast::render(specimen.schema, canonical()) else {
            continue;
        };
        let imported = match ImportedSchema::parse(&canonical) {
            Ok(imported) => imported,
            Err(error) => {
                differ.insert(format!("{}: {error}", specimen.name), Vec::new());
                all += 1;
                continue;
            }
        };
        for dialect in Dialect::all() {
            let Ok(compiled) = toolcast::render(specimen.schema, dialect) else {
                continue;
            };
            all += 1;
            match imported.with_schema(|schema| toolcast::render(schema, dialect)) {
                Ok(text)
                    if as_compiled(dialect.provider(), &text)
                        == as_compiled(dialect.provider(), &compiled) =>
                {
                    same += 1;
                }
                other => {
                    let what = if other.is_ok() {
                        "another text"
                    } else {
                        "refused"
                    };
                    let key = format!("{}: {what}", specimen.name);
                    differ.entry(key).or_default().push(name(dialect));
                }
            }
        }
    }
    let lines = differ.iter().map(|(key, dialects)| match dialects.len() {
        0 => format!("{key}, not read"),
        n if n == Dialect::all().len() => format!("{key}, every dialect"),
        _ => format!("{key}, {}", dialects.join(", ")),
    });
    lists::agrees(
        "imported-without-a-twin",
        lines.chain([format!("texts: {same} of {all} are the same")]),
    );
}

fn canonical() -> &'static Dialect {
    Dialect::all()
        .iter()
        .find(|dialect| dialect.provider() == Provider::JsonSchema)
        .expect("the canonical dialect")
}
