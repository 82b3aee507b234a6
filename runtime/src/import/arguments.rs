//! Arguments of tools whose schema was read at run time.

#[cfg(feature = "schemars")]
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::Value;

use super::Imported;
use crate::decode::{ArgumentErrors, Arguments, Notes, Options};
use crate::dialect::Dialect;
use crate::set::entry::Prepared;
#[cfg(feature = "schemars")]
use crate::set::read::{errors, fault};
#[cfg(feature = "schemars")]
use serde::de::DeserializeOwned;

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
        #[cfg(feature = "validate")]
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
