//! The procedural macros of toolcast: `#[tool]`, `#[tools]` and `#[derive(ToolSchema)]`.
//!
//! They turn syntax into plain data (a `Schema` tree, a `Spec`) and know nothing of providers. The
//! runtime crate renders the declaration of each provider in const evaluation. Use the macros
//! through `toolcast`, which re-exports them.

#![forbid(unsafe_code)]

mod diag;
mod names;
mod schema;
mod shared;
#[cfg(test)]
mod tests;
mod tool;
mod toolset;

use proc_macro::TokenStream;

/// Turns a function into a tool: generates a type of the same name, whose `schema_for(Provider)`
/// returns the tool's declaration as const text.
///
/// The function itself is unchanged. The texts for the model come from the doc comments of the
/// function and of its parameters (or its `# Arguments` list). `#[tool(...)]` on the function and
/// on parameters sets everything else: [all keys](../toolcast/attributes/index.html). If a type or
/// a module already has the function's name, write `#[tool(type = SearchRepos)]`.
///
/// ```ignore
/// /// Search public repositories.
/// #[tool(read_only)]
/// fn search_repos(
///     /// Words to look for
///     query: &str,
///     #[tool(default = 10, range(1..=50))] limit: u8,
/// ) -> Vec<String> { .. }
///
/// const TEXT: &str = search_repos::schema_for(Provider::Anthropic);
/// ```
#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), &item.into()).into()
}

/// Turns the methods with `#[tool]` in an `impl` block into tools.
///
/// The type implements the trait `Tools` and gets `tool_def("name")`, which returns the tool of
/// that name. In a const, a wrong name is a compile error. Methods take `&self` or
/// `self: Arc<Self>`, which your program provides, or no `self` at all:
/// [more](../toolcast/attributes/index.html#on-methods).
///
/// ```ignore
/// #[tools]
/// impl Weather {
///     /// The forecast for a place.
///     #[tool]
///     fn forecast(&self, place: &str) -> String { .. }
/// }
///
/// let tools = ToolSet::builder().tools(weather).build()?;
/// ```
#[proc_macro_attribute]
pub fn tools(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand_block(args.into(), &item.into()).into()
}

/// Implements the runtime's `toolset!`, which puts its own crate path in front of the input.
#[doc(hidden)]
#[proc_macro]
pub fn __toolset(input: TokenStream) -> TokenStream {
    toolset::expand(input.into()).into()
}

/// Derives the schema of a type's JSON, in the form that the type's `serde::Deserialize` reads.
///
/// Serde's attributes are honoured. `#[tool(...)]` on the type, its variants and fields adds what
/// serde can't express: `description`, `example`, `range(..)`, `length(..)`, `pattern`, `format`,
/// `as = "Type"` and more: [all keys](../toolcast/attributes/index.html#on-a-type).
///
/// ```ignore
/// #[derive(Deserialize, ToolSchema)]
/// struct Page {
///     /// From 1
///     #[tool(range(1..))]
///     number: u32,
/// }
/// ```
#[proc_macro_derive(ToolSchema, attributes(tool, serde))]
pub fn derive_tool_schema(input: TokenStream) -> TokenStream {
    schema::expand(input.into()).into()
}
