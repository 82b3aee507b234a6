//! The traits of types that have a schema.

use super::SchemaRef;

/// A type whose JSON schema is known at compile time.
///
/// Derive it: `#[derive(ToolSchema)]` describes the JSON that the type's `serde::Deserialize`
/// reads. The standard library's types that serde reads implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tool schema",
    label = "this type's JSON is not described",
    note = "for a type of yours, write `#[derive(serde::Deserialize, toolcast::ToolSchema)]` on it",
    note = "for a type of chrono, uuid, url and other common crates, switch on the feature of toolcast that has its name: `chrono04`, `uuid1`, `url2`",
    note = "for a type of any other crate, name a type with the same JSON: `#[tool(as = \"String\")]` on the parameter or field",
    note = "for a value that your program supplies and the model must not see, write `#[tool(inject)]` on the parameter"
)]
pub trait ToolSchema {
    /// The type's schema.
    const SCHEMA: SchemaRef;
}

/// The schema of an adapter that reads a `T`, such as `#[serde_as(as = "DisplayFromStr")]` of
/// `serde_with`. The feature `serde_with3` implements it for the adapters of that crate.
///
/// For an adapter of your own:
///
/// ```
/// use toolcast::schema::SchemaRef;
/// use toolcast::{SchemaAs, ToolSchema};
///
/// /// Reads `"yes"` and `"no"`.
/// struct YesNo;
///
/// impl SchemaAs<bool> for YesNo {
///     const SCHEMA: SchemaRef = <str as ToolSchema>::SCHEMA;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "what `{Self}` reads has no tool schema",
    label = "this adapter's JSON is not described",
    note = "the adapters of serde_with are described by the feature `serde_with3` of toolcast",
    note = "for any other, name a type with the same JSON beside it: `#[tool(as = \"String\")]`"
)]
pub trait SchemaAs<T: ?Sized> {
    /// The schema of the JSON that the adapter reads.
    const SCHEMA: SchemaRef;
}
