//! Finds all faults of one call: walks the arguments with the schema without stopping at the first.

mod alternatives;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::constraint::num;
use crate::convert::Place;
use crate::convert::members::{Rest, walk_members};
use crate::decode::check;
use crate::decode::document::{Kind as Json, Node};
use crate::decode::errors::{Fault, FaultKind};
use crate::decode::guided::{
    Fields, Guided, Leaf, List, MapEntries, Seen, Session, Slot, Walk, count, key_fits,
};
use crate::decode::nearest::nearest;
use crate::decode::path::{got, path, push_name};
use crate::decode::words::{KEY_VALUE, expected, expected_root, list, name_of, null, plain};
use crate::schema::{Field, Kind, Map, Rules, Schema};
use crate::shape::{
    Frame, RootForm, has_members, is_optional, map_key, null_is_text, object_alternatives, resolve,
    root_form,
};

/// Returns the value of a wrapped root: an object's only member, if it has that name.
pub(in crate::decode) fn unwrapped<'de>(node: Node<'de>, name: &str) -> Option<Node<'de>> {
    let mut members = node.members();
    match (members.next(), members.next()) {
        (Some((found, inner)), None) if found == name => Some(inner),
        _ => None,
    }
}

/// Maximum number of faults; a model that made more isn't helped by all of them.
const MOST: usize = 100;
/// Step budget of one explanation, besides one step for each value. Deeply nested alternatives are
/// not explained completely.
const STEPS: usize = 50_000;
/// Weights of faults, to find the best alternative.
const TYPE: u32 = 10_000;
const TAG: u32 = 1_000;
const VALUE: u32 = 10;

/// Collects faults.
pub(in crate::decode) struct Explain<'e, 'de> {
    session: &'e Session<'de>,
    pub(in crate::decode) faults: Vec<Fault>,
    steps: usize,
    /// Sum of the weights, to compare alternatives.
    weight: u32,
    /// The value that is compared with alternatives.
    root: Option<(usize, u32)>,
    /// The fault in a tag, and the text sent as the tag.
    tag: Option<(Fault, Option<&'de str>)>,
    /// The last text that isn't a value of its enumeration.
    wrong: Option<&'de str>,
}

impl<'e, 'de> Explain<'e, 'de> {
    pub(in crate::decode) fn new(session: &'e Session<'de>) -> Self {
        Explain {
            session,
            faults: Vec::new(),
            steps: STEPS + session.size(),
            weight: 0,
            root: None,
            tag: None,
            wrong: None,
        }
    }

    /// Finds the faults of a value.
    pub(in crate::decode) fn value(
        &mut self,
        walk: Walk<'_, 'de>,
        schema: &'de Schema<'de>,
        place: Place<'_, 'de>,
        rules: Option<&'de Rules<'de>>,
        node: Node<'de>,
    ) {
        self.guided(Guided::of(walk, node, schema, place, rules));
    }

    pub(in crate::decode) fn guided(&mut self, value: Guided<'_, 'de>) {
        if self.is_full() || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let value = Guided {
            walk: value.walk.explaining(),
            ..value
        };
        value.see(&mut |seen, leaf| self.leaf(seen, leaf));
    }

    /// Finds the faults of a root.
    pub(in crate::decode) fn root(
        &mut self,
        walk: Walk<'_, 'de>,
        schema: &'de Schema<'de>,
        node: Node<'de>,
    ) {
        let place = Place::at(&Frame::ROOT);
        let RootForm::Under(name) = root_form(schema) else {
            return self.value(walk, schema, place, None, node);
        };
        if let Some(inner) = node.get(name) {
            self.names_beside(node, &[name.to_owned()]);
            self.value(walk, schema, place, None, inner);
        } else {
            let words = expected_root(walk, schema);
            self.add(Fault::unfit("$".to_owned(), words, got(node)));
        }
    }

