//! A copy of the project with switches in it.

use crate::change::{Changer, Mutant, Names};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The module that the switches call, added to the copy.
const SWITCH: &str = include_str!("copy/switch.rs");

/// Values made at compile time, with all switches off, and returned at run time. Each entry has a
/// file, the text in it, and the replacement.
const GIVEN: [(&str, &str, &str); 4] = [
    (
        "render/texts.rs",
        "    pub(crate) const NONE: Self = Texts {",
        "    pub(crate) fn is_none(&self) -> bool { self.text.is_empty() } pub(crate) const NONE: Self = Texts {",
    ),
    (
        "tool/mod.rs",
        "self.texts.",
        "crate::mutant::texts(self.spec, self.texts).",
    ),
    (
        "render/structured.rs",
        "        __TOOL_STR\n    }};",
        "        $crate::mutant::schema(__TOOL_STR, __TOOL_SCHEMA, __TOOL_PROVIDER)\n    }};",
    ),
    (
        "render/response.rs",
        "        __TOOL_STR\n    }};",
        "        $crate::mutant::response(__TOOL_STR, __TOOL_SCHEMA, __TOOL_PROVIDER)\n    }};",
    ),
];

/// Compiler features that the switches need, and lints that they break.
const FEATURES: &str = "#![feature(core_intrinsics, const_eval_select)]\n#![allow(internal_features, warnings, clippy::all)]\n";

/// Lints of the workspace, without and with the steps of const evaluation that switches add.
const LINTS: &str = "[workspace.lints.rust]\n";
const SWITCHED_LINTS: &str = "[workspace.lints.rust]\nlong_running_const_eval = \"allow\"\n";

pub(crate) struct Project {
    /// The root of the project.
    pub(crate) root: PathBuf,
    /// The root of the copy.
    pub(crate) copy: PathBuf,
}

impl Project {
    /// Copies all files of the project, and links the corpus if there is one.
    pub(crate) fn new() -> Result<Self, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .canonicalize()
            .map_err(text)?;
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let copy = target.join("mutants/project");
        let files = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .current_dir(&root)
            .output()
            .map_err(text)?;
        for file in String::from_utf8_lossy(&files.stdout).lines() {
            let (from, to) = (root.join(file), copy.join(file));
            if let Ok(target) = fs::read_link(&from) {
                link(&target, &to)?;
                continue;
            }
            let Ok(mut bytes) = fs::read(&from) else {
                continue;
            };
            if file == "Cargo.toml" {
                bytes = String::from_utf8(bytes)
                    .map_err(text)?
                    .replace(LINTS, SWITCHED_LINTS)
                    .into_bytes();
            }
            // Files with switches are written later, so that an equal file isn't compiled again.
            let is_changed = crate::CHANGED
                .iter()
                .any(|folder| file.starts_with(&format!("runtime/src/{folder}/")))
                || file == "runtime/src/lib.rs"
                || (GIVEN.iter()).any(|(given, ..)| file == format!("runtime/src/{given}"));
            if !is_changed {
                put(&to, &bytes)?;
            }
        }
        let shared = root.join("../shared");
        if shared.exists() {
            link(&shared, &target.join("mutants/shared"))?;
        }
        Ok(Project { root, copy })
    }

    /// Puts switches into the given folders, or only into some files of them.
    pub(crate) fn change(
        &self,
        folders: &[&str],
        files: Option<&[String]>,
    ) -> Result<Vec<Mutant>, String> {
        let source = self.root.join("runtime/src");
        let mut names = Names::default();
        let mut parsed = Vec::new();
        for folder in folders {
            let mut paths = Vec::new();
            find(&source.join(folder), &mut paths)?;
            paths.sort_unstable();
            for path in paths {
                let below = path.strip_prefix(&source).map_err(text)?;
                let name = below.to_string_lossy().into_owned();
                let text = given(&name, &fs::read_to_string(&path).map_err(text)?)?;
                let file = syn::parse_file(&text).map_err(|error| format!("{name}: {error}"))?;
                let is_code = name != crate::COMPILED && !name.ends_with("/tests.rs");
                // Tests in a file of their own are not mutated.
                let has_switches = is_code && files.is_none_or(|files| files.contains(&name));
                if has_switches {
                    names.collect(name.trim_end_matches(".rs"), &file);
                }
                parsed.push((name, file, has_switches));
            }
        }
        let mut mutants = Vec::new();
        for (name, mut file, has_switches) in parsed {
            if has_switches {
                Changer::change(name.clone(), &mut file, &names, &mut mutants);
            }
            let changed = quote::quote!(#file).to_string();
            put(
                &self.copy.join("runtime/src").join(&name),
                changed.as_bytes(),
            )?;
        }
        let tool = fs::read_to_string(source.join("tool/mod.rs")).map_err(text)?;
        put(
            &self.copy.join("runtime/src/tool/mod.rs"),
            given("tool/mod.rs", &tool)?.as_bytes(),
        )?;
        let lib = fs::read_to_string(self.root.join("runtime/src/lib.rs")).map_err(text)?;
        // Attributes come after the crate's documentation.
        let at = lib.find("#![").unwrap_or(0);
        put(
            &self.copy.join("runtime/src/lib.rs"),
            format!("{}{FEATURES}{}{SWITCH}", &lib[..at], &lib[at..]).as_bytes(),
        )?;
        Ok(mutants)
    }
}

