//! Writes references by address as pointers.
//!
//! `jsonschema` compiles a schema with an `$id` once for each way of references to it, which are
//! more than exponential in the number of schemas that refer to one another.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::places::VALUES;
use crate::decode::JsonTree;
use crate::import::reference::Document;

/// Maximum number of addresses in a document whose references can't be written as pointers.
const MAX_ADDRESSES: usize = 4;

/// Returns true if the document has addresses, and each reference can be written as a pointer.
pub(super) fn to_replace(document: &Document<'_>) -> Result<bool, String> {
    let mut found = Found::default();
    found.look(document, document.root, 0);
    if found.addresses > MAX_ADDRESSES && found.unresolved {
        return Err(format!(
            "it is not checked: more than {MAX_ADDRESSES} of its schemas have an `$id`, and not every reference can be resolved before a call"
        ));
    }
    Ok(found.addresses > 0 && !found.unresolved)
}

/// Returns a reference with its address as a pointer.
pub(super) fn replaced<'t>(
    addressed: Option<&Document<'_>>,
    target: &'t str,
) -> Result<Cow<'t, str>, String> {
    let Some(document) = addressed else {
        return Ok(target.into());
    };
    let (pointer, _) = document.find(target)?;
    let mut fragment = String::from("#");
    for byte in pointer.bytes() {
        match byte {
            b'/' | b'~' | b'-' | b'.' | b'_' | b'$' => fragment.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => fragment.push(byte.into()),
            byte => {
                let _ = write!(fragment, "%{byte:02X}");
            }
        }
    }
    Ok(fragment.into())
}

/// The addresses and references of a document.
#[derive(Default)]
struct Found {
    /// The number of schemas with an address, without the root.
    addresses: usize,
    /// True if a reference can't be resolved, or only during a validation.
    unresolved: bool,
}

impl Found {
    fn look(&mut self, document: &Document<'_>, value: &JsonTree, depth: usize) {
        match value {
            JsonTree::Object(members) => {
                for (name, inner) in members {
                    match (name.as_str(), inner) {
                        ("$id" | "id", JsonTree::String(_)) if depth > 0 => self.addresses += 1,
                        ("$ref", JsonTree::String(target)) => {
                            self.unresolved = self.unresolved || document.find(target).is_err();
                        }
                        ("$dynamicRef" | "$recursiveRef", JsonTree::String(_)) => {
                            self.unresolved = true;
                        }
                        (name, _) if VALUES.contains(&name) => {}
                        _ => self.look(document, inner, depth + 1),
                    }
                }
            }
            JsonTree::Array(items) => {
                for item in items {
                    self.look(document, item, depth + 1);
                }
            }
            _ => {}
        }
    }
}
