//! Conversion between the values that serde reads and the form that a dialect's schema requests:
//! `lower` applies each rewrite, `lift` undoes it.
//!
//! Both walk the tree as the renderer does and use `shape` to find a schema's form. `lift` accepts
//! both forms of every rewrite, so the schema that the model saw need not be remembered.

mod accept;
mod default;
mod integer;
mod key_value;
mod lift;
mod look;
mod lower;
pub(crate) mod members;

use serde_json::Value;

use crate::dialect::Dialect;
use crate::schema::{Field, Kind, Object, Schema, Tagging, Union};
use crate::shape::{
    Frame, RootForm, Step, edge_is_text, enclosing, is_cut, is_empty_root, is_optional,
    null_is_value, reads_null, resolve, root_form, stands_in_itself, via_optional,
};

/// Converts a value written for a dialect's schema to the form that serde reads. Undoes every
/// rewrite at every depth: lists of `{key, value}` for maps, renamed properties, integers in
/// strings, tuples as objects, and JSON text. Removes `null` for a property that may be absent.
/// Integral floats become integers if the type is one. Neither is done in an untagged or flattened
/// enum if one of its variants takes the value unchanged, because serde reads that one.
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
/// requires every property. It is also written if the value without it would be read as another
/// variant of an untagged enum; not every text shows that `null`, but it is read.
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
    changes: Changes,
    /// True if `lower` writes the `null` of a property that may be absent.
    keep_null: bool,
}

/// The changes to a value, besides the rewrites of its dialect: a `null` that means absent is left
/// out, and `1.0` is an integer.
///
/// Serde reads an untagged or flattened enum from a buffer, where a change could make a variant fit
/// that serde would not take. So a variant that takes the value unchanged comes before all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changes {
    All,
    /// As [`All`](Self::All), but a `null` that is a value of its property is kept if it has the
    /// same effect as an absent one.
    Few,
    /// None in members of flattened types, which serde buffers.
    OwnOnly,
    None,
}

impl Changes {
    /// Returns the attempts to find a variant: first unchanged, if serde buffers the value.
    pub(crate) fn of_union(self, union: &Union<'_>) -> [Option<Self>; 2] {
        self.attempts(union.tagging == Tagging::Untagged, Changes::None)
    }

    /// Returns the attempts to find an alternative of an object: first unchanged, if serde buffers
    /// the members of one without a tag.
    pub(crate) fn of_object<'a>(
        self,
        object: &'a Object<'a>,
        frame: &Frame<'_, 'a>,
    ) -> [Option<Self>; 2] {
        self.attempts(members::flattens_untagged(object, frame), Changes::OwnOnly)
    }

    fn attempts(self, buffered: bool, unchanged: Self) -> [Option<Self>; 2] {
        match self {
            Changes::None => [None, Some(self)],
            _ if !buffered => [None, Some(self)],
            _ => [Some(unchanged), Some(Changes::Few)],
        }
    }

    /// Returns the changes to a member: of the object itself, or of a flattened type.
    pub(crate) fn of_member(self, own: bool) -> Self {
        match self {
            Changes::OwnOnly if own => Changes::All,
            Changes::OwnOnly => Changes::None,
            other => other,
        }
    }

    /// Returns true if `null` is left out as the absent value of a property. It is kept if it is a
    /// value of the type and the dialect has another way to express absence.
    pub(crate) fn drop_null<'a>(
        self,
        d: &Dialect,
        field: &'a Field<'a>,
        at: &Frame<'_, 'a>,
        all_optional: bool,
    ) -> bool {
        let place = Place::property(at, field, all_optional);
        if !place.optional {
            return false;
        }
        let is_value = reads_null(&field.ty, at);
        let differs = null_is_value(field, at);
        let any = matches!(resolve(&field.ty, at).kind, Kind::Any | Kind::Null);
        let filled = field.flags & Field::FILL_DEFAULT != 0;
        let keeps = d.says_absent(field) && (differs || any);
        let same = is_value && !differs && !all_optional && !filled;
        !match self {
            Changes::All | Changes::OwnOnly => keeps,
            Changes::Few => keeps || same,
            // Serde reads a flattened `Option` as `None` if one of its members doesn't fit.
            Changes::None => {
                let changed = all_optional || filled && is_value;
                keeps || same || d.says_absent(field) && !changed
            }
        }
    }
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
            changes: Changes::All,
            keep_null: false,
        }
    }

    fn with_changes(self, changes: Changes) -> Self {
        Walk { changes, ..self }
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
    is_cut(&mut d.reader(), schema)
        || enclosing(schema, place.up).is_some()
            && edge_is_text(
                &mut d.reader(),
                via_optional(schema, place.up, place.optional),
            )
}
