//! The serialised form of findings: the names of rules and kinds, as `Display` writes them.

use serde::{Serialize, Serializer};

use super::report::ChangeKind;
use super::rule::{Effect, Evidence, Rule};

macro_rules! by_display {
    ($($name:ident)+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+};
}

by_display!(ChangeKind Effect Evidence Rule);
