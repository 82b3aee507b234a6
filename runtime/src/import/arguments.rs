//! Arguments of tools with a schema read at run time.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::ImportedSchema;
use crate::decode::{ArgumentErrors, ArgumentNotes, Arguments, DecodeOptions, Fault, FaultKind};
use crate::dialect::Dialect;
use crate::schema::Schema;
use crate::set::arguments::CallInput;
use crate::text::beginning;

/// Decodes the arguments of a call into a value of the imported schema, and returns it with notes.
pub(crate) fn raw(
    call: &CallInput<'_>,
    imported: &ImportedSchema,
) -> Result<(Value, ArgumentNotes), ArgumentErrors> {
    imported.with_schema(|schema| {
        let tree = (imported, schema);
        raw_within(&call.arguments, call.dialect, call.options, tree)
    })
}

/// Like [`raw`], for an imported schema with its tree.
pub(crate) fn raw_within(
    text: &str,
    dialect: &'static Dialect,
    options: DecodeOptions,
    (imported, schema): (&ImportedSchema, &Schema<'_>),
) -> Result<(Value, ArgumentNotes), ArgumentErrors> {
    let arguments = Arguments::parse_with(text, schema, dialect.provider(), options)?;
    let value = imported.unwrapped(arguments.read_checked(schema, dialect)?);
    #[cfg(feature = "validate")]
    imported.validate(&value)?;
    // A `Value` keeps all names, so none is ignored.
    let notes = ArgumentNotes {
        ignored: Vec::new(),
        ..arguments.notes()
    };
    Ok((value, notes))
}

/// Like [`raw`], into the type that the schema describes.
pub(crate) fn raw_as<A: DeserializeOwned>(
    call: &CallInput<'_>,
    imported: &ImportedSchema,
) -> Result<(A, ArgumentNotes), ArgumentErrors> {
    let (value, notes) = raw(call, imported)?;
    match A::deserialize(&value) {
        Ok(arguments) => Ok((arguments, notes)),
        Err(error) => {
            // A constraint outside the schema, such as a `try_from`.
            let got = beginning(&value.to_string());
            let mut refused = Fault::unfit("$".into(), error.to_string(), got);
            refused.kind = FaultKind::Rejected;
            Err(ArgumentErrors::new(Vec::from([refused])))
        }
    }
}
