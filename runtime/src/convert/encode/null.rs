//! The `null` of a property that may be absent, if it distinguishes alternatives.

use serde_json::Value;

use super::Encoder;
use crate::convert::reading::{LIMITS, reading};
use crate::decode::{Arena, Session};
use crate::json_index::{Node, scan};
use crate::schema::{Kind, Schema};
use crate::shape::Frame;

impl<'de> Encoder<'_, 'de> {
    /// Returns true if a `null` that is left out may make the value one of another alternative.
    /// `buffered`: serde distinguishes the alternatives by their members alone.
    pub(super) fn may_lose_null(self, buffered: bool, node: Node<'de>) -> bool {
        buffered && !self.keep_null && has_null(node)
    }

    pub(super) fn keeping_null(self) -> Self {
        Encoder {
            keep_null: true,
            ..self
        }
    }

    /// Returns the variant of a union, or the alternative of an object with flattened enums, that a
    /// value in the dialect's form is read as.
    pub(super) fn choice_read(
        self,
        schema: &Schema<'_>,
        frame: &Frame<'_, '_>,
        written: &Value,
    ) -> Option<usize> {
        let text = written.to_string();
        let tape = scan(&text, LIMITS).ok()?;
        let arena = Arena::new();
        let session = Session::new(self.d, &arena, LIMITS, &tape);
        let walk = reading(&session).inside_text(self.in_text);
        let node = tape.root(&text);
        match &schema.kind {
            Kind::Union(union) => {
                let found = walk.chosen_variant(schema, union, frame, node);
                found.map(|(_, i, _)| i)
            }
            Kind::Object(object) => {
                let found = walk.chosen_alternative(schema, object, frame, node);
                found.map(|(_, choice)| choice)
            }
            _ => None,
        }
    }
}

/// Returns true if an object in the value has a member that is `null`.
fn has_null(node: Node<'_>) -> bool {
    node.members()
        .any(|(_, value)| value.is_null() || has_null(value))
        || node.items().any(has_null)
}
