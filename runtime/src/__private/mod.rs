//! Items that generated code refers to. Not public API: they change without notice, together with
//! the macros.

#[cfg(feature = "call")]
mod by_ref;
mod check;
#[cfg(feature = "call")]
mod default;
mod node_builders;
mod output;
mod read_flattened;
mod recursive;
mod run;
mod text;
mod tools;
mod value_checks;

pub use core::{column, file, line, module_path, option_env};

pub use check::check_at;
pub use node_builders::{fields, values};
pub use output::{Output, OutputAnswer};
pub use recursive::{SameAs, is_same};
pub use text::{doc, escaped, escaped_len, text, tool_doc};
pub use value_checks::{check_description, check_extra, check_output, check_timeout, check_title};

pub use crate::const_str::utf8;
pub use crate::impls::Adapted;
pub use crate::provider::Provider;
pub use crate::schema::{ANY, Lit};
pub use core::primitive::{str, u8};

pub use crate::render::{Diagnostics, Report};
pub use crate::render::{ResponseParts, Structured, StructuredText};
pub use crate::schema::ToolSchema;
pub use crate::schema::{
    Array, ConstArg, Enum, EnumValue, Field, Format, Integer, Key, Kind, Link, Literal, Map, More,
    Newtype, Num, Object, Other, Pattern, Rules, Schema, SchemaRef, Str, Tagging, Text, TypeName,
    Union, UnknownNames, ValueMore,
};
pub use crate::spec::{Spec, Strict, ToolAnnotations};
pub use crate::tool::{CompiledTool, Tool, ToolDef, Tools, def, rerendered};
pub use crate::{
    __toolcast_bound as bound, __toolcast_call as call, __toolcast_doc as doc,
    __toolcast_literal as literal, __toolcast_read_flattened as read_flattened,
    __toolcast_run as run, __toolcast_text as text, __toolcast_tool_doc as tool_doc,
};
pub use core::time::Duration;

#[cfg(feature = "call")]
pub use crate::call::{ConvertError, Parameters, Reply, ReturnValue, SplitReturn, ToolFuture};
#[cfg(feature = "call")]
pub use by_ref::{ByRef, borrow, borrow_option, borrow_slice, borrow_slice_option};
#[cfg(feature = "call")]
pub use default::{DefaultArgument, FromList, FromText, from_list, from_text, or_default};
#[cfg(feature = "call")]
pub use read_flattened::{Flattened, ReadNothing, ReadOption};
pub use toolcast_macros::__toolset;
#[cfg(feature = "call")]
pub use tools::{Entry, InSet, toolset};
pub use tools::{check_name, find};
