//! Builds a [`Param`] from a parameter's pattern, type and attributes.

use super::args::ParamArgs;
use super::default::{owns_text, rustc_reports};
use super::function::is_serde;
use super::injected;
use super::model::{By, Default, Fallback, Param, Role};
use crate::diag::Errors;
use crate::shared::bytes;
use crate::shared::doc;
use crate::shared::fit::{self, Values};
use crate::shared::literal::{Literal, parse_examples, parse_literal_of};
use crate::shared::node::{Field, Flags, Node};
use crate::shared::rules::RuleArgs;
use crate::shared::ty::{
    self, IMPL_TRAIT, option_of, peel_expr, ungroup, unraw, with_static_lifetimes,
};
use crate::shared::value::{MaybeExpr, is_tool, text_of};
use crate::shared::value_path::is_of_option;
use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{Expr, Pat, PatType, Receiver, Type};

/// Parses a parameter. Returns `None` if it has no name, and reports that error.
pub(super) fn parse_param(typed: &PatType, errors: &mut Errors) -> Option<Param> {
    check_attrs(typed, errors);
    let mut args = ParamArgs::parse(&typed.attrs, errors);
    let ident = pattern_name(&typed.pat);
    let span = typed
        .pat
        .span()
        .join(typed.ty.span())
        .unwrap_or_else(|| typed.pat.span());
    let ty_span = match ungroup(&typed.ty) {
        Type::Reference(reference) => reference.elem.span(),
        ty => ty.span(),
    };
    let cfg: Vec<_> = typed
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident("cfg"))
        .cloned()
        .collect();
    if let Some(word) = args.inject {
        injected::check(&typed.ty, &args, word.span, errors);
        return Some(Param {
            span,
            ident: ident.map(|(name, _)| name),
            ty_span,
            role: Role::Injected,
            by: By::Value,
            fallback: Fallback::None,
            cfg,
        });
    }
    let name = match (&args.rename, &ident) {
        (Some(rename), _) => Some((rename.0.value(), rename.0.span())),
        (None, Some((name, span))) => Some((name.clone(), *span)),
        // The model sees the names of the type's fields, so the pattern may destructure the value:
        // `Parameters(Filter { text }): Parameters<Filter>`.
        (None, None) if args.flatten.is_some() => {
            Some((type_name(&typed.ty).to_lowercase(), typed.pat.span()))
        }
        (None, None) => {
            errors.on(&typed.pat, no_name(&typed.pat));
            None
        }
    };
    let refused = ty::refused_in_param(&typed.ty);
    // With `as` or `schema_with`, the parameter's type can be anything that is converted from the
    // other type's JSON.
    let replaced = args.as_type.is_some() || args.schema_with.is_some();
    for (tokens, message) in refused {
        match message {
            None => errors.left_to_rustc(),
            Some(message) if !replaced || message == IMPL_TRAIT => errors.on(tokens, message),
            Some(_) => {}
        }
    }
    if !replaced {
        bytes::report_in_param(&typed.ty, errors);
    }
    let (key, key_span) = name?;
    if key.is_empty() {
        errors.at(
            key_span,
            "a parameter's name can't be empty; write one, or leave `rename` out",
        );
    }
    let (mut field, fallback) = parse_field(typed, &mut args, key, key_span, errors);
    field.cfg.clone_from(&cfg);
    Some(Param {
        span,
        ty_span,
        ident: ident.map(|(name, _)| name),
        role: Role::Sent(Box::new(field)),
        by: taken_by(&typed.ty),
        fallback,
        cfg,
    })
}

/// Reports `#[tool(..)]` on `self`, which the program provides.
pub(super) fn check_receiver(receiver: &Receiver, errors: &mut Errors) {
    for attr in receiver.attrs.iter().filter(|attr| is_tool(attr)) {
        errors.on(
            attr,
            "`self` comes from the program, so `#[tool(..)]` has no effect on it; remove it",
        );
    }
}

fn taken_by(ty: &Type) -> By {
    let is_slice =
        |reference: &syn::TypeReference| matches!(ungroup(&reference.elem), Type::Slice(_));
    match (ungroup(ty), option_of(ty)) {
        (Type::Reference(reference), _) if is_slice(reference) => By::Slice,
        (Type::Reference(_), _) => By::Reference,
        (_, Some(Type::Reference(reference))) if is_slice(reference) => By::OptionalSlice,
        (_, Some(Type::Reference(_))) => By::OptionalReference,
        _ => By::Value,
    }
}

