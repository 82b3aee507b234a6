//! Operations on several tools: finding one by name, and detecting duplicate names. They run in
//! const evaluation, so they use no iterators.

use crate::const_str::eq;
use crate::json::{Buffer, Sink};
#[cfg(feature = "call")]
use crate::set::{ToolSet, ToolSetBuilder};
use crate::tool::ToolDef;
#[cfg(feature = "call")]
use crate::tool::{Tool, def};

/// The maximum length of an error message.
const MESSAGE: usize = 2048;

/// Returns the tool with that name.
///
/// # Panics
///
/// Panics if there is none; in a const that is a compile error.
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
    out.put("unknown tool `");
    out.put(name);
    out.put("`; the type has ");
    let mut i = 0;
    while i < tools.len() {
        out.put(if i == 0 { "`" } else { "`, `" });
        out.put(tools[i].name());
        i += 1;
    }
    out.put("`");
    let end = out.mark();
    panic!("{}", buffer.until(end))
}

/// Fails the build if an earlier tool has the same name; `names` are those of the tools.
///
/// # Panics
///
/// Panics to fail the build, in a const at the second tool.
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

/// Fails the build with an error message of several parts.
#[track_caller]
pub(super) const fn fail_with(pieces: &[&str]) -> ! {
    let mut buffer = Buffer::<[u8; MESSAGE]>::new();
    let mut out = Sink::new(&mut buffer);
    let mut i = 0;
    while i < pieces.len() {
        out.put(pieces[i]);
        i += 1;
    }
    let end = out.mark();
    panic!("{}", buffer.until(end))
}

/// Creates a [`ToolSetBuilder`](crate::ToolSetBuilder) of tools by the paths of their functions.
///
/// Each path refers to the tool's type, which has its function's name. Two tools with one name are
/// a compile error at the second one.
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
/// # Ok::<(), toolcast::SetError>(())
/// ```
#[cfg(feature = "call")]
#[macro_export]
macro_rules! toolset {
    ($($tools:tt)*) => { $crate::__private::__toolset!($crate; $($tools)*) };
}

/// A tool of a set. Its texts are requested only at run time, so that `cargo check` renders none.
#[cfg(feature = "call")]
#[derive(Clone, Copy)]
pub struct Entry {
    name: &'static str,
    def: fn() -> &'static ToolDef,
}

#[cfg(feature = "call")]
impl Entry {
    /// Returns the names of several entries.
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

/// A tool by its type. `toolset!` names it as `<search as InSet>`, because rustc reports a function
/// there as one; among type arguments, it reports a constant. The words are those of [`Tool`].
#[cfg(feature = "call")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not made by `#[tool]`",
    note = "a tool has its function's name: write `#[tool]` on the function, and its path here",
    note = "the tools of a type with `#[tools]` are added by `.tools(value)`, or by `.tool_defs({Self}::TOOLS)` if no method has `self`"
)]
pub trait InSet {
    /// The tool's entry.
    const ENTRY: Entry;
}

#[cfg(feature = "call")]
#[diagnostic::do_not_recommend]
impl<T: Tool> InSet for T {
    const ENTRY: Entry = Entry {
        name: T::UNRENDERED.name(),
        def: def::<T>,
    };
}

/// The expansion of `toolset!`.
#[cfg(feature = "call")]
pub fn toolset(entries: &[Entry]) -> ToolSetBuilder {
    ToolSet::builder().tool_defs(entries.iter().map(|entry| (entry.def)()))
}
