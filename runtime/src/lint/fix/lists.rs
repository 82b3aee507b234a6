//! Repairs the lists of tools: puts each tool in the provider's envelope, and all tools in its own
//! list.

use core::mem;

use serde_json::{Map, Value};

use super::depth::discard;
use super::{Repair, at, take};
use crate::dialect::DECLARATIONS;
use crate::lint::envelope::parts;
use crate::lint::finding::described;
use crate::lint::report::ChangeKind;
use crate::lint::request_layout::{EntryPlace, inner, no_list};
use crate::lint::walk::{below, push_index};
use crate::provider::ToolFormat;
use crate::text::beginning;

/// The member of a repaired entry that has the number of its origin, until all lists are repaired.
/// Entries move, and some have no name.
pub(super) const ORIGIN: &str = "\0origin";

impl Repair<'_> {
    /// Puts a single tool without a list into one.
    pub(super) fn single(&mut self, request: &mut Value) {
        let lists = self.body.lists(request).into_iter();
        let single = lists.filter(|list| list.value.is_object());
        let places: Vec<String> = single.map(|list| list.pointer).collect();
        for pointer in places.iter().filter(|pointer| !pointer.is_empty()) {
            if let Some(list) = request.pointer_mut(pointer) {
                *list = Value::Array(Vec::from([list.take()]));
                let why = "an object instead of a list";
                self.report.change(pointer, None, ChangeKind::Moved, why);
            }
        }
    }

    /// Puts a single declaration of Google's without a list into one, and removes other values.
    pub(super) fn declarations(&mut self, request: &mut Value) {
        if !self.is_google() {
            return;
        }
        let lists = self.body.lists(request).into_iter();
        let lists: Vec<String> = lists.map(|list| list.pointer).collect();
        for list in lists {
            let Some(Value::Array(entries)) = request.pointer_mut(&list) else {
                continue;
            };
            for (i, entry) in entries.iter_mut().enumerate() {
                let Value::Object(entry) = entry else {
                    continue;
                };
                let Some(key) = no_list(entry) else {
                    continue;
                };
                let mut pointer = list.clone();
                push_index(&mut pointer, i);
                let pointer = below(&pointer, &[key]);
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

    /// Repairs all tools of a request.
    pub(super) fn lists(&mut self, request: &mut Value) {
        let paths: Vec<(Vec<String>, bool, ToolFormat)> = self
            .body
            .lists(request)
            .into_iter()
            .map(|list| {
                let path = list.pointer.split('/').skip(1);
                let path = path.map(ToOwned::to_owned).collect();
                (path, list.misplaced, list.format)
            })
            .collect();
        let mut moved = Vec::new();
        for (path, misplaced, format) in paths {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            let pointer = below("", &path);
            let Some(list) = at(request, &path) else {
                continue;
            };
            let entries = match mem::take(list) {
                Value::Array(entries) => entries,
                other => {
                    let why = format!("{} instead of the tools", described(&other));
                    self.report.change(&pointer, None, ChangeKind::Removed, why);
                    discard(other);
                    take(request, &path);
                    continue;
                }
            };
            let out = self.entries(entries, &pointer, format, misplaced);
            if misplaced {
                let why = "tools in a place that this provider doesn't read";
                self.report.change(&pointer, None, ChangeKind::Moved, why);
                take(request, &path);
                if path.len() > 1 && at(request, &path[..1]).is_some_and(|outer| is_empty(outer)) {
                    take(request, &path[..1]);
                }
                moved.extend(out);
            } else if let Some(list) = at(request, &path) {
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
        let lists = self.body.lists(request).into_iter();
        let entries = lists.flat_map(|list| self.body.entries(&list));
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
            let declarations = if self.is_google() {
                inner(&entry).map(|(key, _)| key)
            } else {
                None
            };
            match declarations {
                Some(key) => join(list, key, entry),
                None => list.push(entry),
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

    /// Returns `true` if the request uses Google's lists of declarations, which flat requests
    /// don't.
    fn is_google(&self) -> bool {
        self.body.is_google() && !self.body.flat
    }

    fn entries(
        &mut self,
        entries: Vec<Value>,
        pointer: &str,
        format: ToolFormat,
        misplaced: bool,
    ) -> Vec<Value> {
        let mut out = Vec::with_capacity(entries.len());
        for (at, mut entry) in entries.into_iter().enumerate() {
            let mut pointer = pointer.to_owned();
            push_index(&mut pointer, at);
            let key = inner(&entry).map(|(key, _)| key);
            let Some(key) = key else {
                self.loose(entry, pointer, format, &mut out);
                continue;
            };
            let pointer = below(&pointer, &[key]);
            let within = match entry.get_mut(key).map(mem::take) {
                Some(Value::Array(within)) => within,
                _ => Vec::new(),
            };
            let google = key != "tools";
            // A wrapper that this provider doesn't use.
            let strange = google && !self.is_google();
            let mut kept = Vec::with_capacity(within.len());
            for (i, tool) in within.into_iter().enumerate() {
                let mut place = EntryPlace {
                    pointer: pointer.clone(),
                    misplaced: strange || misplaced,
                    declared: google,
                    format,
                    namespace: (!google).then_some(at),
                };
                push_index(&mut place.pointer, i);
                kept.extend(self.tool(tool, place));
            }
            if strange {
                out.extend(kept);
                self.drop_wrapper(entry, key, &pointer);
            } else {
                if kept.is_empty() && google && entry.as_object().is_some_and(|map| map.len() == 1)
                {
                    continue;
                }
                entry[key] = Value::Array(kept);
                let first = out
                    .iter()
                    .any(|one| inner(one).is_some_and(|(key, _)| key != "tools"));
                if google && first {
                    let why = "functions in a separate list";
                    self.report.change(&pointer, None, ChangeKind::Moved, why);
                    join(&mut out, key, entry);
                } else {
                    out.push(entry);
                }
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
    fn loose(&mut self, entry: Value, pointer: String, format: ToolFormat, out: &mut Vec<Value>) {
        let function = entry
            .as_object()
            .is_none_or(|map| map.is_empty() || parts(map, format).is_some());
        let loose = self.is_google() && function;
        let place = EntryPlace {
            pointer,
            misplaced: loose,
            declared: false,
            format,
            namespace: None,
        };
        let Some(tool) = self.tool(entry, place) else {
            return;
        };
        if loose {
            let key = DECLARATIONS[0];
            let wrapper = Map::from_iter([(key.to_string(), Value::Array(Vec::from([tool])))]);
            join(out, key, Value::Object(wrapper));
        } else {
            out.push(tool);
        }
    }
}

/// Moves the declarations of an entry to the first list that has some. The entry's other members
/// remain an entry.
fn join(list: &mut Vec<Value>, key: &str, mut entry: Value) {
    let there = list.iter_mut().find_map(|one| {
        let key = inner(one)
            .map(|(key, _)| key)
            .filter(|key| *key != "tools")?;
        one.get_mut(key)?.as_array_mut()
    });
    let Some(there) = there else {
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
