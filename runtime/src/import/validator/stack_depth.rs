//! Upper bounds on the size of the compiled schema, and on how many schemas apply to one value:
//! `jsonschema` recurses once per schema.

use std::collections::HashMap;

use crate::decode::JsonTree;
use crate::import::reference::Document;

/// Maximum number of schemas that apply to one value.
const MAX_SCHEMAS: usize = 32;

/// Maximum number of schemas that `unevaluatedProperties` and `unevaluatedItems` have to look into:
/// they are compiled once more for each way to them.
const MAX_UNEVALUATED: usize = 20_000;

/// Maximum bytes of the pointers to all schemas: a compiled schema owns its pointer.
const MAX_POINTERS: usize = 64 << 20;

/// The keywords whose schemas apply to the same value.
const ONE: [&str; 4] = ["not", "if", "then", "else"];
const LIST: [&str; 3] = ["allOf", "anyOf", "oneOf"];
const NAMED: [&str; 2] = ["dependentSchemas", "dependencies"];
const UNEVALUATED: [&str; 2] = ["unevaluatedProperties", "unevaluatedItems"];
const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

struct StackDepth<'d, 'j> {
    document: &'d Document<'j>,
    /// By the address of a schema in memory; `None` while it is being computed.
    known: HashMap<usize, Option<Reach>>,
    unevaluated: usize,
    pointers: usize,
}

/// The schemas that apply to the value of a schema.
#[derive(Clone, Copy)]
struct Reach {
    /// The most in one another.
    depth: usize,
    /// All of them, once for each way to them.
    number: usize,
}

/// Returns the maximum number of schemas that apply to one value, with references followed. Returns
/// an error if there are too many, or a cycle.
pub(super) fn reach(document: &Document<'_>) -> Result<usize, String> {
    let mut reach = StackDepth {
        document,
        known: HashMap::new(),
        unevaluated: 0,
        pointers: 0,
    };
    reach.all(document.root, 0)
}

impl<'j> StackDepth<'_, 'j> {
    /// Visits every object of the document. Objects that are not schemas are harmless.
    fn all(&mut self, value: &'j JsonTree, pointer: usize) -> Result<usize, String> {
        let mut most = 0;
        match value {
            JsonTree::Object(members) => {
                let reach = self.over(value, 0)?;
                most = reach.depth;
                if UNEVALUATED.iter().any(|name| value.get(name).is_some()) {
                    self.unevaluated = self.unevaluated.saturating_add(reach.number);
                }
                self.pointers += pointer;
                if self.unevaluated > MAX_UNEVALUATED {
                    return Err(format!(
                        "it is not checked: `unevaluatedProperties` and `unevaluatedItems` apply to more than {MAX_UNEVALUATED} schemas"
                    ));
                }
                if self.pointers > MAX_POINTERS {
                    return Err("it is not checked: the names in it are too long".to_owned());
                }
                for (name, inner) in members {
                    most = most.max(self.all(inner, pointer + 1 + name.len())?);
                }
            }
            JsonTree::Array(items) => {
                for item in items {
                    most = most.max(self.all(item, pointer + 8)?);
                }
            }
            _ => {}
        }
        Ok(most)
    }

    fn over(&mut self, schema: &'j JsonTree, depth: usize) -> Result<Reach, String> {
        let mut reach = Reach {
            depth: 0,
            number: 0,
        };
        let JsonTree::Object(members) = schema else {
            return Ok(reach.around());
        };
        let place = core::ptr::from_ref(schema).addr();
        match self.known.get(&place) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => {
                return Err(
                    "it is not checked: schemas refer to one another in a circle, with no value in between".into(),
                );
            }
            None if depth > MAX_SCHEMAS => {
                return Err(format!(
                    "it is not checked: more than {MAX_SCHEMAS} schemas apply to one value"
                ));
            }
            None => self.known.insert(place, None),
        };
        for (name, value) in members {
            let name = name.as_str();
            match value {
                JsonTree::String(target) if REFERENCES.contains(&name) => {
                    // An unresolvable reference is reported on compilation.
                    if let Ok((_, found)) = self.document.find(target) {
                        reach.add(self.over(found, depth + 1)?);
                    }
                }
                JsonTree::Object(_) if ONE.contains(&name) => {
                    reach.add(self.over(value, depth + 1)?);
                }
                JsonTree::Object(all) if NAMED.contains(&name) => {
                    for (_, one) in all {
                        reach.add(self.over(one, depth + 1)?);
                    }
                }
                JsonTree::Array(all) if LIST.contains(&name) => {
                    for one in all {
                        reach.add(self.over(one, depth + 1)?);
                    }
                }
                _ => {}
            }
        }
        let reach = reach.around();
        self.known.insert(place, Some(reach));
        Ok(reach)
    }
}

impl Reach {
    /// Adds schemas that apply beside the others.
    fn add(&mut self, other: Reach) {
        self.depth = self.depth.max(other.depth);
        self.number = self.number.saturating_add(other.number);
    }

    /// Adds the schema around them.
    fn around(self) -> Reach {
        Reach {
            depth: self.depth + 1,
            number: self.number.saturating_add(1),
        }
    }
}
