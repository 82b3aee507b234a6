//! A compiled tool's canonical text, read at run time, is the same tool: every text of it, byte for byte, for all providers.

use serde_json::Value;
use toolcast::import::Imported;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Dialect, Provider};
use toolcast_test_support::none;
use toolcast_tests::{tools, zoo};

#[allow(clippy::unnecessary_wraps)] // A tool may fail.
fn nothing(_: Value, _: &toolcast::call::Context) -> Result<(), String> {
    Ok(())
}

#[test]
fn every_tool_has_a_twin() {
    let mut failures = Vec::new();
    for tool in tools::all() {
        let canonical = tool.schema_for(Provider::JsonSchema);
        let twin = DynamicTool::raw(tool.name(), tool.description(), canonical, nothing)
            .expect("our own text")
            .title(tool.title().unwrap_or_default())
            .hints(tool.hints());
        // What its author asks of strict modes stands in no text.
        let twin = if tool.name() == "send_mail" {
            twin.strict(true)
        } else {
            twin
        };
        let compiled = ToolSet::builder().tool_def(tool).build().expect("a set");
        let imported = ToolSet::builder().dynamic(twin).build().expect("a set");
        for provider in Provider::ALL {
            let (a, b) = (
                compiled.declarations(provider),
                imported.declarations(provider),
            );
            let same = match (&a, &b) {
                (Ok(a), Ok(b)) => a == b,
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

/// The zoo has types that no tool would have; what their texts don't say can't come back. Counted, so that it can only get better.
#[test]
fn most_types_of_the_zoo_have_a_twin() {
    let (mut same, mut all) = (0, 0);
    let mut differ = Vec::new();
    for specimen in zoo::all() {
        let Ok(canonical) = toolcast::render(specimen.schema, canonical()) else {
            continue;
        };
        let imported = match Imported::read(&canonical) {
            Ok(imported) => imported,
            Err(error) => {
                differ.push(format!("{}: {error}: {canonical}", specimen.name));
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
                Ok(text) if text == compiled => same += 1,
                Ok(text) => differ.push(format!(
                    "{} {}:\n  {compiled}\n  {text}",
                    specimen.name,
                    dialect.provider()
                )),
                Err(report) => differ.push(format!("{}: {report}", specimen.name)),
            }
        }
    }
    println!("{same} of {all} texts of the zoo are the same");
    if std::env::var_os("TOOLCAST_SHOW").is_some() {
        for one in differ.iter().take(60) {
            println!("{one}");
        }
    }
    assert!(same * 100 >= all * 84, "{same} of {all}");
}

fn canonical() -> &'static Dialect {
    Dialect::all()
        .iter()
        .find(|dialect| dialect.provider() == Provider::JsonSchema)
        .expect("the canonical dialect")
}