    fn leaf(&mut self, seen: Seen<'_, 'de>, leaf: &Leaf<'_, 'de>) {
        if seen.is_null() && leaf.via.nullable {
            return;
        }
        // A type that contains only itself has no values, and following it would never end.
        if leaf.place.is_nothing_but_itself(leaf.schema) {
            return self.unfit(leaf, &[], VALUE, None);
        }
        let mut rules = Vec::new();
        let mut next = leaf.via.rules;
        while let Some(one) = next {
            rules.push(one.rules);
            next = one.up;
        }
        if leaf.is_beyond_float(&seen) || rules.iter().any(|rules| !check::kept(rules, &seen)) {
            return self.unfit(leaf, &rules, VALUE, None);
        }
        match (&leaf.schema.kind, seen) {
            (Kind::Array(array), Seen::List(items)) => {
                if array
                    .exactly
                    .is_some_and(|n| !count(items.items.len()).equals(&n))
                {
                    return self.unfit(leaf, &rules, VALUE, None);
                }
                if leaf.has_item_twice(&seen) {
                    self.wrong(FaultKind::Unfit, "no item twice", leaf.node);
                }
                self.items(leaf.walk, items);
            }
            (Kind::Tuple(types), Seen::List(items)) => {
                if items.items.len() != types.len() {
                    return self.unfit(leaf, &rules, VALUE, None);
                }
                self.items(leaf.walk, items);
            }
            // Serde accepts a list for a struct. That is not reported, but faults in its items are.
            (Kind::Object(_), Seen::List(items)) => {
                if !leaf.fits(seen) {
                    return self.unfit(leaf, &rules, VALUE, None);
                }
                self.items(leaf.walk, items);
            }
            (Kind::Object(_), Seen::Fields(fields)) => {
                self.fields(leaf.walk, fields, leaf.node, fields.is_closed());
            }
            (Kind::Object(object), Seen::Raw(node)) if node.is_object() => {
                // An empty object, sent in a string.
                let empty = node.members().next().is_none()
                    && (0..object_alternatives(object, leaf.frame))
                        .any(|choice| !has_members(object, choice, leaf.frame, false));
                if !empty {
                    self.alternatives(object, leaf, node);
                }
            }
            (Kind::Map(map), Seen::Map(_) | Seen::Raw(_)) if self.list_of_entries(map, leaf) => {}
            (Kind::Map(map), Seen::Map(entries)) => self.entries(map, entries, leaf),
            (Kind::Tuple(types), Seen::Raw(node))
                if node.is_object() && self.tuple_of_names(types, leaf) => {}
            (Kind::Union(union), Seen::Raw(_)) => self.union(union, leaf),
            (_, seen) => {
                if !leaf.fits(seen) {
                    self.unfit(leaf, &rules, VALUE, None);
                }
            }
        }
    }

    /// Finds the faults of a map's names and values.
    fn entries(&mut self, map: &'de Map<'de>, entries: MapEntries<'_, 'de>, leaf: &Leaf<'_, 'de>) {
        let key = map_key(&map.key, leaf.frame);
        for (i, (name, value)) in entries.entries.iter().enumerate() {
            if self.is_full() {
                break;
            }
            if !key_fits(leaf.walk, key, leaf.frame, name) {
                let words = expected(leaf.walk, key, &Place::at(leaf.frame), &[]);
                self.add(Fault {
                    kind: FaultKind::Unfit,
                    path: path(self.session, *value),
                    expected: format!("a name that is {words}"),
                    got: format!("`{}`", crate::decode::path::excerpt(name, 40)),
                    hint: None,
                });
                self.weight += VALUE;
            }
            if let Some(value) = entries.value(leaf.walk, i) {
                self.guided(value);
            }
        }
    }

    pub(in crate::decode) fn items(&mut self, walk: Walk<'_, 'de>, items: List<'_, 'de>) {
        for i in 0..items.items.len() {
            if self.is_full() {
                break;
            }
            if let Some(item) = items.item(walk, i) {
                self.guided(item);
            }
        }
    }

