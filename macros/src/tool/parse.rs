//! Builds a [`Tool`] from a function and its arguments. Reports the errors that concern a single
//! attribute or parameter.

use super::args::{FunctionArgs, OutputArg, StrictArg};
use super::model::{Extra, Function, Hints, Output, Providers, Receiver, Strict, Tool};
use super::param;
use super::timeout::parse_timeout;
use crate::diag::{Errors, list_of, nearest};
use crate::shared::case::in_words;
use crate::shared::doc;
use crate::shared::krate::Krate;
use crate::shared::markdown::Argument;
use crate::shared::text::Text;
use crate::shared::ty::{self, first_argument_of, ungroup, unraw, with_static_lifetimes};
use crate::shared::value::{AnyExpr, Switch, is_tool, text_of};
use proc_macro2::Ident;
use syn::spanned::Spanned as _;
use syn::{FnArg, LitStr, ReturnType, Type};

/// Parses a function as a tool.
///
/// `method` is set for a function in a block with `#[tools]`, where `self` is allowed.
pub(super) fn parse_tool(
    function: &Function,
    mut args: FunctionArgs,
    method: bool,
    errors: &mut Errors,
) -> Tool {
    let name = unraw(&function.sig.ident);
    let (doc_summary, arguments) = doc::parse_docs(&function.attrs).of_tool(&in_words(&name));
    for attr in function.attrs.iter().filter(|attr| is_tool(attr)) {
        errors.on(attr, "`#[tool]` is given twice; write all keys in one");
    }
    check_signature(function, method, errors);

    check_texts(&args, errors);
    check_hints(&args, errors);

    let mut params = Vec::new();
    for input in &function.sig.inputs {
        match input {
            FnArg::Receiver(receiver) => param::check_receiver(receiver, errors),
            FnArg::Typed(typed) => params.extend(param::parse_param(typed, errors)),
        }
    }
    let mut tool = Tool {
        type_name: args
            .type_name
            .take()
            .map_or_else(|| function.sig.ident.clone(), |name| name.0),
        cfg: function
            .attrs
            .iter()
            .filter(|attr| attr.path().is_ident("cfg"))
            .cloned()
            .collect(),
        krate: Krate(args.krate.take().map(|arg| arg.path)),
        name_span: args.name.as_ref().map(|AnyExpr(expr)| expr.span()),
        name: text_of(args.name.take()).or(|| Text::Known(name.clone())),
        title: text_of(args.title.take()),
        description: text_of(args.description.take()).or(|| doc_summary),
        params,
        output: parse_output(args.output.take(), function, errors),
        strict: match args.strict.take() {
            None => Strict::Auto,
            Some(StrictArg::On) => Strict::On,
            Some(StrictArg::For(idents)) => Strict::For(idents),
            Some(StrictArg::Off) => Strict::Off,
            Some(StrictArg::Omit) => Strict::Omit,
        },
        providers: parse_providers(&mut args, errors),
        allow: args
            .allow_rejected
            .take()
            .map_or_else(Vec::new, |it| it.idents),
        lossless: on(args.lossless),
        hints: Hints {
            read_only: args.read_only.map(|it| it.on),
            destructive: args.destructive.map(|it| it.on),
            idempotent: args.idempotent.map(|it| it.on),
            open_world: args.open_world.map(|it| it.on),
        },
        extra: parse_extra(args.extra.take().map(|it| it.0).unwrap_or_default(), errors),
        return_direct: on(args.return_direct),
        blocking: on(args.blocking),
        approve: on(args.approve),
        max_result_bytes: args.max_result_bytes.take().map(|AnyExpr(expr)| expr),
        timeout: parse_timeout(
            args.timeout.take(),
            function.is_async() || on(args.blocking),
            errors,
        ),
        receiver: Receiver::Free,
    };
    describe_params(&mut tool, arguments, function, errors);
    tool
}

fn on(switch: Option<Switch>) -> bool {
    switch.is_some_and(|it| it.on)
}

/// Rejects empty texts: without the key, the tool would have a text.
fn check_texts(args: &FunctionArgs, errors: &mut Errors) {
    let given = [
        (&args.name, "name"),
        (&args.title, "title"),
        (&args.description, "description"),
    ];
    for (arg, key) in given {
        if let Some(AnyExpr(expr)) = arg
            && matches!(text_of(arg.clone()), Text::Known(text) if text.trim().is_empty())
        {
            errors.on(
                expr,
                format!("this `{key}` is empty; write one, or leave the key out"),
            );
        }
    }
}

/// Rejects `destructive` on a tool that is `read_only`.
fn check_hints(args: &FunctionArgs, errors: &mut Errors) {
    if let Some(destructive) = args.destructive
        && destructive.on
        && on(args.read_only)
    {
        errors.at(
            destructive.span,
            "`read_only` and `destructive` exclude each other; keep one",
        );
    }
}

