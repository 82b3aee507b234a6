//! Cost of a call. A generated program measures itself, since the peers aren't dependencies of this
//! package.

use crate::clock;
use crate::source::{Case, Kind};
use crate::workspace::Workspace;

pub(crate) const PACKAGE: &str = "probe";

/// The program's files, under its package.
pub(crate) fn files() -> Vec<(&'static str, String)> {
    let derived = Case::new(Kind::SerdeSchemars, 1, 8);
    let tool = Case::new(Kind::Tool, 1, 8);
    vec![
        ("src/main.rs", include_str!("../probe/main.rs").to_owned()),
        (
            "src/counting.rs",
            include_str!("../probe/counting.rs").to_owned(),
        ),
        ("src/tool.rs", in_one_module(tool)),
        ("src/derived.rs", in_one_module(derived)),
    ]
}

/// The library and its only file of tools as one module.
fn in_one_module(case: Case) -> String {
    let library = case.library();
    let library = library
        .lines()
        .filter(|line| !line.starts_with("#!") && !line.starts_with("pub mod"));
    let module = case.module(0);
    let module = module.lines().filter(|line| *line != "use crate::Order;");
    library.chain(module).collect::<Vec<_>>().join("\n") + "\n"
}

/// The table that the program prints.
pub(crate) fn table(space: &Workspace) -> Result<String, String> {
    eprintln!("calls ...");
    let mut cargo = space.cargo(&["run", "--release"], false);
    let table = clock::run(cargo.args(["--offline", "-p", PACKAGE]))?;
    Ok(format!(
        "### A call at run time, a tool of 8 parameters\n\n{table}"
    ))
}
