//! Values that the type of a flattened `Option` rejects itself (`try_from`, `deserialize_with`).
//!
//! The schema accepts them, and serde reads the `Option` as `None` without a sign. So each such
//! `Option` that was sent is read once more, from the members that serde would give it.

use serde::de::Error;
use serde_json::{Map, Value};

use super::super::within::any_type_within;
use super::error::DecodeError;
use super::{EntryRole, FieldEntry, FlattenedPart, SentFields, Walk};
use crate::json_index::TokenKind;
use crate::schema::{Field, Kind, Num, Object, ReadFlattened, Schema};
use crate::shape::{
    Alternative, Frame, OtherNames, Wrappers, alternatives, choose, map_key, peel, resolve,
    takes_names, walk_members,
};

/// A flattened field in an alternative of its object.
struct FlattenedField<'s, 'de> {
    field: &'de Field<'de>,
    part: FlattenedPart,
    schema: &'de Schema<'de>,
    inner: Option<(&'de Object<'de>, usize, Frame<'s, 'de>)>,
}

impl FlattenedPart {
    /// Returns the members of an object that belong to a flattened field, by its index.
    pub(crate) fn of<'de>(
        object: &'de Object<'de>,
        choice: usize,
        field: usize,
        frame: &Frame<'_, 'de>,
    ) -> FlattenedPart {
        let all = flattened_fields(object, choice, frame, 0, &mut Vec::new());
        let found = all
            .iter()
            .find(|one| core::ptr::eq(one.field, &raw const object.fields[field]));
        found.map_or(FlattenedPart::NONE, |one| one.part)
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
        let all = (self.object, self.choice, &self.frame);
        self.read_options_of(walk, all, 0, sent.collect(), false)
    }

    /// `begin`: the position of the object's first property. `members`: those that serde gives it.
    /// `kept`: true if a map outside of the object has the members too.
    fn read_options_of(
        &self,
        walk: Walk<'_, 'de>,
        (object, choice, frame): (&'de Object<'de>, usize, &Frame<'_, 'de>),
        begin: usize,
        mut members: Vec<&FieldEntry<'de>>,
        kept: bool,
    ) -> Result<(), DecodeError> {
        let mut own = Vec::new();
        let flattened = flattened_fields(object, choice, frame, begin, &mut own);
        members.retain(|entry| entry.index().is_none_or(|index| !own.contains(&index)));
        let with_rest = flattened.iter().filter(|one| one.part.rest).count();
        let mut after_map = kept;
        for one in flattened {
            let inside: Vec<_> = members
                .iter()
                .copied()
                .filter(|entry| one.part.has(entry))
                .collect();
            // A type that doesn't take its names gets all members.
            let takes = takes_names(one.schema, frame);
            // A map before it has its members too, and a map after it gets what it doesn't take.
            let others = with_rest > usize::from(one.part.rest);
            let kept = after_map || others && !takes;
            after_map = after_map || one.part.rest;
            if inside.is_empty() {
                continue;
            }
            if let Some(read) = one.field.read_flattened()
                && !kept
            {
                let given = if takes { &inside } else { &members };
                self.read_option(walk, &one, read, frame, given)?;
            }
            if let Some((object, choice, at)) = one.inner
                && object.fields.iter().any(|field| at.flattens(field))
            {
                let (begin, members) = (one.part.begin, members.clone());
                self.read_options_of(walk, (object, choice, &at), begin, members, kept)?;
            }
            if takes {
                members.retain(|entry| !one.part.has(entry));
            }
        }
        Ok(())
    }

    fn read_option(
        &self,
        walk: Walk<'_, 'de>,
        one: &FlattenedField<'_, 'de>,
        read: ReadFlattened,
        frame: &Frame<'_, 'de>,
        given: &[&FieldEntry<'de>],
    ) -> Result<(), DecodeError> {
        let wide = |entry: &&FieldEntry<'de>| one.part.has(entry) && is_wide(entry);
        if given.iter().any(wide) {
            return Err(DecodeError::custom(
                "serde reads no 128-bit integer in a flattened type",
            ));
        }
        let mut members = Map::new();
        for entry in given {
            self.with_entry(walk, entry, &mut |value| {
                members.insert(entry.name.to_owned(), value.canonical());
            });
        }
        match read(Value::Object(members)) {
            Err(message) if !has_maps_by_values(one.schema, frame) => {
                Err(DecodeError::custom(message))
            }
            _ => Ok(()),
        }
    }
}

/// Returns true if a type has maps by numbers or bools. Serde buffers their names as text, and the
/// decoder reads them nevertheless (see `keys`).
fn has_maps_by_values<'de>(schema: &'de Schema<'de>, frame: &Frame<'_, 'de>) -> bool {
    any_type_within(schema, frame, &mut |schema, at, _| match &schema.kind {
        Kind::Map(map) => matches!(
            map_key(&map.key, at).kind,
            Kind::Integer(_) | Kind::Number(_) | Kind::Boolean
        ),
        _ => false,
    })
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
            Alternative::Nothing | Alternative::Impossible(_) => {}
        }
        choice /= n;
        all.push(FlattenedField {
            field,
            part: FlattenedPart {
                begin,
                end: index,
                rest,
            },
            schema,
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
    let Some(schema) = field.ty.known() else {
        return false;
    };
    let wide = |bound: &Num<'_>| bound.text().len() > 20;
    entry.node.kind() == TokenKind::Number
        && match &peel(schema, Wrappers::All, None).kind {
            Kind::Integer(integer) => wide(&integer.min) || wide(&integer.max),
            _ => false,
        }
}
