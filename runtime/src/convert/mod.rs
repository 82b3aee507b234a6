//! Conversion between the values that serde reads and the form that a dialect's schema requests:
//! `to_model` applies each rewrite, `from_model` undoes it.
//!
//! Both index the value's text. `from_model` is the decoder's walk, with a tree in place of serde.
//! `to_model` walks the tree as the renderer does, and the decoder's walk chooses the alternatives.
//! `from_model` accepts both forms of every rewrite, so the schema that the model saw need not be
//! remembered.

mod encode;

use serde_json::{Value, json};

use crate::decode::{Arena, Guided, Session, unwrapped};
use crate::dialect::Dialect;
use crate::json_index::{Node, retain_members, scan};
use crate::schema::Schema;
use crate::shape::{Frame, Place, RootForm, hidden_names_of_root, is_empty_root, root_form};
use encode::{Encoder, LIMITS, reading};

/// Converts a value written for a dialect's schema to the form that serde reads. Undoes every
/// rewrite at every depth: lists of `{key, value}` for maps, renamed properties, integers in
/// strings, tuples as objects, and JSON text. Removes `null` for a property that may be absent.
/// Integral floats become integers if the type is one. Neither is done in an untagged or flattened
/// enum if one of its variants takes the value unchanged, because serde reads that one.
///
/// `schema` is a root: a tool's parameters, or a type for structured output, whose `{"value": ..}`
/// is removed. Values that don't match the schema are left unchanged, so that serde reports the
/// error. A value of more than 224 levels is left unchanged.
pub fn from_model(schema: &Schema<'_>, dialect: &Dialect, value: Value) -> Value {
    converted(schema, dialect, value, |schema, session, root| {
        let node = match root_form(schema, false) {
            RootForm::Plain => root,
            RootForm::Under(name) => unwrapped(root, name).unwrap_or(root),
        };
        let walk = reading(session).explaining();
        Guided::of(walk, node, schema, Place::at(&Frame::ROOT), None).canonical()
    })
}

/// Converts a value in serde's form to the form that a dialect's schema accepts; [`from_model`]
/// undoes it. A property that is `null` and may be absent is left out, or written as `null` if the
/// dialect requires every property. It is also written if the value without it would be read as
/// another variant of an untagged enum; not every text shows that `null`, but it is read.
pub fn to_model(schema: &Schema<'_>, dialect: &Dialect, value: Value) -> Value {
    converted(schema, dialect, value, |schema, session, root| {
        let encoder = Encoder::new(session);
        let written = encoder.value(schema, &Place::at(&Frame::ROOT), root);
        match root_form(schema, false) {
            RootForm::Plain => written,
            RootForm::Under(name) => json!({ name: written }),
        }
    })
}

/// Converts the value of a root. One without properties only loses its hidden fields.
fn converted(
    schema: &Schema<'_>,
    dialect: &Dialect,
    mut value: Value,
    convert: for<'de> fn(&'de Schema<'de>, &Session<'de>, Node<'de>) -> Value,
) -> Value {
    if is_empty_root(schema) {
        if let Value::Object(members) = &mut value {
            let hidden = hidden_names_of_root(schema);
            retain_members(members, &mut |name, _| !hidden.contains(&name));
        }
        return value;
    }
    let text = value.to_string();
    let Ok(tape) = scan(&text, LIMITS) else {
        return value;
    };
    let arena = Arena::new();
    let session = Session::new(dialect, &arena, LIMITS, &tape);
    convert(schema, &session, tape.root(&text))
}
