//! The schema of a function's answer: of a `Result`, that of its value.

use crate::schema::{SchemaRef, ToolSchema};
use core::marker::PhantomData;

/// A function's return type. The const for `Result` is inherent and takes precedence, so an alias
/// of it is one too; all other types use that of the trait.
#[derive(Clone, Copy)]
pub struct Output<T>(PhantomData<T>);

impl<T, E> Output<Result<T, E>> {
    pub const ANSWER: Output<T> = Output(PhantomData);
}

/// The answer of a function that returns no `Result`.
pub trait OutputAnswer {
    const ANSWER: Self;
}

impl<T> OutputAnswer for Output<T> {
    const ANSWER: Self = Output(PhantomData);
}

impl<T> Output<T> {
    /// Returns the schema of the answer.
    pub const fn schema(self) -> SchemaRef
    where
        T: ResultSchema,
    {
        <T as ResultSchema>::SCHEMA
    }
}

/// [`ToolSchema`], with the advice for a result's type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tool schema",
    label = "`output` describes this type, whose JSON is not described",
    note = "for a type of yours, write `#[derive(toolcast::ToolSchema)]` on it",
    note = "for any other type, write `output = \"Type\"` with a type of the same JSON, or remove `output`"
)]
pub trait ResultSchema {
    const SCHEMA: SchemaRef;
}

#[diagnostic::do_not_recommend]
impl<T: ToolSchema> ResultSchema for T {
    const SCHEMA: SchemaRef = <T as ToolSchema>::SCHEMA;
}
