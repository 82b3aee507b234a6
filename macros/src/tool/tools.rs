//! `#[tools]` on an `impl` block: each method with `#[tool]` becomes a tool of the block's type.

use super::block::{Block, Item, TRAIT_IMPL};
use super::emit_block::{Part, emit_block};
use super::function::{is_cfg_attr_of_tool, without_methods_tools};
use super::model::Function;
use super::parse::parse_tool;
use super::receiver::{Surroundings, check_method};
use crate::diag::Errors;
use crate::names::{FUNCTION, TOOLS};
use crate::shared::args::parse_args;
use crate::shared::depth::{Blocks, is_shallow};
use crate::shared::emit::Krate;
use crate::shared::generics::is_generic;
use crate::shared::node::Node;
use crate::shared::value::OutputArg;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Attribute, Meta};

pub(crate) fn expand_block(args: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    if !is_shallow(&args, Blocks::None, &mut errors)
        || !is_shallow(item, Blocks::OfItsItems, &mut errors)
    {
        return errors.after(without_methods_tools(item));
    }
    let args = parse_args(args, &TOOLS, &mut errors);
    let krate = Krate(args.krate.map(|arg| arg.path));
    let group = args.type_name.map(|arg| arg.0);
    let Some(block) = errors.keep(syn::parse2::<Block>(item.clone())) else {
        return errors.after(without_methods_tools(item));
    };
    if let Some((of_trait, _)) = &block.of_trait {
        errors.on(of_trait, TRAIT_IMPL);
        return errors.after(&block);
    }
    let surroundings = Surroundings::of(&block);
    let mut parts = Vec::new();
    for item in &block.items {
        if report_cfg_attrs(item, &mut errors) && matches!(item, Item::Function(None, _)) {
            continue;
        }
        match item {
            Item::Function(Some(attr), function) => {
                let part = parse_method(attr, function, &surroundings, &krate, &mut errors);
                if parts.iter().any(|other| part.is_again(other)) {
                    errors.reported_by_rustc();
                } else {
                    parts.push(part);
                }
            }
            Item::Other(Some(attr), _) => errors.on(attr, "`#[tool]` goes on a method"),
            Item::Function(None, function) => {
                for attr in function.params_of_tool() {
                    errors.on(
                        attr,
                        "this method is not a tool, so the attribute has no effect; write `#[tool]` on the method",
                    );
                }
            }
            Item::Other(None, _) => {}
        }
    }
    if parts.is_empty() && errors.is_empty() {
        errors.on(
            block.impl_token,
            "no method here is a tool; write `#[tool]` on those that a model may call",
        );
    }
    if let Some(name) = &group
        && is_generic(&block.generics)
    {
        errors.on(
            name,
            "a generic block's tools belong to its type; write `#[tools]` without `type`, and one such block",
        );
    }
    let failed = !errors.is_empty();
    let impls = emit_block(&krate, &block, group.as_ref(), &parts, failed);
    let mut item = block.to_token_stream();
    item.extend(impls);
    errors.after(item)
}

/// Reports each `#[cfg_attr(.., tool)]` on a method: it is expanded after the block, when `#[tool]`
/// alone would take the method for a function. Returns whether there is one.
fn report_cfg_attrs(item: &Item, errors: &mut Errors) -> bool {
    let Item::Function(_, function) = item else {
        return false;
    };
    let attrs = || {
        function
            .attrs
            .iter()
            .filter(|attr| is_cfg_attr_of_tool(attr))
    };
    for attr in attrs() {
        errors.on(
            attr,
            "`cfg_attr` on a method is not expanded before `#[tools]` reads it; write the method twice, with `#[cfg(..)] #[tool]` and with `#[cfg(not(..))]`",
        );
    }
    attrs().next().is_some()
}

fn parse_method<'a>(
    attr: &Attribute,
    function: &'a Function,
    surroundings: &Surroundings<'_>,
    krate: &Krate,
    errors: &mut Errors,
) -> Part<'a> {
    let tokens = match &attr.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(meta) => {
            errors.on(meta, "write `#[tool]`, or `#[tool(key = value, ..)]`");
            TokenStream::new()
        }
    };
    surroundings.check_values(tokens.clone(), errors);
    let mut args = parse_args(surroundings.replace(tokens), &FUNCTION, errors);
    if let Some(name) = args.type_name.take() {
        errors.on(
            name.0,
            "a method's tool has no type of its own, so `type` has no effect here; remove it",
        );
    }
    if let Some(krate) = args.krate.take() {
        errors.at(
            krate.span,
            "`crate` doesn't belong here; write `#[tools(crate = path)]` on the `impl` block",
        );
    }
    if let Some(OutputArg::Type(ty)) = &mut args.output {
        **ty = surroundings.type_outside(ty);
    }
    if !function.has_body() {
        errors.reported_by_rustc();
    }
    surroundings.check_params(function, errors);
    let seen = surroundings.without_self(function);
    let receiver = check_method(&seen, surroundings, errors);
    let mut tool = parse_tool(&seen, args, true, errors);
    tool.krate = krate.clone();
    tool.receiver = receiver;
    for field in tool.params.iter_mut().filter_map(|it| it.field.as_mut()) {
        // The type of `as` is a text, which `without_self` doesn't change.
        if let Node::Type(ty) = &mut field.ty {
            **ty = surroundings.type_outside(ty);
        }
    }
    if let Some(output) = &tool.output {
        surroundings.check_type(&output.ty, errors);
    }
    super::check::check_tool(&tool, errors);
    Part { tool, function }
}
