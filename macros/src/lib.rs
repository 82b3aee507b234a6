//! The procedural macros of toolcast: `#[tool]`, `#[tools]` and `#[derive(ToolSchema)]`.
//!
//! They turn syntax into plain data (a `Schema` tree, a `Spec`) and know no provider; what a provider gets is worked out by the runtime crate, in
//! const evaluation. Use them through `toolcast`, which re-exports both.

#![forbid(unsafe_code)]

mod diag;
mod fallback;
mod names;
mod schema;
mod shared;
#[cfg(test)]
mod tests;
mod tool;
mod toolset;

use proc_macro::TokenStream;

/// Makes a function a tool: beside the function stands a type of the same name, whose `schema_for(Provider)` is the tool's declaration as const text.
///
/// The function itself stays as it is. What the model reads comes from the doc comments of the function and of its parameters (or its `# Arguments`
/// list), and from `#[tool(...)]` on the function and on parameters: [all keys](../toolcast/attributes/index.html).
#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), &item.into()).into()
}

/// Makes methods tools: those with `#[tool]` in an `impl` block.
///
/// The type gets the trait `Tools`, and `tool("name")`, which is the tool of that name; a wrong name is a compile error in a const. Methods take `&self`
/// or `self: Arc<Self>`, which the program gives, or no `self` at all: [more](../toolcast/attributes/index.html#on-methods).
#[proc_macro_attribute]
pub fn tools(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand_block(args.into(), &item.into()).into()
}

/// The inside of the runtime's `toolset!`, which puts its own path in front.
#[doc(hidden)]
#[proc_macro]
pub fn __toolset(input: TokenStream) -> TokenStream {
    toolset::expand(input.into()).into()
}

/// Describes a type's JSON, as `serde::Deserialize` of the same type reads it.
///
/// Serde's attributes are honoured; `#[tool(...)]` on the type, its variants and fields adds what serde has no word for: `description`, `example`,
/// `range(..)`, `length(..)`, `pattern`, `format`, `as = "Type"` and more: [all keys](../toolcast/attributes/index.html#on-a-type).
#[proc_macro_derive(ToolSchema, attributes(tool, serde))]
pub fn derive_tool_schema(input: TokenStream) -> TokenStream {
    schema::expand(input.into()).into()
}
