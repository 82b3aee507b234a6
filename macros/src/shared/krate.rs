//! How generated code reaches the runtime crate.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};

/// The runtime crate: `::toolcast`, or what `#[tool(crate = path)]` says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Krate(pub(crate) Option<syn::Path>);

impl Krate {
    /// The one line by which generated code names anything of the runtime.
    ///
    /// Expands to `use ::toolcast::__private as __tool;`.
    pub(crate) fn door(&self) -> TokenStream {
        let here = Span::call_site();
        let path = if let Some(path) = &self.0 {
            path.to_token_stream()
        } else {
            quote_spanned!(here=> ::toolcast)
        };
        // An item without anything to describe names nothing behind the door.
        quote_spanned! {here=>
            #[allow(unused_imports)]
            use #path::__private as __tool;
        }
    }
}
