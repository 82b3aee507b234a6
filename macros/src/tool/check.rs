//! Checks across the whole tool. Facts that only rustc or the runtime knows are not checked here.

use super::model::{Param, Providers, Strict, Tool};
use crate::diag::Errors;
use crate::shared::node::Field;

/// Runs every check.
pub(super) fn check_tool(tool: &Tool, errors: &mut Errors) {
    check_names(tool, errors);
    check_providers(tool, errors);
}

/// Checks that settings for a single provider name one that the tool is made for.
fn check_providers(tool: &Tool, errors: &mut Errors) {
    let (listed, made, key) = match &tool.providers {
        Providers::All => return,
        Providers::Only(idents) => (idents, true, "providers"),
        Providers::Except(idents) => (idents, false, "except"),
    };
    let strict = match &tool.strict {
        Strict::For(idents) => idents.as_slice(),
        _ => &[],
    };
    let extra = tool.extra.iter().map(|extra| &extra.provider);
    for ident in tool.allow.iter().chain(strict).chain(extra) {
        if listed.contains(ident) != made {
            errors.at(
                ident.span(),
                format!("the tool's `{key}` leaves `{ident}` out; remove one of the two"),
            );
        }
    }
}

/// Checks that JSON names of parameters are distinct. Parameters with different `cfg`s may share a
/// name, because possibly only one of them is compiled.
fn check_names(tool: &Tool, errors: &mut Errors) {
    let mut seen: Vec<(&Param, &Field)> = Vec::new();
    // A flattened parameter's name doesn't occur in the JSON.
    let params = tool.params.iter();
    let fields = params.filter_map(|param| Some((param, param.field()?)));
    for (param, field) in fields.filter(|(_, field)| !field.is_flat()) {
        let clash = |(_, other): &&(&Param, &Field)| {
            let apart = !other.cfg.is_empty() && !field.cfg.is_empty() && other.cfg != field.cfg;
            other.key == field.key && !apart
        };
        match seen.iter().find(clash) {
            Some((other, _)) if is_again(param, other) => errors.left_to_rustc(),
            Some(_) => errors.at(
                field.span,
                format!(
                    "two parameters are called `{}` in JSON; give one of them another `rename`",
                    field.key
                ),
            ),
            None => {}
        }
        seen.push((param, field));
    }
}

/// Returns whether a parameter has the name of another one in Rust too, which rustc reports.
fn is_again(param: &Param, other: &Param) -> bool {
    let named = param.ident.is_some() && param.ident == other.ident;
    named && param.cfg.is_empty() && other.cfg.is_empty()
}
