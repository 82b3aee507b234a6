//! Files that import each other. The only circles are recursions over a tree: one function whose
//! cases are cut into files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::{files, root, without_comments_and_strings, without_tests};

/// The circles that may exist: a file of each, and the reason.
pub(super) const ALLOWED: &[(&str, &str)] = &[
    ("import::union", "reads a schema and the schemas inside it"),
    ("render::node", "writes a schema and the schemas inside it"),
    ("schema::node", "the types of a tree"),
];

/// The names of a module's path from the root of the crate.
type Module = Vec<String>;

#[test]
fn files_import_each_other_only_in_recursions_over_a_tree() {
    let graph = Graph::read();
    let edges: usize = graph.modules().map(|module| graph.uses(module).len()).sum();
    assert!(edges > 800, "the scan finds only {edges} imports");
    let mut allowed: BTreeSet<&str> = ALLOWED.iter().map(|(file, _)| *file).collect();
    let mut wrong = Vec::new();
    for circle in graph.circles() {
        let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
        match names.iter().find(|name| allowed.contains(name.as_str())) {
            Some(name) => _ = allowed.remove(name.as_str()),
            None => wrong.push(names.join(", ")),
        }
    }
    assert!(wrong.is_empty(), "circles:\n{}", wrong.join("\n"));
    assert!(allowed.is_empty(), "no longer circles: {allowed:?}");
}

#[test]
fn an_import_through_a_re_export_leads_to_the_file_of_the_item() {
    let graph = Graph::of([
        ("a", "pub(crate) use b::Item; mod b;"),
        (
            "a::b",
            "struct Item; use crate::c::{self, deep::{Other, More as M}};",
        ),
        ("c", "fn f(_: super::a::Item) {}"),
        ("c::deep", "use super::super::a::{b::*, Item};"),
    ]);
    let uses = |module: &str| {
        let uses = graph.uses(&path(module));
        uses.iter().map(|used| used.join("::")).collect::<Vec<_>>()
    };
    assert_eq!(uses("a"), [""; 0]);
    assert_eq!(uses("a::b"), ["c", "c::deep"]);
    assert_eq!(uses("c"), ["a::b"]);
    assert_eq!(uses("c::deep"), ["a::b"]);
    let circles: Vec<usize> = graph.circles().iter().map(Vec::len).collect();
    assert_eq!(circles, [3]);
}

/// The files of the crate and their imports.
struct Graph {
    texts: BTreeMap<Module, String>,
    /// The re-exports of each module: the name, and the path of the item.
    re_exports: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Graph {
    fn read() -> Self {
        let src = root().join("src");
        let mut texts = BTreeMap::new();
        for file in files(&src) {
            let relative = file.strip_prefix(&src).unwrap().with_extension("");
            let parts = relative
                .iter()
                .map(|part| part.to_str().unwrap().to_owned());
            let mut module: Module = parts.collect();
            if module.iter().any(|part| part == "tests") {
                continue;
            }
            if module
                .last()
                .is_some_and(|last| last == "mod" || last == "lib")
            {
                module.pop();
            }
            let text = fs::read_to_string(&file).unwrap();
            texts.insert(module, without_tests(&without_comments_and_strings(&text)));
        }
        Self::new(texts)
    }

    fn of<const N: usize>(texts: [(&str, &str); N]) -> Self {
        let texts = texts.map(|(module, text)| (path(module), text.to_owned()));
        Self::new(texts.into())
    }

    fn new(texts: BTreeMap<Module, String>) -> Self {
        let mut graph = Graph {
            texts,
            re_exports: BTreeMap::new(),
        };
        for module in graph.texts.keys() {
            let mut names = BTreeMap::new();
            for import in imports(&graph.texts[module])
                .iter()
                .filter(|one| one.public)
            {
                if let Some(found) = graph.absolute(module, &import.path) {
                    names.extend(found.last().cloned().map(|name| (name, found.clone())));
                }
            }
            graph.re_exports.insert(module.clone(), names);
        }
        graph
    }

    fn modules(&self) -> impl Iterator<Item = &Module> {
        self.texts.keys()
    }

    /// The modules that a module uses, re-exports aside.
    fn uses(&self, module: &Module) -> BTreeSet<Module> {
        let text = &self.texts[module];
        let imports = imports(text).into_iter().filter(|one| !one.public);
        let paths = imports.map(|one| one.path).chain(qualified(text));
        paths
            .filter_map(|path| self.file_of(&self.absolute(module, &path)?, 0))
            .filter(|used| used != module)
            .collect()
    }

    /// Resolves a path in a module; `None` if it leads out of the crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let first = path.first()?;
        let ups = path.iter().take_while(|part| *part == "super").count();
        let base = match first.as_str() {
            "crate" => Vec::new(),
            "self" => module.clone(),
            "super" => module[..module.len().checked_sub(ups)?].to_vec(),
            _ => {
                let child = [module.as_slice(), std::slice::from_ref(first)].concat();
                self.texts.contains_key(&child).then_some(module.clone())?
            }
        };
        let taken = match first.as_str() {
            "crate" | "self" => 1,
            _ => ups,
        };
        Some([base.as_slice(), &path[taken..]].concat())
    }

