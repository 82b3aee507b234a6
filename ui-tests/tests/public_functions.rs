//! Each public function is called by a test.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, ImplItem, Item, Visibility};

/// Public functions that only generated code calls, the code of a bridge (`left_out`), or an
/// attribute that has the path in a string (`schema_with`). `info` of MCP's client has no test yet.
const INDIRECT: [&str; 9] = [
    "destructive",
    "fail_later",
    "flattened",
    "idempotent",
    "info",
    "inject",
    "left_out",
    "schema_with",
    "utf8",
];

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
            files(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

fn is_hidden(attrs: &[Attribute]) -> bool {
    attrs
        .iter()
        .any(|attr| attr.to_token_stream().to_string().contains("doc (hidden)"))
}

fn is_test(attrs: &[Attribute]) -> bool {
    attrs
        .iter()
        .any(|attr| attr.to_token_stream().to_string().contains("cfg (test)"))
}

/// The public functions of a file, and the code of its unit tests.
fn read(items: &[Item], public: &mut Vec<String>, tests: &mut String) {
    for item in items {
        match item {
            Item::Mod(inner) if is_test(&inner.attrs) => {
                tests.push_str(&inner.to_token_stream().to_string());
            }
            Item::Mod(inner) => {
                let items = inner.content.iter().flat_map(|(_, items)| items);
                read(&items.cloned().collect::<Vec<_>>(), public, tests);
            }
            Item::Fn(one) if matches!(one.vis, Visibility::Public(_)) && !is_hidden(&one.attrs) => {
                public.push(one.sig.ident.to_string());
            }
            Item::Impl(block) if block.trait_.is_none() && !is_hidden(&block.attrs) => {
                for item in &block.items {
                    if let ImplItem::Fn(one) = item
                        && matches!(one.vis, Visibility::Public(_))
                        && !is_hidden(&one.attrs)
                    {
                        public.push(one.sig.ident.to_string());
                    }
                }
            }
            _ => {}
        }
    }
}

/// The functions that a text calls, `name(` or `name::<`, or names with a path, `::name`. Also those
/// in macros.
fn calls(tokens: proc_macro2::TokenStream, out: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |i: usize, sign| matches!(tokens.get(i), Some(TokenTree::Punct(it)) if it.as_char() == sign);
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) => {
                let is_declared =
                    i > 0 && matches!(&tokens[i - 1], TokenTree::Ident(before) if before == "fn");
                let is_called = matches!(tokens.get(i + 1), Some(TokenTree::Group(group))
                    if group.delimiter() == Delimiter::Parenthesis);
                let is_generic = is(i + 1, ':') && is(i + 2, ':') && is(i + 3, '<');
                let has_path = i > 1 && is(i - 1, ':') && is(i - 2, ':');
                if !is_declared && (is_called || is_generic || has_path) {
                    out.insert(name.to_string());
                }
            }
            TokenTree::Group(group) => calls(group.stream(), out),
            _ => {}
        }
    }
}

#[test]
fn every_public_function_is_called_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut public, mut called) = (Vec::new(), BTreeSet::new());
    let mut sources = Vec::new();
    files(&root.join("runtime/src"), &mut sources);
    files(&root.join("integrations"), &mut sources);
    for path in sources {
        let text = fs::read_to_string(&path).unwrap();
        let (mut functions, mut tests) = (Vec::new(), String::new());
        read(
            &syn::parse_file(&text).unwrap().items,
            &mut functions,
            &mut tests,
        );
        let name = path.to_string_lossy();
        if name.contains("/tests/") || name.ends_with("tests.rs") {
            tests = text;
        } else if !name.contains("/__private/") {
            public.extend(
                functions
                    .into_iter()
                    .map(|function| (function, name.to_string())),
            );
        }
        calls(tests.parse().unwrap(), &mut called);
    }
    let mut tests = Vec::new();
    for folder in [
        "tests",
        "runtime/tests",
        "runtime/examples",
        "integrations/mcp/examples",
        "ui-tests/tests/pass",
    ] {
        let folder = root.join(folder);
        if folder.exists() {
            files(&folder, &mut tests);
        }
    }
    for path in tests {
        if let Ok(tokens) = fs::read_to_string(&path).unwrap().parse() {
            calls(tokens, &mut called);
        }
    }
    assert!(
        public.len() > 250,
        "only {} public functions were found",
        public.len()
    );
    let missing: Vec<_> = public
        .iter()
        .filter(|(name, _)| {
            let listed = INDIRECT.contains(&name.as_str());
            called.contains(name) == listed
        })
        .collect();
    assert!(
        missing.is_empty(),
        "called by no test, or called although listed as indirect: {missing:#?}"
    );
}
