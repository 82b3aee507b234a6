//! Links from one schema to another.
//!
//! # Safety
//!
//! This is one of the two modules with `unsafe`. Const checking follows a plain `&'static Schema`,
//! so a recursive type would be a cycle error (E0391). It doesn't follow a raw pointer.
//! [`SchemaRef`] is such a pointer, and it is sound because:
//! - Its field is private, and its only constructor [`SchemaRef::new`] takes a
//!   `&'static Schema<'static>`. So the pointer is never null, always aligned, and points to a
//!   live, initialised, never mutated `Schema` for the rest of the program.
//! - No `&mut` to that `Schema` can exist together with a `&'static`, and `Schema` has no interior
//!   mutability. So sharing it across threads needs only what `&'static Schema` itself allows.
//!   `Schema` is `Sync` if `SchemaRef` is, because this is the only raw pointer in it.

#![allow(unsafe_code)] // See the module's argument.

use super::{Schema, TypeName};
use core::fmt;

/// A schema that lives for the rest of the program. Created only from a `&'static Schema<'static>`.
///
/// ```
/// use toolcast::{Provider, tool};
///
/// mod color {
///     use toolcast::{ToolSchema, schema::SchemaRef};
///
///     pub const SCHEMA: SchemaRef = <str as ToolSchema>::SCHEMA;
/// }
///
/// /// Paints the wall.
/// #[tool]
/// fn paint(#[tool(schema_with = color)] color: String) -> String {
///     color
/// }
///
/// assert!(paint::schema_for(Provider::OpenAi).contains(r#""color":{"type":"string"}"#));
/// ```
#[derive(Clone, Copy)]
pub struct SchemaRef(*const Schema<'static>);

// SAFETY: a shared reference to immutable data without interior mutability, see the module's
// argument.
unsafe impl Sync for SchemaRef {}
// SAFETY: as above.
unsafe impl Send for SchemaRef {}

impl SchemaRef {
    /// Creates the link. If the target is a `static`, recursive types work.
    #[doc(hidden)]
    pub const fn new(schema: &'static Schema<'static>) -> Self {
        SchemaRef(schema)
    }

    /// Returns the schema.
    #[doc(hidden)]
    pub const fn get(self) -> &'static Schema<'static> {
        // SAFETY: the pointer came from a `&'static Schema<'static>`, see the module's argument.
        unsafe { &*self.0 }
    }
}

impl fmt::Debug for SchemaRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the schema itself, which may be recursive.
        match self.get().name {
            Some(name) => write!(f, "SchemaRef({})", name.name),
            None => f.write_str("SchemaRef"),
        }
    }
}

/// A child of a schema.
#[derive(Clone, Copy, Debug)]
pub enum Link<'a> {
    /// A type's schema, known at compile time.
    Static(SchemaRef),
    /// A schema built at run time.
    Borrowed(&'a Schema<'a>),
    /// The innermost enclosing type of that declaration. A generic type that refers to itself
    /// avoids a cycle this way.
    ByName(&'a TypeName<'a>),
}

impl<'a> Link<'a> {
    /// Returns the schema, if it doesn't depend on the types around it.
    pub(crate) const fn known(&self) -> Option<&'a Schema<'a>> {
        match self {
            Link::Static(schema) => Some(schema.get()),
            Link::Borrowed(schema) => Some(schema),
            Link::ByName(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SchemaRef;
    use crate::schema::{Kind, Link, Schema};

    static ITSELF: Schema<'static> =
        Schema::of(Kind::Option(Link::Static(SchemaRef::new(&ITSELF))));

    #[test]
    fn a_link_leads_to_what_it_was_made_of() {
        let link = SchemaRef::new(&ITSELF);
        assert!(core::ptr::eq(link.get(), &raw const ITSELF));
        let copy = link;
        let other = std::thread::spawn(move || core::ptr::from_ref(copy.get()).addr());
        assert_eq!(other.join().unwrap(), (&raw const ITSELF).addr());
        assert_eq!(format!("{link:?}"), "SchemaRef");
    }
}
