//! Descriptions of a tool's parameters.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use toolcast::{Provider, ToolSchema, tool};

/// A part of a document.
#[derive(Deserialize, ToolSchema)]
#[expect(dead_code, reason = "only declared")]
struct Section {
    title: String,
    sections: Vec<Section>,
}

#[derive(Deserialize, ToolSchema)]
#[expect(dead_code)]
struct Pages {
    /// The first page
    first: u32,
    /// The last page
    last: u32,
}

/// Publish a document.
#[tool]
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)] // As models see it.
fn publish(
    /// The words that count, and how often each is used
    counts: BTreeMap<String, u32>,
    /// Data for the template
    data: Value,
    /// The first section
    section: Section,
    /// The language
    #[tool(pattern = "^[a-z]{2}$", length(2..=2))]
    language: String,
    /// The number of copies
    #[tool(range(1..=50), default = 10)]
    copies: u8,
    /// The day
    #[tool(format = "date", example = "2026-11-27")]
    day: Option<String>,
    /// Width and height
    #[tool(length(1..=4))]
    size: Vec<(f32, f32)>,
    /// The recipients
    #[tool(rename = "to[]")]
    to: Option<Vec<String>>,
    #[tool(flatten)] pages: Option<Pages>,
) -> usize {
    let _ = (data, section, language, day, size, to, pages);
    counts.len() + usize::from(copies)
}

/// The descriptions in a declaration, each with the name of its property.
pub(super) fn descriptions(schema: &Value, name: &str, found: &mut Vec<(String, String)>) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(text)) = members.get("description") {
                found.push((name.to_owned(), text.clone()));
            }
            for (key, value) in members {
                let of_property =
                    |(name, value): (&String, &Value)| descriptions(value, name, found);
                match (key.as_str(), value) {
                    ("properties" | "$defs", Value::Object(all)) => {
                        all.iter().for_each(of_property);
                    }
                    _ => descriptions(value, name, found),
                }
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| descriptions(item, name, found)),
        _ => {}
    }
}

/// The descriptions of each provider that differ from those of the canonical schema.
pub(super) fn changed_descriptions() -> Vec<(String, String)> {
    let of = |provider: Provider| {
        let schema: Value = serde_json::from_str(publish::schema_for(provider)).expect("JSON");
        let mut found = Vec::new();
        descriptions(&schema, "", &mut found);
        found
    };
    let canonical: Vec<String> = of(Provider::JsonSchema)
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    let mut providers = BTreeMap::<(String, String), Vec<&str>>::new();
    for &provider in Provider::ALL {
        for (name, text) in of(provider) {
            if !canonical.contains(&text) && text != "Publish a document." {
                let all = providers.entry((name, text)).or_default();
                if all.last() != Some(&provider.name()) {
                    all.push(provider.name());
                }
            }
        }
    }
    let entries = providers.into_iter();
    let entries =
        entries.map(|((name, text), all)| (format!("`{name}`: {}", all.join(", ")), text));
    entries.collect()
}

/// The types and the signature of [`publish`], as this file writes them.
pub(super) fn declaration() -> String {
    let (_, code) = include_str!("declared.rs")
        .split_once("\n\n")
        .expect("imports");
    let begin = code.find("/// A part of").expect("types");
    let end = code.find(" {\n    let _ =").expect("a body");
    let lines = code[begin..end].lines();
    let lines = lines.filter(|line| !line.starts_with("#[expect") && !line.starts_with("#[allow"));
    let lines: Vec<_> = lines.collect();
    format!("\n```rust,ignore\n{}\n```\n", lines.join("\n"))
}
