//! Compares the public API of crates with stored lists, or writes the lists.
//!
//! `public_api [--write] FOLDER CRATE..`: FOLDER has the JSON that rustdoc writes of each crate.
//! Exit code 1 if the API of one differs from its list in `expected`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use public_api::PublicApi;

/// Returns a line for each public item, without the impls that the compiler or a derive makes.
fn lines(api: &PublicApi) -> BTreeSet<String> {
    api.items().map(ToString::to_string).collect()
}

/// Returns how many types and traits the lines declare. One with two paths counts once.
fn types(lines: &BTreeSet<String>) -> usize {
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub union "];
    let name = |line: &String| {
        let line = line.rsplit_once("] ").map_or(&**line, |(_, item)| item);
        let path = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        let path = path.split(['<', '(', ' ']).next()?.trim_end_matches(':');
        path.rsplit("::").next().map(str::to_owned)
    };
    lines.iter().filter_map(name).collect::<BTreeSet<_>>().len()
}

/// The paths of a crate in a line: `a::b::C`.
fn paths<'l>(line: &'l str, name: &str) -> Vec<&'l str> {
    let is_of_path = |c: char| c == ':' || c == '_' || c.is_ascii_alphanumeric();
    line.split(|c| !is_of_path(c))
        .map(|path| path.trim_end_matches(':'))
        .filter(|path| {
            path.strip_prefix(name)
                .is_some_and(|rest| rest.starts_with("::"))
        })
        .collect()
}

/// Returns the lines that name an item of the crate which has no line of its own: a reader of the
/// documentation would not find it.
fn hidden<'l>(lines: &'l BTreeSet<String>, name: &str) -> Vec<&'l String> {
    let is_public = |line: &&String| line.contains("pub ");
    let own = lines.iter().filter(is_public);
    let shown: BTreeSet<&str> = own
        .filter_map(|line| paths(line, name).first().copied())
        .collect();
    let is_shown = |path: &str| {
        shown.contains(path)
            || path.rsplit_once("::").is_some_and(|(parent, _)| {
                let last = parent.rsplit("::").next().unwrap_or_default();
                last.starts_with(|c: char| c.is_ascii_uppercase()) && shown.contains(parent)
            })
    };
    lines
        .iter()
        .filter(|line| !paths(line, name).into_iter().all(is_shown))
        .collect()
}

/// Returns the lines that only one of the two lists has, marked with `+` or `-`.
fn difference(old: &BTreeSet<String>, new: &BTreeSet<String>) -> Vec<String> {
    let removed = old.difference(new).map(|line| format!("- {line}"));
    removed
        .chain(new.difference(old).map(|line| format!("+ {line}")))
        .collect()
}

/// Returns the items of the API. Of derived traits and of `Send`, `Sync` and `Unpin` it has that a
/// type implements them, without their methods.
fn read(json: &Path) -> Result<BTreeSet<String>, public_api::Error> {
    let build = |omits: bool| {
        public_api::Builder::from_rustdoc_json(json)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(omits)
            .omit_auto_derived_impls(omits)
            .build()
    };
    let mut items = lines(&build(true)?);
    let is_kept = |line: &String| {
        let panics = ["Freeze", "UnwindSafe", "UnsafeUnpin", "StructuralPartialEq"];
        line.starts_with("impl") && !panics.iter().any(|name| line.contains(name))
    };
    items.extend(lines(&build(false)?).into_iter().filter(is_kept));
    Ok(items)
}

/// Compares one crate with its list, after writing it if `write` is true. Returns true if they are
/// the same. A line that names a hidden item is an error.
fn compare(folder: &str, name: &str, write: bool) -> Result<bool, String> {
    let json = Path::new(folder).join(format!("{name}.json"));
    let new = read(&json).map_err(|error| format!("{}: {error}", json.display()))?;
    let lists = Path::new(env!("CARGO_MANIFEST_DIR")).join("expected");
    let stored = lists.join(format!("{name}.txt"));
    if write {
        let text: Vec<&str> = new.iter().map(String::as_str).collect();
        let written = fs::write(&stored, text.join("\n") + "\n");
        written.map_err(|error| format!("{}: {error}", stored.display()))?;
    }
    let old = fs::read_to_string(&stored).unwrap_or_default();
    let old = old.lines().map(str::to_owned).collect();
    let changes = difference(&old, &new);
    println!(
        "{name}: {} types and traits, {} items",
        types(&new),
        new.len()
    );
    for change in &changes {
        println!("{change}");
    }
    let hidden = hidden(&new, name);
    if !hidden.is_empty() {
        let lines: Vec<_> = hidden.iter().map(|line| line.as_str()).collect();
        return Err(format!(
            "these lines name items that the documentation doesn't have; document the items, or hide the lines:\n{}",
            lines.join("\n")
        ));
    }
    Ok(changes.is_empty())
}

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let write = args.first().is_some_and(|flag| flag == "--write");
    args.drain(..usize::from(write));
    let [folder, crates @ ..] = &args[..] else {
        eprintln!("usage: public_api [--write] FOLDER CRATE..");
        return ExitCode::from(2);
    };
    let mut same = true;
    for name in crates {
        match compare(folder, name, write) {
            Ok(is_same) => same &= is_same,
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
        }
    }
    if same {
        return ExitCode::SUCCESS;
    }
    println!("the public API has changed; read this, then run `tests/public_api/run --write`");
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{difference, hidden, types};

    fn set(lines: &[&str]) -> BTreeSet<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn a_changed_signature_is_a_removed_and_an_added_line() {
        let old = set(&["pub fn a::f()", "pub struct a::B"]);
        let new = set(&["pub fn a::f(u8)", "pub struct a::B"]);
        assert_eq!(
            difference(&old, &new),
            ["- pub fn a::f()", "+ pub fn a::f(u8)"]
        );
        assert_eq!(difference(&new, &new), [""; 0]);
    }

    #[test]
    fn a_signature_with_a_hidden_type_is_found() {
        let lines = set(&[
            "pub fn a::f(a::B, &core::fmt::Error) -> a::b::Hidden",
            "#[non_exhaustive] pub enum a::B",
            "pub a::B::One",
            "pub fn a::g() -> alloc::vec::Vec<a::B>",
            "impl a::B",
            "impl a::b::Trait for a::B",
        ]);
        assert_eq!(
            hidden(&lines, "a"),
            [
                "impl a::b::Trait for a::B",
                "pub fn a::f(a::B, &core::fmt::Error) -> a::b::Hidden"
            ]
        );
    }

    #[test]
    fn types_and_traits_are_counted() {
        let lines = set(&[
            "#[non_exhaustive] pub enum a::E",
            "#[non_exhaustive] #[repr(u8)] pub enum a::F",
            "pub trait a::T: Sized",
            "pub trait a::b::T: Sized",
            "pub fn a::f()",
            "impl a::T for a::E",
        ]);
        assert_eq!(types(&lines), 3);
    }
}
