//! A flattened, externally tagged enum: serde reads the first of its names in the text. Another one
//! would be lost, or a value of the map for other names.

use super::fields::{FieldEntry, SentFields};
use crate::schema::{Kind, Schema};
use crate::shape::{Frame, object_alternatives, walk_other_variants};

impl<'de> SentFields<'_, 'de> {
    /// Returns true if the name of another variant was sent too.
    pub(in crate::decode) fn has_other_variant(&self) -> bool {
        let others = self.entries.iter().filter(|entry| entry.is_other());
        others
            .into_iter()
            .any(|entry| self.variant_beside(entry).is_some())
    }

    /// Returns the variant that was sent beside this one.
    pub(in crate::decode) fn variant_beside(
        &self,
        entry: &FieldEntry<'de>,
    ) -> Option<&FieldEntry<'de>> {
        let mut found = None;
        walk_other_variants(
            self.object,
            self.choice,
            &self.frame,
            &mut |chosen, other| {
                if found.is_none() && other.answers_to(entry.name) {
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

/// Returns true if the schema is an object that flattens an externally tagged enum of several
/// variants.
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
        walk_other_variants(object, choice, frame, &mut |_, _| found = true);
    }
    found
}
