//! Questions about a type and the types inside it.

use std::collections::HashSet;

use crate::schema::{Format, Kind, Rules, Schema};
use crate::shape::{Frame, Place, resolve};

/// A question about a schema, its frame and the constraints of its place. `None` to look inside.
type Question<'q, 'de> =
    &'q mut dyn FnMut(&'de Schema<'de>, &Frame<'_, 'de>, Option<&'de Rules<'de>>) -> Option<bool>;

/// A search through a type and the types inside it.
struct TypeSearch<'q, 'de> {
    found: Question<'q, 'de>,
    /// True if it is limited to types that read the value itself: the content of a wrapper, a
    /// variant, or a flattened field.
    itself: bool,
    /// The types that were looked into. A type that is a variant in several places is looked into
    /// once, or their number would double with each level.
    seen: HashSet<*const Schema<'de>>,
}

/// Returns true if `found` is true for the schema or for one inside it.
pub(super) fn any_type_within<'de>(
    schema: &'de Schema<'de>,
    up: &Frame<'_, 'de>,
    found: &mut dyn FnMut(&'de Schema<'de>, &Frame<'_, 'de>, Option<&'de Rules<'de>>) -> bool,
) -> bool {
    let mut search = TypeSearch {
        found: &mut |schema, at, rules| found(schema, at, rules).then_some(true),
        itself: false,
        seen: HashSet::new(),
    };
    search.any(schema, None, up)
}

/// Returns true if `found` is true for a type that reads the value itself. `found` returns `None`
/// to look into the type.
pub(super) fn any_reader<'de>(
    schema: &'de Schema<'de>,
    up: &Frame<'_, 'de>,
    found: &mut dyn FnMut(&'de Schema<'de>) -> Option<bool>,
) -> bool {
    let mut search = TypeSearch {
        found: &mut |schema, _, _| found(schema),
        itself: true,
        seen: HashSet::new(),
    };
    search.any(schema, None, up)
}

impl<'de> TypeSearch<'_, 'de> {
    fn any(
        &mut self,
        schema: &'de Schema<'de>,
        rules: Option<&'de Rules<'de>>,
        up: &Frame<'_, 'de>,
    ) -> bool {
        let frame = Place::at(up).frame(schema);
        if let Some(found) = (self.found)(schema, &frame, rules) {
            return found;
        }
        if !self.seen.insert(schema) {
            return false;
        }
        let itself = self.itself;
        let mut inner = |schema, rules| self.any(schema, rules, &frame);
        let type_of = |link| resolve(link, &frame);
        match &schema.kind {
            Kind::Option(link) => inner(type_of(link), None),
            Kind::Newtype(newtype) => inner(type_of(&newtype.ty), newtype.rules),
            Kind::Union(union) => union.variants.iter().any(|variant| inner(variant, None)),
            Kind::Object(object) => {
                let mut fields = object.fields.iter();
                fields.any(|field| {
                    (!itself || frame.flattens(field)) && inner(type_of(&field.ty), field.rules())
                })
            }
            _ if itself => false,
            Kind::Array(array) => inner(type_of(&array.items), None),
            Kind::Map(map) => inner(type_of(&map.value), None),
            Kind::Tuple(types) => types.iter().any(|link| inner(type_of(link), None)),
            _ => false,
        }
    }
}

/// Returns true if a value of the schema holds a secret: a string of the format `password`.
pub(super) fn has_secret<'de>(
    schema: &'de Schema<'de>,
    rules: &[&Rules<'_>],
    up: &Frame<'_, 'de>,
) -> bool {
    let is_password =
        |format: Option<Format<'_>>| format.is_some_and(|format| format.name().raw() == "password");
    if rules.iter().any(|rules| is_password(rules.format)) {
        return true;
    }
    any_type_within(schema, up, &mut |schema, _, rules| {
        let of_type = match &schema.kind {
            Kind::String(text) => text.format,
            _ => None,
        };
        is_password(of_type) || rules.is_some_and(|rules| is_password(rules.format))
    })
}
