//! Between what serde reads and what a dialect's text asks for: `lower` writes each rewrite, `lift` undoes it.
//!
//! Both walk the tree as the renderer does and ask `shape` which form a schema takes. `lift` takes both forms of every rewrite, so nothing has to be
//! remembered of the text that the model saw.

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

/// Turns what a model sent for a dialect's text into what serde reads: `null` for a property that may be absent is left out, maps come back from
/// lists of `{key, value}`, renamed properties, integers that were written as strings, tuples and JSON text are undone, at every depth. Integral
/// floats become integers where the type is one.
///
/// `schema` is a root: a tool's parameters, or a type for structured output, whose `{"value": ..}` is taken off. What does not fit the schema stays as
/// it is, for serde to say so.
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

/// Turns what serde reads into what a dialect's text accepts; [`lift`] undoes it. A property that is `null` and may be absent is left out, or written
/// as `null` where the dialect asks for every property.
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
    /// The value stands in a text that holds JSON: a type inside itself is written plainly there, one text is enough.
    in_text: bool,
    /// Within a text that stands where `null` may: what is inside it is written in place.
    in_null: bool,
    /// How much deeper JSON in texts may nest: the parser's own limit holds for each text alone.
    depth: usize,
}

/// How deep JSON in texts may nest, all of them together.
const TEXT_DEPTH: usize = 96;

/// Where a value stands.
#[derive(Clone, Copy)]
pub(crate) struct Place<'p, 'a> {
    pub(crate) up: &'p Frame<'p, 'a>,
    /// [`Step::Here`] where only the type's wrapping was taken off.
    pub(crate) step: Step<'a>,
    /// The property may be absent.
    pub(crate) optional: bool,
    /// The `Option` that the type is was read as "may be absent" already.
    pub(crate) absorb: bool,
    /// `null` may stand for it.
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

    /// The place of one of several: a choice leaves no trace in the value.
    pub(crate) const fn choice(up: &'p Frame<'p, 'a>) -> Self {
        Place {
            step: Step::Here,
            ..Place::at(up)
        }
    }

    /// The place of a property's value.
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

    /// Whether the type wraps nothing but itself here: there would be no end.
    pub(crate) fn is_nothing_but_itself(&self, schema: &'a Schema<'a>) -> bool {
        matches!(self.step, Step::Here) && stands_in_itself(schema, self.up)
    }

    /// The frame of a schema at this place.
    pub(crate) fn frame(&self, schema: &'a Schema<'a>) -> Frame<'p, 'a> {
        Frame {
            step: self.step,
            named: schema.name.is_some().then_some(schema),
            // What a property's value is wrapped in stands at the property no more.
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

    /// Whether the value at this place is a string that holds JSON, because the type contains itself.
    fn is_edge<'a>(self, schema: &'a Schema<'a>, place: &Place<'_, 'a>) -> bool {
        !self.in_text && is_edge_of(self.d, schema, place)
    }

    /// The walk inside a text that holds JSON; `None` where that nests too deep.
    fn inside(self, value: &Value) -> Option<Self> {
        let depth = self.depth.checked_sub(depth(value))?;
        Some(Walk {
            in_text: true,
            depth,
            ..self
        })
    }
}

/// How deep arrays and objects nest, the value itself counted.
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

/// Whether the type takes `null` for what it is.
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
