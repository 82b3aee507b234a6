//! Each message that the macros can write is shown by a `.stderr` file, and each one of the runtime
//! for rustc has its entry in `docs/errors.md`.

mod index;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::Lit;

/// Texts of the macros that no user sees as they are, with the reason.
const NOT_SHOWN: [(&str, &str); 1] = [(
    "expected identifier or literal",
    "words of darling, which the macros replace",
)];

#[test]
fn every_message_of_the_macros_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut outputs = String::new();
    for path in files(&root.join("tests/fail"), "stderr") {
        outputs.push_str(&fs::read_to_string(path).unwrap());
    }
    let (mut all, mut missing) = (0, Vec::new());
    let mut sources = files(&root.join("../macros/src"), "rs");
    sources.extend(files(&root.join("../pattern/src"), "rs"));
    for path in sources {
        // The documentation of generated functions is not a message.
        let skipped = ["tests", "tests.rs", "method_docs.rs"];
        if (path.components()).any(|part| skipped.iter().any(|name| part.as_os_str() == *name)) {
            continue;
        }
        let source: TokenStream = fs::read_to_string(&path).unwrap().parse().unwrap();
        let mut texts = Vec::new();
        collect(source, &mut texts);
        for text in texts.iter().filter(|text| is_message(text)) {
            all += 1;
            let listed = NOT_SHOWN.iter().any(|(known, _)| known == text);
            if outputs.lines().any(|line| shows(line, text)) == listed {
                missing.push(format!("{}: {text}", path.display()));
            }
        }
    }
    assert!(all > 130, "only {all} messages were found");
    assert!(
        missing.is_empty(),
        "shown by no file in `fail`, or listed in `NOT_SHOWN` in vain: {missing:#?}"
    );
}

/// Words with two spaces between them: what is shorter is a name or a piece of code.
fn is_message(text: &str) -> bool {
    text.matches(' ').count() >= 2 && pieces(text).iter().any(|piece| piece.len() > 8)
}

/// The literal parts of a format string.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let doubled = rest.starts_with("{{") || rest.starts_with("}}");
        let argument = rest.find('}').filter(|_| c == '{' && !doubled);
        if let Some(end) = argument.filter(|end| is_argument(&rest[1..*end])) {
            pieces.push(String::new());
            rest = &rest[end + 1..];
            continue;
        }
        pieces.last_mut().unwrap().push(c);
        rest = &rest[if doubled { 2 } else { c.len_utf8() }..];
    }
    pieces
}

fn is_argument(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_alphanumeric() || "_:?#".contains(c))
}

/// Returns true if a line has all literal parts of a format string, in order.
fn shows(line: &str, text: &str) -> bool {
    let mut rest = line;
    pieces(text)
        .iter()
        .all(|piece| match rest.find(piece.as_str()) {
            Some(at) => {
                rest = &rest[at + piece.len()..];
                true
            }
            None => false,
        })
}

/// The string literals of a file, without those in attributes, comments and tests.
fn collect(tokens: TokenStream, texts: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    let mut of_tests = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                // An inner attribute or `//!`.
                tokens.next_if(|next| matches!(next, TokenTree::Punct(it) if it.as_char() == '!'));
                if let Some(TokenTree::Group(group)) = tokens.peek() {
                    of_tests |= group.stream().to_string().replace(' ', "") == "cfg(test)";
                    tokens.next();
                }
            }
            // The end of the item that the attribute is on.
            TokenTree::Group(_) if of_tests => of_tests = false,
            TokenTree::Punct(punct) if of_tests && punct.as_char() == ';' => of_tests = false,
            TokenTree::Group(group) => collect(group.stream(), texts),
            TokenTree::Literal(literal) if !of_tests => {
                if let Lit::Str(text) = Lit::new(literal) {
                    texts.push(text.value());
                }
            }
            _ => {}
        }
    }
}

