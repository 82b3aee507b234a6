//! The members of an object, under the names that serde reads.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::document::Node;
use super::super::words::expected;
use super::see::{has_key_twice, key_value_list};
use super::{Guided, Walk, What};
use crate::convert::members::{Member, Rest, is_member, walk_members};
use crate::convert::{Changes, Place};
use crate::dialect::MapStyle;
use crate::schema::{Field, Kind, Link, Literal, Newtype, Object, Schema};
use crate::shape::{
    Frame, is_closed, is_optional, item_type, key_is_renamed, object_alternatives, renamed,
    resolve, rest_key,
};

/// The members of an object that were sent, and the defaults that are filled in.
pub(crate) struct Fields<'s, 'de> {
    pub(crate) object: &'de Object<'de>,
    pub(crate) choice: usize,
    pub(crate) frame: Frame<'s, 'de>,
    pub(crate) entries: Vec<Entry<'de>>,
    rest: Rest<'s, 'de>,
}

/// One member.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'de> {
    /// The name that serde reads.
    pub(crate) name: &'de str,
    /// The name that was sent.
    pub(crate) sent: &'de str,
    pub(crate) node: Node<'de>,
    pub(crate) slot: Slot<'de>,
}

/// The role of an entry.
#[derive(Clone, Copy)]
pub(crate) enum Slot<'de> {
    /// A property, by its index among those of the object and of its flattened types.
    Field {
        index: usize,
        field: &'de Field<'de>,
        all_optional: bool,
        /// True if it belongs to the object itself, not to a flattened type.
        own: bool,
    },
    /// A unit variant of a flattened enum.
    Unit { index: usize },
    /// A default for a property that was not sent.
    Default { index: usize },
    /// A member with any name.
    Rest,
    /// A member with any name that is read unchanged: it isn't a value of the rest's type, or the
    /// rest has no type.
    Strange,
    /// A list of `{key, value}` with a duplicate key.
    Twice,
    /// A name that the object doesn't have.
    Unknown,
}

impl Entry<'_> {
    /// Returns the property's index.
    pub(super) fn index(&self) -> Option<usize> {
        match self.slot {
            Slot::Field { index, .. } | Slot::Unit { index } | Slot::Default { index } => {
                Some(index)
            }
            _ => None,
        }
    }
}

/// The members of an object that form a flattened type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(super) begin: usize,
    pub(super) end: usize,
    /// True if it includes the other names.
    pub(super) rest: bool,
}

impl Part {
    pub(crate) const fn new(begin: usize, end: usize, rest: bool) -> Self {
        Part { begin, end, rest }
    }

    pub(super) const ALL: Self = Part {
        begin: 0,
        end: usize::MAX,
        rest: true,
    };

    pub(super) fn has(&self, entry: &Entry<'_>) -> bool {
        match entry.index() {
            Some(index) => self.begin <= index && index < self.end,
            None => self.rest,
        }
    }
}

/// The member names received, each with a consumed flag.
struct Names<'de> {
    all: Vec<Sent<'de>>,
    /// Index after the last one consumed, because a model mostly keeps the schema's order.
    next: usize,
}

struct Sent<'de> {
    name: &'de str,
    node: Node<'de>,
    taken: bool,
}

impl<'de> Names<'de> {
    fn of(node: Node<'de>, about: usize) -> Self {
        let mut all = Vec::with_capacity(about);
        all.extend(node.members().map(|(name, node)| Sent {
            name,
            node,
            taken: false,
        }));
        Names { all, next: 0 }
    }

    /// Consumes a name. Names are unique.
    fn take(&mut self, name: &str) -> Option<(&'de str, Node<'de>)> {
        let is = |one: &Sent<'_>| !one.taken && one.name == name;
        let at = match self.all.get(self.next) {
            Some(one) if is(one) => self.next,
            _ => self.all.iter().position(is)?,
        };
        self.next = at + 1;
        let one = &mut self.all[at];
        one.taken = true;
        Some((one.name, one.node))
    }

