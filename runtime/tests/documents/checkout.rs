//! Git on Windows writes a symbolic link as a file with its target, so a build must not read
//! through one.

use std::fs;

use crate::{files, root};

/// Returns true if the line, an item above it that contains it, or one of their attributes is only
/// there for the documentation.
fn is_documentation(lines: &[&str], line: usize) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut depth = indent(lines[line]);
    let mut is_attribute = true;
    for text in lines[..=line].iter().rev() {
        if text.trim().is_empty() {
            is_attribute = false;
        } else if indent(text) < depth {
            depth = indent(text);
            is_attribute = true;
        } else if indent(text) == depth && !text.trim_start().starts_with(['#', '/']) {
            is_attribute = text.ends_with('{') && is_attribute;
        }
        let only = [
            "cfg_attr(doc,",
            "cfg(doc)",
            "cfg(all(doc,",
            "cfg(all(doctest,",
        ];
        if is_attribute && indent(text) == depth && only.iter().any(|only| text.contains(only)) {
            return true;
        }
    }
    false
}

#[test]
fn a_build_reads_no_page_through_a_symbolic_link() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for folder in ["runtime", "integrations/history", "integrations/mcp"] {
        let folder = root().join(folder);
        for path in files(&folder.join("src"), "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let lines: Vec<_> = text.lines().collect();
            for (number, line) in lines.iter().enumerate() {
                let Some((_, rest)) = line.split_once("include_str!(\"") else {
                    continue;
                };
                let (target, _) = rest.split_once('"').unwrap();
                let target = path.parent().unwrap().join(target);
                let is_inside = target.canonicalize().unwrap().starts_with(&folder);
                if is_inside {
                    continue;
                }
                seen += 1;
                if !is_documentation(&lines, number) {
                    wrong.push(format!("{}:{}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(seen > 15, "only {seen} pages were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
