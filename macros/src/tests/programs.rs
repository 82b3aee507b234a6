//! Programs to expand: every item under one of our attributes in the project's own sources, and
//! half-typed ones.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::path::Path;

/// The folders that contain programs, relative to the project's root.
const FOLDERS: [&str; 3] = ["runtime/examples", "tests", "ui-tests"];

/// Returns all programs below the root without duplicates; none if the folders don't exist.
pub(crate) fn of_project(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        read_folder(&root.join(folder), &mut found);
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn read_folder(folder: &Path, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_folder(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source file");
            // Some are intentionally not valid tokens.
            if let Ok(tokens) = text.parse() {
                in_tokens(tokens, found);
            }
        }
    }
}

/// Finds items by their attributes, at any depth. Searches tokens, because a half-typed file can't
/// be parsed.
fn in_tokens(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(end) = item(&tokens[at..]) {
            found.push(
                tokens[at..at + end]
                    .iter()
                    .cloned()
                    .collect::<TokenStream>()
                    .to_string(),
            );
        }
        // Don't skip the item: items may contain items.
        while let Some(attribute) = attribute(&tokens[at..]) {
            in_tokens(attribute, found);
            at += 2;
        }
        if let Some(TokenTree::Group(group)) = tokens.get(at) {
            in_tokens(group.stream(), found);
        }
        at += 1;
    }
}

/// Returns the attribute at the start.
fn attribute(tokens: &[TokenTree]) -> Option<TokenStream> {
    match tokens {
        [TokenTree::Punct(hash), TokenTree::Group(group), ..]
            if hash.as_char() == '#' && group.delimiter() == Delimiter::Bracket =>
        {
            Some(group.stream())
        }
        _ => None,
    }
}

/// Returns the length of the item at the start, if one of its attributes is ours.
fn item(tokens: &[TokenTree]) -> Option<usize> {
    let mut end = 0;
    let mut ours = false;
    while let Some(attribute) = attribute(&tokens[end..]) {
        let words = attribute.to_string();
        ours |= words.contains("ToolSchema") || words.starts_with("tool");
        end += 2;
    }
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    let body = tokens[end..].iter().position(is_end)?;
    ours.then_some(end + body + 1)
}

/// Programs that are typed token by token.
pub(crate) const TYPED: &[&str] = &[
    "/// # Arguments\n/// * `q` - x\n/// *\n#[tool(name = \"x\", strict(OpenAi), providers(OpenAi, Mcp), title = \"y\",)] pub(crate) async fn search<'a, T: Clone>(q: &'a str, #[tool(range(1..=5), default = 3,)] limit: Option<u8>, #[tool(pattern = \"x\", length(1.))] m: HashMap<String, Vec<Option<u8>>>, a: [u8; 3], b: <T as X>::Y, c: crate::A) -> Result<String, E> where T: Clone { let x = q.len(); match q { => } }",
    "/// # Arguments\n/// * `\n#[tool(output)] fn search(&self, #[tool(as = \"Vec<\")] q: &[u8]) -> String {}",
    "#[tools(type = X)] impl<T> A<T> { #[tool] fn f(&self, q: u8) {} fn g() {} #[tool(title = \"x\")] fn h(self: Arc<Self>, #[tool(rename = \"x\")] q: u8) {} }",
    "#[tools] impl B for A { #[tool] fn f(&self) {} }",
    "#[derive(ToolSchema)] #[serde(tag = \"t\", content = \"c\", rename_all = \"camelCase\")] #[tool(repr, bound = \"T\")] enum A<T, const N: usize> where T: Clone { #[serde(other)] B(u8, ) = -1, #[serde(untagged)] C { c: u8 } }",
    "#[derive(ToolSchema)] #[tool(bound = \"T\")] #[serde(default)] struct A<'a, T>(pub(crate) T, &'a u8);",
    "#[derive(ToolSchema)] struct A { #[serde(rename = \"\", default = \"\", with = \"a::\")] #[tool(as = \"Vec<\", default = 1)] pub a: u8, pub b: Option<u8> }",
];
