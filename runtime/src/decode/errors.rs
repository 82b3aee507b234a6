//! Faults in arguments, as data and as text for the model.

use core::fmt;

use serde::{Deserialize, Serialize};

/// The problem with a value of a call's arguments or of structured output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The text isn't JSON, or it exceeds a limit.
    NotJson,
    /// A required value is missing.
    Missing,
    /// The property doesn't exist.
    Unknown,
    /// The value has the wrong type, or it violates a constraint.
    Invalid,
    /// The value matches the schema, but the type rejects it (`try_from`, a custom `Deserialize`).
    Rejected,
}

impl fmt::Display for FaultKind {
    /// Writes the name that serde writes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// One fault in the arguments. Names are those in the schema that the model got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fault {
    /// The kind of the fault.
    pub kind: FaultKind,
    /// The place: a JSON path (`$.filter.sort[0]`). It continues inside a string containing JSON.
    pub path: String,
    /// The expected value. If a type rejected the value, the type's own message.
    pub expected: String,
    /// The value that was sent, truncated; empty if none was.
    pub got: String,
    /// A hint: a missing property's description, the known name nearest to an unknown one, or the
    /// text around broken JSON.
    pub hint: Option<String>,
}

/// All faults in the arguments of one call, or in one structured output. `Display` writes a text
/// for the model, with what to send instead.
///
/// ```
/// use toolcast::decode::FaultKind;
/// use toolcast::{Provider, ToolSchema};
///
/// #[derive(Debug, serde::Deserialize, ToolSchema)]
/// struct Trip {
///     city: String,
///     #[tool(range(1..=7))]
///     days: u8,
/// }
///
/// let answer = r#"{"days": 30}"#;
/// let errors = toolcast::decode::<Trip>(Provider::OpenAi, answer).unwrap_err();
/// let faults: Vec<_> = errors.faults.iter().map(|fault| (&*fault.path, fault.kind)).collect();
/// assert_eq!(faults, [("$.city", FaultKind::Missing), ("$.days", FaultKind::Invalid)]);
/// // The text for the model's next try.
/// assert!(errors.to_string().contains("$.city is missing"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ArgumentErrors {
    /// Each fault, in the order of the parameters; at least one.
    pub faults: Vec<Fault>,
    /// The kind of input, for the text.
    pub(crate) sent: InputKind,
}

/// The kind of a model's input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InputKind {
    /// The arguments of a call.
    Arguments,
    /// Structured output.
    Answer,
}

impl ArgumentErrors {
    pub(crate) const fn new(faults: Vec<Fault>) -> Self {
        ArgumentErrors {
            faults,
            sent: InputKind::Arguments,
        }
    }

    /// Creates the fault of structured output that isn't JSON, or is beyond a limit.
    pub(crate) fn unreadable_answer(limit: bool, what: String) -> Self {
        let fault = Fault::new(
            FaultKind::NotJson,
            "$".to_owned(),
            expected_json(limit).to_owned(),
            what,
        );
        Self::new(Vec::from([fault])).of_answer()
    }

    /// Marks the faults as those of structured output.
    pub(super) fn of_answer(self) -> Self {
        ArgumentErrors {
            sent: InputKind::Answer,
            ..self
        }
    }
}

/// The expectation of a text that isn't JSON, or is beyond a limit.
pub(super) fn expected_json(limit: bool) -> &'static str {
    if limit {
        "JSON that can be read"
    } else {
        "valid JSON"
    }
}

impl Fault {
    /// Writes the message for text that isn't JSON, to follow "it is".
    fn not_json(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not {}: {}", self.expected, self.got)?;
        match &self.hint {
            Some(hint) => write!(f, ", at: {hint}"),
            None => Ok(()),
        }
    }

    pub(crate) fn new(kind: FaultKind, path: String, expected: String, got: String) -> Self {
        Fault {
            kind,
            path,
            expected,
            got,
            hint: None,
        }
    }

    pub(crate) fn unfit(path: String, expected: String, got: String) -> Self {
        Self::new(FaultKind::Invalid, path, expected, got)
    }
}

/// Maximum number of faults in the text for the model; more would not help it.
const SHOWN: usize = 20;

impl fmt::Display for ArgumentErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [fault] = self.faults.as_slice()
            && fault.kind == FaultKind::NotJson
        {
            f.write_str(match self.sent {
                InputKind::Arguments => "The arguments are ",
                InputKind::Answer => "The response is ",
            })?;
            return fault.not_json(f);
        }
        f.write_str(match self.sent {
            InputKind::Arguments => {
                "Invalid arguments. Fix these problems and call the tool again with all arguments:"
            }
            InputKind::Answer => {
                "Invalid response. Fix these problems and send the whole response again:"
            }
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
            FaultKind::Invalid => write!(f, "{path}: expected {expected}, got {got}")?,
            FaultKind::Rejected => write!(f, "{path}: {expected}, got {got}")?,
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
pub(crate) struct ArgumentNotes {
    pub(crate) coercions: Vec<Coercion>,
    /// Paths of unknown names in nested open types.
    pub(crate) ignored: Vec<String>,
}

/// A mistake in the arguments that was accepted.
///
/// ```
/// use toolcast::decode::DecodeOptions;
/// use toolcast::{Provider, ToolCall, tool, toolset};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i32, b: i32) -> i32 {
///     a + b
/// }
///
/// let lenient = DecodeOptions::new().scalars_in_strings();
/// let tools = toolset![add].decode_options(lenient).build()?;
/// let call = ToolCall::new("call_1", "add", r#"{"a": "1", "b": 2}"#);
/// # let block_on = |future| futures_executor::block_on(future);
/// let result = block_on(tools.call(Provider::OpenAi, call));
/// assert!(!result.is_error());
/// assert_eq!(result.coercions[0].path, "$.a");
/// # Ok::<(), toolcast::SetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Coercion {
    /// The place: a JSON path.
    pub path: String,
    /// The correction that was made.
    pub correction: String,
}

impl fmt::Display for Coercion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.correction)
    }
}
