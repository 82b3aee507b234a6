//! How one schema names another.
//!
//! # Safety
//!
//! This is one of the two modules with `unsafe`. A plain `&'static Schema` in a const is followed when the const is checked, so a type that reaches
//! itself would be a cycle error (E0391); a raw pointer is not followed. [`SchemaRef`] is that pointer, and sound because:
//! - its field is private and [`SchemaRef::new`], the only constructor, takes a `&'static Schema<'static>`: the pointer is never null, always aligned,
//!   and points to a live, initialised, never mutated `Schema` for the rest of the program;
//! - no `&mut` to that `Schema` can exist while a `&'static` one does, and `Schema` has no interior mutability, so sharing it across threads is what
//!   `&'static Schema` itself allows: `Schema` is `Sync` as long as `SchemaRef` is, which is the only pointer in it.

#![allow(unsafe_code)] // See the module's argument.

use super::{Schema, TypeName};
use core::fmt;

/// A schema that lives for the rest of the program. Made from a `&'static Schema<'static>` only.
#[derive(Clone, Copy)]
pub struct SchemaRef(*const Schema<'static>);

// SAFETY: a shared reference to immutable data without interior mutability, see the module's argument.
unsafe impl Sync for SchemaRef {}
// SAFETY: as above.
unsafe impl Send for SchemaRef {}

impl SchemaRef {
    /// Makes the link. A `static` as the target makes recursive types work.
    pub const fn new(schema: &'static Schema<'static>) -> Self {
        SchemaRef(schema)
    }

    /// The schema that is meant.
    pub const fn get(self) -> &'static Schema<'static> {
        // SAFETY: the pointer came from a `&'static Schema<'static>`, see the module's argument.
        unsafe { &*self.0 }
    }
}

impl fmt::Debug for SchemaRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not the schema itself: it may reach itself.
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
    /// A schema that a program read at run time.
    Borrowed(&'a Schema<'a>),
    /// The innermost enclosing type of that declaration: how a generic type that names itself avoids a cycle.
    ByName(&'a TypeName<'a>),
}

#[cfg(test)]
mod tests {
    use super::SchemaRef;
    use crate::schema::{Kind, Link, Schema};
    use alloc::format;

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
