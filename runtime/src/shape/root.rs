//! The form of a root. Every provider requires an object there.

use super::alternatives::object_alternatives;
use super::frame::Frame;
#[cfg(feature = "call")]
use super::members::own_hidden_names;
use super::newtype::{Wrappers, peel};
use crate::schema::{Field, Kind, Schema};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RootForm {
    /// Unchanged.
    Plain,
    /// Under one property of this name.
    Under(&'static str),
}

/// Returns the form of a root of what serde writes if `output`, else of what it reads.
pub(crate) const fn root_form<'a>(schema: &'a Schema<'a>, output: bool) -> RootForm {
    let inside = peel(schema, Wrappers::Newtypes, None);
    match &inside.kind {
        Kind::Object(object) => {
            let frame = Frame {
                named: Some(inside),
                ..Frame::root(output)
            };
            if object_alternatives(object, &frame) == 1 {
                RootForm::Plain
            } else {
                RootForm::Under("input")
            }
        }
        _ => RootForm::Under("value"),
    }
}

impl Schema<'_> {
    /// The name of the property that `render` wraps this schema in if it is a root
    /// that is not an object.
    pub const fn wrapped(&self) -> Option<&'static str> {
        match root_form(self, false) {
            RootForm::Plain => None,
            RootForm::Under(name) => Some(name),
        }
    }
}

/// Returns true if a root is an object without properties that a model could send. It is left out
/// or written unchanged, even if the dialect accepts no such object below the root.
pub(crate) const fn is_empty_root(schema: &Schema<'_>) -> bool {
    let Kind::Object(object) = &schema.kind else {
        return false;
    };
    let mut i = 0;
    while i < object.fields.len() {
        if object.fields[i].flags & Field::OUTPUT_ONLY == 0 {
            return false;
        }
        i += 1;
    }
    true
}

/// Returns the names of the hidden fields of a root without properties.
#[cfg(feature = "call")]
pub(crate) fn hidden_names_of_root<'a>(schema: &'a Schema<'a>) -> Vec<&'a str> {
    match &schema.kind {
        Kind::Object(object) => own_hidden_names(object).collect(),
        _ => Vec::new(),
    }
}
