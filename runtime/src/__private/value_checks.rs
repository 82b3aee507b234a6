//! Checks of a tool's values that only rustc knows, reported at the value. They run in const
//! evaluation, so they use no iterators.

use super::tools::fail_with;
use crate::render::{check_result, is_member};
use crate::tool::ToolDef;

/// Fails the build if a declaration already has one of the members of `extra`; `names` are those of
/// entry `which`.
///
/// # Panics
///
/// Panics to fail the build, in a const at the text.
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
                "` is already in the declaration; leave it out",
            ]);
        }
        i += 1;
    }
}

/// Fails the build if no provider can represent the tool's result.
///
/// # Panics
///
/// Panics to fail the build, in a const at the type.
#[track_caller]
pub const fn check_output(tool: &ToolDef) {
    let spec = tool.spec();
    if let Some(output) = spec.output {
        check_result(spec.name.raw(), output.get());
    }
}

/// Fails the build if the title is empty.
///
/// # Panics
///
/// Panics to fail the build, in a const at the title.
#[track_caller]
pub const fn check_title(tool: &ToolDef) {
    assert!(
        !tool.spec().title.raw().trim_ascii().is_empty(),
        "this `title` is empty; write one, or leave the key out"
    );
}

/// Fails the build if the description is empty.
///
/// # Panics
///
/// Panics to fail the build, in a const at the description.
#[track_caller]
pub const fn check_description(tool: &ToolDef) {
    assert!(
        !tool.spec().description.raw().trim_ascii().is_empty(),
        "this `description` is empty; write one, or leave the key out"
    );
}

/// Fails the build if the timeout is zero. It may be arbitrarily long.
///
/// # Panics
///
/// Panics to fail the build, in a const at the timeout.
#[track_caller]
pub const fn check_timeout(tool: &ToolDef) {
    if let Some(after) = tool.timeout() {
        assert!(
            !after.is_zero(),
            "a timeout must be more than zero; leave `timeout` out for no limit"
        );
    }
}
