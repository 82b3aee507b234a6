//! What is wrong with arguments, for the model and as data.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// What kind of fault it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text is no JSON, or more than is read.
    NotJson,
    /// Something has to be there and is not.
    Missing,
    /// There is no such property.
    Unknown,
    /// A value of another type, or one that does not keep a constraint.
    Unfit,
    /// The schema is kept, and the type refuses the value all the same (`try_from`, a `Deserialize` of its own).
    Refused,
}

/// One thing that is wrong with the arguments. Names are those that the model was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// Where: a JSON path (`$.filter.sort[0]`). Inside a string that holds JSON it goes on.
    pub path: String,
    /// What should stand there. Of a type that refuses a value, its own words.
    pub expected: String,
    /// What stands there, cut where it is long; empty where nothing does.
    pub got: String,
    /// What helps: a missing property's description, the known name that is nearest to an unknown one, what stands around broken JSON.
    pub hint: Option<String>,
}

/// All that is wrong with the arguments of one call, or with one answer of structured output. `Display` is a text for the model, which says what to
/// send instead.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentErrors {
    /// Each fault, in the order of the parameters; one at least.
    pub faults: Vec<Fault>,
    /// What the model is told that it sent.
    pub(crate) sent: Sent,
}

/// What a model sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    /// The arguments of a call.
    Arguments,
    /// Structured output.
    Answer,
}

impl ArgumentErrors {
    pub(crate) const fn new(faults: Vec<Fault>) -> Self {
        ArgumentErrors {
            faults,
            sent: Sent::Arguments,
        }
    }

    /// The same of structured output.
    pub(super) fn of_answer(self) -> Self {
        ArgumentErrors {
            sent: Sent::Answer,
            ..self
        }
    }
}

impl Fault {
    /// What is said of a text that is no JSON, behind "it is".
    fn not_json(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not {}: {}", self.expected, self.got)?;
        match &self.hint {
            Some(hint) => write!(f, ", at: {hint}"),
            None => Ok(()),
        }
    }

    /// A value that is none of those that may stand there.
    pub(crate) fn unfit(path: String, expected: String, got: String) -> Self {
        Fault {
            kind: FaultKind::Unfit,
            path,
            expected,
            got,
            hint: None,
        }
    }
}

/// Faults that the text for the model names; more would not help it.
const SHOWN: usize = 20;

impl fmt::Display for ArgumentErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [fault] = self.faults.as_slice()
            && fault.kind == FaultKind::NotJson
        {
            f.write_str(match self.sent {
                Sent::Arguments => "The arguments are ",
                Sent::Answer => "The answer is ",
            })?;
            return fault.not_json(f);
        }
        f.write_str(match self.sent {
            Sent::Arguments => "The arguments don't fit. Correct this and send all of them again:",
            Sent::Answer => "The answer doesn't fit. Correct this and send all of it again:",
        })?;
        for fault in self.faults.iter().take(SHOWN) {
            write!(f, "\n- {fault}")?;
        }
        match self.faults.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n- and {more} more"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault {
            path,
            expected,
            got,
            ..
        } = self;
        match self.kind {
            FaultKind::NotJson => return self.not_json(f),
            FaultKind::Missing => write!(f, "{path} is missing: expected {expected}")?,
            FaultKind::Unknown => write!(f, "{path} is unknown: expected {expected}")?,
            FaultKind::Unfit => write!(f, "{path}: expected {expected}, got {got}")?,
            FaultKind::Refused => write!(f, "{path}: {expected}, got {got}")?,
        }
        match (&self.hint, self.kind) {
            (Some(hint), FaultKind::Missing) => write!(f, " ({hint})"),
            (Some(hint), _) => write!(f, "; did you mean `{hint}`?"),
            (None, _) => Ok(()),
        }
    }
}

impl core::error::Error for Fault {}

impl core::error::Error for ArgumentErrors {}

/// Notes on the arguments of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub(crate) forgiven: Vec<Forgiven>,
    /// Paths of names that nested open types don't have.
    pub(crate) ignored: Vec<String>,
}

/// Something in the arguments that was not right and was read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forgiven {
    /// Where: a JSON path.
    pub path: String,
    /// What was done.
    pub what: String,
}
