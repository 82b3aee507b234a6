//! Where the corpus of real schemas and recorded answers is. It is no part of the repository.

use std::path::{Path, PathBuf};

/// A file or folder of the corpus: of the one that `TOOLCAST_CORPUS` names, or of `shared/corpus` beside the workspace. `None` where it is not there, and a
/// line says what is skipped.
#[must_use]
pub fn path(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let corpus = std::env::var_os("TOOLCAST_CORPUS").map_or_else(beside, PathBuf::from);
    let path = corpus.join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!(
        "skipped: there is no `{name}` in `TOOLCAST_CORPUS` or in `shared/corpus` beside the workspace"
    );
    None
}

/// The files of a folder of the corpus, in the order of their names; none where it is not there, and a line says so.
///
/// # Panics
///
/// Where the folder can't be read.
#[must_use]
pub fn files(folder: &str) -> Vec<PathBuf> {
    let Some(path) = path(folder) else {
        return Vec::new();
    };
    let entries =
        std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|file| {
            file.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
                .path()
        })
        .collect();
    files.sort();
    files
}

/// The text of a file of the corpus.
///
/// # Panics
///
/// Where a file that is there can't be read.
#[must_use]
pub fn text(name: &str) -> Option<String> {
    let path = path(name)?;
    let text = std::fs::read_to_string(&path);
    Some(text.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}