/// All files below a folder whose name ends so.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Texts that the runtime has for rustc: the faults of the renderer, and `on_unimplemented`.
#[test]
fn every_message_of_the_runtime_is_in_the_index() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let index = fs::read_to_string(root.join("../docs/errors.md")).unwrap();
    let entries: Vec<String> = (index::entries(&index).iter())
        .map(|entry| match entry.split_once(": ") {
            Some((code, words)) if index::is_code(code) => words.to_owned(),
            _ => entry.clone(),
        })
        .collect();
    let read = |path: &PathBuf| fs::read_to_string(path).unwrap().parse().unwrap();
    let all: Vec<TokenStream> = files(&root.join("../runtime/src"), "rs")
        .iter()
        .map(read)
        .collect();
    let renderer = files(&root.join("../runtime/src/render"), "rs");
    let renderer: Vec<TokenStream> = renderer.iter().map(read).collect();
    let mut consts = HashMap::new();
    for source in &renderer {
        named(source, "const", &mut consts);
    }
    let mut texts = Vec::new();
    for source in &all {
        last_arguments(source, &mut |function, argument| {
            if function == "on_unimplemented" {
                let mut notes = Vec::new();
                collect(argument.clone(), &mut notes);
                texts.extend(
                    notes
                        .into_iter()
                        .take(1)
                        .map(|text| pieces(&text).join("x")),
                );
            }
        });
    }
    for source in &renderer {
        let mut names = consts.clone();
        named(source, "let", &mut names);
        last_arguments(source, &mut |function, argument| {
            if function == "fault" {
                faults(argument, &names, &mut texts);
            }
        });
    }
    texts.retain(|text| is_message(text));
    assert!(
        texts.len() > 25,
        "only {} messages were found: {texts:#?}",
        texts.len()
    );
    texts.retain(|text| {
        let text = text.replace('`', "");
        !entries.iter().any(|entry| index::says(entry, &text))
    });
    assert!(texts.is_empty(), "not in docs/errors.md: {texts:#?}");
}

/// Adds the literals of each `const NAME = ..;` or `let name = ..;`.
fn named(tokens: &TokenStream, keyword: &str, found: &mut HashMap<String, Vec<String>>) {
    let mut trees = tokens.clone().into_iter();
    let mut name = None;
    let mut value = TokenStream::new();
    while let Some(tree) = trees.next() {
        match &tree {
            TokenTree::Ident(ident) if ident == keyword => {
                name = trees.next().map(|name| name.to_string());
                value = TokenStream::new();
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                if let Some(name) = name.take() {
                    collect(std::mem::take(&mut value), found.entry(name).or_default());
                }
            }
            _ => {
                if let TokenTree::Group(group) = &tree {
                    named(&group.stream(), keyword, found);
                }
                value.extend([tree]);
            }
        }
    }
}

/// Calls `then` with the name of each called function and its last argument; with all arguments of
/// an attribute.
fn last_arguments(tokens: &TokenStream, then: &mut dyn FnMut(&str, &TokenStream)) {
    let mut function: Option<String> = None;
    for tree in tokens.clone() {
        match tree {
            TokenTree::Group(group) => {
                let arguments = group.stream();
                let called = function.take();
                if let (Some(name), Delimiter::Parenthesis) = (called, group.delimiter()) {
                    let trees: Vec<TokenTree> = arguments.clone().into_iter().collect();
                    let is_comma = |tree: &TokenTree| tree.to_string() == ",";
                    let mut parts = trees.split(is_comma).filter(|part| !part.is_empty());
                    let last = parts
                        .next_back()
                        .unwrap_or_default()
                        .iter()
                        .cloned()
                        .collect();
                    let is_attribute = name == "on_unimplemented";
                    then(&name, if is_attribute { &arguments } else { &last });
                }
                last_arguments(&arguments, then);
            }
            TokenTree::Ident(ident) => function = Some(ident.to_string()),
            _ => function = None,
        }
    }
}

/// Adds the texts of a fault: its literals, of which several are parts of one text, or those of the
/// consts and variables in it.
fn faults(words: &TokenStream, names: &HashMap<String, Vec<String>>, texts: &mut Vec<String>) {
    let mut literals = Vec::new();
    collect(words.clone(), &mut literals);
    texts.push(literals.join("x"));
    for tree in words.clone() {
        if let TokenTree::Ident(ident) = tree
            && ident != "_"
        {
            texts.extend(names.get(&ident.to_string()).into_iter().flatten().cloned());
        }
    }
}

#[test]
fn format_strings_are_split_at_their_arguments() {
    assert_eq!(
        pieces("`{c}` is {{x}} {}, {n:?}"),
        ["`", "` is {x} ", ", ", ""]
    );
    assert!(shows("error: `a` is {x} 1, 2", "`{c}` is {{x}} {}, {n:?}"));
    assert!(!shows("error: is {x} `a` 1, 2", "`{c}` is {{x}} {}, {n:?}"));
}
