//! Structs read from a list, as serde allows: the fields in order, after the tag if it is a
//! variant.

use super::canonical::has_item_twice;
use super::fits::{count, satisfies};
use super::resolved::{ConstraintChain, PositionalField, RestItems, ValueCallback, rules_in};
use super::tags::is_tagged;
use super::{Cursor, ItemTypes, ListItems, Resolved, Walk};
use crate::json_index::{Node, TokenKind as Json};
use crate::schema::{Array, Field, Kind, Object, Schema, Tagging, Union};
use crate::shape::{Frame, Place, resolve, takes_list, variant_takes_list};

/// Maximum number of types in one list, each the content of the previous one's variant. Even two
/// are unlikely; serde uses stack for each.
const MAX_DEPTH: usize = 8;

/// Finds the fields of a list, one type after the other.
struct PositionalFields<'w, 'de> {
    walk: Walk<'w, 'de>,
    items: &'w [Node<'de>],
}

/// Shows a list that represents an object: without rewrites, but with each field's constraints.
pub(super) fn see_fields_in_order<'de>(
    leaf: &Cursor<'_, 'de>,
    object: &'de Object<'de>,
    look: ValueCallback<'_, 'de>,
) {
    let items: Vec<_> = leaf.node.items().collect();
    let plain = Cursor {
        walk: leaf.walk.plain(),
        ..*leaf
    };
    let fields = PositionalFields {
        walk: plain.walk,
        items: &items,
    };
    let mut look = Some(look);
    fields.object(object, leaf.frame, &[], MAX_DEPTH, &mut |list| {
        if let Some(look) = look.take() {
            look(Resolved::List(list), &plain);
        }
    });
    let Some(look) = look else { return };
    if leaf.walk.session.is_exhausted() {
        look(Resolved::Spent, leaf);
    } else {
        look(Resolved::Raw(leaf.node), leaf);
    }
}

/// A callback for the list with its types. Not called if serde accepts no list.
type ListCallback<'f, 'de> = &'f mut dyn FnMut(ListItems<'_, 'de>);

