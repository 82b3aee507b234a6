//! How much work a check may be. Alternatives that refer to alternatives double at every step, so a schema of forty lines can ask for more than a machine
//! will ever do: each schema that a reference leads through counts, and when too many were looked at, all of them refuse.

use alloc::boxed::Box;
use core::cell::Cell;

use jsonschema::{Keyword, ValidationError};
use serde_json::Value;

/// The keyword that counts. No schema can hold it: it is taken out of what is read.
pub(super) const KEYWORD: &str = "\u{0}";

/// Schemas that one check looks at, where a reference led to them.
const MOST: u32 = 200_000;

std::thread_local! {
    static LEFT: Cell<u32> = const { Cell::new(MOST) };
}

/// The check was given up.
pub(super) struct Exhausted;

/// Runs a check; what it says counts where it came to its end.
pub(super) fn within<R>(check: impl FnOnce() -> R) -> Result<R, Exhausted> {
    LEFT.set(MOST);
    let result = check();
    if LEFT.get() == 0 {
        return Err(Exhausted);
    }
    Ok(result)
}

struct Step;

pub(super) fn step() -> Box<dyn for<'i> Keyword<'i>> {
    Box::new(Step)
}

impl<'i> Keyword<'i> for Step {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if self.is_valid(instance) {
            Ok(())
        } else {
            Err(ValidationError::custom("too many ways to read it"))
        }
    }

    fn is_valid(&self, _: &'i Value) -> bool {
        let left = LEFT.get();
        LEFT.set(left.saturating_sub(1));
        left > 0
    }
}
