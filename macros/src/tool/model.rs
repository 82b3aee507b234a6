//! A tool as its author wrote it, understood: data without tokens of ours.

use super::extra::Members;
use crate::shared::krate::Krate;
use crate::shared::node::Field;
use crate::shared::text::Text;
use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Expr, Ident, Signature, Type, Visibility};

/// A function item whose body was never read.
pub(super) struct Function {
    pub(super) attrs: Vec<Attribute>,
    pub(super) vis: Visibility,
    pub(super) sig: Signature,
    /// The body, as it came.
    pub(super) body: TokenStream,
}

/// A tool.
pub(super) struct Tool {
    /// The generated type's name.
    pub(super) type_name: Ident,
    /// Copied to every item made for the tool.
    pub(super) cfg: Vec<Attribute>,
    pub(super) krate: Krate,
    pub(super) name: Text,
    /// The value of `name = ..`, if there is one.
    pub(super) name_span: Option<Span>,
    pub(super) title: Text,
    pub(super) description: Text,
    pub(super) params: Vec<Param>,
    pub(super) output: Option<Type>,
    pub(super) strict: Strict,
    pub(super) providers: Providers,
    pub(super) allow: Vec<Ident>,
    pub(super) lossless: bool,
    pub(super) hints: Hints,
    pub(super) extra: Vec<Extra>,
    pub(super) return_direct: bool,
    pub(super) blocking: bool,
    pub(super) timeout: Option<Timeout>,
    pub(super) receiver: Receiver,
}

/// More members for a provider's declaration.
pub(super) struct Extra {
    pub(super) provider: Ident,
    pub(super) members: Members,
    /// The text.
    pub(super) span: Span,
}

/// Where the function stands, and what it is called on.
#[derive(Clone, Copy)]
pub(super) enum Receiver {
    /// It is a free function.
    Free,
    /// It stands in an `impl` block, and has no `self`.
    None,
    /// It has a `self`, there.
    At(Span),
}

/// How long a call may take.
pub(super) enum Timeout {
    /// A number of seconds.
    Literal { seconds: u64, nanos: u32 },
    /// A const of type `Duration`.
    Const(Expr),
}

/// A parameter, as the model sees it and as the function is given it.
pub(super) struct Param {
    /// The name and the type: where refusals point.
    pub(super) span: Span,
    /// The type: where rustc says what is missing for it.
    pub(super) ty_span: Span,
    /// The Rust name, where the pattern has one.
    pub(super) ident: Option<String>,
    pub(super) role: Role,
    pub(super) by: By,
    /// What stands for an absent one.
    pub(super) fallback: Fallback,
    /// `#[cfg(..)]`, copied to every piece made for it.
    pub(super) cfg: Vec<Attribute>,
}

/// How a function takes what was decoded, by the syntax of its type: an alias of a reference is taken for a value, which text, paths and raw JSON are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Value,
    /// `&T`: what it refers to is held for the call.
    Reference,
    /// `&[T]`: a `Vec<T>` is held.
    Slice,
    /// `Option<&T>`, `Option<&[T]>`: so here.
    OptionalReference,
    OptionalSlice,
}

/// What stands for an absent parameter.
pub(super) enum Fallback {
    /// Nothing but what its type says.
    None,
    /// `Default::default()`.
    Default(Span),
    /// The value of an expression.
    Expr(Box<Default>),
}

/// An expression for an absent parameter.
pub(super) struct Default {
    pub(super) expr: Expr,
    /// It is what the parameter's `Option` holds: `default = 10` for an `Option<u8>`.
    pub(super) some: bool,
}

/// Where a parameter's value comes from.
pub(super) enum Role {
    /// The model sends it.
    Sent(Box<Field>),
    /// The program gives it.
    Injected,
}

impl Param {
    /// The property that the model sees.
    pub(super) fn field(&self) -> Option<&Field> {
        match &self.role {
            Role::Sent(field) => Some(field),
            Role::Injected => None,
        }
    }

    /// The property that the model sees, to be completed.
    pub(super) fn field_mut(&mut self) -> Option<&mut Field> {
        match &mut self.role {
            Role::Sent(field) => Some(field),
            Role::Injected => None,
        }
    }
}

/// What the author asks of strict modes.
pub(super) enum Strict {
    Auto,
    On,
    For(Vec<Ident>),
    Off,
    Omit,
}

/// Whom the tool is made for.
pub(super) enum Providers {
    All,
    Only(Vec<Ident>),
    Except(Vec<Ident>),
}

/// What the tool does to the world; `None`: not said.
#[derive(Clone, Copy, Default)]
pub(super) struct Hints {
    pub(super) read_only: Option<bool>,
    pub(super) destructive: Option<bool>,
    pub(super) idempotent: Option<bool>,
    pub(super) open_world: Option<bool>,
}

impl Tool {
    /// The properties that the model sees, in order.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.params.iter().filter_map(Param::field)
    }
}
