//! Generates the function that decodes a call's arguments and calls the tool's function. Nothing
//! here can fail.
//!
//! No argument is taken by its type's name: each type is inferred from the call of the tool's
//! function, so a missing trait is one error. Code that takes an argument has the span of the
//! parameter's type, and code that converts the answer has the span of the return type. Rustc
//! reports errors there.

use super::emit::numbers;
use super::model::{Fallback, Function, Param, Receiver, Tool};
use crate::shared::emit::{allow_in_call, name_of};
use crate::shared::literal::{Literal as Shown, parse_literal};
use crate::shared::ty::{is_never, is_punct, last_is, located, peel_expr, spanned, string_of};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Expr, GenericArgument, PathArguments, ReturnType, Type};

/// Returns the function that runs a tool.
///
/// Expands to, for one that isn't `async`:
/// ```text
/// fn __tool_run<'__call>(__arguments: &mut __tool::Parameters<'__call>) -> __tool::Reply {
///     use __tool::{ConvertError as _, SplitReturn as _};
///     let (Some(__p0), Some(__p1), Some(__p2), true) = (
///         __arguments.take(0),
///         __arguments.take_or_absent(1),
///         __arguments.inject(),
///         __arguments.finish(),
///     ) else {
///         return __arguments.fail();
///     };
///     match __tool::ReturnValue(search(
///         __p0,
///         match __p1 { Some(__v) => __v, None => { let __v: u8 = 10; __v } },
///         __p2,
///     )).split() {
///         Ok(__v) => __v.answer(),
///         Err(__e) => Err(__e.into_tool_error()),
///     }
/// }
/// ```
/// An error that may borrow is `__e.borrowed()` there.
/// An `async` one takes the parameters before the future starts, which keeps the future small.
pub(super) fn emit_run(tool: &Tool, function: &Function, name: &Ident) -> TokenStream {
    let at = located(function.sig.ident.span());
    let takes = Takes::of(tool);
    let take = takes.emit(function.is_async());
    let answer = emit_answer(tool, function, &takes);
    let allow = allow_in_call(&function.attrs);
    let (returns, body) = if function.is_async() {
        // If the future is not `Send`, rustc reports it at the function's name.
        let body = quote_spanned!(at=> __tool::ToolFuture::new(async move { #answer }));
        (quote!(__tool::ToolFuture<'__call>), body)
    } else {
        (quote!(__tool::Reply), answer)
    };
    quote! {
        #allow
        fn #name<'__call>(__arguments: &mut __tool::Parameters<'__call>) -> #returns {
            use __tool::{ConvertError as _, SplitReturn as _};
            #take
            #body
        }
    }
}

/// The parameters, each with the local variable that holds it.
struct Takes<'a> {
    params: Vec<(Ident, &'a Param)>,
    /// The numbers of those that the model sends.
    numbers: Vec<TokenStream>,
    /// The span of `self`, which the program provides.
    this: Option<Span>,
}

impl<'a> Takes<'a> {
    fn of(tool: &'a Tool) -> Self {
        let params = tool.params.iter().enumerate();
        Takes {
            params: params
                .map(|(i, param)| {
                    let at = located(param.ty_span);
                    (format_ident!("__p{i}", span = at), param)
                })
                .collect(),
            this: match tool.receiver {
                Receiver::At(span) => Some(span),
                _ => None,
            },
            numbers: numbers(tool.sent().map(|(param, _)| param.cfg.as_slice())),
        }
    }

    /// Returns statements that bind each local to its value. One with an expression as its default
    /// stays an `Option`.
    fn emit(&self, later: bool) -> TokenStream {
        let fail = name_of(if later { "fail_later" } else { "fail" });
        let this = self.this.map(|span| {
            let at = located(span);
            let value = quote_spanned!(at=> __arguments.inject());
            quote!(let __this = #value;)
        });
        // A pattern can't have a `cfg` in it.
        let taken = if self.params.iter().any(|(_, param)| !param.cfg.is_empty()) {
            self.one_by_one(&fail)
        } else {
            self.at_once(&fail)
        };
        let defaults = self.params.iter().filter_map(|(local, param)| {
            let Fallback::Default(span) = param.fallback else {
                return None;
            };
            let at = located(span);
            let cfg = &param.cfg;
            // Rustc reports a missing `Default` at the argument.
            let value = spanned(local, at);
            let value = quote_spanned!(at=> __tool::or_default(#value));
            Some(quote!(#(#cfg)* let #local = #value;))
        });
        quote!(#this #taken #(#defaults)*)
    }

    fn at_once(&self, fail: &Ident) -> TokenStream {
        let this = self.this.map(|_| name_of("__this"));
        let locals = self.params.iter().map(|(local, _)| local);
        let locals = this.iter().chain(locals);
        let values = this
            .iter()
            .map(ToTokens::to_token_stream)
            .chain(self.values());
        if self.params.is_empty() && this.is_none() {
            return quote!(if !__arguments.finish() { return __arguments.#fail(); });
        }
        quote! {
            let (#(::core::option::Option::Some(#locals),)* true) = (#(#values,)* __arguments.finish()) else {
                return __arguments.#fail();
            };
        }
    }

    fn one_by_one(&self, fail: &Ident) -> TokenStream {
        let values = self.params.iter().zip(self.values());
        let values = values.map(|((local, param), value)| {
            let cfg = &param.cfg;
            quote!(#(#cfg)* let #local = #value;)
        });
        let checks = self.params.iter().map(|(local, param)| {
            let cfg = &param.cfg;
            quote!(#(#cfg)* let ::core::option::Option::Some(#local) = #local else { return __arguments.#fail(); };)
        });
        let this = self.this.map(|_| {
            quote!(let ::core::option::Option::Some(__this) = __this else { return __arguments.#fail(); };)
        });
        quote! {
            #(#values)*
            if !__arguments.finish() {
                return __arguments.#fail();
            }
            #this
            #(#checks)*
        }
    }

    /// Takes the parameters, each with the span of its type, so that rustc reports errors there.
    fn values(&self) -> impl Iterator<Item = TokenStream> {
        let mut numbers = self.numbers.iter();
        self.params.iter().map(move |(_, param)| {
            let at = located(param.ty_span);
            let method = match &param.field {
                None => "inject",
                Some(field) if field.is_flat() || matches!(param.fallback, Fallback::None) => {
                    "take"
                }
                Some(_) => "take_or_absent",
            };
            let method = Ident::new(method, at);
            let number = param.field.as_ref().and_then(|_| numbers.next());
            quote_spanned!(at=> __arguments.#method(#number))
        })
    }
}

/// Calls the function and converts its return value to a reply.
fn emit_answer(tool: &Tool, function: &Function, takes: &Takes<'_>) -> TokenStream {
    let own = takes.this.map(|_| quote!(__this));
    let args = takes.params.iter().map(|(local, param)| {
        let cfg = &param.cfg;
        let value = pass(local, param);
        quote!(#(#cfg)* #value)
    });
    let args = own.into_iter().chain(args);
    let name = &function.sig.ident;
    let this = match tool.receiver {
        Receiver::Free => None,
        _ => Some(quote!(Self::)),
    };
    let wait = function.is_async().then(|| quote!(.await));
    let call = quote!(#this #name(#(#args),*) #wait);
    let at = match &function.sig.output {
        ReturnType::Default => Span::call_site(),
        ReturnType::Type(_, ty) if is_never(ty) => return call,
        ReturnType::Type(_, ty) => located(ty.span()),
    };
    let split = quote_spanned!(at=> __tool::ReturnValue(#call).split());
    let answer = quote_spanned!(at=> __v.answer());
    let borrowed = match &function.sig.output {
        ReturnType::Type(_, ty) if error_may_borrow(ty) => Some(quote!(.borrowed())),
        _ => None,
    };
    quote! {
        match #split {
            ::core::result::Result::Ok(__v) => #answer,
            ::core::result::Result::Err(__e) => ::core::result::Result::Err(__e #borrowed.into_tool_error()),
        }
    }
}

/// Returns true if the error of a return type may borrow from the arguments, so that it can't be
/// kept as a source. The compiler selects methods without regard to lifetimes. An `impl` borrows
/// from all parameters.
fn error_may_borrow(ty: &Type) -> bool {
    let mut error = ErrorPart::default();
    error.visit_type(ty);
    may_borrow(error.found.unwrap_or_else(|| ty.to_token_stream()))
}

/// The tokens of the error of the first type written as a `Result`, with any path. One with a
/// single type has the error of its alias.
#[derive(Default)]
struct ErrorPart {
    found: Option<TokenStream>,
}

impl Visit<'_> for ErrorPart {
    fn visit_path(&mut self, path: &syn::Path) {
        if self.found.is_none()
            && last_is(path, &["Result"])
            && let Some(PathArguments::AngleBracketed(arguments)) =
                path.segments.last().map(|last| &last.arguments)
        {
            let mut value = true;
            let error = arguments.args.iter().filter(|argument| {
                !(matches!(argument, GenericArgument::Type(_)) && core::mem::take(&mut value))
            });
            self.found = Some(quote!(#(#error)*));
        }
        visit::visit_path(self, path);
    }
}

fn may_borrow(tokens: TokenStream) -> bool {
    let mut tick = false;
    for tree in tokens {
        match &tree {
            TokenTree::Ident(ident) if tick && ident != "static" => return true,
            TokenTree::Ident(ident) if ident == "impl" || ident == "Self" => return true,
            TokenTree::Group(group) if may_borrow(group.stream()) => return true,
            tree if is_punct(Some(tree), '&') => return true,
            tree => tick = is_punct(Some(tree), '\''),
        }
    }
    false
}

/// Returns the argument from the taken value. A default is placed where rustc expects the
/// function's own type.
fn pass(local: &Ident, param: &Param) -> TokenStream {
    let at = located(param.ty_span);
    let Fallback::Expr {
        expr,
        ty,
        some,
        text,
    } = &param.fallback
    else {
        return borrowed(param, &quote!(&#local), &local.to_token_stream());
    };
    let borrow = param.borrow.map(|_| quote!(&));
    let held = quote_spanned!(at=> __v);
    let value = borrowed(param, &held, &held);
    let default_value = match param.borrow {
        None => emit_default(expr, *text),
        Some(_) => expr.to_token_stream(),
    };
    let wrapped = if *some {
        quote_spanned!(at=> ::core::option::Option::Some(#held))
    } else {
        held
    };
    // If the default has another type, rustc shows the parameter's type beside it. With a
    // reference's type it would show the future's in the error of a temporary.
    let ty = match &**ty {
        Type::Reference(_) => quote!(_),
        ty => ty.to_token_stream(),
    };
    quote_spanned! {at=>
        match #borrow #local {
            ::core::option::Option::Some(__v) => #value,
            ::core::option::Option::None => {
                let __v: #ty = #default_value;
                #wrapped
            }
        }
    }
}

fn borrowed(param: &Param, held: &TokenStream, value: &TokenStream) -> TokenStream {
    let Some(function) = param.borrow else {
        return value.clone();
    };
    let at = located(param.ty_span);
    let function = Ident::new(function, at);
    quote_spanned!(at=> __tool::#function(#held))
}

/// Emits a default unchanged, except literals that a schema shows for more types than Rust does:
/// text can be the default of a `String`, a list that of a `Vec`. `text`: so can a const.
fn emit_default(expr: &Expr, text: bool) -> TokenStream {
    let at = located(expr.span());
    match peel_expr(expr) {
        Expr::Path(_) if text && matches!(parse_literal(expr), Some(Shown::Const(_))) => {
            quote_spanned!(at=> __tool::from_text(#expr))
        }
        Expr::Lit(_) => match string_of(expr) {
            Some(text) => quote_spanned!(at=> __tool::from_text(#text)),
            None => expr.to_token_stream(),
        },
        Expr::Array(array) => {
            let items = array.elems.iter().map(|item| emit_default(item, text));
            quote_spanned!(at=> __tool::from_list([#(#items),*]))
        }
        Expr::Tuple(tuple) => {
            let items = tuple.elems.iter().map(|item| emit_default(item, text));
            quote_spanned!(at=> (#(#items,)*))
        }
        _ => expr.to_token_stream(),
    }
}
