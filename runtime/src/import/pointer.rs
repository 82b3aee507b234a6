//! JSON Pointers.

use core::cell::RefCell;
use std::collections::HashMap;

use crate::decode::JsonTree;
use crate::text::percent;

/// Maximum bytes of the pointer to a schema. Names around it may be as long as the document, and
/// each schema in it has a copy of them.
pub(super) const MAX_POINTER: usize = 8 << 10;

/// Larger objects are indexed when a reference passes through them.
const LARGE: usize = 32;

/// Finds values by JSON pointer. Large objects are indexed when a pointer passes through them.
#[derive(Default)]
pub(super) struct PointerLookup<'j> {
    /// By the object's address in memory.
    large: RefCell<HashMap<usize, HashMap<&'j str, &'j JsonTree>>>,
}

impl<'j> PointerLookup<'j> {
    /// Returns the value at a pointer, which is without its first slash, and calls back with each
    /// value on the way.
    pub(super) fn walk(
        &self,
        root: &'j JsonTree,
        path: &str,
        each: &mut dyn FnMut(&'j JsonTree),
    ) -> Option<&'j JsonTree> {
        let mut at = root;
        for part in path.split('/') {
            let name = part.replace("~1", "/").replace("~0", "~");
            at = match at {
                JsonTree::Object(members) if members.len() > LARGE => {
                    self.member(at, members, &name)
                }
                JsonTree::Object(_) => at.get(&name),
                JsonTree::Array(items) => name.parse::<usize>().ok().and_then(|i| items.get(i)),
                _ => None,
            }?;
            each(at);
        }
        Some(at)
    }

    fn member(
        &self,
        at: &'j JsonTree,
        members: &'j [(String, JsonTree)],
        name: &str,
    ) -> Option<&'j JsonTree> {
        let place = core::ptr::from_ref(at).addr();
        let mut large = self.large.borrow_mut();
        let index = large.entry(place).or_insert_with(|| {
            let each = members.iter();
            each.map(|(name, value)| (name.as_str(), value)).collect()
        });
        index.get(name).copied()
    }
}

/// Escapes a name as a part of a JSON Pointer.
pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Decodes the percent encoding of a fragment. Returns it unchanged if the result is not UTF-8.
pub(crate) fn decoded(fragment: &str) -> String {
    percent::decode(fragment).unwrap_or_else(|| fragment.to_owned())
}