fn parse_field(
    typed: &PatType,
    args: &mut ParamArgs,
    key: String,
    key_span: Span,
    errors: &mut Errors,
) -> (Field, Fallback) {
    if let (Some(_), Some(with)) = (&args.as_type, &args.schema_with) {
        errors.at(
            with.span,
            "`as` and `schema_with` exclude each other; keep one",
        );
    }
    if args.flatten.is_some() {
        check_flattened(args, errors);
    }
    let replaced = args.as_type.is_some() || args.schema_with.is_some();
    let rules = std::mem::take(&mut args.rules);
    check_fit(typed, args, &rules, errors);
    let node = match (args.as_type.take(), args.schema_with.take()) {
        (Some(arg), _) => Node::Type(Box::new(with_static_lifetimes(&arg.ty))),
        (None, Some(arg)) => Node::Path(arg.path),
        (None, None) => Node::Type(Box::new(with_static_lifetimes(&typed.ty))),
    };
    let mut field = Field::new(key, node, key_span);
    field.docs = text_of(args.description.take()).or(|| doc::parse_docs(&typed.attrs).full_text());
    field.flags.set_if(args.flatten.is_some(), Flags::FLATTEN);
    field.flags.set_if(args.inline.is_some(), Flags::INLINE);
    let fallback = args
        .default
        .take()
        .map_or(Fallback::None, |it| set_default(&mut field, &typed.ty, it));
    if let Some(first) = args.examples.first()
        && field.default.is_none()
    {
        field.value_span = first.0.span();
    }
    field.examples = parse_examples(&args.examples, &typed.ty, errors);
    field.rules = rules.parse(errors);
    if replaced && matches!(field.default, Some(Literal::Const(_))) && !fit::is_known(&typed.ty) {
        field.default = None;
        field.flags.set(Flags::HIDDEN_DEFAULT);
    }
    // A variant is of the parameter's type, whose names in JSON may be others.
    if let Some(default) = &field.default
        && (!replaced || matches!(default, Literal::Variant(_)))
        && field.rules.is_none()
        && field.examples.is_empty()
        && rustc_reports(default, &typed.ty)
    {
        field.flags.set(Flags::TYPED);
    }
    (field, fallback)
}

/// Checks constraints and values against the type of the JSON.
fn check_fit(typed: &PatType, args: &ParamArgs, rules: &RuleArgs, errors: &mut Errors) {
    if args.flatten.is_some() {
        return;
    }
    let ty = match (&args.as_type, &args.schema_with) {
        (Some(arg), _) => Some(&arg.ty),
        (None, Some(_)) => None,
        (None, None) => Some(&*typed.ty),
    };
    let values = Values {
        default: args.default.as_ref(),
        examples: &args.examples,
        default_is_typed: true,
    };
    fit::check(rules, &values, ty, errors);
}

/// Puts the default into the schema if a schema can hold it. A call evaluates the expression.
fn set_default(field: &mut Field, ty: &Type, default: MaybeExpr) -> Fallback {
    field.flags.set(Flags::DEFAULTED);
    field.value_span = default.span;
    let Some(expr) = default.value else {
        field.flags.set(Flags::HIDDEN_DEFAULT);
        return Fallback::Default(default.span);
    };
    field.default = parse_literal_of(&expr, ty);
    let is_null = matches!(peel_expr(&expr), Expr::Path(path) if is_of_option(path, "None"));
    field.flags.set_if(!is_null, Flags::NULL_IS_VALUE);
    field
        .flags
        .set_if(field.default.is_none(), Flags::HIDDEN_DEFAULT);
    let literal = peel_expr(&expr);
    // The schema shows the content of the `Option`.
    let bare = match field.default {
        None | Some(Literal::Null) => false,
        Some(_) => !matches!(literal, Expr::Call(_)),
    };
    Fallback::Expr(Box::new(Default {
        some: bare && option_of(ty).is_some(),
        text: field.default.is_some() && owns_text(ty),
        expr,
    }))
}

/// Returns the name that a pattern binds, without `r#`.
fn pattern_name(pat: &Pat) -> Option<(String, Span)> {
    match pat {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
            Some((unraw(&ident.ident), ident.ident.span()))
        }
        Pat::Paren(paren) => pattern_name(&paren.pat),
        _ => None,
    }
}

/// Returns the last segment of a type's path.
fn type_name(ty: &Type) -> String {
    let last = match ungroup(ty) {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    last.map_or_else(|| "value".to_owned(), |last| unraw(&last.ident))
}

fn no_name(pat: &Pat) -> &'static str {
    match pat {
        Pat::Wild(_) => {
            "the model needs a name for this parameter; write one in place of `_`, or write `#[tool(rename = \"name\")]` on it"
        }
        _ => {
            "the model needs a name for this parameter; write a plain name and destructure the value in the body, or write `#[tool(rename = \"name\")]` on it; if the fields of the type are the parameters, write `#[tool(flatten)]`"
        }
    }
}

/// Reports attributes that have no effect on a parameter or can't be resolved.
fn check_attrs(typed: &PatType, errors: &mut Errors) {
    for attr in &typed.attrs {
        if is_serde(attr) {
            errors.on(
                attr,
                "serde doesn't see parameters; write `#[tool(..)]`, which has `rename`, `default`, `flatten`, `as` and `schema_with`",
            );
        } else if attr.path().is_ident("cfg_attr") {
            errors.on(
                attr,
                "`cfg_attr` on a tool's parameter is not expanded before `#[tool]` reads it; write the parameter twice, each with `#[cfg(..)]`",
            );
        }
    }
}

/// Reports keys on a flattened parameter, which has no property of its own.
fn check_flattened(args: &ParamArgs, errors: &mut Errors) {
    let Some(flatten) = args.flatten else { return };
    let given = [
        (args.default.is_some(), "default"),
        (!args.examples.is_empty(), "example"),
        (args.rules.range.is_some(), "range"),
        (args.rules.length.is_some(), "length"),
        (args.rules.multiple_of.is_some(), "multiple_of"),
        (args.rules.pattern.is_some(), "pattern"),
        (args.rules.format.is_some(), "format"),
        (args.inline.is_some(), "inline"),
    ];
    for (_, key) in given.iter().filter(|(given, _)| *given) {
        errors.at(
            flatten.span,
            format!("a flattened parameter has no property of its own for `{key}`; write it on the type's fields"),
        );
    }
}
