//! A flattened, externally tagged enum: serde reads the first of its names in the text. Another one
//! would be lost, or a value of the map for other names.

use super::fields::{FieldEntry, SentFields};
use crate::schema::{Field, Kind, Schema};
use crate::shape::{Frame, object_alternatives, walk_variants};

impl<'de> SentFields<'_, 'de> {
    /// Returns true if the name of another variant was sent too, or a second name of the same.
    pub(in crate::decode) fn has_other_variant(&self) -> bool {
        let is_flattened = |field: &Field<'_>| field.flags & Field::FLATTEN != 0;
        let mut others = self.entries.iter().filter(|entry| entry.is_other());
        self.object.fields.iter().any(is_flattened)
            && others.any(|entry| self.beside(entry, true).is_some())
    }

    /// Returns the variant that was sent beside this name of another.
    pub(in crate::decode) fn variant_beside(
        &self,
        entry: &FieldEntry<'de>,
    ) -> Option<&FieldEntry<'de>> {
        self.beside(entry, false)
    }

    fn beside(&self, entry: &FieldEntry<'de>, or_itself: bool) -> Option<&FieldEntry<'de>> {
        let mut found = None;
        walk_variants(
            self.object,
            self.choice,
            &self.frame,
            &mut |chosen, other| {
                let is_second =
                    other.answers_to(entry.name) && (or_itself || !chosen.answers_to(entry.name));
                if found.is_none() && is_second {
                    let is_chosen = |entry: &&FieldEntry<'_>| {
                        entry.index().is_some() && chosen.answers_to(entry.name)
                    };
                    found = self.entries.iter().find(is_chosen);
                }
            },
        );
        found
    }
}

/// Returns true if the schema is an object that flattens an externally tagged enum.
pub(super) fn flattens_external_enum<'de>(
    schema: &'de Schema<'de>,
    frame: &Frame<'_, 'de>,
) -> bool {
    let Kind::Object(object) = &schema.kind else {
        return false;
    };
    let mut found = false;
    for choice in 0..object_alternatives(object, frame) {
        if found {
            break;
        }
        walk_variants(object, choice, frame, &mut |_, _| found = true);
    }
    found
}
