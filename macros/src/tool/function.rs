//! Reads a function item without reading its body: what is half typed in an editor passes through.

use super::model::Function;
use crate::diag::Errors;
use crate::shared::doc::is_doc;
use crate::shared::ty::is_future;
use crate::shared::value::is_tool;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Attribute, FnArg, ReturnType, Signature, Token, Visibility};

/// The function, or an error that says what `#[tool]` stands on instead.
pub(super) fn parse_function(item: TokenStream, errors: &mut Errors) -> Option<Function> {
    match Function::parse.parse2(item) {
        Ok(function) => Some(function),
        Err(error) => {
            errors.syntax(error);
            None
        }
    }
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis: Visibility = input.parse()?;
        if let Some((span, message)) = not_a_function(input) {
            // The rest is read, so that this is the only error.
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

/// A function among other items: its body is one block, or a semicolon.
pub(super) fn parse_one(input: ParseStream<'_>) -> syn::Result<Function> {
    Ok(Function {
        attrs: input.call(Attribute::parse_outer)?,
        vis: input.parse()?,
        sig: input.parse()?,
        body: input.parse::<TokenTree>()?.into(),
    })
}

/// What an item is that is no function, and where.
pub(super) fn not_a_function(input: ParseStream<'_>) -> Option<(Span, &'static str)> {
    const TYPE: &str =
        "`#[tool]` goes on a function; for a type that a tool takes, write `#[derive(ToolSchema)]`";
    const CONTAINER: &str = "`#[tool]` goes on a function, write it on each function inside";
    const IMPL: &str =
        "`#[tool]` goes on a function; write `#[tools]` here, and `#[tool]` on the methods";
    const OTHER: &str = "`#[tool]` goes on a function";
    let ahead = input.fork();
    let span = ahead.span();
    let message = if ahead.peek(Token![struct])
        || ahead.peek(Token![enum])
        || ahead.peek(Token![union]) && !ahead.peek2(Token![!])
    {
        TYPE
    } else if ahead.peek(Token![impl]) {
        IMPL
    } else if ahead.peek(Token![mod]) || ahead.peek(Token![trait]) {
        CONTAINER
    } else if ahead.peek(Token![fn])
        || ahead.peek(Token![async])
        || ahead.peek(Token![unsafe])
        || ahead.peek(Token![extern])
        || (ahead.peek(Token![const])
            && (ahead.peek2(Token![fn])
                || ahead.peek2(Token![async])
                || ahead.peek2(Token![unsafe])
                || ahead.peek2(Token![extern])))
    {
        return None;
    } else {
        OTHER
    };
    Some((span, message))
}

impl Function {
    /// Whether the function answers later: it is `async`, or returns what is written as a future.
    pub(super) fn is_async(&self) -> bool {
        let returns_future = matches!(&self.sig.output, ReturnType::Type(_, ty) if is_future(ty));
        self.sig.asyncness.is_some() || returns_future
    }

    /// Whether there is a body: foreign functions and those that a trait asks for have none. What stands there need be no block: an editor puts a word of its own
    /// where a body is half typed.
    pub(super) fn has_body(&self) -> bool {
        let first = self.body.clone().into_iter().next();
        !matches!(first, None | Some(TokenTree::Punct(_)))
    }

    /// Where the signature says that this is a method: `self`, or `Self` somewhere. A function in an `impl` block that has neither looks like a free
    /// one, and rustc reports what can't stand there.
    pub(super) fn method(&self) -> Option<Span> {
        match self.sig.receiver() {
            Some(receiver) => Some(receiver.self_token.span),
            None => self_type(self.sig.to_token_stream()),
        }
    }

    /// The function without our attributes, and without doc comments on parameters, which rustc doesn't allow.
    pub(super) fn cleaned(&self) -> TokenStream {
        let mut sig = self.sig.clone();
        for input in &mut sig.inputs {
            let attrs = match input {
                FnArg::Typed(typed) => &mut typed.attrs,
                FnArg::Receiver(receiver) => &mut receiver.attrs,
            };
            // A `cfg_attr` is here only when it was reported; what is in it would be an error of its own.
            attrs.retain(|attr| {
                !is_tool(attr)
                    && !is_doc(attr)
                    && !is_serde(attr)
                    && !attr.path().is_ident("cfg_attr")
            });
        }
        if let Some(variadic) = &mut sig.variadic {
            variadic
                .attrs
                .retain(|attr| !is_tool(attr) && !is_doc(attr));
        }
        let mut tokens = TokenStream::new();
        for attr in self.attrs.iter().filter(|attr| !is_tool(attr)) {
            attr.to_tokens(&mut tokens);
        }
        self.vis.to_tokens(&mut tokens);
        sig.to_tokens(&mut tokens);
        self.body.to_tokens(&mut tokens);
        tokens
    }
}

fn self_type(tokens: TokenStream) -> Option<Span> {
    tokens.into_iter().find_map(|tree| match tree {
        TokenTree::Ident(ident) if ident == "Self" => Some(ident.span()),
        TokenTree::Group(group) => self_type(group.stream()),
        _ => None,
    })
}

/// Whether an attribute is serde's; on a parameter it means nothing.
pub(super) fn is_serde(attr: &Attribute) -> bool {
    attr.path().is_ident("serde")
}
