//! Builds a [`Param`] from a parameter's pattern, type and attributes.

use super::function::is_serde;
use super::model::{Fallback, Param};
use super::parse::cfgs;
use crate::diag::Errors;
use crate::names::{PARAM, has};
use crate::shared::args::{Args, is_tool};
use crate::shared::literal::{
    Literal, is_of_option, parse_examples, parse_literal_of, parse_number,
};
use crate::shared::node::{Field, Flags, Node};
use crate::shared::rejected::{
    IMPL_TRAIT, impl_trait_in, rejected_in_param, report_bytes_in_param,
};
use crate::shared::rules::Rules;
use crate::shared::ty::{
    first_argument_of, last_is, option_of, peel_expr, ungroup, unraw, with_static_lifetimes,
};
use crate::shared::value::{MaybeExpr, Str, Word};
use crate::shared::{doc, fit};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::spanned::Spanned as _;
use syn::{Expr, Pat, PatType, Receiver, Type};

/// Parses a parameter. Returns `None` if it has no name, and reports that error.
pub(super) fn parse_param(typed: &PatType, errors: &mut Errors) -> Option<Param> {
    check_attrs(typed, errors);
    let args = Args::parse(&typed.attrs, &PARAM, errors);
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
    let mut param = Param {
        span,
        ty_span,
        ident: ident.as_ref().map(|(name, _)| name.clone()),
        field: None,
        borrow: None,
        fallback: Fallback::None,
        cfg: cfgs(&typed.attrs),
    };
    if let Some(Word(at)) = args.inject {
        check_injected(&typed.ty, &args, at, errors);
        return Some(param);
    }
    let name = match (&args.rename, &ident) {
        (Some(Str(rename)), _) => Some((rename.value(), rename.span())),
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
    // With `as` or `schema_with`, the parameter's type can be anything that is converted from the
    // other type's JSON.
    let replaced = args.has_schema();
    for (tokens, message) in rejected_in_param(&typed.ty) {
        match message {
            None => errors.reported_by_rustc(),
            Some(message) if !replaced || message == IMPL_TRAIT => errors.on(tokens, message),
            Some(_) => {}
        }
    }
    if !replaced {
        report_bytes_in_param(&typed.ty, errors);
    }
    let (key, key_span) = name?;
    if key.is_empty() {
        errors.at(
            key_span,
            "a parameter's name can't be empty; write one, or leave `rename` out",
        );
    }
    let (mut field, fallback) = parse_field(typed, &args, key, key_span, errors);
    field.cfg.clone_from(&param.cfg);
    param.field = Some(Box::new(field));
    param.borrow = borrow_function(&typed.ty);
    param.fallback = fallback;
    Some(param)
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

/// Returns the runtime's function that borrows a value of the type: `&T` from a `T`, `&[T]` from a
/// `Vec<T>`.
fn borrow_function(ty: &Type) -> Option<&'static str> {
    let (names, ty) = match option_of(ty) {
        Some(inner) => (["borrow_option", "borrow_slice_option"], inner),
        None => (["borrow", "borrow_slice"], ungroup(ty)),
    };
    match ty {
        Type::Reference(reference) => {
            let is_slice = matches!(ungroup(&reference.elem), Type::Slice(_));
            Some(names[usize::from(is_slice)])
        }
        _ => None,
    }
}

fn parse_field(
    typed: &PatType,
    args: &Args,
    key: String,
    key_span: Span,
    errors: &mut Errors,
) -> (Field, Fallback) {
    args.report_two_schemas(errors);
    if args.flatten.is_some() {
        check_flattened(args, errors);
    }
    let replaced = args.has_schema();
    let as_type = args.as_type.as_ref().map(|it| &it.0);
    let ty = as_type.or((!replaced).then_some(&*typed.ty));
    // Of a flattened parameter, the keys are reported.
    if args.flatten.is_none() {
        fit::check(args, true, ty, errors);
    }
    let node = match (ty, &args.schema_with) {
        (None, Some(arg)) => Node::Path(arg.path.clone()),
        (ty, _) => Node::Type(Box::new(with_static_lifetimes(ty.unwrap_or(&typed.ty)))),
    };
    let mut field = Field::new(key, node, key_span);
    field.docs = doc::text_of(args, &typed.attrs);
    field.flags.set_if(args.flatten.is_some(), Flags::FLATTEN);
    field.flags.set_if(args.inline.is_some(), Flags::INLINE);
    let fallback = match args.default.clone() {
        Some(default) => set_default(&mut field, &typed.ty, default),
        None => Fallback::None,
    };
    field.examples = parse_examples(&args.examples, &typed.ty, errors);
    field.rules = Rules::parse(args, errors);
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

/// Puts the default into the schema if a schema can hold it. A call evaluates the expression.
fn set_default(field: &mut Field, ty: &Type, default: MaybeExpr) -> Fallback {
    field.flags.set(Flags::DEFAULTED);
    field.default_span = default.span;
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
    let content = option_of(ty).filter(|_| bare);
    Fallback::Expr {
        some: content.is_some(),
        text: field.default.is_some() && owns_text(ty),
        ty: Box::new(with_static_lifetimes(content.unwrap_or(ty))),
        expr: Box::new(expr),
    }
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
fn check_flattened(args: &Args, errors: &mut Errors) {
    let Some(Word(flatten)) = args.flatten else {
        return;
    };
    let other = |key: &&str| {
        let keys = "description|rename|flatten|as|schema_with";
        !has(keys, key)
    };
    for key in args.present_keys(PARAM.keys).filter(other) {
        errors.at(
            flatten,
            format!("a flattened parameter has no property of its own for `{key}`; write it on the type's fields"),
        );
    }
}

/// Reports a type that a set can't supply, and keys, which have no effect because the model doesn't
/// see the parameter. `at` is the place of `inject`.
fn check_injected(ty: &Type, args: &Args, at: Span, errors: &mut Errors) {
    if let Some((tokens, message)) = misfit(ty) {
        errors.on(tokens, message);
    }
    for key in args.present_keys(PARAM.keys).filter(|key| *key != "inject") {
        errors.at(
            at,
            format!("an injected parameter is never shown to the model, so `{key}` has no effect; remove one of the two"),
        );
    }
}

/// Returns the part of a type that an injected parameter can't have, with the message.
fn misfit(ty: &Type) -> Option<(TokenStream, &'static str)> {
    if let Some(found) = impl_trait_in(ty) {
        return Some((found.to_token_stream(), IMPL_TRAIT));
    }
    let behind = match ungroup(ty) {
        Type::Reference(reference) => {
            if let Some(mutable) = &reference.mutability {
                let and = &reference.and_token;
                return Some((
                    quote!(#and #mutable),
                    "calls share an injected value, so it can't be `&mut`; take `&T`, and keep mutable state in a `Mutex` or an atomic",
                ));
            }
            ungroup(&reference.elem)
        }
        other => {
            if let Some(inner) = option_of(other) {
                return misfit(inner);
            }
            let Type::Path(path) = other else { return None };
            first_argument_of(&path.path, &["Arc"])?
        }
    };
    let message = match behind {
        Type::TraitObject(_) => {
            "a set finds a value by its type, and a trait object can have many types; give the set an `Arc<dyn Trait>`, and take `&Arc<dyn Trait>`"
        }
        Type::Path(path) if path.path.is_ident("str") => {
            "a set finds a value by its type, and many values can be text; wrap this one in a newtype, such as `struct ApiKey(String)`, and take `&ApiKey`"
        }
        Type::Slice(_) => {
            "a set finds a value by its type, and a slice has no size of its own; wrap the list in a newtype, such as `struct Hosts(Vec<String>)`, and take `&Hosts`"
        }
        _ => return None,
    };
    Some((behind.to_token_stream(), message))
}

/// Returns whether rustc reports a default that doesn't fit the type, so that const evaluation need
/// not report it again.
fn rustc_reports(default: &Literal, ty: &Type) -> bool {
    // A schema has the names of the variants that serde reads; others are not shown.
    if let Literal::Variant(_) = default {
        return true;
    }
    let ty = option_of(ty).unwrap_or_else(|| ungroup(ty));
    if let Some((item, length)) = list_of(ty) {
        return match default {
            Literal::Array(items) => rustc_reports_items(items, item, length),
            _ => true,
        };
    }
    let Type::Path(path) = ty else {
        return false;
    };
    let name = path.path.get_ident().map(ToString::to_string);
    match name.as_deref().unwrap_or_default() {
        "bool" | "f32" | "f64" => true,
        // For a literal that is too large, rustc has only a lint.
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
        | "isize" => !matches!(default, Literal::Number(num) if num.int.is_some()),
        _ => false,
    }
}

/// Like [`rustc_reports`], for a list: a wrong length or one item of another type is enough.
fn rustc_reports_items(items: &[Literal], item: &Type, length: Option<u128>) -> bool {
    let other_length = length.is_some_and(|length| length != items.len() as u128);
    let reported = |one: &Literal| rustc_reports(one, item);
    // A const may have the right type.
    let other_type = |one: &Literal| !matches!(one, Literal::Const(_)) && reported(one);
    other_length || items.iter().all(reported) || items.iter().any(other_type)
}

/// Returns whether a type is written as an owned text, or an `Option` or a list of it.
fn owns_text(ty: &Type) -> bool {
    let ty = option_of(ty).unwrap_or_else(|| ungroup(ty));
    if let Some((item, _)) = list_of(ty) {
        return owns_text(item);
    }
    let Type::Path(path) = ty else {
        return false;
    };
    let inner = first_argument_of(&path.path, &["Cow", "Box", "Rc", "Arc"]);
    last_is(&path.path, &["String", "PathBuf", "OsString"])
        || inner.is_some_and(|ty| matches!(ty, Type::Path(path) if path.path.is_ident("str")))
}

/// Returns the item type of `[T; 2]`, `Vec<T>` and the like, with the length if it is a number
/// literal.
fn list_of(ty: &Type) -> Option<(&Type, Option<u128>)> {
    match ty {
        Type::Array(array) => {
            let length = parse_number(&array.len).and_then(|number| number.int);
            Some((&array.elem, length))
        }
        Type::Path(path) => {
            let lists = ["Vec", "VecDeque", "HashSet", "BTreeSet"];
            first_argument_of(&path.path, &lists).map(|item| (item, None))
        }
        _ => None,
    }
}
