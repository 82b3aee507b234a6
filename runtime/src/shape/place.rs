//! The place of a value in a walk of the tree beside a value.

use super::{
    Frame, FrameStep, enclosing_frame, is_json_text, is_optional, is_recursive_at,
    recursion_is_text, via_optional,
};
use crate::dialect::Dialect;
use crate::schema::{Field, Newtype, Schema};

#[derive(Clone, Copy)]
pub(crate) struct Place<'p, 'a> {
    pub(crate) up: &'p Frame<'p, 'a>,
    /// [`FrameStep::Here`] if only wrapper types were removed since `up`.
    pub(crate) step: FrameStep<'a>,
    /// True if the property may be absent.
    pub(crate) optional: bool,
    /// True if the type's `Option` was already read as "may be absent".
    pub(crate) absorb: bool,
    /// True if `null` may be written for the value.
    pub(crate) null: bool,
    /// True if serde accepts no list for the object.
    pub(crate) by_name: bool,
}

impl<'p, 'a> Place<'p, 'a> {
    pub(crate) const fn at(up: &'p Frame<'p, 'a>) -> Self {
        Place {
            up,
            step: FrameStep::Items,
            optional: false,
            absorb: false,
            null: false,
            by_name: false,
        }
    }

    /// Returns the place of an alternative: a choice leaves no trace in the value.
    pub(crate) const fn choice(up: &'p Frame<'p, 'a>) -> Self {
        Place {
            step: FrameStep::Here,
            ..Place::at(up)
        }
    }

    pub(crate) fn property(
        up: &'p Frame<'p, 'a>,
        field: &'a Field<'a>,
        all_optional: bool,
    ) -> Self {
        let optional = all_optional || is_optional(field, up);
        Place {
            up,
            step: FrameStep::Property(field.key.raw),
            optional,
            absorb: optional && field.flags & Field::NULL_IS_VALUE == 0,
            null: false,
            by_name: field.has(Field::BY_NAME),
        }
    }

    /// Returns the place of the type in an `Option` here, whose frame is `up`.
    pub(crate) fn in_option<'f>(&self, up: &'f Frame<'f, 'a>) -> Place<'f, 'a> {
        Place {
            up,
            step: FrameStep::Here,
            null: self.null || !self.absorb,
            absorb: false,
            optional: self.optional,
            by_name: false,
        }
    }

    /// Returns the place of the type in a newtype here, whose frame is `up`.
    pub(crate) fn in_newtype<'f>(
        &self,
        up: &'f Frame<'f, 'a>,
        newtype: &Newtype<'_>,
    ) -> Place<'f, 'a> {
        Place {
            up,
            step: FrameStep::Here,
            null: self.null,
            absorb: self.absorb && newtype.transparent,
            optional: self.optional,
            by_name: false,
        }
    }

    /// Returns true if the type wraps only itself here. Following it would never end.
    pub(crate) fn is_only_itself(&self, schema: &'a Schema<'a>) -> bool {
        matches!(self.step, FrameStep::Here) && is_recursive_at(schema, self.up)
    }

    pub(crate) fn frame(&self, schema: &'a Schema<'a>) -> Frame<'p, 'a> {
        Frame {
            step: self.step,
            named: schema.name.is_some().then_some(schema),
            // Types inside the wrapper are not the property's own value.
            optional: self.optional && !matches!(self.step, FrameStep::Here),
            up: Some(self.up),
            output: self.up.output,
        }
    }
}

/// Returns true if a value of the schema at this place is a string containing JSON, because the
/// type is recursive.
pub(crate) fn is_edge_of<'a>(d: &Dialect, schema: &'a Schema<'a>, place: &Place<'_, 'a>) -> bool {
    is_json_text(&mut d.reader(), schema)
        || enclosing_frame(schema, place.up).is_some()
            && recursion_is_text(
                &mut d.reader(),
                via_optional(schema, place.up, place.optional),
            )
}
