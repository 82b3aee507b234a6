//! Lints that the user allows on an item. Generated code names the same types beside the item.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::Attribute;

/// Returns `#[allow(deprecated)]` if one of the attributes allows or expects it. Otherwise the
/// attribute could contradict a `forbid`.
pub(crate) fn allow_deprecated(attrs: &[Attribute]) -> Option<TokenStream> {
    let allows = |attr: &Attribute| {
        let path = attr.path();
        (path.is_ident("allow") || path.is_ident("expect"))
            && names_deprecated(attr.meta.to_token_stream())
    };
    let here = Span::call_site();
    (attrs.iter().any(allows)).then(|| quote_spanned!(here=> #[allow(deprecated)]))
}

fn names_deprecated(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == "deprecated",
        TokenTree::Group(group) => names_deprecated(group.stream()),
        _ => false,
    })
}
