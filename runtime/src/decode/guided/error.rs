//! The error at which serde stopped.

use core::fmt;

use serde::de::{Error, Expected, Unexpected};

use super::super::errors::{Fault, FaultKind};
use super::super::expected::{NO_CONTENT, expected};
use super::super::path::{NOT_SHOWN, got_in, may_hold_secret, path, truncate_message};
use super::super::type_bounds::has_json_type;
use super::super::within::has_secret;
use super::{ExpectedForm, Guided, Session};
use crate::json_index::Node;
use crate::schema::Kind;
use crate::shape::{Wrappers, peel, resolve};

/// The start of serde's message if a value has another type.
const INVALID_TYPE: &str = "invalid type";

/// Serde's words for a variant without content.
const UNIT_VARIANT: &str = "expected unit variant";

/// The start of serde's message if no variant of an untagged enum takes a value.
const NO_VARIANT: &str = "data did not match any variant";

/// The words for a value that a type rejects, if the type's message can't be shown.
const ANOTHER: &str = "another value";

/// The error at which serde stopped.
#[derive(Debug, Default)]
pub(crate) struct DecodeError {
    text: String,
    /// The fault in JSON's words, if serde rejects what the schema accepts.
    fault: Option<Box<Fault>>,
}

impl DecodeError {
    /// A constraint is violated; the explanation finds out which.
    pub(super) fn constraint() -> Self {
        DecodeError::custom("a constraint is violated")
    }

    /// A flattened `Option` has only some of its properties; the explanation finds out which.
    pub(super) fn incomplete() -> Self {
        DecodeError::custom("properties that belong together are incomplete or invalid")
    }

    /// A hidden field was sent where its object accepts no other names, or a list would set it; the
    /// explanation has the place.
    pub(super) fn hidden() -> Self {
        DecodeError::custom("a call can't set a hidden field")
    }

    /// A visitor asked for a value before its name.
    pub(super) fn no_name() -> Self {
        DecodeError::custom("a value was asked for before its name")
    }

    /// The step budget ran out before the value's alternative was found.
    pub(super) fn spent() -> Self {
        DecodeError::custom("there are too many ways to read it")
    }

    /// The same error with the fault of the value that was being read, if it has none yet: the
    /// innermost value has its own.
    pub(super) fn at(mut self, value: &Guided<'_, '_>) -> Self {
        if self.fault.is_none() {
            let (session, node) = (value.walk.session, value.node);
            let path = path(session, node);
            let fault = match (value.words_for_another_type(&self.text), value.has_secret()) {
                (None, false) => self.refused(session, path, node),
                (words, is_secret) => {
                    let got = if is_secret {
                        NOT_SHOWN.to_owned()
                    } else {
                        got_in(session, node)
                    };
                    // The message may repeat the value.
                    Fault::unfit(path, words.unwrap_or_else(|| ANOTHER.to_owned()), got)
                }
            };
            self.fault = Some(Box::new(fault));
        }
        self
    }

    fn refused<'de>(&self, session: &Session<'de>, path: String, node: Node<'de>) -> Fault {
        if may_hold_secret(session, node) {
            // The message may repeat a part of the value.
            return Fault::unfit(path, ANOTHER.to_owned(), NOT_SHOWN.to_owned());
        }
        let message = truncate_message(&self.text);
        Fault::new(FaultKind::Rejected, path, message, got_in(session, node))
    }

    /// Returns the fault in JSON's words. If there is none, the value is rejected with serde's
    /// message.
    pub(in crate::decode) fn into_fault<'de>(
        mut self,
        session: &Session<'de>,
        path: String,
        node: Node<'de>,
    ) -> Fault {
        let fault = self.fault.take();
        fault.map_or_else(|| self.refused(session, path, node), |fault| *fault)
    }
}

impl Guided<'_, '_> {
    fn has_secret(&self) -> bool {
        match &self.what {
            ExpectedForm::As(schema, place, rules) => {
                has_secret(schema, rules.as_slice(), place.up)
            }
            _ => false,
        }
    }

    /// Describes what the schema expects, if serde's message is about the JSON type: it would name
    /// types of Rust. A type's own message is kept, whatever form the value was sent in.
    fn words_for_another_type(&self, message: &str) -> Option<String> {
        let no_variant = message.starts_with(NO_VARIANT);
        if !no_variant && !message.starts_with(INVALID_TYPE) {
            return None;
        }
        if message.contains(UNIT_VARIANT) {
            return Some(NO_CONTENT.to_owned());
        }
        let ExpectedForm::As(schema, place, _) = &self.what else {
            return None;
        };
        let kind = &peel(schema, Wrappers::All, Some(place.up)).kind;
        let node = self.node;
        let is_other = match kind {
            Kind::Union(_) => no_variant,
            kind => has_json_type(kind, node) == Some(false),
        };
        // The function reads only the content of the `Option`.
        let schema = *schema;
        let schema = match &schema.kind {
            Kind::Option(inner) if node.is_null() => resolve(inner, place.up),
            _ => schema,
        };
        is_other.then(|| expected(self.walk, schema, place, &[]))
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl core::error::Error for DecodeError {}

impl Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        DecodeError {
            text: message.to_string(),
            fault: None,
        }
    }

    /// Writes `null` as JSON does. Serde's own words are `unit value`.
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Unit => Unexpected::Other("null"),
            other => other,
        };
        DecodeError::custom(format_args!("{INVALID_TYPE}: {found}, expected {expected}"))
    }
}
