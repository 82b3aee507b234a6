//! The model of a tool: the author's input, parsed, without generated tokens.

use super::json_members::Members;
use crate::shared::args::Args;
use crate::shared::emit::Krate;
use crate::shared::node::Field;
use crate::shared::text::Text;
use proc_macro2::{Span, TokenStream};
use std::time::Duration;
use syn::{Attribute, Expr, Ident, Signature, Type, Visibility};

/// A function item whose body is not parsed.
#[derive(Clone)]
pub(super) struct Function {
    pub(super) attrs: Vec<Attribute>,
    pub(super) vis: Visibility,
    pub(super) sig: Signature,
    /// The body's tokens, unchanged.
    pub(super) body: TokenStream,
}

/// A tool.
pub(super) struct Tool {
    /// The generated type's name.
    pub(super) type_name: Ident,
    /// `#[cfg(..)]` attributes, copied to every item generated for the tool.
    pub(super) cfg: Vec<Attribute>,
    pub(super) krate: Krate,
    pub(super) name: Text,
    pub(super) title: Text,
    pub(super) description: Text,
    pub(super) params: Vec<Param>,
    pub(super) output: Option<Output>,
    pub(super) extra: Vec<Extra>,
    pub(super) timeout: Option<Timeout>,
    pub(super) receiver: Receiver,
    /// The other keys as given.
    pub(super) args: Args,
}

/// The type of the tool's answer.
pub(super) struct Output {
    pub(super) ty: Type,
    /// Set for a return type, which may be a `Result` under another name.
    pub(super) returned: bool,
}

/// Extra members for one provider's declaration.
pub(super) struct Extra {
    pub(super) provider: Ident,
    pub(super) members: Members,
    /// The span of the JSON text.
    pub(super) span: Span,
}

/// The function's position and its `self`.
#[derive(Clone, Copy)]
pub(super) enum Receiver {
    /// A free function.
    Free,
    /// A function in an `impl` block, without `self`.
    None,
    /// A method, with the span of its `self`.
    At(Span),
}

/// The time limit of a call.
pub(super) enum Timeout {
    /// A number of seconds.
    Literal(Duration),
    /// A const of type `Duration`.
    Const(Expr),
}

/// A parameter, with the schema for the model and the way it is passed to the function.
pub(super) struct Param {
    /// The span of the name and the type, at which rejections are reported.
    pub(super) span: Span,
    /// The span of the type, at which rustc reports missing traits.
    pub(super) ty_span: Span,
    /// The Rust name, if the pattern has one.
    pub(super) ident: Option<String>,
    /// The property in the schema; `None` if the program provides the value.
    pub(super) field: Option<Box<Field>>,
    /// The runtime's function that borrows the decoded value, judged by the syntax of the type. An
    /// alias of a reference is therefore treated as a value, which works for text, paths and raw
    /// JSON.
    pub(super) borrow: Option<&'static str>,
    /// The value used if the parameter is absent.
    pub(super) fallback: Fallback,
    /// `#[cfg(..)]` attributes, copied to all code generated for the parameter.
    pub(super) cfg: Vec<Attribute>,
}

/// The value used if a parameter is absent.
pub(super) enum Fallback {
    /// Only what the parameter's type provides.
    None,
    /// `Default::default()`.
    Default(Span),
    /// The value of an expression.
    Expr {
        expr: Box<Expr>,
        /// The type of the expression.
        ty: Box<Type>,
        /// Set if the expression is the content of the parameter's `Option`: `default = 10` for an
        /// `Option<u8>`.
        some: bool,
        /// Set if a const in it is the text of a parameter that owns its text.
        text: bool,
    },
}

impl Tool {
    /// Returns the parameters that the model sends, each with its property, in order.
    pub(super) fn sent(&self) -> impl Iterator<Item = (&Param, &Field)> {
        let params = self.params.iter();
        params.filter_map(|param| Some((param, param.field.as_deref()?)))
    }
}