    /// Returns the names that were not consumed.
    fn left(&self) -> impl Iterator<Item = &Sent<'de>> {
        self.all.iter().filter(|one| !one.taken)
    }
}

/// Returns the members of one alternative of an object.
pub(crate) fn fields<'s, 'de>(
    walk: Walk<'_, 'de>,
    object: &'de Object<'de>,
    choice: usize,
    frame: &'s Frame<'s, 'de>,
    node: Node<'de>,
) -> Fields<'s, 'de> {
    if let Some(entries) = in_order(walk, object, frame, node) {
        return Fields {
            object,
            choice,
            frame: *frame,
            entries,
            rest: Rest::None,
        };
    }
    let mut sent = Names::of(node, object.fields.len());
    let mut entries: Vec<Entry<'de>> = Vec::with_capacity(sent.all.len());
    let mut index = 0;
    let rest = walk_members(
        object,
        choice,
        frame,
        false,
        &mut |member, at, all_optional| {
            let own = core::ptr::eq(at, frame);
            if let Some(entry) = walk.member(member, at, all_optional, own, index, &mut sent) {
                entries.push(entry);
            }
            index += 1;
        },
    );
    let mut fields = Fields {
        object,
        choice,
        frame: *frame,
        entries,
        rest,
    };
    fields.take_rest(walk, &mut sent);
    fields
}

/// Fast path for names in field order under their own names, as models mostly send them. `None` if
/// the general path is needed. Both must agree.
fn in_order<'de>(
    walk: Walk<'_, 'de>,
    object: &'de Object<'de>,
    frame: &Frame<'_, 'de>,
    node: Node<'de>,
) -> Option<Vec<Entry<'de>>> {
    let mut members = node.members();
    let mut next = members.next();
    let mut entries = Vec::with_capacity(object.fields.len());
    let mut index = 0;
    for field in object.fields {
        if field.flags & (Field::FLATTEN | Field::FILL_DEFAULT) != 0 {
            return None;
        }
        if field.flags & Field::OUTPUT_ONLY != 0 {
            continue;
        }
        match next {
            Some((name, node)) if name == field.key.raw => {
                next = members.next();
                if !(node.is_null() && walk.changes.drop_null(walk.d, field, frame, false)) {
                    entries.push(Entry {
                        name,
                        sent: name,
                        node,
                        slot: Slot::Field {
                            index,
                            field,
                            all_optional: false,
                            own: true,
                        },
                    });
                }
            }
            // It may be present under another name, which may also be another field's.
            _ if !field.aliases().is_empty() || key_is_renamed(walk.d, field.key.facts) => {
                return None;
            }
            _ => {}
        }
        index += 1;
    }
    next.is_none().then_some(entries)
}