/// Rejects functions that can't be tools:
/// - a method without `#[tools]`: the `impl` block can't contain the generated type;
/// - generic over types or consts: a schema describes one type;
/// - `unsafe`: a model can't uphold its contract;
/// - `extern` or variadic: not called from Rust.
fn check_signature(function: &Function, method: bool, errors: &mut Errors) {
    let sig = &function.sig;
    if let Some(span) = function.method().filter(|_| !method) {
        errors.at(
            span,
            "a method can't be a tool by `#[tool]` alone; make it a free function, or write `#[tools]` on the `impl` block",
        );
    }
    for param in &sig.generics.params {
        match param {
            syn::GenericParam::Type(param) => errors.on(
                &param.ident,
                "a tool can't be generic: its schema describes one type; write a function for each type that calls this one",
            ),
            syn::GenericParam::Const(param) => errors.on(
                &param.ident,
                "a tool can't be generic: its schema describes one type; write the value in place of the const parameter",
            ),
            syn::GenericParam::Lifetime(_) => {}
        }
    }
    if let Some(variadic) = &sig.variadic {
        // Report only this: it is `unsafe` and `extern` because it is variadic.
        errors.on(
            variadic,
            "a tool's parameters are fixed; take a `Vec<T>` in place of `...`, in a function without `unsafe` and `extern`",
        );
        return;
    }
    if let syn::Safety::Unsafe(token) = &sig.safety {
        errors.on(
            token,
            "a model can't guarantee what an unsafe function requires; wrap it in a safe function that checks it",
        );
    }
    if let Some(abi) = &sig.abi {
        errors.on(
            abi,
            "a tool is a Rust function; wrap this one in a function without `extern`",
        );
    }
}

fn parse_providers(args: &mut FunctionArgs, errors: &mut Errors) -> Providers {
    match (args.providers.take(), args.except.take()) {
        (Some(_), Some(except)) => {
            errors.at(
                except.span,
                "`providers` and `except` exclude each other; keep one",
            );
            Providers::All
        }
        (Some(only), None) => Providers::Only(only.idents),
        (None, Some(except)) => Providers::Except(except.idents),
        (None, None) => Providers::All,
    }
}

/// Returns the tool's output type. A bare `output` reads the return type's syntax: if its last path
/// segment is `Result`, its first type argument is used. Rustc finds a `Result` under another name.
fn parse_output(
    arg: Option<OutputArg>,
    function: &Function,
    errors: &mut Errors,
) -> Option<Output> {
    let (ty, returned) = match arg? {
        OutputArg::Type(ty) => (*ty, false),
        OutputArg::Return(span) => match &function.sig.output {
            ReturnType::Default => {
                errors.at(
                    span,
                    "this function has no return value to describe; remove `output`",
                );
                return None;
            }
            ReturnType::Type(_, ty) => match value_of_result(ty) {
                Some(value) => (value.clone(), false),
                None => ((**ty).clone(), matches!(ungroup(ty), Type::Path(_))),
            },
        },
    };
    if let Some(found) = ty::impl_trait_in(&ty) {
        errors.on(
            found,
            "this type has no name for `output` to describe; write `output = \"Type\"`",
        );
        return None;
    }
    Some(Output {
        ty: with_static_lifetimes(&ty),
        returned,
    })
}

/// Returns the `T` of a type written `Result<T, ..>`, with any path.
fn value_of_result(ty: &Type) -> Option<&Type> {
    match ungroup(ty) {
        Type::Path(path) => first_argument_of(&path.path, &["Result"]),
        _ => None,
    }
}

fn parse_extra(extra: Vec<(Ident, LitStr)>, errors: &mut Errors) -> Vec<Extra> {
    let mut out = Vec::new();
    for (provider, text) in extra {
        match super::json_members::members(&text.value()) {
            Ok(members) => out.push(Extra {
                provider,
                members,
                span: text.span(),
            }),
            Err(message) => errors.on(&text, message),
        }
    }
    out
}

/// Sets the descriptions from the `# Arguments` list on parameters without a description of their
/// own.
fn describe_params(
    tool: &mut Tool,
    arguments: Vec<Argument>,
    function: &Function,
    errors: &mut Errors,
) {
    for Argument { name, text } in arguments {
        let named = |param: &&mut super::model::Param| {
            param.ident.as_deref() == Some(name.as_str())
                || param.field().is_some_and(|field| field.key == name)
        };
        // `cfg` may choose one of several.
        let mut is_param = name == "self" && function.sig.receiver().is_some();
        for param in tool.params.iter_mut().filter(named) {
            is_param = true;
            if let Some(field) = param.field_mut().filter(|field| field.docs.is_empty())
                && !text.is_empty()
            {
                field.docs = Text::Known(text.clone());
            }
        }
        if is_param {
            continue;
        }
        let known: Vec<&str> = tool
            .params
            .iter()
            .filter_map(|it| it.ident.as_deref())
            .collect();
        let help = match nearest(&name, known.iter().copied()) {
            Some(known) => format!("did you mean `{known}`?"),
            None if known.is_empty() => "the function has none".to_owned(),
            None => format!("the function has {}", list_of(&known, 10)),
        };
        let span = doc::attr_with(&function.attrs, &name)
            .map_or_else(|| function.sig.ident.span(), |attr| attr.meta.span());
        errors.at(
            span,
            format!("the list of arguments names `{name}`, which is not a parameter; {help}"),
        );
    }
}
