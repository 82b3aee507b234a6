//! Estimates how often schemas with an `$id` are compiled.
//!
//! `jsonschema` compiles such a schema once for each way of references to it that visits no other
//! twice. There may be more ways than the factorial of the number of schemas.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::places::{Places, objects};

/// Any references among so few schemas are compiled in a fraction of a second.
const FEW: usize = 6;

/// Maximum number of schemas with an `$id`.
const MAX_ADDRESSES: usize = 1_000;

/// Maximum number of ways, and of targets of references that are looked at.
const MAX_WAYS: usize = 20_000;
const MAX_TARGETS: usize = 200_000;

/// The reason if the schemas with an `$id` would be compiled too often.
pub(super) const TOO_MANY: &str =
    "it is not checked: there are too many references between its schemas with an `$id`";

/// The schemas with an `$id`, the root first, each with those to which its references lead.
struct Resources<'p> {
    numbers: HashMap<&'p str, usize>,
    leads_to: Vec<BTreeSet<usize>>,
}

/// Returns true if there are few ways of references.
pub(super) fn may_compile(root: &Value, places: &Places) -> bool {
    let number = places.addresses().len();
    if number <= FEW {
        return true;
    }
    number <= MAX_ADDRESSES
        && Resources::of(root, places).is_some_and(|all| {
            let mut left = MAX_WAYS;
            all.ways(0, &mut vec![false; all.leads_to.len()], &mut left)
                .is_some()
        })
}

impl<'p> Resources<'p> {
    /// `None` if there are too many targets.
    fn of(root: &Value, places: &'p Places) -> Option<Self> {
        let pointers = core::iter::once("").chain(places.addresses());
        let numbers: HashMap<&str, usize> = pointers.zip(0..).collect();
        let mut all = Resources {
            leads_to: vec![BTreeSet::new(); numbers.len()],
            numbers,
        };
        let mut left = Some(MAX_TARGETS);
        objects(root, &mut String::new(), &mut |members, at| {
            let from = all.around(at);
            // A schema inside of another one is compiled with it.
            if let Some((outside, _)) = at.rsplit_once('/') {
                let outside = all.around(outside);
                all.leads_to[outside].insert(from);
            }
            for keyword in ["$ref", "$dynamicRef"] {
                let Some(Value::String(reference)) = members.get(keyword) else {
                    continue;
                };
                if left.is_none() {
                    return;
                }
                let targets = places.pointers(root, reference);
                left = left.and_then(|left| left.checked_sub(1 + targets.len()));
                for target in targets {
                    let to = all.around(&target);
                    all.leads_to[from].insert(to);
                }
            }
        });
        left.map(|_| all)
    }

    /// The resource that a place is in.
    fn around(&self, pointer: &str) -> usize {
        let mut pointer = pointer;
        loop {
            if let Some(number) = self.numbers.get(pointer) {
                return *number;
            }
            let Some((outside, _)) = pointer.rsplit_once('/') else {
                return 0;
            };
            pointer = outside;
        }
    }

    /// Follows all ways that visit no resource twice. `None` if there are too many.
    fn ways(&self, from: usize, open: &mut [bool], left: &mut usize) -> Option<()> {
        *left = left.checked_sub(1)?;
        open[from] = true;
        for &to in &self.leads_to[from] {
            if !open[to] {
                self.ways(to, open, left)?;
            }
        }
        open[from] = false;
        Some(())
    }
}
