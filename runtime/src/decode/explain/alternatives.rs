//! Faults of a value that matches no alternative: those of the alternative that was probably meant.

use std::collections::HashSet;

use super::fields::shown_names;
use super::{Explain, TAG, TYPE, VALUE};
use crate::decode::errors::Fault;
use crate::decode::expected::{name_of, one_of};
use crate::decode::guided::{Cursor, EntryRole, Guided, SentFields, Walk, fields, tagged_by_list};
use crate::json_index::Node;
use crate::schema::{Field, Kind, Literal, Newtype, Object, Schema, Tagging, Union};
use crate::shape::{Place, object_alternatives, resolve};
use crate::suggest::nearest;

/// Maximum number of alternatives tried.
const ALTERNATIVES: usize = 64;

/// Maximum number of sent names that are compared with the known ones.
const GUESSES: usize = 3;

/// Weight of a name that only other alternatives have: less than a tag, more than the faults of a
/// few values.
const STRANGER: u32 = TAG / 2;

impl<'de> Explain<'_, 'de> {
    /// Explains a value that matches no alternative of a union.
    pub(super) fn union(&mut self, union: &'de Union<'de>, leaf: &Cursor<'_, 'de>) {
        if let Some(variant) = tagged_by_list(union, leaf.node) {
            let place = Place::choice(leaf.frame);
            return self.guided(Guided::of(leaf.walk, leaf.node, variant, place, None));
        }
        let n = union.variants.len().min(ALTERNATIVES);
        let external = matches!(union.tagging, Tagging::External);
        // A string names a variant, and an object is another form of the same choice.
        if external && let Some(text) = leaf.node.as_str() {
            let hint = nearest(text, unit_names(union)).map(ToOwned::to_owned);
            return self.unfit(leaf, &[], VALUE, hint);
        }
        let meant = if external {
            let names = union.variants.iter();
            let names = names.filter_map(|variant| variant_name(leaf.walk, variant));
            let known: Vec<String> = names.collect();
            nearest_of_all(leaf.node.members().map(|(name, _)| name), &known)
        } else {
            None
        };
        // A tag weighs more than the other members.
        let untagged = matches!(union.tagging, Tagging::Untagged) && leaf.node.is_object();
        let place = Place::choice(leaf.frame);
        let known: Vec<_> = (union.variants[..n].iter())
            .map(|variant| {
                let names = || self.names_known(leaf.walk, variant, place, leaf.node);
                untagged.then(names).flatten()
            })
            .collect();
        self.nearest_of(&known, leaf, meant, &|explain, i| {
            let variant = &union.variants[i];
            let node = leaf.walk.inside(union, variant, leaf.node);
            explain.guided(Guided::of(leaf.walk, node, variant, place, None));
            if external && !has_name(leaf.walk, variant, node) {
                explain.weight += TAG;
            }
        });
    }

    /// Adds the weight of names that only other alternatives have, most of all their tags.
    fn strangers(&mut self, all: &AlternativeNames<'de>, known: &AlternativeNames<'de>) {
        for name in &all.names {
            if !known.names.contains(name) {
                let is_tag = all.tags.contains(name);
                let tag = if is_tag { TAG + VALUE } else { 0 };
                self.weight = self.weight.saturating_add(STRANGER + tag);
            }
        }
    }

    /// Returns the names that were sent and that a variant has. `None` if it isn't an object with
    /// names of its own.
    fn names_known(
        &mut self,
        walk: Walk<'_, 'de>,
        variant: &'de Schema<'de>,
        place: Place<'_, 'de>,
        node: Node<'de>,
    ) -> Option<AlternativeNames<'de>> {
        if self.steps == 0 || place.is_only_itself(variant) {
            return None;
        }
        self.steps -= 1;
        let frame = place.frame(variant);
        let inner = Place::choice(&frame);
        match &variant.kind {
            Kind::Newtype(Newtype { ty: link, .. }) | Kind::Option(link) => {
                self.names_known(walk, resolve(link, &frame), inner, node)
            }
            Kind::Union(union) => {
                let mut names = AlternativeNames::default();
                for variant in union.variants.iter().take(ALTERNATIVES) {
                    if let Some(more) = self.names_known(walk, variant, inner, node) {
                        add_names(&mut names, &more);
                    }
                }
                Some(names)
            }
            Kind::Object(object) => {
                let mut names = AlternativeNames::default();
                for choice in 0..object_alternatives(object, &frame).min(ALTERNATIVES) {
                    let fields = fields(walk, object, choice, &frame, node);
                    self.steps = self.steps.saturating_sub(fields.entries.len());
                    add_names(&mut names, &own_names(&fields));
                }
                Some(names)
            }
            _ => None,
        }
    }

    /// Explains an object that matches none of its alternatives.
    pub(super) fn alternatives(
        &mut self,
        object: &'de Object<'de>,
        leaf: &Cursor<'_, 'de>,
        node: Node<'de>,
    ) {
        let n = object_alternatives(object, leaf.frame).min(ALTERNATIVES);
        let mut known: Vec<Option<AlternativeNames<'de>>> = Vec::new();
        let mut names = Vec::new();
        for choice in 0..n {
            let fields = fields(leaf.walk, object, choice, leaf.frame, node);
            self.steps = self.steps.saturating_sub(fields.entries.len());
            known.push(Some(own_names(&fields)));
            for name in shown_names(leaf.walk, &fields) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let is_known = |name: &str| {
            known
                .iter()
                .flatten()
                .any(|names| names.names.contains(name))
        };
        let strangers = node.members().map(|(name, _)| name);
        let meant = nearest_of_all(strangers.filter(|name| !is_known(name)), &names);
        self.nearest_of(&known, leaf, meant, &|explain, choice| {
            let fields = fields(leaf.walk, object, choice, leaf.frame, node);
            explain.fields(leaf.walk, &fields, node, fields.is_closed(leaf.walk));
        });
    }

    /// Reports the faults of the alternative with the lowest weight. If there isn't a single
    /// best one, reports only that none matches, with `meant` as the hint. `known`: the names that
    /// were sent and that each alternative has.
    fn nearest_of(
        &mut self,
        known: &[Option<AlternativeNames<'de>>],
        leaf: &Cursor<'_, 'de>,
        meant: Option<String>,
        explain: &dyn Fn(&mut Explain<'_, 'de>, usize),
    ) {
        let mut sent = AlternativeNames::default();
        for names in known.iter().flatten() {
            add_names(&mut sent, names);
        }
        let mut all: Vec<Explain<'_, 'de>> = Vec::new();
        for (i, known) in known.iter().enumerate() {
            let mut one = Explain {
                steps: self.steps,
                root: Some(leaf.node.id()),
                other_name: self.other_name,
                ..Explain::new(self.session)
            };
            explain(&mut one, i);
            if let Some(known) = known {
                one.strangers(&sent, known);
            }
            self.steps = one.steps;
            all.push(one);
        }
        let no_tag = keep_faults_of_tags(&mut all);
        let least = all.iter().map(|one| one.weight).min().unwrap_or(TYPE);
        all.retain(|one| one.weight == least);
        let none = |explain: &mut Self| explain.unfit(leaf, &[], VALUE, meant);
        if least >= TYPE || self.steps == 0 {
            return none(self);
        }
        // If the best alternatives differ in one value only, such as a tag, expect any of those
        // values.
        let [first, others @ ..] = all.as_slice() else {
            return none(self);
        };
        let same = |fault: &Fault, one: &Explain<'_, '_>| matches!(one.faults.as_slice(), [other] if other.path == fault.path && other.kind == fault.kind);
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
                    // Nested alternatives: this is the tag of the outer alternative too.
                    self.tag = Some((fault.clone(), first.wrong));
                }
                self.weight += least;
                self.add(fault);
            }
            _ => none(self),
        }
    }
}

