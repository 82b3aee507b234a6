//! A checked type in, its implementation out. Nothing here can fail.

use super::model::{ConstKind, Described};
use crate::shared::emit::{Emitter, option};
use crate::shared::emit_checks::field_checks;
use crate::shared::node::Node;
use crate::shared::ty::{located, unraw};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;

/// The implementation of `ToolSchema`.
///
/// Expands to, for a type without type and const parameters:
/// ```text
/// const _: () = {
///     use ::toolcast::__private as __tool;
///     static __TOOL_SCHEMA: __tool::Schema<'static> = __tool::Schema { .. };
///     impl __tool::ToolSchema for Filter { const SCHEMA: __tool::SchemaRef = __tool::SchemaRef::new(&__TOOL_SCHEMA); }
///     const _: () = { __tool::check_at(..); };
/// };
/// ```
/// and else to the implementation alone, with the schema in its const.
pub(super) fn emit_type(described: &Described) -> TokenStream {
    let here = Span::call_site();
    let door = described.krate.door();
    // Where rustc takes the name for ours, a deprecated type's own derive is no use of it.
    let mut ident = described.ident.clone();
    ident.set_span(ident.span().resolved_at(here));
    let name = emit_name(described);
    let schema = emit_schema(described, &name);
    // A parameter may already have the type that its value is kept as.
    let casts = (!described.consts.is_empty())
        .then(|| quote_spanned!(here=> #[allow(trivial_numeric_casts)]));
    let (impl_generics, ty_generics, _) = described.generics.split_for_impl();
    let where_clause = emit_where(described);
    let (item, schema, checks) = if described.generic {
        (None, schema, None)
    } else {
        (
            Some(quote_spanned!(here=> static __TOOL_SCHEMA: __tool::Schema<'static> = #schema;)),
            quote_spanned!(here=> __TOOL_SCHEMA),
            emit_checks(described),
        )
    };
    let same = described.same.iter().map(|ty| {
        let at = located(ty.span());
        quote_spanned!(at=> __tool::is_same::<#ty, Self>();)
    });
    let mut value = quote_spanned!(here=> __tool::SchemaRef::new(&#schema));
    if !described.same.is_empty() {
        value = quote_spanned!(here=> { #(#same)* #value });
    }
    quote_spanned! {here=>
        const _: () = {
            #door
            #item
            #[automatically_derived]
            #casts
            impl #impl_generics __tool::ToolSchema for #ident #ty_generics #where_clause {
                const SCHEMA: __tool::SchemaRef = #value;
            }
            #checks
        };
    }
}

/// Expands to `__tool::Schema { kind: .., name: .., docs: .. }`.
fn emit_schema(described: &Described, name: &TokenStream) -> TokenStream {
    let here = Span::call_site();
    let emitter = Emitter {
        this: Some(name),
        checked: !described.generic,
    };
    let kind = emitter.kind(&described.shape);
    let docs = described.docs.emit_json();
    let name = option((!described.inline).then(|| quote_spanned!(here=> &#name)));
    quote_spanned!(here=> __tool::Schema { kind: #kind, name: #name, docs: #docs })
}

/// The type's identity. Its place is that of the type's own name, so that two types that one macro makes in two calls differ.
///
/// Expands to `__tool::TypeName { name: "Filter", module: __tool::module_path!(), file: .., line: .., column: .., args: &[], consts: &[] }`.
fn emit_name(described: &Described) -> TokenStream {
    let here = Span::call_site();
    let at = described.ident.span();
    let name = unraw(&described.ident);
    let module = quote_spanned!(at=> __tool::module_path!());
    let file = quote_spanned!(at=> __tool::file!());
    let line = quote_spanned!(at=> __tool::line!());
    let column = quote_spanned!(at=> __tool::column!());
    let emitter = Emitter {
        this: None,
        checked: false,
    };
    let args = described
        .bounds
        .described
        .iter()
        .map(|ty| emitter.link(&Node::Type(Box::new(ty.clone()))));
    let consts = described.consts.iter().map(|(ident, kind)| match kind {
        ConstKind::Int => {
            quote_spanned!(here=> __tool::ConstArg::Int(#ident as ::core::primitive::i128))
        }
        ConstKind::Bool => quote_spanned!(here=> __tool::ConstArg::Bool(#ident)),
        ConstKind::Char => quote_spanned!(here=> __tool::ConstArg::Char(#ident)),
    });
    quote_spanned! {here=>
        __tool::TypeName {
            name: #name,
            module: #module,
            file: #file,
            line: #line,
            column: #column,
            args: &[#(#args),*],
            consts: &[#(#consts),*],
        }
    }
}

/// The user's own predicates, then ours.
fn emit_where(described: &Described) -> TokenStream {
    let here = Span::call_site();
    let own = described
        .generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let ours = &described.bounds.predicates;
    let all: Vec<TokenStream> = own
        .chain(ours)
        .map(|predicate| quote_spanned!(here=> #predicate))
        .collect();
    if all.is_empty() {
        TokenStream::new()
    } else {
        quote_spanned!(here=> where #(#all),*)
    }
}

fn emit_checks(described: &Described) -> Option<TokenStream> {
    let here = Span::call_site();
    let checks = field_checks(&described.shape);
    (!checks.is_empty()).then(|| {
        quote_spanned! {here=>
            // One for each, so that rustc shows every fault.
            #(const _: () = #checks)*
        }
    })
}
