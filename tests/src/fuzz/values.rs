//! Arguments: decoding and lifting.

use crate::zoo;
use serde_json::Value;
use toolcast::{Dialect, lift};

/// A specimen, a dialect and a text from some bytes: the first two choose, the rest is text.
fn choose(data: &[u8]) -> Option<(zoo::Specimen, &'static Dialect, &str)> {
    let (&[specimen, dialect], text) = data.split_first_chunk()?;
    let all = zoo::all();
    let specimen = *all.get(usize::from(specimen) % all.len())?;
    let dialects = Dialect::all();
    let dialect = &dialects[usize::from(dialect) % dialects.len()];
    Some((specimen, dialect, core::str::from_utf8(text).ok()?))
}

/// Decoding any text as any type for any dialect: it ends, with a value or with faults that a model can be told.
///
/// # Panics
///
/// Where it does not.
pub fn decode(data: &[u8]) {
    let Some((specimen, dialect, text)) = choose(data) else {
        return;
    };
    if let Err(errors) = (specimen.guided)(dialect, text) {
        assert!(!errors.faults.is_empty(), "{}: no fault", specimen.name);
        assert!(errors.to_string().len() < 100_000, "{}", specimen.name);
    }
}

/// Lifting any JSON as any type for any dialect, and what serde makes of it: it ends, whatever comes out.
pub fn lifted(data: &[u8]) {
    let Some((specimen, dialect, text)) = choose(data) else {
        return;
    };
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return;
    };
    let _ = (specimen.rewrite)(&lift(specimen.schema, dialect, value));
}
