//! What is wrong with a value that is none of its alternatives: the faults of the one that was meant.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Explain, TAG, TYPE, VALUE};
use crate::convert::Place;
use crate::convert::members::walk_members;
use crate::decode::document::Node;
use crate::decode::errors::Fault;
use crate::decode::guided::{Entry, Fields, Leaf, Slot, Walk, fields};
use crate::decode::nearest::nearest;
use crate::decode::words::{name_of, one_of};
use crate::schema::{Kind, Object, Schema, Tagging, Union};
use crate::shape::object_alternatives;

/// Alternatives that are tried.
const ALTERNATIVES: usize = 64;

/// Names that are looked at for what they may have meant.
const GUESSES: usize = 3;

/// How much a name that only other alternatives have speaks against one: less than a tag, more than all that may be wrong with a few values.
const STRANGER: u32 = TAG / 2;

/// What was found out about one alternative.
struct Tried<'de> {
    weight: u32,
    faults: Vec<Fault>,
    tag: Option<(Fault, Option<&'de str>)>,
    /// The text that is no value of an enumeration, where that is what is wrong.
    wrong: Option<&'de str>,
}

impl<'de> Explain<'_, 'de> {
    /// A value that is no alternative of a union.
    pub(super) fn union(&mut self, union: &'de Union<'de>, leaf: &Leaf<'_, 'de>) {
        let n = union.variants.len().min(ALTERNATIVES);
        let external = matches!(union.tagging, Tagging::External);
        let meant = if external {
            let known: Vec<String> = union
                .variants
                .iter()
                .filter_map(|variant| variant_name(leaf.walk, variant))
                .collect();
            nearest_of_all(leaf.node.members().map(|(name, _)| name), &known)
        } else {
            None
        };
        self.nearest_of(n, leaf, meant, |explain, i| {
            let place = Place::choice(leaf.frame);
            let variant = &union.variants[i];
            let node = leaf.walk.inside(union, variant, leaf.node);
            explain.value(leaf.walk, variant, place, None, node);
            if external && !has_name(leaf.walk, variant, node) {
                explain.weight += TAG;
            }
        });
    }

    /// An object that is none of its alternatives.
    pub(super) fn alternatives(
        &mut self,
        object: &'de Object<'de>,
        leaf: &Leaf<'_, 'de>,
        node: Node<'de>,
    ) {
        let n = object_alternatives(object, leaf.frame).min(ALTERNATIVES);
        let mut known: Vec<BTreeSet<&str>> = Vec::new();
        let mut names = Vec::new();
        for choice in 0..n {
            let fields = fields(leaf.walk, object, choice, leaf.frame, node);
            self.steps = self.steps.saturating_sub(fields.entries.len());
            known.push(own_names(&fields));
            names_of(leaf.walk, &fields, &mut names);
        }
        let all: BTreeSet<&str> = known.iter().flatten().copied().collect();
        let strangers = node.members().map(|(name, _)| name);
        let meant = nearest_of_all(strangers.filter(|name| !all.contains(name)), &names);
        self.nearest_of(n, leaf, meant, |explain, choice| {
            let fields = fields(leaf.walk, object, choice, leaf.frame, node);
            explain.fields(leaf.walk, &fields, node, fields.is_closed());
            for _ in all.difference(&known[choice]) {
                explain.weight += STRANGER;
            }
        });
    }

    /// Tells the faults of the alternative that least speaks against; where there is no such one, only that it is none of them, and which one `meant` names.
    fn nearest_of(
        &mut self,
        n: usize,
        leaf: &Leaf<'_, 'de>,
        meant: Option<String>,
        explain: impl Fn(&mut Explain<'_, 'de>, usize),
    ) {
        let mut all: Vec<Tried<'de>> = Vec::new();
        for i in 0..n {
            let mut one = Explain {
                steps: self.steps,
                root: Some(leaf.node.id()),
                ..Explain::new(self.session)
            };
            explain(&mut one, i);
            self.steps = one.steps;
            all.push(Tried {
                weight: one.weight,
                faults: one.faults,
                tag: one.tag,
                wrong: one.wrong,
            });
        }
        // Where no tag is right, only the tag is told of: the rest depends on it.
        let mut no_tag = false;
        if let Some((first, _)) = all.first().and_then(|one| one.tag.as_ref()).cloned()
            && all
                .iter()
                .all(|one| matches!(&one.tag, Some((tag, _)) if tag.path == first.path))
        {
            no_tag = true;
            for one in &mut all {
                if let Some((tag, sent)) = one.tag.take() {
                    one.weight = TAG;
                    one.faults = alloc::vec![tag];
                    one.wrong = sent;
                }
            }
        }
        let least = all.iter().map(|one| one.weight).min().unwrap_or(TYPE);
        all.retain(|one| one.weight == least);
        let none = |explain: &mut Self| explain.unfit(leaf, &[], VALUE, meant);
        if least >= TYPE || self.steps == 0 {
            return none(self);
        }
        // Alternatives that differ in one value only, as by a tag: any of those values.
        let [first, others @ ..] = all.as_slice() else {
            return none(self);
        };
        let same = |fault: &Fault, one: &Tried<'_>| matches!(one.faults.as_slice(), [other] if other.path == fault.path && other.kind == fault.kind);
        match first.faults.as_slice() {
            [] => none(self),
            faults if others.is_empty() => {
                self.weight += least;
                for fault in faults {
                    self.add(fault.clone());
                }
            }
            [fault] if others.iter().all(|other| same(fault, other)) => {
                let mut expected: Vec<String> = Vec::new();
                let mut hints: Vec<String> = Vec::new();
                for fault in all.iter().flat_map(|one| &one.faults) {
                    if !expected.contains(&fault.expected) {
                        expected.push(fault.expected.clone());
                    }
                    hints.extend(fault.hint.clone());
                }
                let hint = match first.wrong {
                    Some(wrong) => {
                        nearest(wrong, hints.iter().map(String::as_str)).map(ToOwned::to_owned)
                    }
                    None => fault.hint.clone(),
                };
                let fault = Fault {
                    expected: one_of(expected),
                    hint,
                    ..fault.clone()
                };
                if no_tag {
                    // Alternatives in an alternative: it is the tag of that one, too.
                    self.tag = Some((fault.clone(), first.wrong));
                }
                self.weight += least;
                self.add(fault);
            }
            _ => none(self),
        }
    }
}

