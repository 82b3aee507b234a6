//! Real schemas: the distinct input schemas of four folders of the corpus, with their recorded
//! instances.

use crate::corpus;
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A third-party schema.
pub struct Input {
    pub source: &'static str,
    pub name: String,
    pub schema: Value,
    /// The same in standard JSON Schema, if the source has another form.
    pub plain: Option<Value>,
    /// Values from the source, each with whether the source calls it valid.
    pub instances: Vec<(bool, Value)>,
}

/// The sources, in the order of the table.
pub const SOURCES: [&str; 4] = ["mcp_tools", "issues", "bfcl", "maskbench"];

/// Every schema of which number is in the sample that the tests measure.
pub const SAMPLE: usize = 16;

/// Returns the folder of the whole corpus; `None` if only the repository's part is present.
pub fn folder() -> Option<PathBuf> {
    Some(corpus::path("bfcl")?.parent()?.to_owned())
}

/// Returns all schemas, each once.
pub fn all(folder: &Path) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut seen = HashSet::new();
    let mut add = |source, name: String, schema: &Value, instances: Vec<(bool, Value)>| {
        // A schema that repeats is added again only if it has instances.
        if seen.insert(schema.to_string()) || !instances.is_empty() {
            inputs.push(Input {
                source,
                name,
                schema: schema.clone(),
                plain: None,
                instances,
            });
        }
    };
    for file in files(&folder.join("mcp_tools")) {
        let server = read(&file);
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        for tool in list(&server["tools"]) {
            let name = format!("{stem} {}", text(&tool["name"]));
            add("mcp_tools", name, &tool["inputSchema"], Vec::new());
        }
    }
    let issues = read(&folder.join("issues/failing_schemas.json"));
    for (i, one) in list(&issues).iter().enumerate() {
        // Some threads quote an error without a schema; a few break off in the middle.
        if !one["schema"].is_null() {
            let name = format!("{i} {}", text(&one["thread"]));
            add("issues", name, &one["schema"], Vec::new());
        }
    }
    let bfcl = read(&folder.join("bfcl/functions.json"));
    for one in list(&bfcl["functions"]) {
        let name = format!("{} {}", text(&one["file"]), text(&one["name"]));
        add("bfcl", name, &one["parameters"], Vec::new());
    }
    let maskbench = read(&folder.join("maskbench/schemas_with_instances.json"));
    for one in list(&maskbench) {
        let instances = list(&one["tests"])
            .iter()
            .map(|test| (test["valid"] == true, test["data"].clone()))
            .collect();
        add("maskbench", text(&one["id"]), &one["schema"], instances);
    }
    // The same functions with the type names of their source: `dict`, `float`, `tuple`.
    for one in list(&bfcl["functions"]) {
        if seen.insert(one["parameters_raw"].to_string()) {
            inputs.push(Input {
                source: "bfcl",
                name: format!("{} {} raw", text(&one["file"]), text(&one["name"])),
                schema: one["parameters_raw"].clone(),
                plain: Some(one["parameters"].clone()),
                instances: Vec::new(),
            });
        }
    }
    inputs
}

/// Returns the tools of the servers that are in the repository.
pub fn servers() -> Vec<Input> {
    let mut inputs = Vec::new();
    for file in corpus::servers() {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        inputs.extend(list(&read(&file)["tools"]).iter().map(|tool| Input {
            source: "mcp_tools",
            name: format!("{stem} {}", text(&tool["name"])),
            schema: tool["inputSchema"].clone(),
            plain: None,
            instances: Vec::new(),
        }));
    }
    inputs
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}"));
    let mut files: Vec<PathBuf> = entries.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

fn read(file: &Path) -> Value {
    let text =
        std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut read: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    // `serde_json/preserve_order`, which another crate may enable, must not change the measurement.
    read.sort_all_objects();
    read
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