impl<'de> Walk<'_, 'de> {
    /// Returns the alternative that the value matches: the first that fits.
    pub(crate) fn alternative(
        self,
        schema: &'de Schema<'de>,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<usize> {
        let n = object_alternatives(object, frame);
        if n == 1 {
            return Some(0);
        }
        let question = self.question(schema, node, frame);
        self.session.choice(question, || {
            self.session.first(!self.lenient.is_none(), 0..n, |choice| {
                fields(self, object, choice, frame, node).fit(self)
            })
        })
    }

    /// Returns the first alternative whose tags and names are present, regardless of other faults.
    pub(super) fn nearest(
        self,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<usize> {
        if !node.is_object() {
            return None;
        }
        (0..object_alternatives(object, frame)).find(|choice| {
            let mut near = self.session.step();
            walk_members(
                object,
                *choice,
                frame,
                false,
                &mut |member, at, optional| {
                    near = near && member_is_there(self, member, at, optional, node);
                },
            );
            near
        })
    }

    /// Returns a property that was sent or has a default to fill in.
    fn member(
        self,
        member: &Member<'de>,
        at: &Frame<'_, 'de>,
        all_optional: bool,
        own: bool,
        index: usize,
        sent: &mut Names<'de>,
    ) -> Option<Entry<'de>> {
        let found = sent.take(member.name()).or_else(|| {
            let mut aliases = member.aliases().iter();
            aliases.find_map(|alias| sent.take(alias))
        });
        let found = found.map(|(name, node)| (name, name, node));
        let Some(field) = member.field() else {
            let (name, sent, node) = found?;
            return Some(Entry {
                name,
                sent,
                node,
                slot: Slot::Unit { index },
            });
        };
        let found = found.or_else(|| self.take_renamed(field, sent));
        let changes = self.changes.of_member(own);
        if let Some((name, sent, node)) = found
            && !(node.is_null() && changes.drop_null(self.d, field, at, all_optional))
        {
            return Some(Entry {
                name,
                sent,
                node,
                slot: Slot::Field {
                    index,
                    field,
                    all_optional,
                    own,
                },
            });
        }
        if field.flags & Field::FILL_DEFAULT == 0 {
            return None;
        }
        let default = field.default()?;
        let node = self.session.written(default, || {
            let mut text = String::new();
            write_default(default, &field.ty, at, &mut text)?;
            Some(text)
        })?;
        Some(Entry {
            name: field.key.raw,
            sent: field.key.raw,
            node,
            slot: Slot::Default { index },
        })
    }

    /// Consumes a property under the name that the dialect gave it.
    fn take_renamed(
        self,
        field: &'de Field<'de>,
        sent: &mut Names<'de>,
    ) -> Option<(&'de str, &'de str, Node<'de>)> {
        if !key_is_renamed(self.d, field.key.facts) {
            return None;
        }
        let (bytes, len) = renamed(field.key.raw);
        let name = core::str::from_utf8(&bytes[..len]).ok()?;
        let (found, node) = sent.take(name)?;
        Some((field.key.raw, found, node))
    }
}

/// Returns true if a property is present under a name that serde reads; a tag must have its own
/// value.
fn member_is_there<'de>(
    walk: Walk<'_, 'de>,
    member: &Member<'de>,
    at: &Frame<'_, 'de>,
    optional: bool,
    node: Node<'de>,
) -> bool {
    let names = core::iter::once(member.name()).chain(member.aliases().iter().copied());
    let found = names.into_iter().find_map(|name| node.get(name));
    match (found, member.field()) {
        (Some(item), Some(field)) if field.flags & Field::TAG != 0 => {
            walk.fits(resolve(&field.ty, at), &Place::at(at), item)
        }
        (None, Some(field)) => optional || is_optional(field, at),
        (found, _) => found.is_some(),
    }
}