/// The name that stands for a variant of an externally tagged enum.
fn variant_name(walk: Walk<'_, '_>, variant: &Schema<'_>) -> Option<String> {
    match &variant.kind {
        Kind::Object(Object {
            fields: [field], ..
        }) => Some(name_of(walk.d, &field.key)),
        _ => None,
    }
}

/// Whether an object has the name that stands for the variant: what is in it may have any number of faults, it is that variant.
fn has_name(walk: Walk<'_, '_>, variant: &Schema<'_>, node: Node<'_>) -> bool {
    variant_name(walk, variant)
        .is_none_or(|wanted| !node.is_object() || node.members().any(|(name, _)| name == wanted))
}

/// The names that were sent and that an alternative has as names of its own.
fn own_names<'de>(fields: &Fields<'_, 'de>) -> BTreeSet<&'de str> {
    let own = |entry: &&Entry<'_>| matches!(entry.slot, Slot::Field { .. } | Slot::Unit { .. });
    fields
        .entries
        .iter()
        .filter(own)
        .map(|entry| entry.sent)
        .collect()
}

/// Adds the names that an alternative has.
fn names_of(walk: Walk<'_, '_>, fields: &Fields<'_, '_>, names: &mut Vec<String>) {
    walk_members(
        fields.object,
        fields.choice,
        &fields.frame,
        false,
        &mut |member, _, _| {
            let name = match member.field() {
                Some(field) => name_of(walk.d, &field.key),
                None => member.name().to_owned(),
            };
            if !names.contains(&name) {
                names.push(name);
            }
        },
    );
}

/// The known name that is nearest to the first of those sent that is near to any.
fn nearest_of_all<'s>(sent: impl Iterator<Item = &'s str>, known: &[String]) -> Option<String> {
    sent.take(GUESSES)
        .find_map(|name| nearest(name, known.iter().map(String::as_str)))
        .map(ToOwned::to_owned)
}
