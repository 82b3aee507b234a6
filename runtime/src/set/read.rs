//! The way to the decoder: all that sets ask of it.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::de::value::Error;
use serde::de::{DeserializeOwned, IntoDeserializer as _};
use serde_json::Value;

use super::entry::Prepared;
use crate::decode::{ArgumentErrors, Arguments, Fault, Forgiven, Options, Take};
use crate::dialect::{Dialect, of};
use crate::impls::NO_PARAMS;
use crate::import::Imported;
use crate::schema::{Kind, Schema};

/// Reads the arguments of a call.
pub(crate) fn arguments<'c>(
    call: &'c Prepared<'c>,
    params: &Schema<'_>,
) -> Result<Arguments<'c>, ArgumentErrors> {
    let provider = call.context.provider();
    Arguments::parse_with(&call.arguments, params, provider, call.options)
}

/// Reads the arguments of a call as one value, none for a type that is nothing but `null`; with what was forgiven.
pub(crate) fn value<A: DeserializeOwned>(
    call: &Prepared<'_>,
    schema: &Schema<'_>,
) -> Result<(A, Vec<Forgiven>), ArgumentErrors> {
    let provider = call.context.provider();
    if matches!(schema.kind, Kind::Null) {
        let none = NO_PARAMS.get();
        let arguments = arguments(call, none)?;
        Take::new(none, &arguments, provider).finish()?;
        let nothing = A::deserialize(().into_deserializer());
        let nothing = nothing.map_err(|error: Error| {
            let expected = error.to_string();
            errors(Vec::from([fault("$".into(), expected, "nothing".into())]))
        })?;
        return Ok((nothing, arguments.forgiven().to_vec()));
    }
    let arguments = arguments(call, schema)?;
    let value = arguments.read(schema, of(provider, false))?;
    Ok((value, arguments.forgiven().to_vec()))
}

/// Reads the arguments of a call as what a schema describes that was read at run time, with what was forgiven.
pub(crate) fn raw(
    text: &str,
    dialect: &'static Dialect,
    options: Options,
    imported: &Imported,
) -> Result<(Value, Vec<Forgiven>), ArgumentErrors> {
    imported.with_schema(|schema| {
        let arguments = Arguments::parse_with(text, schema, dialect.provider(), options)?;
        let mut value = arguments.read_checked(schema, dialect)?;
        if let Some(name) = imported.wrapped()
            && let Some(inner) = value.get_mut(name)
        {
            value = inner.take();
        }
        Ok((value, arguments.forgiven().to_vec()))
    })
}

/// Something that the set itself finds wrong.
pub(crate) fn fault(path: String, expected: String, got: String) -> Fault {
    Fault::unfit(path, expected, got)
}

/// Faults as one error.
pub(crate) fn errors(faults: Vec<Fault>) -> ArgumentErrors {
    ArgumentErrors { faults }
}
