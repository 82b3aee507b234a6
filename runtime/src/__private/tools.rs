//! Several tools at once: finding one by its name, and names that two have. In const evaluation, so without iterators.

use crate::const_str::eq;
use crate::json::{Buffer, Sink};
#[cfg(feature = "call")]
use crate::set::{ToolSet, ToolSetBuilder};
use crate::tool::ToolDef;
#[cfg(feature = "call")]
use crate::tool::{Tool, def};

/// How long a message may get.
const MESSAGE: usize = 2048;

/// The tool of that name.
///
/// # Panics
///
/// Where there is none; in a const that is a compile error.
#[track_caller]
pub const fn find(tools: &'static [ToolDef], name: &str) -> &'static ToolDef {
    let mut i = 0;
    while i < tools.len() {
        if eq(tools[i].name(), name) {
            return &tools[i];
        }
        i += 1;
    }
    let mut buffer = Buffer::<[u8; MESSAGE]>::new();
    let mut out = Sink::new(&mut buffer);
    out.put("there is no tool `");
    out.put(name);
    out.put("`; there are ");
    let mut i = 0;
    while i < tools.len() {
        out.put(if i == 0 { "`" } else { "`, `" });
        out.put(tools[i].name());
        i += 1;
    }
    out.put("`");
    let end = out.mark().get();
    fail(&buffer, end)
}

/// Fails the build where a tool before that one has its name: `names` are those of the tools.
///
/// # Panics
///
/// That is how: in a const, at the second one.
#[track_caller]
pub const fn check_name(names: &[&str], which: usize) {
    let name = names[which];
    let mut i = 0;
    while i < which {
        if eq(names[i], name) {
            fail_with(&[
                "two tools are called `",
                name,
                "`; give one of them another `name`, or leave it out",
            ]);
        }
        i += 1;
    }
}

/// Fails the build with a text of some pieces.
#[track_caller]
pub(super) const fn fail_with(pieces: &[&str]) -> ! {
    let mut buffer = Buffer::<[u8; MESSAGE]>::new();
    let mut out = Sink::new(&mut buffer);
    let mut i = 0;
    while i < pieces.len() {
        out.put(pieces[i]);
        i += 1;
    }
    let end = out.mark().get();
    fail(&buffer, end)
}

#[track_caller]
const fn fail(buffer: &Buffer<[u8; MESSAGE]>, end: usize) -> ! {
    // A name that is longer than any provider takes is cut.
    let end = if end > MESSAGE { MESSAGE } else { end };
    panic!("{}", buffer.all().split_at(end).0)
}

/// A [`ToolSetBuilder`](crate::ToolSetBuilder) of tools by the paths of their functions.
///
/// Each path names the tool's type, which has its function's name. Two tools of one name are a compile error, at the second one.
///
/// ```
/// use toolcast::{tool, toolset};
///
/// #[tool]
/// fn search(query: &str) -> usize {
///     query.len()
/// }
///
/// mod files {
///     #[toolcast::tool]
///     pub fn read(path: &str) -> String {
///         path.to_owned()
///     }
/// }
///
/// let tools = toolset![search, files::read].build()?;
/// # Ok::<(), toolcast::BuildError>(())
/// ```
#[cfg(feature = "call")]
#[macro_export]
macro_rules! toolset {
    ($($tools:tt)*) => { $crate::__private::__toolset!($crate; $($tools)*) };
}

/// A tool of a set. Its texts are not asked for before the program runs, so that a check makes none.
#[cfg(feature = "call")]
#[derive(Clone, Copy)]
pub struct Entry {
    name: &'static str,
    def: fn() -> &'static ToolDef,
}

#[cfg(feature = "call")]
impl Entry {
    /// Of a type that `#[tool]` made.
    pub const fn of<T: Tool>() -> Self {
        Entry {
            name: T::BARE.name(),
            def: def::<T>,
        }
    }

    /// The names of some.
    pub const fn names<const N: usize>(entries: &[Entry; N]) -> [&'static str; N] {
        let mut names = [""; N];
        let mut i = 0;
        while i < N {
            names[i] = entries[i].name;
            i += 1;
        }
        names
    }
}

/// What `toolset!` gives.
#[cfg(feature = "call")]
pub fn toolset(entries: &[Entry]) -> ToolSetBuilder {
    ToolSet::builder().tool_defs(entries.iter().map(|entry| (entry.def)()))
}