/// Returns the file's text with the replacements of [`GIVEN`].
fn given(name: &str, text: &str) -> Result<String, String> {
    let mut text = text.to_owned();
    for (file, from, to) in GIVEN {
        if file == name {
            if !text.contains(from) {
                return Err(format!(
                    "{name} has no `{from}`, which gives away what is made at compile time"
                ));
            }
            text = text.replace(from, to);
        }
    }
    Ok(match name {
        "provider/mod.rs" => with_switched_facts(&text)?,
        _ => text,
    })
}

/// Replaces the constant of each provider's facts, `=> openai::OPENAI,` in the list of a macro, by
/// its function with switches.
fn with_switched_facts(text: &str) -> Result<String, String> {
    let mut seen = 0;
    let lines = text.lines().map(|line| {
        let facts = line.split_once("\" => ");
        let path = facts.and_then(|(_, path)| path.strip_suffix(',')?.split_once("::"));
        let (Some((before, _)), Some((module, constant))) = (facts, path) else {
            return line.to_owned();
        };
        seen += 1;
        let switched = crate::change::function(&constant);
        format!("{before}\" => *{module}::{switched}(),")
    });
    let lines: Vec<String> = lines.collect();
    if seen == 0 {
        return Err("provider/mod.rs has no list of facts".to_owned());
    }
    Ok(lines.join("\n"))
}

/// Collects the Rust files of a folder, recursively.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(text)? {
        let path = entry.map_err(text)?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn put(to: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(to).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().unwrap_or(to)).map_err(text)?;
    fs::write(to, bytes).map_err(|error| format!("{}: {error}", to.display()))
}

fn link(target: &Path, to: &Path) -> Result<(), String> {
    if fs::read_link(to).is_ok_and(|old| old == target) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().unwrap_or(to)).map_err(text)?;
    if fs::symlink_metadata(to).is_ok_and(|old| old.is_symlink()) {
        fs::remove_file(to).map_err(text)?;
    }
    std::os::unix::fs::symlink(target, to).map_err(|error| format!("{}: {error}", to.display()))
}

pub(crate) fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// The switches are only compiled in a copy of the project, which takes minutes.
    #[test]
    fn the_switches_use_items_of_the_runtime_that_exist() {
        let mut source = String::new();
        read(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/src"),
            &mut source,
        );
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let is_defined = |name: &str| {
            ["struct", "enum", "fn", "trait", "type"]
                .iter()
                .any(|kind| {
                    let item = format!("{kind} {name}");
                    (source.match_indices(&item))
                        .any(|(at, _)| !source[at + item.len()..].starts_with(is_word))
                })
        };
        let switches = super::SWITCH;
        let mut seen = 0;
        for (at, _) in switches.match_indices("crate::") {
            let path = &switches[at..];
            let end = path.find(|c: char| !is_word(c) && c != ':');
            let path = path[..end.unwrap_or(path.len())].trim_end_matches(':');
            // The first part that isn't a module: `crate::render::Texts`, not `::new`.
            let mut parts = path.split("::").skip(1);
            let item = parts.find(|part| {
                part.starts_with(char::is_uppercase)
                    || !source.contains(&format!("mod {part};")) && !part.starts_with("__")
            });
            if let Some(item) = item {
                seen += 1;
                assert!(
                    is_defined(item),
                    "`{path}`: no item `{item}` in runtime/src"
                );
            }
        }
        assert!(seen > 8, "only {seen} paths");
    }

    fn read(folder: &Path, source: &mut String) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                read(&path, source);
            } else if path.extension().is_some_and(|it| it == "rs") {
                source.push_str(&fs::read_to_string(&path).expect("a file"));
            }
        }
    }
}
