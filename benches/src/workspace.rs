//! The generated workspace: one package for each case, one target directory, dependencies built in
//! advance.

use crate::clock;
use crate::probe;
use crate::source::Case;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The command for a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Check,
    Release,
}

pub(crate) struct Workspace {
    root: PathBuf,
    cargo: OsString,
}

impl Workspace {
    /// Writes the packages. Of an earlier run only the built dependencies are kept.
    pub(crate) fn create(cases: &[Case]) -> Result<Self, String> {
        let exe = std::env::current_exe().map_err(|e| format!("where is this program? {e}"))?;
        // `target/release/toolcast-benches`
        let target = exe
            .parent()
            .and_then(Path::parent)
            .ok_or("this program is in no target directory")?;
        let space = Workspace {
            root: target.join("toolcast-benches"),
            cargo: std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
        };
        let packages = space.root.join("packages");
        if packages.exists() {
            fs::remove_dir_all(&packages).map_err(|e| said(&packages, &e))?;
        }
        let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"packages/*\"]\n";
        space.write("Cargo.toml", manifest)?;
        for case in cases {
            space.write_case(*case)?;
        }
        for (path, text) in probe::files() {
            space.write(&format!("packages/{}/{path}", probe::PACKAGE), &text)?;
        }
        space.write(
            &format!("packages/{}/Cargo.toml", probe::PACKAGE),
            &manifest_of(probe::PACKAGE, true),
        )?;
        Ok(space)
    }

    fn write_case(&self, case: Case) -> Result<(), String> {
        let package = case.package();
        self.write(
            &format!("packages/{package}/Cargo.toml"),
            &manifest_of(&package, !case.kind.calls_nothing()),
        )?;
        self.write(&format!("packages/{package}/src/lib.rs"), &case.library())?;
        for i in 0..case.modules() {
            self.write_module(case, i, &case.module(i))?;
        }
        Ok(())
    }

    /// Writes a file of tools.
    pub(crate) fn write_module(&self, case: Case, index: usize, text: &str) -> Result<(), String> {
        self.write(
            &format!("packages/{}/src/tools_{index}.rs", case.package()),
            text,
        )
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let path = self.root.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|e| said(folder, &e))?;
        }
        fs::write(&path, text).map_err(|e| said(&path, &e))
    }

    /// Builds every package once. After that, touching a package's source rebuilds only the package
    /// itself.
    pub(crate) fn build_dependencies(&self, cases: &[Case]) -> Result<(), String> {
        eprintln!("building the dependencies ...");
        clock::run(&mut self.cargo(&["fetch"], false))?;
        for command in [&["check"][..], &["build", "--release"]] {
            let mut cargo = self.cargo(command, false);
            clock::run(cargo.args(["--offline", "-p", probe::PACKAGE]))?;
            // Packages with other features need dependencies of their own; one of these packages is
            // enough.
            if let Some(case) = cases.iter().find(|case| case.kind.calls_nothing()) {
                let mut cargo = self.cargo(command, false);
                clock::run(cargo.args(["--offline", "-p", &case.base().package()]))?;
            }
        }
        Ok(())
    }

    /// A cargo command in the workspace.
    pub(crate) fn cargo(&self, args: &[&str], incremental: bool) -> Command {
        let mut cargo = Command::new(&self.cargo);
        cargo
            .current_dir(&self.root)
            .args(args)
            .arg("--quiet")
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" })
            .env_remove("TOOLCAST_PROVIDERS");
        cargo
    }

    /// Makes the package look changed and compiles it: how many milliseconds that takes.
    pub(crate) fn compile(&self, case: Case, mode: Mode, incremental: bool) -> Result<f64, String> {
        self.touch(case)?;
        let package = case.package();
        let mut command = match mode {
            Mode::Check => self.cargo(&["check"], incremental),
            Mode::Release => self.cargo(&["build", "--release"], incremental),
        };
        clock::time(command.args(["--offline", "-j1", "-p", &package]))
    }

    fn touch(&self, case: Case) -> Result<(), String> {
        let path = self
            .root
            .join("packages")
            .join(case.package())
            .join("src/lib.rs");
        fs::File::options()
            .append(true)
            .open(&path)
            .and_then(|file| file.set_modified(SystemTime::now()))
            .map_err(|e| said(&path, &e))
    }

    /// The version of a package in the lock file.
    pub(crate) fn version(&self, package: &str) -> Option<String> {
        let lock = fs::read_to_string(self.root.join("Cargo.lock")).ok()?;
        let at = lock.find(&format!("name = \"{package}\"\nversion = \""))?;
        lock[at..].split('"').nth(3).map(str::to_owned)
    }
}

fn manifest_of(package: &str, calls: bool) -> String {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    // A Rust string literal, which is also a TOML string here.
    let runtime = format!("{:?}", runtime.display().to_string());
    let features = if calls {
        ""
    } else {
        ", default-features = false, features = [\"std\"]"
    };
    format!(
        "[package]
name = \"{package}\"
version = \"0.0.0\"
edition = \"2024\"
publish = false

[dependencies]
schemars = \"1\"
serde = {{ version = \"1\", features = [\"derive\"] }}
serde_json = \"1\"
toolcast = {{ path = {runtime}{features} }}
"
    )
}

fn said(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
