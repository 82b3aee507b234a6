//! The way to the decoder: all that sets ask of it.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::de::value::Error;
use serde::de::{DeserializeOwned, IntoDeserializer as _};
use serde_json::Value;

use super::entry::Prepared;
use crate::decode::{ArgumentErrors, Arguments, Fault, Notes, Options, Take};
use crate::dialect::Dialect;
use crate::import::Imported;
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

/// Reads the arguments of a call as what a schema describes that was read at run time, with notes on them.
pub(crate) fn raw(
    call: &Prepared<'_>,
    imported: &Imported,
) -> Result<(Value, Notes), ArgumentErrors> {
    raw_text(&call.arguments, call.dialect, call.options, imported)
}

/// As [`raw`], where the arguments stand alone.
pub(crate) fn raw_text(
    text: &str,
    dialect: &'static Dialect,
    options: Options,
    imported: &Imported,
) -> Result<(Value, Notes), ArgumentErrors> {
    imported.with_schema(|schema| {
        let arguments = Arguments::parse_with(text, schema, dialect.provider(), options)?;
        let mut value = arguments.read_checked(schema, dialect)?;
        if let Some(name) = imported.wrapped()
            && let Some(inner) = value.get_mut(name)
        {
            value = inner.take();
        }
        #[cfg(feature = "import")]
        imported.check(&value)?;
        // A value has all names: none was ignored.
        let notes = Notes {
            ignored: Vec::new(),
            ..arguments.notes()
        };
        Ok((value, notes))
    })
}

/// As [`raw`], as a type that the schema was made of.
#[cfg(feature = "schemars")]
pub(crate) fn raw_as<A: DeserializeOwned>(
    call: &Prepared<'_>,
    imported: &Imported,
) -> Result<(A, Notes), ArgumentErrors> {
    let (value, notes) = raw(call, imported)?;
    match A::deserialize(&value) {
        Ok(arguments) => Ok((arguments, notes)),
        Err(error) => {
            // What no schema says, such as a `try_from`.
            let mut refused = fault("$".into(), error.to_string(), cut(&value));
            refused.kind = crate::decode::FaultKind::Refused;
            Err(errors(Vec::from([refused])))
        }
    }
}

/// The beginning of a value.
#[cfg(feature = "schemars")]
fn cut(value: &Value) -> String {
    let mut text = value.to_string();
    if let Some((end, _)) = text.char_indices().nth(80) {
        text.truncate(end);
        text.push_str("..");
    }
    text
}

/// Something that the set itself finds wrong.
pub(crate) fn fault(path: String, expected: String, got: String) -> Fault {
    Fault::unfit(path, expected, got)
}

/// Faults as one error.
pub(crate) fn errors(faults: Vec<Fault>) -> ArgumentErrors {
    ArgumentErrors::new(faults)
}
