//! The model of a tool: the author's input, parsed, without generated tokens.

use super::json_members::Members;
use crate::shared::krate::Krate;
use crate::shared::node::Field;
use crate::shared::text::Text;
use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Expr, Ident, Signature, Type, Visibility};

/// A function item whose body is not parsed.
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
    /// The span of the value of `name = ..`, if given.
    pub(super) name_span: Option<Span>,
    pub(super) title: Text,
    pub(super) description: Text,
    pub(super) params: Vec<Param>,
    pub(super) output: Option<Output>,
    pub(super) strict: Strict,
    pub(super) providers: Providers,
    pub(super) allow: Vec<Ident>,
    pub(super) lossless: bool,
    pub(super) hints: Hints,
    pub(super) extra: Vec<Extra>,
    pub(super) return_direct: bool,
    pub(super) blocking: bool,
    pub(super) approve: bool,
    /// A const expression of type `usize`.
    pub(super) max_result_bytes: Option<Expr>,
    pub(super) timeout: Option<Timeout>,
    pub(super) receiver: Receiver,
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
    Literal { seconds: u64, nanos: u32 },
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
    pub(super) role: Role,
    pub(super) by: By,
    /// The value used if the parameter is absent.
    pub(super) fallback: Fallback,
    /// `#[cfg(..)]` attributes, copied to all code generated for the parameter.
    pub(super) cfg: Vec<Attribute>,
}

/// How the function takes the decoded value, judged by the syntax of the parameter's type. An alias
/// of a reference is therefore treated as a value, which works for text, paths and raw JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Value,
    /// `&T`: the call holds the referenced value.
    Reference,
    /// `&[T]`: the call holds a `Vec<T>`.
    Slice,
    /// `Option<&T>` and `Option<&[T]>`, likewise.
    OptionalReference,
    OptionalSlice,
}

/// The value used if a parameter is absent.
pub(super) enum Fallback {
    /// Only what the parameter's type provides.
    None,
    /// `Default::default()`.
    Default(Span),
    /// The value of an expression.
    Expr(Box<Default>),
}

/// An expression for an absent parameter.
pub(super) struct Default {
    pub(super) expr: Expr,
    /// Set if the expression is the content of the parameter's `Option`: `default = 10` for an
    /// `Option<u8>`.
    pub(super) some: bool,
    /// Set if a const in it is the text of a parameter that owns its text.
    pub(super) text: bool,
}

/// The source of a parameter's value.
pub(super) enum Role {
    /// The model sends it.
    Sent(Box<Field>),
    /// The program provides it.
    Injected,
}

impl Param {
    /// Returns the property in the schema; `None` for an injected parameter.
    pub(super) fn field(&self) -> Option<&Field> {
        match &self.role {
            Role::Sent(field) => Some(field),
            Role::Injected => None,
        }
    }

    /// Returns the property in the schema, to be completed.
    pub(super) fn field_mut(&mut self) -> Option<&mut Field> {
        match &mut self.role {
            Role::Sent(field) => Some(field),
            Role::Injected => None,
        }
    }
}

/// The author's setting of strict mode.
pub(super) enum Strict {
    Auto,
    On,
    For(Vec<Ident>),
    Off,
    Omit,
}

/// The providers that the tool is made for.
pub(super) enum Providers {
    All,
    Only(Vec<Ident>),
    Except(Vec<Ident>),
}

/// Behaviour hints; `None` if not given.
#[derive(Clone, Copy, Default)]
pub(super) struct Hints {
    pub(super) read_only: Option<bool>,
    pub(super) destructive: Option<bool>,
    pub(super) idempotent: Option<bool>,
    pub(super) open_world: Option<bool>,
}

impl Tool {
    /// Returns the properties in the schema, in order.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.params.iter().filter_map(Param::field)
    }
}
