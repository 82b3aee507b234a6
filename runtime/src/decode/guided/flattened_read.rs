//! Values that the type of a flattened `Option` rejects itself (`try_from`, `deserialize_with`).
//!
//! The schema accepts them, and serde reads the `Option` as `None` without a sign. So each such
//! `Option` that was sent is read once more, from the members that serde would give it.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::error::DecodeError;
use super::{EntryRole, FieldEntry, FlattenedPart, SentFields, Walk};
use crate::json_index::TokenKind;
use crate::schema::{Field, Kind, Link, Num, Object, ReadFlattened, Schema, Tagging};
use crate::shape::{
    Alternative, Frame, OtherNames, Wrappers, alternatives, choose, peel, resolve, takes_names,
    walk_members,
};

/// A flattened field in an alternative of its object.
struct FlattenedField<'s, 'de> {
    part: FlattenedPart,
    schema: &'de Schema<'de>,
    read: Option<ReadFlattened>,
    inner: Option<(&'de Object<'de>, usize, Frame<'s, 'de>)>,
}

impl FlattenedField<'_, '_> {
    fn flattens(&self) -> bool {
        let fields = self.inner.map_or(&[][..], |(object, ..)| object.fields);
        fields.iter().any(|field| field.has(Field::FLATTEN))
    }

    /// Returns true if serde passes all members to the type, not just its own: a map, an internally
    /// tagged or untagged enum, or an object with flattened fields.
    fn gets_all(&self, at: &Frame<'_, '_>) -> bool {
        match &peel(self.schema, Wrappers::All, Some(at)).kind {
            Kind::Union(union) => {
                matches!(union.tagging, Tagging::Internal | Tagging::Untagged)
            }
            Kind::Object(_) => self.flattens(),
            Kind::Enum(_) => false,
            _ => true,
        }
    }
}

impl<'de> SentFields<'_, 'de> {
    /// Reads each flattened `Option` of the part that was sent.
    pub(super) fn read_options(
        &self,
        walk: Walk<'_, 'de>,
        part: FlattenedPart,
    ) -> Result<(), DecodeError> {
        if !self.object.fields.iter().any(|f| f.has(Field::FLATTEN)) {
            return Ok(());
        }
        let sent = self.entries.iter().filter(|entry| part.has(entry));
        let (object, choice, frame) = (self.object, self.choice, self.frame);
        self.read_options_of(walk, object, choice, &frame, 0, sent.collect())
    }

    /// `begin`: the position of the object's first property. `members`: those that serde passes to
    /// the object.
    fn read_options_of(
        &self,
        walk: Walk<'_, 'de>,
        object: &'de Object<'de>,
        choice: usize,
        frame: &Frame<'_, 'de>,
        begin: usize,
        mut members: Vec<&FieldEntry<'de>>,
    ) -> Result<(), DecodeError> {
        let mut own = Vec::new();
        let flattened = flattened_fields(object, choice, frame, begin, &mut own);
        members.retain(|entry| entry.index().is_none_or(|index| !own.contains(&index)));
        for one in flattened {
            let inside: Vec<_> = members
                .iter()
                .copied()
                .filter(|e| one.part.has(e))
                .collect();
            if inside.is_empty() {
                continue;
            }
            let all = one.gets_all(frame);
            let given = if all { &members } else { &inside };
            if let Some(read) = one.read {
                self.read_option(walk, read, &inside, given)?;
            }
            if let Some((object, choice, at)) = one.inner
                && one.flattens()
            {
                let given = given.clone();
                self.read_options_of(walk, object, choice, &at, one.part.begin, given)?;
            }
            if !all || takes_names(one.schema, frame) {
                members.retain(|entry| !one.part.has(entry));
            }
        }
        Ok(())
    }

    fn read_option(
        &self,
        walk: Walk<'_, 'de>,
        read: ReadFlattened,
        inside: &[&FieldEntry<'de>],
        given: &[&FieldEntry<'de>],
    ) -> Result<(), DecodeError> {
        if inside.iter().any(|entry| is_wide(entry)) {
            return Err(DecodeError::new(
                "serde reads no 128-bit integer in a flattened type",
            ));
        }
        let mut members = Map::new();
        for entry in given {
            self.with_entry(walk, entry, &mut |value| {
                members.insert(entry.name.to_owned(), value.canonical());
            });
        }
        read(Value::Object(members)).map_err(|message| DecodeError::new(&message))
    }
}

/// Returns the flattened fields of an object, and adds the positions of its own properties.
fn flattened_fields<'s, 'de>(
    object: &'de Object<'de>,
    choice: usize,
    frame: &'s Frame<'s, 'de>,
    begin: usize,
    own: &mut Vec<usize>,
) -> Vec<FlattenedField<'s, 'de>> {
    let mut all = Vec::new();
    let (mut choice, mut index) = (choice, begin);
    for field in object.fields {
        if field.has(Field::OUTPUT_ONLY) {
            continue;
        }
        if !field.has(Field::FLATTEN) {
            let members = 1 + usize::from(field.unit_content().is_some());
            own.extend(index..index + members);
            index += members;
            continue;
        }
        let n = alternatives(&field.ty, frame);
        let schema = resolve(&field.ty, frame);
        let (begin, mut rest, mut inner) = (index, false, None);
        match choose(schema, choice % n, frame).0 {
            Alternative::Object(object, number, at) => {
                let found = walk_members(object, number, &at, &mut |_, _, _| index += 1);
                rest = !matches!(found, OtherNames::None);
                inner = Some((object, number, at));
            }
            Alternative::Unit(_) => index += 1,
            Alternative::Rest(..) | Alternative::AnyRest => rest = true,
            Alternative::Nothing | Alternative::Impossible => {}
        }
        choice /= n;
        all.push(FlattenedField {
            part: FlattenedPart::new(begin, index, rest),
            schema,
            read: field.read_flattened(),
            inner,
        });
    }
    all
}

/// Returns true for a number of a type of 128 bits, which serde can't read from its buffer.
fn is_wide(entry: &FieldEntry<'_>) -> bool {
    let EntryRole::Field { field, .. } = entry.slot else {
        return false;
    };
    let schema = match field.ty {
        Link::Static(schema) => schema.get(),
        Link::Borrowed(schema) => schema,
        Link::ByName(_) => return false,
    };
    let wide = |bound: &Num<'_>| bound.text().len() > 20;
    entry.node.kind() == TokenKind::Number
        && match &peel(schema, Wrappers::All, None).kind {
            Kind::Integer(integer) => wide(&integer.min) || wide(&integer.max),
            _ => false,
        }
}