/// Keeps the alternatives that explain the most. Returns true if no alternative's tag matches: then
/// only the tag is reported, because the rest depends on it.
fn keep_faults_of_tags(all: &mut Vec<Explain<'_, '_>>) -> bool {
    // An alternative without faults doesn't match either: serde would lose a value.
    if all.iter().any(|one| !one.faults.is_empty()) {
        all.retain(|one| !one.faults.is_empty());
    }
    let Some((first, _)) = all.first().and_then(|one| one.tag.as_ref()).cloned() else {
        return false;
    };
    let is_same =
        |one: &Explain<'_, '_>| matches!(&one.tag, Some((tag, _)) if tag.path == first.path);
    if !all.iter().all(is_same) {
        return false;
    }
    for one in all {
        if let Some((tag, sent)) = one.tag.take() {
            one.weight = TAG;
            one.faults = vec![tag];
            one.wrong = sent;
        }
    }
    true
}

/// Returns the member name of a variant of an externally tagged enum.
fn variant_name(walk: Walk<'_, '_>, variant: &Schema<'_>) -> Option<String> {
    match &variant.kind {
        Kind::Object(Object {
            fields: [field], ..
        }) => Some(name_of(walk.d, &field.key)),
        _ => None,
    }
}

/// Returns true if the object has the variant's name. Then this variant is meant, whatever faults
/// its content has.
fn has_name(walk: Walk<'_, '_>, variant: &Schema<'_>, node: Node<'_>) -> bool {
    variant_name(walk, variant)
        .is_none_or(|wanted| !node.is_object() || node.members().any(|(name, _)| name == wanted))
}

/// Names that were sent, and those of tags among them.
#[derive(Default)]
struct AlternativeNames<'de> {
    names: HashSet<&'de str>,
    tags: HashSet<&'de str>,
}

fn add_names<'de>(names: &mut AlternativeNames<'de>, more: &AlternativeNames<'de>) {
    names.names.extend(&more.names);
    names.tags.extend(&more.tags);
}

/// Returns the names that were sent and that are the alternative's own names.
fn own_names<'de>(fields: &SentFields<'_, 'de>) -> AlternativeNames<'de> {
    let mut own = AlternativeNames::default();
    for entry in &fields.entries {
        match entry.slot {
            EntryRole::Field { field, .. } => {
                own.names.insert(entry.sent);
                if field.flags & Field::TAG != 0 {
                    own.tags.insert(entry.sent);
                }
            }
            EntryRole::Unit { .. } => {
                own.names.insert(entry.sent);
            }
            _ => {}
        }
    }
    own
}

/// Returns a known name near to a sent one: the nearest to the first that is near to any.
fn nearest_of_all<'s>(sent: impl Iterator<Item = &'s str>, known: &[String]) -> Option<String> {
    sent.take(GUESSES)
        .find_map(|name| nearest(name, known.iter().map(String::as_str)))
        .map(ToOwned::to_owned)
}

/// The names of an externally tagged enum's unit variants, which form one alternative.
fn unit_names<'de>(union: &'de Union<'de>) -> impl Iterator<Item = &'de str> {
    let values = union
        .variants
        .iter()
        .filter_map(|variant| match &variant.kind {
            Kind::Enum(all) => Some(all.values),
            _ => None,
        });
    values.flatten().filter_map(|value| match &value.value {
        Literal::String(name) => Some(name.raw()),
        _ => None,
    })
}
