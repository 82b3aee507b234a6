//! The path from generated code to the runtime crate.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};

/// The runtime crate: `::toolcast`, or the path in `#[tool(crate = path)]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Krate(pub(crate) Option<syn::Path>);

impl Krate {
    /// Returns the single import through which generated code uses the runtime.
    ///
    /// Expands to `use ::toolcast::__private as __tool;`.
    pub(crate) fn door(&self) -> TokenStream {
        let here = Span::call_site();
        let path = self.path();
        quote_spanned!(here=> use #path::__private as __tool;)
    }

    /// Returns the path of the runtime crate.
    pub(crate) fn path(&self) -> TokenStream {
        if let Some(path) = &self.0 {
            path.to_token_stream()
        } else {
            let here = Span::call_site();
            quote_spanned!(here=> ::toolcast)
        }
    }
}
