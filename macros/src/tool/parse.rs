//! Builds a [`Tool`] from a function and its arguments. Reports the errors that concern a single
//! attribute or parameter.

use super::json_members::members;
use super::model::{Extra, Function, Output, Param, Receiver, Timeout, Tool};
use super::param;
use crate::diag::{Errors, list_of, nearest};
use crate::shared::args::{Args, is_tool};
use crate::shared::case::in_words;
use crate::shared::doc;
use crate::shared::emit::Krate;
use crate::shared::literal::parse_number;
use crate::shared::markdown::Argument;
use crate::shared::rejected::impl_trait_in;
use crate::shared::text::Text;
use crate::shared::ty::{first_argument_of, peel_expr, ungroup, unraw, with_static_lifetimes};
use crate::shared::value::{AnyExpr, OutputArg, Switch, text_of};
use std::time::Duration;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, FnArg, ReturnType, Type};

/// Parses a function as a tool.
///
/// `method` is set for a function in a block with `#[tools]`, where `self` is allowed.
pub(super) fn parse_tool(
    function: &Function,
    mut args: Args,
    method: bool,
    errors: &mut Errors,
) -> Tool {
    let name = unraw(&function.sig.ident);
    let (doc_summary, arguments) = doc::parse_docs(&function.attrs).of_tool(&in_words(&name));
    for attr in function.attrs.iter().filter(|attr| is_tool(attr)) {
        errors.on(attr, "`#[tool]` is given twice; write all keys in one");
    }
    check_signature(function, method, errors);
    check_args(&args, errors);
    let mut params = Vec::new();
    for input in &function.sig.inputs {
        match input {
            FnArg::Receiver(receiver) => param::check_receiver(receiver, errors),
            FnArg::Typed(typed) => params.extend(param::parse_param(typed, errors)),
        }
    }
    let output = args.output.take();
    let output = output.and_then(|arg| parse_output(arg, function, errors));
    if let (Some(_), Some(except)) = (&args.providers, &args.except) {
        errors.at(
            except.span,
            "`providers` and `except` exclude each other; keep one",
        );
    }
    let extra = args.extra.take().map(|arg| arg.0);
    let extra = extra.into_iter().flatten().filter_map(|(provider, text)| {
        let members = members(&text.value()).map_err(|message| errors.on(&text, message));
        Some(Extra {
            provider,
            members: members.ok()?,
            span: text.span(),
        })
    });
    let extra = extra.collect();
    let waits = function.is_async() || on(args.blocking);
    let timeout = args.timeout.take();
    let mut tool = Tool {
        type_name: (args.type_name.take()).map_or_else(|| function.sig.ident.clone(), |arg| arg.0),
        cfg: cfgs(&function.attrs),
        krate: Krate(args.krate.take().map(|arg| arg.path)),
        name: text_of(args.name.as_ref()).or(|| Text::Known(name)),
        title: text_of(args.title.as_ref()),
        description: text_of(args.description.as_ref()).or(|| doc_summary),
        params,
        output,
        extra,
        timeout: timeout.and_then(|arg| parse_timeout(arg.0, waits, errors)),
        receiver: Receiver::Free,
        args,
    };
    describe_params(&mut tool, arguments, function, errors);
    tool
}

/// Returns the `#[cfg(..)]` among some attributes.
pub(super) fn cfgs(attrs: &[Attribute]) -> Vec<Attribute> {
    let cfgs = attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
    cfgs.cloned().collect()
}

fn on(switch: Option<Switch>) -> bool {
    switch.is_some_and(|it| it.on)
}