    /// Finds the faults of an object's members.
    pub(in crate::decode) fn fields(
        &mut self,
        walk: Walk<'_, 'de>,
        fields: &Fields<'_, 'de>,
        node: Node<'de>,
        closed: bool,
    ) {
        // Every entry was visited to get here.
        self.steps = self.steps.saturating_sub(fields.entries.len());
        let mut number = 0;
        walk_members(
            fields.object,
            fields.choice,
            &fields.frame,
            false,
            &mut |member, at, optional| {
                let index = number;
                number += 1;
                let entry = fields.entry(index);
                let Some(field) = member.field() else {
                    if entry
                        .is_none_or(|entry| !entry.node.is_null() && !walk.holds_null(entry.node))
                    {
                        self.no_unit(walk, member.name(), entry.map(|entry| entry.node), node);
                    }
                    return;
                };
                match entry {
                    Some(entry) if matches!(entry.slot, Slot::Default { .. }) => {}
                    Some(entry) => {
                        let null = entry.node.is_null() && (optional || is_optional(field, at));
                        if !null {
                            let place = Place::property(at, field, optional);
                            let before = self.weight;
                            let schema = resolve(&field.ty, at);
                            self.value(walk, schema, place, field.rules(), entry.node);
                            if field.flags & Field::TAG != 0 && self.weight > before {
                                self.weight += TAG;
                                let fault = self.faults.last().cloned();
                                self.tag = fault.map(|fault| (fault, entry.node.as_str()));
                            }
                        }
                    }
                    None if optional || is_optional(field, at) => {}
                    None => self.missing(walk, field, at, node),
                }
            },
        );
        for entry in &fields.entries {
            if self.is_full() {
                break;
            }
            match (entry.slot, fields.rest()) {
                (Slot::Unknown, _) if closed => self.unknown(walk, fields, entry.sent, entry.node),
                (Slot::Rest, Rest::Values(link, frame)) => {
                    self.guided(Guided::item(walk, entry.node, link, frame));
                }
                (Slot::Strange | Slot::Twice, Rest::Values(link, frame))
                    if self.entry_list(walk, entry.node, None, (link, frame)) => {}
                (Slot::Strange, Rest::Values(..)) | (Slot::Twice, _) => {
                    let value = match fields.rest() {
                        Rest::Values(link, frame) => {
                            expected(walk, resolve(link, frame), &Place::at(frame), &[])
                        }
                        _ => "any JSON value".to_owned(),
                    };
                    self.weight += VALUE;
                    self.add(Fault {
                        kind: FaultKind::Unfit,
                        path: path(self.session, entry.node),
                        expected: format!("{KEY_VALUE}, no key twice, each value {value}"),
                        got: got(entry.node),
                        hint: None,
                    });
                }
                _ => {}
            }
        }
    }

    /// Reports a missing property.
    fn missing(
        &mut self,
        walk: Walk<'_, 'de>,
        field: &'de Field<'de>,
        at: &Frame<'_, 'de>,
        node: Node<'de>,
    ) {
        let schema = resolve(&field.ty, at);
        let rules: Vec<&Rules<'_>> = field.rules().into_iter().collect();
        let docs = if field.docs.is_empty() {
            schema.docs
        } else {
            field.docs
        };
        let mut path = path(self.session, node);
        push_name(&mut path, &name_of(walk.d, &field.key));
        self.weight += VALUE
            + if field.flags & Field::TAG == 0 {
                0
            } else {
                TAG
            };
        self.add(Fault {
            kind: FaultKind::Missing,
            path,
            expected: expected(walk, schema, &Place::property(at, field, false), &rules),
            got: String::new(),
            hint: plain(docs),
        });
        if field.flags & Field::TAG != 0 {
            self.tag = self.faults.last().cloned().map(|fault| (fault, None));
        }
    }

    fn no_unit(
        &mut self,
        walk: Walk<'_, 'de>,
        name: &str,
        value: Option<Node<'de>>,
        node: Node<'de>,
    ) {
        let mut path = path(self.session, node);
        push_name(&mut path, name);
        // If its name was sent, this variant is the intended one.
        self.weight += VALUE + if value.is_some() { 0 } else { TAG };
        self.add(Fault {
            kind: match value {
                Some(_) => FaultKind::Unfit,
                None => FaultKind::Missing,
            },
            path,
            expected: null(walk.d).to_owned(),
            got: value.map(got).unwrap_or_default(),
            hint: None,
        });
    }

    /// Reports a name that the object doesn't have.
    fn unknown(
        &mut self,
        walk: Walk<'_, 'de>,
        fields: &Fields<'_, 'de>,
        sent: &str,
        node: Node<'de>,
    ) {
        let mut names = Vec::new();
        walk_members(
            fields.object,
            fields.choice,
            &fields.frame,
            false,
            &mut |member, _, _| {
                names.push(match member.field() {
                    Some(field) => name_of(walk.d, &field.key),
                    None => member.name().to_owned(),
                });
            },
        );
        let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        self.weight += VALUE / 2;
        self.add(Fault {
            kind: FaultKind::Unknown,
            path: path(self.session, node),
            expected: match quoted.as_slice() {
                [] => "no properties at all".to_owned(),
                [one] => format!("no property but {one}"),
                many => format!("one of {}", list(many, "or")),
            },
            got: got(node),
            hint: nearest(sent, names.iter().map(String::as_str)).map(ToOwned::to_owned),
        });
    }

