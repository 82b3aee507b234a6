//! The texts of the repository: links, names of items, words.

use std::fs;
use std::path::{Path, PathBuf};

mod api;
mod checkout;
mod links;
mod names;
mod prose;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().unwrap()
}

/// The files of one kind below a folder, without links and what is not the repository's own.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let kind = entry.file_type().unwrap();
        if kind.is_dir()
            && !name.starts_with('.')
            && !["target", "corpus", "node_modules"].contains(&&*name)
        {
            found.extend(files(&path, extension));
        } else if kind.is_file() && path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found
}
