//! What is wrong with values on a tool that rustc knows alone, told at the value. In const evaluation, so without iterators.

use super::tools::fail_with;
use crate::render::{check_answer, is_member};
use crate::tool::ToolDef;

/// Fails the build where a declaration has one of the members of `extra` already: `names` are those of the entry with that number.
///
/// # Panics
///
/// That is how: in a const, at the text.
#[track_caller]
pub const fn check_extra(tool: &ToolDef, which: usize, names: &[&str]) {
    let spec = tool.spec();
    let (provider, _) = spec.extra[which];
    let mut i = 0;
    while i < names.len() {
        if is_member(spec, provider, names[i]) {
            fail_with(&[
                "`",
                names[i],
                "` stands in the declaration already; leave it out",
            ]);
        }
        i += 1;
    }
}

/// Fails the build where nobody can say what the tool answers.
///
/// # Panics
///
/// That is how: in a const, at the type.
#[track_caller]
pub const fn check_output(tool: &ToolDef) {
    let spec = tool.spec();
    if let Some(output) = spec.output {
        check_answer(spec.name.raw(), output.get());
    }
}

/// Fails the build where the title is empty.
///
/// # Panics
///
/// That is how: in a const, at the title.
#[track_caller]
pub const fn check_title(tool: &ToolDef) {
    assert!(
        !tool.spec().title.raw().trim_ascii().is_empty(),
        "this `title` is empty; write one, or leave the key out"
    );
}

/// Fails the build where the description is empty.
///
/// # Panics
///
/// That is how: in a const, at the description.
#[track_caller]
pub const fn check_description(tool: &ToolDef) {
    assert!(
        !tool.spec().description.raw().trim_ascii().is_empty(),
        "this `description` is empty; write one, or leave the key out"
    );
}

/// Fails the build where a call may take no time. A const may be as long as it likes.
///
/// # Panics
///
/// That is how: in a const, at the time.
#[track_caller]
pub const fn check_timeout(tool: &ToolDef) {
    if let Some(after) = tool.timeout() {
        assert!(
            !after.is_zero(),
            "a call may take more than no time; leave `timeout` out for no limit"
        );
    }
}
