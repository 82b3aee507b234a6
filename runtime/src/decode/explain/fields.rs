//! Faults of an object's members: missing, unknown, or with faults of their own.

use super::{Explain, SMALL, TAG, VALUE};
use crate::decode::errors::{Fault, FaultKind};
use crate::decode::expected::{
    KEY_VALUE, NO_CONTENT, expected, name_of, null, one_of_names, plain,
};
use crate::decode::guided::{EntryRole, FieldEntry, Guided, SentFields, Walk};
use crate::decode::path::{got_of, got_unknown, path, push_name};
use crate::json_index::Node;
use crate::schema::{Field, Rules};
use crate::shape::{Frame, MemberPosition, ObjectMember, Place, is_optional, resolve};
use crate::suggest::nearest;

impl<'de> Explain<'_, 'de> {
    /// Finds the faults of an object's members.
    pub(in crate::decode) fn fields(
        &mut self,
        walk: Walk<'_, 'de>,
        fields: &SentFields<'_, 'de>,
        node: Node<'de>,
        closed: bool,
    ) {
        // Every entry was visited to get here.
        self.steps = self.steps.saturating_sub(fields.entries.len());
        fields.each_member(&mut |member, at, position| {
            self.member(walk, fields, node, member, at, position);
        });
        for entry in &fields.entries {
            if self.is_full() {
                break;
            }
            if entry.is_other()
                && let Some(first) = fields.variant_beside(entry)
            {
                self.second_variant(first, entry);
                continue;
            }
            match entry.slot {
                EntryRole::Unknown | EntryRole::Hidden if closed => {
                    self.unknown(walk, fields, entry.sent, entry.node);
                }
                EntryRole::Rest => {
                    fields.with_rest(|map, frame| {
                        self.name_in_map(walk, map, frame, (entry.name, entry.node));
                        let before = core::mem::replace(&mut self.other_name, true);
                        self.guided(Guided::item(walk, entry.node, &map.value, frame));
                        self.other_name = before;
                    });
                }
                EntryRole::Unchanged | EntryRole::Duplicate => {
                    self.other_entries(walk, fields, entry);
                }
                _ => {}
            }
        }
    }

    /// Finds the faults of the list of other names.
    fn other_entries(
        &mut self,
        walk: Walk<'_, 'de>,
        fields: &SentFields<'_, 'de>,
        entry: &FieldEntry<'de>,
    ) {
        let node = entry.node;
        let is_beside = |key: &str| fields.is_beside_rest(key);
        let words = fields.with_rest(|map, frame| {
            if self.entry_list(walk, node, None, (&map.value, frame), &is_beside) {
                return None;
            }
            let schema = resolve(&map.value, frame);
            let value = expected(walk, schema, &Place::at(frame), &[]);
            Some((value, got_of(self.session, schema, &[], frame, node)))
        });
        let (value, got) = match (words, entry.slot) {
            (Some(Some(words)), _) => words,
            (None, EntryRole::Duplicate) => {
                let got = got_unknown(self.session, node);
                ("any JSON value".to_owned(), got)
            }
            _ => return,
        };
        let expected = format!("{KEY_VALUE}, no key twice, each value {value}");
        self.report(VALUE, FaultKind::Invalid, node, &expected, got);
    }

    /// Finds the faults of one property, sent or not.
    fn member(
        &mut self,
        walk: Walk<'_, 'de>,
        fields: &SentFields<'_, 'de>,
        node: Node<'de>,
        member: &ObjectMember<'de>,
        at: &Frame<'_, 'de>,
        position: MemberPosition,
    ) {
        let optional = position.is_optional();
        let entry = fields.entry(position.index);
        let Some(field) = member.field() else {
            let absent = entry.is_none() && member.may_be_absent(at);
            if !absent && entry.is_none_or(|entry| !walk.is_unit(entry.node)) {
                self.no_unit(walk, member, entry.map(|entry| entry.node), node);
            }
            return;
        };
        match entry {
            Some(entry) if matches!(entry.slot, EntryRole::Default { .. }) => {}
            Some(entry) => {
                if let Some(second) = fields.second_name(member, entry) {
                    let expected = format!("no second value for `{}`", name_of(walk.d, &field.key));
                    let schema = resolve(&field.ty, at);
                    let rules: Vec<_> = field.rules().into_iter().collect();
                    let got = got_of(self.session, schema, &rules, at, second.node);
                    self.report(SMALL, FaultKind::Invalid, second.node, &expected, got);
                }
                let null = entry.node.is_null() && (optional || is_optional(field, at));
                if !null {
                    let before = self.weight;
                    self.guided(Guided::property(walk, entry.node, (field, at), optional));
                    if field.has(Field::TAG) && self.weight > before {
                        self.weight += TAG;
                        let fault = self.faults.last().cloned();
                        self.tag = fault.map(|fault| (fault, entry.node.as_str()));
                    }
                }
            }
            None if fields.is_missing(member, at, position) => {
                let beside = fields.sent_beside(position);
                self.missing(walk, field, at, node, beside);
            }
            None => {}
        }
    }

    /// Reports the name of a second variant of a flattened enum: the later one in the text.
    fn second_variant(&mut self, first: &FieldEntry<'de>, second: &FieldEntry<'de>) {
        let is_later = first.node.id() < second.node.id();
        let weight = if is_later { VALUE } else { 2 * VALUE };
        let expected = format!("no second variant beside `{}`", first.sent);
        let got = got_unknown(self.session, second.node);
        self.report(weight, FaultKind::Invalid, second.node, &expected, got);
    }

    /// Reports a missing property. `beside` is a property that requires it.
    fn missing(
        &mut self,
        walk: Walk<'_, 'de>,
        field: &'de Field<'de>,
        at: &Frame<'_, 'de>,
        node: Node<'de>,
        beside: Option<&str>,
    ) {
        let schema = resolve(&field.ty, at);
        let rules: Vec<&Rules<'_>> = field.rules().into_iter().collect();
        let docs = if field.docs.is_empty() {
            schema.docs
        } else {
            field.docs
        };
        let words = expected(walk, schema, &Place::property(at, field, false), &rules);
        let words = match beside {
            Some(name) => format!("{words}, because `{name}` is present"),
            None => words,
        };
        let is_tag = field.has(Field::TAG);
        let weight = if is_tag { VALUE + TAG } else { VALUE };
        let name = name_of(walk.d, &field.key);
        self.report_missing(weight, (node, &name), words, plain(docs));
        if is_tag {
            self.tag = self.faults.last().cloned().map(|fault| (fault, None));
        }
    }

    fn no_unit(
        &mut self,
        walk: Walk<'_, 'de>,
        member: &ObjectMember<'de>,
        value: Option<Node<'de>>,
        node: Node<'de>,
    ) {
        let mut path = path(self.session, node);
        push_name(&mut path, member.name());
        // If its name was sent, this variant is the intended one.
        self.weight += VALUE + if value.is_some() { 0 } else { TAG };
        let expected = match member {
            ObjectMember::UnitContent(_) => NO_CONTENT,
            _ => null(walk.d),
        };
        let (kind, got) = match value {
            Some(node) => (FaultKind::Invalid, got_unknown(self.session, node)),
            None => (FaultKind::Missing, String::new()),
        };
        self.add(Fault::new(kind, path, expected.to_owned(), got));
    }

    /// Reports a name that the object doesn't have.
    fn unknown(
        &mut self,
        walk: Walk<'_, 'de>,
        fields: &SentFields<'_, 'de>,
        sent: &str,
        node: Node<'de>,
    ) {
        let names = shown_names(walk, fields);
        // Another alternative keeps the name if serde doesn't reject it here.
        let is_kept = !fields.is_closed(walk.losing_options());
        self.weight += if is_kept { TAG } else { SMALL };
        self.add(Fault {
            kind: FaultKind::Unknown,
            path: path(self.session, node),
            expected: one_of_names(&names),
            got: got_unknown(self.session, node),
            hint: nearest(sent, names.iter().map(String::as_str)).map(ToOwned::to_owned),
        });
    }
}

/// Returns the names of an alternative's properties as the schema has them.
pub(super) fn shown_names(walk: Walk<'_, '_>, fields: &SentFields<'_, '_>) -> Vec<String> {
    let mut names = Vec::new();
    fields.each_member(&mut |member, _, _| match member {
        ObjectMember::Field(field) => names.push(name_of(walk.d, &field.key)),
        ObjectMember::Unit(_) => names.push(member.name().to_owned()),
        ObjectMember::UnitContent(_) => {}
    });
    names
}
