//! Upper bound on how many schemas apply to one value, since `jsonschema` recurses once per schema.

use std::collections::HashMap;

use crate::decode::JsonTree;
use crate::import::reference::Document;

/// Maximum number of schemas that apply to one value.
const MAX_SCHEMAS: usize = 32;

/// The keywords whose schemas apply to the same value.
const ONE: [&str; 4] = ["not", "if", "then", "else"];
const LIST: [&str; 3] = ["allOf", "anyOf", "oneOf"];
const NAMED: [&str; 2] = ["dependentSchemas", "dependencies"];
const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

struct StackDepth<'d, 'j> {
    document: &'d Document<'j>,
    /// By the address of a schema in memory; `None` while it is being computed.
    known: HashMap<usize, Option<usize>>,
}

/// Returns the maximum number of schemas that apply to one value, with references followed. Returns
/// an error if there are too many, or a cycle.
pub(super) fn reach(document: &Document<'_>) -> Result<usize, String> {
    let mut reach = StackDepth {
        document,
        known: HashMap::new(),
    };
    reach.all(document.root)
}

impl<'j> StackDepth<'_, 'j> {
    /// Visits every object of the document. Objects that are not schemas are harmless.
    fn all(&mut self, value: &'j JsonTree) -> Result<usize, String> {
        let mut most = 0;
        match value {
            JsonTree::Object(members) => {
                most = self.over(value, 0)?;
                for (_, inner) in members {
                    most = most.max(self.all(inner)?);
                }
            }
            JsonTree::Array(items) => {
                for item in items {
                    most = most.max(self.all(item)?);
                }
            }
            _ => {}
        }
        Ok(most)
    }

    fn over(&mut self, schema: &'j JsonTree, depth: usize) -> Result<usize, String> {
        let JsonTree::Object(members) = schema else {
            return Ok(1);
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
        let mut most = 0;
        for (name, value) in members {
            let name = name.as_str();
            match value {
                JsonTree::String(target) if REFERENCES.contains(&name) => {
                    // An unresolvable reference is reported on compilation.
                    if let Ok((_, found)) = self.document.find(target) {
                        most = most.max(self.over(found, depth + 1)?);
                    }
                }
                JsonTree::Object(_) if ONE.contains(&name) => {
                    most = most.max(self.over(value, depth + 1)?);
                }
                JsonTree::Object(all) if NAMED.contains(&name) => {
                    for (_, one) in all {
                        most = most.max(self.over(one, depth + 1)?);
                    }
                }
                JsonTree::Array(all) if LIST.contains(&name) => {
                    for one in all {
                        most = most.max(self.over(one, depth + 1)?);
                    }
                }
                _ => {}
            }
        }
        self.known.insert(place, Some(most + 1));
        Ok(most + 1)
    }
}
