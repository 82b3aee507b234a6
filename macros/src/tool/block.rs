//! Parses an `impl` block without parsing the bodies and values in it.

use super::function::{is_type, not_a_function, parse_one};
use super::model::Function;
use crate::shared::args::is_tool;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt as _};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Generics, Token, Type, token};

/// An `impl` block.
pub(super) struct Block {
    pub(super) attrs: Vec<Attribute>,
    pub(super) impl_token: Token![impl],
    pub(super) generics: Generics,
    /// The trait, if this is a trait's `impl`, which is an error.
    pub(super) of_trait: Option<(Type, Token![for])>,
    pub(super) self_ty: Type,
    brace: token::Brace,
    inner: Vec<Attribute>,
    pub(super) items: Vec<Item>,
}

/// An item of the block, with its `#[tool]` attribute, which is removed from its own attributes.
pub(super) enum Item {
    Function(Option<Attribute>, Box<Function>),
    Other(Option<Attribute>, TokenStream),
}

const TYPE: &str =
    "`#[tools]` goes on an `impl` block; write it there, and `#[tool]` on its methods";
const FUNCTION: &str = "`#[tools]` goes on an `impl` block; for a function, write `#[tool]`";
pub(super) const TRAIT_IMPL: &str = "the methods of a trait's `impl` can't be tools, since that `impl` can't contain anything else; write an `impl` block of the type, whose methods call the trait's";
const OTHER: &str = "`#[tools]` goes on an `impl` block of a type";

impl Parse for Block {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        if let Some((span, message)) = wrong_item(input) {
            return Err(refuse(input, span, message)?);
        }
        let impl_token: Token![impl] = input.parse()?;
        let mut generics = if has_generics(input) {
            input.parse()?
        } else {
            Generics::default()
        };
        if input.peek(Token![!]) {
            return Err(refuse(input, input.span(), TRAIT_IMPL)?);
        }
        let mut self_ty: Type = input.parse()?;
        let of_trait = if input.peek(Token![for]) {
            let for_token: Token![for] = input.parse()?;
            let of_trait = std::mem::replace(&mut self_ty, input.parse()?);
            Some((of_trait, for_token))
        } else {
            None
        };
        generics.where_clause = input.parse()?;
        let content;
        let brace = syn::braced!(content in input);
        let inner = content.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        Ok(Block {
            attrs,
            impl_token,
            generics,
            of_trait,
            self_ty,
            brace,
            inner,
            items,
        })
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<syn::Visibility>()?;
        if not_a_function(&ahead).is_none() {
            let mut function = parse_one(input)?;
            let tool = take_tool(&mut function.attrs);
            return Ok(Item::Function(tool, Box::new(function)));
        }
        let has_value = ahead.peek(Token![const]) || ahead.peek(Token![type]);
        let mut attrs = input.call(Attribute::parse_outer)?;
        let tool = take_tool(&mut attrs);
        let mut tokens = TokenStream::new();
        tokens.append_all(attrs);
        unread(input, has_value, &mut tokens)?;
        Ok(Item::Other(tool, tokens))
    }
}

fn take_tool(attrs: &mut Vec<Attribute>) -> Option<Attribute> {
    let at = attrs.iter().position(is_tool)?;
    Some(attrs.remove(at))
}

/// Moves an item other than a function: up to its semicolon, or the braces of a macro's call.
fn unread(input: ParseStream<'_>, has_value: bool, out: &mut TokenStream) -> syn::Result<()> {
    let mut is_end = false;
    while !is_end && !input.is_empty() {
        let tree: TokenTree = input.parse()?;
        is_end = match &tree {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => match group.delimiter() {
                // A macro's fragment may be the whole item. What follows a type is moved next.
                Delimiter::None => true,
                Delimiter::Brace => !has_value,
                _ => false,
            },
            _ => false,
        };
        out.append(tree);
    }
    Ok(())
}

/// Returns an error and consumes the remaining input, so that no further error is reported.
fn refuse(input: ParseStream<'_>, span: Span, message: &str) -> syn::Result<syn::Error> {
    input.parse::<TokenStream>()?;
    Ok(syn::Error::new(span, message))
}

fn wrong_item(input: ParseStream<'_>) -> Option<(Span, &'static str)> {
    let ahead = input.fork();
    ahead.parse::<syn::Visibility>().ok()?;
    let span = ahead.span();
    let message = if ahead.peek(Token![impl]) {
        return None;
    } else if ahead.peek(Token![unsafe]) && ahead.peek2(Token![impl]) {
        TRAIT_IMPL
    } else if not_a_function(&ahead).is_none() {
        FUNCTION
    } else if is_type(&ahead) {
        TYPE
    } else {
        OTHER
    };
    Some((span, message))
}

/// Returns whether `<` after `impl` starts parameters and not a path such as `<T as Trait>::Type`.
fn has_generics(input: ParseStream<'_>) -> bool {
    input.peek(Token![<])
        && (input.peek2(Token![>])
            || input.peek2(Token![#])
            || input.peek2(Token![const])
            || input.peek2(syn::Lifetime)
            || input.peek2(syn::Ident)
                && (input.peek3(Token![:]) && !input.peek3(Token![::])
                    || input.peek3(Token![,])
                    || input.peek3(Token![>])
                    || input.peek3(Token![=])))
}

/// Emits the block as it was, without our attributes.
impl ToTokens for Block {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attrs);
        self.impl_token.to_tokens(tokens);
        self.generics.to_tokens(tokens);
        if let Some((of_trait, for_token)) = &self.of_trait {
            of_trait.to_tokens(tokens);
            for_token.to_tokens(tokens);
        }
        self.self_ty.to_tokens(tokens);
        self.generics.where_clause.to_tokens(tokens);
        self.brace.surround(tokens, |tokens| {
            tokens.append_all(&self.inner);
            for item in &self.items {
                match item {
                    Item::Function(None, function) if !function.has_ours() => {
                        function.to_tokens(tokens);
                    }
                    Item::Function(_, function) => function.cleaned().to_tokens(tokens),
                    Item::Other(_, other) => other.to_tokens(tokens),
                }
            }
        });
    }
}
