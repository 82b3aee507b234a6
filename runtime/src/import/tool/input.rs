//! The input as text or data, parsed level by level, so that an error in one part does not affect
//! the others.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::decode::JsonTree;
use crate::import::{ImportError, SchemaInput};

/// Tool definitions, as JSON text or as a [`Value`]. Prefer text: it keeps the order of properties
/// and all digits of numbers. A `Value` has sorted properties unless `serde_json`'s feature
/// `preserve_order` is on, and may have rounded numbers with many digits.
#[derive(Clone, Copy, Debug)]
pub struct DefinitionInput<'s>(InputValue<'s>);

/// Members of an object by name.
pub(super) type InputMembers<'s> = BTreeMap<String, DefinitionInput<'s>>;

#[derive(Clone, Copy, Debug)]
enum InputValue<'s> {
    /// JSON text. A part of a checked text is known to be valid.
    Text(&'s str),
    Data(&'s Value),
}

impl<'s> From<&'s str> for DefinitionInput<'s> {
    fn from(text: &'s str) -> Self {
        DefinitionInput(InputValue::Text(text))
    }
}

impl<'s> From<&'s String> for DefinitionInput<'s> {
    fn from(text: &'s String) -> Self {
        DefinitionInput(InputValue::Text(text))
    }
}

impl<'s> From<&'s Value> for DefinitionInput<'s> {
    fn from(value: &'s Value) -> Self {
        DefinitionInput(InputValue::Data(value))
    }
}

impl<'s> DefinitionInput<'s> {
    /// Checks that it is valid JSON, without parsing the content.
    pub(super) fn check(self) -> Result<(), ImportError> {
        match self.0 {
            InputValue::Text(text) => serde_json::from_str::<&RawValue>(text)
                .map(|_| ())
                .map_err(|error| ImportError::new("", error.to_string())),
            InputValue::Data(_) => Ok(()),
        }
    }

    /// The items of a list; `None` for any other value.
    pub(super) fn items(self) -> Option<Vec<DefinitionInput<'s>>> {
        match self.0 {
            InputValue::Text(text) => {
                let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
                Some(items.into_iter().map(|one| one.get().into()).collect())
            }
            InputValue::Data(value) => Some(value.as_array()?.iter().map(Into::into).collect()),
        }
    }

    /// The members of an object; `None` for any other value. If a name is repeated, the last member
    /// counts.
    pub(super) fn members(self) -> Option<InputMembers<'s>> {
        match self.0 {
            InputValue::Text(text) => {
                let members: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
                let members = members.into_iter();
                Some(
                    members
                        .map(|(name, one)| (name, one.get().into()))
                        .collect(),
                )
            }
            InputValue::Data(value) => {
                let members = value.as_object()?.iter();
                Some(
                    members
                        .map(|(name, one)| (name.clone(), one.into()))
                        .collect(),
                )
            }
        }
    }

    /// The value of a string; `None` for any other value.
    pub(super) fn string(self) -> Option<String> {
        match self.0 {
            InputValue::Text(text) => serde_json::from_str(text).ok(),
            InputValue::Data(value) => value.as_str().map(ToOwned::to_owned),
        }
    }

    pub(super) fn is_null(self) -> bool {
        match self.0 {
            InputValue::Text(text) => text.trim() == "null",
            InputValue::Data(value) => value.is_null(),
        }
    }

    /// Parses all of it, within the limits of one tool.
    pub(super) fn json(self) -> Result<JsonTree, ImportError> {
        match self.0 {
            InputValue::Text(text) => SchemaInput::from(text).json(),
            InputValue::Data(value) => SchemaInput::from(value).json(),
        }
    }
}
