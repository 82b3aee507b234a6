//! Lints that generated code allows. Rustc doesn't report most lints at tokens with our span, and
//! an `allow` of a lint that the crate forbids is an error (E0453). So each is allowed only where it
//! is reported.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::Attribute;

/// Returns `#[allow(deprecated)]` if one of the attributes allows or expects it: generated code
/// names the same types beside the item.
pub(crate) fn allow_deprecated(attrs: &[Attribute]) -> Option<TokenStream> {
    let allows = |attr: &Attribute| {
        let path = attr.path();
        (path.is_ident("allow") || path.is_ident("expect"))
            && names_deprecated(attr.meta.to_token_stream())
    };
    let here = Span::call_site();
    (attrs.iter().any(allows)).then(|| quote_spanned!(here=> #[allow(deprecated)]))
}

/// Returns the lints allowed in the function that calls the tool's function. It may be deprecated
/// and still a tool. One that never returns leaves code unreachable. Clippy reports its lints
/// whatever the span.
pub(crate) fn allow_in_call(attrs: &[Attribute], returns_never: bool) -> TokenStream {
    let here = Span::call_site();
    let is_deprecated = |attr: &Attribute| names_deprecated(attr.meta.to_token_stream());
    let deprecated = attrs.iter().any(is_deprecated);
    let deprecated = deprecated.then(|| quote_spanned!(here=> #[allow(deprecated)]));
    let unreachable = returns_never.then(|| quote_spanned!(here=> #[allow(unreachable_code)]));
    quote_spanned!(here=> #deprecated #unreachable #[allow(clippy::all, clippy::pedantic)])
}

fn names_deprecated(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == "deprecated",
        TokenTree::Group(group) => names_deprecated(group.stream()),
        _ => false,
    })
}
