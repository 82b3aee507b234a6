//! Selects the crates to compile and the mode of each.

use crate::cli::{Options, Size};
use crate::source::{Case, Kind};
use crate::workspace::Mode;

/// A crate and what is done with it.
pub(crate) type Job = (Case, Mode);

/// The numbers of tools and parameters.
pub(crate) const TOOLS: [usize; 3] = [1, 100, 400];
pub(crate) const PARAMS: [usize; 3] = [2, 8, 32];

/// The number of tools whose parameters have their own types, and the number of such types of each
/// tool. A crate has as many derives as the product of both.
pub(crate) const NAMED_TOOLS: usize = 25;

/// The crates to compile, without those that have no tools.
pub(crate) fn jobs(options: &Options) -> Vec<Job> {
    let mut jobs = Vec::new();
    for mode in [Mode::Check, Mode::Release] {
        for tools in TOOLS {
            for params in PARAMS {
                for kind in Kind::ALL {
                    if wanted(options.size, mode, kind, tools, params) {
                        jobs.push((Case::new(kind, tools, params), mode));
                    }
                }
            }
        }
    }
    if options.size != Size::Quick {
        for params in PARAMS {
            jobs.push((named(params), Mode::Check));
        }
    }
    jobs
}

/// A crate whose tools name so many types each.
pub(crate) fn named(params: usize) -> Case {
    Case {
        named: true,
        ..Case::new(Kind::Tool, NAMED_TOOLS, params)
    }
}

/// All crates, those without tools among them.
pub(crate) fn cases(options: &Options) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (case, _) in jobs(options) {
        for case in [case.base(), case] {
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
    }
    cases
}

/// Selects one row and one column of the grid for `#[tool]`: the numbers of parameters at 100
/// tools, and the numbers of tools at 8 parameters. The other kinds get fewer, because a crate of
/// 400 tools takes long.
fn wanted(size: Size, mode: Mode, kind: Kind, tools: usize, params: usize) -> bool {
    let centre = tools == 100 && params == 8;
    let gate = matches!(
        (mode, kind),
        (_, Kind::Tool | Kind::Schemars)
            | (Mode::Check, Kind::Serde | Kind::Derive)
            | (Mode::Release, Kind::Plain | Kind::Tree | Kind::Texts)
    );
    match size {
        Size::Full => true,
        Size::Quick => centre && gate,
        Size::Normal => {
            centre
                || (gate && tools == 100 && kind != Kind::Plain)
                || (kind == Kind::Tool && (params == 8 || (mode == Mode::Check && tools == 1)))
        }
    }
}
