//! One parameter after the other.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::Deserialize;
use serde_json::Value;

use super::{ArgumentErrors, Fault};
use crate::dialect::of;
use crate::provider::Provider;
use crate::schema::{Kind, Schema};

/// The arguments of one call, read but not yet understood.
#[derive(Debug)]
pub struct Arguments<'t> {
    value: Value,
    text: PhantomData<&'t str>,
}

impl<'t> Arguments<'t> {
    /// Reads the arguments of a call.
    ///
    /// # Errors
    ///
    /// Where the text is no JSON object.
    pub fn parse(
        text: &'t str,
        params: &Schema<'_>,
        provider: Provider,
    ) -> Result<Self, ArgumentErrors> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            ArgumentErrors::one("$".to_owned(), "JSON".to_owned(), error.to_string())
        })?;
        Ok(Arguments {
            value: crate::lift(params, of(provider, false), value),
            text: PhantomData,
        })
    }
}

/// Takes one parameter after the other, and notes what is wrong with each.
#[derive(Debug)]
pub struct Take<'de> {
    params: &'de Schema<'de>,
    arguments: &'de Arguments<'de>,
    faults: Vec<Fault>,
}

impl<'de> Take<'de> {
    pub(crate) fn new(
        params: &'de Schema<'de>,
        arguments: &'de Arguments<'de>,
        _provider: Provider,
    ) -> Self {
        Take {
            params,
            arguments,
            faults: Vec::new(),
        }
    }

    fn name(&self, field: usize) -> &'de str {
        match &self.params.kind {
            Kind::Object(object) => object.fields[field].key.raw,
            _ => "",
        }
    }

    /// The parameter of that number among those that the model sends; `None`: a fault was noted.
    pub fn take<T: Deserialize<'de>>(&mut self, field: usize) -> Option<T> {
        const NULL: &Value = &Value::Null;
        let value = self.arguments.value.get(self.name(field)).unwrap_or(NULL);
        match T::deserialize(value) {
            Ok(value) => Some(value),
            Err(error) => {
                self.faults.push(Fault {
                    path: format!("$.{}", self.name(field)),
                    expected: error.to_string(),
                    got: value.to_string(),
                });
                None
            }
        }
    }

    /// As [`take`](Self::take), for a parameter with a default: `Some(None)` where it is absent.
    pub fn take_or_absent<T: Deserialize<'de>>(&mut self, field: usize) -> Option<Option<T>> {
        match self.arguments.value.get(self.name(field)) {
            None => Some(None),
            Some(_) => self.take(field).map(Some),
        }
    }

    /// A flattened parameter: what it is made of stands beside the others.
    pub fn take_flat<T: Deserialize<'de>>(&mut self, _field: usize) -> Option<T> {
        match T::deserialize(&self.arguments.value) {
            Ok(value) => Some(value),
            Err(error) => {
                self.faults.push(Fault {
                    path: "$".to_owned(),
                    expected: error.to_string(),
                    got: "other arguments".to_owned(),
                });
                None
            }
        }
    }

    /// All that was wrong, unknown names among it.
    ///
    /// # Errors
    ///
    /// Where anything was.
    pub fn finish(self) -> Result<(), ArgumentErrors> {
        if self.faults.is_empty() {
            Ok(())
        } else {
            Err(ArgumentErrors {
                faults: self.faults,
            })
        }
    }
}
