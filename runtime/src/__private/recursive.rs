//! The check of `#[tool(recursive)]`: the field's type is the enclosing type under another name.

/// Two names of one type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `{This}`, but `#[tool(recursive)]` requires it",
    label = "this is another type, which would be described as the one around it",
    note = "write `#[tool(as = \"serde_json::Value\")]` instead of `recursive`, to accept any JSON here"
)]
pub trait SameAs<This: ?Sized> {}

impl<T: ?Sized> SameAs<T> for T {}

/// Makes rustc check that both are the same type.
pub const fn is_same<T: SameAs<This> + ?Sized, This: ?Sized>() {}
