//! The way to the decoder: all that sets ask of it.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::de::value::Error;
use serde::de::{DeserializeOwned, IntoDeserializer as _};

use super::entry::Prepared;
use crate::decode::{ArgumentErrors, Arguments, Fault, Notes, Take};
use crate::schema::NO_PARAMS;
use crate::schema::{Kind, Schema};

/// Reads the arguments of a call.
pub(crate) fn arguments<'c>(
    call: &'c Prepared<'c>,
    params: &Schema<'_>,
) -> Result<Arguments<'c>, ArgumentErrors> {
    let provider = call.context.provider();
    Arguments::parse_with(&call.arguments, params, provider, call.options)
}

/// Reads the arguments of a call as one value, none for a type that is nothing but `null`; with notes on them.
pub(crate) fn value<A: DeserializeOwned>(
    call: &Prepared<'_>,
    schema: &Schema<'_>,
) -> Result<(A, Notes), ArgumentErrors> {
    if matches!(schema.kind, Kind::Null) {
        let none = NO_PARAMS.get();
        let arguments = arguments(call, none)?;
        Take::new(none, &arguments, call.dialect).finish()?;
        let nothing = A::deserialize(().into_deserializer());
        let nothing = nothing.map_err(|error: Error| {
            let expected = error.to_string();
            errors(Vec::from([fault("$".into(), expected, "nothing".into())]))
        })?;
        return Ok((nothing, arguments.notes()));
    }
    let arguments = arguments(call, schema)?;
    let value = arguments.read(schema, call.dialect)?;
    Ok((value, arguments.notes()))
}

/// Something that the set itself finds wrong.
pub(crate) fn fault(path: String, expected: String, got: String) -> Fault {
    Fault::unfit(path, expected, got)
}

/// Faults as one error.
pub(crate) fn errors(faults: Vec<Fault>) -> ArgumentErrors {
    ArgumentErrors::new(faults)
}