    /// Reports a value of the wrong type or one that violates a constraint.
    fn unfit(
        &mut self,
        leaf: &Leaf<'_, 'de>,
        rules: &[&Rules<'_>],
        weight: u32,
        hint: Option<String>,
    ) {
        // State the type's bound only if the number exceeds it; otherwise its twenty digits are
        // noise.
        let bounds = beyond(leaf);
        let rules: Vec<&Rules<'_>> = rules.iter().copied().chain(&bounds).collect();
        let mut words = expected(leaf.walk, leaf.schema, leaf.place, &rules);
        if leaf.via.nullable && leaf.place.null {
            words = if null_is_text(leaf.walk.d, leaf.place.optional) {
                format!("a string that holds JSON: {words} or null")
            } else {
                format!("{words} or null")
            };
        }
        let node = leaf.node;
        let of_another_type = match &leaf.schema.kind {
            Kind::Object(_) | Kind::Map(_) => !node.is_object(),
            Kind::Array(_) | Kind::Tuple(_) => !node.is_array(),
            Kind::Integer(_) | Kind::Number(_) => node.kind() != Json::Number,
            Kind::String(_) => !node.is_string(),
            Kind::Enum(_) => !node.is_string() && node.kind() != Json::Number,
            _ => true,
        };
        self.weight += if of_another_type && self.root == Some(node.id()) {
            TYPE
        } else {
            weight
        };
        let mut fault = Fault {
            kind: FaultKind::Unfit,
            path: path(self.session, leaf.node),
            expected: words,
            got: if is_secret(leaf.schema) {
                "a value that is not shown".to_owned()
            } else {
                got(leaf.node)
            },
            hint,
        };
        if leaf.node.is_string() && fault.expected.starts_with("a string that holds JSON") {
            fault.got = self.broken_text(leaf.node, fault.got);
        }
        if let (Kind::Enum(values), Some(text)) = (&leaf.schema.kind, leaf.node.as_str()) {
            let names = values.values.iter().filter_map(|one| match &one.value {
                crate::schema::Literal::String(name) => Some(name.raw()),
                _ => None,
            });
            fault.hint = nearest(text, names).map(ToOwned::to_owned);
            self.wrong = Some(text);
        }
        self.add(fault);
    }

    /// Adds the position of the syntax error in a string that should hold JSON.
    fn broken_text(&self, node: Node<'de>, got: String) -> String {
        let text = node.as_str().unwrap_or_default();
        match crate::decode::scan::scan(text, self.session.limits()) {
            Ok(_) => got,
            Err(broken) => {
                let (line, column) = crate::decode::path::line_and_column(text, broken.offset);
                format!(
                    "{got}, broken in line {line}, column {column} ({})",
                    broken.what
                )
            }
        }
    }

    /// Adds the weight of a small mistake in a value of the right type.
    pub(in crate::decode) fn differ(&mut self) {
        self.weight += VALUE / 2;
    }

    pub(in crate::decode) fn session(&self) -> &'e Session<'de> {
        self.session
    }

    pub(in crate::decode) fn add(&mut self, fault: Fault) {
        if !self.is_full() {
            self.faults.push(fault);
        }
    }

    pub(in crate::decode) fn is_full(&self) -> bool {
        self.faults.len() >= MOST
    }
}

/// Returns the bound of a number type that a number exceeds.
fn beyond<'de>(leaf: &Leaf<'_, 'de>) -> Option<Rules<'de>> {
    let (least, most) = match (&leaf.schema.kind, leaf.node.kind()) {
        (Kind::Integer(of), Json::Number) => (&of.min, &of.max),
        (Kind::Number(float), Json::Number) => float.bounds()?,
        _ => return None,
    };
    let n = num(leaf.node.raw())?;
    Some(Rules {
        minimum: n.less_than(least).then_some(*least),
        maximum: most.less_than(&n).then_some(*most),
        ..Rules::NONE
    })
}

/// Returns true for a secret: `format: password`.
fn is_secret(schema: &Schema<'_>) -> bool {
    matches!(&schema.kind, Kind::String(text)
        if text.format.is_some_and(|format| format.name().raw() == "password"))
}
