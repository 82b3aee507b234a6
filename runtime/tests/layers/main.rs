//! The direction of imports: a module may use only modules below it. The same table is in
//! `docs/architecture.md`; `UPDATE=1 cargo test -p toolcast --test layers` writes it there. And the
//! files that may name a provider, and the names of types.

mod circles;
mod sizes;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules from top to bottom, with their contents.
const LAYERS: &[(&str, &str)] = &[
    ("lib", "the public names at the root"),
    ("__private", "the names that generated code uses"),
    (
        "testing",
        "a scripted model, arguments from schemas, assertions, for tests",
    ),
    ("error", "one type for all errors"),
    ("integration", "functions for the crates in `integrations`"),
    ("lint", "the check and the repair of finished requests"),
    (
        "import",
        "JSON Schemas and tool definitions that are read at run time",
    ),
    (
        "http",
        "HTTP requests of a conversation, and the errors of responses",
    ),
    (
        "conversation",
        "a conversation with a model as plain data: requests, answers, results, a change of provider",
    ),
    ("set", "tool sets: requests, calls, hooks, errors"),
    (
        "tool",
        "the definition of a compiled tool, and the trait that the macros implement",
    ),
    (
        "wire",
        "each provider's form of calls, results, messages and streams",
    ),
    (
        "message",
        "messages in a form that all providers share, and a result of MCP",
    ),
    (
        "request",
        "the members of a request that declare tools and choose among them",
    ),
    ("call", "one call: context, arguments, answer, errors"),
    (
        "convert",
        "`from_model` and `to_model`: from and to the form of a dialect, over `serde_json::Value`",
    ),
    (
        "decode",
        "a model's JSON text, read into Rust values by the schema; faults for the model",
    ),
    (
        "render",
        "schema and dialect to text: declarations, reports, rejections",
    ),
    ("spec", "a tool as its author wrote it, before any provider"),
    ("shape", "the form that a schema takes in a dialect"),
    (
        "constraint",
        "whether a value satisfies bounds, lengths, patterns and formats",
    ),
    (
        "dialect",
        "the table of all dialects, and what the renderer looks up in it",
    ),
    (
        "provider",
        "everything that is a fact about a provider, in one file for each family",
    ),
    (
        "impls",
        "schemas of the types of the standard library and of other crates",
    ),
    ("schema", "the schema tree, plain data"),
    (
        "json_index",
        "the values of a JSON text with their positions",
    ),
    ("json", "JSON text: escaping, and the buffer of const code"),
    (
        "text",
        "text that is sent to a model: bounds, and removal of secrets",
    ),
    (
        "task",
        "panics, executors and joins of code that callers supply",
    ),
    ("order", "a sort and a map that are compiled once"),
    ("suggest", "the nearest of some names"),
    ("const_str", "strings in const code"),
];

/// The files outside `provider` that name a provider, with the reason. A fact about a provider is
/// in its family's file.
const NAMED: &[(&str, &str)] = &[
    (
        "call/invocation.rs",
        "a question about a tool has no provider",
    ),
    ("dialect/table.rs", "the dialects without a provider"),
    ("import/object.rs", "a dialect without the full bounds"),
    (
        "integration.rs",
        "a result as one text, as every host reads it",
    ),
    ("render/declaration.rs", "MCP's output schema"),
    (
        "render/diagnostics.rs",
        "the rule for names that every provider accepts",
    ),
    ("render/rendered.rs", "the canonical text comes first"),
    ("render/report.rs", "the canonical text is in each report"),
    ("wire/api/interactions.rs", "Gemini's second API"),
    ("wire/results.rs", "results for a provider without calls"),
];

#[test]
fn facts_about_a_provider_are_in_its_file() {
    let src = root().join("src");
    let mut found = BTreeSet::new();
    for file in files(&src) {
        let path = file.strip_prefix(&src).unwrap();
        let is_test = |part: std::path::Component<'_>| {
            part.as_os_str() == "tests" || part.as_os_str() == "tests.rs"
        };
        if path.starts_with("provider") || path.components().any(is_test) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        if names_a_provider(&without_tests(&without_comments_and_strings(&text))) {
            found.insert(path.display().to_string());
        }
    }
    let listed: BTreeSet<_> = NAMED.iter().map(|(path, _)| (*path).to_owned()).collect();
    assert_eq!(
        found, listed,
        "the files that name a provider, and those listed"
    );
}

/// Returns true for `Provider::Groq`, not for `Provider::ALL`.
fn names_a_provider(text: &str) -> bool {
    text.match_indices("Provider::").any(|(at, path)| {
        let variant = name(&text[at + path.len()..]).unwrap_or_default();
        variant.starts_with(char::is_uppercase) && variant.contains(char::is_lowercase)
    })
}

