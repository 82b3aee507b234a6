//! Argument decoding for sets: the only calls into the decoder.

use std::borrow::Cow;

use serde::de::value::Error;
use serde::de::{DeserializeOwned, IntoDeserializer as _};

use crate::call::CallContext;
use crate::decode::{ArgumentErrors, ArgumentNotes, Arguments, DecodeOptions, Fault, ParamReader};
use crate::dialect::Dialect;
use crate::schema::{Kind, NO_PARAMS, Schema};

/// A call prepared for a tool.
#[derive(Debug)]
pub(crate) struct CallInput<'c> {
    /// The arguments as JSON text.
    pub(crate) arguments: Cow<'c, str>,
    pub(crate) context: CallContext,
    /// The decoding options.
    pub(crate) options: DecodeOptions,
    /// The dialect that the tool was declared in, according to its author's settings.
    pub(crate) dialect: &'static Dialect,
}

/// Parses the arguments of a call.
pub(crate) fn arguments<'c>(
    call: &'c CallInput<'c>,
    params: &Schema<'_>,
) -> Result<Arguments<'c>, ArgumentErrors> {
    let provider = call.context.provider();
    Arguments::parse_with(&call.arguments, params, provider, call.options)
}

/// Decodes the arguments of a call into one value, and returns it with notes. A type that is only
/// `null` has no parameters.
pub(crate) fn value<A: DeserializeOwned>(
    call: &CallInput<'_>,
    schema: &Schema<'_>,
) -> Result<(A, ArgumentNotes), ArgumentErrors> {
    if matches!(schema.kind, Kind::Null) {
        let none = NO_PARAMS.get();
        let arguments = arguments(call, none)?;
        ParamReader::new(none, &arguments, call.dialect).finish()?;
        let nothing = A::deserialize(().into_deserializer());
        let nothing = nothing.map_err(|error: Error| {
            let expected = error.to_string();
            let fault = Fault::unfit("$".into(), expected, "nothing".into());
            ArgumentErrors::new(Vec::from([fault]))
        })?;
        return Ok((nothing, arguments.notes()));
    }
    let arguments = arguments(call, schema)?;
    let value = arguments.read(schema, call.dialect)?;
    Ok((value, arguments.notes()))
}