impl<'s, 'de> Fields<'s, 'de> {
    /// Returns the property with that index, if it was sent.
    pub(crate) fn entry(&self, index: usize) -> Option<&Entry<'de>> {
        self.entries
            .iter()
            .find(|entry| entry.index() == Some(index))
    }

    /// Returns true if other names are rejected.
    pub(crate) fn is_closed(&self) -> bool {
        is_closed(self.object, self.choice, &self.frame)
    }

    /// Returns the other names that the object accepts.
    pub(crate) fn rest(&self) -> &Rest<'s, 'de> {
        &self.rest
    }

    /// Adds the members that no property consumed.
    fn take_rest(&mut self, walk: Walk<'_, 'de>, sent: &mut Names<'de>) {
        let entries = walk.d.maps != MapStyle::Schema
            || (walk.other.maps != MapStyle::Schema && matches!(self.rest, Rest::Values(..)));
        if !matches!(self.rest, Rest::None)
            && entries
            && let Some(key) = rest_key(self.object, self.choice, &self.frame)
            && !is_member(self.object, self.choice, &self.frame, key.raw)
        {
            let (bytes, len) = renamed(key.raw);
            let own = core::str::from_utf8(&bytes[..len]).unwrap_or_default();
            let found = key_is_renamed(walk.d, key.facts)
                .then(|| sent.take(own))
                .flatten()
                .or_else(|| sent.take(key.raw));
            if let Some((_, node)) = found.filter(|(_, node)| !node.is_null()) {
                self.take_list(walk, key.raw, node);
            }
        }
        let slot = match self.rest {
            Rest::None => Slot::Unknown,
            _ => Slot::Rest,
        };
        // In an open map, any JSON value is kept unchanged; only in a list of `{key, value}` it is
        // JSON text.
        for one in sent.left() {
            if walk.lenient.unknown_keys && matches!(self.rest, Rest::None) && self.is_closed() {
                walk.session.forgive(
                    one.node,
                    "a name that the object does not have was left out",
                );
                continue;
            }
            self.entries.push(Entry {
                name: one.name,
                sent: one.name,
                node: one.node,
                slot: match self.rest {
                    Rest::Any => Slot::Strange,
                    _ => slot,
                },
            });
        }
    }

    /// Adds the other names from a list of `{key, value}`, sent under the flattened field's name.
    fn take_list(&mut self, walk: Walk<'_, 'de>, name: &'de str, node: Node<'de>) {
        let one = |slot| Entry {
            name,
            sent: name,
            node,
            slot,
        };
        if !node.is_array() {
            return self.entries.push(one(Slot::Rest));
        }
        // A dialect that keeps other names in place may use the field's own name for one of them.
        if walk.d.maps == MapStyle::Schema
            && matches!(&self.rest, Rest::Values(ty, at)
                if walk.plain().fits(resolve(ty, at), &Place::at(at), node))
        {
            return self.entries.push(one(Slot::Rest));
        }
        match key_value_list(node) {
            Some(list) => {
                // The list takes precedence over a name that is also a property.
                self.entries
                    .retain(|entry| list.iter().all(|(key, _)| *key != entry.name));
                self.entries
                    .extend(list.into_iter().map(|(key, value)| Entry {
                        name: key,
                        sent: key,
                        node: value,
                        slot: Slot::Rest,
                    }));
            }
            None if has_key_twice(node) => self.entries.push(one(Slot::Twice)),
            None => self.entries.push(one(Slot::Strange)),
        }
    }

    /// Calls `look` with the value of an entry.
    pub(super) fn give(
        &self,
        walk: Walk<'_, 'de>,
        entry: &Entry<'de>,
        look: &mut dyn FnMut(Guided<'_, 'de>),
    ) {
        let node = entry.node;
        let walk = walk.of_member(matches!(entry.slot, Slot::Field { own: true, .. }));
        match entry.slot {
            Slot::Field {
                index,
                field,
                all_optional,
                own,
            } => {
                if own {
                    let place = Place::property(&self.frame, field, all_optional);
                    let schema = resolve(&field.ty, &self.frame);
                    return look(Guided::of(walk, node, schema, place, field.rules()));
                }
                self.give_inner(index, &mut |frame| {
                    let place = Place::property(frame, field, all_optional);
                    let schema = resolve(&field.ty, frame);
                    look(Guided::of(walk, node, schema, place, field.rules()));
                });
            }
            Slot::Rest => match &self.rest {
                Rest::Values(link, frame) => look(Guided::item(walk, node, link, frame)),
                _ if !walk.d.untyped => {
                    let inner = walk.session.open(node).unwrap_or(node);
                    look(Guided::raw(walk, inner));
                }
                _ => look(Guided::raw(walk, node)),
            },
            Slot::Unit { .. } if walk.holds_null(node) => {
                let inner = walk.session.open(node).unwrap_or(node);
                look(Guided::raw(walk, inner));
            }
            _ => look(Guided::raw(walk, node)),
        }
    }

    /// Describes the value expected for a property. `None` for other entries.
    pub(super) fn expected(&self, walk: Walk<'_, 'de>, entry: &Entry<'de>) -> Option<String> {
        let mut words = None;
        self.give(walk, entry, &mut |value| {
            if let What::As { schema, place, .. } = value.what {
                words = Some(expected(walk, schema, &place, &[]));
            }
        });
        words
    }

    /// Calls `at` with the frame of a flattened type's member. Such a frame exists only during the
    /// walk over the members.
    fn give_inner(&self, index: usize, at: &mut dyn FnMut(&Frame<'_, 'de>)) {
        let mut number = 0;
        walk_members(
            self.object,
            self.choice,
            &self.frame,
            false,
            &mut |_, frame, _| {
                if number == index {
                    at(frame);
                }
                number += 1;
            },
        );
    }

    /// Returns true if all required members are present and all members fit.
    pub(super) fn fit(&self, walk: Walk<'_, 'de>) -> bool {
        let mut fits = true;
        let mut known = 0;
        let mut number = 0;
        walk_members(
            self.object,
            self.choice,
            &self.frame,
            false,
            &mut |member, at, optional| {
                let index = number;
                number += 1;
                if !fits {
                    return;
                }
                let Some(entry) = self.entry(index) else {
                    fits = member
                        .field()
                        .is_some_and(|field| optional || is_optional(field, at));
                    return;
                };
                known += 1;
                fits = match (entry.slot, member.field()) {
                    (Slot::Default { .. }, _) => true,
                    (_, Some(field)) => {
                        let walk = walk.of_member(core::ptr::eq(at, &raw const self.frame));
                        let null = walk.changes != Changes::None
                            && entry.node.is_null()
                            && (optional || is_optional(field, at));
                        let place = Place::property(at, field, optional);
                        let schema = resolve(&field.ty, at);
                        null || Guided::of(walk, entry.node, schema, place, field.rules()).fits()
                    }
                    (_, None) => entry.node.is_null() || walk.holds_null(entry.node),
                };
            },
        );
        fits = fits && !(self.entries.iter()).any(|entry| matches!(entry.slot, Slot::Twice));
        let walk = walk.of_member(false);
        fits && match &self.rest {
            Rest::None => known == self.entries.len() || !self.is_closed(),
            Rest::Any => true,
            Rest::Values(link, frame) => self.entries.iter().all(|entry| match entry.slot {
                Slot::Rest => Guided::item(walk, entry.node, link, frame).fits(),
                Slot::Strange => Guided::item(walk.plain(), entry.node, link, frame).fits(),
                _ => true,
            }),
        }
    }

    /// Returns the entry of a part that has exactly one.
    pub(super) fn one(&self, part: Part) -> Option<&Entry<'de>> {
        let mut entries = self.entries.iter().filter(|entry| part.has(entry));
        let first = entries.next()?;
        entries.next().is_none().then_some(first)
    }
}

/// Writes a field's default as JSON.
fn write_default<'de>(
    literal: &Literal<'de>,
    ty: &'de Link<'de>,
    at: &Frame<'_, 'de>,
    out: &mut String,
) -> Option<()> {
    match literal {
        Literal::Null => out.push_str("null"),
        Literal::Bool(true) => out.push_str("true"),
        Literal::Bool(false) => out.push_str("false"),
        Literal::Number(n) => out.push_str(n.text()),
        Literal::String(text) => {
            out.push('"');
            out.push_str(text.json());
            out.push('"');
        }
        Literal::Variant(ident) => {
            let mut schema = resolve(ty, at);
            while let Kind::Option(inner) | Kind::Newtype(Newtype { ty: inner, .. }) = &schema.kind
            {
                schema = resolve(inner, at);
            }
            let Kind::Enum(values) = &schema.kind else {
                return None;
            };
            let one = values.values.iter().find(|one| one.ident == *ident)?;
            return write_default(&one.value, ty, at, out);
        }
        Literal::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_default(item, item_type(ty, i, at).unwrap_or(ty), at, out)?;
            }
            out.push(']');
        }
    }
    Some(())
}
