//! Compares the public API with the stored list, or writes the list.
//!
//! `public_api PATH [--write]`: PATH is the JSON that rustdoc writes of the crate `toolcast`.
//! Exit code 1 if the API differs from `expected.txt`.

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
        let line = line.trim_start_matches("#[non_exhaustive] ");
        let path = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        let path = path.split(['<', '(', ' ']).next()?.trim_end_matches(':');
        path.rsplit("::").next().map(str::to_owned)
    };
    lines.iter().filter_map(name).collect::<BTreeSet<_>>().len()
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

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (json, write) = match &args[..] {
        [json] => (json, false),
        [json, flag] if flag == "--write" => (json, true),
        _ => {
            eprintln!("usage: public_api PATH [--write]");
            return ExitCode::from(2);
        }
    };
    let new = match read(Path::new(json)) {
        Ok(new) => new,
        Err(error) => {
            eprintln!("{json}: {error}");
            return ExitCode::from(2);
        }
    };
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("expected.txt");
    if write {
        let text: Vec<&str> = new.iter().map(String::as_str).collect();
        if let Err(error) = fs::write(&stored, text.join("\n") + "\n") {
            eprintln!("{}: {error}", stored.display());
            return ExitCode::from(2);
        }
    }
    let old = fs::read_to_string(&stored).unwrap_or_default();
    let old = old.lines().map(str::to_owned).collect();
    let changes = difference(&old, &new);
    println!("{} types and traits, {} items", types(&new), new.len());
    if changes.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("the public API has changed; read this, then run `tests/public_api/run --write`:");
    for change in &changes {
        println!("{change}");
    }
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{difference, types};

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
    fn types_and_traits_are_counted() {
        let lines = set(&[
            "#[non_exhaustive] pub enum a::E",
            "pub trait a::T: Sized",
            "pub trait a::b::T: Sized",
            "pub fn a::f()",
            "impl a::T for a::E",
        ]);
        assert_eq!(types(&lines), 2);
    }
}
