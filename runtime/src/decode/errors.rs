//! What is wrong with arguments, for the model and as data.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// One thing that is wrong with the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// Where: a JSON path (`$.filter.sort[0]`).
    pub path: String,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub got: String,
}

/// All that is wrong with the arguments of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentErrors {
    /// Each fault, in the order of the parameters.
    pub faults: Vec<Fault>,
}

impl ArgumentErrors {
    pub(crate) fn one(path: String, expected: String, got: String) -> Self {
        ArgumentErrors {
            faults: alloc::vec![Fault {
                path,
                expected,
                got
            }],
        }
    }
}

impl fmt::Display for ArgumentErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the arguments don't fit:")?;
        for fault in &self.faults {
            write!(
                f,
                "\n- {}: expected {}, got {}",
                fault.path, fault.expected, fault.got
            )?;
        }
        Ok(())
    }
}

impl core::error::Error for ArgumentErrors {}

/// Something in the arguments that was not right and was read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forgiven {
    /// Where: a JSON path.
    pub path: String,
    /// What was done.
    pub what: String,
}
