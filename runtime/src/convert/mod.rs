//! Conversion between the values that serde reads and the form that a dialect's schema requests:
//! `lower` applies each rewrite, `lift` undoes it.
//!
//! Both walk the tree as the renderer does and use `shape` to find a schema's form. `lift` accepts
//! both forms of every rewrite, so the schema that the model saw need not be remembered.

mod accept;
mod lift;
mod look;
mod lower;
pub(crate) mod members;

pub(crate) use lift::whole;

use serde_json::Value;

use crate::dialect::Dialect;
use crate::schema::{Field, Kind, Link, Schema};
use crate::shape::{
    Frame, RootForm, Step, edge_is_text, enclosing, is_cut, is_empty_root, is_optional, root_form,
    stands_in_itself, via_optional,
};

/// Converts a value written for a dialect's schema to the form that serde reads. Undoes every
/// rewrite at every depth: lists of `{key, value}` for maps, renamed properties, integers in
/// strings, tuples as objects, and JSON text. Removes `null` for a property that may be absent.
/// Integral floats become integers if the type is one.
///
/// `schema` is a root: a tool's parameters, or a type for structured output, whose `{"value": ..}`
/// is removed. Values that don't match the schema are left unchanged, so that serde reports the
/// error.
pub fn lift(schema: &Schema<'_>, dialect: &Dialect, value: Value) -> Value {
    let walk = Walk::new(dialect);
    match root_form(schema) {
        RootForm::Plain if is_empty_root(schema) => value,
        RootForm::Plain => walk.lift_schema(schema, &Place::at(&Frame::ROOT), value),
        RootForm::Under(name) => {
            let value = match value {
                Value::Object(mut map) if map.len() == 1 && map.contains_key(name) => {
                    map.remove(name).unwrap_or_default()
                }
                other => other,
            };
            walk.lift_schema(schema, &Place::at(&Frame::ROOT), value)
        }
    }
}

/// Converts a value in serde's form to the form that a dialect's schema accepts; [`lift`] undoes
/// it. A property that is `null` and may be absent is left out, or written as `null` if the dialect
/// requires every property.
pub fn lower(schema: &Schema<'_>, dialect: &Dialect, value: Value) -> Value {
    if is_empty_root(schema) {
        return value;
    }
    let walk = Walk::new(dialect);
    let lowered = walk.lower_schema(schema, &Place::at(&Frame::ROOT), value);
    match root_form(schema) {
        RootForm::Plain => lowered,
        RootForm::Under(name) => serde_json::json!({ name: lowered }),
    }
}

/// A walk for one dialect.
#[derive(Clone, Copy)]
struct Walk<'d> {
    d: &'d Dialect,
    /// The provider's other dialect, strict or not: a model may have seen that one.
    other: &'d Dialect,
    /// True inside a string that holds JSON. A recursive type is written in place there, because
    /// one level of text is enough.
    in_text: bool,
    /// True inside a string in a nullable place. Values inside it are written in place.
    in_null: bool,
    /// Remaining nesting depth of JSON inside strings. The parser's own limit applies to each
    /// string alone.
    depth: usize,
}

/// Maximum nesting depth of JSON inside strings, all levels together.
const TEXT_DEPTH: usize = 96;

/// The place of a value.
#[derive(Clone, Copy)]
pub(crate) struct Place<'p, 'a> {
    pub(crate) up: &'p Frame<'p, 'a>,
    /// [`Step::Here`] if only wrapper types were removed since `up`.
    pub(crate) step: Step<'a>,
    /// True if the property may be absent.
    pub(crate) optional: bool,
    /// True if the type's `Option` was already read as "may be absent".
    pub(crate) absorb: bool,
    /// True if `null` may be written for the value.
    pub(crate) null: bool,
}

impl<'p, 'a> Place<'p, 'a> {
    pub(crate) const fn at(up: &'p Frame<'p, 'a>) -> Self {
        Place {
            up,
            step: Step::Items,
            optional: false,
            absorb: false,
            null: false,
        }
    }

    /// Returns the place of an alternative: a choice leaves no trace in the value.
    pub(crate) const fn choice(up: &'p Frame<'p, 'a>) -> Self {
        Place {
            step: Step::Here,
            ..Place::at(up)
        }
    }

    /// Returns the place of a property's value.
    pub(crate) fn property(
        up: &'p Frame<'p, 'a>,
        field: &'a Field<'a>,
        all_optional: bool,
    ) -> Self {
        let optional = all_optional || is_optional(field, up);
        Place {
            up,
            step: Step::Property(field.key.raw),
            optional,
            absorb: optional && field.flags & Field::NULL_IS_VALUE == 0,
            null: false,
        }
    }

    /// Returns true if the type wraps only itself here. Following it would never end.
    pub(crate) fn is_nothing_but_itself(&self, schema: &'a Schema<'a>) -> bool {
        matches!(self.step, Step::Here) && stands_in_itself(schema, self.up)
    }

    /// Returns the frame of a schema at this place.
    pub(crate) fn frame(&self, schema: &'a Schema<'a>) -> Frame<'p, 'a> {
        Frame {
            step: self.step,
            named: schema.name.is_some().then_some(schema),
            // Types inside the wrapper are not the property's own value.
            optional: self.optional && !matches!(self.step, Step::Here),
            up: Some(self.up),
        }
    }
}

impl<'d> Walk<'d> {
    fn new(d: &'d Dialect) -> Self {
        Walk {
            d,
            other: crate::dialect::of(d.provider, !d.strict),
            in_text: false,
            in_null: false,
            depth: TEXT_DEPTH,
        }
    }

    /// Returns true if the value here is a string that holds JSON, because the type is recursive.
    fn is_edge<'a>(self, schema: &'a Schema<'a>, place: &Place<'_, 'a>) -> bool {
        !self.in_text && is_edge_of(self.d, schema, place)
    }

    /// Returns the walk inside a string that holds JSON. `None` if it nests too deep.
    fn inside(self, value: &Value) -> Option<Self> {
        let depth = self.depth.checked_sub(depth(value))?;
        Some(Walk {
            in_text: true,
            depth,
            ..self
        })
    }
}

/// Returns the nesting depth of arrays and objects, counting the value itself.
pub(crate) fn depth(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(depth).max().unwrap_or(0),
        Value::Object(map) => map.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

pub(crate) fn is_edge_of<'a>(d: &Dialect, schema: &'a Schema<'a>, place: &Place<'_, 'a>) -> bool {
    is_cut(d, schema)
        || enclosing(schema, place.up).is_some()
            && edge_is_text(d, via_optional(schema, place.up, place.optional))
}

/// Returns true if `null` is a value of the type.
pub(crate) fn takes_null<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> bool {
    let schema = crate::shape::resolve(link, at);
    match &schema.kind {
        Kind::Any | Kind::Null | Kind::Option(_) => true,
        Kind::Newtype(newtype) => takes_null(&newtype.ty, at),
        Kind::Union(union) => union
            .variants
            .iter()
            .any(|variant| matches!(variant.kind, Kind::Null)),
        _ => false,
    }
}
