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

/// The tokens that an editor sends during typing: those typed so far, with brackets closed, or with
/// the word that the editor inserts for a missing one.
pub(crate) const HALF_TYPED: &[&str] = &[
    "#[tool] fn",
    "#[tool] f",
    "#[tool] fn search",
    "#[tool] fn search()",
    "#[tool] fn search(q)",
    "#[tool] fn search(q:) {}",
    "#[tool] fn search(q: __ra_fixup) {}",
    "#[tool] fn search(q: &) {}",
    "#[tool] fn search(q: &st) {}",
    "#[tool] fn search(q: &'a) {}",
    "#[tool] fn search(q: &str,) {}",
    "#[tool] fn search(q: &str, #) {}",
    "#[tool] fn search(q: &str, #[]) {}",
    "#[tool] fn search(q: &str, #[to] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool()] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(r)] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(range)] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(range())] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(range(1))] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(range(1.))] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(range(1..))] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(range(1..=))] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(range(1..=5),)] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(default =)] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(default = __ra_fixup)] limit: u8) {}",
    "#[tool] fn search(q: &str, #[tool(pattern = \"x\", pattern =)] limit: String) {}",
    "#[tool] fn search(q: Option<) {}",
    "#[tool] fn search(q: Option<>) {}",
    "#[tool] fn search(q: Vec<Option<__ra_fixup>>) {}",
    "#[tool] fn search(q: HashMap<String,>) {}",
    "#[tool] fn search(q: [u8;]) {}",
    "#[tool] fn search(q: crate::) {}",
    "#[tool] fn search(q: <T as>::X) {}",
    "#[tool] fn search(q: &str) __ra_fixup",
    "#[tools] impl A { #[tool] fn f(&self) __ra_fixup }",
    "#[tool] fn search(q: &str) -> {}",
    "#[tool] fn search(q: &str) -> Result<, > {}",
    "#[tool] fn search(q: &str) -> Result<String {}",
    "#[tool] async search(q: &str) {}",
    "#[tool] pub(cra) fn search(q: &str) {}",
    "#[tool] pub async fn search(q: &str) { q. }",
    "#[tool] pub async fn search(q: &str) { q.__ra_fixup }",
    "#[tool] fn search(q: &str) { let x = ; }",
    "#[tool] fn search(q: &str) { if q. { } }",
    "#[tool] fn search(q: &str) { match q { => } }",
    "#[tool(] fn search(q: &str) {}",
    "#[tool(n)] fn search(q: &str) {}",
    "#[tool(name)] fn search(q: &str) {}",
    "#[tool(name =)] fn search(q: &str) {}",
    "#[tool(name = \"\")] fn search(q: &str) {}",
    "#[tool(name = \"x\", )] fn search(q: &str) {}",
    "#[tool(name = \"x\" title = \"y\")] fn search(q: &str) {}",
    "#[tool(strict(Open))] fn search(q: &str) {}",
    "#[tool(strict(OpenAi,,))] fn search(q: &str) {}",
    "#[tool(strict(OpenAi), providers())] fn search(q: &str) {}",
    "#[tool(__ra_fixup)] fn search(q: &str) {}",
    "#[tool(name = __ra_fixup)] fn search(q: &str) {}",
    "#[tool] fn search(&) {}",
    "#[tool] fn search(&self,) {}",
    "#[tool] fn search<>(q: &str) {}",
    "#[tool] fn search<T:>(q: T) {}",
    "#[tool] fn search<'a(q: u8) {}",
    "#[tool] fn search(q: u8) where {}",
    "#[tool] fn search(q: u8) where T: {}",
    "/// # Arguments\n/// *\n#[tool] fn search(q: u8) {}",
    "/// # Arguments\n/// * `\n#[tool] fn search(q: u8) {}",
    "/// # Arguments\n/// * `q\n#[tool] fn search(q: u8) {}",
    "/// # Arguments\n/// * `q` -\n/// *\n#[tool] fn search(q: u8) {}",
    "#[tools]",
    "#[tools] impl",
    "#[tools] impl A",
    "#[tools] impl A {",
    "#[tools] impl A {}",
    "#[tools] impl A { #[tool] }",
    "#[tools] impl A { #[tool] fn }",
    "#[tools] impl A { #[tool] fn f( }",
    "#[tools] impl A { #[tool] fn f(&) {} }",
    "#[tools] impl A { #[tool] fn f(&self }",
    "#[tools] impl A { #[tool] fn f(&self) }",
    "#[tools] impl A { #[tool] fn f(&self) {} fn }",
    "#[tools] impl A { #[tool] fn f(&self, q:) {} #[tool] fn g(&self, #[tool()] q: u8) {} }",
    "#[tools] impl<T> A<T> { #[tool] fn f(self: ) {} }",
    "#[tools] impl A for { #[tool] fn f(&self) {} }",
    "#[tools(x] impl A { }",
    "#[derive(ToolSchema)]",
    "#[derive(ToolSchema)] struct",
    "#[derive(ToolSchema)] struct A",
    "#[derive(ToolSchema)] struct A {",
    "#[derive(ToolSchema)] struct A { a }",
    "#[derive(ToolSchema)] struct A { a: }",
    "#[derive(ToolSchema)] struct A { a: __ra_fixup }",
    "#[derive(ToolSchema)] struct A { a: u8, # }",
    "#[derive(ToolSchema)] struct A { a: u8, #[] b: u8 }",
    "#[derive(ToolSchema)] struct A { #[serde] a: u8 }",
    "#[derive(ToolSchema)] struct A { #[serde()] a: u8 }",
    "#[derive(ToolSchema)] struct A { #[serde(r)] a: u8 }",
    "#[derive(ToolSchema)] struct A { #[serde(rename)] a: u8 }",
    "#[derive(ToolSchema)] struct A { #[serde(rename =)] a: u8 }",
    "#[derive(ToolSchema)] struct A { #[serde(rename = \"\")] a: u8 }",
    "#[derive(ToolSchema)] struct A { #[serde(default =)] a: u8 }",
    "#[derive(ToolSchema)] struct A { #[serde(default = \"\")] a: u8 }",
    "#[derive(ToolSchema)] struct A { #[serde(with = \"a::\")] a: u8 }",
    "#[derive(ToolSchema)] struct A { #[tool(as =)] a: u8 }",
    "#[derive(ToolSchema)] struct A { #[tool(as = \"Vec<\")] a: u8 }",
    "#[derive(ToolSchema)] struct A { pub a: u8, pub }",
    "#[derive(ToolSchema)] struct A(",
    "#[derive(ToolSchema)] struct A(pub",
    "#[derive(ToolSchema)] struct A(pub );",
    "#[derive(ToolSchema)] struct A<",
    "#[derive(ToolSchema)] struct A<T",
    "#[derive(ToolSchema)] struct A<T> where",
    "#[derive(ToolSchema)] struct A<T> where T: { a: T }",
    "#[derive(ToolSchema)] struct A<const N> { a: [u8; N] }",
    "#[derive(ToolSchema)] #[serde(] struct A;",
    "#[derive(ToolSchema)] #[serde(tag)] enum A { B }",
    "#[derive(ToolSchema)] #[serde(tag =)] enum A { B }",
    "#[derive(ToolSchema)] #[serde(tag = \"t\", content)] enum A { B }",
    "#[derive(ToolSchema)] #[serde(content = \"c\")] enum A { B }",
    "#[derive(ToolSchema)] #[serde(rename_all = \"camel\")] enum A { B }",
    "#[derive(ToolSchema)] enum",
    "#[derive(ToolSchema)] enum A",
    "#[derive(ToolSchema)] enum A { B( }",
    "#[derive(ToolSchema)] enum A { B(u8, ) C }",
    "#[derive(ToolSchema)] enum A { B { c } }",
    "#[derive(ToolSchema)] enum A { B = }",
    "#[derive(ToolSchema)] #[tool(repr)] enum A { B = - }",
    "#[derive(ToolSchema)] enum A { #[serde(other)] }",
    "#[derive(ToolSchema)] enum A { #[serde(other)] B(u8), #[serde(other)] C }",
    "#[derive(ToolSchema)] enum A { #[serde(untagged)] B, C(__ra_fixup) }",
    "#[derive(ToolSchema)] #[tool(bound)] struct A<T>(T);",
    "#[derive(ToolSchema)] #[tool(bound = \"T\")] struct A<T>(T);",
];
