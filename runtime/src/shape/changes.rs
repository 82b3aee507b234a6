//! The changes to a value other than a dialect's rewrites.

use super::members::flattens_untagged;
use super::{Frame, Place, null_is_value, reads_null, resolve};
use crate::dialect::Dialect;
use crate::schema::{Field, Kind, Object, Tagging, Union};

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
        self.attempts(flattens_untagged(object, frame), Changes::OwnOnly)
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
