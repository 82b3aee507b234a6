//! The way to the decoder: all that sets ask of it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::entry::Prepared;
use crate::decode::{ArgumentErrors, Arguments, Fault, Forgiven};
use crate::dialect::of;
use crate::schema::{Kind, Schema};

/// Reads the arguments of a call.
pub(crate) fn arguments<'c>(
    call: &'c Prepared<'c>,
    params: &Schema<'_>,
) -> Result<Arguments<'c>, ArgumentErrors> {
    Arguments::parse(&call.arguments, params, call.context.provider())
}

/// What was forgiven in arguments that were taken.
pub(crate) fn forgiven(_: &Arguments<'_>) -> Vec<Forgiven> {
    Vec::new()
}

/// Reads the arguments of a call as one value, `null` for a type that is nothing else; with what was forgiven.
pub(crate) fn value<A: DeserializeOwned>(
    call: &Prepared<'_>,
    schema: &Schema<'_>,
) -> Result<(A, Vec<Forgiven>), ArgumentErrors> {
    let wrong = |error: serde_json::Error| {
        let expected = "other arguments".to_string();
        errors(Vec::from([fault("$".into(), expected, error.to_string())]))
    };
    let value: Value = serde_json::from_str(&call.arguments).map_err(wrong)?;
    let value = if matches!(schema.kind, Kind::Null) && value.is_object() {
        Value::Null
    } else {
        lifted(call, schema, value)
    };
    let read = A::deserialize(value).map_err(wrong)?;
    Ok((read, Vec::new()))
}

/// Undoes what the dialect rewrote.
fn lifted(call: &Prepared<'_>, schema: &Schema<'_>, value: Value) -> Value {
    crate::lift(schema, of(call.context.provider(), false), value)
}

/// Something that the set itself finds wrong.
pub(crate) fn fault(path: String, expected: String, got: String) -> Fault {
    Fault {
        path,
        expected,
        got,
    }
}

/// Faults as one error.
pub(crate) fn errors(faults: Vec<Fault>) -> ArgumentErrors {
    ArgumentErrors { faults }
}
