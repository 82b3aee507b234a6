//! Links in Markdown files lead somewhere, on GitHub and in the hosted documentation, which
//! includes some of the files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::{files, root};

/// A file of the repository on GitHub.
const FILES: &str = "https://github.com/toolcast/toolcast/blob/main/";
/// A page of the hosted documentation, after the name of the crate.
const HOSTED: &str = "https://docs.rs/toolcast";

#[test]
fn links_lead_to_files_and_headings() {
    let pages = pages();
    let included = included();
    assert!(included.len() > 8, "{included:?}");
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (path, page) in &pages {
        let hosted = included.contains(path);
        for (line, target) in &page.links {
            seen += 1;
            if let Err(reason) = check(&pages, path, target, hosted) {
                wrong.push(format!("{}:{line}: {target}: {reason}", path.display()));
            }
        }
    }
    println!("{seen} links");
    let rules = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let stated = seen / 100 * 100;
    assert!(
        rules.contains(&format!("all links (more than {stated})")),
        "CONTRIBUTING.md: write \"all links (more than {stated})\"; there are {seen}"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The pages that `cargo doc --all-features` writes are those of docs.rs.
#[test]
#[ignore = "needs the documentation, which `./check all` builds before it"]
fn links_to_the_hosted_documentation_lead_to_items() {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into());
    let target = root().join(target);
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (path, page) in pages() {
        for (line, link) in &page.links {
            // `https://docs.rs/<crate>/latest/<page>#<id>`
            let Some(rest) = link.strip_prefix(HOSTED) else {
                continue;
            };
            let Some((_, rest)) = rest.split_once("/latest/") else {
                continue; // The crate's front page.
            };
            seen += 1;
            let (name, id) = rest.split_once('#').unwrap_or((rest, ""));
            let html = fs::read_to_string(target.join("doc").join(name));
            let html = html.unwrap_or_default();
            if html.is_empty() || !id.is_empty() && !html.contains(&format!("id=\"{id}\"")) {
                wrong.push(format!("{}:{line}: {link}", path.display()));
            }
        }
    }
    assert!(seen > 20, "only {seen} links were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks that a link leads somewhere, also from the hosted documentation if the page is in it.
fn check(
    pages: &BTreeMap<PathBuf, Page>,
    from: &Path,
    target: &str,
    hosted: bool,
) -> Result<(), &'static str> {
    let (place, heading) = target.split_once('#').unwrap_or((target, ""));
    let path = if let Some(file) = place.strip_prefix(FILES) {
        root().join(file)
    } else if place.contains("://") || place.starts_with("mailto:") {
        return Ok(());
    } else if place.starts_with('[') {
        return Err("the label has no definition in the file");
    } else if place.contains("::") {
        return Err("only rustdoc follows it; write its page on docs.rs");
    } else if place.is_empty() {
        from.to_owned()
    } else if hosted {
        return Err("this page is in the hosted documentation too; write an absolute URL");
    } else {
        from.with_file_name(place)
    };
    let path = path.canonicalize().map_err(|_| "the file is missing")?;
    match pages.get(&path) {
        Some(page) if !heading.is_empty() && !page.headings.contains(heading) => {
            Err("the page has no such heading")
        }
        _ => Ok(()),
    }
}

/// The links of a Markdown file with their lines, and the ids of its headings.
struct Page {
    links: Vec<(usize, String)>,
    headings: BTreeSet<String>,
}

impl Page {
    fn read(text: &str) -> Page {
        let text = without_code(text);
        let headings = text.lines().filter(|line| line.starts_with('#'));
        let definitions: BTreeMap<&str, &str> = text
            .lines()
            .filter_map(|line| line.strip_prefix('[')?.split_once("]: "))
            .collect();
        let mut links = Vec::new();
        for (at, _) in text.match_indices('[') {
            let Some((name, rest)) = text[at + 1..].split_once(']') else {
                continue;
            };
            let line = 1 + text[..at].matches('\n').count();
            let end = rest.find([')', ']', '\n']).unwrap_or(rest.len());
            let label = match rest.chars().next() {
                Some('(') => {
                    links.push((line, rest[1..end].to_owned()));
                    continue;
                }
                Some('[') => &rest[1..end],
                _ => name,
            };
            match definitions.get(label) {
                Some(target) => links.push((line, (*target).to_owned())),
                // Code in brackets is a link; other text in brackets may be text.
                None if is_code(label) || rest.starts_with('[') => {
                    links.push((line, format!("[{label}]")));
                }
                None => {}
            }
        }
        Page {
            links,
            headings: headings.map(id).collect(),
        }
    }
}

fn is_code(label: &str) -> bool {
    label.len() > 2 && label.starts_with('`') && label.ends_with('`')
}

/// The text without blocks of code, and without brackets in inline code.
fn without_code(text: &str) -> String {
    let mut out = String::new();
    let mut fence = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fence = !fence;
        } else if !fence {
            for (nth, part) in line.split('`').enumerate() {
                let code = nth % 2 == 1;
                out.push_str(if nth > 0 { "`" } else { "" });
                out.extend(part.chars().filter(|c| !code || !"[]()".contains(*c)));
            }
        }
        out.push('\n');
    }
    out
}

/// The id of a heading, as GitHub and rustdoc make it.
fn id(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = |c: &char| c.is_alphanumeric() || "-_ ".contains(*c);
    words
        .chars()
        .filter(kept)
        .collect::<String>()
        .replace(' ', "-")
}

/// All Markdown files of the repository.
fn pages() -> BTreeMap<PathBuf, Page> {
    let mut found = BTreeMap::new();
    for path in files(&root(), "md") {
        let page = Page::read(&fs::read_to_string(&path).unwrap());
        found.insert(path, page);
    }
    found
}

/// The Markdown files in the documentation of a crate.
fn included() -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for folder in ["runtime/src", "integrations"] {
        for path in files(&root().join(folder), "rs") {
            let source = fs::read_to_string(&path).unwrap();
            for (_, rest) in source
                .match_indices("doc = include_str!(\"")
                .map(|(at, it)| (at, &source[at + it.len()..]))
            {
                let name = rest.split('"').next().unwrap_or("");
                found.insert(path.with_file_name(name).canonicalize().unwrap());
            }
        }
    }
    found
}
