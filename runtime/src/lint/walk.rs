//! Collects the schemas within a schema, without recursion: a request may be nested arbitrarily
//! deep.

use core::fmt::Write;
use core::ops::Range;

use serde_json::{Map, Value};

pub(super) use crate::request::{DEFINITIONS, find};
use crate::request::{SchemaStep, each_schema};

pub(super) const MAX_DEPTH: u32 = 128;

/// A schema within a schema.
pub(super) struct SchemaNode<'v> {
    /// The value instead of a schema.
    pub(super) value: &'v Value,
    /// The index of the parent schema; the root's is its own.
    parent: usize,
    /// The step below the keyword.
    step: Option<SchemaStep<'v>>,
    /// The indices of the child schemas.
    pub(super) children: Range<usize>,
    /// The keyword that contains it; empty for the root.
    pub(super) place: &'static str,
    /// The number of enclosing objects and arrays, since the root or the definition.
    pub(super) depth: u32,
    /// The number of the definition that contains it, from 1; 0 if none does.
    pub(super) definition: u32,
    /// The number of schemas around it.
    level: u32,
}

/// A schema and all schemas within it, parents before children.
pub(super) struct Schemas<'v> {
    pub(super) nodes: Vec<SchemaNode<'v>>,
    /// The pointer to the root.
    base: String,
    /// The first schema that was too deep to be collected.
    pub(super) too_deep: Option<usize>,
}

impl<'v> SchemaNode<'v> {
    pub(super) fn map(&self) -> Option<&'v Map<String, Value>> {
        self.value.as_object()
    }

    pub(super) fn get(&self, key: &str) -> Option<&'v Value> {
        self.value.get(key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(super) fn properties(&self) -> Option<&'v Map<String, Value>> {
        self.get("properties")?.as_object()
    }

    pub(super) fn required(&self) -> impl Iterator<Item = &'v str> + use<'v> {
        let names = self.get("required").and_then(Value::as_array);
        names.into_iter().flatten().filter_map(Value::as_str)
    }

    /// Returns `true` if `type` includes the name, in any case.
    pub(super) fn is(&self, name: &str) -> bool {
        match self.get("type") {
            Some(Value::String(one)) => one.eq_ignore_ascii_case(name),
            Some(Value::Array(several)) => several.iter().any(|one| {
                one.as_str()
                    .is_some_and(|one| one.eq_ignore_ascii_case(name))
            }),
            _ => false,
        }
    }

    pub(super) fn is_object(&self) -> bool {
        self.is("object") || self.has("properties")
    }

    /// The value of `anyOf`, in either spelling.
    pub(super) fn any_of(&self) -> Option<&'v Value> {
        self.get("anyOf").or_else(|| self.get("any_of"))
    }
}

impl<'v> Schemas<'v> {
    /// Collects all schemas in a schema, skipping keywords that `opens` rejects.
    pub(super) fn of(root: &'v Value, base: String, opens: impl Fn(&str) -> bool) -> Self {
        let mut all = Schemas {
            nodes: Vec::from([SchemaNode {
                value: root,
                parent: 0,
                step: None,
                children: 0..0,
                place: "",
                depth: 0,
                definition: 0,
                level: 0,
            }]),
            base,
            too_deep: None,
        };
        let mut definitions = 0;
        let mut at = 0;
        while at < all.nodes.len() {
            let first = all.nodes.len();
            all.open(at, &mut definitions, &opens);
            all.nodes[at].children = first..all.nodes.len();
            at += 1;
        }
        all
    }

    fn open(&mut self, at: usize, definitions: &mut u32, opens: &impl Fn(&str) -> bool) {
        let parent = &self.nodes[at];
        let (depth, around, level) = (parent.depth, parent.definition, parent.level + 1);
        let Some(map) = parent.map() else { return };
        each_schema(map, |place, step, value| {
            if !opens(place) {
                return;
            }
            if level > MAX_DEPTH {
                self.too_deep.get_or_insert(at);
                return;
            }
            let defines = DEFINITIONS.contains(&place);
            *definitions += u32::from(defines);
            self.nodes.push(SchemaNode {
                value,
                parent: at,
                step,
                children: 0..0,
                place,
                depth: match place {
                    "properties" | "items" | "additionalProperties" | "contains" => depth + 1,
                    _ if defines => 0,
                    _ => depth,
                },
                definition: if defines { *definitions } else { around },
                level,
            });
        });
    }

    /// Returns the name of the property that a schema belongs to, if any.
    pub(super) fn property(&self, at: usize) -> Option<&'v str> {
        match (self.nodes[at].place, self.nodes[at].step) {
            ("properties", Some(SchemaStep::Key(name))) => Some(name),
            _ => None,
        }
    }

    pub(super) fn pointer(&self, mut at: usize) -> String {
        let mut around = Vec::new();
        while at != 0 {
            around.push(&self.nodes[at]);
            at = self.nodes[at].parent;
        }
        let mut pointer = self.base.clone();
        for node in around.into_iter().rev() {
            push_key(&mut pointer, node.place);
            match node.step {
                Some(SchemaStep::Key(key)) => push_key(&mut pointer, key),
                Some(SchemaStep::Index(i)) => push_index(&mut pointer, i),
                None => {}
            }
        }
        pointer
    }
}

/// Appends a member's name to a pointer.
pub(super) fn push_key(pointer: &mut String, key: &str) {
    pointer.push('/');
    pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
}

pub(super) fn push_index(pointer: &mut String, index: usize) {
    // Writing to a `String` can't fail.
    let _ = write!(pointer, "/{index}");
}

/// Returns a pointer extended by members' names.
pub(super) fn below(pointer: &str, keys: &[&str]) -> String {
    let mut pointer = pointer.to_owned();
    for key in keys {
        push_key(&mut pointer, key);
    }
    pointer
}
