//! Every text that we render passes its provider's judge without a finding.

use serde_json::Value;
use toolcast::{Dialect, Provider};
use toolcast_test_support::judges::{self, Finding};
use toolcast_test_support::{name, none, text};
use toolcast_tests::{tools, zoo};

/// Some rules apply to a declaration only. It leaves the field out if there are no parameters.
/// Beyond a limit of strict mode, the tool is declared without strict mode.
fn is_for_the_declaration(strict: bool, finding: &Finding) -> bool {
    let limits = [
        "levels of nesting",
        "optional parameters",
        "parameters with type arrays",
    ];
    let empty = ["the field is left out", "properties: should be non-empty"];
    finding.path.is_empty() && empty.iter().any(|rule| finding.rule.starts_with(rule))
        || strict && limits.iter().any(|limit| finding.rule.contains(limit))
}

#[test]
fn every_text_of_the_zoo_passes_its_judge() {
    let mut findings = Vec::new();
    for specimen in zoo::all() {
        for dialect in Dialect::all() {
            let Ok((text, schema)) = text(specimen.schema, dialect) else {
                continue; // Other tests report this.
            };
            for finding in judges::schema(dialect.provider(), dialect.strict(), &schema) {
                if is_for_the_declaration(dialect.strict(), &finding) {
                    continue;
                }
                findings.push(format!(
                    "{}, {}: {finding}: {text}",
                    specimen.name,
                    name(dialect)
                ));
            }
        }
    }
    none(&findings);
}

/// If a type of the zoo is rejected, the reason is one of these. Any other reason would be a lost
/// text.
#[test]
fn types_of_the_zoo_are_rejected_only_for_known_reasons() {
    let known = [
        "an enum may not hold the empty string",
        "strict mode here requires every property",
        "strict mode allows 10 levels",
        "strict mode allows 24 properties",
        "strict mode allows 16 properties",
    ];
    let mut unknown = Vec::new();
    for specimen in zoo::all() {
        for dialect in Dialect::all() {
            let Err(report) = toolcast::render(specimen.schema, dialect) else {
                continue;
            };
            for entry in &report.entries {
                if entry.outcome == toolcast::Outcome::Rejected
                    && !known.iter().any(|rule| entry.reason.starts_with(rule))
                {
                    unknown.push(format!("{}, {}: {entry:?}", specimen.name, name(dialect)));
                }
            }
        }
    }
    none(&unknown);
}

#[test]
fn every_declaration_passes_its_judge() {
    let mut findings = Vec::new();
    for tool in tools::all() {
        for &provider in Provider::ALL {
            let Some(text) = tool.try_schema_for(provider) else {
                findings.push(tool.report_for(provider).to_string());
                continue;
            };
            let declaration: Value = serde_json::from_str(text).expect("JSON");
            for finding in judges::declaration(provider, &declaration) {
                findings.push(format!("{}, {provider}: {finding}: {text}", tool.name()));
            }
        }
    }
    none(&findings);
}
