//! Paths of the corpus of real schemas and recorded answers. Part of it is in the repository, in
//! `tests/corpus`.

use std::path::{Path, PathBuf};

/// Finds a file or folder of the corpus: in the folder that `TOOLCAST_CORPUS` names, in
/// `shared/corpus` next to the workspace, then in the repository's part.
#[must_use]
pub fn path(name: &str) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside = || here.join("../../../shared/corpus");
    let whole = std::env::var_os("TOOLCAST_CORPUS").map_or_else(beside, PathBuf::from);
    [whole, here.join("../corpus")]
        .iter()
        .map(|corpus| corpus.join(name))
        .find(|path| path.exists())
}

/// Returns true if the corpus has the folders that aren't in the repository.
#[must_use]
pub fn is_whole() -> bool {
    path("verdicts").is_some()
}

/// Lists the files of a corpus folder, sorted by name.
///
/// # Panics
///
/// If the folder is absent or can't be read. A test that needs a folder outside the repository is
/// ignored if the corpus is absent.
#[must_use]
pub fn files(folder: &str) -> Vec<PathBuf> {
    let path = path(folder).unwrap_or_else(|| panic!("the corpus has no `{folder}`"));
    files_of(&path)
}

/// Lists the recorded `tools/list` answers of MCP servers that are in the repository, sorted by
/// name.
///
/// # Panics
///
/// If they can't be read.
#[must_use]
pub fn servers() -> Vec<PathBuf> {
    files_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/mcp_tools"))
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|file| {
            file.unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
                .path()
        })
        .collect();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files.sort();
    files
}

/// Reads a file of the corpus.
///
/// # Panics
///
/// If the file is absent or can't be read, as [`files`].
#[must_use]
pub fn text(name: &str) -> String {
    let path = path(name).unwrap_or_else(|| panic!("the corpus has no `{name}`"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
