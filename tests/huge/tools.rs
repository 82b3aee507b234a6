//! Tools that take the types. Their texts are rendered at compile time.

#![allow(clippy::needless_pass_by_value)] // Tools own their arguments.

use crate::types::{L01, Lists, Maybes, Names, Wide};
use toolcast::{Tool, ToolDef, tool};

/// Takes a thousand fields.
#[tool]
fn wide(wide: Wide) -> u32 {
    u32::from(wide.w000) + u32::from(wide.w999)
}

/// Takes one of a thousand names.
#[tool]
fn names(name: Names) -> String {
    format!("{name:?}")
}

/// Takes sixty levels of types.
#[tool]
fn deep(deep: L01) -> bool {
    deep == L01::default()
}

/// Takes sixty levels of lists.
#[tool]
fn lists(lists: Lists) -> usize {
    lists.len()
}

/// Takes thirty lists that may be missing, each in another.
#[tool]
fn maybes(maybes: Maybes) -> bool {
    maybes.is_some()
}

macro_rules! parameters {
    ($($name:ident)*) => {
        /// Takes two hundred and fifty parameters.
        #[tool]
        #[allow(clippy::too_many_arguments)]
        fn parameters($($name: u8),*) -> u32 {
            [$($name),*].into_iter().map(u32::from).sum()
        }
    };
}
crate::words::quarter!(parameters);

#[cfg(feature = "huge")]
mod further {
    use crate::types::{Adjacent, External, Flat, Internal, Sparse, Untagged};
    use toolcast::tool;

    /// Takes what it gets of a thousand fields.
    #[tool]
    pub(super) fn sparse(sparse: Sparse) -> Option<String> {
        sparse.w999
    }

    /// Takes a thousand fields of another type.
    #[tool]
    pub(super) fn flat(flat: Flat) -> bool {
        flat.own
    }

    /// Takes one of a thousand variants.
    #[tool]
    pub(super) fn external(one: External) -> String {
        format!("{one:?}")
    }

    /// Takes one of a thousand variants.
    #[tool]
    pub(super) fn internal(one: Internal) -> String {
        format!("{one:?}")
    }

    /// Takes one of a thousand variants.
    #[tool]
    pub(super) fn adjacent(one: Adjacent) -> String {
        format!("{one:?}")
    }

    /// Takes one of a thousand variants.
    #[tool]
    pub(super) fn untagged(one: Untagged) -> String {
        format!("{one:?}")
    }
}

/// The tools that were compiled.
pub(crate) fn all() -> Vec<&'static ToolDef> {
    let all = vec![
        wide::DEF,
        names::DEF,
        deep::DEF,
        lists::DEF,
        maybes::DEF,
        parameters::DEF,
    ];
    #[cfg(feature = "huge")]
    let all = [
        all,
        vec![
            further::sparse::DEF,
            further::flat::DEF,
            further::external::DEF,
            further::internal::DEF,
            further::adjacent::DEF,
            further::untagged::DEF,
        ],
    ]
    .concat();
    all
}

/// The tool with that name, if it is compiled.
pub(crate) fn named(name: &str) -> Option<&'static ToolDef> {
    all().into_iter().find(|tool| tool.name() == name)
}
