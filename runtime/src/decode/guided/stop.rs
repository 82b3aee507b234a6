//! The error at which serde stopped.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

use serde::de::Error;

use super::super::errors::{Fault, FaultKind};
use super::super::path::{got, said};
use crate::json_index::Node;

/// The error at which serde stopped.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    text: String,
    /// The fault in JSON's words, if serde rejects what the schema accepts.
    fault: Option<Box<Fault>>,
}

impl Stop {
    fn new(text: &str) -> Self {
        Stop {
            text: text.to_owned(),
            fault: None,
        }
    }

    /// A constraint is violated; the explanation finds out which.
    pub(super) fn constraint() -> Self {
        Stop::new("a constraint is violated")
    }

    /// The step budget ran out before the value's alternative was found.
    pub(super) fn spent() -> Self {
        Stop::new("there are too many ways to read it")
    }

    /// The same error with a fault, if it has none yet.
    pub(super) fn with_fault(mut self, fault: impl FnOnce() -> Fault) -> Self {
        self.fault.get_or_insert_with(|| Box::new(fault()));
        self
    }

    /// Returns the fault in JSON's words. If there is none, the value is rejected with serde's
    /// message.
    pub(in crate::decode) fn into_fault(self, path: String, node: Node<'_>) -> Fault {
        match self.fault {
            Some(fault) => *fault,
            None => Fault {
                kind: FaultKind::Refused,
                path,
                expected: said(&self.text),
                got: got(node),
                hint: None,
            },
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl core::error::Error for Stop {}

impl Error for Stop {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Stop {
            text: message.to_string(),
            fault: None,
        }
    }
}
