//! Repairs the lists of tools: puts each tool in the provider's envelope, and all tools in its own
//! list.

use core::mem;

use serde_json::{Map, Value};

use super::{Repair, at, discard, take};
use crate::dialect::DECLARATIONS;
use crate::lint::envelope::parts;
use crate::lint::finding::described;
use crate::lint::report::ChangeKind;
use crate::lint::request_layout::{EntryPlace, RequestToolList, inner, no_list};
use crate::lint::walk::below;
use crate::text::beginning;

/// The member of a repaired entry that has the number of its origin, until all lists are repaired.
/// Entries move, and some have no name.
pub(super) const ORIGIN: &str = "\0origin";

impl Repair<'_> {
    /// Puts a single tool without a list into one.
    pub(super) fn single(&mut self, request: &mut Value) {
        for list in self.body.lists(request) {
            if let Some(value @ Value::Object(_)) = at(request, list.path)
                && !list.path.is_empty()
            {
                *value = Value::Array(Vec::from([value.take()]));
                let pointer = below("", list.path);
                let why = "an object instead of a list";
                self.report.change(&pointer, None, ChangeKind::Moved, why);
            }
        }
    }

    /// Puts a single declaration of Google's without a list into one, and removes other values.
    pub(super) fn declarations(&mut self, request: &mut Value) {
        if !self.body.has_declarations() {
            return;
        }
        for list in self.body.lists(request) {
            let entries = at(request, list.path).and_then(Value::as_array_mut);
            for (i, entry) in entries.into_iter().flatten().enumerate() {
                let Value::Object(entry) = entry else {
                    continue;
                };
                let Some(key) = no_list(entry) else {
                    continue;
                };
                let pointer = below("", list.path) + &below(&format!("/{i}"), &[key]);
                let why = format!("{} instead of a list of functions", described(&entry[key]));
                let kind = if entry[key].is_object() {
                    entry[key] = Value::Array(Vec::from([entry[key].take()]));
                    ChangeKind::Moved
                } else {
                    entry.remove(key);
                    ChangeKind::Removed
                };
                self.report.change(&pointer, None, kind, why);
            }
        }
    }

    pub(super) fn lists(&mut self, request: &mut Value) {
        let mut moved = Vec::new();
        for list in self.body.lists(request) {
            let pointer = below("", list.path);
            let entries = match at(request, list.path).map(mem::take) {
                None => continue,
                Some(Value::Array(entries)) => entries,
                Some(other) => {
                    let why = format!("{} instead of the tools", described(&other));
                    self.report.change(&pointer, None, ChangeKind::Removed, why);
                    discard(other);
                    take(request, list.path);
                    continue;
                }
            };
            let out = self.entries(entries, &list);
            if list.misplaced {
                let why = "tools in a place that this provider doesn't read";
                self.report.change(&pointer, None, ChangeKind::Moved, why);
                take(request, list.path);
                let outer = &list.path[..1];
                if list.path.len() > 1 && at(request, outer).is_some_and(|outer| is_empty(outer)) {
                    take(request, outer);
                }
                moved.extend(out);
            } else if let Some(list) = at(request, list.path) {
                *list = Value::Array(out);
            }
        }
        if !moved.is_empty() {
            self.put(request, moved);
        }
        self.sort_origins(request);
        if !self.body.refusal().empty_list && !request.is_array() {
            self.empty(request);
        }
    }

    /// Puts the origins in the order of the entries, whose numbers are removed.
    fn sort_origins(&mut self, request: &mut Value) {
        let entries = self.body.all_entries(request).into_iter();
        let places: Vec<String> = entries.map(|(place, _)| place.pointer).collect();
        let mut given = mem::take(&mut self.origins);
        for place in places {
            let entry = request.pointer_mut(&place).and_then(Value::as_object_mut);
            let number = entry.and_then(|entry| entry.remove(ORIGIN)?.as_u64());
            let number = number.and_then(|number| usize::try_from(number).ok());
            let origin = number.and_then(|number| given.get_mut(number));
            let origin = origin.map_or_else(|| (place, None), mem::take);
            self.origins.push(origin);
        }
    }

    /// Adds tools to the provider's own list.
    fn put(&mut self, request: &mut Value, moved: Vec<Value>) {
        let path = self.body.provider.request().tools.path;
        let mut place = request;
        for key in path {
            if !place.is_object() {
                if !place.is_null() {
                    let why = format!("{} instead of an object with the tools", described(place));
                    let pointer = below("", &path[..1]);
                    self.report.change(&pointer, None, ChangeKind::Set, why);
                }
                discard(mem::replace(place, Value::Object(Map::new())));
            }
            place = &mut place[*key];
        }
        if !place.is_array() {
            *place = Value::Array(Vec::new());
        }
        let Value::Array(list) = place else { return };
        for entry in moved {
            // Google requires all functions in one list.
            match inner(&entry) {
                Some((key, _)) if self.body.has_declarations() => join(list, key, entry),
                _ => list.push(entry),
            }
        }
    }

    /// Removes a list without tools from a provider that rejects it, with the object around it.
    fn empty(&mut self, request: &mut Value) {
        let path = self.body.provider.request().tools.path;
        let tools = at(request, path);
        if tools.is_some_and(|tools| is_empty(tools)) {
            let why = "no tools are left, and a list without tools is refused";
            self.remove(request, &path[..1], why);
        }
    }

    fn entries(&mut self, entries: Vec<Value>, list: &RequestToolList) -> Vec<Value> {
        let mut out = Vec::with_capacity(entries.len());
        for (i, mut entry) in entries.into_iter().enumerate() {
            let (mut place, key) = self.body.place(list, i, &entry);
            let Some(key) = key else {
                self.loose(entry, place, &mut out);
                continue;
            };
            // A wrapper that this provider doesn't use.
            let strange = place.misplaced;
            place.misplaced |= list.misplaced;
            let within = match entry.get_mut(key).map(mem::take) {
                Some(Value::Array(within)) => within,
                _ => Vec::new(),
            };
            let mut kept = Vec::with_capacity(within.len());
            for (i, tool) in within.into_iter().enumerate() {
                kept.extend(self.tool(tool, place.at(i)));
            }
            if strange {
                out.extend(kept);
                self.drop_wrapper(entry, key, &place.pointer);
                continue;
            }
            let alone = entry.as_object().is_some_and(|map| map.len() == 1);
            if kept.is_empty() && place.declared && alone {
                continue;
            }
            entry[key] = Value::Array(kept);
            if place.declared && out.iter_mut().any(|one| declarations(one).is_some()) {
                let why = "functions in a separate list";
                self.report
                    .change(&place.pointer, None, ChangeKind::Moved, why);
                join(&mut out, key, entry);
            } else {
                out.push(entry);
            }
        }
        out
    }

    /// Removes the object around tools of Google, whose other members are tools that Google runs.
    fn drop_wrapper(&mut self, wrapper: Value, key: &str, list: &str) {
        let outer = list.rsplit_once('/').map_or("", |(outer, _)| outer);
        for other in wrapper.as_object().into_iter().flat_map(Map::keys) {
            if other != key {
                let why = format!("the provider doesn't accept `{}`", beginning(other));
                let pointer = below(outer, &[other]);
                self.report.change(&pointer, None, ChangeKind::Removed, why);
            }
        }
        discard(wrapper);
    }

    /// Repairs an entry that is itself a tool.
    fn loose(&mut self, entry: Value, place: EntryPlace, out: &mut Vec<Value>) {
        let map = entry.as_object();
        let function = map.is_none_or(|map| map.is_empty() || parts(map, place.format).is_some());
        let Some(tool) = self.tool(entry, place) else {
            return;
        };
        if self.body.has_declarations() && function {
            let key = DECLARATIONS[0];
            let wrapper = Map::from_iter([(key.to_string(), Value::Array(Vec::from([tool])))]);
            join(out, key, Value::Object(wrapper));
        } else {
            out.push(tool);
        }
    }
}

fn declarations(entry: &mut Value) -> Option<&mut Vec<Value>> {
    let key = inner(entry).map(|(key, _)| key);
    let key = key.filter(|key| *key != "tools")?;
    entry.get_mut(key)?.as_array_mut()
}

/// Moves the declarations of an entry to the first list that has some. The entry's other members
/// remain an entry.
fn join(list: &mut Vec<Value>, key: &str, mut entry: Value) {
    let Some(there) = list.iter_mut().find_map(declarations) else {
        list.push(entry);
        return;
    };
    if let Some(Value::Array(more)) = entry.as_object_mut().and_then(|map| map.remove(key)) {
        there.extend(more);
    }
    if entry.as_object().is_some_and(|rest| !rest.is_empty()) {
        list.push(entry);
    }
}

/// Returns `true` for `null` and an empty object or list.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => value.is_null(),
    }
}
