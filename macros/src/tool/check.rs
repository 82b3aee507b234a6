//! Rules over the whole tool; what only rustc or the runtime can know is not checked here.

use super::model::Tool;
use crate::diag::Errors;
use crate::shared::node::Field;

/// Runs every rule.
pub(super) fn check_tool(tool: &Tool, errors: &mut Errors) {
    check_names(tool, errors);
}

/// No two parameters have one JSON name. Two with different `cfg`s are left alone: perhaps only one of them is there.
fn check_names(tool: &Tool, errors: &mut Errors) {
    let mut seen: Vec<&Field> = Vec::new();
    for field in tool.fields() {
        let clash = |other: &&Field| {
            let apart = !other.cfg.is_empty() && !field.cfg.is_empty() && other.cfg != field.cfg;
            other.key == field.key && !apart
        };
        if seen.iter().any(clash) {
            errors.at(
                field.span,
                format!(
                    "two parameters are called `{}` in JSON; give one of them another `rename`",
                    field.key
                ),
            );
        }
        seen.push(field);
    }
}
