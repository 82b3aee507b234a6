//! Parses a function item without parsing its body, so that half-typed code in an editor passes
//! through.

use super::model::Function;
use crate::diag::Errors;
use crate::shared::doc::is_doc;
use crate::shared::ty::{is_future, last_is};
use crate::shared::value::is_tool;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt as _};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Attribute, FnArg, Meta, ReturnType, Signature, Token, Visibility};

/// Parses the function, or reports the item that `#[tool]` is on instead.
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
        Some("impl" | "trait") => without_tools(item.clone()),
        _ => item.clone(),
    }
}

/// Removes each `#[tool]`, at any depth.
fn without_tools(tokens: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let is_sign = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '#');
        if is_sign && trees.next_if(is_tool_in_brackets).is_some() {
            continue;
        }
        out.append(match tree {
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), without_tools(group.stream()));
                inside.set_span(group.span());
                TokenTree::Group(inside)
            }
            other => other,
        });
    }
    out
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
            None => self_type(self.sig.to_token_stream()),
        }
    }

    /// Returns the `#[tool(..)]` attributes of the parameters.
    pub(super) fn params_of_tool(&self) -> impl Iterator<Item = &Attribute> {
        let attrs = self.sig.inputs.iter().flat_map(|input| match input {
            FnArg::Typed(typed) => &typed.attrs,
            FnArg::Receiver(receiver) => &receiver.attrs,
        });
        attrs.filter(|attr| is_tool(attr))
    }

    /// Returns whether a function without `#[tool]` has attributes of ours, which are errors.
    pub(super) fn has_ours(&self) -> bool {
        self.params_of_tool().next().is_some() || self.attrs.iter().any(is_cfg_attr_of_tool)
    }

    /// Returns the function without our attributes and without doc comments on parameters, which
    /// rustc rejects.
    pub(super) fn cleaned(&self) -> TokenStream {
        let mut sig = self.sig.clone();
        for input in &mut sig.inputs {
            let attrs = match input {
                FnArg::Typed(typed) => &mut typed.attrs,
                FnArg::Receiver(receiver) => &mut receiver.attrs,
            };
            // A `cfg_attr` is left here only if it was reported. The attributes inside it would
            // cause further errors.
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
        let own = |attr: &&Attribute| !is_tool(attr) && !is_cfg_attr_of_tool(attr);
        tokens.append_all(self.attrs.iter().filter(own));
        self.vis.to_tokens(&mut tokens);
        sig.to_tokens(&mut tokens);
        self.body.to_tokens(&mut tokens);
        tokens
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

fn self_type(tokens: TokenStream) -> Option<Span> {
    tokens.into_iter().find_map(|tree| match tree {
        TokenTree::Ident(ident) if ident == "Self" => Some(ident.span()),
        TokenTree::Group(group) => self_type(group.stream()),
        _ => None,
    })
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
