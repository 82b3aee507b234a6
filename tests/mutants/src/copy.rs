//! A copy of the project with switches in it.

use crate::change::{Changer, Mutant};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use syn::visit_mut::VisitMut as _;

/// What each switch asks: whether it is the one that is on. In const evaluation none is. With `trace:FILE` in the place of a number all are off, and those
/// that were asked stand in the file.
const SWITCH: &str = "
#[doc(hidden)]
pub mod mutant {
    use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    use std::io::Write as _;

    const UNREAD: u32 = u32::MAX;
    const TRACE: u32 = u32::MAX - 1;
    static ON: AtomicU32 = AtomicU32::new(UNREAD);
    static ASKED: [AtomicBool; 1 << 14] = [const { AtomicBool::new(false) }; 1 << 14];
    static FILE: std::sync::Mutex<Option<std::fs::File>> = std::sync::Mutex::new(None);

    #[inline]
    pub(crate) const fn is(number: u32) -> bool {
        const fn never(_: u32) -> bool {
            false
        }
        #[inline]
        fn is_on(number: u32) -> bool {
            let on = ON.load(Ordering::Relaxed);
            on == number || on >= TRACE && unusual(number)
        }
        core::intrinsics::const_eval_select((number,), never, is_on)
    }

    #[cold]
    fn unusual(number: u32) -> bool {
        if ON.load(Ordering::Relaxed) == UNREAD {
            let on = std::env::var(\"TOOLCAST_MUTANT\").unwrap_or_default();
            let on = match on.strip_prefix(\"trace:\") {
                Some(path) => {
                    let file = std::fs::File::options().append(true).open(path).expect(\"a file to write to\");
                    *FILE.lock().expect(\"no panic\") = Some(file);
                    TRACE
                }
                None => on.parse().unwrap_or(0),
            };
            ON.store(on, Ordering::Relaxed);
            if on != TRACE {
                return on == number;
            }
        }
        if !ASKED[number as usize].swap(true, Ordering::Relaxed) {
            let mut file = FILE.lock().expect(\"no panic\");
            let file = file.as_mut().expect(\"opened\");
            file.write_all(std::format!(\"{number}\\n\").as_bytes()).expect(\"written\");
        }
        false
    }
}
";

/// What the switches need of the compiler, and what they offend.
const FEATURES: &str = "#![feature(core_intrinsics, const_eval_select)]\n#![allow(internal_features, warnings, clippy::all)]\n";

pub(crate) struct Project {
    /// Where it is.
    pub(crate) root: PathBuf,
    /// Where its copy is.
    pub(crate) copy: PathBuf,
}

impl Project {
    /// Copies all files that belong to the project, beside a link to the corpus where there is one.
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
            let Ok(bytes) = fs::read(&from) else { continue };
            // What is the same stays, so that nothing is compiled twice.
            let is_changed = crate::CHANGED
                .iter()
                .any(|folder| file.starts_with(&format!("runtime/src/{folder}/")))
                || file == "runtime/src/lib.rs";
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

    /// Puts switches into the files of some folders.
    pub(crate) fn change(&self, folders: &[&str]) -> Result<Vec<Mutant>, String> {
        let mut mutants = Vec::new();
        for folder in folders {
            let source = self.root.join("runtime/src");
            let mut files = Vec::new();
            find(&source.join(folder), &mut files)?;
            files.sort_unstable();
            for path in files {
                let below = path.strip_prefix(&source).map_err(text)?;
                let name = below.to_string_lossy().into_owned();
                let source = fs::read_to_string(&path).map_err(text)?;
                let mut file =
                    syn::parse_file(&source).map_err(|error| format!("{name}: {error}"))?;
                // Tests in a file of their own are left as they are.
                if name != crate::COMPILED && !name.ends_with("/tests.rs") {
                    Changer::new(name.clone(), &mut mutants).visit_file_mut(&mut file);
                }
                let changed = quote::quote!(#file).to_string();
                put(
                    &self.copy.join("runtime/src").join(&name),
                    changed.as_bytes(),
                )?;
            }
        }
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

/// The files of code in a folder and in those below it.
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
