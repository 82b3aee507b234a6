//! Locations of schemas in a document, and resolution of references.

use std::collections::HashMap;

use serde_json::Value;

use crate::import::reference::{decoded, escape};

/// Keywords whose values are not schemas.
pub(super) const VALUES: [&str; 5] = ["enum", "const", "default", "example", "examples"];

/// Keywords whose values are objects of schemas, with names chosen by the author.
pub(super) const NAMED: [&str; 6] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependencies",
];

/// The reference targets other than the root.
#[derive(Default)]
pub(super) struct Places {
    /// Pointers to schemas with an `$id`, and its last segment, which a reference to it has too.
    addresses: Vec<(String, String)>,
    /// Pointers to schemas by anchor.
    anchors: HashMap<String, Vec<String>>,
}

impl Places {
    pub(super) fn of(root: &Value) -> Self {
        let mut places = Places::default();
        objects(root, &mut String::new(), &mut |members, at| {
            for (name, value) in members {
                let Some(text) = value.as_str() else { continue };
                match name.as_str() {
                    "$id" if !at.is_empty() => {
                        let segment = last_segment(text).to_owned();
                        places.addresses.push((at.to_owned(), segment));
                    }
                    "$anchor" | "$dynamicAnchor" => {
                        let all = places.anchors.entry(text.to_owned()).or_default();
                        all.push(at.to_owned());
                    }
                    _ => {}
                }
            }
        });
        places
    }

    /// All schemas that a reference may resolve to. There is more than one only if schemas have an
    /// `$id` or share an anchor.
    pub(super) fn targets<'s>(&self, root: &'s Value, reference: &str) -> Vec<&'s Value> {
        let pointers = self.pointers(root, reference);
        pointers.iter().filter_map(|at| root.pointer(at)).collect()
    }

    /// The pointers to these schemas.
    pub(super) fn pointers(&self, root: &Value, reference: &str) -> Vec<String> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let fragment = decoded(fragment);
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.anchors.get(&fragment).cloned().unwrap_or_default();
        }
        // Resolving an address keeps its last segment, but for these.
        let segment = Some(last_segment(address)).filter(|one| !["", ".", ".."].contains(one));
        let own = |of: &str| segment.is_none_or(|segment| of == segment);
        let addressed = self.addresses.iter().filter(|(_, of)| own(of));
        let root_segment = root.get("$id").and_then(Value::as_str).map(last_segment);
        // Without an `$id`, the root has no address.
        let is_root = address.is_empty() || root_segment.is_some_and(own);
        (is_root.then_some("").into_iter())
            .chain(addressed.map(|(at, _)| at.as_str()))
            .map(|at| format!("{at}{fragment}"))
            .filter(|at| root.pointer(at).is_some())
            .collect()
    }

    /// The pointers to the schemas with an `$id`.
    pub(super) fn addresses(&self) -> impl ExactSizeIterator<Item = &str> {
        self.addresses.iter().map(|(at, _)| at.as_str())
    }
}

/// The last segment of an address, without its query.
fn last_segment(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.rsplit(['/', ':']).next().unwrap_or_default()
}

/// Calls back with each object that may be a schema, and its pointer.
pub(super) fn objects(
    value: &Value,
    at: &mut String,
    each: &mut impl FnMut(&serde_json::Map<String, Value>, &str),
) {
    let mut step = |name: &str, value: &Value, at: &mut String| {
        let before = at.len();
        at.push('/');
        at.push_str(&escape(name));
        objects(value, at, each);
        at.truncate(before);
    };
    match value {
        Value::Object(members) => {
            for (name, inner) in members {
                if NAMED.contains(&name.as_str())
                    && let Value::Object(schemas) = inner
                {
                    let before = at.len();
                    at.push('/');
                    at.push_str(name);
                    for (name, schema) in schemas {
                        step(name, schema, at);
                    }
                    at.truncate(before);
                } else if !VALUES.contains(&name.as_str()) {
                    step(name, inner, at);
                }
            }
            each(members, at);
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                step(&format!("{i}"), item, at);
            }
        }
        _ => {}
    }
}

/// The pointer up to the outermost keyword that reverses acceptance: if a schema below it accepts
/// more, the whole may accept less. Without such a keyword, the pointer itself.
pub(super) fn monotone(pointer: &str) -> &str {
    const TURNS: [&str; 5] = ["not", "if", "oneOf", "contains", "dependencies"];
    let mut by_name = false;
    let mut end = 0;
    for part in pointer.split('/').skip(1) {
        end += 1 + part.len();
        let chosen = by_name;
        by_name = !chosen && NAMED.contains(&part);
        if !chosen && TURNS.contains(&part) {
            return &pointer[..end];
        }
    }
    pointer
}

/// Returns true if a pointer leads to an object of schemas by name.
pub(super) fn is_named(pointer: &str) -> bool {
    let mut named = false;
    for part in pointer.split('/').skip(1) {
        named = !named && NAMED.contains(&part);
    }
    named
}

/// The pointer up to the first named schema.
pub(super) fn outermost(pointer: &str) -> &str {
    let ends = pointer.char_indices().filter(|(_, c)| *c == '/');
    let mut ends = ends.map(|(at, _)| at).skip(2);
    ends.next().map_or(pointer, |end| &pointer[..end])
}
