//! Parses a function item without parsing its body, so that half-typed code in an editor passes
//! through.

use super::model::Function;
use crate::shared::args::is_tool;
use crate::shared::doc::is_doc;
use crate::shared::ty::{find_ident, is_future, is_punct, last_is, rewrite};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt as _};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, FnArg, Meta, PatType, Receiver, ReturnType, Signature, Token, Visibility};

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis: Visibility = input.parse()?;
        if let Some((span, message)) = not_a_function(input) {
            // Consume the rest, so that this is the only error.
            input.parse::<TokenStream>()?;
            return Err(syn::Error::new(span, message));
        }
        let sig: Signature = input.parse()?;
        let body: TokenStream = input.parse()?;
        Ok(Function {
            attrs,
            vis,
            sig,
            body,
        })
    }
}

/// Parses a function among other items: its body is one block or a semicolon.
pub(super) fn parse_one(input: ParseStream<'_>) -> syn::Result<Function> {
    Ok(Function {
        attrs: input.call(Attribute::parse_outer)?,
        vis: input.parse()?,
        sig: input.parse()?,
        body: input.parse::<TokenTree>()?.into(),
    })
}

/// Returns the position and the message for an item that is not a function.
pub(super) fn not_a_function(input: ParseStream<'_>) -> Option<(Span, &'static str)> {
    const TYPE: &str =
        "`#[tool]` goes on a function; for a type that a tool takes, write `#[derive(ToolSchema)]`";
    const CONTAINER: &str = "`#[tool]` goes on a function; write it on each function inside";
    const TRAIT: &str = "`#[tool]` goes on a function; write `#[tools]` on an `impl` block whose methods call the trait's";
    const IMPL: &str =
        "`#[tool]` goes on a function; write `#[tools]` here, and `#[tool]` on the methods";
    const OTHER: &str = "`#[tool]` goes on a function";
    let ahead = input.fork();
    let span = ahead.span();
    let message = if is_type(&ahead) {
        TYPE
    } else if ahead.peek(Token![impl]) {
        IMPL
    } else if ahead.peek(Token![trait]) || ahead.peek(Token![unsafe]) && ahead.peek2(Token![trait])
    {
        TRAIT
    } else if ahead.peek(Token![mod]) {
        CONTAINER
    } else {
        // A function may be const.
        ahead.parse::<Option<Token![const]>>().ok()?;
        if ahead.peek(Token![fn])
            || ahead.peek(Token![async])
            || ahead.peek(Token![unsafe])
            || ahead.peek(Token![extern])
        {
            return None;
        }
        OTHER
    };
    Some((span, message))
}

/// Returns whether a struct, an enum or a union begins.
pub(super) fn is_type(input: ParseStream<'_>) -> bool {
    input.peek(Token![struct])
        || input.peek(Token![enum])
        || input.peek(Token![union]) && !input.peek2(Token![!])
}

/// Returns an `impl` block or a trait without `#[tool]` on its methods: each would be reported as a
/// method outside of `#[tools]`. Returns other items unchanged.
pub(super) fn without_methods_tools(item: &TokenStream) -> TokenStream {
    let keywords = [
        "impl", "trait", "fn", "mod", "struct", "enum", "union", "static", "type",
    ];
    let keyword = item.clone().into_iter().find_map(|tree| match tree {
        TokenTree::Ident(ident) => keywords.into_iter().find(|word| ident == word),
        _ => None,
    });
    match keyword {
        Some("impl" | "trait") => rewrite(item.clone(), &|trees| match trees {
            [sign, attr, ..] if is_punct(Some(sign), '#') && is_tool_in_brackets(attr) => {
                Some((2, TokenStream::new()))
            }
            _ => None,
        }),
        _ => item.clone(),
    }
}

/// Returns whether a token is `[tool]` or `[tool(..)]`, with any path.
fn is_tool_in_brackets(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else {
        return false;
    };
    let meta = syn::parse2::<Meta>(group.stream());
    group.delimiter() == Delimiter::Bracket
        && meta.is_ok_and(|meta| last_is(meta.path(), &["tool"]))
}

