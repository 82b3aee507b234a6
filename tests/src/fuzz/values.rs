//! Arguments: decoding and `from_model`.

use crate::zoo;
use serde_json::Value;
use toolcast::Dialect;

/// Takes a specimen and a dialect from the first two bytes, and a text from the rest.
fn choose(data: &[u8]) -> Option<(zoo::Specimen, &'static Dialect, &str)> {
    let (&[specimen, dialect], text) = data.split_first_chunk()?;
    let all = zoo::all();
    let specimen = *all.get(usize::from(specimen) % all.len())?;
    let dialects = Dialect::all();
    let dialect = &dialects[usize::from(dialect) % dialects.len()];
    Some((specimen, dialect, core::str::from_utf8(text).ok()?))
}

/// Decodes any text as any type for any dialect. Decoding ends with a value or with faults that can
/// be sent to a model.
///
/// # Panics
///
/// If decoding fails without a fault, or if the error message is too long.
pub fn decode(data: &[u8]) {
    let Some((specimen, dialect, text)) = choose(data) else {
        return;
    };
    if let Err(errors) = (specimen.guided)(dialect, text) {
        assert!(!errors.faults.is_empty(), "{}: no fault", specimen.name);
        assert!(errors.to_string().len() < 100_000, "{}", specimen.name);
    }
}

/// Converts any JSON as any type for any dialect, and reads the result with serde. Both must end.
pub fn from_model(data: &[u8]) {
    let Some((specimen, dialect, text)) = choose(data) else {
        return;
    };
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return;
    };
    let _ = (specimen.rewrite)(&toolcast::from_model(specimen.schema, dialect, value));
}
