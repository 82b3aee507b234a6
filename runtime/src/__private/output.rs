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
        T: ToolSchema,
    {
        T::SCHEMA
    }
}
