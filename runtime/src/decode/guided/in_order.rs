//! Structs read from a list, as serde allows: the fields in order, after the tag if it is a
//! variant.

use alloc::vec::Vec;

use super::seen::{Look, Ordered};
use super::{Leaf, List, Seen, Types, Walk};
use crate::convert::Place;
use crate::json_index::{Kind as Json, Node};
use crate::schema::{Field, Kind, Object, Schema, Tagging, Union};
use crate::shape::{Frame, resolve, takes_list, variant_takes_list};

/// Maximum number of types in one list, each the content of the previous one's variant. Even two
/// are unlikely; serde uses stack for each.
const DEEP: usize = 8;

/// Finds the fields of a list, one type after the other.
struct Fields<'w, 'de> {
    walk: Walk<'w, 'de>,
    items: &'w [Node<'de>],
}

/// Shows a list that represents an object: without rewrites, but with each field's constraints.
pub(super) fn see_fields_in_order<'de>(
    leaf: &Leaf<'_, 'de>,
    object: &'de Object<'de>,
    look: Look<'_, 'de>,
) {
    let items: Vec<_> = leaf.node.items().collect();
    let plain = Leaf {
        walk: leaf.walk.plain(),
        ..*leaf
    };
    let fields = Fields {
        walk: plain.walk,
        items: &items,
    };
    let mut look = Some(look);
    fields.object(object, leaf.frame, &[], DEEP, &mut |all, open| {
        let Some(look) = look.take() else { return };
        let types = Types::Fields { all, open };
        let items = &items;
        look(Seen::List(List { items, types }), &plain);
    });
    let Some(look) = look else { return };
    if leaf.walk.session.is_exhausted() {
        look(Seen::Spent, leaf);
    } else {
        look(Seen::Raw(leaf.node), leaf);
    }
}

/// A callback for the fields and for `open`: may there be more items? Not called if serde accepts
/// no list.
type Done<'f, 'de> = &'f mut dyn FnMut(&[Ordered<'_, 'de>], bool);

impl<'de> Fields<'_, 'de> {
    fn object(
        &self,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        before: &[Ordered<'_, 'de>],
        deep: usize,
        done: Done<'_, 'de>,
    ) {
        if !takes_list(object) {
            return;
        }
        let mut all = before.to_vec();
        for field in object.fields {
            if field.flags & Field::WHOLE != 0 {
                return self.whole(resolve(&field.ty, frame), frame, &all, deep, done);
            }
            if field.flags & Field::OUTPUT_ONLY == 0 {
                all.push(Ordered { field, frame });
            }
        }
        // Next to the tag, the content of a variant without fields is null.
        let unit = all.len() == before.len() + 1
            && all
                .last()
                .is_some_and(|it| it.field.flags & Field::TAG != 0);
        let null = matches!(&self.items[all.len().min(self.items.len())..], [it] if it.is_null());
        done(&all, unit && null);
    }

    /// Reads all items after a tag as the one type that the variant holds.
    fn whole(
        &self,
        schema: &'de Schema<'de>,
        up: &Frame<'_, 'de>,
        before: &[Ordered<'_, 'de>],
        deep: usize,
        done: Done<'_, 'de>,
    ) {
        let Some(deep) = deep.checked_sub(1) else {
            return self.walk.session.give_up();
        };
        let place = Place::choice(up);
        if place.is_nothing_but_itself(schema) {
            return;
        }
        let frame = place.frame(schema);
        match &schema.kind {
            Kind::Object(object) => self.object(object, &frame, before, deep, done),
            Kind::Option(inner) => self.whole(resolve(inner, &frame), &frame, before, deep, done),
            Kind::Newtype(newtype) => {
                let inner = resolve(&newtype.ty, &frame);
                self.whole(inner, &frame, before, deep, done);
            }
            Kind::Union(union)
                if matches!(union.tagging, Tagging::Internal | Tagging::Adjacent) =>
            {
                if let Some(object) = self.tagged(union, &frame, before.len()) {
                    self.object(object, &frame, before, deep, done);
                }
            }
            Kind::Any | Kind::Array(_) | Kind::Tuple(_) => done(before, true),
            Kind::Union(union) if union.tagging == Tagging::Untagged => done(before, true),
            // Serde doesn't accept a list for it.
            _ => {}
        }
    }

    /// Returns the variant whose tag is at that index of the list.
    fn tagged(
        &self,
        union: &'de Union<'de>,
        frame: &Frame<'_, 'de>,
        at: usize,
    ) -> Option<&'de Object<'de>> {
        let item = *self.items.get(at)?;
        if item.kind() == Json::Number {
            // Serde would read it as the variant's index, which no schema shows to a model.
            if !self.walk.explains {
                self.walk.session.refuse_number(item);
            }
            return None;
        }
        union
            .variants
            .iter()
            .find_map(|variant| match &variant.kind {
                Kind::Object(object) => {
                    let fits = variant_takes_list(union, variant, self.items.len() - at);
                    (fits && self.walk.is_tagged(object, frame, item)).then_some(object)
                }
                _ => None,
            })
    }
}

impl<'de> Walk<'_, 'de> {
    /// Returns true if a list may represent the object: by its tag, if it has one.
    pub(super) fn list_may_be(
        self,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> bool {
        takes_list(object)
            && match object.fields.first() {
                Some(field) if field.flags & Field::TAG != 0 => node
                    .items()
                    .next()
                    .is_some_and(|item| self.is_tagged(object, frame, item)),
                _ => true,
            }
    }

    /// Returns true if an object has that tag.
    fn is_tagged(self, object: &'de Object<'de>, frame: &Frame<'_, 'de>, item: Node<'de>) -> bool {
        object.fields.first().is_some_and(|field| {
            let schema = resolve(&field.ty, frame);
            field.flags & Field::TAG != 0
                && matches!(item.kind(), Json::Plain | Json::Escaped)
                && self.plain().fits(schema, &Place::at(frame), item)
        })
    }
}

impl<'de> List<'_, 'de> {
    /// Returns true if serde accepts that number of items.
    pub(super) fn is_complete(&self) -> bool {
        let Types::Fields { all, open } = self.types else {
            return true;
        };
        let sent = self.items.len();
        // Only serde's own defaults count; ours are filled into objects only.
        let may_end = |one: &Ordered<'_, 'de>| {
            one.field.flags & (Field::DEFAULTED | Field::FILL_DEFAULT) == Field::DEFAULTED
        };
        (open || sent <= all.len()) && all.iter().skip(sent).all(may_end)
    }
}
