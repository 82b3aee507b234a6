//! Errors of a type's own `Deserialize` that serde drops: it reads a flattened `Option` as `None`.
//!
//! Serde gives no sign of it, and the schema doesn't know what `try_from` or `deserialize_with`
//! rejects. But the dropped error was created as a [`DecodeError`]. After an error was created, a
//! value that was read nevertheless is looked at again: if a flattened `Option` in it was sent, the
//! error is that of the `Option`, which fits its schema.

use super::super::within::any_type_within;
use super::error::DecodeError;
use super::error_count::ErrorCount;
use super::flattened_option::flattens_option;
use super::{ExpectedForm, Guided, Resolved, SentFields, Walk};
use crate::schema::{Kind, Tagging};

impl Guided<'_, '_> {
    /// Returns the error that serde dropped while it read the value, if it is that of a flattened
    /// `Option`. `before`: the count when it began.
    #[cold]
    pub(super) fn reject_swallowed(&self, before: ErrorCount) -> Result<(), DecodeError> {
        before.restore();
        if self.buffers_option() && self.sends_option() {
            return Err(DecodeError::new(&ErrorCount::last_message()).at(self));
        }
        Ok(())
    }

    /// Returns true for a type with a flattened `Option`, if nothing in it is untagged: serde drops
    /// the errors of alternatives too.
    fn buffers_option(&self) -> bool {
        let ExpectedForm::As { schema, place, .. } = self.what else {
            return false;
        };
        let mut found = false;
        let untagged = any_type_within(schema, place.up, &mut |schema, at| {
            found = found || flattens_option(schema, at);
            matches!(&schema.kind, Kind::Union(union) if union.tagging == Tagging::Untagged)
        });
        found && !untagged
    }

    /// Returns true if a property of a flattened `Option` was sent, in the value or inside it.
    fn sends_option(&self) -> bool {
        let mut found = false;
        self.resolve(&mut |seen, leaf| {
            let walk = leaf.walk;
            found = match seen {
                Resolved::Fields(fields) => fields.sends_option(walk),
                Resolved::List(list) => (0..list.items.len())
                    .filter_map(|i| list.item(walk, i))
                    .any(|item| item.sends_option()),
                Resolved::Map(entries) => (0..entries.entries.len())
                    .filter_map(|i| entries.value(walk, i))
                    .any(|value| value.sends_option()),
                _ => false,
            };
        });
        found
    }
}

impl<'de> SentFields<'_, 'de> {
    /// Returns true if a property of a flattened `Option` was sent. A map in an `Option` also gets
    /// names of the types beside it, so its errors say nothing.
    fn sends_option(&self, walk: Walk<'_, 'de>) -> bool {
        if self.is_rest_optional() {
            return false;
        }
        self.entries.iter().any(|entry| {
            let mut found = entry.is_in_option();
            self.with_entry(walk, entry, &mut |value| {
                found = found || value.sends_option();
            });
            found
        })
    }
}