    /// The module whose file has the item at a path.
    fn file_of(&self, path: &[String], followed: usize) -> Option<Module> {
        let of = |len: &usize| self.texts.contains_key(&path[..*len]);
        let len = (0..=path.len()).rev().find(of)?;
        let item = path
            .get(len)
            .and_then(|name| self.re_exports[&path[..len]].get(name));
        match item {
            Some(target) if target != path && followed < 8 => self.file_of(
                &[target.as_slice(), &path[len + 1..]].concat(),
                followed + 1,
            ),
            _ => Some(path[..len].to_vec()),
        }
    }

    /// The sets of modules that lead to each other.
    fn circles(&self) -> Vec<Vec<Module>> {
        let reached: BTreeMap<&Module, BTreeSet<Module>> = self
            .modules()
            .map(|module| (module, self.reached(module)))
            .collect();
        let mut circles = BTreeSet::new();
        for (module, others) in &reached {
            if others.contains(*module) {
                let back = |other: &&Module| reached[*other].contains(*module);
                circles.insert(others.iter().filter(back).cloned().collect());
            }
        }
        circles.into_iter().collect()
    }

    fn reached(&self, from: &Module) -> BTreeSet<Module> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = open.pop() {
            for used in self.uses(&module) {
                if reached.insert(used.clone()) {
                    open.push(used);
                }
            }
        }
        reached
    }
}

fn path(text: &str) -> Module {
    text.split("::")
        .map(|part| part.trim().to_owned())
        .collect()
}

struct Import {
    public: bool,
    path: Module,
}

/// The imports of a file, one for each name.
fn imports(text: &str) -> Vec<Import> {
    let mut all = Vec::new();
    for (at, _) in text.match_indices("use ") {
        let line = text[..at].rsplit('\n').next().unwrap_or_default().trim();
        let public = line.starts_with("pub");
        if let Some(end) = text[at..].find(';')
            && (line.is_empty() || public && !line.contains(' ') || line.ends_with(';'))
        {
            let tree: String = text[at + "use ".len()..at + end].into();
            let tree = tree.split_whitespace().collect::<Vec<_>>().join(" ");
            expand(&tree, &mut |path| all.push(Import { public, path }));
        }
    }
    all
}

/// Calls `each` with every path of a tree of imports.
fn expand(tree: &str, each: &mut dyn FnMut(Module)) {
    let Some(open) = tree.find('{') else {
        let tree = tree.split(" as ").next().unwrap_or_default();
        let tree = tree.trim_end_matches("::self").trim_end_matches("::*");
        return each(path(tree));
    };
    let (before, list) = (&tree[..open], &tree[open + 1..tree.rfind('}').unwrap()]);
    let (mut depth, mut start) = (0, 0);
    for (at, c) in list.char_indices().chain([(list.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let item = list[start..at].trim();
                start = (at + 1).min(list.len());
                if !item.is_empty() {
                    expand(&format!("{before}{item}"), each);
                }
            }
            _ => {}
        }
    }
}

/// The paths from `crate` or `super` outside of imports.
fn qualified(text: &str) -> Vec<Module> {
    let mut all = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in text.match_indices(start) {
            let before = text[..at].chars().next_back().unwrap_or(' ');
            let statement = text[..at].rsplit([';', '}']).next().unwrap_or_default();
            let in_import = statement.contains("use ");
            if before == '$' || before == ':' || before.is_alphanumeric() || in_import {
                continue;
            }
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            let end = text[at..].find(|c| !is_part(c)).unwrap_or(text.len() - at);
            all.push(path(text[at..at + end].trim_end_matches(':')));
        }
    }
    all
}
