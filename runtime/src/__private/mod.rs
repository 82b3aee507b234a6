//! What generated code names. Not public API: it changes without notice, in step with the macros.

mod check;
mod literal;
mod text;

pub use core::{column, file, line, module_path, option_env};

pub use check::check_at;
pub use literal::Lit;
pub use text::{doc, escaped, escaped_len, text, tool_doc, utf8};

pub use crate::impls::ANY;
pub use crate::provider::Provider;
pub use core::primitive::str;

pub use crate::render::{Faults, Refused, Report};
pub use crate::render::{Structured, StructuredText};
pub use crate::schema::{
    Array, ConstArg, Enum, EnumValue, Field, Format, Integer, Key, Kind, Link, Literal, Map, More,
    Newtype, Num, Object, Pattern, Rules, Schema, SchemaRef, Str, Tagging, Text, TypeName, Union,
    ValueMore,
};
pub use crate::spec::{Hints, Spec, Strict};
pub use crate::tool::{Tool, ToolDef, ToolSchema, def};
pub use crate::{
    __toolcast_doc as doc, __toolcast_literal as literal, __toolcast_text as text,
    __toolcast_tool_doc as tool_doc,
};