impl<'de> PositionalFields<'_, 'de> {
    fn object(
        &self,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        before: &[PositionalField<'_, 'de>],
        deep: usize,
        done: ListCallback<'_, 'de>,
    ) {
        if !takes_list(object) {
            return;
        }
        let mut all = before.to_vec();
        for field in object.fields {
            if field.flags & Field::WHOLE != 0 {
                let schema = resolve(&field.ty, frame);
                return self.items_of_variant(schema, frame, &all, None, deep, done);
            }
            if field.flags & Field::OUTPUT_ONLY == 0 || field.has(Field::HIDDEN) {
                all.push(PositionalField { field, frame });
            }
        }
        // Next to the tag, the content of a variant without fields is null.
        let unit = all.len() == before.len() + 1
            && all
                .last()
                .is_some_and(|it| it.field.flags & Field::TAG != 0);
        let null = matches!(&self.items[all.len().min(self.items.len())..], [it] if it.is_null());
        let tail = if unit && null {
            RestItems::Null
        } else {
            RestItems::None
        };
        self.done(&all, tail, done);
    }

    fn done(
        &self,
        all: &[PositionalField<'_, 'de>],
        tail: RestItems<'_, 'de>,
        done: ListCallback<'_, 'de>,
    ) {
        done(ListItems {
            items: self.items,
            types: ItemTypes::Fields { all, tail },
        });
    }

    /// Reads all items after a tag as the one type that the variant holds.
    fn items_of_variant(
        &self,
        schema: &'de Schema<'de>,
        up: &Frame<'_, 'de>,
        before: &[PositionalField<'_, 'de>],
        rules: Option<&ConstraintChain<'_, 'de>>,
        deep: usize,
        done: ListCallback<'_, 'de>,
    ) {
        let Some(deep) = deep.checked_sub(1) else {
            return self.walk.session.give_up();
        };
        let place = Place::choice(up);
        if place.is_only_itself(schema) {
            return;
        }
        let frame = place.frame(schema);
        match &schema.kind {
            Kind::Object(object) => self.object(object, &frame, before, deep, done),
            Kind::Option(inner) => {
                let inner = resolve(inner, &frame);
                self.items_of_variant(inner, &frame, before, rules, deep, done);
            }
            Kind::Newtype(newtype) => {
                let newer = newtype.rules.map(|of| ConstraintChain {
                    rules: of,
                    up: rules,
                });
                let rules = newer.as_ref().or(rules);
                let inner = resolve(&newtype.ty, &frame);
                self.items_of_variant(inner, &frame, before, rules, deep, done);
            }
            Kind::Union(union)
                if matches!(union.tagging, Tagging::Internal | Tagging::Adjacent) =>
            {
                if let Some(object) = self.tagged(union, before.len()) {
                    self.object(object, &frame, before, deep, done);
                }
            }
            Kind::Union(union) if union.tagging == Tagging::Untagged => {
                self.first_that_fits(union, &frame, before, deep, done);
            }
            Kind::Any => self.done(before, RestItems::Any, done),
            Kind::Array(array) => {
                let kept = self.is_kept(array, &frame, before.len(), rules);
                self.done(before, RestItems::Array(array, &frame, kept), done);
            }
            Kind::Tuple(types) => self.done(before, RestItems::Tuple(types, &frame), done),
            // Serde doesn't accept a list for it.
            _ => {}
        }
    }

    /// Returns true if the items after a tag satisfy the constraints of an array.
    fn is_kept(
        &self,
        array: &'de Array<'de>,
        frame: &Frame<'_, 'de>,
        from: usize,
        rules: Option<&ConstraintChain<'_, 'de>>,
    ) -> bool {
        let items = self.items.get(from..).unwrap_or_default();
        let types = ItemTypes::One(&array.items, frame);
        let items = ListItems { items, types };
        let list = Resolved::List(items);
        rules_in(rules).all(|rules| satisfies(self.walk, rules, list))
            && (!array.unique || !has_item_twice(self.walk, items))
    }

    /// Reads all items after a tag as the first variant that takes them. Serde reads a variant's
    /// own fields from an object alone.
    fn first_that_fits(
        &self,
        union: &'de Union<'de>,
        frame: &Frame<'_, 'de>,
        before: &[PositionalField<'_, 'de>],
        deep: usize,
        done: ListCallback<'_, 'de>,
    ) {
        let mut found = false;
        for variant in union.variants {
            if found || matches!(variant.kind, Kind::Object(_)) {
                continue;
            }
            self.items_of_variant(variant, frame, before, None, deep, &mut |list| {
                let fits = |i| list.item(self.walk, i).is_some_and(|item| item.fits());
                if list.is_complete() && (0..list.items.len()).all(fits) {
                    found = true;
                    done(list);
                }
            });
        }
    }

    /// Returns the variant whose tag is at that index of the list.
    fn tagged(&self, union: &'de Union<'de>, at: usize) -> Option<&'de Object<'de>> {
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
                    (fits && is_tagged(variant, item)).then_some(object)
                }
                _ => None,
            })
    }
}

impl<'de> ListItems<'_, 'de> {
    /// Returns true if serde accepts that number of items.
    pub(super) fn is_complete(&self) -> bool {
        let ItemTypes::Fields { all, tail } = self.types else {
            return true;
        };
        let sent = self.items.len();
        // Only serde's own defaults count; ours are filled into objects only.
        let may_end = |one: &PositionalField<'_, 'de>| {
            one.field.flags & (Field::DEFAULTED | Field::FILL_DEFAULT) == Field::DEFAULTED
        };
        let more = sent.saturating_sub(all.len());
        let ends = match tail {
            RestItems::None => more == 0,
            RestItems::Null => more <= 1,
            RestItems::Any => true,
            RestItems::Array(array, ..) => array.exactly.is_none_or(|n| count(more).equals(&n)),
            RestItems::Tuple(types, _) => more == types.len(),
        };
        ends && all.iter().skip(sent).all(may_end)
    }

    /// Returns false if the items after a struct's fields violate a constraint.
    pub(in crate::decode) fn is_kept(&self) -> bool {
        !matches!(
            self.types,
            ItemTypes::Fields {
                tail: RestItems::Array(_, _, false),
                ..
            }
        )
    }
}
