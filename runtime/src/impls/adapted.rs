//! A field read by an adapter of `serde_with`, as a separate type.

use crate::schema::SchemaRef;
use crate::schema::{SchemaAs, ToolSchema};
use core::marker::PhantomData;

/// `T`, read by `A`.
pub struct Adapted<A: ?Sized, T: ?Sized>(PhantomData<A>, PhantomData<T>);

impl<A: SchemaAs<T> + ?Sized, T: ?Sized> ToolSchema for Adapted<A, T> {
    const SCHEMA: SchemaRef = A::SCHEMA;
}