#[test]
fn no_module_uses_one_above_it() {
    let mut wrong = Vec::new();
    for (user, uses) in graph() {
        let from = place(&user);
        for (used, files) in uses {
            if place(&used) < from {
                wrong.push(format!(
                    "`{user}` uses `{used}`, which is above it, in {files:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_layer_is_a_module() {
    let graph = graph();
    let stale: Vec<_> = (LAYERS.iter().map(|(name, _)| *name))
        .filter(|name| *name != "lib" && !graph.contains_key(*name))
        .collect();
    assert!(stale.is_empty(), "no such module: {stale:?}");
    let edges: usize = graph.values().map(BTreeMap::len).sum();
    assert!(edges > 80, "the scan finds only {edges} edges");
}

#[test]
fn the_scan_finds_every_form_of_import() {
    let found = |text: &str| uses(text).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(found("use crate::set::{ToolSet, run};"), "set");
    assert_eq!(
        found("use crate::{set::ToolSet, wire::{self, turn}};"),
        "set wire"
    );
    assert_eq!(found("fn f() -> crate::set::ToolSet {}"), "set");
    assert_eq!(found("pub use crate::set as s;"), "set");
    assert_eq!(found("// use crate::set;\n/// [set](crate::set)\n"), "");
    assert_eq!(found("const A: &str = \"crate::set\";"), "");
    assert_eq!(found("$crate::__private::join!()"), "");
    assert_eq!(found("#[cfg(test)]\nmod tests { use crate::set; }"), "");
}

#[test]
fn the_page_has_the_table() {
    let page = root().join("../docs/architecture.md");
    let text = fs::read_to_string(&page).unwrap();
    let (begin, end) = ("<!-- layers: begin -->\n", "<!-- layers: end -->");
    let (before, rest) = text.split_once(begin).expect("the begin marker");
    let (_, after) = rest.split_once(end).expect("the end marker");
    let written = format!("{before}{begin}{}{end}{after}", table());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&page, &written).unwrap();
    } else {
        assert!(
            text == written,
            "docs/architecture.md has another table: run with UPDATE=1"
        );
    }
}

/// The layers, with what each really uses.
fn table() -> String {
    let graph = graph();
    let mut table = String::from("| module | content | uses |\n|---|---|---|\n");
    for (name, content) in LAYERS {
        let mut used: Vec<&str> = graph
            .get(*name)
            .map_or(Vec::new(), |used| used.keys().map(String::as_str).collect());
        used.sort_by_key(|name| place(name));
        let used: Vec<_> = used.iter().map(|name| format!("`{name}`")).collect();
        writeln!(table, "| `{name}` | {content} | {} |", used.join(", ")).unwrap();
    }
    table
}

/// The place of a module in the table, from the top.
fn place(name: &str) -> usize {
    let found = LAYERS.iter().position(|(layer, _)| *layer == name);
    found.unwrap_or_else(|| panic!("`{name}` is not in the table of layers"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The modules at the root, the modules that each uses, and the files that do.
fn graph() -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
    let src = root().join("src");
    let mut graph = BTreeMap::<String, BTreeMap<String, BTreeSet<String>>>::new();
    for file in files(&src) {
        let path = file.strip_prefix(&src).unwrap();
        let first = path
            .components()
            .next()
            .unwrap()
            .as_os_str()
            .to_string_lossy();
        let user = first.trim_end_matches(".rs").to_owned();
        // Tests may use every module, and the root names them all.
        if path
            .components()
            .any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs")
            || user == "lib"
        {
            continue;
        }
        let of_user = graph.entry(user.clone()).or_default();
        for used in uses(&fs::read_to_string(&file).unwrap()) {
            // The exported macros of `__private` have names at the root.
            if used != user && !used.starts_with("__toolcast") {
                of_user
                    .entry(used)
                    .or_default()
                    .insert(path.display().to_string());
            }
        }
    }
    graph
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// The modules at the root that a file names.
fn uses(text: &str) -> BTreeSet<String> {
    let text = without_tests(&without_comments_and_strings(text));
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        let before = text[..at].chars().next_back().unwrap_or(' ');
        if before == '$' || before == '_' || before.is_alphanumeric() {
            continue;
        }
        let rest = &text[at + "crate::".len()..];
        if let Some(list) = rest.strip_prefix('{') {
            found.extend(first_names(list));
        } else {
            found.extend(name(rest));
        }
    }
    found
}

/// The first name of each item in a list of imports, up to the end of the list.
fn first_names(list: &str) -> Vec<String> {
    let (mut depth, mut names, mut at_item) = (0, Vec::new(), true);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => at_item = true,
            c if at_item && !c.is_whitespace() => {
                names.extend(name(&list[at..]));
                at_item = false;
            }
            _ => {}
        }
    }
    names
}

fn name(text: &str) -> Option<String> {
    let name: String = text
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (!name.is_empty()).then_some(name)
}

fn without_tests(text: &str) -> String {
    match text.split_once("#[cfg(test)]\nmod tests {") {
        Some((before, _)) => before.to_owned(),
        None => text.to_owned(),
    }
}

fn without_comments_and_strings(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with('"') {
            string_len(rest)
        } else if rest.starts_with("'\"'") || rest.starts_with("'/'") {
            3
        } else if rest.starts_with(r"'\'") || rest.starts_with("'\\\"'") {
            4.min(rest.len())
        } else {
            out.push_str(&rest[..1]);
            1
        };
        rest = &rest[skipped..];
    }
    out + rest
}

/// The length of a string literal, with its quotes. Raw strings of this crate end at a quote too.
fn string_len(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}
