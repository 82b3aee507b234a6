//! Several tools at once: finding one by its name, and names that two have. In const evaluation, so without iterators.

use crate::json::{Buffer, Sink};
use crate::konst::eq;
use crate::tool::ToolDef;

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

/// Fails the build where a tool before that one has its name.
///
/// # Panics
///
/// That is how: in a const, at the second one.
#[track_caller]
pub const fn check_name(tools: &[&ToolDef], which: usize) {
    let name = tools[which].name();
    let mut i = 0;
    while i < which {
        if eq(tools[i].name(), name) {
            let mut buffer = Buffer::<[u8; MESSAGE]>::new();
            let mut out = Sink::new(&mut buffer);
            out.put("two tools are called `");
            out.put(name);
            out.put("`; give one of them another `name`, or leave it out");
            let end = out.mark().get();
            fail(&buffer, end);
        }
        i += 1;
    }
}

#[track_caller]
const fn fail(buffer: &Buffer<[u8; MESSAGE]>, end: usize) -> ! {
    // A name that is longer than any provider takes is cut.
    let end = if end > MESSAGE { MESSAGE } else { end };
    panic!("{}", buffer.all().split_at(end).0)
}

/// Tools by the paths of their functions.
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
/// let tools = toolset![search, files::read];
/// # let _ = tools;
/// ```
#[cfg(feature = "call")]
#[macro_export]
macro_rules! toolset {
    ($($tools:tt)*) => { $crate::__private::__toolset!($crate; $($tools)*) };
}

/// What `toolset!` gives: the one place that knows.
#[cfg(feature = "call")]
pub const fn toolset(tools: &'static [&'static ToolDef]) -> &'static [&'static ToolDef] {
    tools
}
