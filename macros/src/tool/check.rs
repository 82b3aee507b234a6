//! Checks across the whole tool. Facts that only rustc or the runtime knows are not checked here.

use super::model::{Param, Tool};
use crate::diag::Errors;
use crate::shared::node::Field;
use crate::shared::ty::is_same;
use crate::shared::value::Strict;

pub(super) fn check_tool(tool: &Tool, errors: &mut Errors) {
    check_names(tool, errors);
    check_providers(tool, errors);
}

/// Checks that settings for a single provider name one that the tool is made for.
fn check_providers(tool: &Tool, errors: &mut Errors) {
    let args = &tool.args;
    let (listed, made, key) = match (&args.providers, &args.except) {
        (Some(only), None) => (&only.idents, true, "providers"),
        (None, Some(except)) => (&except.idents, false, "except"),
        _ => return,
    };
    let allowed = args.allow_rejected.iter().flat_map(|it| &it.idents);
    let strict = match &args.strict {
        Some(Strict::For(idents)) => idents.as_slice(),
        _ => &[],
    };
    let extra = tool.extra.iter().map(|extra| &extra.provider);
    for ident in allowed.chain(strict).chain(extra) {
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
    for (param, field) in tool.sent().filter(|(_, field)| !field.is_flat()) {
        let clash = |(one, other): &&(&Param, &Field)| {
            let both = !one.cfg.is_empty() && !param.cfg.is_empty();
            let pairs = || one.cfg.iter().zip(&param.cfg);
            let same = || one.cfg.len() == param.cfg.len() && pairs().all(|(a, b)| is_same(a, b));
            other.key == field.key && (!both || same())
        };
        match seen.iter().find(clash) {
            Some((other, _)) if is_again(param, other) => errors.reported_by_rustc(),
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
