//! Lints that generated code allows. Rustc doesn't report most lints at tokens with our span, and
//! an `allow` of a lint that the crate forbids is an error (E0453). So each is allowed only where
//! it is reported.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::Attribute;

/// Returns `#[allow(deprecated)]` if one of the attributes allows or expects it, or is
/// `#[deprecated]`: rustc reports nothing in the item then, and generated code beside it names the
/// same types.
pub(crate) fn allow_deprecated<'a>(
    attrs: impl IntoIterator<Item = &'a Attribute>,
) -> Option<TokenStream> {
    let allows = |attr: &Attribute| {
        let words = ["allow", "expect", "deprecated"];
        words.iter().any(|word| attr.path().is_ident(word))
            && names_deprecated(attr.meta.to_token_stream())
    };
    let here = Span::call_site();
    attrs
        .into_iter()
        .any(allows)
        .then(|| quote_spanned!(here=> #[allow(deprecated)]))
}

/// Returns the lints allowed in the function that calls the tool's function. It may be deprecated
/// and still a tool. If its result is a type without values, the code after it is unreachable,
/// which rustc reports whatever the span. So does clippy.
pub(crate) fn allow_in_call<'a>(attrs: impl IntoIterator<Item = &'a Attribute>) -> TokenStream {
    let here = Span::call_site();
    let deprecated = allow_deprecated(attrs);
    quote_spanned!(here=> #deprecated #[allow(unreachable_code, clippy::all, clippy::pedantic)])
}

fn names_deprecated(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == "deprecated",
        TokenTree::Group(group) => names_deprecated(group.stream()),
        _ => false,
    })
}
