//! Rules over the whole tool; what only rustc or the runtime can know is not checked here.

use super::model::Tool;
use crate::diag::Errors;

/// Runs every rule.
pub(super) fn check_tool(tool: &Tool, errors: &mut Errors) {
    check_names(tool, errors);
    check_type_name(tool, errors);
}

/// No two parameters have one JSON name. Parameters with `cfg` are left to the runtime: perhaps only one of them is there.
fn check_names(tool: &Tool, errors: &mut Errors) {
    let mut seen: Vec<&str> = Vec::new();
    let fields = tool.fields().filter(|field| field.cfg.is_empty());
    for field in fields {
        if seen.contains(&field.key.as_str()) {
            errors.at(
                field.span,
                format!(
                    "two parameters are called `{}` in JSON; give one of them another `rename`",
                    field.key
                ),
            );
        }
        seen.push(&field.key);
    }
}

/// `type = Ident` takes what looks like an identifier; some are none.
fn check_type_name(tool: &Tool, errors: &mut Errors) {
    if ["Self", "self", "super", "crate"]
        .iter()
        .any(|word| tool.type_name == word)
    {
        errors.at(
            tool.type_name.span(),
            format!("`{}` is no name for a type", tool.type_name),
        );
    }
}