impl Function {
    /// Returns whether the result is a future: the function is `async`, or its return type is
    /// written as a future.
    pub(super) fn is_async(&self) -> bool {
        let returns_future = matches!(&self.sig.output, ReturnType::Type(_, ty) if is_future(ty));
        self.sig.asyncness.is_some() || returns_future
    }

    /// Returns whether there is a body: foreign functions and required trait methods have none. A
    /// body need not be a block, because an editor inserts a placeholder word for a half-typed
    /// body.
    pub(super) fn has_body(&self) -> bool {
        let first = self.body.clone().into_iter().next();
        !matches!(first, None | Some(TokenTree::Punct(_)))
    }

    /// Returns the part of the signature that shows a method: `self`, or `Self` anywhere. A
    /// function in an `impl` block without either looks like a free function; rustc reports the
    /// item that is not allowed there.
    pub(super) fn method(&self) -> Option<Span> {
        match self.sig.receiver() {
            Some(receiver) => Some(receiver.self_token.span),
            None => find_ident(&self.sig, &|ident| ident == "Self").map(|it| it.span()),
        }
    }

    /// Returns the `#[tool(..)]` attributes of the parameters.
    pub(super) fn params_of_tool(&self) -> impl Iterator<Item = &Attribute> {
        let attrs = self.sig.inputs.iter().flat_map(|input| match input {
            FnArg::Typed(PatType { attrs, .. }) | FnArg::Receiver(Receiver { attrs, .. }) => attrs,
        });
        attrs.filter(|attr| is_tool(attr))
    }

    /// Returns whether a function without `#[tool]` has attributes of ours, which are errors.
    pub(super) fn has_ours(&self) -> bool {
        self.params_of_tool().next().is_some() || self.attrs.iter().any(is_cfg_attr_of_tool)
    }

    /// Returns the function without our attributes and without doc comments on parameters, which
    /// rustc rejects.
    pub(super) fn cleaned(&self) -> Self {
        let mut function = self.clone();
        let ours = |attr: &Attribute| is_tool(attr) || is_cfg_attr_of_tool(attr);
        function.attrs.retain(|attr| !ours(attr));
        for input in &mut function.sig.inputs {
            let (FnArg::Typed(PatType { attrs, .. }) | FnArg::Receiver(Receiver { attrs, .. })) =
                input;
            // A `cfg_attr` is left here only if it was reported. The attributes inside it would
            // cause further errors.
            let ours = |attr: &Attribute| is_tool(attr) || is_doc(attr) || is_serde(attr);
            attrs.retain(|attr| !ours(attr) && !attr.path().is_ident("cfg_attr"));
        }
        if let Some(variadic) = &mut function.sig.variadic {
            let ours = |attr: &Attribute| is_tool(attr) || is_doc(attr);
            variadic.attrs.retain(|attr| !ours(attr));
        }
        function
    }
}

/// Emits the function as it was.
impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attrs);
        self.vis.to_tokens(tokens);
        self.sig.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}

/// Returns whether an attribute is `#[cfg_attr(.., tool)]`.
pub(super) fn is_cfg_attr_of_tool(attr: &Attribute) -> bool {
    adds_tool(&attr.meta)
}

fn adds_tool(meta: &Meta) -> bool {
    let Meta::List(list) = meta else {
        return false;
    };
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    list.path.is_ident("cfg_attr")
        && list.parse_args_with(parser).is_ok_and(|added| {
            let mut added = added.iter().skip(1);
            added.any(|meta| last_is(meta.path(), &["tool"]) || adds_tool(meta))
        })
}

/// Returns whether an attribute is serde's. On a parameter it has no effect.
pub(super) fn is_serde(attr: &Attribute) -> bool {
    attr.path().is_ident("serde")
}