/// Rejects empty texts, because without the key the tool would have a text, and `destructive` on a
/// tool that is `read_only`.
fn check_args(args: &Args, errors: &mut Errors) {
    for (arg, key) in [
        (&args.name, "name"),
        (&args.title, "title"),
        (&args.description, "description"),
    ] {
        if let Some(AnyExpr(expr)) = arg
            && matches!(text_of(arg.as_ref()), Text::Known(text) if text.trim().is_empty())
        {
            errors.on(
                expr,
                format!("this `{key}` is empty; write one, or leave the key out"),
            );
        }
    }
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

/// Returns the tool's output type. A bare `output` reads the return type's syntax: if its last path
/// segment is `Result`, its first type argument is used. Rustc finds a `Result` under another name.
fn parse_output(arg: OutputArg, function: &Function, errors: &mut Errors) -> Option<Output> {
    let (ty, returned) = match arg {
        OutputArg::Type(ty) => (*ty, false),
        OutputArg::Return(span) => match &function.sig.output {
            ReturnType::Default => {
                errors.at(
                    span,
                    "this function has no return value to describe; remove `output`",
                );
                return None;
            }
            ReturnType::Type(_, ty) => match ungroup(ty) {
                Type::Path(path) => match first_argument_of(&path.path, &["Result"]) {
                    Some(value) => (value.clone(), false),
                    None => ((**ty).clone(), true),
                },
                _ => ((**ty).clone(), false),
            },
        },
    };
    if let Some(found) = impl_trait_in(&ty) {
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

/// Parses a number of seconds, or an expression that must be a const `Duration`.
///
/// `waits` is set if the caller regains control before the function ends, so that a timeout can
/// take effect.
fn parse_timeout(expr: Expr, waits: bool, errors: &mut Errors) -> Option<Timeout> {
    const FORM: &str = "write a number of seconds (`timeout = 5`), or a const `Duration`";
    const NEVER_WAITS: &str = "this function runs to its end before a timeout can be checked; add `blocking` to run it on a thread, or make it `async`";
    if !waits {
        errors.on(&expr, NEVER_WAITS);
    }
    if !matches!(peel_expr(&expr), Expr::Lit(_) | Expr::Unary(_)) {
        return Some(Timeout::Const(expr));
    }
    let Some(number) = parse_number(&expr) else {
        errors.on(expr, FORM);
        return None;
    };
    let after = match number.int {
        Some(_) => number.text.parse().ok().map(Duration::from_secs),
        None => Duration::try_from_secs_f64(number.value).ok(),
    };
    let after = after.filter(|it| !it.is_zero() && *it <= MAX_TIMEOUT);
    if after.is_none() {
        errors.on(
            expr,
            "a timeout must be more than zero, and less than ten thousand years; leave `timeout` out for no limit",
        );
    }
    after.map(Timeout::Literal)
}

/// Small enough that adding it to a clock's time can't overflow.
const MAX_TIMEOUT: Duration = Duration::from_secs(10_000 * 366 * 86_400);

/// Sets the descriptions from the `# Arguments` list on parameters without a description of their
/// own.
fn describe_params(
    tool: &mut Tool,
    arguments: Vec<Argument>,
    function: &Function,
    errors: &mut Errors,
) {
    let inputs = function.sig.inputs.iter();
    let typed = inputs.filter(|input| matches!(input, FnArg::Typed(_)));
    // One without a name is left out, and that error is enough for its entry of the list.
    let has_unnamed = typed.count() > tool.params.len();
    for (name, text) in arguments {
        let named = |param: &&mut Param| {
            let key = param.field.as_ref().map(|field| &field.key);
            param.ident.as_ref() == Some(&name) || key == Some(&name)
        };
        // Several parameters may share a name if `cfg` keeps only one.
        let mut is_param = name == "self" && function.sig.receiver().is_some();
        for param in tool.params.iter_mut().filter(named) {
            is_param = true;
            if let Some(field) = param.field.as_mut().filter(|field| field.docs.is_empty())
                && !text.is_empty()
            {
                field.docs = Text::Known(text.clone());
            }
        }
        if is_param {
            continue;
        }
        let known = tool.params.iter().filter_map(|it| it.ident.as_deref());
        let help = match nearest(&name, known.clone()) {
            None if has_unnamed => continue,
            Some(known) => format!("did you mean `{known}`?"),
            None if known.clone().next().is_none() => "the function has none".to_owned(),
            None => format!("the function has {}", list_of(known, 10)),
        };
        let span = doc::attr_with(&function.attrs, &name)
            .map_or_else(|| function.sig.ident.span(), |attr| attr.meta.span());
        errors.at(
            span,
            format!("the list of arguments names `{name}`, which is not a parameter; {help}"),
        );
    }
}
